"""From frames to observations: the eyes with their memory.

`observe(sight, image, t, frame) -> (sight, observation)` is a pure function; `Sight` is all it remembers. A frame

1. is searched for the board, until a few searches agree where it lies;
2. is rectified and passes the gate (`motion`): what moved since the frame before, what changed since the last reading;
3. *nothing changed*: the last reading stands. *Something moves*: hands and dice are looked for; places that have changed carry no
   evidence. *Changed and still again*: what looks otherwise is read anew; places under a hand carry no evidence. What looks like a
   hand and never stirs is none (`shams`).

A board that is no longer where it was is searched again; until it is found, nothing is claimed (`found=False`). If it was turned by
half a turn meanwhile, it keeps the names of its corners (`turned`), and the game goes on. Dice under a hand are unknown
(`dice=None`), not lifted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import cv2
import numpy as np

from boardcam.events import Counts, DieSeen, Observation, no_counts
from boardcam.vision import checkers, cube, dice, furniture, glances, hands, locate, motion, shams, spots, turned
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import Floats, Image
from boardcam.vision.search import Find, doubted, search
from boardcam.vision.sight import Reading, Shift, Sight, placed, unplaced

NETWORKS = ("corners", "strips", "spots", "dice", "cube")
"""What the eyes need to watch a game."""
WHOLE = 10.0
"""Seconds after which every strip is counted again, and not only those that look otherwise."""
TOUCHED = 0.01
"""Share of a strip that has changed if it has."""
BUMP = 1.5
"""Cells (eighths of a pitch) by which the board must have moved, at once or little by little, to be searched again."""
STIR = 0.25
"""Cells by which it seems to move when it does not."""
KNOWN = 6
"""Of 24 points so many must look as they were read, before it is said where dice lie while something moves."""
UNDER = 0.35
"""A die is hidden when a hand covers this much around its foot, pitches."""


def observe(sight: Sight, image: Image, t: float, frame: int, find: Find = locate.locate) -> tuple[Sight, Observation]:
    """What one frame (h, w, 3) BGR shows, `t` seconds after the start. A frame of another size than the calibration's raises
    BadCalibration."""
    calibration = sight.calibration
    if calibration is None or sight.warp is None:
        return search(sight, image, t, find), _blind(t, frame)
    rectified = sight.warp(image)
    thumb = motion.thumb(rectified)
    stirs = np.ones(thumb.shape, np.bool_) if sight.last is None else motion.changed(sight.last, thumb)
    still = not stirs.any()
    sight = replace(sight, last=thumb, reference=thumb if sight.reference is None else sight.reference)
    if still and sight.reading and not _due(sight, t) and not motion.changed(sight.reading.thumb, thumb).any():
        return sight, _told(sight.reading, t, frame, still=True)
    sight, found = _spotted(sight, spots.look(rectified, sight.networks), thumb, t)
    moved, hand = _moved(sight, thumb), hands.over(found.hand, calibration.board)
    if still and _bumped(moved, hand):
        return search(unplaced(sight), image, t, find), _blind(t, frame)
    if moved is None:
        return doubted(sight, calibration, image, t, find), _veiled(t, frame, hand, still=still)
    if still and hand < 0.5:  # a hand is no part of the board
        sight = replace(sight, reference=thumb, drift=moved)
    sight, seen = _dice(sight, image, thumb, found, calibration, stirs, t)
    if not still:
        if not sight.sure:
            return sight, _veiled(t, frame, hand, still=False)
        return sight, _told(_glance(sight, thumb, found, seen, calibration), t, frame, still=False)
    then, (sight, reading) = sight, _read(sight, image, rectified, thumb, found, seen, calibration, t)
    way = _way_round(then, reading.counts)
    if way == "open":
        return replace(then, reading=None), _veiled(t, frame, reading.hand, still=True)
    if way == "moved":
        return search(unplaced(then), image, t, find), _blind(t, frame)
    if way == "other":
        return _renamed(then, calibration), _veiled(t, frame, reading.hand, still=True)
    sight = replace(sight, before=_latest(then.before, reading.counts), sure=True)
    return sight, _told(reading, t, frame, still=True)


def _due(sight: Sight, t: float) -> bool:
    """Whether a hand has been over the board so long, without a stir, that it may be none."""
    return sight.reading is not None and sight.reading.hand >= 0.5 and t - sight.looked >= shams.ISLAND


def _spotted(sight: Sight, found: spots.Spots, thumb: Floats, t: float) -> tuple[Sight, spots.Spots]:
    """What was spotted, without hands that are none."""
    known = shams.learnt(shams.watched(sight.shams or shams.start(thumb, t), thumb, t), found.hand, t)
    return replace(sight, shams=known, looked=t), replace(found, hand=shams.without(known, found.hand, thumb))


def _read(
    sight: Sight, image: Image, rectified: Image, thumb: Floats, found: spots.Spots, seen: tuple[DieSeen, ...] | None,
    calibration: Calibration, t: float,
) -> tuple[Sight, Reading]:  # fmt: skip
    """Dice and cube anew, and the places that look otherwise."""
    old = sight.reading
    known, whole = (old.tally, old.whole) if old and t - old.whole < WHOLE else (None, t)
    stale = checkers.shade(_otherwise(old.thumb, thumb).astype(np.float32), calibration.board) > TOUCHED if old else None
    cuts, tally = checkers.tallied(rectified, calibration, sight.networks, known, stale)
    shares = checkers.shade(found.hand, calibration.board)
    counts, exemplars = checkers.told(cuts, tally, sight.exemplars, shares, sight.ground)
    hand = hands.over(found.hand, calibration.board)
    stands = cube.seen(cube.read(image, calibration, found, sight.networks), calibration)
    starting = hand < 0.5 and furniture.starting(counts)
    if starting and sight.ground is None:
        sight = replace(sight, ground=checkers.ground_of(cuts, tally))
    if starting and sight.furniture is None:
        doubtful = [dice.seen(die, calibration) for die in dice.read_dice(image, calibration, found, sight.networks, sure=False)]
        sight = replace(sight, furniture=furniture.noticed(doubtful, calibration.board))
        seen = seen and furniture.without(seen, sight.furniture or ())
    reading = Reading(thumb, counts, seen, stands, hand, tally, whole)
    return replace(sight, reading=reading, exemplars=exemplars), reading


def _glance(sight: Sight, thumb: Floats, found: spots.Spots, seen: tuple[DieSeen, ...] | None, calibration: Calibration) -> Reading:
    """While something moves: the last counts, but for places that look otherwise now; and nothing of a board on which hardly any
    looks as it was read: it may lie elsewhere, and its dice in the other half."""
    hand = hands.over(found.hand, calibration.board)
    if sight.reading is None:
        return Reading(thumb, _sealed(no_counts()), seen, None, hand)
    hidden = checkers.hidden(
        (_otherwise(sight.reading.thumb, thumb) | (found.hand > hands.MASKED)).astype(np.float32), calibration.board
    )
    counts = hands.without(sight.reading.counts, hidden)
    if counts[:24].any(1).sum() < KNOWN:
        return Reading(thumb, _sealed(no_counts()), None, None, hand)
    return Reading(thumb, counts, seen, sight.reading.cube, hand)


def _otherwise(before: Floats, now: Floats) -> motion.Mask:
    """Cells that differ, grown, so that one checker's change covers enough of its place to count."""
    return np.asarray(cv2.dilate(motion.changed(before, now).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0, np.bool_)


def _dice(
    sight: Sight, image: Image, thumb: Floats, found: spots.Spots, calibration: Calibration, stirs: motion.Mask, t: float
) -> tuple[Sight, tuple[DieSeen, ...] | None]:  # fmt: skip
    """The dice, or None if a hand covers one that lay there."""
    if sight.dice and hands.hidden(found.hand, [[die.x, die.y] for die in sight.dice], calibration.board, UNDER).any():
        return sight, None
    known, read = glances.read_dice(sight.glances, image, calibration, found, sight.networks, thumb, stirs, t)
    seen = [dice.seen(die, calibration, sight.owners.light(die.color)) for die in read]
    owners = sight.owners.remember(die.color for die in read if die.flat > 0)
    lying = furniture.without(seen, sight.furniture or ())
    return replace(sight, dice=lying, owners=owners, glances=known), lying


def _way_round(sight: Sight, counts: Counts) -> Literal["right", "other", "moved", "open"]:
    """How the corners are named, by what is read anew: rightly; by half a turn otherwise; rightly till the board was turned on the
    spot; too little is seen to tell."""
    if furniture.starting(counts, len(furniture.PATTERN)):
        return "other" if sight.turned else "right"
    if sight.before is None:
        return "right"
    if turned.by_half(sight.before, counts):
        return "moved" if sight.sure else "other"
    return "right" if sight.sure or turned.enough(sight.before, counts) else "open"


def _latest(before: Counts | None, counts: Counts) -> Counts:
    """The last that was read of each row."""
    return counts if before is None else _sealed(np.where(counts.any(1, keepdims=True), counts, before))


def _renamed(sight: Sight, calibration: Calibration) -> Sight:
    """The same board with its corners named by half a turn otherwise."""
    known = None if sight.turned else sight.furniture  # named as the search does: what is no die is noticed anew
    return replace(placed(unplaced(sight), calibration.half_turned()), turned=not sight.turned, sure=True, furniture=known)


def _moved(sight: Sight, thumb: Floats) -> Shift | None:
    """By how much the board is off the place where it was found, cells; None if it is not to be recognised."""
    shift = None if sight.reference is None else motion.shift(sight.reference, thumb)
    if shift is None:
        return None
    x, y = (old + new if abs(new) > STIR else old for old, new in zip(sight.drift, shift, strict=True))
    return x, y


def _bumped(moved: Shift | None, hand: float) -> bool:
    """The board lies elsewhere, or is not to be recognised and no hand explains that."""
    return hand < 0.5 if moved is None else max(map(abs, moved)) >= BUMP


def _told(reading: Reading, t: float, frame: int, *, still: bool) -> Observation:
    return Observation(t, frame, reading.counts, reading.dice, reading.cube, reading.hand, still)


def _blind(t: float, frame: int) -> Observation:
    return Observation(t, frame, _sealed(no_counts()), None, None, 0.0, still=False, found=False)


def _veiled(t: float, frame: int, hand: float, *, still: bool) -> Observation:
    """The board is there, and nothing is claimed of what lies on it."""
    return Observation(t, frame, _sealed(no_counts()), None, None, hand, still=still)


def _sealed(counts: Floats) -> Counts:
    counts.flags.writeable = False
    return counts
