"""A review reads the stored frames again: the ruling stands, would be another, or cannot be decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from boardcam import config
from boardcam.devices.clip import Clip
from boardcam.events import Counts, DieSeen, Evidence, Pressed, Verdict, no_counts
from boardcam.evidence import reviewing
from boardcam.evidence.reviewing import CannotReview, Review, asked, of, pressed, review
from boardcam.geometry import Seating
from boardcam.record.evidence import Entry, Image
from boardcam.referee.reading import ZERO, rows
from boardcam.replay.asked import Asked
from boardcam.rules import notation, xgid
from boardcam.rules.plays import carried_out
from boardcam.rules.position import START, Position, Side
from boardcam.rules.situation import Situation
from boardcam.vision import calibration, networks, observe
from boardcam.vision.calibration import Calibration
from boardcam.vision.colours import Exemplars
from boardcam.vision.networks import Networks

WHITE, BLACK = Side.WHITE, Side.BLACK
PLACE = Calibration((64, 48), ((4.0, 4.0), (60.0, 4.0), (60.0, 44.0), (4.0, 44.0)))
PLAYED = "8/5 6/5"


def after(play: str, before: Position = START) -> Position:
    found = carried_out(before, WHITE, notation.parse(play))
    assert found is not None
    return found


def written(position: Position, turn: Side = WHITE) -> str:
    return xgid.format(Situation(position=position, turn=turn))


def table(position: Position, seating: Seating, sure: float = 8.0) -> Counts:
    """What eyes say of a position, by place."""
    counts = no_counts() - sure
    for row, count in enumerate(rows(position)):
        place = seating.place(row + 1) if row < 24 else row
        counts[place, count + ZERO] = 0.0
    return counts


def die(value: int, x: float, sure: float = 9.0) -> DieSeen:
    return DieSeen(x, 5.0, tuple(0.0 if face == value else -sure for face in range(1, 7)))


def entry(**other: object) -> Entry:
    """Light has rolled 3-1 and played it, the 1 lying left of the 3."""
    read = [
        {"number": 1, "x": 2.0, "y": 5.0, "faces": [0.0] + [-9.0] * 5},
        {"number": 2, "x": 4.0, "y": 5.0, "faces": [-9.0] * 2 + [0.0] + [-9.0] * 3},
    ]
    whole = Entry(
        1, "played", 5.0, 5.5, "light", (3, 1), PLAYED, True, rolled=2.0, before=written(START),
        after=written(after(PLAYED), BLACK), margin=9.0, frames=(50, 59), seating="BOTTOM_RIGHT", place=calibration.text(PLACE),
        seen=tuple(read), pictures={"before": "b", "read": "r", "after": "a"},
    )  # fmt: skip
    return replace(whole, **other)  # type: ignore[arg-type]


class Eyes:
    """Eyes that see in a picture what it was made of."""

    def __init__(
        self, shows: Mapping[str, tuple[Position, tuple[DieSeen, ...]]], seating: Seating = Seating.BOTTOM_RIGHT, sure: float = 8.0
    ):
        self.names = list(shows)
        self.shows, self.seating, self.sure = dict(shows), seating, sure
        self.learnt: list[object] = []

    def picture(self, name: str) -> Image | None:
        return np.full((48, 64, 3), self.names.index(name), np.uint8) if name in self.names else None

    def look(self, image: Image, place: Calibration, networks: Networks, exemplars: Exemplars | None) -> reviewing._Seen:
        assert place == PLACE
        self.learnt.append(exemplars)
        position, dice = self.shows[self.names[int(image[0, 0, 0])]]
        return reviewing._Seen(table(position, self.seating, self.sure), dice, Exemplars())


def reviewed(one: Entry, eyes: Eyes, monkeypatch: pytest.MonkeyPatch) -> Review:
    monkeypatch.setattr(reviewing, "_look", eyes.look)
    return review(one, eyes.picture, Networks({}))


ROLL = (die(1, 2.0), die(3, 4.0))
SAME = {"b": (START, ROLL), "r": (after(PLAYED), ()), "a": (after(PLAYED), ())}


@pytest.mark.parametrize("seating", Seating)
def test_a_ruling_that_the_frames_bear_out_stands(seating: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    eyes = Eyes(SAME, seating)
    found = reviewed(entry(seating=seating.name), eyes, monkeypatch)
    assert (found.outcome, found.dice, found.play) == ("stands", (1, 3), PLAYED)
    assert found.margin > 5
    assert found.why == "dice and board, read again, say the same"
    assert eyes.learnt[0] is None
    assert eyes.learnt[1:] == [Exemplars()] * 2  # the colours are those of the frame before


def test_another_play_on_the_board_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    other = after("24/20")
    found = reviewed(entry(), Eyes(SAME | {"r": (other, ()), "a": (other, ())}), monkeypatch)
    assert (found.outcome, found.play) == ("differs", "24/20")
    assert asked(4, entry(), found) == Asked(turn=4, play="24/20")


def test_other_dice_differ_and_are_given_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    played = after("8/4 6/4")
    one = entry(dice=(2, 1), play="?", after=written(after("8/7 6/4"), BLACK))
    found = reviewed(one, Eyes({"b": (START, (die(2, 2.0), die(4, 4.0))), "a": (played, ())}), monkeypatch)
    assert (found.outcome, found.dice, found.play) == ("differs", (2, 4), "8/4 6/4")
    assert asked(4, one, found) == Asked(turn=4, dice=(2, 4), play="8/4 6/4")


def test_an_illegal_play_on_the_board_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = after("24/20 13/6")
    found = reviewed(entry(), Eyes(SAME | {"r": (shown, ()), "a": (shown, ())}), monkeypatch)
    assert (found.outcome, found.play) == ("differs", "24/20 13/6")
    assert "that is illegal" in found.why


def test_what_was_unsure_may_be_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    one = entry(kind="unsure", after=None, play=None, dice=None)
    found = reviewed(one, Eyes(SAME), monkeypatch)
    assert asked(9, one, found) == Asked(turn=9, dice=(1, 3), play=PLAYED)


def test_eyes_that_see_little_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reviewed(entry(), Eyes(SAME, sure=0.1), monkeypatch)
    assert found.outcome == "doubtful"
    assert asked(4, entry(), found) is None


def test_what_read_wrongly_before_and_reads_the_same_now_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The eyes see one checker too few on light's 13-point, in every frame."""

    def fewer(position: Position) -> Position:
        return replace(position, points=(*position.points[:12], position.points[12] - 1, *position.points[13:]))

    eyes = Eyes({"b": (fewer(START), ROLL), "a": (fewer(after(PLAYED)), ())})
    assert reviewed(entry(), eyes, monkeypatch).outcome == "stands"


def test_dice_of_which_there_is_no_frame_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reviewed(entry(), Eyes({"a": (after(PLAYED), (die(5, 9.0),))}), monkeypatch)
    assert (found.outcome, found.why) == ("stands", "the board, read again, says the same")
    assert reviewed(entry(seen=()), Eyes({"a": (after(PLAYED), ())}), monkeypatch).dice == (3, 1)
    unseen = entry(seen=(), dice=None)
    assert reviewed(unseen, Eyes({"a": (after(PLAYED), ())}), monkeypatch).outcome in ("stands", "doubtful")


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"kind": "void_roll"}, "no ruling on a play"),
        ({"side": None}, "no ruling on a play"),
        ({"place": None}, "no pictures were kept"),
        ({"seating": None}, "no pictures were kept"),
        ({"pictures": {}}, "no pictures were kept"),
        ({"pictures": {"after": "gone"}}, "made room"),
    ],
)
def test_what_cannot_be_read_again_is_said(other: dict[str, object], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotReview, match=why):
        reviewed(entry(**other), Eyes(SAME), monkeypatch)


def test_the_evidence_of_a_turn_is_its_last() -> None:
    told = Verdict(5.0, 5.5, "corrected", WHITE, evidence=Evidence(rolled=2.0))
    entries = (entry(kind="illegal"), entry(number=2, kind="corrected"), entry(number=3, rolled=7.0), entry(number=4, side="dark"))
    found = of(told, entries)
    assert found is not None
    assert found.number == 2
    assert of(replace(told, evidence=Evidence(rolled=99.0)), entries) is None
    danced = of(replace(told, evidence=Evidence()), entries)
    assert danced is not None
    assert danced.number == 3  # without a roll: by its time


def test_a_review_in_a_match_follows_the_press() -> None:
    presses = Pressed(1.0, "double"), Pressed(2.0, "review", BLACK), Pressed(3.0, "review")
    asks = Asked(turn=1, play=PLAYED)
    found = iter((asks, None))
    assert list(pressed(presses, lambda: next(found))) == [presses[0], presses[1], asks, presses[2]]


def test_the_real_eyes_read_the_demo_again() -> None:
    """Light opens the demo with 6-3, dark's die the 3, and plays 13/4; 24/15 was never played."""
    clip, frames = Clip(config.demo()), {}
    while len(frames) < 2 and (frame := clip.read()) is not None:
        frames |= {name: frame.image for name, index in (("b", 40), ("a", 90)) if frame.index == index}
    clip.close()
    corners = ((267.6, 158.5), (1013.9, 158.7), (1066.8, 796.5), (207.3, 798.9))
    place = calibration.text(Calibration((1280, 960), corners, 1.28, 11.15))
    dice = ({"number": 1, "x": 8.61, "y": 7.98, "faces": [0.0] * 6}, {"number": 2, "x": 4.12, "y": 6.99, "faces": [0.0] * 6})
    one = entry(
        place=place,
        seen=dice,
        dice=(6, 3),
        play="24/15",
        after=written(after("24/15"), BLACK),
        pictures={"before": "b", "after": "a"},
    )
    eyes = networks.load(observe.NETWORKS)
    found = review(one, frames.get, eyes)
    assert (found.outcome, found.dice, found.play) == ("differs", (6, 3), "13/4")
    assert found.why.startswith("dice and board, read again")


def test_last_says_when_there_is_nothing(tmp_path: Path) -> None:
    from boardcam.record.journal import Journal

    journal = Journal(tmp_path / "journal.sqlite")
    journal.match(config.Options(config.Source("sim", "1"), tmp_path).settings())
    said: list[str] = []
    assert reviewing.last(journal, tmp_path / "evidence", Networks({}), said.append) is None
    assert said == ["the last turn cannot be read again: no evidence was kept of it"]
    journal.close()
