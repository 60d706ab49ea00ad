"""Hardly any light: what a camera shows of a dark room is made brighter before it is looked at, as the networks know pictures.

Corners are told by edges, wherever they are: what is dark is lifted and what is bright stays. Checkers are told by how bright they
are beside each other: there all is multiplied alike, and only where next to nothing is seen.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.vision.networks import Image

DUSK, EVEN = 60, 90
"""A picture whose middle pixel is darker than DUSK is lifted so that it is EVEN."""
NIGHT, DAY = 20, 230
"""Where hardly a pixel is brighter than NIGHT, the brightest become DAY."""
BRIGHTEST = 98
"""Percentile: above are lamps, and what is mirrored."""


def lifted(image: Image) -> Image:
    """A picture in which also what lies in the dark can be seen."""
    middle = float(np.median(_bright(image)))
    if middle >= DUSK:
        return image
    power = float(np.log(EVEN / 255) / np.log(max(middle, 2.0) / 255))
    return _by(image, 255 * np.power(np.linspace(0.0, 1.0, 256), power))


def stretched(image: Image) -> Image:
    """A picture of next to no light as if by more of the same light."""
    brightest = float(np.percentile(_bright(image), BRIGHTEST))
    if brightest >= NIGHT:
        return image
    return _by(image, np.arange(256) * (DAY / max(brightest, 2.0)))


def _bright(image: Image) -> Image:
    return np.asarray(image[::4, ::4].max(2), np.uint8)


def _by(image: Image, table: npt.ArrayLike) -> Image:
    return np.asarray(cv2.LUT(image, np.clip(np.asarray(table), 0, 255).astype(np.uint8)), np.uint8)
