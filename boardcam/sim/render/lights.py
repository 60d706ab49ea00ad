"""The room: a sky, a window, lamps. Brightness is relative; the lens exposes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board
from boardcam.sim.render.cameras import pinhole
from boardcam.sim.render.solid import Colour

MAP = 768
"""Edge of a shadow map, px."""
SOFTEST = 0.05
"""Widest soft edge that the shaders draw, as a share of the shadow map."""
HIGH = 4.0
"""Pitches above the table at which hands are mostly."""


@dataclass(frozen=True, slots=True)
class Lamp:
    at: tuple[float, float, float]
    """Board units."""
    colour: Colour
    size: float
    """Its width, in pitches: a bare bulb 1, a shaded lamp 8, a window or soft box 20, the sun its angle times the distance."""
    patch: tuple[float, float, float, float] = (-1e3, -1e3, 1e3, 1e3)
    """It reaches only this rectangle on the table (sun through a window)."""
    turn: float = 0.0
    bars: float = 0.0
    """Bars in the window, for each unit."""
    soft: float = 0.2

    def view(self, board: Board) -> tuple[NDArray[np.float32], float, float, float]:
        """(clip matrix, near, far, tan of half its opening) of its shadow map, which covers board, trays and hands."""
        middle = np.array([board.width / 2, board.depth / 2, 0.0])
        eye = np.array(self.at)
        distance = float(np.linalg.norm(middle - eye))
        f = (middle - eye) / distance
        hint = np.array([0, 1.0, 0]) if abs(f[1]) < 0.9 else np.array([0, 0, -1.0])
        down = hint - (hint @ f) * f
        fov = 2 * np.arctan(11.5 / max(distance, 12.0))
        view = pinhole(eye, f, down / np.linalg.norm(down), 0.0, fov, (MAP, MAP), (0.5, 0.5))
        near, far = max(1.0, distance - 14.0), distance + 18.0
        return view.clip(near, far), near, far, float(np.tan(fov / 2))

    def reach(self, board: Board) -> float:
        """Pitches beyond the sharp shadow, across the light, to which the shaders look for its fading edge."""
        distance = float(np.linalg.norm(np.array(self.at) - [board.width / 2, board.depth / 2, 0]))
        opening = 11.5 / max(distance, 12.0)
        wide = self.size / opening * 0.5 / distance**2  # of the map, for each pitch between a thing and its shadow
        return float(min(HIGH * wide + 0.001, SOFTEST) * 2 * distance * opening)


@dataclass(frozen=True, slots=True)
class Room:
    sky: Colour
    floor: Colour
    window: Colour
    window_from: tuple[float, float, float]
    lamps: tuple[Lamp, ...]
    panels: float
    seed: tuple[float, float] = (0.0, 0.0)


def warm(kelvin: float, strength: float) -> Colour:
    """About the colour of a glowing body."""
    t = np.clip((kelvin - 6500) / 4000, -1, 1)
    red, green, blue = 1.0 - 0.15 * max(t, 0), 1.0 - 0.25 * max(-t, 0), 1.0 + 0.65 * min(t, 0) + 0.2 * max(t, 0)
    return (float(red * strength), float(green * strength), float(blue * strength))


def _around(rng: np.random.Generator, board: Board, low: float, high: float, distance: float) -> tuple[float, float, float]:
    angle, up = rng.uniform(0, 2 * np.pi), rng.uniform(low, high)
    x, y, z = np.cos(angle) * np.cos(up), np.sin(angle) * np.cos(up), np.sin(up)
    return (float(board.width / 2 + distance * x), float(board.depth / 2 + distance * y), float(distance * z))


def _lamp(rng: np.random.Generator, board: Board, strength: float) -> Lamp:
    size = float(rng.choice([1.0, 3.0, 8.0, 14.0, 22.0], p=[0.12, 0.2, 0.28, 0.25, 0.15]))
    at = _around(rng, board, 0.5, 1.5, float(rng.uniform(22, 60)))
    return Lamp(at, warm(rng.uniform(2700, 6800), strength), size)


def _sun(rng: np.random.Generator, board: Board) -> Lamp:
    w, d = board.width, board.depth
    x, y = rng.uniform(-2, w), rng.uniform(-2, d)
    patch = (x, y, x + rng.uniform(3, 14), y + rng.uniform(3, 14))
    at = _around(rng, board, 0.45, 1.0, 80.0)
    bars = float(rng.choice([0.0, rng.uniform(0.15, 0.5)]))
    return Lamp(at, warm(5600, rng.uniform(1.5, 4.0)), 1.0, patch, float(rng.uniform(0, 3)), bars, float(rng.uniform(0.05, 0.4)))


def room(rng: np.random.Generator, board: Board, sunny: float = 0.12) -> Room:
    """A room: even office light to one bare bulb."""
    even = rng.uniform(0.12, 1.0)
    count = int(rng.choice([1, 2, 3], p=[0.45, 0.4, 0.15]))
    lamps = tuple(_lamp(rng, board, rng.uniform(0.3, 1.0) * (1.25 - even) / count**0.7 + 0.1) for _ in range(count))
    if rng.random() < sunny:
        lamps = (*lamps[:2], _sun(rng, board))
    tone = rng.uniform(3200, 8500)
    direction = np.array(_around(rng, board, 0.1, 0.9, 1.0)) - [board.width / 2, board.depth / 2, 0]
    return Room(
        warm(tone, 0.75 * even), warm(rng.uniform(3000, 6000), 0.3 * even * rng.uniform(0.3, 1)),
        warm(rng.uniform(5000, 9000), rng.uniform(0, 0.6) * even), tuple(float(v) for v in direction), lamps,  # type: ignore[arg-type]
        float(rng.uniform(0, 3.0)), (float(rng.uniform(0, 6)), float(rng.uniform(0, 6))),
    )  # fmt: skip
