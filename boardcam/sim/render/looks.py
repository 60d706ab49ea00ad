"""What a set looks like: colours and stuffs of board, checkers, dice, cube and table. `look(seed)` invents one."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.measures import Measures
from boardcam.sim.render.lens import Lens, lens
from boardcam.sim.render.lights import Room, room
from boardcam.sim.render.solid import Colour, Material, Pattern

Rng = np.random.Generator

NAMED = {
    "white": (0.92, 0.91, 0.88), "ivory": (0.9, 0.85, 0.72), "cream": (0.88, 0.8, 0.62), "tan": (0.76, 0.6, 0.42), "gold": (0.78, 0.62, 0.25),
    "yellow": (0.9, 0.78, 0.2), "orange": (0.85, 0.45, 0.15), "red": (0.75, 0.12, 0.12), "burgundy": (0.42, 0.08, 0.13), "pink": (0.85, 0.5, 0.55),
    "green": (0.12, 0.42, 0.26), "lime": (0.45, 0.7, 0.25), "olive": (0.4, 0.42, 0.22), "teal": (0.1, 0.42, 0.45), "blue": (0.12, 0.25, 0.62),
    "navy": (0.1, 0.13, 0.28), "sky": (0.42, 0.62, 0.8), "purple": (0.35, 0.18, 0.45), "brown": (0.36, 0.22, 0.13), "walnut": (0.28, 0.17, 0.1),
    "black": (0.07, 0.07, 0.075), "charcoal": (0.18, 0.18, 0.19), "grey": (0.45, 0.45, 0.46), "silver": (0.72, 0.72, 0.73),
}  # fmt: skip
"""sRGB of the colours of real sets."""

BRIGHT = ("white", "ivory", "cream", "tan", "gold", "yellow", "silver", "sky", "lime", "pink", "orange")
DEEP = ("black", "charcoal", "brown", "walnut", "burgundy", "navy", "blue", "green", "red", "purple", "teal", "olive")
GROUNDS = (
    "green",
    "green",
    "teal",
    "navy",
    "blue",
    "grey",
    "charcoal",
    "black",
    "tan",
    "cream",
    "ivory",
    "white",
    "burgundy",
    "red",
    "brown",
    "olive",
)
TABLES = ("white", "grey", "charcoal", "black", "navy", "green", "burgundy", "brown", "tan", "cream", "blue", "olive")
REAL = (("white", "black"), ("white", "black"), ("ivory", "black"), ("white", "red"), ("ivory", "brown"), ("red", "black"), ("white", "blue"), ("cream", "walnut"),
        ("white", "green"), ("red", "blue"), ("gold", "burgundy"), ("lime", "red"), ("tan", "walnut"), ("yellow", "black"), ("cream", "burgundy"),
        ("grey", "black"), ("silver", "grey"), ("orange", "navy"), ("white", "gold"), ("red", "green"), ("ivory", "tan"))  # fmt: skip
"""Pairs of checkers seen on real tables, equal luminances among them."""


def linear(srgb: tuple[float, float, float]) -> Colour:
    r, g, b = (float(max(v, 0.0) ** 2.2) for v in srgb)
    return r, g, b


def bright(c: Colour) -> float:
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]


@dataclass(frozen=True, slots=True)
class Points:
    """The printed or inlaid surface."""

    ground: Colour
    colours: tuple[Colour, Colour]
    edge: Colour | None
    """Outline of the points."""
    shape: str
    """"triangle", "lance" (rounded tip) or "blunt"."""
    length: float
    """Share of half the depth."""
    width: float
    """Share of a pitch."""
    stuff: Material
    logo: tuple[int, float, Colour] | None
    """Cell of the sheet, size in pitches, colour."""
    border: Colour | None
    """A line around each half."""


@dataclass(frozen=True, slots=True)
class Furniture:
    frame: Material
    rail: float
    """Width of the rails, pitches."""
    rise: float
    """Height of the rails above the surface."""
    margin: float
    """From the base line of the points to the rail."""
    bar: Material
    bar_rise: float
    hinges: bool
    gap: bool
    """A slit runs along the bar where the board folds."""
    trays: tuple[bool, bool]
    tray: float
    """Width of a tray inside."""
    tray_floor: Material
    dividers: int
    stitches: Colour | None
    latches: bool


@dataclass(frozen=True, slots=True)
class Checkers:
    light: Material
    dark: Material
    mesh: str
    diameter: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Dice:
    light: Material
    dark: Material
    mesh: str
    edge: float


@dataclass(frozen=True, slots=True)
class Look:
    board: Board
    points: Points
    furniture: Furniture
    checkers: Checkers
    dice: Dice
    cube: Material
    cube_edge: float
    table: Material
    room: Room
    lens: Lens

    @property
    def measures(self) -> Measures:
        """Its sizes, for those who lay scenes."""
        f, c = self.furniture, self.checkers
        tray = f.tray if all(f.trays) else 0.0
        return Measures(c.diameter, c.thickness, self.dice.edge, self.cube_edge, f.bar_rise, f.margin, f.rail, f.rise, tray)

    def checker(self, side: Side) -> Material:
        return self.checkers.light if side is Side.WHITE else self.checkers.dark

    def die(self, side: Side) -> Material:
        return self.dice.light if side is Side.WHITE else self.dice.dark

    def floor(self, x: float) -> float:
        """Height on which a checker rests at x: the bar may be raised."""
        return self.furniture.bar_rise if 6.0 <= x <= 6.0 + self.board.bar and self.board.bar > 0 else 0.0


def named(rng: Rng, names: tuple[str, ...] | None = None) -> Colour:
    """A colour of real sets, a little off."""
    name = str(rng.choice(names if names else tuple(NAMED)))
    base = np.array(NAMED[name])
    return linear(tuple(np.clip(base * rng.uniform(0.85, 1.1) + rng.normal(0, 0.025, 3), 0.03, 0.95)))


def any_colour(rng: Rng) -> Colour:
    return linear(colorsys.hsv_to_rgb(rng.random(), rng.beta(1.2, 1.2), rng.uniform(0.08, 0.95)))


def paint(rng: Rng, wild: bool) -> Colour:
    return any_colour(rng) if wild else named(rng)


def _pair(rng: Rng, wild: bool) -> tuple[Colour, Colour]:
    """Colours of the light and the dark checkers."""
    if not wild:
        a, b = REAL[rng.integers(len(REAL))]
        one, two = named(rng, (a,)), named(rng, (b,))
    elif rng.random() < 0.35:
        hue, value = rng.random(), rng.uniform(0.3, 0.9)
        one = linear(colorsys.hsv_to_rgb(hue, rng.uniform(0.3, 1), value))
        two = linear(colorsys.hsv_to_rgb((hue + rng.uniform(0.2, 0.8)) % 1, rng.uniform(0.3, 1), value))
        ratio = bright(one) / max(bright(two), 1e-3)
        two = tuple(float(min(v * ratio, 0.9)) for v in two)  # type: ignore[assignment]
    else:
        one, two = any_colour(rng), any_colour(rng)
        for _ in range(20):
            if np.abs(np.sqrt(one) - np.sqrt(two)).max() > 0.25:
                break
            two = any_colour(rng)
    return (one, two) if bright(one) >= bright(two) else (two, one)


def _checkers(rng: Rng, wild: bool) -> Checkers:
    colours = _pair(rng, wild)
    weights = [0.44, 0.1, 0.1, 0.06, 0.12, 0.1, 0.05, 0.03]
    kind = int(rng.choice(8, p=weights))
    other = [paint(rng, wild), paint(rng, wild)]
    if kind == 2:
        other = [linear(NAMED[str(rng.choice(["gold", "silver", "grey"]))])] * 2
    if kind in (4, 7):
        other = [tuple(float(np.clip(v * rng.uniform(0.5, 1.6), 0.01, 0.85)) for v in c) for c in colours]  # type: ignore[misc]
    profile, ring = int(rng.choice(5, p=[0.38, 0.18, 0.14, 0.18, 0.12])), float(rng.uniform(0.45, 0.85))
    rough, gloss = float(rng.choice([0.12, 0.25, 0.4, 0.6, 0.85])), float(rng.choice([0.02, 0.04, 0.05]))

    def make(k: int) -> Material:
        more = (float(kind), float(profile), ring, float(rng.random()))
        return Material(colours[k], other[k], rough=rough, gloss=gloss, pattern=Pattern.CHECKER, more=more)

    mesh = str(rng.choice(["checker", "round checker", "sharp checker"], p=[0.55, 0.25, 0.2]))
    thickness = float(rng.uniform(0.24, 0.45)) if rng.random() < 0.85 else float(rng.uniform(0.1, 0.24))
    return Checkers(make(0), make(1), mesh, float(rng.uniform(0.84, 0.99)), thickness)


def _die(rng: Rng, wild: bool, like: Colour | None) -> Material:
    body = (
        like
        if like and rng.random() < 0.35
        else (named(rng, ("white", "ivory", "white", "black", "red", "blue", "green")) if rng.random() < 0.7 else paint(rng, wild))
    )
    pale, dark = linear((0.93, 0.92, 0.88)), linear((0.05, 0.05, 0.05))
    pips = dark if bright(body) > 0.25 else pale
    if rng.random() < 0.15:
        pips = named(rng, ("red", "blue", "gold") if bright(body) > 0.3 else ("white", "gold", "yellow"))
    one = named(rng, ("red",)) if rng.random() < 0.08 and bright(body) > 0.3 else pips
    glow = float(rng.uniform(0.2, 0.5)) if rng.random() < 0.25 else 0.0
    more = (glow, float(rng.uniform(0.075, 0.115)), float(rng.choice([0.0, 0.0, 0.4])), float(rng.random()))
    return Material(body, pips, one, rough=float(rng.uniform(0.08, 0.5)), gloss=0.045, pattern=Pattern.DIE, more=more)


def _dice(rng: Rng, wild: bool, checkers: Checkers) -> Dice:
    light, dark = _die(rng, wild, checkers.light.a), _die(rng, wild, checkers.dark.a)
    if rng.random() < 0.3:
        dark = light
    mesh = str(rng.choice(["die", "round die", "sharp die"], p=[0.5, 0.3, 0.2]))
    return Dice(light, dark, mesh, float(rng.uniform(0.3, 0.45)))


def wood(rng: Rng, colour: Colour | None = None) -> Material:
    a = colour or named(rng, ("walnut", "brown", "tan", "burgundy", "black", "cream"))
    b = tuple(float(v * rng.uniform(0.35, 0.8)) for v in a)
    more = (float(rng.uniform(0.4, 1.6)), float(rng.uniform(0.3, 1)), float(rng.integers(2)), float(rng.random()))
    return Material(a, b, rough=float(rng.uniform(0.15, 0.7)), gloss=0.04, pattern=Pattern.WOOD, more=more)  # type: ignore[arg-type]


def leather(rng: Rng, colour: Colour) -> Material:
    b = tuple(float(v * rng.uniform(0.6, 1)) for v in colour)
    more = (float(rng.uniform(0.4, 1.5)), 0.6, 0.0, float(rng.random()))
    return Material(colour, b, rough=float(rng.uniform(0.3, 0.75)), gloss=0.035, pattern=Pattern.LEATHER, more=more)  # type: ignore[arg-type]


def cloth(rng: Rng, colour: Colour, other: Colour, check: float = 0.0) -> Material:
    more = (
        float(rng.uniform(0.3, 1.5)),
        float(rng.choice([0.2, 0.5, 1.0])),
        float(rng.choice([0.0, 0.0, 0.5])),
        float(rng.random()),
    )
    return Material(colour, other, other, rough=0.95, gloss=0.01, extra=check, pattern=Pattern.CLOTH, more=more)


def plain(rng: Rng, colour: Colour) -> Material:
    return Material(colour, rough=float(rng.uniform(0.2, 0.8)), gloss=0.04, more=(0, 0, 0, float(rng.random())))


def _points(rng: Rng, wild: bool, checkers: Checkers, paper: bool) -> Points:
    ground = any_colour(rng) if wild else named(rng, GROUNDS)
    one, two = paint(rng, wild), paint(rng, wild)
    draw = rng.random()
    if draw < 0.3:
        one, two = checkers.light.a, checkers.dark.a
    elif draw < 0.45:
        one = checkers.light.a if rng.random() < 0.5 else checkers.dark.a
    if not wild and draw > 0.45:
        one, two = named(rng, BRIGHT), named(rng, DEEP)
    kind = 3.0 if paper else float(rng.choice([0, 0, 1, 2, 3]))
    strength = float(rng.uniform(0.05, 0.2) if paper else rng.uniform(0.08, 0.32 if kind == 2 else 0.5))
    rough = float(rng.uniform(0.3, 0.6) if kind in (1, 2) else rng.uniform(0.6, 0.95))
    stuff = Material(
        ground,
        rough=rough,
        gloss=0.035 if kind else 0.015,
        pattern=Pattern.SURFACE,
        more=(kind, strength, float(rng.uniform(0.6, 2)), float(rng.random())),
    )
    edge = paint(rng, wild) if rng.random() < 0.25 else None
    if rng.random() < 0.12:  # every second point is but an outline
        one, edge = ground, linear((0.05, 0.05, 0.05)) if bright(ground) > 0.15 else linear((0.9, 0.88, 0.8))
    logo = (int(rng.integers(30, 44)), float(rng.uniform(1, 3.2)), paint(rng, wild)) if rng.random() < 0.2 else None
    border = paint(rng, wild) if rng.random() < 0.15 else None
    shape = str(rng.choice(["triangle", "lance", "blunt"], p=[0.7, 0.2, 0.1]))
    return Points(
        ground, (one, two), edge, shape, float(rng.uniform(0.7, 0.94)), float(rng.uniform(0.62, 1.0)), stuff, logo, border
    )


def _furniture(rng: Rng, wild: bool, board: Board, points: Points, paper: bool) -> Furniture:
    colour = paint(rng, wild) if wild else named(rng, DEEP)
    frame = [wood(rng), wood(rng), leather(rng, colour), plain(rng, colour)][rng.integers(4)]
    flat = paper or board.bar < 0.25
    bar = (
        frame if rng.random() < 0.6 else [leather(rng, paint(rng, wild)), cloth(rng, points.ground, points.ground)][rng.integers(2)]
    )
    bare = Material(points.ground, rough=points.stuff.rough, gloss=0.02)
    both = bool(rng.random() < 0.6) and not paper
    trays = (both, both) if both or rng.random() < 0.6 or paper else ((True, False) if rng.random() < 0.5 else (False, True))
    rise = float(rng.uniform(0.005, 0.03) if paper else rng.uniform(0.25, 1.1))
    floor = cloth(rng, points.ground, points.ground) if rng.random() < 0.6 else plain(rng, named(rng, DEEP))
    return Furniture(
        frame if not paper else plain(rng, paint(rng, wild)), float(rng.uniform(0.2, 0.8)), rise, float(rng.choice([0.0, 0.05, 0.2])),
        bar if not flat else bare, 0.004 if flat else float(rng.choice([0.02, rise * 0.6, rise])), bool(rng.random() < 0.3 and not flat),
        bool(rng.random() < 0.5 and not flat), trays, float(rng.uniform(1.1, 1.9)), floor, int(rng.integers(0, 3)),
        named(rng) if rng.random() < 0.2 and not paper else None, bool(rng.random() < 0.3 and not paper),
    )  # fmt: skip


def _cube(rng: Rng, wild: bool) -> Material:
    body = named(rng, ("white", "ivory", "white", "black", "red", "walnut", "gold")) if rng.random() < 0.7 else paint(rng, wild)
    ink = linear((0.05, 0.05, 0.06)) if bright(body) > 0.2 else linear((0.95, 0.94, 0.9))
    if rng.random() < 0.2:
        ink = named(rng, ("red", "blue", "navy", "gold"))
    disc = tuple(float(v) for v in np.clip(np.array(body) * rng.choice([0.5, 0.8, 1.4]), 0.01, 0.9))
    style = int(rng.integers(5))
    return Material(
        body, ink, disc, rough=float(rng.uniform(0.15, 0.6)), gloss=0.04, pattern=Pattern.PRINT, more=(0, 1, style * 6.0, 0)
    )  # type: ignore[arg-type]


def _table(rng: Rng, wild: bool) -> Material:
    draw = rng.random()
    if draw < 0.42:
        return wood(rng)
    if draw < 0.75:
        colours = (any_colour(rng), any_colour(rng)) if wild else (named(rng, TABLES), named(rng, TABLES))
        return cloth(rng, *colours, float(rng.choice([0.0, 0.0, 0.5])))
    return plain(rng, named(rng, ("white", "white", "black", "grey", "charcoal", "cream")))


def proportions(rng: Rng) -> Board:
    bar = 0.0 if rng.random() < 0.1 else float(np.clip(rng.normal(1.0, 0.35), 0.1, 1.6))
    return Board(bar=bar, depth=float(np.clip(rng.normal(11.2, 0.9), 9.2, 13.5)))


def look(seed: int, *, wild: bool = False, board: Board | None = None, measures: Measures | None = None) -> Look:
    """A set, its table and room: colours of real sets, or anything at all when `wild`. The same seed gives the same look.

    `board` and `measures` fix the sizes, as a script has laid them; without them the look has sizes of its own.
    """
    rng = np.random.default_rng([seed, 17])
    board = board or proportions(rng)
    checkers = _checkers(rng, wild)
    paper = bool(rng.random() < 0.12)
    points = _points(rng, wild, checkers, paper)
    furniture = _furniture(rng, wild, board, points, paper)
    out = Look(
        board, points, furniture, checkers, _dice(rng, wild, checkers), _cube(rng, wild), float(rng.uniform(0.6, 1.05)), _table(rng, wild),
        room(rng, board), lens(rng),
    )  # fmt: skip
    return fitted(out, measures) if measures else out


def fitted(look: Look, m: Measures) -> Look:
    """The same set in other sizes."""
    furniture = replace(
        look.furniture,
        rail=m.rail,
        rise=m.rise,
        margin=m.margin,
        bar_rise=m.bar,
        trays=(m.tray > 0, m.tray > 0),
        tray=max(m.tray, 0.1),
    )
    checkers = replace(look.checkers, diameter=m.diameter, thickness=m.thickness)
    return replace(look, furniture=furniture, checkers=checkers, dice=replace(look.dice, edge=m.die), cube_edge=m.cube)
