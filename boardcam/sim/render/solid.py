"""A picture is a list of solids: a mesh, where it stands, what it is made of, and what the labels call it.

Everything on a table, from the felt to a thumb, becomes a `Solid`; the studio draws them all alike.
World: board units (see `boardcam.geometry`), x right, y down, z up. Angles in radians.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.floating[Any]]
Colour = tuple[float, float, float]
"""Linear red, green, blue, 0…1."""


class Pattern(IntEnum):
    """How a material is painted; one shader program each."""

    PLAIN = 0
    WOOD = 1
    CLOTH = 2
    LEATHER = 3
    CHECKER = 4
    DIE = 5
    SURFACE = 6
    PRINT = 7
    SKIN = 8


class Kind(IntEnum):
    """What a pixel of the label mask shows."""

    BACKGROUND = 0
    SURFACE = 1
    BAR = 2
    FRAME = 3
    LIGHT = 4
    DARK = 5
    DIE = 6
    CUBE = 7
    HAND = 8
    CLUTTER = 9


@dataclass(frozen=True, slots=True)
class Material:
    a: Colour
    b: Colour = (0.0, 0.0, 0.0)
    c: Colour = (0.0, 0.0, 0.0)
    rough: float = 0.6
    """0 = mirror, 1 = chalk."""
    gloss: float = 0.04
    """Reflectance seen straight on (0.04 = plastic or lacquer); above 0.3 the colour tints it, as metal does."""
    extra: float = 0.0
    """CLOTH: strength of a check; PRINT: how much it shines of itself."""
    pattern: Pattern = Pattern.PLAIN
    more: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """What the pattern wants to know; see `shaders`."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    mesh: str
    at: Matrix
    """4x4: mesh to world."""
    material: Material
    kind: Kind = Kind.BACKGROUND
    index: int = 0
    """Its number among the labelled things, from 1; 0 = none."""
    casts: bool = True
    """Throws a shadow."""

    def key(self) -> tuple[str, bytes, Material]:
        """Equal keys look alike at the same spot."""
        return self.mesh, self.at.tobytes(), self.material

    def numbered(self, index: int) -> Solid:
        return replace(self, index=index)


def shift(x: float, y: float, z: float = 0.0) -> Matrix:
    m = np.eye(4, dtype=np.float32)
    m[:3, 3] = x, y, z
    return m


def scale(x: float, y: float, z: float) -> Matrix:
    return np.diag(np.array([x, y, z, 1.0], np.float32))


def turn(axis: str, angle: float) -> Matrix:
    """Rotation about "x", "y" or "z"; about z it turns x towards y (clockwise in the picture)."""
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    m = np.eye(4, dtype=np.float32)
    c, s = np.cos(angle), np.sin(angle)
    m[i, i], m[i, j], m[j, i], m[j, j] = c, -s, s, c
    return m


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Matrix:
    """Takes the unit box (−½…½ each way) to these spans."""
    middle = [(s[0] + s[1]) / 2 for s in (x, y, z)]
    return shift(*middle) @ scale(x[1] - x[0], y[1] - y[0], z[1] - z[0])
