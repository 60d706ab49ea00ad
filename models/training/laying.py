"""Lays checkers as people do: nearly straight, pushed together, piled when a point is full."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.rules.position import Side
from boardcam.sim.render.labels import Laid
from boardcam.sim.render.sets import Look
from boardcam.sim.scene import CheckerPose

Rng = np.random.Generator


def on_points(
    rng: Rng, shape: Look, points: Sequence[int], inward: float = 0.0, long: float = 0.0, astride: float = 0.0
) -> list[Laid]:
    """`inward`: chance that a point's second row begins at the inner end of the first; `long`: that rows are of six or seven;
    `astride`: that each checker of a second row lies on two of the first."""
    sloppy = float(rng.choice([0.02, 0.05, 0.1], p=[0.4, 0.4, 0.2]))
    b, d = shape.board, shape.checkers.diameter
    most = int((b.depth / 2 - 0.2) / d)
    row = int(rng.choice([5, min(6, most), 4], p=[0.82, 0.13, 0.05]))
    row = int(rng.integers(6, 8)) if long and rng.random() < long else row
    squeeze = bool(rng.random() < 0.06)
    out: list[Laid] = []
    for place, n in enumerate(points):
        if n:
            turned = inward > 0 and bool(rng.random() < inward)
            across = astride > 0 and bool(rng.random() < astride)
            out += column(rng, shape, place, n, row, sloppy, squeeze, turned, across)
    return out


def stand(k: int, row: int, inward: bool, astride: bool) -> tuple[int, float]:
    """Layer of the kth checker and its place along the row, 0 at the base line; rows astride are one shorter each."""
    layer, i = 0, k
    while i >= row:
        layer, i = layer + 1, i - row
        row = max(row - 1, 1) if astride else row
    return layer, (row - 1 - i if inward and layer else i) + (0.5 * layer if astride else 0.0)


def column(
    rng: Rng, shape: Look, place: int, n: int, row: int, sloppy: float, squeeze: bool, inward: bool = False, astride: bool = False
) -> list[Laid]:
    """The checkers of one point, as a hand pushes them there."""
    b, c = shape.board, shape.checkers
    side = Side.WHITE if n > 0 else Side.BLACK
    gap = abs(float(rng.normal(0, sloppy * 0.7)))
    start = c.diameter / 2 + abs(float(rng.normal(0, sloppy))) - shape.furniture.margin * float(rng.random() < 0.5)
    lean, tilt = float(rng.normal(0, sloppy * 0.25)), 0.0
    pitch = c.diameter + gap
    if squeeze and abs(n) > row:
        row, pitch, tilt = min(abs(n), 7), c.diameter * 0.87, 0.16 * (1 if b.is_top(place) else -1)
    room_for = (b.depth / 2 - 0.3 - start) / max(row - 1, 1)
    pitch = max(min(pitch, room_for), c.diameter * (0.8 if tilt else 1.0))
    off = float(rng.normal(0, sloppy * 0.7))
    out = []
    for k in range(abs(n)):
        layer, i = stand(k, row, inward, astride)
        along = start + i * pitch + float(rng.normal(0, 0.01)) + layer * float(rng.normal(0, sloppy * 0.5))
        x = b.column(place) + off + lean * along + float(rng.normal(0, sloppy * 0.6))
        y = along if b.is_top(place) else b.depth - along
        lift = 0.0 if not (tilt and i) else 0.02
        out.append(Laid(CheckerPose(side, x, y, layer * c.thickness + lift, tilt=tilt if i else 0.0), place, k))
    return out


def on_bar(rng: Rng, shape: Look, bar: tuple[int, int]) -> list[Laid]:
    b, c = shape.board, shape.checkers
    piled, out = rng.random() < 0.3, []
    light_up = rng.random() < 0.5
    for who, side in enumerate((Side.WHITE, Side.BLACK)):
        up, away = light_up == (who == 0), float(rng.uniform(0.55, 2.5))
        for k in range(bar[who]):
            if not piled:
                away = 0.6 * c.diameter + k * c.diameter * 1.03 + float(rng.uniform(0, 0.4))
            x = 6.0 + b.bar / 2 + float(rng.normal(0, 0.05))
            y = b.depth / 2 + (-away if up else away)
            z = (shape.furniture.bar_rise if b.bar > 0 else 0.0) + (k * c.thickness if piled else 0.0)
            out.append(Laid(CheckerPose(side, x, y, z), "bar", k))
    return out


def borne_off(rng: Rng, shape: Look, off: tuple[int, int]) -> list[Laid]:
    """In the trays where there are any; else out of the picture."""
    f, b, c = shape.furniture, shape.board, shape.checkers
    sides = [k for k in (0, 1) if f.trays[k]]
    if not sides:
        return []
    left = bool(rng.choice(sides) == 0)
    middle = -(f.margin + f.rail + f.tray / 2) if left else b.width + f.margin + f.rail + f.tray / 2
    light_up = rng.random() < 0.5
    out: list[Laid] = []
    for who, side in enumerate((Side.WHITE, Side.BLACK)):
        up = light_up == (who == 0)
        how = str(rng.choice(["edge", "flat", "piled"], p=[0.45, 0.35, 0.2]))
        for k in range(off[who]):
            along, z, x = _in_tray(rng, how, k, c.diameter, c.thickness, f.tray)
            y = -f.margin + 0.05 + along if up else b.depth + f.margin - 0.05 - along
            out.append(Laid(CheckerPose(side, middle + x, y, z - 0.05, on_edge=how == "edge"), "off", k))
    return out


def _in_tray(rng: Rng, how: str, k: int, d: float, t: float, wide: float) -> tuple[float, float, float]:
    """(along, height, sideways) of the kth checker."""
    play = max(0.0, (wide - d) / 2 - 0.02)
    x = float(rng.uniform(-play, play)) * 0.5
    if how == "edge":
        return t * (k + 0.6), 0.0, x * 0.3
    row = 5 if how == "flat" else 3
    return d * (k % row + 0.5) + float(rng.uniform(0, 0.02)), (k // row) * t, x
