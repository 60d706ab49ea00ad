"""Where things lie: heat maps over the rectified board for dice, the cube, hands and checkers.

One fully convolutional network, `spots.onnx`: rectified picture → four maps of a quarter of its size. Centres are peaks of a map,
hands and checkers are areas. Colours mean nothing to it: it was trained on boards of any colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.vision.networks import Floats, Image, Networks, blob, chances

STRIDE = 4
"""Rectified px a cell of the maps."""
DIE, CUBE = 0.3, 0.15
"""A peak of this height is worth a closer look; the readers of die and cube decide."""
CUBES = 3
"""So many of the highest are looked at: there is but one cube."""
APART = 5.0
"""Cells between two peaks: less than half a die."""


@dataclass(frozen=True, slots=True)
class Peak:
    x: float
    y: float
    """Px of the picture that was looked at."""
    score: float
    """Height of the map, 0…1."""


@dataclass(frozen=True, slots=True)
class Spots:
    """What one look at a rectified board found. Peaks are in rectified px, highest first; maps are (h / 4, w / 4), 0…1."""

    dice: tuple[Peak, ...]
    cubes: tuple[Peak, ...]
    hand: Floats
    checker: Floats


def look(rectified: Image, networks: Networks) -> Spots:
    """One look at the rectified picture (h, w, 3); h and w multiples of 16."""
    (maps,) = networks.run("spots", blob(rectified))
    dice, cube, hand, checker = chances(maps[0])
    return Spots(peaks(dice, DIE, apart=2.0), peaks(cube, CUBE, apart=APART)[:CUBES], hand, checker)


def peaks(heat: Floats, least: float, *, apart: float, stride: int = STRIDE) -> tuple[Peak, ...]:
    """Local maxima of at least `least`, `apart` cells from any higher one; highest first, to a fraction of a cell."""
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= least)
    rows, columns = np.nonzero(top)
    kept: list[tuple[int, int]] = []
    for i in np.argsort(-heat[rows, columns], kind="stable"):
        cell = int(rows[i]), int(columns[i])
        if all(np.hypot(cell[0] - r, cell[1] - c) >= apart for r, c in kept):
            kept.append(cell)
    return tuple(_refined(heat, row, column, stride) for row, column in kept)


def _refined(heat: Floats, row: int, column: int, stride: int) -> Peak:
    """The centre of gravity of the peak's 3x3 cells, as px of the picture."""
    r, c = slice(max(0, row - 1), row + 2), slice(max(0, column - 1), column + 2)
    weight = heat[r, c].astype(np.float64)
    ys, xs = np.mgrid[r.start : r.start + weight.shape[0], c.start : c.start + weight.shape[1]]
    x, y = (float((weight * v).sum() / weight.sum()) for v in (xs, ys))
    return Peak((x + 0.5) * stride - 0.5, (y + 0.5) * stride - 0.5, float(heat[row, column]))


def at(area: Floats, px: npt.ArrayLike) -> Floats:
    """The values of a map at points (n, 2) of the picture; 0 outside."""
    columns, rows = np.floor((np.asarray(px, np.float64) + 0.5) / STRIDE).astype(int).T
    inside = (rows >= 0) & (columns >= 0) & (rows < area.shape[0]) & (columns < area.shape[1])
    return np.where(inside, area[rows.clip(0, area.shape[0] - 1), columns.clip(0, area.shape[1] - 1)], np.float32(0.0))
