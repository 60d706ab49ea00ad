"""The small pictures in which the corner network looks for a board: first the whole picture, then the board drawn upright."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.vision.calibration import Points
from boardcam.vision.rectify import OUTSIDE, Image

WIDE, HIGH = 256, 192
"""px of the second look; the first has about as many, in the shape of the picture."""
PART = 0.72
"""Share of the picture's sides that a closer first look sees."""
MARGIN = (28.0, 21.0)
"""px between the board and the edge of the second look."""


def windows(w: int, h: int) -> list[tuple[int, int, int, int]]:
    """Parts (left, top, right, bottom) of a picture to look at until the board is clear: all of it, its middle, its quarters."""
    a, b = round(w * PART), round(h * PART)
    places = [((w - a) // 2, (h - b) // 2), (0, 0), (w - a, 0), (0, h - b), (w - a, h - b)]
    return [(0, 0, w, h), *((x, y, x + a, y + b) for x, y in places)]


def letterbox(image: Image) -> tuple[Image, npt.NDArray[np.float64]]:
    """The whole picture, small, with a margin for corners just outside it; and the way px → px of the small one (3, 3)."""
    h, w = image.shape[:2]
    wide, high = frame_size(w, h)
    factor = 0.94 * min(wide / w, high / h)
    inner = (max(1, round(w * factor)), max(1, round(h * factor)))
    left, top = (wide - inner[0]) // 2, (high - inner[1]) // 2
    frame = np.full((high, wide, 3), OUTSIDE, np.uint8)
    frame[top : top + inner[1], left : left + inner[0]] = cv2.resize(image, inner, interpolation=cv2.INTER_AREA)
    fx, fy = inner[0] / w, inner[1] / h
    return frame, np.array([[fx, 0, left + 0.5 * fx - 0.5], [0, fy, top + 0.5 * fy - 0.5], [0, 0, 1]])


def frame_size(w: int, h: int) -> tuple[int, int]:
    """Size of the first look at a picture of w x h: about its shape, about WIDE x HIGH in area, multiples of 32."""
    shape = float(np.clip(w / h, 0.4, 2.5))
    area = 1.15 * WIDE * HIGH
    wide = 32 * round(np.sqrt(area * shape) / 32)
    return wide, 32 * round(area / wide / 32)


def drawn_upright(image: Image, corners: Points, goal: npt.NDArray[np.float32]) -> Image:
    """The board with its corners at `goal`; a large picture is shrunk first, so that it does not alias."""
    longest = float(np.hypot(*(np.roll(corners, -1, 0) - corners).T).max())
    factor = min(1.0, 1.6 * WIDE / longest)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1.0 else image
    way = cv2.getPerspectiveTransform(((corners + 0.5) * factor - 0.5).astype(np.float32), goal)
    return np.asarray(cv2.warpPerspective(small, way, (WIDE, HIGH), borderValue=OUTSIDE), np.uint8)


def upright_corners(size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Where the second look draws TL, TR, BR, BL (4, 2)."""
    (w, h), (x, y) = size, MARGIN
    return np.array([[x, y], [w - 1 - x, y], [w - 1 - x, h - 1 - y], [x, h - 1 - y]], np.float32)
