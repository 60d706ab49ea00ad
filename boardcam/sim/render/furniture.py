"""The board as solids: surface, bar, rails, trays, hinges, latches; and the table under it."""

from __future__ import annotations

import numpy as np

from boardcam.sim.render.sets import Look
from boardcam.sim.render.solid import Kind, Material, Solid, box, scale, shift, turn

METAL = Material((0.42, 0.41, 0.39), rough=0.5, gloss=0.6)
BRASS = Material((0.5, 0.36, 0.13), rough=0.45, gloss=0.6)
TABLE = -0.9
"""z of the table top."""

Span = tuple[float, float]


def board(look: Look) -> list[Solid]:
    """Everything that does not move, table included."""
    return [*_floor(look), *_bar(look), *_rails(look), *_trays(look), *_trim(look)]


def outer(look: Look) -> tuple[Span, Span]:
    """x and y spans of the whole board, rails and trays included."""
    f, b = look.furniture, look.board
    side = [f.margin + f.rail + (f.tray + f.rail if tray else 0.0) for tray in f.trays]
    end = f.margin + f.rail
    return (-side[0], b.width + side[1]), (-end, b.depth + end)


def _floor(look: Look) -> list[Solid]:
    f, b = look.furniture, look.board
    m = f.margin
    x, y = (-m, b.width + m), (-m, b.depth + m)
    around = [((-60, 75), (-55, y[0])), ((-60, 75), (y[1], 66)), ((-60, x[0]), y), ((x[1], 75), y)]  # none where none is seen
    return [
        *(Solid("box", box(*spans, (TABLE - 0.5, TABLE)), look.table, casts=False) for spans in around),
        Solid("box", box(x, y, (TABLE, 0.0)), look.points.stuff, Kind.SURFACE),
    ]


def _bar(look: Look) -> list[Solid]:
    f, b = look.furniture, look.board
    y = (-f.margin, b.depth + f.margin)
    if b.bar <= 0:
        slit = Material((0.01, 0.01, 0.01))
        return [Solid("box", box((5.98, 6.02), y, (-0.1, 0.002)), slit, Kind.BAR)] if f.gap else []
    spans = [(6.0, 6.0 + b.bar)]
    if f.gap:
        middle = 6.0 + b.bar / 2
        spans = [(6.0, middle - 0.02), (middle + 0.02, 6.0 + b.bar)]
    return [Solid("block" if f.bar_rise > 0.1 else "box", box(s, y, (-0.3, f.bar_rise)), f.bar, Kind.BAR) for s in spans]


def _rails(look: Look) -> list[Solid]:
    f, b = look.furniture, look.board
    (x0, x1), (y0, y1) = outer(look)
    z, m, r = (TABLE, f.rise), f.margin, f.rail
    spans = [
        ((x0, x1), (y0, y0 + r)),
        ((x0, x1), (y1 - r, y1)),
        ((-m - r, -m), (y0 + r, y1 - r)),
        ((b.width + m, b.width + m + r), (y0 + r, y1 - r)),
    ]
    if f.trays[0]:
        spans.append(((x0, x0 + r), (y0 + r, y1 - r)))
    if f.trays[1]:
        spans.append(((x1 - r, x1), (y0 + r, y1 - r)))
    return [Solid("block", box(x, y, z), f.frame, Kind.FRAME) for x, y in spans]


def _trays(look: Look) -> list[Solid]:
    f = look.furniture
    (x0, x1), (y0, y1) = outer(look)
    out = []
    for present, left in zip(f.trays, (x0 + f.rail, x1 - f.rail - f.tray), strict=True):
        if not present:
            continue
        x, y = (left, left + f.tray), (y0 + f.rail, y1 - f.rail)
        out.append(Solid("box", box(x, y, (TABLE, -0.05)), f.tray_floor, Kind.FRAME))
        for k in range(1, f.dividers + 1):
            at = y[0] + (y[1] - y[0]) * (0.5 if f.dividers == 1 else (0.42 if k == 1 else 0.58))
            out.append(Solid("block", box(x, (at - 0.12, at + 0.12), (-0.1, f.rise * 0.7)), f.frame, Kind.FRAME))
    return out


def _hinge(x: float, y: float, w: float, z: float) -> list[Solid]:
    """Two leaves, a barrel and four screws."""
    metal = BRASS if w < 0.25 else METAL
    leaves = [
        Solid(
            "block",
            box((x + s * w / 2 - w * 0.47, x + s * w / 2 + w * 0.47), (y - 0.36, y + 0.36), (z - 0.01, z + 0.012)),
            metal,
            Kind.BAR,
        )
        for s in (-1, 1)
    ]
    barrel = Solid("post", shift(x, y - 0.36, z) @ turn("x", -np.pi / 2) @ scale(0.05, 0.05, 0.72), metal, Kind.BAR)
    dark = Material((0.02, 0.02, 0.02), rough=0.5)
    screws = [
        Solid("post", shift(x + s * w * 0.55, y + t * 0.22, z) @ scale(0.045, 0.045, 0.02), dark, Kind.BAR)
        for s in (-1, 1)
        for t in (-1, 1)
    ]
    return [*leaves, barrel, *screws]


def _trim(look: Look) -> list[Solid]:
    """Hinges on the bar, stitches along the rails, latches outside."""
    f, b = look.furniture, look.board
    (x0, x1), (y0, y1) = outer(look)
    out: list[Solid] = []
    middle = 6.0 + b.bar / 2
    if f.hinges:
        for y in (b.depth * 0.17, b.depth * 0.83):
            out += _hinge(middle, y, min(0.3, b.bar * 0.3), f.bar_rise)
    if f.latches:
        for y in (y0 + 2.5, y1 - 2.5):
            out.append(Solid("block", box((x0 - 0.15, x0 + 0.05), (y - 0.5, y + 0.5), (-0.5, 0.1)), BRASS, Kind.CLUTTER))
    if f.stitches:
        thread = Material(f.stitches, rough=0.9)
        n = int((x1 - x0) / 0.3)
        for k in range(n):
            x = x0 + (k + 0.5) * (x1 - x0) / n
            for y in (y0 + f.rail - 0.12, y1 - f.rail + 0.12):
                out.append(
                    Solid(
                        "box", box((x - 0.09, x + 0.09), (y - 0.02, y + 0.02), (f.rise - 0.02, f.rise + 0.015)), thread, Kind.FRAME
                    )
                )
    return out
