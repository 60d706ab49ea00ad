"""Hands, arms and heads over the board: whether, and which cells of it they hide."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boardcam.events import Counts
from boardcam.geometry import Board
from boardcam.vision import strips
from boardcam.vision.networks import Floats
from boardcam.vision.rectify import to_rectified
from boardcam.vision.spots import STRIDE

MASKED = 0.5
"""A cell above this probability is hidden."""
SEEN = 24.0
"""So many hidden cells (a quarter of a checker's area each 16) make a hand as likely as not."""


def over(hand: Floats, board: Board) -> float:
    """Probability that something reaches over the playing surface, from the map of hands (h / 4, w / 4)."""
    cells = float(np.clip((hand[surface(board)] - 0.3) / 0.4, 0.0, 1.0).sum())
    return cells**2 / (cells**2 + SEEN**2)


def surface(board: Board) -> tuple[slice, slice]:
    """The cells of the maps that show the playing surface."""
    (left, top), (right, bottom) = (to_rectified(board, [[0.0, 0.0], [board.width, board.depth]]) + 0.5) / STRIDE
    return slice(round(top), round(bottom)), slice(round(left), round(right))


def hidden(hand: Floats, xy: npt.ArrayLike, board: Board, radius: float) -> npt.NDArray[np.bool_]:
    """For places (n, 2) in pitches: is more than half of the square of ±radius pitches around it hidden?"""
    cells = (to_rectified(board, xy) + 0.5) / STRIDE
    reach = radius * 32.0 / STRIDE
    return np.array([_share(hand, float(x), float(y), reach) > MASKED for x, y in cells], np.bool_)


def without(counts: Counts, covered: npt.NDArray[np.bool_]) -> Counts:
    """The counts, but no evidence where strips (30,) are covered: rows of a bar or the trays as soon as one of their strips is."""
    bar, trays = covered[[strips.BAR_TOP, strips.BAR_BOTTOM]].any(), covered[list(strips.TRAYS)].any()
    rows = np.concatenate([covered[:24], [bar, bar, trays, trays]])
    left = np.where(rows[:, None], np.float32(0.0), counts)
    left.flags.writeable = False
    return left


def _share(hand: Floats, x: float, y: float, reach: float) -> float:
    rows = slice(max(0, int(y - reach)), max(0, int(y + reach) + 1))
    columns = slice(max(0, int(x - reach)), max(0, int(x + reach) + 1))
    part = hand[rows, columns]
    return float((part > MASKED).mean()) if part.size else 0.0
