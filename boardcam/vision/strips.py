"""Strips: the rectified picture cut into thirty windows, each with one place in its middle, base line up.

A strip is WIDE x LONG px: the place with half of each neighbour, from one pitch outside the base line to 1.5 pitches beyond the
middle of the board. Strips of the bottom row are turned by half a turn, so that a network sees one kind only. Order: places 0…23,
the top and the bottom half of the bar, then the trays: left top, left bottom, right top, right bottom.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.geometry import Board
from boardcam.vision.rectify import HEIGHT, OUTSIDE, SCALE, WIDTH, Image, to_rectified

WIDE, LONG = 64, 256
OUT = 1.0
"""Pitches from the strip's upper edge to the base line."""
STRIPS = 30
BAR_TOP, BAR_BOTTOM = 24, 25
TRAYS = (26, 27, 28, 29)
TRAY = 1.25
"""Middle of a tray's window, pitches outside the playing surface."""
ROW = 5.0
"""Length of a full row of checkers, pitches."""
_PAD = 96


def is_top(strip: int) -> bool:
    """Does its base line lie along the upper edge of the board?"""
    return 12 <= strip < 24 or (strip >= 24 and strip % 2 == 0)


def column(board: Board, strip: int) -> float:
    """x of its middle, pitches."""
    if strip < 24:
        return board.column(strip)
    if strip < 26:
        return 6.0 + board.bar / 2
    return -TRAY if strip < 28 else board.width + TRAY


def leans(board: Board, eye: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """(30, 2): by how much the top of something in each strip seems to stand away from its foot, across and along the strip, in
    pitches a pitch of height, seen by a camera at `eye` (x, y, z). With it a second row of checkers can be told from a first."""
    middle = [[column(board, s), ROW / 2 if is_top(s) else board.depth - ROW / 2] for s in range(STRIPS)]
    turned = [[1.0 if is_top(s) else -1.0] for s in range(STRIPS)]
    x, y, z = np.asarray(eye, np.float64)
    return np.asarray((np.array(middle) - [x, y]) / z * turned, np.float32)


def cut(flat: Image, board: Board) -> npt.NDArray[np.uint8]:
    """(30, LONG, WIDE, channels) from a rectified picture."""
    padded = cv2.copyMakeBorder(flat, _PAD, _PAD, _PAD, _PAD, cv2.BORDER_CONSTANT, value=OUTSIDE)
    ways = cv2.rotate(padded, cv2.ROTATE_180), padded
    out = np.empty((STRIPS, LONG, WIDE, *flat.shape[2:]), np.uint8)
    for strip in range(STRIPS):
        left, first = _corner(board, strip)
        out[strip] = ways[is_top(strip)][first : first + LONG, left : left + WIDE]
    return out


def _corner(board: Board, strip: int) -> tuple[int, int]:
    """Left and first px of a strip in the padded picture, or, of the bottom row, in that picture turned by half a turn."""
    top = is_top(strip)
    x, base = to_rectified(board, [[column(board, strip), 0.0 if top else board.depth]])[0] + 0.5 + _PAD
    left, first = round(x) - WIDE // 2, round(base - OUT * SCALE)
    if top:
        return left, first
    return WIDTH + 2 * _PAD - left - WIDE, HEIGHT + 2 * _PAD - round(base + OUT * SCALE)
