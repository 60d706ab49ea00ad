"""Random tables for training: a set, a position as people lay it, dice, cube, hands, clutter. Nothing here obeys the rules of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from boardcam.geometry import Board, Seating
from boardcam.rules.position import START, Side
from boardcam.sim.render import clutter, furniture, looks, things
from boardcam.sim.render.labels import Cast, Laid
from boardcam.sim.render.lens import any_lens, night
from boardcam.sim.render.lights import room
from boardcam.sim.render.looks import Look
from boardcam.sim.render.solid import Solid
from boardcam.sim.render.things import Arm
from boardcam.sim.scene import CheckerPose, CubePose, DiePose, HandPose

Rng = np.random.Generator
Counts = list[int]
"""24 signed counts by place, light positive."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    look: Look
    laid: tuple[Laid, ...]
    cast: tuple[Cast, ...]
    cube: CubePose | None
    hands: tuple[tuple[HandPose, Arm], ...]
    clutter: tuple[Solid, ...]

    @property
    def over(self) -> bool:
        """A hand, arm or head is (perhaps) over the board."""
        return bool(self.hands) or any(s.kind == 8 for s in self.clutter)

    def solids(self) -> list[Solid]:
        """Numbered from 1: checkers, then dice; the rest bears no number."""
        out = [things.checker(self.look, c.pose) for c in self.laid] + [things.die(self.look, d.pose) for d in self.cast]
        out = [s.numbered(k + 1) for k, s in enumerate(out)]
        cube = [self.cube_solid()] if self.cube else []
        return [*furniture.board(self.look), *out, *cube, *(things.hand(*h) for h in self.hands), *self.clutter]

    def cube_solid(self) -> Solid:
        assert self.cube is not None
        x, y = self.cube.x, self.cube.y
        inside = 0 <= x <= self.look.board.width and 0 <= y <= self.look.board.depth
        (x0, x1), _ = furniture.outer(self.look)
        return things.cube(self.look, self.cube, self.look.floor(x) if inside else (-0.05 if x0 < x < x1 else furniture.TABLE))


def table(seed: int) -> Table:
    """The table of a seed."""
    rng = np.random.default_rng([seed, 3])
    shape = looks.look(seed, wild=bool(rng.random() < 0.5))
    shape = replace(shape, lens=any_lens(rng), room=room(rng, shape.board))
    if shape.furniture.rise < 0.05 and rng.random() < 0.35:  # a printed board before a webcam at night
        shape = replace(shape, lens=night(rng, shape.lens))
    points, bar, off = deal(rng)
    laid = [*on_points(rng, shape, points), *on_bar(rng, shape, bar), *borne_off(rng, shape, off)]
    hands, held = reach(rng, shape)
    cast = throw(rng, shape, laid)
    extra = [s for _ in range(int(rng.random() < 0.12)) for s in clutter.upon(rng, shape)]
    extra += clutter.around(rng, shape, int(rng.choice([0, rng.integers(1, 7), rng.integers(6, 14)], p=[0.2, 0.65, 0.15])))
    extra += clutter.head(rng, shape) if rng.random() < 0.06 else []
    extra += clutter.panel(rng, shape) if rng.random() < 0.08 else []
    return Table(shape, (*laid, *held), tuple(cast), place_cube(rng, shape), tuple(hands), tuple(extra))


# positions


def deal(rng: Rng) -> tuple[Counts, tuple[int, int], tuple[int, int]]:
    """Counts by place, and (light, dark) on the bar and off."""
    kind = rng.choice(["play", "start", "stacks", "any", "empty"], p=[0.55, 0.07, 0.13, 0.21, 0.04])
    seats = list(Seating)[rng.integers(4)]
    if kind == "play":
        points, bar, off = stroll(rng, int(rng.integers(1, 90)))
    elif kind == "start":
        points, bar, off = list(START.points), [0, 0], [0, 0]
    else:
        points, bar, off = heap(rng, kind)
    places = [0] * 24
    for point in range(1, 25):
        places[seats.place(point)] = points[point - 1]
    if rng.random() < 0.5:
        places, bar, off = [-n for n in places], bar[::-1], off[::-1]
    return places, (bar[0], bar[1]), (off[0], off[1])


def stroll(rng: Rng, turns: int) -> tuple[Counts, list[int], list[int]]:
    """A game of careless players: forward moves that prefer company."""
    points, bar, off = list(START.points), [0, 0], [0, 0]
    for turn in range(turns):
        for roll in rng.integers(1, 7, 2):
            _step(rng, points, bar, off, turn % 2, int(roll))
        if max(off) == 15:
            break
    return points, bar, off


def _step(rng: Rng, points: Counts, bar: list[int], off: list[int], who: int, roll: int) -> None:
    sign = 1 if who == 0 else -1

    def at(n: int) -> int:
        return n - 1 if who == 0 else 24 - n

    mine = [25] if bar[who] else [n for n in range(1, 25) if points[at(n)] * sign > 0]
    home = not bar[who] and all(n <= 6 for n in mine)
    ways = [n for n in mine if (n > roll and points[at(n - roll)] * sign >= -1) or (n <= roll and home)]
    if not ways:
        return
    weight = np.array([3.0 if n > roll and points[at(n - roll)] * sign > 0 else (2.0 if n <= roll else 1.0) for n in ways])
    n = int(rng.choice(ways, p=weight / weight.sum()))
    if n == 25:
        bar[who] -= 1
    else:
        points[at(n)] -= sign
    if n <= roll:
        off[who] += 1
        return
    if points[at(n - roll)] == -sign:
        points[at(n - roll)] = 0
        bar[1 - who] += 1
    points[at(n - roll)] += sign


def heap(rng: Rng, kind: str) -> tuple[Counts, list[int], list[int]]:
    """Checkers anywhere; "stacks" in few high piles, "empty" none or nearly none."""
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    for who, sign in enumerate((1, -1)):
        left = 0 if kind == "empty" and rng.random() < 0.6 else int(rng.choice([15, 12, rng.integers(1, 16)], p=[0.7, 0.1, 0.2]))
        if kind == "empty":
            left = min(left, 2)
        while left > 0:
            n = int(
                min(
                    left,
                    rng.integers(3, 16)
                    if kind == "stacks"
                    else rng.choice([1, 2, 3, 4, 5, 6, 7], p=[0.25, 0.27, 0.2, 0.11, 0.08, 0.05, 0.04]),
                )
            )
            where = int(rng.integers(26))
            if where < 24 and points[where] * sign >= 0:
                points[where] += sign * n
                left -= n
            elif where == 24 and bar[who] < 4:
                bar[who] += min(n, 2)
                left -= min(n, 2)
            elif where == 25:
                off[who] += n
                left -= n
    return points, bar, off


# laying checkers


def on_points(rng: Rng, shape: Look, points: Sequence[int]) -> list[Laid]:
    sloppy = float(rng.choice([0.02, 0.05, 0.1], p=[0.4, 0.4, 0.2]))
    b, d = shape.board, shape.checkers.diameter
    most = int((b.depth / 2 - 0.2) / d)
    row = int(rng.choice([5, min(6, most), 4], p=[0.82, 0.13, 0.05]))
    squeeze = bool(rng.random() < 0.06)
    out: list[Laid] = []
    for place, n in enumerate(points):
        if n:
            out += column(rng, shape, place, n, row, sloppy, squeeze)
    return out


def column(rng: Rng, shape: Look, place: int, n: int, row: int, sloppy: float, squeeze: bool) -> list[Laid]:
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
        layer, i = divmod(k, row)
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
        up = light_up == (who == 0)
        for k in range(bar[who]):
            away = (
                (float(rng.uniform(0.55, 2.5)) if k == 0 else away)
                if piled
                else 0.6 * c.diameter + k * c.diameter * 1.03 + float(rng.uniform(0, 0.4))
            )  # noqa: F821
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


# dice and cube


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
    if not inside and rng.random() < 0.9 or on_bar_edge or not _clear(x, y, laid, shape, e):
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


def place_cube(rng: Rng, shape: Look) -> CubePose | None:
    if rng.random() < 0.2:
        return None
    f, b = shape.furniture, shape.board
    value = int(rng.choice([1, 2, 4, 8, 16, 32, 64], p=[0.12, 0.2, 0.13, 0.1, 0.08, 0.07, 0.3]))
    yaw = (
        float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.15))
        if rng.random() < 0.8
        else float(rng.uniform(0, 6.28))
    )
    sides = [s for s, t in zip((-1, 1), f.trays, strict=True) if t]
    y = float(rng.choice([b.depth * 0.08, b.depth / 2, b.depth / 2, b.depth * 0.92]) + rng.normal(0, 0.2))
    draw = rng.random()
    if draw < 0.6 and sides:
        away = f.margin + f.rail + f.tray / 2
        x = -away if rng.choice(sides) < 0 else b.width + away
    elif draw < 0.75 and b.bar > 0.5:
        x = 6 + b.bar / 2
    elif draw < 0.88:
        (x0, x1), _ = furniture.outer(shape)
        x = float(rng.choice([x0 - 0.9, x1 + 0.9]))
    else:
        x, y = float(rng.uniform(1, b.width - 1)), float(b.depth / 2 + rng.normal(0, 0.5))
    return CubePose(float(x), y, value, yaw)


# hands


def reach(rng: Rng, shape: Look) -> tuple[list[tuple[HandPose, Arm]], list[Laid]]:
    """Hands over the board in a third of the pictures; some hold a checker."""
    hands: list[tuple[HandPose, Arm]] = []
    held: list[Laid] = []
    b = shape.board
    for _ in range(int(rng.choice([0, 1, 2], p=[0.68, 0.25, 0.07]))):
        top = bool(rng.random() < 0.4)
        x, y = float(rng.uniform(-1, b.width + 1)), float(rng.uniform(-0.5, b.depth + 0.5))
        one = things.random_arm(rng)
        if rng.random() < 0.15:
            one = replace(one, angle=one.angle + float(rng.choice([-1.2, 1.2])))
        z = float(rng.choice([0.35, rng.uniform(0.4, 2.5)]))
        side = Side.WHITE if rng.random() < 0.5 else Side.BLACK
        hands.append((HandPose(side, x, y, z, top), one))
        if rng.random() < 0.35:
            held.append(
                Laid(
                    CheckerPose(side, x, y + (-0.1 if not top else 0.1), max(0.1, z - 0.2), tilt=float(rng.normal(0, 0.25))),
                    "hand",
                    0,
                )
            )
    return hands, held


def framing_points(shape: Look, trays: bool) -> np.ndarray:
    """[n, 3] points that a camera is to have in view."""
    b: Board = shape.board
    (x0, x1), (y0, y1) = furniture.outer(shape) if trays else ((0.0, b.width), (0.0, b.depth))
    return np.array([[x, y, 0.0] for x in (x0, x1) for y in (y0, y1)])
