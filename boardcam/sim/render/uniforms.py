"""Values as the shaders want them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardcam.sim.render.shot import GROUND, Shot, depths
from boardcam.sim.render.solid import Solid

LampView = tuple[NDArray[np.float32], float, float, float]
"""See `Lamp.view`."""


def instance(s: Solid) -> NDArray[np.float32]:
    """A solid as the numbers of one instance."""
    m = s.material
    tail = [*m.a, m.rough, *m.b, m.gloss, *m.c, m.extra, *m.more, float(s.kind), float(s.index), 0.0, 0.0]
    return np.concatenate([s.at[:3].ravel(), np.array(tail, np.float32)])


def view(program: Any, clip: NDArray[np.float32]) -> None:
    """The camera's or lamp's matrix; OpenGL wants columns first."""
    program["view"].write(np.ascontiguousarray(clip.T).tobytes())


def light(program: Any, shot: Shot, views: list[LampView]) -> None:
    """Camera, room and lamps for a program that shades."""
    room, x = shot.room, GROUND
    values: dict[str, Any] = {
        "noise": 0, "prints": 1, "surface": 2, "heights": 3, "shadows": 4, "eye": shot.camera.eye, "span": shot.surface.span,
        "ground": (x[0], x[1], 1 / x[2], 1 / x[3]), "sky": room.sky, "floorLight": room.floor, "window": room.window,
        "windowDir": room.window_from, "roomSeed": (*room.seed, room.panels, 0.0), "lamps": len(room.lamps),
    }  # fmt: skip
    for name, value in values.items():
        if name in program:
            program[name].value = value
    view(program, shot.camera.clip(*depths(shot.camera)))
    if not views:
        return
    lamps = room.lamps
    _fill(program, "lampView", [v[0].T for v in views])
    _fill(program, "lampAt", [lamp.at for lamp in lamps])
    _fill(program, "lampColour", [lamp.colour for lamp in lamps])
    _fill(program, "lampSoft", [(lamp.size, *v[1:]) for lamp, v in zip(lamps, views, strict=True)])
    _fill(program, "patchOf", [lamp.patch for lamp in lamps])
    _fill(program, "patchTurn", [(np.cos(lamp.turn), np.sin(lamp.turn), lamp.soft, lamp.bars) for lamp in lamps])


def _fill(program: Any, name: str, rows: list[Any]) -> None:
    if name not in program:
        return
    flat = np.stack([np.asarray(r, np.float32) for r in rows])
    padded = np.zeros((3, *flat.shape[1:]), np.float32)
    padded[: len(flat)] = flat
    program[name].write(np.ascontiguousarray(padded).tobytes())
