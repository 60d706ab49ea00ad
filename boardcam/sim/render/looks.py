"""Invents sets: `look(seed)` chooses colours and stuffs of board, checkers, dice, cube and table, a room and a camera's manner."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from boardcam.geometry import Board
from boardcam.sim.measures import Measures
from boardcam.sim.render.colours import BRIGHT, DEEP, GROUNDS, NAMED, TABLES, Rng, any_colour, bright, linear, named, paint, pair
from boardcam.sim.render.lens import lens
from boardcam.sim.render.lights import room
from boardcam.sim.render.sets import Checkers, Dice, Furniture, Look, Points
from boardcam.sim.render.solid import Colour, Material, Pattern
from boardcam.sim.render.stuffs import cloth, leather, plain, shade, wood

RINGS = {1: (0.7, 0.88), 3: (0.25, 0.55)}
"""Radii of an inlay: less of it than of the checker's own colour."""


def _checkers(rng: Rng, wild: bool) -> Checkers:
    colours = pair(rng, wild)
    weights = [0.44, 0.1, 0.1, 0.06, 0.12, 0.1, 0.05, 0.03]
    kind = int(rng.choice(8, p=weights))
    other = [paint(rng, wild), paint(rng, wild)]
    if kind == 2:
        other = [linear(NAMED[str(rng.choice(["gold", "silver", "grey"]))])] * 2
    if kind in (4, 7):
        other = [shade(c, float(rng.uniform(0.5, 1.6))) for c in colours]
    if kind in (1, 3):  # an inlay of one other colour on both sides, or of each its own
        other = [other[0]] * 2 if rng.random() < 0.5 else other
    profile, ring = int(rng.choice(5, p=[0.38, 0.18, 0.14, 0.18, 0.12])), float(rng.uniform(*RINGS.get(kind, (0.45, 0.85))))
    rough, gloss = float(rng.choice([0.12, 0.25, 0.4, 0.6, 0.85])), float(rng.choice([0.02, 0.04, 0.05]))

    def make(k: int) -> Material:
        more = (float(kind), float(profile), ring, float(rng.random()))
        return Material(colours[k], other[k], rough=rough, gloss=gloss, pattern=Pattern.CHECKER, more=more)

    light, dark = sorted((make(0), make(1)), key=average, reverse=True)
    mesh = str(rng.choice(["checker", "round checker", "sharp checker"], p=[0.55, 0.25, 0.2]))
    thickness = float(rng.uniform(0.24, 0.45)) if rng.random() < 0.85 else float(rng.uniform(0.1, 0.24))
    return Checkers(light, dark, mesh, float(rng.uniform(0.84, 0.99)), thickness)


def average(checker: Material) -> float:
    """Brightness of a checker's upper side as a whole."""
    kind, ring = int(checker.more[0]), checker.more[2]
    share = {1: 1 - ring**2, 2: 0.19, 3: ring**2, 4: 0.4, 7: 0.3}.get(kind, 0.0)
    return (1 - share) * bright(checker.a) + share * bright(checker.b)


def _die(rng: Rng, wild: bool, like: Colour | None) -> Material:
    body = (
        like
        if like and rng.random() < 0.35
        else (
            named(rng, ("white", "ivory", "white", "black", "black", "black", "red", "blue", "green"))
            if rng.random() < 0.7
            else paint(rng, wild)
        )
    )
    pale, dark = linear((0.93, 0.92, 0.88)), linear((0.05, 0.05, 0.05))
    pips = dark if bright(body) > 0.25 else pale
    if rng.random() < 0.15:
        pips = named(rng, ("red", "blue", "gold") if bright(body) > 0.3 else ("white", "gold", "yellow"))
    one = named(rng, ("red",)) if rng.random() < 0.08 and bright(body) > 0.3 else pips
    vivid = max(body) > 3 * min(body)
    glow = float(rng.uniform(0.2, 0.6)) if rng.random() < (0.5 if vivid else 0.08) else 0.0
    more = (glow, float(rng.uniform(0.075, 0.115)), float(rng.choice([0.0, 0.0, 0.4])), float(rng.random()))
    return Material(body, pips, one, rough=float(rng.uniform(0.08, 0.5)), gloss=0.045, pattern=Pattern.DIE, more=more)


def _dice(rng: Rng, wild: bool, checkers: Checkers) -> Dice:
    light, dark = _die(rng, wild, checkers.light.a), _die(rng, wild, checkers.dark.a)
    if rng.random() < 0.3:
        dark = light
    mesh = str(rng.choice(["die", "round die", "sharp die"], p=[0.5, 0.3, 0.2]))
    return Dice(light, dark, mesh, float(rng.uniform(0.3, 0.45)))


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
        frame=frame if not paper else plain(rng, paint(rng, wild)), rail=float(rng.uniform(0.2, 0.8)), rise=rise,
        margin=float(rng.choice([0.0, 0.05, 0.2])), bar=bare if flat else bar,
        bar_rise=0.004 if flat else float(rng.choice([0.02, rise * 0.6, rise])), hinges=bool(rng.random() < 0.3 and not flat),
        gap=bool(rng.random() < 0.5 and not flat), trays=trays, tray=float(rng.uniform(1.1, 1.9)), tray_floor=floor,
        dividers=int(rng.integers(0, 3)), stitches=named(rng) if rng.random() < 0.2 and not paper else None,
        latches=bool(rng.random() < 0.3 and not paper),
    )  # fmt: skip


def _cube(rng: Rng, wild: bool) -> Material:
    body = named(rng, ("white", "ivory", "white", "black", "red", "walnut", "gold")) if rng.random() < 0.7 else paint(rng, wild)
    ink = linear((0.05, 0.05, 0.06)) if bright(body) > 0.2 else linear((0.95, 0.94, 0.9))
    if rng.random() < 0.2:
        ink = named(rng, ("red", "blue", "navy", "gold"))
    disc = shade(body, float(rng.choice([0.5, 0.8, 1.4])))
    style = int(rng.integers(5))
    return Material(
        body, ink, disc, rough=float(rng.uniform(0.15, 0.6)), gloss=0.04, pattern=Pattern.PRINT, more=(0, 1, style * 6.0, 0)
    )


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
        board, points, furniture, checkers, _dice(rng, wild, checkers), _cube(rng, wild), float(rng.uniform(0.6, 1.05)),
        _table(rng, wild), room(rng, board), lens(rng),
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
