"""Glances: what the reader of dice said of each place; it is not asked again while the place looks as it did then.

A checker with a white dot, a screw, a vein of marble look like a die to the spotter, frame after frame. Reading twenty of them
again in every frame in which something moves, somewhere else, would cost more than all the rest. So what was said of a place stands
while it looks alike; but the place that was read longest ago is read again with each frame, so that nothing stands for good. Once
all is still, what may be a die is read anew: that reading is the one that counts. What is told follows from all that was said of
all places, now or before, and so is the same whether a place was read again or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from boardcam.vision import dice, motion
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import Floats, Image, Networks
from boardcam.vision.spots import STRIDE, Peak, Spots

SAME = 6.0
"""Rectified px: a peak this near to where one was read is the same."""
REACH = 12
"""Cells on each side of a peak that the reader sees, a pitch and a half."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """One place, and what was said of it."""

    x: float
    y: float
    """Rectified px."""
    looks: Floats
    """The thumb about it."""
    t: float
    """When it was read, s."""
    said: Sequence[dice.Look]
    """Empty: no die."""


Glances = tuple[Glance, ...]


def read_dice(
    known: Glances, image: Image, calibration: Calibration, found: Spots, networks: Networks, thumb: Floats, stirs: motion.Mask,
    t: float,
) -> tuple[Glances, tuple[dice.Die, ...]]:  # fmt: skip
    """As `dice.read_dice`, but for what was read before; with what is known now. `stirs`: the cells in which something moved since
    the frame before; what is said of a thing that moves is not kept."""
    passed = _passed(known, found.dice, thumb, still=not stirs.any())
    asked = [k for k in range(len(found.dice)) if k not in passed]
    looks = dice.looks_at(image, calibration, [found.dice[k] for k in asked], networks)
    new = {k: _glance(found.dice[k], said, thumb, t) for k, said in zip(asked, looks, strict=True)}
    every = [(new.get(k) or passed[k]).said for k in range(len(found.dice))]
    moves = stirs.astype(np.float32)
    fresh = (one for one in new.values() if not _about(moves, one.x, one.y).any())
    return (*passed.values(), *fresh), dice.told(image, calibration, found, every)


def _passed(known: Glances, peaks: tuple[Peak, ...], thumb: Floats, *, still: bool) -> Mapping[int, Glance]:
    """Of which peaks what was said stands."""
    stands = {k: old for k, peak in enumerate(peaks) if (old := _alike(known, peak, thumb)) and not (still and old.said)}
    oldest = min(stands, key=lambda k: stands[k].t, default=-1)
    return {k: old for k, old in stands.items() if k != oldest}


def _alike(known: Glances, peak: Peak, thumb: Floats) -> Glance | None:
    """What is known of a place that looks as it did. A lamp's change is one: then all is read anew."""
    for old in known:
        if np.hypot(old.x - peak.x, old.y - peak.y) < SAME:
            apart = np.abs(_about(thumb, old.x, old.y) - old.looks) > motion.STEP
            return old if apart.sum() < motion.CELLS else None
    return None


def _glance(peak: Peak, said: Sequence[dice.Look], thumb: Floats, t: float) -> Glance:
    return Glance(peak.x, peak.y, _about(thumb, peak.x, peak.y), t, said)


def _about(cells: Floats, x: float, y: float) -> Floats:
    """The cells about a place (rectified px), 2 * REACH + 1 each way; beyond the edge the edge goes on."""
    row, column = (int((v + 0.5) // STRIDE) for v in (y, x))
    rows = np.clip(np.arange(row - REACH, row + REACH + 1), 0, cells.shape[0] - 1)
    columns = np.clip(np.arange(column - REACH, column + REACH + 1), 0, cells.shape[1] - 1)
    return np.asarray(cells[np.ix_(rows, columns)], np.float32)
