"""What the starting position teaches: whose checkers look how, how the board looks without them, and how well it is read.

The starting position is a picture of this board in this light of which everything is known. Where it is not read as it must be,
corners and bar may be a little off, and are tried elsewhere (`fitted`). A game that begins with it has fifteen checkers a side; a
picture of that game is read with all of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from boardcam.vision import checkers, furniture, opening, spots
from boardcam.vision.calibration import CORNERS, BadCalibration, Calibration
from boardcam.vision.colours import Exemplars
from boardcam.vision.ground import Ground
from boardcam.vision.networks import Image, Networks
from boardcam.vision.opening import Trial
from boardcam.vision.rectify import rectify

WELL = -2.0
"""Log-likelihood of the starting position from which nothing is tried."""
WORTH = 1.0
"""By so much a step must improve it."""
STEPS = 4
"""Steps at most."""
ASIDE, WIDER = 0.012, 0.15
"""A step of one corner, in widths of the board, and of the bar, in pitches."""
CAP = 6.0
"""Most that one place says against a step."""
STANDS = -3 * CAP
"""Below, the starting position is not there."""
HEIGHTS = tuple(np.concatenate(halves) for halves in ((furniture.PATTERN,), (furniture.PATTERN[11::-1], furniture.PATTERN[:11:-1])))
"""How many stand on each place, by who sits where."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What was learnt."""

    calibration: Calibration
    exemplars: Exemplars
    ground: Ground
    trial: Trial
    """Who sits where, and which points are read wrongly."""


def learn(image: Image, calibration: Calibration, networks: Networks) -> Lesson:
    """The lesson of a picture (h, w, 3) of the starting position."""
    flat = rectify(image, calibration)
    covered = checkers.shade(spots.look(flat, networks).hand, calibration.board) if "spots" in networks else None
    cuts, tally = checkers.tallied(flat, calibration, networks)
    counts, exemplars = checkers.told(cuts, tally, None, covered)
    return Lesson(calibration, exemplars, checkers.ground_of(cuts, tally), opening.trial(counts))


def fitted(image: Image, calibration: Calibration, networks: Networks) -> Calibration:
    """The calibration by which a picture of the starting position is read best, step by step from a given one; the given one, if
    another position is shown."""
    best, score = calibration, agreement(image, calibration, networks)
    for _ in range(STEPS):
        if score >= WELL:
            break
        tried = [(agreement(image, one, networks), one) for one in _steps(best)]
        high, one = max(tried, key=lambda pair: pair[0])
        if high < score + WORTH:
            break
        best, score = one, high
    return best if score >= STANDS else calibration


def agreement(image: Image, calibration: Calibration, networks: Networks) -> float:
    """Log-likelihood of the starting position's heights by a calibration; 0 at best."""
    _, tally = checkers.tallied(rectify(image, calibration), calibration, networks)
    told = np.where(tally.covered[:24, None], -CAP, np.maximum(tally.counts[:24], -CAP))
    return max(float(told[np.arange(24), heights].sum()) for heights in HEIGHTS)


def _steps(calibration: Calibration) -> Iterator[Calibration]:
    """What is tried: each corner along and across, both corners of a side, and the bar."""
    tl, tr, br, bl = np.array(calibration.corners)
    right, down = (tr - tl + br - bl) / 2, (bl - tl + br - tr) / 2
    step = ASIDE * float(np.hypot(*right))
    ways = [way / np.hypot(*way) * step * sign for way in (right, down) for sign in (1.0, -1.0)]
    groups = [(name,) for name in CORNERS] + [(CORNERS[k], CORNERS[(k + 1) % 4]) for k in range(4)]
    for way in ways:
        for names in groups:
            moved = calibration
            for name in names:
                moved = moved.nudged(name, float(way[0]), float(way[1]))
            yield moved
    for by in (-WIDER, WIDER, -2 * WIDER, 2 * WIDER):
        try:
            yield replace(calibration, bar=calibration.bar + by)
        except BadCalibration:
            continue
