"""What the starting position teaches: whose checkers look how, how the board looks without them, and how well it is read.

The starting position is a picture of this board in this light of which everything is known. A game that begins with it has fifteen
checkers a side; a picture of that game is read with all of this.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardcam.vision import checkers, opening, spots
from boardcam.vision.calibration import Calibration
from boardcam.vision.colours import Exemplars
from boardcam.vision.ground import Ground
from boardcam.vision.networks import Image, Networks
from boardcam.vision.opening import Trial
from boardcam.vision.rectify import rectify


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
