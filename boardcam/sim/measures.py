"""The sizes of the things on a simulated table, in pitches; the script needs them to lay things beside each other, the renderer to
draw them so."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measures:
    diameter: float = 0.92
    """Of a checker. Tournament sets: 42 mm checkers on points of 46 mm."""
    thickness: float = 0.22
    """Of a checker lying flat."""
    die: float = 0.36
    """Edge of a die. Precision dice have 14…16 mm."""
    cube: float = 0.68
    """Edge of the doubling cube, 28…32 mm."""
    rail: float = 0.5
    """Width of the frame between the playing surface and a tray."""
    height: float = 0.35
    """Of the playing surface above the table."""
    tray: float = 1.2
    """Inner width of the trays at both ends; 0 = no trays, checkers borne off lie on the table beside the board."""


def draw(rng: random.Random) -> Measures:
    """The measures of some set of the kind that clubs play with; every fourth has no trays."""
    diameter = rng.uniform(0.88, 0.96)
    return Measures(
        diameter=diameter,
        thickness=diameter * rng.uniform(0.2, 0.28),
        die=rng.uniform(0.33, 0.42),
        cube=rng.uniform(0.6, 0.72),
        rail=rng.uniform(0.3, 0.7),
        height=rng.uniform(0.2, 0.6),
        tray=rng.uniform(1.1, 1.4) if rng.random() < 0.75 else 0.0,
    )
