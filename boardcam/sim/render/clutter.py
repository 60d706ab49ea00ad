"""Everything else on and about a table: cups, clocks, telephones, score cards, heads, a broadcast panel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from boardcam.sim.render import furniture
from boardcam.sim.render.colours import any_colour, linear, named
from boardcam.sim.render.prints import CARDS, DIALS, LOGOS
from boardcam.sim.render.sets import Look
from boardcam.sim.render.solid import Colour, Kind, Material, Pattern, Solid, box, scale, shift, turn
from boardcam.sim.render.stuffs import leather, plain, wood

Rng = np.random.Generator
Place = tuple[float, float, float]
"""x, y on the table and the height of the ground there."""

HAIR = ((0.02, 0.015, 0.01), (0.05, 0.03, 0.015), (0.12, 0.07, 0.03), (0.3, 0.2, 0.1), (0.35, 0.33, 0.3), (0.5, 0.3, 0.22))


def printed(rng: Rng, cell: int, paper: Colour, glow: float = 0.0) -> Material:
    inks = named(rng), any_colour(rng)
    return Material(
        paper,
        inks[0],
        inks[1],
        rough=float(rng.uniform(0.1, 0.8)),
        gloss=0.04,
        extra=glow,
        pattern=Pattern.PRINT,
        more=(float(cell), 0, 0, 0),
    )


def cup(rng: Rng, at: Place) -> list[Solid]:
    r, h = rng.uniform(0.8, 1.15), rng.uniform(1.8, 2.6)
    stuff = leather(rng, named(rng)) if rng.random() < 0.6 else plain(rng, named(rng))
    lying = rng.random() < 0.3
    pose = turn("z", rng.uniform(0, 6.3)) @ turn("x", np.pi / 2) @ shift(0, 0, -h / 2) if lying else np.eye(4, dtype=np.float32)
    return [Solid("cup", shift(at[0], at[1], at[2] + (r if lying else 0)) @ pose @ scale(r, r, h), stuff, Kind.CLUTTER)]


def slab(rng: Rng, at: Place, size: tuple[float, float, float], top: Material) -> list[Solid]:
    yaw = (
        float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.15))
        if rng.random() < 0.8
        else float(rng.uniform(0, 6.3))
    )
    return [Solid("block", shift(at[0], at[1], at[2] + size[2] / 2) @ turn("z", yaw) @ scale(*size), top, Kind.CLUTTER)]


def clock(rng: Rng, at: Place) -> list[Solid]:
    body = named(rng, ("black", "charcoal", "brown", "red", "white", "walnut"))
    return slab(
        rng, at, (rng.uniform(3, 4.5), rng.uniform(1.6, 2.4), rng.uniform(0.6, 1.4)), printed(rng, int(rng.choice(DIALS)), body)
    )


def phone(rng: Rng, at: Place) -> list[Solid]:
    glow = float(rng.choice([0.0, 0.0, 0.5]))
    return slab(
        rng,
        at,
        (rng.uniform(1.6, 2), rng.uniform(3.4, 4.2), 0.2),
        printed(rng, int(rng.choice(DIALS)), named(rng, ("black", "navy", "white")), glow),
    )


def card(rng: Rng, at: Place) -> list[Solid]:
    paper = named(rng, ("white", "white", "cream", "green", "red", "yellow"))
    return slab(rng, at, (rng.uniform(1.2, 4), rng.uniform(1.5, 5), 0.03), printed(rng, int(rng.choice(CARDS)), paper))


def badge(rng: Rng, at: Place) -> list[Solid]:
    return slab(rng, at, (rng.uniform(0.7, 2), rng.uniform(0.7, 2), 0.04), printed(rng, int(rng.choice(LOGOS)), named(rng)))


def pen(rng: Rng, at: Place) -> list[Solid]:
    lie = shift(at[0], at[1], at[2] + 0.1) @ turn("z", rng.uniform(0, 6.3)) @ turn("x", np.pi / 2)
    return [Solid("post", lie @ scale(0.1, 0.1, rng.uniform(3, 4)), plain(rng, named(rng)), Kind.CLUTTER)]


def cable(rng: Rng, at: Place) -> list[Solid]:
    """A wandering wire."""
    stuff, way, x, y = plain(rng, named(rng, ("black", "white", "grey"))), rng.uniform(0, 6.3), at[0], at[1]
    out = []
    for _ in range(18):
        way += rng.normal(0, 0.4)
        lie = shift(x, y, at[2] + 0.07) @ turn("z", way - np.pi / 2) @ turn("x", -np.pi / 2)
        out.append(Solid("post", lie @ scale(0.07, 0.07, 0.65), stuff, Kind.CLUTTER))
        x, y = x + 0.6 * np.cos(way), y + 0.6 * np.sin(way)
    return out


def glass(rng: Rng, at: Place) -> list[Solid]:
    r, h = rng.uniform(0.7, 1.1), rng.uniform(1.5, 4.5)
    shape = str(rng.choice(["post", "cup"]))
    return [Solid(shape, shift(*at) @ scale(r, r, h), plain(rng, named(rng)), Kind.CLUTTER)]


def spare(rng: Rng, at: Place) -> list[Solid]:
    """A coin or button: like a checker, yet none."""
    r = rng.uniform(0.2, 0.42)
    stuff = Material(named(rng, ("gold", "silver", "brown")), rough=0.35, gloss=0.6)
    return [Solid("sharp checker", shift(*at) @ scale(r, r, 0.06), stuff, Kind.CLUTTER)]


def block(rng: Rng, at: Place) -> list[Solid]:
    size = (rng.uniform(1, 6), rng.uniform(1, 6), rng.uniform(0.2, 2))
    return slab(rng, at, size, [wood(rng), leather(rng, named(rng)), plain(rng, any_colour(rng))][rng.integers(3)])


THINGS: tuple[Callable[[Rng, Place], list[Solid]], ...] = (
    cup,
    cup,
    clock,
    phone,
    card,
    card,
    pen,
    glass,
    block,
    badge,
    cable,
    cable,
)


def around(rng: Rng, look: Look, count: int) -> list[Solid]:
    """Things beside the board on the table."""
    (x0, x1), (y0, y1) = furniture.outer(look)
    out: list[Solid] = []
    for _ in range(count):
        side = rng.integers(4)
        away = rng.uniform(1.2, 4.5)
        x = [x0 - away, x1 + away, rng.uniform(x0, x1), rng.uniform(x0, x1)][side]
        y = [rng.uniform(y0, y1), rng.uniform(y0, y1), y0 - away - 0.5, y1 + away + 0.5][side]
        out += THINGS[rng.integers(len(THINGS))](rng, (float(x), float(y), furniture.TABLE))
    return out


def upon(rng: Rng, look: Look) -> list[Solid]:
    """A stray thing on the playing surface or over a rail."""
    b = look.board
    make = (cup, card, badge, spare, pen, phone)[rng.integers(6)]
    if rng.random() < 0.5:
        at = (float(rng.uniform(1, b.width - 1)), float(b.depth / 2 + rng.normal(0, 0.6)), 0.01)
    else:
        at = (float(rng.uniform(0, b.width)), float(rng.choice([-0.8, b.depth + 0.8])), look.furniture.rise)
    return make(rng, at)


def head(rng: Rng, look: Look) -> list[Solid]:
    """A player leaning over an edge: hair, ears' width, shoulders."""
    b = look.board
    top = rng.random() < 0.5
    x, y = rng.uniform(-1, b.width + 1), rng.uniform(-3.5, -1.0)
    y = y if top else b.depth - y
    clothes = _clothes(rng)
    return _leaning(clothes, (float(x), float(y), float(rng.uniform(3, 5))), bool(top))


def bust(rng: Rng, at: Place, from_top: bool) -> list[Solid]:
    """Somebody's head with its middle there, and the shoulders further out."""
    return _leaning(_clothes(rng), at, from_top)


def _clothes(rng: Rng) -> tuple[Material, Material]:
    hair = Material(HAIR[rng.integers(len(HAIR))], rough=0.7, gloss=0.03, more=(0, 0, 0, float(rng.random())))
    shirt = Material(named(rng), named(rng), pattern=Pattern.CLOTH, rough=0.95, gloss=0.01, more=(1, 0.4, 0, float(rng.random())))
    return hair, shirt


def _leaning(clothes: tuple[Material, Material], at: Place, from_top: bool) -> list[Solid]:
    (x, y, z), out = at, -1 if from_top else 1
    return [
        Solid("sphere", shift(x, y, z) @ scale(1.8, 2.2, 2.4), clothes[0], Kind.HAND),
        Solid("sphere", shift(x, y + out * 3.2, z - 3) @ scale(4.6, 2.0, 2.2), clothes[1], Kind.HAND),
    ]


def panel(rng: Rng, look: Look) -> list[Solid]:
    """Dark side panels with names and logos, as broadcasts lay beside a board seen from above."""
    (x0, x1), (y0, y1) = furniture.outer(look)
    right = rng.random() < 0.5
    a, b = ((x1 + 0.2, x1 + 9) if right else (x0 - 9, x0 - 0.2)), (y0 - 6, y1 + 6)
    z = furniture.TABLE
    shadow = (float(rng.uniform(0.02, 0.2)), float(rng.uniform(0.02, 0.2)), float(rng.uniform(0.02, 0.2)))
    back = Material(linear(shadow), rough=1.0, gloss=0.0)
    out = [Solid("box", box(a, b, (z, z + 0.02)), back, Kind.CLUTTER, casts=False)]
    for k in range(int(rng.integers(3, 7))):
        y = y0 + (y1 - y0) * (k + 0.5) / 6
        cell = int(rng.choice([*CARDS, *LOGOS]))
        paper = linear((0.25, 0.25, 0.26)) if rng.random() < 0.5 else named(rng)
        stuff = printed(rng, cell, paper, 0.3)
        w = rng.uniform(2, 4.4)
        out.append(
            Solid("block", box((a[0] + 0.5, a[0] + 0.5 + w), (y - 0.9, y + 0.9), (z, z + 0.05)), stuff, Kind.CLUTTER, casts=False)
        )
    return out
