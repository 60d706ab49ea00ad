"""The witness keeps the frames that a ruling names, beside the loop, and leaves out pictures before it makes the loop wait."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardcam.events import BoardRested, DiceRested, Die, Event, Evidence, Observation, Verdict, no_counts
from boardcam.evidence import witness
from boardcam.evidence.witness import Frames, Witness
from boardcam.geometry import Seating
from boardcam.record import evidence
from boardcam.record.evidence import Entry, Image, Store, picture, read
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation
from boardcam.rules.xgid import format as xgid
from boardcam.vision.calibration import Calibration

WHITE = Side.WHITE
PLACE = Calibration((160, 120), ((20.0, 10.0), (140.0, 10.0), (140.0, 110.0), (20.0, 110.0)))
BEFORE = xgid(Situation(position=START, turn=WHITE))


def frame(number: int) -> Image:
    """A frame that says its number by its colour."""
    return np.full((120, 160, 3), number, np.uint8)


def seen(number: int, counts: np.ndarray, still: bool = True) -> Observation:
    return Observation(number / 10, number, counts, still=still)


def die(number: int, value: int, x: float = 3.0) -> Die:
    faces = tuple(0.0 if face == value else -9.0 for face in range(1, 7))
    return Die(number, x, 5.0, faces, 4.0, -4.0, 0.0, WHITE, 1.0, 1.2)


def ruled(kind: str, frames: tuple[int, int] | None = None, dice: tuple[int, ...] = ()) -> Verdict:
    found = Evidence(frames, BEFORE, ("8/5 6/5",), 1.0, dice)
    return Verdict(2.0, 2.5, kind, WHITE, (3, 1), "8/5 6/5", BEFORE, True, "R85", "so it is", 9.123, found)  # type: ignore[arg-type]


class Kept:
    """The record that the witness stands before."""

    def __init__(self) -> None:
        self.heard: list[Event | Verdict] = []

    def event(self, event: Event) -> Event:
        self.heard.append(event)
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        self.heard += verdicts


class Table:
    """A witness with everything around it."""

    def __init__(self, folder: Path, most: int = evidence.MOST) -> None:
        self.folder, self.kept, self.frames = folder, Kept(), Frames()
        self.witness = Witness(self.kept, Store(folder, most, lambda: 10**12), self.frames)

    def sees(self, *numbers: int, still: bool = True, counts: np.ndarray | None = None) -> Table:
        counts = no_counts() if counts is None else counts
        for number in numbers:
            self.frames.add(frame(number), PLACE, seen(number, counts, still))
        return self

    def hears(self, event: Event) -> Table:
        self.witness.event(event)
        return self

    def rules(self, *verdicts: Verdict) -> Table:
        self.witness.verdicts(verdicts)
        return self

    def entries(self) -> tuple[Entry, ...]:
        self.witness.close()
        return read(self.folder)

    def shade(self, name: str) -> int:
        """The number of a stored frame, by its colour."""
        image = picture(self.folder, name)
        assert image is not None
        return round(float(image.mean()))


def rested(*dice: Die, t: float = 1.0) -> DiceRested:
    return DiceRested(t, t + 0.3, dice)


def board(first: int, last: int) -> BoardRested:
    return BoardRested(first / 10, last / 10, no_counts(), (first, last), Seating.BOTTOM_RIGHT)


def a_turn(folder: Path, kind: str = "played") -> Table:
    """Dice come to rest in frame 20 under a moving hand; the board is read from 50 to 59."""
    table = Table(folder).sees(10).sees(20, still=False).hears(rested(die(1, 3), die(2, 1, 4.0)))
    return table.sees(*range(50, 60)).hears(board(50, 59)).sees(60).rules(ruled(kind, (50, 59), (1, 2)))


@pytest.mark.parametrize(
    ("kind", "frames"), [("played", {"before": 20, "after": 59}), ("illegal", {"before": 20, "read": 50, "after": 59})]
)
def test_the_frames_are_those_that_the_ruling_names(kind: str, frames: dict[str, int], tmp_path: Path) -> None:
    table = a_turn(tmp_path, kind)
    (entry,) = table.entries()
    assert {what: table.shade(name) for what, name in entry.pictures.items() if "die" not in what} == frames


def test_a_reading_that_began_while_something_moved_has_its_first_still_frame(tmp_path: Path) -> None:
    table = Table(tmp_path).sees(40).sees(50, still=False).sees(51, 52, 53).hears(board(50, 53)).rules(ruled("illegal", (50, 53)))
    (entry,) = table.entries()
    assert {what: table.shade(name) for what, name in entry.pictures.items()} == {"read": 51, "after": 53}


def test_an_entry_says_everything_that_the_ruling_rests_on(tmp_path: Path) -> None:
    (entry,) = a_turn(tmp_path).entries()
    assert (entry.number, entry.kind, entry.side, entry.dice, entry.play, entry.margin) == (
        1, "played", "light", (3, 1), "8/5 6/5", 9.12,
    )  # fmt: skip
    assert (entry.frames, entry.rolled, entry.before, entry.candidates) == ((50, 59), 1.0, BEFORE, ("8/5 6/5",))
    assert [(one["number"], one["value"]) for one in entry.seen] == [(1, 3), (2, 1)]
    assert entry.seating == "BOTTOM_RIGHT"
    assert entry.place is not None
    assert entry.place.count("[") >= 5  # a calibration file
    assert entry.plays == ()


def test_a_ruling_lists_every_legal_play(tmp_path: Path) -> None:
    (entry,) = Table(tmp_path).rules(ruled("illegal")).entries()
    assert len(entry.plays) == 16
    assert "8/5 6/5" in entry.plays


def test_everything_reaches_the_record_first(tmp_path: Path) -> None:
    table = Table(tmp_path)
    told = ruled("rolled"), ruled("played")
    event = board(1, 2)
    table.hears(event).rules(*told)
    assert table.kept.heard == [event, *told]
    assert [entry.kind for entry in table.entries()] == ["played"]


def test_without_frames_there_is_text_only(tmp_path: Path) -> None:
    table = Table(tmp_path).hears(rested(die(1, 3))).hears(board(1, 9)).rules(ruled("played", (1, 9), (1, 2)))
    (entry,) = table.entries()
    assert entry.pictures == {}
    assert [one["value"] for one in entry.seen] == [3]


def test_dice_are_cut_out_of_the_frame_of_their_last_reading(tmp_path: Path) -> None:
    table = Table(tmp_path).sees(20).hears(rested(die(7, 3))).sees(30).hears(rested(die(7, 2)))
    (entry,) = table.rules(ruled("void_roll", None, (7,))).entries()
    assert table.shade(entry.pictures["die-1"]) == 30
    assert table.shade(entry.pictures["before"]) == 20
    crop = picture(tmp_path, entry.pictures["die-1"])
    assert crop is not None
    assert 6 <= crop.shape[1] <= 12  # 1.2 pitches of 13.2, 120 px wide


@pytest.mark.parametrize(("pictures", "kept"), [("all", {"after", "die-1"}), ("dice", {"die-1"}), ("none", set())])
def test_no_more_pictures_are_kept_than_are_wanted(pictures: Any, kept: set[str], tmp_path: Path) -> None:
    record, frames = Kept(), Frames()
    keeper, close = witness.witness(record, tmp_path, 10**8, frames, "standard", print, pictures)
    frames.add(frame(30), PLACE, seen(30, no_counts()))
    keeper.event(rested(die(7, 2)))
    keeper.verdicts([ruled("void_roll", None, (7,))])
    close()
    (entry,) = read(tmp_path)
    assert set(entry.pictures) == kept


def test_a_die_outside_the_frame_has_no_picture() -> None:
    assert witness.cut(frame(1), PLACE, die(1, 1, x=-30.0)) is None
    assert witness.cut(frame(1), PLACE, die(1, 1)) is not None


def test_a_ruling_by_an_earlier_reading_has_that_readings_frame(tmp_path: Path) -> None:
    table = Table(tmp_path).sees(*range(50, 60)).hears(board(50, 59))
    for number in range(70, 100, 10):
        table.sees(number).hears(board(number - 5, number))
    (entry,) = table.rules(ruled("unsure", (50, 59))).entries()
    assert table.shade(entry.pictures["after"]) == 59


def test_of_a_stretch_that_looks_the_same_two_frames_are_held() -> None:
    frames = Frames()
    counts = no_counts()
    for number in range(100):
        frames.add(frame(number), PLACE, seen(number, counts))
    assert [(shot.index if shot else None) for shot in map(frames.of, (0, 50, 99, 120))] == [0, 0, 99, None]
    frames.add(frame(110), PLACE, seen(110, counts, still=False))
    other = no_counts()
    frames.add(frame(120), PLACE, seen(120, other))
    assert [(shot.index if shot else None) for shot in map(frames.of, (99, 110, 120))] == [99, None, 120]
    assert frames.current is not None
    assert frames.current.index == 120


def test_frames_are_bounded() -> None:
    one = frame(0).nbytes
    frames = Frames(5 * one)
    for number in range(100):
        frames.add(frame(number), PLACE, seen(number, no_counts()))
    assert len(frames._shots) == 5


def test_the_loop_never_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that hangs: rulings go on, the first ones have pictures, all have text."""
    disk = threading.Event()
    real = Store.keep

    def hangs(self: Store, entry: Entry, images: dict[str, Image]) -> Entry:
        disk.wait(30)
        return real(self, entry, images)

    monkeypatch.setattr(Store, "keep", hangs)
    table = Table(tmp_path).sees(1)
    for _ in range(10):
        table.rules(ruled("played"))
    assert table.witness.complaint is not None
    assert "too slow" in table.witness.complaint
    disk.set()
    entries = table.entries()
    assert [bool(entry.pictures) for entry in entries] == [True] * witness.WAITING + [False] * (10 - witness.WAITING)


def test_a_disk_that_fails_ends_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Store, entry: Entry, images: dict[str, Image]) -> Entry:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Store, "keep", fails)
    table = Table(tmp_path).sees(1).rules(ruled("played"))
    table.witness.close()
    assert table.witness.complaint is not None
    assert "cannot be written (No space left on device)" in table.witness.complaint


def test_a_disk_that_is_nearly_full_is_said(tmp_path: Path) -> None:
    full = Witness(Kept(), Store(tmp_path, free=lambda: 0), frames := Frames())
    frames.add(frame(1), PLACE, seen(1, no_counts()))
    full.verdicts([ruled("played")])
    full.close()
    assert full.complaint is not None
    assert "nearly full" in full.complaint


def test_evidence_that_cannot_be_kept_stops_nothing(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "entries.jsonl").write_text("moon\n")
    kept = Kept()
    keeper, close = witness.witness(kept, tmp_path, 0, Frames(), "standard", said.append)
    close()
    assert keeper is kept
    assert said == [f"no evidence is kept: {tmp_path / 'entries.jsonl'}, line 1: Expecting value: line 1 column 1 (char 0)"]


def test_what_went_wrong_is_said_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    keeper, close = witness.witness(Kept(), tmp_path, 0, Frames(), "standard", said.append)
    keeper.verdicts([ruled("played")])
    close()
    assert said == []
    assert len(read(tmp_path)) == 1
    keeper, close = witness.witness(Kept(), tmp_path, 0, Frames(), "standard", said.append)
    monkeypatch.setattr(Store, "keep", lambda *_: (_ for _ in ()).throw(OSError(5, "Input/output error")))
    keeper.verdicts([ruled("played")])
    close()
    assert said == [f"evidence is missing: {tmp_path} cannot be written (Input/output error)"]
