"""Which parts of a picture change when things come, go or move: where they and their shadows are seen, as tiles of the picture.

A grid of tiles is bool [rows, columns]; tiles are `TILE` px wide, those at the right and lower edge may be cut. What is not in it
keeps its light, so that a table at which one hand moves costs little more than the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board
from boardcam.sim.render import furniture
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.lights import Lamp

Rect = tuple[int, int, int, int]
"""x, y, width, height, px."""
Tiles = NDArray[np.bool_]
TILE = 16
DARKENS = 1.2
"""Pitches around a thing in which it darkens corners."""
WASTE = 45
"""Tiles that may as well be drawn in vain as one rectangle more."""
NEARER = 2
"""The outlines are drawn with this much more detail than the tiles have, as a power of two."""


def tiles(
    parts: Iterable[tuple[NDArray[np.float64], bool]], camera: Camera, lamps: Sequence[Lamp], board: Board, soft: float = 9.0
) -> Tiles:
    """The tiles that these parts of things and their shadows touch: [n, 3] points each, board units, and if it darkens corners.

    `soft` limits how far out, in pitches, a fading edge is followed.
    """
    cell = TILE >> NEARER
    w, h = camera.size
    page: NDArray[np.uint8] = np.zeros((-(-h // TILE) << NEARER, -(-w // TILE) << NEARER), np.uint8)
    for part, darkens in parts:
        near = _grown(part, min(DARKENS, soft)) if darkens else part
        for cast in [near, *(np.vstack([near, _shadow(part, lamp, board, soft)]) for lamp in lamps)]:
            hull = cv2.convexHull((camera.pixels(cast) / cell * 16 - 8).round().astype(np.int32))
            cv2.fillConvexPoly(page, hull, (1.0,), shift=4)
    grown = np.asarray(cv2.dilate(page, np.ones((3, 3), np.uint8)))  # a cell that a hull only grazes is not filled
    rows, columns = page.shape[0] >> NEARER, page.shape[1] >> NEARER
    return np.asarray(grown.reshape(rows, 1 << NEARER, columns, 1 << NEARER).any((1, 3)))


def _grown(points: NDArray[np.float64], by: float) -> NDArray[np.float64]:
    return np.vstack([points + np.array([dx, dy, 0]) for dx in (-by, by) for dy in (-by, by)])


def _shadow(points: NDArray[np.float64], lamp: Lamp, board: Board, soft: float) -> NDArray[np.float64]:
    """Where the shadow of the points falls on the table; on all that stands higher it falls between there and the points."""
    at = np.array(lamp.at)
    fall = (points[:, 2] - furniture.TABLE) / np.maximum(at[2] - points[:, 2], 0.5)
    away = np.clip(points - fall[:, None] * (at - points), -40, 55)
    steep = at[2] / float(np.linalg.norm(at - [board.width / 2, board.depth / 2, 0]))
    return _grown(away, min(lamp.reach(board) / max(steep, 0.2), soft)) * [1, 1, 0] + [0, 0, furniture.TABLE]


def rectangles(grid: Tiles, size: tuple[int, int]) -> list[Rect]:
    """Rectangles of a picture of this size (w, h) that hold all these tiles, and no more others than a further one would cost."""
    boxes, row = [], 0
    for runs, alike in groupby(_runs(line) for line in grid):
        rows = len(list(alike))
        boxes += [(a, row, b, row + rows) for a, b in runs]
        row += rows
    joined = _joined(np.array(boxes, int).reshape(-1, 4)) * TILE
    return [(x, y, min(right, size[0]) - x, min(below, size[1]) - y) for x, y, right, below in joined.tolist()]


def _joined(boxes: NDArray[np.int_]) -> NDArray[np.int_]:
    """[n, 4] x0, y0, x1, y1: joins two for as long as the tiles won by it are fewer than `WASTE`."""
    while len(boxes) > 1:
        first, second = boxes[:, None], boxes[None]
        both = np.concatenate([np.minimum(first, second)[..., :2], np.maximum(first, second)[..., 2:]], -1)
        area = _areas(boxes)
        waste = _areas(both) - area[:, None] - area[None]
        np.fill_diagonal(waste, np.iinfo(int).max)
        i, j = np.unravel_index(int(waste.argmin()), waste.shape)
        if waste[i, j] >= WASTE:
            break
        boxes = np.vstack([np.delete(boxes, (i, j), 0), both[i, j]])
    return boxes


def _areas(boxes: NDArray[np.int_]) -> NDArray[np.int_]:
    return np.asarray((boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1]))


def _runs(line: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Starts and ends of the stretches of True."""
    edges = np.flatnonzero(np.diff(line.astype(np.int8), prepend=0, append=0))
    return tuple((int(a), int(b)) for a, b in edges.reshape(-1, 2))
