"""Throws dice: flat, on checkers, or cocked: against a checker, a stack, the frame, the bar or another die.

`tilt` rises towards (-sin yaw, cos yaw), the way that a cocked die leans.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.rules.position import Side
from boardcam.sim.render.labels import Cast, Laid
from boardcam.sim.render.sets import Look
from boardcam.sim.scene import DiePose

Rng = np.random.Generator
Wall = tuple[float, float, tuple[float, float], float]
"""Something to lean on: a point at its foot (x, y), the way from it into the open, and how high it is."""
TILT = (0.22, 0.78)
"""Radians: a die that leans on anything as high as a checker stands at least so steep; beyond 45° it falls over."""


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
            one = _die(rng, shape, laid, near, Side.WHITE if k < 2 else Side.BLACK, wry, out)
            # A die that leans on another is nearer to it than one that lies beside it.
            gap = shape.dice.edge * (1.02 if one and one.flat else 0.9)
            if one and all(np.hypot(one.pose.x - o.pose.x, one.pose.y - o.pose.y) > gap for o in out):
                out.append(one)
                break
    return out


def _die(
    rng: Rng, shape: Look, laid: Sequence[Laid], near: tuple[float, float], side: Side, wry: float, others: Sequence[Cast]
) -> Cast | None:
    face, yaw, e = int(rng.integers(1, 7)), float(rng.uniform(0, 2 * np.pi)), shape.dice.edge
    draw = rng.random()
    flat = [c for c in laid if not c.pose.on_edge and c.place not in ("hand",)]
    if draw < wry:
        wall = _wall(rng, shape, flat, others)
        return _leaning(rng, shape, laid, side, face, wall) if wall else None
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


def _clear(x: float, y: float, laid: Sequence[Laid], shape: Look, e: float) -> bool:
    far = shape.checkers.diameter / 2 + e * 0.62
    return all(np.hypot(c.pose.x - x, c.pose.y - y) > far for c in laid)


def _wall(rng: Rng, shape: Look, flat: Sequence[Laid], others: Sequence[Cast]) -> Wall | None:
    """What a die leans on."""
    b, f = shape.board, shape.furniture
    steady = [c.pose for c in others if c.flat and not c.on_checker]
    kinds = {
        "checker": 0.6 * bool(flat), "die": 0.15 * bool(steady),
        "frame": 0.15 * (f.rise > 0.1), "bar": 0.1 * (b.bar > 0 and f.bar_rise > 0.08),
    }  # fmt: skip
    weight = np.array(list(kinds.values()))
    if not weight.any():
        return None
    kind = str(rng.choice(list(kinds), p=weight / weight.sum()))
    if kind == "die":
        p = steady[rng.integers(len(steady))]
        angle = p.yaw + float(rng.integers(4)) * np.pi / 2
        way, far = (float(np.cos(angle)), float(np.sin(angle))), shape.dice.edge / 2
        return p.x + far * way[0], p.y + far * way[1], way, shape.dice.edge
    if kind == "checker":
        on, angle = flat[rng.integers(len(flat))].pose, float(rng.uniform(0, 2 * np.pi))
        way, far = (float(np.cos(angle)), float(np.sin(angle))), shape.checkers.diameter / 2
        x, y = on.x + far * way[0], on.y + far * way[1]
        return x, y, way, _top(on.x, on.y, flat, shape) - shape.floor(x + way[0] * 0.2)
    if kind == "bar":
        left = bool(rng.random() < 0.5)
        return 6.0 + (0.0 if left else b.bar), float(rng.uniform(0.5, b.depth - 0.5)), (-1.0 if left else 1.0, 0.0), f.bar_rise
    if rng.random() < 0.6:
        top = bool(rng.random() < 0.5)
        y = -f.margin if top else b.depth + f.margin
        return float(rng.uniform(0.5, b.width - 0.5)), y, (0.0, 1.0 if top else -1.0), f.rise
    left = bool(rng.random() < 0.5)
    return -f.margin if left else b.width + f.margin, float(rng.uniform(0.5, b.depth - 0.5)), (1.0 if left else -1.0, 0.0), f.rise


def _top(x: float, y: float, flat: Sequence[Laid], shape: Look) -> float:
    """Height of what is piled at (x, y)."""
    return max(c.pose.z for c in flat if np.hypot(c.pose.x - x, c.pose.y - y) < 0.4) + shape.checkers.thickness


def _leaning(rng: Rng, shape: Look, laid: Sequence[Laid], side: Side, face: int, wall: Wall) -> Cast | None:
    """Cocked: its far lower edge on the ground, the near side up: against the wall, or on its rim."""
    e, tilt = shape.dice.edge, float(rng.uniform(*TILT))
    x, y, way, high = wall
    if high < 0.08:
        return None
    c, s = np.cos(tilt), np.sin(tilt)
    far = e / 2 * (c + s) if e * s <= high else high / np.tan(tilt) - e / 2 * (c - s)
    x, y = x + way[0] * far, y + way[1] * far
    m = shape.furniture.margin
    on_felt = -m + 0.1 < x < shape.board.width + m - 0.1 and -m + 0.1 < y < shape.board.depth + m - 0.1
    # Its body must not stand in a checker, but may be as near to one as it leans.
    if not on_felt or any(np.hypot(p.pose.x - x, p.pose.y - y) < shape.checkers.diameter / 2 + far * 0.9 for p in laid):
        return None
    z = shape.floor(x) + e / 2 * (c + s)
    return Cast(DiePose(side, float(x), float(y), float(z), face, float(np.arctan2(way[0], -way[1])), tilt), False, False)


def _perched(rng: Rng, shape: Look, laid: Sequence[Laid], side: Side, face: int, yaw: float) -> Cast | None:
    """Flat on top of a checker or a pile, at times reaching over its edge."""
    on = laid[rng.integers(len(laid))].pose
    top = _top(on.x, on.y, laid, shape)
    r, angle = shape.checkers.diameter * 0.42 * float(np.sqrt(rng.random())), float(rng.uniform(0, 2 * np.pi))
    x, y = on.x + r * np.cos(angle), on.y + r * np.sin(angle)
    higher = any(np.hypot(c.pose.x - x, c.pose.y - y) < 0.75 and c.pose.z + 0.01 >= top for c in laid)
    return None if higher else Cast(DiePose(side, float(x), float(y), top + shape.dice.edge / 2, face, yaw), True, True)
