"""What the eyes remember from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from boardcam.events import Counts, CubeSeen, DieSeen
from boardcam.rules.sentence import Sentence
from boardcam.vision import checkers, furniture, glances
from boardcam.vision.calibration import Calibration
from boardcam.vision.colours import Exemplars
from boardcam.vision.ground import Ground
from boardcam.vision.networks import Floats, Networks
from boardcam.vision.owners import Owners
from boardcam.vision.rectify import Warp, warp
from boardcam.vision.shams import Shams

Shift = tuple[float, float]
"""(right, down), cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was made of one frame, and how the board looked in it."""

    thumb: Floats
    counts: Counts
    dice: tuple[DieSeen, ...] | None
    cube: CubeSeen | None
    hand: float
    tally: checkers.Tally | None = None
    """What the strips' network said; None while something moved."""
    whole: float = -np.inf
    """When every strip was counted last, s."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Everything the eyes remember."""

    networks: Networks
    calibration: Calibration | None = None
    warp: Warp | None = None
    guesses: tuple[Calibration, ...] = ()
    """The board's place by the last searches, while it is not settled."""
    failed: float = -np.inf
    """Time of the last search in vain."""
    why: Sentence | None = None
    """Why that found no board; None = it found one, or nobody has searched."""
    reference: Floats | None = None
    """The board as it looked when it was last read, or first seen: the check looks for this."""
    drift: Shift = (0.0, 0.0)
    """By how much the reference is off the place where the board was found, cells."""
    last: Floats | None = None
    """The frame before."""
    reading: Reading | None = None
    """The last reading of a still frame."""
    dice: tuple[DieSeen, ...] = ()
    """The dice when they were last seen."""
    exemplars: Exemplars | None = None
    """The colours of the checkers."""
    ground: Ground | None = None
    """How the board looks where no checkers lie; None until the starting position was seen."""
    owners: Owners = field(default_factory=Owners)
    """The colours of the dice."""
    furniture: furniture.Places | None = None
    """Where something looks like a die and is none; None until the starting position was seen."""
    glances: glances.Glances = ()
    """What was said of each place that looks like a die from afar."""
    shams: Shams | None = None
    """Where something looks like a hand and is none; None before the first frame of a board."""
    looked: float = -np.inf
    """When hands and dice were looked for last, s."""
    before: Counts | None = None
    """The last that was read of each place."""
    sure: bool = True
    """It is known which row is the top one; False when the board was found anew, until enough of it was read."""
    turned: bool = False
    """The corners are named otherwise than the search names them, because the board was turned in mid-game."""


def start(networks: Networks, calibration: Calibration | None = None) -> Sight:
    """Eyes that have seen nothing yet; with a calibration they need not search for the board."""
    return Sight(networks) if calibration is None else placed(Sight(networks), calibration)


def placed(sight: Sight, calibration: Calibration) -> Sight:
    """The board lies there."""
    return replace(
        sight,
        calibration=calibration,
        warp=warp(calibration),
        guesses=(),
        drift=(0.0, 0.0),
        turned=False,
        sure=sight.before is None,
        glances=(),
        shams=None,
    )


def unplaced(sight: Sight) -> Sight:
    """The board is no longer there; its colours, and how it was read, are remembered."""
    return replace(sight, calibration=None, warp=None, guesses=(), reference=None, last=None, ground=None, reading=None, dice=())
