"""A review: the stored frames of a ruling, read again by the eyes as they are now, and what the referee makes of that.

Read anew are the board before the play, from which the colours of the checkers are learnt, the board after it, and the dice.
Nothing that was read then is used but what no picture shows: the position before, and dice of which there is no frame. So a review
tells whether the ruling would be made again, by what margin, and what it would be instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Literal

from boardcam.app import Seen
from boardcam.events import Counts, Die, DieSeen, Observation, Pressed, Verdict
from boardcam.geometry import Seating
from boardcam.record.evidence import BadEvidence, Entry, Image, picture, read
from boardcam.referee import infer
from boardcam.referee.reading import UNREAD, best, reading, turned
from boardcam.referee.stretch import Stretch, fused
from boardcam.replay.asked import Asked
from boardcam.replay.fold import TURNS, Kept, folded
from boardcam.rules import faults, xgid
from boardcam.rules.position import Position, Side
from boardcam.rules.sentence import Sentence, listed, marked, sentence
from boardcam.vision import calibration, checkers, dice, spots
from boardcam.vision.calibration import Calibration
from boardcam.vision.colours import Exemplars
from boardcam.vision.networks import Networks
from boardcam.vision.rectify import rectify

SIDES = {side.colour: side for side in Side}
NEAR = 0.6
"""A die that is seen this near to where one was read is that one, pitches."""


class CannotReview(Exception):
    """There is nothing to read again; the text says why."""


BOTH = {
    "doubtful": marked("dice and board, read again, do not decide it"),
    "stands": marked("dice and board, read again, say the same"),
    "differs": marked("dice and board, read again, say {dice}: {play}"),
}
BOARD = {
    "doubtful": marked("the board, read again, does not decide it"),
    "stands": marked("the board, read again, says the same"),
    "differs": marked("the board, read again, says {dice}: {play}"),
}
"""What reading again has told, by its outcome: where the dice were seen again, and where they are believed as they were read."""


@dataclass(frozen=True, slots=True)
class Review:
    """What reading again has told."""

    outcome: Literal["stands", "differs", "doubtful"]
    why: str
    """One sentence."""
    margin: float
    """Log-likelihood by which what is now found beats the next."""
    dice: tuple[int, int] | None = None
    """In the order of the dice that were read: of an opening roll light's first."""
    play: str | None = None
    """What is now found, in notation; "" = nothing was played; None = what no play explains."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """One frame read again."""

    counts: Counts
    dice: tuple[DieSeen, ...]
    exemplars: Exemplars


def review(entry: Entry, shown: Callable[[str], Image | None], networks: Networks, variant: str = "standard") -> Review:
    """The ruling of an entry, judged again by its pictures. Raises CannotReview."""
    before, side, seating, place = _needed(entry)
    images = {what: image for what, name in entry.pictures.items() if (image := shown(name)) is not None}
    after = [images[what] for what in ("read", "after") if what in images]
    if not after:
        gone = sentence("its pictures have made room for newer ones")
        raise CannotReview(gone if entry.pictures else sentence("no pictures were kept of it"))
    first = _look(images["before"], place, networks, None) if "before" in images else None
    known = best(turned(first.counts, seating)) if first else UNREAD
    looks = [_look(image, place, networks, first.exemplars if first else None) for image in after]
    counts = turned(_together([look.counts for look in looks]), seating)
    rolled = _dice(entry, [*(first.dice if first else ()), *looks[-1].dice])
    finding = infer.find(before, side, _rolls(entry, rolled), reading(counts, before, known), variant)
    return _judged(entry, before, side, finding, rolled)


def _needed(entry: Entry) -> tuple[Position, Side, Seating, Calibration]:
    if entry.side is None or entry.before is None or entry.kind not in TURNS:
        raise CannotReview(f"it is no ruling on a play ({entry.kind})")
    if entry.seating is None or entry.place is None:
        raise CannotReview(sentence("no pictures were kept of it"))
    return xgid.parse(entry.before).position, SIDES[entry.side], Seating[entry.seating], calibration.parse(entry.place)


def _look(image: Image, place: Calibration, networks: Networks, exemplars: Exemplars | None) -> _Seen:
    """Everything that one frame shows."""
    flat = rectify(image, place)
    found = spots.look(flat, networks)
    counts, exemplars = checkers.read(flat, place, networks, exemplars, found.hand)
    return _Seen(counts, tuple(dice.seen(die, place) for die in dice.read_dice(image, place, found, networks)), exemplars)


def _together(tables: Sequence[Counts]) -> Counts:
    """Frames of one stretch, fused as the referee does: the ends of a stretch of a quarter of a second or more."""
    apart = 0.25 * (len(tables) - 1)
    return fused(Stretch(tuple(Observation(apart * nth, nth, counts) for nth, counts in enumerate(tables))))


@dataclass(frozen=True, slots=True)
class _Dice:
    """The dice of the roll, in the order in which they were read."""

    faces: tuple[tuple[float, ...], ...]
    """Log-likelihoods of 1…6 of each; () = nobody saw two."""
    fresh: bool
    """Read again; else believed as they were read."""


def _dice(entry: Entry, seen: Sequence[DieSeen]) -> _Dice:
    told = entry.seen[:2]
    if len(told) < 2:
        return _Dice((), False)
    found = [_nearest(float(one["x"]), float(one["y"]), seen) for one in told]
    faces = tuple(tuple(one["faces"]) if die is None else die.faces for one, die in zip(told, found, strict=True))
    return _Dice(faces, None not in found)


def _rolls(entry: Entry, rolled: _Dice) -> infer.Rolls:
    """What the two dice may show."""
    if rolled.faces:
        return infer.rolls([_die(faces) for faces in rolled.faces])
    return (((max(entry.dice), min(entry.dice)), 0.0),) if entry.dice else infer.ANY


def _ordered(roll: tuple[int, int], rolled: _Dice) -> tuple[int, int]:
    """A roll in the order of its dice."""
    high, low = roll
    if rolled.faces:
        first, second = rolled.faces
        if first[low - 1] + second[high - 1] > first[high - 1] + second[low - 1]:
            return low, high
    return roll


def _nearest(x: float, y: float, seen: Sequence[DieSeen]) -> DieSeen | None:
    near = min(seen, key=lambda die: hypot(die.x - x, die.y - y), default=None)
    return near if near is not None and hypot(near.x - x, near.y - y) <= NEAR else None


def _die(faces: Sequence[float]) -> Die:
    top = max(faces)
    return Die(0, 0.0, 0.0, tuple(float(face) - top for face in faces), 0.0, 0.0, 0.0, None, 0.0, 0.0)


def _judged(entry: Entry, before: Position, side: Side, finding: infer.Finding, rolled: _Dice) -> Review:
    found, margin = finding.best, round(float(finding.margin), 2)
    play = found.play if found.play is not None else faults.apparent(before, side, found.position, found.roll)
    words = None if play is None else str(play)
    roll, said = _ordered(found.roll, rolled), BOTH if rolled.fresh else BOARD
    if not finding.sure:
        return Review("doubtful", sentence(said["doubtful"]), margin, roll, words)
    if _same(entry, found):
        return Review("stands", sentence(said["stands"]), margin, roll, words)
    told = sentence(said["differs"], dice=f"{found.roll[0]}-{found.roll[1]}", play=_said(words))
    return Review("differs", told if found.play is not None else told.then(sentence("that is illegal")), margin, roll, words)


def _said(words: str | None) -> Sentence:
    return sentence("what no play explains") if words is None else listed(words) if words else sentence("no move")


def _same(entry: Entry, found: infer.Explanation) -> bool:
    """Whether the ruling was the same: the position after, and the dice where it names them."""
    if entry.kind == "unsure" or entry.after is None:
        return False
    roll = None if entry.dice is None else (max(entry.dice), min(entry.dice))
    return xgid.parse(entry.after).position == found.position and roll in (None, found.roll)


# --- in a match that is being played -------------------------------------------------------------------------------------------


def pressed(seen: Iterable[Seen], again: Callable[[], Asked | None]) -> Iterator[Seen]:
    """What is seen; after each press that asks for a review, what `again` finds to be put right."""
    for item in seen:
        yield item
        if isinstance(item, Pressed) and item.button == "review" and (asks := again()) is not None:
            yield asks


def last(kept: Kept, folder: Path, networks: Networks, say: Callable[[str], None]) -> Asked | None:
    """Reads the evidence of the last turn again, says what came of it, and gives what is to be put right."""
    fold = folded(kept)
    turn = fold.turns[-1] if fold.turns else None
    try:
        entry = of(turn.verdict, read(folder)) if turn else None
        if turn is None or entry is None:
            raise CannotReview(sentence("no evidence was kept of it"))
        found = review(entry, lambda name: picture(folder, name), networks, fold.state.profile.variant)
    except (BadEvidence, CannotReview, OSError) as error:
        why = error.args[0] if isinstance(error, CannotReview) else str(error)
        say(sentence("the last turn cannot be read again: {why}", why=why))
        return None
    say(sentence("the last turn, {play}: {why}", play=entry.play or entry.kind, why=found.why))
    return asked(turn.number, entry, found)


# --- what follows from it ------------------------------------------------------------------------------------------------------


def of(verdict: Verdict, entries: Sequence[Entry]) -> Entry | None:
    """The evidence of the ruling on a turn; the last where there are several."""
    name = verdict.evidence.rolled
    turns = [entry for entry in entries if entry.kind in TURNS and entry.side in SIDES and SIDES[entry.side] is verdict.side]
    same = [entry for entry in turns if (abs(entry.t - verdict.t) < 0.001 if name is None else entry.rolled == name)]
    return same[-1] if same else None


def asked(turn: int, entry: Entry, found: Review) -> Asked | None:
    """The correction that a review asks for; None where the ruling stands or nothing better is known."""
    if found.outcome != "differs" or found.play is None:
        return None
    same = found.dice is None or (entry.dice is not None and sorted(entry.dice) == sorted(found.dice))
    return Asked(turn=turn, dice=None if same else found.dice, play=found.play)
