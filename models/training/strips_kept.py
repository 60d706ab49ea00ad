"""A board in memory, drawn upright, as the strip network's samples are cut from it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from labelled import Pixels

from boardcam.geometry import Board

PAD = 64
"""px by which the kept picture is larger than the rectified one, on each side."""
UNKNOWN = 255


@dataclass(frozen=True)
class Found:
    """A board as it was found without help, which is what the strips will be cut by."""

    board: Board
    wrong: npt.NDArray[np.float64]
    """(4, 2): by how much its corners are off, px of the kept picture."""
    leans: npt.NDArray[np.float32]
    """As `Kept.leans`."""


@dataclass(frozen=True)
class Kept:
    """Picture and truth."""

    flat: Pixels
    checkers: Pixels
    """Where a checker is seen, half resolution: 255 or 0."""
    layers: Pixels
    """How many checkers lie on each other there, half resolution; UNKNOWN = do not learn."""
    unseen: Pixels
    """Where hands or clutter cover the board or the picture ends, half resolution."""
    board: Board
    leans: npt.NDArray[np.float32]
    """(30, 2) by strip: `boardcam.vision.strips.leans`."""
    counts: npt.NDArray[np.int64]
    """(30,) by strip; -1 = do not learn."""
    covered: npt.NDArray[np.float32]
    """(30,) 1 = its checkers cannot be counted."""
    found: Found | None = None
    """Where the corner network sees this board; None = nowhere near."""
