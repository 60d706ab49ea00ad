"""The sizes of the things on a simulated table, in pitches; the script needs them to lay things beside each other, the renderer to
draw them so."""

from __future__ import annotations

import random
from dataclasses import dataclass

TRAY_FLOOR = -0.05
"""z of the floor of a tray."""


@dataclass(frozen=True, slots=True)
class Measures:
    diameter: float = 0.92
    """Of a checker. Tournament sets: 42 mm checkers on points of 46 mm."""
    thickness: float = 0.24
    """Of a checker lying flat."""
    die: float = 0.36
    """Edge of a die. Precision dice have 14…16 mm."""
    cube: float = 0.68
    """Edge of the doubling cube, 28…32 mm."""
    bar: float = 0.02
    """Height of the bar above the surface."""
    margin: float = 0.0
    """From the base line of the points to the frame."""
    rail: float = 0.5
    """Width of the frame between the playing surface and a tray."""
    rise: float = 0.4
    """Height of the frame above the surface."""
    tray: float = 1.2
    """Inner width of the trays at the home end; 0 = no trays, checkers borne off lie on the table beside the board."""
    table: float = -0.9
    """z of the table."""


def draw(rng: random.Random) -> Measures:
    """The measures of some set of the kind that clubs play with; every fourth has no trays."""
    diameter = rng.uniform(0.88, 0.97)
    return Measures(
        diameter=diameter,
        thickness=rng.uniform(0.2, 0.4),
        die=rng.uniform(0.32, 0.42),
        cube=rng.uniform(0.6, 0.8),
        bar=rng.choice((0.02, 0.3)),
        margin=rng.choice((0.0, 0.05, 0.2)),
        rail=rng.uniform(0.3, 0.9),
        rise=rng.uniform(0.25, 0.9),
        tray=rng.uniform(1.1, 1.6) if rng.random() < 0.75 else 0.0,
    )
