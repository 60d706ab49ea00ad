"""Shams: what looks like a hand and is none: a sunbeam on a board the colour of skin, a card, a glove that was put down.

A hand stirs, and an arm reaches in from outside. What the network calls a hand, lies on the board without touching the picture's
edge and has looked the same for `ISLAND` seconds, is none; what touches the edge must have done so for `ARM`. From then on those
cells are known as they look: as soon as something else is seen there, a real hand say, they count again, until they look as before.
All maps are (h / 4, w / 4), those of `motion` and `spots`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from boardcam.vision import motion
from boardcam.vision.hands import MASKED
from boardcam.vision.networks import Floats

ISLAND, ARM = 2.0, 20.0
"""s for which it must look the same: on the board alone; and where it reaches to the edge of the picture, as arms do."""
STEADY = 0.95
"""Share of its cells that must have done so: a hand at rest stirs at its rim."""
HOLE = 5
"""Cells: what is smaller than this, between cells that are known, belongs to them: a die that rolled there."""


@dataclass(frozen=True, slots=True, eq=False)
class Shams:
    """How the board looks, since when, and where that is known to be no hand."""

    look: Floats
    """Thumb."""
    since: Floats
    """s: each cell has looked like this from then on."""
    known: motion.Mask
    like: Floats
    """How the known cells look."""


def start(thumb: Floats, t: float) -> Shams:
    """Nothing is known at the first frame."""
    return Shams(thumb, np.full(thumb.shape, t, np.float32), np.zeros(thumb.shape, np.bool_), thumb)


def watched(shams: Shams, thumb: Floats, t: float) -> Shams:
    """Take in a frame: cells that look otherwise begin anew."""
    changed = motion.changed(shams.look, thumb)
    if not changed.any():
        return shams
    return replace(
        shams,
        look=np.where(changed, thumb, shams.look),
        since=np.where(changed, np.float32(t), shams.since),
    )


def learnt(shams: Shams, hand: Floats, t: float) -> Shams:
    """Take in where the network sees hands: what has lain there for long is none."""
    count, parts = cv2.connectedComponents((hand > MASKED).astype(np.uint8), connectivity=8)
    found = np.zeros(hand.shape, np.bool_)
    for part in range(1, count):
        cells = parts == part
        rim = cells[0].any() or cells[-1].any() or cells[:, 0].any() or cells[:, -1].any()
        steady = t - shams.since[cells] >= (ARM if rim else ISLAND)
        if steady.mean() >= STEADY:
            found |= cells
    if not (found & ~_there(shams, shams.look)).any():
        return shams
    return replace(shams, known=shams.known | found, like=np.where(found, shams.look, shams.like))


def without(shams: Shams, hand: Floats, thumb: Floats) -> Floats:
    """The map of hands without what is known to be none."""
    there = _there(shams, thumb)
    if not there.any():
        return hand
    whole = cv2.morphologyEx(there.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((HOLE, HOLE), np.uint8)) > 0
    return np.where(whole, np.float32(0.0), hand)


def _there(shams: Shams, thumb: Floats) -> motion.Mask:
    """Cells that are known, and look as they did."""
    return np.asarray(shams.known & (np.abs(thumb - shams.like) <= motion.STEP), np.bool_)
