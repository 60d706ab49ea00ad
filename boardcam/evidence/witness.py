"""The witness: keeps, beside the record, what each ruling rests on (`record.evidence`).

`Frames` holds the last frames that the eyes read; `Witness` stands between the loop and the keeper of the record, notes in which
frame dice came to rest and the board was read, and hands each ruling over with its frames. Pictures are encoded and written by one
thread beside the loop, which waits for nothing: when the disk cannot follow, pictures are left out, never text. A source without
frames leaves text only.

In memory lie at most `Frames.most` bytes of frames, those of the last `READINGS` readings and of the `LYING` dice, and those of
`WAITING` rulings that are being written, most of which are the same ones: at 1280x960 never more than 130 MB.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from boardcam.app import Keeper
from boardcam.config import Pictures
from boardcam.events import BoardRested, DiceRested, Die, Event, Observation, Verdict
from boardcam.record.evidence import PLAIN, BadEvidence, Entry, Image, Store
from boardcam.rules import xgid
from boardcam.rules.plays import legal_plays
from boardcam.rules.sentence import counted, sentence
from boardcam.vision import calibration
from boardcam.vision.calibration import Calibration

TOLD = ("opening", "void_roll", "premature", "played", "illegal", "corrected", "called", "stands", "danced", "unsure", "lost")
"""Kinds of verdicts that evidence is kept of."""
READINGS = 6
"""Readings of the board whose last frame is remembered: a turn may be decided by an earlier one than the last."""
LYING = 6
"""Dice that are remembered: two pairs on the table, and the roll before."""
WAITING = 3
"""Rulings whose pictures may wait to be written."""
AROUND = 0.6
"""Pitches from the foot of a die to the edge of its picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame, and where the board lay in it."""

    image: Image
    t: float
    index: int
    place: Calibration | None
    reading: object
    """Frames with the same one look the same to the eyes."""


class Frames:
    """The last frames in which nothing moved: of each stretch that looks the same the frame that was read, and the newest."""

    def __init__(self, most: int = 32_000_000) -> None:
        """`most` = bytes."""
        self.most = most
        self.current: Shot | None = None
        """The last frame of all, whatever moves in it."""
        self._shots: deque[Shot] = deque()

    def add(self, image: Image, place: Calibration | None, seen: Observation) -> None:
        """A frame and what the eyes made of it. It is not copied: nobody may write into it again."""
        self.current = Shot(image, seen.t, seen.frame, place, seen.counts)
        if not seen.still:
            return
        if len(self._shots) > 1 and self._shots[-1].reading is self._shots[-2].reading is seen.counts:
            self._shots.pop()
        self._shots.append(self.current)
        while len(self._shots) > 1 and sum(shot.image.nbytes for shot in self._shots) > self.most:
            self._shots.popleft()

    def since(self, index: int) -> Shot | None:
        """The frame of this number, or the one that was read in its place, or else the first after it."""
        return self.of(index) or next((shot for shot in self._shots if shot.index >= index), None)

    def of(self, index: int) -> Shot | None:
        """The frame of this number, or the one that was read in its place; None where there is none, or no longer."""
        earlier = next((shot for shot in reversed(self._shots) if shot.index <= index), None)
        later = next((shot for shot in self._shots if shot.index >= index), None)
        return earlier if earlier and later and earlier.reading is later.reading else None


@dataclass(frozen=True, slots=True, eq=False)
class _Lying:
    """A die, the frame in which it had come to rest, and the one of its last reading."""

    die: Die
    first: Shot | None
    last: Shot | None


class Witness:
    """A keeper that passes everything on, and keeps the evidence."""

    def __init__(self, keeper: Keeper, store: Store, frames: Frames, variant: str = "standard", pictures: Pictures = "all") -> None:
        self._keeper = keeper
        self._frames = frames
        self._variant = variant
        self._pictures = pictures
        self._dice: dict[int, _Lying] = {}
        self._read: dict[tuple[int, int], Shot] = {}
        self._seating: str | None = None
        self._writer = _Writer(store)

    @property
    def complaint(self) -> str | None:
        """What went wrong with the evidence, in a sentence; None = nothing."""
        return self._writer.complaint

    def event(self, event: Event) -> Event:
        shot = self._frames.current
        if isinstance(event, DiceRested):
            for die in event.dice:
                known = self._dice.pop(die.number, None)
                self._dice[die.number] = _Lying(die, known.first if known else shot, shot)
            self._dice = dict(list(self._dice.items())[-LYING:])
        if isinstance(event, BoardRested):
            self._seating = event.seating.name
            if shot is not None:
                self._read[event.frames] = shot
                self._read = dict(list(self._read.items())[-READINGS:])
        return self._keeper.event(event)

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        told = tuple(verdicts)
        self._keeper.verdicts(told)
        for verdict in told:
            if verdict.kind in TOLD:
                self._writer.put(*self._kept(verdict))

    def close(self) -> None:
        """Waits until everything is written."""
        self._writer.close()

    def _kept(self, verdict: Verdict) -> tuple[Entry, dict[str, Image]]:
        lying = self._rolled(verdict)
        shots = self._shots(verdict, lying)
        place = next((shot.place for shot in shots.values() if shot.place), None)
        images = {what: shot.image for what, shot in shots.items()} if self._pictures == "all" else {}
        for nth, one in enumerate(lying if self._pictures != "none" else (), 1):
            if one.last and one.last.place and (crop := cut(one.last.image, one.last.place, one.die)) is not None:
                images[f"die-{nth}"] = crop
        return entry(verdict, [one.die for one in lying], self._seating, place, self._variant), images

    def _rolled(self, verdict: Verdict) -> list[_Lying]:
        """The dice that a verdict speaks of; where it names none, the two that came to rest last."""
        named = [self._dice[number] for number in verdict.evidence.dice if number in self._dice]
        return named or list(self._dice.values())[-2:]

    def _shots(self, verdict: Verdict, lying: list[_Lying]) -> dict[str, Shot]:
        """before: the roll has come to rest and nobody has moved; after: the last frame that was read; read: the first of them,
        where the ruling is no plain one."""
        before = min((one.first for one in lying if one.first), key=lambda shot: shot.index, default=None)
        frames = verdict.evidence.frames
        after = (self._read.get(frames) or self._frames.of(frames[1])) if frames else None
        read = self._frames.since(frames[0]) if frames and verdict.kind not in PLAIN else None
        found = {"before": before, "read": read, "after": after or self._frames.current}
        taken: set[int] = set()
        shots = {}
        for what in ("after", "before", "read"):
            shot = found[what]
            if shot is not None and shot.index not in taken:
                taken.add(shot.index)
                shots[what] = shot
        return shots


def witness(
    keeper: Keeper, folder: Path, most: int, frames: Frames, variant: str, say: Callable[[str], None], pictures: Pictures = "all"
) -> tuple[Keeper, Callable[[], None]]:
    """(The keeper with a witness before it, what to call in the end). `pictures` = which are kept, `most` = bytes of them. Evidence
    that cannot be kept is said, and stops nothing."""
    try:
        before = Witness(keeper, Store(folder, most), frames, variant, pictures)
    except (BadEvidence, OSError) as error:
        say(sentence("no evidence is kept: {error}", error=str(error)))
        return keeper, lambda: None

    def close() -> None:
        before.close()
        if before.complaint:
            say(before.complaint)

    return before, close


def entry(verdict: Verdict, dice: Iterable[Die], seating: str | None, place: Calibration | None, variant: str) -> Entry:
    """The text of a verdict's evidence."""
    found = verdict.evidence
    return Entry(
        number=0, kind=verdict.kind, t=round(verdict.t, 3), t_decided=round(verdict.t_decided, 3),
        side=None if verdict.side is None else verdict.side.colour, dice=verdict.dice, play=verdict.play, legal=verdict.legal,
        rule=verdict.rule, why=verdict.why, rolled=found.rolled, before=found.before, after=verdict.xgid, candidates=found.legal,
        plays=() if verdict.kind in PLAIN else tuple(_plays(verdict, variant)), margin=_rounded(verdict.margin),
        frames=found.frames, seating=seating, place=None if place is None else calibration.text(place),
        seen=tuple(_die(die) for die in dice),
    )  # fmt: skip


def _plays(verdict: Verdict, variant: str) -> Iterator[str]:
    """Every legal play of the roll, in notation."""
    if verdict.side is not None and verdict.dice is not None and verdict.evidence.before is not None:
        before = xgid.parse(verdict.evidence.before).position
        high, low = max(verdict.dice), min(verdict.dice)
        yield from (str(play) or "no move" for play in legal_plays(before, verdict.side, (high, low), variant).values())


def _die(die: Die) -> dict[str, object]:
    return {
        "number": die.number, "value": die.value, "faces": [round(float(face), 2) for face in die.faces],
        "flat": round(float(die.flat), 2), "on_checker": round(float(die.on_checker), 2),
        "half": None if die.half is None else die.half.colour, "x": round(float(die.x), 2), "y": round(float(die.y), 2),
    }  # fmt: skip


def _rounded(margin: float | None) -> float | None:
    return None if margin is None else round(float(margin), 2)


def cut(image: Image, place: Calibration, die: Die) -> Image | None:
    """The part of a frame in which a die lies, as the camera sees it; None where that is outside the frame."""
    corners = place.to_pixels([[die.x + dx, die.y + dy] for dx in (-AROUND, AROUND) for dy in (-AROUND, AROUND)])
    left, top = (max(0, round(v)) for v in corners.min(0))
    right, bottom = (round(v) for v in corners.max(0))
    # A die stands up from the board: what lies above its foot belongs to it.
    crop = image[max(0, top - (bottom - top) // 4) : max(0, bottom), left : max(0, right)]
    return crop.copy() if crop.size else None


class _Writer:
    """Writes beside the loop."""

    def __init__(self, store: Store) -> None:
        self.complaint: str | None = None
        self._store = store
        self._waiting = threading.Semaphore(WAITING)
        self._jobs: SimpleQueue[tuple[Entry, dict[str, Image]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="evidence", daemon=True)
        self._thread.start()

    def put(self, entry: Entry, images: dict[str, Image]) -> None:
        if images and not self._waiting.acquire(blocking=False):
            slow = sentence("some pictures of the evidence were left out: the disk is too slow")
            self.complaint = slow.then(sentence("use a faster card"))
            images = {}
        self._jobs.put((entry, images))

    def close(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._store.close()

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            entry, images = job
            try:
                self._store.keep(entry, images)
            except OSError as error:
                where, why = str(self._store.folder), error.strerror or str(error)
                self.complaint = sentence("evidence is missing: {folder} cannot be written ({error})", folder=where, error=why)
            if images:
                self._waiting.release()
        if self._store.left_out and self.complaint is None:
            left = counted(
                "{n} picture of the evidence was left out: the disk is nearly full",
                "{n} pictures of the evidence were left out: the disk is nearly full",
                self._store.left_out,
            )
            self.complaint = left.then(sentence("make room"))
