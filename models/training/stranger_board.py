"""The stranger's boards: wooden and leather cases that open on hinges, mats that roll up, printed paper, tournament boards."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from stranger_povray import Array, Thing, box, colour, plate, tube, vec, written
from stranger_stuffs import SURFACES, WOODS, Rgb, Rng, any_colour, apart, gloss, leather, metal, mixed, plain, stuff, wood

KINDS = ("wood", "wood", "attache", "attache", "tournament", "rollup", "paper")
FELTS: tuple[Rgb, ...] = (
    (0.08, 0.33, 0.18),
    (0.12, 0.2, 0.45),
    (0.5, 0.1, 0.12),
    (0.85, 0.78, 0.62),
    (0.2, 0.2, 0.22),
    (0.55, 0.55, 0.52),
    (0.6, 0.45, 0.3),
    (0.1, 0.1, 0.1),
    (0.35, 0.1, 0.3),
)
POINTS: tuple[tuple[Rgb, Rgb], ...] = (
    ((0.9, 0.88, 0.8), (0.6, 0.1, 0.1)), ((0.92, 0.9, 0.85), (0.1, 0.1, 0.1)), ((0.8, 0.65, 0.4), (0.35, 0.18, 0.08)),
    ((0.85, 0.2, 0.15), (0.95, 0.9, 0.8)), ((0.2, 0.35, 0.6), (0.85, 0.85, 0.85)), ((0.75, 0.75, 0.7), (0.3, 0.32, 0.35)),
    ((0.9, 0.7, 0.15), (0.15, 0.35, 0.2)), ((0.55, 0.1, 0.15), (0.85, 0.7, 0.45)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """A board's measures, cm."""

    kind: str
    pitch: float
    diameter: float
    """Of its checkers."""
    thick: float
    bar: float
    """Width; 0 = the halves touch."""
    depth: float
    bar_high: float
    margin: float
    """From the base of the points to the frame."""
    rail: float
    """Width of the frame; 0 = none."""
    high: float
    """Of the frame above the surface."""
    lift: float
    """Of the surface above the table."""
    trays: tuple[bool, bool]
    tray: float
    """Width of a tray inside."""

    @property
    def width(self) -> float:
        return 12 * self.pitch + self.bar

    def column(self, place: int) -> float:
        """x of the middle of a place (numbered as the camera sees them: see `boardcam.geometry`)."""
        nth = 11 - place if place < 12 else place - 12
        return -self.width / 2 + (nth + 0.5) * self.pitch + (self.bar if nth >= 6 else 0.0)

    def away(self, place: int, along: float) -> float:
        """z so far from the base line of a place."""
        return self.depth / 2 - along if place >= 12 else along - self.depth / 2

    def corners(self) -> Array:
        w, d = self.width / 2, self.depth / 2
        return np.array([(-w, 0, d), (w, 0, d), (w, 0, -d), (-w, 0, -d)])

    def outer(self) -> tuple[float, float, float]:
        """x to the left, x to the right, z to either side of all that belongs to the board."""
        out = self.margin + self.rail
        left, right = (out + (self.tray + self.rail if here else 0.0) for here in self.trays)
        return -self.width / 2 - left, self.width / 2 + right, self.depth / 2 + out

    def frame(self) -> Array:
        x0, x1, z = self.outer()
        return np.array([(x, 0, v) for x in (x0, x1) for v in (-z, z)])

    def tray_at(self, right: bool) -> float:
        """x of the middle of a tray."""
        x0, x1, _ = self.outer()
        return x1 - self.rail - self.tray / 2 if right else x0 + self.rail + self.tray / 2


def case(rng: Rng, kind: str | None = None) -> Case:
    """Some board."""
    kind = kind or str(rng.choice(KINDS))
    pitch = float(rng.uniform(2.6, 5.6))
    diameter = pitch * float(rng.uniform(0.8, 0.99))
    flat = kind in ("rollup", "paper")
    bar = pitch * float(rng.uniform(0.5, 1.5))
    if flat and rng.random() < 0.5:
        bar = pitch * float(rng.choice([0.0, rng.uniform(0.1, 0.5)]))
    high = 0.0 if flat else float(rng.uniform(0.3, 2.4))
    hinged = kind in ("wood", "attache")
    return Case(
        kind, pitch, diameter, thick=diameter * float(rng.uniform(0.13, 0.38)), bar=bar,
        depth=10 * diameter + pitch * float(rng.uniform(0.7, 3.2)),
        bar_high=0.0 if flat else (high if hinged and rng.random() < 0.8 else float(rng.choice([0.05, 0.5 * high]))),
        margin=float(rng.choice([0.0, 0.15, rng.uniform(0, 0.8)])), rail=float(rng.uniform(0.8, 3.0 if flat else 3.2)),
        high=high, lift=0.15 if flat else float(rng.uniform(1, 4)),
        trays=(False, False) if flat or (kind == "wood" and rng.random() < 0.6) else (bool(rng.random() < 0.7), True),
        tray=diameter * float(rng.uniform(1.05, 1.5)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Paints:
    ground: Rgb
    points: tuple[Rgb, Rgb]
    frame: Rgb
    bar: Rgb


def paints(rng: Rng, kind: str) -> Paints:
    """Colours of which the points can be told from the ground."""
    while True:
        ground = FELTS[rng.integers(len(FELTS))] if rng.random() < 0.6 else any_colour(rng)
        if kind == "paper":
            ground = mixed((0.95, 0.94, 0.9), any_colour(rng, 0.6), float(rng.uniform(0, 0.3)))
        points = POINTS[rng.integers(len(POINTS))] if rng.random() < 0.6 else (any_colour(rng), any_colour(rng))
        frame = WOODS[rng.integers(len(WOODS))] if kind == "wood" else any_colour(rng, 0.05, 0.7)
        if min(apart(ground, p) for p in points) > 0.1 and apart(*points) > 0.12:
            return Paints(ground, points, frame, frame if rng.random() < 0.5 else any_colour(rng, 0.05, 0.8))


def board(rng: Rng, at: Case, ink: Paints) -> list[Thing]:
    """The board, empty."""
    ground = stuff(rng, "plain" if at.kind == "paper" else str(rng.choice(SURFACES)), ink.ground)
    body = frame_of(rng, at, ink)
    text = "".join([*body, *floor(at, ground), *points(rng, at, ink), *bar(rng, at, ink), *lines(rng, at)])
    return [Thing(text)]


def frame_of(rng: Rng, at: Case, ink: Paints) -> list[str]:
    """The rails and trays around, or the rim of a mat."""
    x0, x1, z = at.outer()
    body = leather(rng, ink.frame) if at.kind in ("attache", "rollup") and rng.random() < 0.7 else wood(rng, ink.frame)
    if at.kind == "paper":
        body = plain((0.97, 0.97, 0.95), 0)
    if at.high == 0:
        return [box((x0, -at.lift, -z), (x1, -0.01, z), body), *stitches(rng, at)]
    across = wood(rng, ink.frame, "z") if "wood turb" in body else body
    out = [box((x0, -at.lift, -z), (x1, -0.3, z), body)]
    for side in (-1, 1):
        out.append(box((x0, -at.lift, side * z), (x1, at.high, side * (z - at.rail)), body))
    inner = at.width / 2 + at.margin
    walls = [(-inner - at.rail, -inner), (inner, inner + at.rail)]
    walls += [(x0, x0 + at.rail)] if at.trays[0] else []
    walls += [(x1 - at.rail, x1)] if at.trays[1] else []
    out += [box((a, -at.lift, -z + at.rail), (b, at.high - 0.02, z - at.rail), across) for a, b in walls]
    lining = plain(mixed(ink.ground, (0, 0, 0), 0.2), 0)
    for right in (False, True):
        if at.trays[right]:
            x, half = at.tray_at(right), at.tray / 2
            out.append(box((x - half, -0.3, -z + at.rail), (x + half, -0.05, z - at.rail), lining))
            if rng.random() < 0.5:
                out.append(box((x - half, -0.3, -at.pitch), (x + half, at.high - 0.1, at.pitch), across))
    return out + latches(rng, at)


def latches(rng: Rng, at: Case) -> list[str]:
    """Brass on the outside of a case."""
    if rng.random() < 0.5 or at.kind == "tournament":
        return []
    _, _, z = at.outer()
    brass = metal((0.75, 0.6, 0.3))
    return [box((s * at.width * 0.3 - 1.2, 0, -z - 0.25), (s * at.width * 0.3 + 1.2, at.high * 0.7, -z), brass) for s in (-1, 1)]


def stitches(rng: Rng, at: Case) -> list[str]:
    if at.kind == "paper" or rng.random() < 0.4:
        return []
    x0, x1, z = at.outer()
    thread, inset = plain(any_colour(rng, 0.5), 0), at.rail * 0.5
    along = np.arange(x0 + inset, x1 - inset, 0.9)
    across = np.arange(-z + inset, z - inset, 0.9)
    seams = [
        box((x, -0.02, s * (z - inset) - 0.05), (x + 0.6, 0.02, s * (z - inset) + 0.05), thread) for x in along for s in (-1, 1)
    ]
    return seams + [box((x - 0.05, -0.02, v), (x + 0.05, 0.02, v + 0.6), thread) for v in across for x in (x0 + inset, x1 - inset)]


def floor(at: Case, ground: str) -> list[str]:
    w, d = at.width / 2 + at.margin, at.depth / 2 + at.margin
    return [box((-w, -0.3, -d), (w, 0.0, d), ground)]


def points(rng: Rng, at: Case, ink: Paints) -> list[str]:
    """Triangles, bottles, spears, bars with round ends; with an inlay, an edge or a dot, or plain."""
    shape = str(rng.choice(["spear", "triangle", "triangle", "narrow", "blunt", "round", "bottle"]))
    length = float(min(rng.uniform(3.9, 5.0) * at.diameter, at.depth / 2 - 0.3))
    wide, shine = float(rng.uniform(0.7, 1.0)) * at.pitch, float(rng.uniform(0, 0.5))
    extra = str(rng.choice(["", "", "inlay", "edge", "dot", "foot"]))
    looks = [plain(p, shine) if rng.random() < 0.7 else stuff(rng, "wood", p) for p in ink.points]
    lines = plain(any_colour(rng), 0.2)
    out = []
    for place in range(24):
        odd = (place + (place >= 12)) % 2
        out += one_point(at, place, shape, length, wide, looks[odd], looks[1 - odd], extra, lines)
    return out


def one_point(
    at: Case, place: int, shape: str, length: float, wide: float, look: str, other: str, extra: str, line: str
) -> list[str]:
    def laid(times: float, cut: float, high: float, texture: str) -> str:
        ring = [(at.column(place) + u * wide * times, at.away(place, v * length * cut)) for u, v in outline(shape)]
        return plate(ring, -0.02, high, texture)

    out = [laid(1.0, 1.0, 0.012, look)]
    if extra == "edge":
        out = [laid(1.0, 1.0, 0.012, line), laid(0.84, 0.93, 0.018, look)]
    if extra == "inlay":
        out.append(laid(0.45, 0.75, 0.018, other))
    if extra == "dot":
        tip = (at.column(place), at.away(place, length + 0.12 * at.pitch))
        out.append(tube((tip[0], -0.02, tip[1]), (tip[0], 0.012, tip[1]), 0.12 * at.pitch, line))
    if extra == "foot":
        a, b = sorted((at.away(place, 0.0), at.away(place, 0.12 * length)))
        out.append(box((at.column(place) - wide / 2, -0.02, a), (at.column(place) + wide / 2, 0.02, b), other))
    return out


def outline(shape: str) -> list[tuple[float, float]]:
    """Across −0.5…0.5, along 0…1."""
    if shape == "blunt":
        return [(-0.5, 0), (-0.12, 1), (0.12, 1), (0.5, 0)]
    if shape == "narrow":
        return [(-0.3, 0), (0, 1), (0.3, 0)]
    if shape == "round":
        arc = [(-0.28 * math.cos(a), 0.88 + 0.12 * math.sin(a)) for a in np.linspace(0, math.pi, 9)]
        return [(-0.4, 0), *arc, (0.4, 0)]
    if shape == "spear":
        left = [(-0.5 * math.cos(a * math.pi / 2), a) for a in np.linspace(0, 1, 9)]
        return left + [(-u, v) for u, v in reversed(left[:-1])]
    if shape == "bottle":
        left = [(-0.5 * (1 - a) ** 0.6 * (1 - 0.5 * math.sin(math.pi * a)), a) for a in np.linspace(0, 1, 9)]
        return left + [(-u, v) for u, v in reversed(left[:-1])]
    return [(-0.5, 0), (0, 1), (0.5, 0)]


def bar(rng: Rng, at: Case, ink: Paints) -> list[str]:
    """A ridge of two rims that meet on hinges, one piece, a printed band, or nothing."""
    if at.bar <= 0:
        return [box((-0.04, 0, -at.depth / 2), (0.04, 0.015, at.depth / 2), plain(ink.bar, 0))] if rng.random() < 0.5 else []
    w, d = at.bar / 2, at.depth / 2 + at.margin
    body = leather(rng, ink.bar) if at.kind == "attache" else wood(rng, ink.bar if at.kind != "wood" else ink.frame, "z")
    if at.high == 0 or at.bar_high < 0.1:
        return [
            box((-w, -0.1, -d), (w, max(at.bar_high, 0.013), d), plain(ink.bar, 0.1) if at.kind == "paper" else body),
            *badge(rng, at),
        ]
    if at.kind == "tournament":
        return [box((-w, -0.1, -d), (w, at.bar_high, d), body), *badge(rng, at)]
    gap = 0.05
    halves = [box((a, -0.1, -d), (b, at.bar_high, d), body) for a, b in ((-w, -gap), (gap, w))]
    brass = metal((0.8, 0.65, 0.3) if rng.random() < 0.6 else (0.7, 0.7, 0.72))
    long = float(rng.uniform(1, 3))
    hinges = []
    for z in (-0.32 * at.depth, 0.32 * at.depth):
        leaf = min(w * 0.8, float(rng.uniform(0.5, 1.5)))
        hinges += [box((-leaf, at.bar_high - 0.02, z - long), (leaf, at.bar_high + 0.05, z + long), brass)]
        hinges += [tube((0, at.bar_high + 0.05, z - long), (0, at.bar_high + 0.05, z + long), 0.15, brass)]
    return [*halves, *(hinges if rng.random() < 0.8 else [])]


def badge(rng: Rng, at: Case) -> list[str]:
    """Letters along the bar."""
    if rng.random() < 0.5 or at.bar < 1.5:
        return []
    word = str(rng.choice(["BACKGAMMON", "Club 1924", "TAVLA", "Open", "N&S"]))
    return [written(word, 0, at.bar_high + 0.03, 0, 0.6 * min(at.bar, 3), plain(any_colour(rng), 0.3), turned=90)]


def lines(rng: Rng, at: Case) -> list[str]:
    """A line around the halves, an ornament in their middles."""
    out = []
    if rng.random() < 0.25:
        look = plain(any_colour(rng), 0.1)
        for a, b in ((-at.width / 2, -at.bar / 2), (at.bar / 2, at.width / 2)):
            out += [box((a, 0, s * at.depth / 2 - 0.06), (b, 0.013, s * at.depth / 2 + 0.06), look) for s in (-1, 1)]
            out += [box((x - 0.06, 0, -at.depth / 2), (x + 0.06, 0.013, at.depth / 2), look) for x in (a, b)]
    if rng.random() < 0.2 and at.depth > 11.5 * at.diameter:
        look, r = f"texture{{pigment{{{colour(any_colour(rng))}}} {gloss(0.1)}}}", float(rng.uniform(0.3, 0.8)) * at.pitch
        for x in (-1, 1):
            ring = vec((x * (at.bar / 2 + 3 * at.pitch), 0.0, 0))
            out.append(f"torus{{{r:.2f},{0.06 * r:.3f} scale <1,0.2,1> translate {ring} {look}}}\n")
    return out
