"""Random tables for training: a set, a position as people lay it, dice, cube, hands, clutter. Nothing obeys the rules of play."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from laying import borne_off, on_bar, on_points
from positions import deal, lined_up, piles
from throws import throw

from boardcam.rules.position import Side
from boardcam.sim.render import clutter, furniture, looks, things
from boardcam.sim.render.labels import Cast, Laid
from boardcam.sim.render.lens import any_lens, night
from boardcam.sim.render.lights import room
from boardcam.sim.render.sets import Look
from boardcam.sim.render.solid import Kind, Solid
from boardcam.sim.render.things import Arm
from boardcam.sim.scene import CheckerPose, CubePose, HandPose

__all__ = ["Table", "before", "borne_off", "deal", "framing_points", "on_bar", "on_points", "piles", "table", "throw"]

Rng = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    look: Look
    laid: tuple[Laid, ...]
    cast: tuple[Cast, ...]
    cube: CubePose | None
    hands: tuple[tuple[HandPose, Arm], ...]
    clutter: tuple[Solid, ...]

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


def table(seed: int, heaped: bool = False, astride: float = 0.0) -> Table:
    """The table of a seed; `heaped`: with high stacks on most points; `astride`: chance of a second row on two of the first."""
    rng = np.random.default_rng([seed, 3])
    shape = looks.look(seed, wild=bool(rng.random() < 0.5))
    shape = replace(shape, lens=any_lens(rng), room=room(rng, shape.board))
    if shape.furniture.rise < 0.05 and rng.random() < 0.35:  # a printed board before a webcam at night
        shape = replace(shape, lens=night(rng, shape.lens))
    points, bar, off = (piles if heaped else deal)(rng)
    inward = 0.3 if heaped else 0.0
    laid = [*on_points(rng, shape, points, inward, astride=astride), *on_bar(rng, shape, bar), *borne_off(rng, shape, off)]
    hands, held = reach(rng, shape)
    cast = throw(rng, shape, laid)
    extra = [s for _ in range(int(rng.random() < 0.12)) for s in clutter.upon(rng, shape)]
    extra += clutter.around(rng, shape, int(rng.choice([0, rng.integers(1, 7), rng.integers(6, 14)], p=[0.2, 0.65, 0.15])))
    extra += clutter.head(rng, shape) if rng.random() < 0.06 else []
    extra += clutter.panel(rng, shape) if rng.random() < 0.08 else []
    return Table(shape, (*laid, *held), tuple(cast), place_cube(rng, shape), tuple(hands), tuple(extra))


def before(seed: int) -> Table:
    """The table of a seed before a game: the checkers in their starting places, no dice yet, nobody's hand or head over it."""
    at, rng = table(seed), np.random.default_rng([seed, 7])
    points = lined_up(rng)
    bare = tuple(solid for solid in at.clutter if solid.kind is not Kind.HAND)
    return replace(at, laid=tuple(on_points(rng, at.look, points)), cast=(), hands=(), clutter=bare)


def armed(seed: int) -> Table:
    """The table of a seed with nobody's hand over it but arms that lie along an edge of the board, or two."""
    at, rng = table(seed), np.random.default_rng([seed, 13])
    bare = tuple(checker for checker in at.laid if checker.place != "hand")
    edges = rng.choice(4, 1 if rng.random() < 0.75 else 2, replace=False)
    return replace(at, laid=bare, hands=tuple(along(rng, at.look, int(edge)) for edge in edges))


def along(rng: Rng, shape: Look, edge: int) -> tuple[HandPose, Arm]:
    """An arm that lies along an edge: the left (0), the right (1), straight in; the upper (2), the lower one (3), across."""
    b, top = shape.board, bool(rng.random() < 0.4)
    one, aside = things.random_arm(rng), float(rng.normal(0, 0.45))
    z, tip = float(rng.uniform(0.15, 0.8)), float(rng.uniform(-1.5, 4.0))
    if edge < 2:
        x, y = b.width * edge + aside, b.depth - tip if top else tip
        turned = float(rng.normal(0, 0.07))
    else:
        top, right = edge == 2, bool(rng.random() < 0.5)
        x, y = b.width - tip if right else tip, b.depth * (edge - 2) + aside
        # Without a turn an arm leaves at the bottom, or from the top at the top; a right angle more or less and it lies across.
        turned = (np.pi / 2 if right != top else -np.pi / 2) + float(rng.normal(0, 0.07))
    return HandPose(Side.WHITE, x, y, z, top), replace(one, angle=turned, dip=float(rng.uniform(-0.04, 0.1)))


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
    b = shape.board
    (x0, x1), (y0, y1) = furniture.outer(shape) if trays else ((0.0, b.width), (0.0, b.depth))
    return np.array([[x, y, 0.0] for x in (x0, x1) for y in (y0, y1)])
