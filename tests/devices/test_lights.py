"""What lamps show at a moment: rhythms, single LEDs on mock pins, a strip down to its bytes."""

from __future__ import annotations

from itertools import combinations, groupby, pairwise
from typing import Any, get_args

import pytest

from boardcam.devices.lights import SIGNALS, lamp, standing_in
from boardcam.devices.strip import FAINT, Layout, Strip, lights
from boardcam.events import Lit, Signal
from boardcam.geometry import Board, Seating
from boardcam.rules.position import Side

LIGHT, DARK = Side.WHITE, Side.BLACK


def test_every_signal_has_its_rhythm() -> None:
    assert set(SIGNALS) == set(get_args(Signal))


@pytest.mark.parametrize(("one", "other"), list(combinations(SIGNALS, 2)))
def test_no_two_signals_differ_by_colour_alone(one: Signal, other: Signal) -> None:
    def dark_and_lit(signal: Signal) -> list[tuple[bool, float]]:
        """As it looks with a single lamp."""
        spans = groupby(SIGNALS[signal], lambda span: span[0] is not None)
        return [(lit, sum(seconds for _, seconds in span)) for lit, span in spans]

    assert dark_and_lit(one) != dark_and_lit(other)


@pytest.mark.parametrize("signal", SIGNALS)
def test_nothing_flashes_more_than_three_times_a_second(signal: Signal) -> None:
    begins = [t / 100 for t in range(1, 1000) if lamp(signal, t / 100)[0] and not lamp(signal, (t - 1) / 100)[0]]
    assert all(later - sooner > 1.0 for sooner, later in zip(begins, begins[3:], strict=False))


@pytest.mark.parametrize("signal", SIGNALS)
def test_a_lamp_stays_until_it_says(signal: Signal) -> None:
    t = 0.0
    for _ in range(8):
        colour, wait = lamp(signal, t)
        if wait is None:
            assert lamp(signal, 12345.6)[0] == colour
            return
        assert lamp(signal, t + 0.99 * wait)[0] == colour
        t += wait


def test_a_missing_lamp_is_stood_in_for() -> None:
    assert standing_in("white", ("orange",)) == "orange"
    assert standing_in("blue", ("blue", "white")) == "blue"
    assert standing_in("blue", ()) is None


# --- the strip ------------------------------------------------------------------------------------------------------------------

CORNERS = ("bottom right", "bottom left", "top right", "top left")


@pytest.mark.parametrize("first", CORNERS)
@pytest.mark.parametrize(("every", "bar", "side"), [(1, 1, 0), (2, 3, 7), (3, 0, 1)])
def test_the_strip_runs_round_the_board(first: str, every: int, bar: int, side: int) -> None:
    layout, board = Layout(first, every, bar, side), Board()
    used = [led for place in range(24) for led in layout.place(place)] + [*layout.seat(True), *layout.seat(False)]
    assert sorted(used) + [0] * side == sorted(used) + [0] * (layout.count - len(used))
    assert len(set(used)) == len(used)
    by_led = sorted(range(24), key=lambda place: layout.place(place).start)
    assert board.is_top(by_led[0]) == first.startswith("top")
    assert (board.column(by_led[0]) > 6) == first.endswith("right")
    for one, other in pairwise(by_led):
        assert abs(one - other) == 1 or {board.column(one), board.column(other)} in ({0.5}, {12.7})


def test_a_play_is_lit_where_it_was_played() -> None:
    lit = Lit("legal", DARK, ((8, "from"), (3, "to")), Seating.BOTTOM_RIGHT)
    found, wait = lights(lit, Layout(), 0.0)
    assert (found[8], found[2]) == (("blue", FAINT), ("blue", 1.0))
    assert found[6] == ("blue", 1.0)  # at the bar
    assert wait is None
    turned, _ = lights(Lit("legal", DARK, ((8, "from"), (3, "to")), Seating.TOP_LEFT), Layout(), 0.0)
    assert turned[12 + 1 + 7 + 1] == ("blue", FAINT)


def test_marks_wait_until_it_is_known_who_sits_where() -> None:
    assert lights(Lit("off", None, ((8, "from"),)), Layout(), 0.0) == ({}, None)


def test_whose_turn_it_is_shows_at_his_seat() -> None:
    for seating, side, bottom in (
        (Seating.BOTTOM_LEFT, LIGHT, True),
        (Seating.BOTTOM_LEFT, DARK, False),
        (Seating.TOP_LEFT, LIGHT, False),
    ):
        found, _ = lights(Lit("off", side, (), seating), Layout(), 0.0)
        assert found == {Layout().seat(bottom)[0]: ("white", FAINT)}


def test_blocked_points_blink() -> None:
    lit = Lit("off", LIGHT, ((24, "blocked"),), Seating.BOTTOM_RIGHT)
    (on, wait), (off, _) = lights(lit, Layout(), 0.1), lights(lit, Layout(), 0.6)
    led = Layout().place(23)[0]
    assert led in on
    assert led not in off
    assert wait == pytest.approx(0.4)


class Wire:
    """Where a strip's or a display's bytes go."""

    def __init__(self) -> None:
        self.sent: list[list[int]] = []
        self.closed = 0

    def command(self, *words: int) -> None:
        pass

    def data(self, words: Any) -> None:
        self.sent.append(list(words))

    def cleanup(self) -> None:
        self.closed += 1


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")
def test_the_strip_down_to_its_bytes() -> None:
    pytest.importorskip("luma.led_matrix", reason="luma.led_matrix is not installed")
    wire = Wire()
    strip = Strip(Layout(), 0.1, serial=wire)
    assert strip.show(Lit("legal", DARK, ((1, "to"),), Seating.BOTTOM_RIGHT), 0.0) is None
    sent = wire.sent[-1]
    assert sent[:4] == [0, 0, 0, 0]
    assert sent[4:8] == [0xE0 | 3, 0xB2, 0x72, 0x00]  # brightness 3 of 31, then blue, green, red
    assert sent[8:12] == [0xE0 | 3, 0, 0, 0]
    strip.close()
    assert set(wire.sent[-1][4 : 4 + 26 * 4]) == {0, 0xE0 | 3}
    assert wire.closed == 1


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")
def test_the_strip_is_never_bright() -> None:
    pytest.importorskip("luma.led_matrix", reason="luma.led_matrix is not installed")
    wire = Wire()
    Strip(Layout(), 1.0, serial=wire).show(Lit("lost"), 0.0)
    assert all(byte & 0x1F <= 15 for byte in wire.sent[-1][4 : 4 + 26 * 4 : 4])


# --- single LEDs ----------------------------------------------------------------------------------------------------------------


def test_leds_follow_the_signal_and_the_turn(mock: Any) -> None:
    from boardcam.devices.gpio import Pins
    from boardcam.devices.leds import Leds

    leds = Leds(Pins(factory=mock), {"blue": 17, "orange": 27, "dark": 12}, 0.5)

    def on() -> set[int]:
        return {number for number in (17, 27, 12) if mock.pin(number).state == 0.5}

    assert leds.show(Lit("legal", DARK), 0.0) is None
    assert on() == {17, 12}
    assert leds.show(Lit("illegal", LIGHT), 0.1) == pytest.approx(0.4)
    assert on() == {27}
    leds.show(Lit("illegal", LIGHT), 0.6)
    assert on() == set()
    leds.show(Lit("ask", DARK), 0.0)
    assert on() == {27, 12}  # no white lamp is there
    leds.close()
    Leds(Pins(factory=mock), {"blue": 17}, 1.0).close()  # the pins were given back
