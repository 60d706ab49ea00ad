"""The board drawn upright: one warp from the camera's picture to a picture of fixed size.

The rectified picture is WIDTH x HEIGHT px. Across, a pitch is SCALE px; down, the depth of the board is 11 * SCALE px, whatever
it is in pitches. The board lies in the middle, so that trays, both frame sides and the tops of leaning stacks are in the
picture; what lies outside the camera's picture is grey.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.geometry import Board
from boardcam.vision.calibration import Calibration, Points, inverse, transform

Image = npt.NDArray[np.uint8]
"""(height, width, 3) BGR or (height, width) grey."""

WIDTH, HEIGHT = 576, 448
SCALE = 32.0
"""px a pitch, across."""
OUTSIDE = (114, 114, 114)
"""Colour of what the camera did not see."""


def matrix(board: Board) -> npt.NDArray[np.float64]:
    """3x3, board units → px of the rectified picture (pixel (0, 0) is the middle of the top left pixel)."""
    down = 11.0 * SCALE / board.depth
    left = (WIDTH - board.width * SCALE) / 2 - 0.5
    top = (HEIGHT - 11.0 * SCALE) / 2 - 0.5
    return np.array([[SCALE, 0.0, left], [0.0, down, top], [0.0, 0.0, 1.0]])


def to_rectified(board: Board, xy: npt.ArrayLike) -> Points:
    """Points (n, 2) in pitches → px of the rectified picture."""
    return transform(matrix(board), xy)


def to_board(board: Board, px: npt.ArrayLike) -> Points:
    """Points (n, 2) of the rectified picture, px → pitches."""
    return transform(inverse(matrix(board)), px)


@dataclass(frozen=True, slots=True)
class Warp:
    """Where each rectified pixel comes from; made once a calibration, used for each frame."""

    calibration: Calibration
    shrink: int
    """The frame is first shrunk by this factor (area mean), so that large pictures do not alias."""
    maps: tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]

    def __call__(self, image: Image) -> Image:
        """Rectify a frame of the calibration's size. Raises BadCalibration for any other size."""
        self.calibration.check((image.shape[1], image.shape[0]))
        if self.shrink > 1:
            image = _image(cv2.resize(image, shrunk(self.calibration.size, self.shrink), interpolation=cv2.INTER_AREA))
        return _image(
            cv2.remap(image, *self.maps, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=OUTSIDE)
        )


def warp(calibration: Calibration) -> Warp:
    """The fused map of a calibration."""
    shrink = max(1, int(_pixels_a_pitch(calibration) / SCALE))
    source = calibration.scaled(shrunk(calibration.size, shrink)) if shrink > 1 else calibration
    to_source = source.homography @ inverse(matrix(calibration.board))
    x, y = np.meshgrid(np.arange(WIDTH, dtype=np.float64), np.arange(HEIGHT, dtype=np.float64))
    where = transform(to_source, np.stack([x, y], -1)).reshape(HEIGHT, WIDTH, 2).clip(-9999, 9999).astype(np.float32)
    first, second = cv2.convertMaps(where, None, cv2.CV_16SC2)  # type: ignore[call-overload]
    return Warp(calibration, shrink, (np.asarray(first, np.int16), np.asarray(second, np.uint16)))


def rectify(image: Image, calibration: Calibration) -> Image:
    """One frame, upright, HEIGHT x WIDTH. For many frames of one calibration keep its `warp`."""
    return warp(calibration)(image)


def shrunk(size: tuple[int, int], factor: int) -> tuple[int, int]:
    return max(1, size[0] // factor), max(1, size[1] // factor)


def _pixels_a_pitch(calibration: Calibration) -> float:
    """Of the shorter long edge, so that no part of the board is blurred more than the rectified picture can show."""
    tl, tr, br, bl = np.array(calibration.corners)
    return float(min(np.hypot(*(tr - tl)), np.hypot(*(br - bl))) / calibration.board.width)


def _image(array: npt.NDArray[np.generic] | cv2.typing.MatLike) -> Image:
    return np.asarray(array, np.uint8)
