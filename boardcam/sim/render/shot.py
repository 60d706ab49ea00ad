"""One picture to be taken: what is there, from where, in which light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardcam.geometry import Board
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.lights import Room
from boardcam.sim.render.solid import Pattern, Solid
from boardcam.sim.render.surface import Surface

GROUND = (-5.0, -4.0, 24.0, 20.0)
"""x, y, width, height of the height map that darkens corners."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """All that one picture needs."""

    solids: Sequence[Solid]
    camera: Camera
    room: Room
    board: Board
    surface: Surface


def depths(camera: Camera) -> tuple[float, float]:
    """Near and far planes."""
    away = float(np.linalg.norm(np.array(camera.eye) - [6.5, 5.5, 0]))
    return max(0.5, away - 30.0), away + 90.0


def by_pattern(solids: Sequence[Solid]) -> dict[Pattern, list[Solid]]:
    """Upper things first, so that what they hide is not shaded."""
    order = (
        Pattern.SKIN,
        Pattern.DIE,
        Pattern.PRINT,
        Pattern.CHECKER,
        Pattern.LEATHER,
        Pattern.PLAIN,
        Pattern.SURFACE,
        Pattern.WOOD,
        Pattern.CLOTH,
    )
    groups = {p: [s for s in solids if s.material.pattern is p] for p in order}
    return {p: sorted(g, key=lambda s: -float(s.at[2, 3])) for p, g in groups.items() if g}
