"""Reading checkers without a network: circles and two colours. What one would try first, kept to be measured against.

It needs checkers that look round and stand out from the board; it neither knows stacks nor hands.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.events import BAR_DARK, BAR_LIGHT, Counts, no_counts
from boardcam.geometry import Board
from boardcam.vision.calibration import Calibration
from boardcam.vision.checkers import LEAST
from boardcam.vision.colours import lab, learn
from boardcam.vision.rectify import SCALE, Image, to_board

RADII = (int(0.33 * SCALE), int(0.56 * SCALE))
"""px of the rectified picture: checkers are 0.7 to 1.1 pitches wide."""
EDGE, VOTES = 120.0, 17.0
"""Hough: upper threshold of edges, votes a circle needs."""


def read(rectified: Image, calibration: Calibration) -> Counts:
    """(28, 31) as `checkers.read`; trays carry no evidence."""
    board = calibration.board
    circles = _circles(rectified)
    rows = no_counts()
    rows[:26] = LEAST
    counts = np.zeros(26, np.int64)
    light = _is_light(rectified, circles)
    for (x, y), of_light in zip(to_board(board, circles[:, :2]), light, strict=True):
        row = _row(board, float(x), float(y), bool(of_light))
        if row is not None:
            counts[row] += 1 if of_light else -1
    for row, count in enumerate(counts.clip(-15, 15)):
        rows[row, 15 + count] = -0.2
    rows.flags.writeable = False
    return rows


def _circles(rectified: Image) -> npt.NDArray[np.float64]:
    """(n, 3): x, y, radius, px."""
    grey = cv2.medianBlur(cv2.cvtColor(rectified, cv2.COLOR_BGR2GRAY), 3)
    found = cv2.HoughCircles(
        grey, cv2.HOUGH_GRADIENT, 1.0, 0.75 * SCALE, param1=EDGE, param2=VOTES, minRadius=RADII[0], maxRadius=RADII[1]
    )
    return np.zeros((0, 3)) if found is None else np.asarray(found, np.float64).reshape(-1, 3)


def _is_light(rectified: Image, circles: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    paint = lab(rectified)
    samples = np.array([_middle(paint, x, y) for x, y, _ in circles], np.float64).reshape(-1, 3)
    return np.asarray(learn(samples).log_odds(samples) > 0, np.bool_)


def _middle(paint: npt.NDArray[np.float32], x: float, y: float) -> npt.NDArray[np.float32]:
    r, c = (max(0, round(v) - 5) for v in (y, x))
    return np.asarray(np.median(paint[r : r + 11, c : c + 11].reshape(-1, 3), 0), np.float32)


def _row(board: Board, x: float, y: float, light: bool) -> int | None:
    """The row of the table for a circle in the middle (x, y), in pitches; None outside the playing surface."""
    half = board.half(x, y)
    if half == "outside":
        return None
    if half == "bar" and board.bar > 0.4:
        return BAR_LIGHT if light else BAR_DARK
    row = range(12, 24) if y < board.depth / 2 else range(12)
    return min(row, key=lambda place: abs(board.column(place) - x))
