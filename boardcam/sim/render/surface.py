"""The playing surface as a texture: ground, 24 points, border, logo."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board
from boardcam.sim.render.prints import CELL
from boardcam.sim.render.sets import Look, Points
from boardcam.sim.render.solid import Colour

Ink = tuple[int, int, int]
SCALE = 72
"""Texture pixels a pitch."""
SHIFT = 4
"""Binary places of the coordinates that OpenCV draws with."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    pixels: NDArray[np.uint8]
    """RGB, the square root of linear reflectance."""
    span: tuple[float, float, float, float]
    """x, y of its corner and 1/width, 1/height, in board units."""


def ink(c: Colour) -> Ink:
    r, g, b = (int(255 * min(max(v, 0.0), 1.0) ** 0.5) for v in c)
    return r, g, b


def surface(look: Look, sheet: NDArray[np.uint8]) -> Surface:
    board, m = look.board, look.furniture.margin + 0.1
    size = (int((board.width + 2 * m) * SCALE), int((board.depth + 2 * m) * SCALE))
    page = np.full((size[1], size[0], 3), ink(look.points.ground), np.uint8)
    for place in range(24):
        _point(page, board, look.points, place, m)
    if look.points.border:
        _border(page, board, ink(look.points.border), m)
    if look.points.logo:
        for middle in (3.0, 9.0 + board.bar):
            _stamp(page, sheet, look.points.logo, (middle + m, board.depth / 2 + m))
    return Surface(page, (-m, -m, SCALE / size[0], SCALE / size[1]))


def outline(board: Board, points: Points, place: int) -> list[tuple[float, float]]:
    """Corners of a point, board units."""
    x, half, reach = board.column(place), points.width / 2, points.length * board.depth / 2
    tip = {"triangle": [(0.0, 1.0)], "blunt": [(0.22, 1.0), (-0.22, 1.0)]}.get(points.shape)
    if tip is None:
        tip = [(0.2 * np.cos(t), 0.86 + 0.14 * np.sin(t)) for t in np.linspace(0.1, np.pi - 0.1, 7)]
    shape = [(half, 0.0), *((w * half, along * reach) for w, along in tip), (-half, 0.0)]
    return [(x + dx, y if board.is_top(place) else board.depth - y) for dx, y in shape]


def _point(page: NDArray[np.uint8], board: Board, points: Points, place: int, m: float) -> None:
    at = _fixed([(x + m, y + m) for x, y in outline(board, points, place)])
    cv2.fillPoly(page, [at], ink(points.colours[place % 2]), cv2.LINE_AA, SHIFT)
    if points.edge:
        cv2.polylines(page, [at], True, ink(points.edge), 3, cv2.LINE_AA, SHIFT)


def _fixed(at: list[tuple[float, float]]) -> NDArray[np.int32]:
    return np.array([(x * SCALE * 16, y * SCALE * 16) for x, y in at], np.int32)


def _border(page: NDArray[np.uint8], board: Board, colour: Ink, m: float) -> None:
    for left in (0.0, 6.0 + board.bar):
        a, b = (left + m, m), (left + 6 + m, board.depth + m)
        cv2.polylines(page, [_fixed([a, (b[0], a[1]), b, (a[0], b[1])])], True, colour, 4, cv2.LINE_AA, SHIFT)


def _stamp(page: NDArray[np.uint8], sheet: NDArray[np.uint8], logo: tuple[int, float, Colour], middle: tuple[float, float]) -> None:
    cell, size, colour = logo
    y, x = divmod(cell, 8)
    picture = sheet[y * CELL : (y + 1) * CELL, x * CELL : (x + 1) * CELL]
    n = int(size * SCALE)
    cover = cv2.resize(picture, (n, n), interpolation=cv2.INTER_AREA).max(-1, keepdims=True) / 255.0
    top, left = int(middle[1] * SCALE - n / 2), int(middle[0] * SCALE - n / 2)
    spot = page[top : top + n, left : left + n]
    spot[:] = spot * (1 - cover) + np.array(ink(colour)) * cover
