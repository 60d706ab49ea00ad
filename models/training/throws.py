"""Throws dice: flat, on checkers, or cocked against one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.rules.position import Side
from boardcam.sim.render.labels import Cast, Laid
from boardcam.sim.render.sets import Look
from boardcam.sim.scene import DiePose

Rng = np.random.Generator


def throw(rng: Rng, shape: Look, laid: Sequence[Laid], count: int | None = None, wry: float = 0.14) -> list[Cast]:
    """Some dice, `wry` of them cocked."""
    n = int(rng.choice([0, 1, 2, 3, 4], p=[0.2, 0.06, 0.55, 0.05, 0.14])) if count is None else count
    b = shape.board
    near = (float(rng.uniform(0.5, b.width - 0.5)), float(np.clip(rng.normal(b.depth / 2, 1.3), 0.6, b.depth - 0.6)))
    out: list[Cast] = []
    for k in range(n):
        if k == 2:
            near = (float(rng.uniform(0.5, b.width - 0.5)), float(np.clip(rng.normal(b.depth / 2, 0.8), 0.6, b.depth - 0.6)))
        for _ in range(30):
            one = _die(rng, shape, laid, near, Side.WHITE if k < 2 else Side.BLACK, wry)
            if one and all(np.hypot(one.pose.x - o.pose.x, one.pose.y - o.pose.y) > shape.dice.edge * 1.02 for o in out):
                out.append(one)
                break
    return out


def _die(rng: Rng, shape: Look, laid: Sequence[Laid], near: tuple[float, float], side: Side, wry: float) -> Cast | None:
    face, yaw, e = int(rng.integers(1, 7)), float(rng.uniform(0, 2 * np.pi)), shape.dice.edge
    draw = rng.random()
    flat = [c for c in laid if not c.pose.on_edge and c.place not in ("hand",)]
    if draw < wry and flat:
        return _leaning(rng, shape, flat, side, face)
    if draw < wry + 0.07 and flat:
        return _perched(rng, shape, flat, side, face, yaw)
    x, y = near[0] + float(rng.normal(0, 1.1)), near[1] + float(rng.normal(0, 0.8))
    if rng.random() < 0.02:
        x = float(rng.choice([-1.5, shape.board.width + 1.5]))
    inside = e < x < shape.board.width - e and e < y < shape.board.depth - e
    z = shape.floor(x) if inside else -0.05
    on_bar_edge = shape.board.bar > 0 and (abs(x - 6) < e or abs(x - 6 - shape.board.bar) < e) and shape.furniture.bar_rise > 0.05
    if (not inside and rng.random() < 0.9) or on_bar_edge or not _clear(x, y, laid, shape, e):
        return None
    return Cast(DiePose(side, x, y, z + e / 2, face, yaw), True, False)


def _clear(x: float, y: float, laid: Sequence[Laid], shape: Look, e: float, skip: Laid | None = None) -> bool:
    far = shape.checkers.diameter / 2 + e * 0.62
    return all(c is skip or np.hypot(c.pose.x - x, c.pose.y - y) > far for c in laid)


def _leaning(rng: Rng, shape: Look, laid: Sequence[Laid], side: Side, face: int) -> Cast | None:
    """Cocked: one lower edge on the ground, the other side up on a checker's rim, or on a rail."""
    e, tilt = shape.dice.edge, float(rng.uniform(0.17, 0.75))
    on = laid[rng.integers(len(laid))]
    angle = float(rng.uniform(0, 2 * np.pi))
    way = np.array([np.cos(angle), np.sin(angle)])
    far = shape.checkers.diameter / 2 + e * (0.5 * np.cos(tilt) - 0.5 * np.sin(tilt) + 0.1)
    x, y = on.pose.x - way[0] * far, on.pose.y - way[1] * far
    z = max(on.pose.z, 0.0) + e / 2 * (np.cos(tilt) + np.sin(tilt))
    if not (0.2 < x < shape.board.width - 0.2 and 0.2 < y < shape.board.depth - 0.2) or not _clear(x, y, laid, shape, e * 0.7, on):
        return None
    yaw = float(np.arctan2(-way[0], way[1]))
    return Cast(DiePose(side, float(x), float(y), float(z), face, yaw, tilt), False, False)


def _perched(rng: Rng, shape: Look, laid: Sequence[Laid], side: Side, face: int, yaw: float) -> Cast | None:
    """Flat on top of a checker."""
    on = laid[rng.integers(len(laid))].pose
    top = max(c.pose.z for c in laid if np.hypot(c.pose.x - on.x, c.pose.y - on.y) < 0.4) + shape.checkers.thickness
    r = shape.checkers.diameter * 0.25
    x, y = on.x + float(rng.uniform(-r, r)), on.y + float(rng.uniform(-r, r))
    return Cast(DiePose(side, x, y, top + shape.dice.edge / 2, face, yaw), True, True)
