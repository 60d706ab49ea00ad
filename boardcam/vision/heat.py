"""What the corner network says of one look, and where in it things are.

Five maps, a cell every fourth pixel: corners of the playing surface of both kinds, the bar's ends of both kinds, the surface. A
corner is told by its turn only: going clockwise, a base line leaves a *leading* corner (top left, bottom right) and arrives at a
*trailing* one (top right, bottom left).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

STRIDE = 4
LEADING, TRAILING, BAR_LEADING, BAR_TRAILING, SURFACE = range(5)
Heat = npt.NDArray[np.float32]
"""(5, rows, columns): probabilities at every fourth pixel."""


@dataclass(frozen=True, slots=True)
class Peak:
    x: float
    y: float
    """px of the network's picture."""
    heat: float


def peaks(heat: Heat, most: int = 4, least: float = 0.03) -> list[Peak]:
    """The strongest local maxima of one map, strongest first."""
    top = cv2.dilate(heat, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[rows, columns])[:most]
    return [_refined(heat, int(rows[i]), int(columns[i])) for i in order]


def strongest(heat: Heat, around: npt.NDArray[np.float32], reach: float) -> Peak:
    """The strongest peak of one map within `reach` px of a place (in px of the network's picture)."""
    y, x = np.indices(heat.shape)
    far = np.maximum(np.abs(_px(x) - around[0]), np.abs(_px(y) - around[1])) > reach
    row, column = np.unravel_index(int(np.argmax(np.where(far, -1.0, heat))), heat.shape)
    return _refined(heat, int(row), int(column))


def _refined(heat: Heat, row: int, column: int) -> Peak:
    """A peak to a fraction of a cell: the centre of gravity of its 5x5 neighbourhood."""
    r0, c0 = max(0, row - 2), max(0, column - 2)
    part = heat[r0 : row + 3, c0 : column + 3].astype(np.float64)
    y, x = np.indices(part.shape)
    total = part.sum() + 1e-9
    return Peak(_px((x * part).sum() / total + c0), _px((y * part).sum() / total + r0), float(heat[row, column]))


def _px(cell: Any) -> Any:
    return (cell + 0.5) * STRIDE - 0.5
