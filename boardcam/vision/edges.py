"""The picture's edges: how far a board reaches beyond them, and which of its places are not in the picture.

A board of which a part is missing looks like a whole one that is smaller; what is not seen is never taken for empty.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boardcam.rules.sentence import Sentence, sentence
from boardcam.vision import strips
from boardcam.vision.calibration import Calibration

BEYOND = 0.04
"""By so much, in widths of the board (half a point), a corner may lie beyond the picture's edge."""
NEAR = 0.01
"""So near to the edge, as exactly as corners are found, a board shows no frame there: one that is cut looks the same."""
SIDES = ("left", "top", "right", "bottom")
SAID = {
    "left": sentence("the left"), "top": sentence("the top"), "right": sentence("the right"), "bottom": sentence("the bottom"),
}  # fmt: skip
"""Sides of the picture as they stand in a sentence."""
ROW = np.arange(5) + 0.5
"""Middles of a place's first checkers, pitches from the base line."""


def beyond(size: tuple[int, int], corners: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(4,): how far the outermost of the corners (4, 2) lies beyond each edge of a picture, in the order of SIDES, in widths of the
    board; negative = inside."""
    points = np.asarray(corners, np.float64)
    width = float(np.hypot(*(points[1] + points[2] - points[0] - points[3]))) / 2
    low, high = points.min(0), points.max(0)
    return np.array([-low[0], -low[1], high[0] - (size[0] - 1), high[1] - (size[1] - 1)]) / width


def cut(size: tuple[int, int], corners: npt.ArrayLike) -> tuple[str, ...]:
    """Sides at which a board runs out of the picture; () = it is wholly in it."""
    return tuple(side for side, far in zip(SIDES, beyond(size, corners), strict=True) if far > BEYOND)


def near(size: tuple[int, int], corners: npt.ArrayLike) -> tuple[str, ...]:
    """Sides at which a board ends where the picture does, or nearly, so that more of it may lie beyond."""
    return tuple(side for side, far in zip(SIDES, beyond(size, corners), strict=True) if far > -NEAR)


def said(first: str, *more: str) -> Sentence:
    """Sides in a sentence: "the left and the top"."""
    return sentence("{first} and {second}", first=SAID[first], second=said(*more)) if more else SAID[first]


def unseen(calibration: Calibration) -> npt.NDArray[np.bool_]:
    """(30,): points and halves of the bar, by strip, whose first checker, or two of five, would lie outside the picture."""
    board, marks = calibration.board, np.zeros(strips.STRIPS, np.bool_)
    for strip in range(strips.TRAYS[0]):
        along = ROW if strips.is_top(strip) else board.depth - ROW
        px = calibration.to_pixels(np.column_stack([np.full(len(ROW), strips.column(board, strip)), along]))
        outside = np.asarray(((px < 0) | (px > np.array(calibration.size) - 1)).any(1), np.bool_)
        marks[strip] = outside[0] or outside.sum() > 1
    return marks
