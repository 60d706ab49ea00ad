"""The stranger's checkers, dice and doubling cube: turned, dished, rimmed, flat; sharp or round dice, spots painted or sunk."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from stranger_board import Case, Paints
from stranger_povray import Array, Thing, colour, vec
from stranger_stuffs import Rgb, Rng, any_colour, apart, gloss, light, metal, mixed, plain, stone, wood

PAIRS: tuple[tuple[Rgb, Rgb], ...] = (
    ((0.93, 0.9, 0.82), (0.08, 0.08, 0.09)), ((0.9, 0.88, 0.82), (0.65, 0.08, 0.1)), ((0.87, 0.74, 0.52), (0.25, 0.13, 0.08)),
    ((0.92, 0.92, 0.9), (0.1, 0.3, 0.2)), ((0.9, 0.9, 0.92), (0.1, 0.2, 0.5)), ((0.85, 0.65, 0.15), (0.12, 0.12, 0.12)),
    ((0.75, 0.25, 0.2), (0.1, 0.1, 0.12)), ((0.6, 0.75, 0.6), (0.35, 0.1, 0.15)),
)  # fmt: skip
PIPS = {1: [(0, 0)], 2: [(-1, 1), (1, -1)], 3: [(-1, 1), (0, 0), (1, -1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)]}
PIPS |= {5: [*PIPS[4], (0, 0)], 6: [*PIPS[4], (-1, 0), (1, 0)]}
NORMALS = {1: (0, 1, 0), 6: (0, -1, 0), 2: (0, 0, -1), 5: (0, 0, 1), 3: (1, 0, 0), 4: (-1, 0, 0)}


@dataclass(frozen=True, slots=True)
class Set:
    """What belongs to a board, light side first."""

    checkers: tuple[Rgb, Rgb]
    form: str
    edge: float
    """Of a die, cm."""
    dice: tuple[tuple[Rgb, Rgb], tuple[Rgb, Rgb]]
    """Body and spots, by side."""
    sharp: float
    cube: tuple[Rgb, Rgb]
    cube_edge: float
    texts: tuple[str, ...]
    """Declarations that come first in a scene."""


def chosen(rng: Rng, at: Case, ink: Paints, clear: float = 0.0) -> Set:
    """A set; with `clear` the sides differ by so much brightness at least."""
    while True:
        pair = PAIRS[rng.integers(len(PAIRS))] if rng.random() < 0.65 else (any_colour(rng), any_colour(rng))
        if rng.random() < 0.1:
            pair = (ink.points[0], pair[1])
        pair = pair if light(pair[0]) >= light(pair[1]) else pair[::-1]
        if apart(*pair) > 0.22 and light(pair[0]) - light(pair[1]) > clear and min(apart(p, ink.ground) for p in pair) > 0.08:
            break
    form = str(rng.choice(["flat", "dished", "rimmed", "turned", "round"]))
    dice = [die_paint(rng, c) for c in pair]
    if rng.random() < 0.15:
        dice = [dice[0], dice[0]]
    body = any_colour(rng, 0.7, 0.98) if rng.random() < 0.7 else any_colour(rng, 0.05, 0.3)
    number = (0.05, 0.05, 0.1) if light(body) > 0.45 else (0.9, 0.85, 0.7)
    edge, cube_edge = at.pitch * float(rng.uniform(0.3, 0.46)), at.pitch * float(rng.uniform(0.55, 0.85))
    sharp, seed = float(rng.uniform(0.06, 0.3)), int(rng.integers(1 << 30))
    texts = [
        *(f"#declare Checker{k}={checker(np.random.default_rng(seed), at, form, pair[k])}\n" for k in (0, 1)),
        *(f"#declare Die{k}={die(edge, sharp, *dice[k])}\n" for k in (0, 1)),
        f"#declare Cube={cube(cube_edge, body, number)}\n",
    ]
    return Set(pair, form, edge, (dice[0], dice[1]), sharp, (body, number), cube_edge, tuple(texts))


def die_paint(rng: Rng, side: Rgb) -> tuple[Rgb, Rgb]:
    body = side if rng.random() < 0.7 else any_colour(rng)
    return body, (0.95, 0.95, 0.92) if light(body) < 0.5 else (0.05, 0.05, 0.06)


def checker(rng: Rng, at: Case, form: str, paint: Rgb) -> str:
    """One that lies on the origin."""
    r, t = at.diameter / 2, at.thick
    kind = str(rng.choice(["plastic", "plastic", "plastic", "wood", "stone"]))
    look = {"wood": wood(rng, paint), "stone": stone(rng, paint)}.get(kind, plain(paint, float(rng.uniform(0.05, 0.8))))
    rim = (
        metal((0.8, 0.7, 0.4))
        if rng.random() < 0.1
        else plain(mixed(paint, (0, 0, 0) if light(paint) > 0.3 else (1, 1, 1), 0.25), 0.3)
    )
    e = min(0.35 * t, 0.12 * r)
    body = (
        f"cylinder{{0,{vec((0, t, 0))},{r - e:.3f}}} cylinder{{{vec((0, e, 0))},{vec((0, t - e, 0))},{r:.3f}}} "
        f"torus{{{r - e:.3f},{e:.3f} translate y*{e:.3f}}} torus{{{r - e:.3f},{e:.3f} translate y*{t - e:.3f}}}"
    )
    whole = f"union{{{body} {look}}}"
    if form == "dished":
        deep = float(rng.uniform(0.15, 0.45)) * t
        wide = r * float(rng.uniform(0.5, 0.85))
        ball = (wide**2 + deep**2) / (2 * deep)
        whole = f"difference{{union{{{body}}} sphere{{{vec((0, t - deep + ball, 0))},{ball:.3f}}} {look}}}"
    if form == "rimmed":
        ring = r * float(rng.uniform(0.72, 0.9))
        whole = f"union{{{whole} torus{{{ring:.3f},{0.07 * r:.3f} scale <1,0.6,1> translate y*{t:.3f} {rim}}}}}"
    if form == "turned":
        rings = " ".join(f"torus{{{r * s:.3f},{0.035 * r:.3f} translate y*{t:.3f}}}" for s in (0.35, 0.55, 0.75))
        whole = f"difference{{union{{{body}}} union{{{rings}}} {look}}}"
    if form == "round":
        whole = f"superellipsoid{{<1,0.35> rotate x*90 scale {vec((r, t / 2, r))} translate y*{t / 2:.3f} {look}}}"
    return whole


def die(edge: float, sharp: float, body: Rgb, spot: Rgb) -> str:
    """Its middle on the origin, 1 on top."""
    spots = []
    for face, normal in NORMALS.items():
        n = np.array(normal, float)
        u, v = np.roll(n, 1), np.roll(n, 2)
        for a, b in PIPS[face]:
            at = (n * 0.5 + u * 0.25 * a + v * 0.25 * b) * edge
            spots.append(f"cylinder{{{vec(at - n * 0.04 * edge)},{vec(at + n * 0.008 * edge)},{0.095 * edge:.4f}}}")
    h = edge / 2
    return (
        f"union{{superellipsoid{{<{sharp:.3f},{sharp:.3f}> scale {h:.4f} texture{{pigment{{{colour(body)}}} {gloss(0.5)}}}}} "
        f"union{{{' '.join(spots)} texture{{pigment{{{colour(spot)}}} {gloss(0.1)}}}}}}}"
    )


def cube(edge: float, body: Rgb, number: Rgb) -> str:
    """Its middle on the origin, 64 on top and upright for a reader at the near side."""
    turns = {64: "x*0", 2: "x*-90", 32: "x*90", 4: "z*90", 16: "z*-90", 8: "x*180"}
    faces = []
    for value, turn in turns.items():
        high, half = 0.62 * edge / (1.0 if value < 10 else 1.25), len(str(value)) * 0.25
        faces.append(
            f'text{{ttf "timrom.ttf" "{value}" 0.02,0 translate <{-half:.2f},-0.33,0> scale <{high:.3f},{high:.3f},1> rotate x*90 '
            f"translate y*{0.505 * edge:.4f} rotate {turn}}}"
        )
    return (
        f"union{{superellipsoid{{<0.12,0.12> scale {edge / 2:.4f} {plain(body, 0.3)}}} "
        f"union{{{' '.join(faces)} {plain(number, 0.1)}}}}}"
    )


# --- where they lie ----------------------------------------------------------------------------------------------------------


def checker_at(
    at: Case, side: int, x: float, y: float, z: float, lean: float = 0.0, on_edge: bool = False, spin: float = 0.0
) -> Thing:
    """`side` 0 light, 1 dark; y of its under side."""
    r = at.diameter / 2
    turn = f"rotate y*{spin:.0f} " + (
        f"translate y*{-at.thick / 2:.3f} rotate x*90 translate y*{r:.3f}" if on_edge else f"rotate z*{lean:.1f}"
    )
    return Thing(
        f"object{{Checker{side} {turn} translate {vec((x, y, z))}}}\n", ((x, y + (r if on_edge else at.thick / 2), z, 1.1 * r),)
    )


def die_at(edge: float, side: int, where: tuple[float, float, float], turned: Array) -> Thing:
    rows = ",".join(f"{v:.5f}" for v in (*turned.T.ravel(), *where))
    return Thing(f"object{{Die{side} matrix<{rows}>}}\n", ((*where, 0.9 * edge),))


def upright(face: int, yaw: float, tilt: float = 0.0) -> Array:
    """How a die is turned that shows a face; tilted about an axis that lies flat."""
    normal = np.array(NORMALS[face], float)
    up = np.array([0.0, 1.0, 0.0])
    axis = np.cross(normal, up)
    cosine = float(normal @ up)
    if np.linalg.norm(axis) < 1e-6:
        base = np.eye(3) if cosine > 0 else np.diag([1.0, -1.0, -1.0])
    else:
        base = about(axis, math.acos(cosine))
    lean = np.array([math.cos(3 * yaw), 0.0, math.sin(3 * yaw)])
    return np.asarray(about(lean, tilt) @ about(up, yaw) @ base)


def about(axis: Array, angle: float) -> Array:
    """A turn about an axis."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def cube_at(kit: Set, value: int, where: tuple[float, float, float], yaw: float) -> Thing:
    """Degrees; 1 is shown as 64."""
    turn = {64: "x*0", 1: "x*0", 2: "x*90", 32: "x*-90", 4: "z*-90", 16: "z*90", 8: "x*180"}[value]
    return Thing(f"object{{Cube rotate {turn} rotate y*{yaw:.1f} translate {vec(where)}}}\n", ((*where, 0.9 * kit.cube_edge),))
