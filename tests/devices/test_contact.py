"""Push buttons: bounces, long presses, stuck contacts, all by given times; and on mock pins with the camera's clock."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.devices.contact import BOUNCE, HOLD, TWICE, Contact, open_or_stuck
from boardcam.devices.pushed import LOOK, Meaning, Presses, PushButtons
from boardcam.events import Pressed
from boardcam.rules.position import Side

LIGHT, DARK = Side.WHITE, Side.BLACK


def said(levels: Iterable[tuple[float, bool]], holds: bool = False, contact: Contact | None = None) -> list[tuple[str, float]]:
    """What a contact says that is seen at these times."""
    contact = contact or Contact(holds)
    found = []
    for t, down in levels:
        contact, says = contact.seen(down, t)
        found += [says] if says else []
    return found


def looks(*spans: tuple[float, float], until: float = 5.0, every: float = 0.015) -> list[tuple[float, bool]]:
    """Looks at a contact that is closed in these spans of time."""
    times = [n * every for n in range(round(until / every))]
    return [(t, any(start <= t < end for start, end in spans)) for t in times]


def test_a_press_is_said_once_when_it_is_sure() -> None:
    assert said(looks((1.0, 1.2))) == [("pressed", pytest.approx(1.0, abs=0.015))]


def test_bounces_are_one_press() -> None:
    bouncing = [(1.0, 1.004), (1.008, 1.011), (1.013, 1.3), (1.301, 1.302), (1.305, 1.306)]
    assert len(said(looks(*bouncing, every=0.001))) == 1


@given(st.lists(st.floats(0.0005, BOUNCE - 0.002), max_size=40))
def test_noise_shorter_than_a_bounce_says_nothing(spans: list[float]) -> None:
    levels, t, down = [], 0.0, False
    for span in spans:
        levels.append((t, down))
        t, down = t + span, not down
    assert said(levels) == []


def test_two_presses_are_two_and_a_slipped_finger_is_one() -> None:
    assert len(said(looks((1.0, 1.1), (1.0 + 2 * TWICE, 1.2 + 2 * TWICE)))) == 2
    assert len(said(looks((1.0, 1.1), (1.15, 1.25)))) == 1


def test_held_down_it_means_something_else() -> None:
    assert said(looks((1.0, 1.0 + HOLD + 0.5)), holds=True) == [("held", pytest.approx(1.0, abs=0.015))]
    assert said(looks((1.0, 1.4)), holds=True) == [("pressed", pytest.approx(1.0, abs=0.015))]
    assert said(looks((1.0, 4.0))) == [("pressed", pytest.approx(1.0, abs=0.015))]


def test_a_stuck_contact_is_silent_until_it_opens() -> None:
    assert said(looks((0.0, 9.0)), contact=open_or_stuck(True, True)) == []
    assert len(said(looks((0.0, 2.0), (3.0, 3.2)), contact=open_or_stuck(True, False))) == 1


# --- on the camera's clock ------------------------------------------------------------------------------------------------------


def test_a_press_belongs_to_the_stream_it_was_made_in() -> None:
    clock = [100.0]
    presses = Presses(lambda: clock[0])
    assert presses.taken(7.0) == ()  # a frame of time 7 comes at 100
    presses.put(Meaning("take", DARK), "take", 100.4)
    clock[0] = 100.3
    assert presses.taken(7.2) == ()  # it came late; the press is later than this frame
    clock[0] = 100.5
    assert presses.taken(7.5) == (Pressed(pytest.approx(7.4), "take", DARK),)
    assert presses.taken(9.0) == ()


def test_buttons_on_pins(mock: Any) -> None:
    from boardcam.devices.gpio import Pins

    presses = Presses(lambda: 100.0)
    meanings = {5: Meaning("confirm", None, "undo"), 6: Meaning("double", LIGHT)}
    buttons = PushButtons(Pins(factory=mock), meanings, presses)
    t = 0.0

    def look(seconds: float) -> None:
        nonlocal t
        end = t + seconds
        while t < end:
            assert buttons.show(None, t) == LOOK
            t += LOOK

    look(0.1)
    mock.pin(6).drive_low()
    look(0.1)
    mock.pin(6).drive_high()
    mock.pin(5).drive_low()
    look(1.5)
    mock.pin(5).drive_high()
    look(0.1)
    assert [(press.button, press.side) for press in presses.taken(100.0)] == [("double", LIGHT), ("undo", None)]
    buttons.close()
    PushButtons(Pins(factory=mock), meanings, presses).close()  # the pins were given back
