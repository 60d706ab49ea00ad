"""The stranger's people: hands of blobs, sleeves, rings and watches, and the cup that they roll from."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from stranger_povray import Ball, Thing, cone, vec
from stranger_stuffs import Rgb, Rng, any_colour, blend, gloss, leather, metal, plain, textured

Point = tuple[float, float, float]
SKINS: tuple[Rgb, ...] = (
    (0.93, 0.76, 0.66),
    (0.87, 0.66, 0.53),
    (0.75, 0.53, 0.4),
    (0.58, 0.38, 0.27),
    (0.4, 0.26, 0.18),
    (0.95, 0.8, 0.74),
    (0.3, 0.19, 0.14),
)
POSES: dict[str, tuple[tuple[Point, Point], ...]] = {
    "pinch": (
        ((-0.9, 1.6, -3.2), (-0.7, 0, -0.5)), ((0.3, 3.4, -3.2), (0.4, 0, 0.1)), ((1.9, 3.6, -3.6), (1.6, 1.0, -1.6)),
        ((3.3, 3.2, -4.6), (2.8, 1.2, -3.4)), ((4.4, 2.6, -6), (3.8, 0.9, -5.2)),
    ),
    "slide": (
        ((-2.9, 2.0, -4.6), (-1.9, 0.5, -2.4)), ((-0.7, 2.0, -3.2), (-0.6, 0, 0.0)), ((1.0, 2.2, -3.0), (0.9, 0, 0.3)),
        ((2.6, 2.2, -3.6), (2.4, 0.4, -0.9)), ((4.1, 2.0, -5), (3.9, 0.6, -2.9)),
    ),
    "open": (
        ((-4.2, 2.4, -5.6), (-5.0, 1.8, -3.4)), ((-1.7, 3.0, -3.4), (-2.1, 1.6, 0.0)), ((0.4, 3.2, -2.8), (0.5, 1.5, 0.9)),
        ((2.4, 3.0, -3.4), (3.0, 1.6, 0.1)), ((4.2, 2.6, -5), (5.4, 1.8, -2.4)),
    ),
    "fist": (
        ((-2.4, 1.6, -5.2), (-0.6, 0.9, -4.2)), ((-1.5, 3.6, -4.2), (-1.2, 0.6, -4.4)), ((0.3, 3.8, -3.9), (0.3, 0.5, -4.2)),
        ((2.0, 3.6, -4.2), (1.8, 0.6, -4.6)), ((3.5, 3.0, -5.2), (3.0, 0.9, -5.4)),
    ),
}  # fmt: skip
"""For the thumb and four fingers: the middle joint and the tip; x across, y up, z ahead of where the hand works, cm."""
KNUCKLES: tuple[Point, ...] = ((-2.6, 3.0, -8.0), (-1.6, 4.0, -7.2), (0.2, 4.3, -6.9), (2.0, 4.1, -7.3), (3.6, 3.5, -8.2))
THICK = (0.95, 0.8, 0.82, 0.78, 0.68)


@dataclass(frozen=True, slots=True)
class Person:
    """A player's arm."""

    skin: Rgb
    sleeve: str
    cuff: float
    """How far behind the finger tips it begins, cm."""
    ring: str | None
    watch: bool
    left: bool
    big: float
    slant: float
    """Of the arm, rad."""
    cup: str


def person(rng: Rng) -> Person:
    cloth = any_colour(rng, 0.05, 0.95)
    one, other = any_colour(rng), any_colour(rng)
    stripes = textured(f"gradient x {blend((0, cloth), (0.5, cloth), (0.5, one), (1, other))} scale 2.5", gloss(0))
    return Person(
        SKINS[rng.integers(len(SKINS))], stripes if rng.random() < 0.25 else plain(cloth, 0.0), float(rng.choice([15, 17, 24, 34])),
        metal((0.9, 0.75, 0.3)) if rng.random() < 0.4 else None, bool(rng.random() < 0.35), bool(rng.random() < 0.2),
        float(rng.uniform(0.85, 1.1)), float(rng.normal(0, 0.25)), leather(rng, any_colour(rng, 0.05, 0.5)),
    )  # fmt: skip


def hand(who: Person, pose: str, x: float, y: float, z: float, far_side: bool, turn: float = 0.0) -> Thing:
    """Its fingers work at (x, y, z); the arm comes from the near side, or from the far one."""
    angle = who.slant + turn + (math.pi if far_side else 0.0)
    c, s = math.cos(angle), math.sin(angle)

    def at(p: Point) -> Point:
        u, v = (-p[0] if who.left else p[0]) * who.big, p[2] * who.big
        return x + c * u + s * v, y + p[1] * who.big, z - s * u + c * v

    parts, balls = list[str](), list[Ball]()

    def limb(a: Point, b: Point, radius: float) -> None:
        r = radius * who.big
        parts.append(f"cylinder{{{vec(at(a))},{vec(at(b))},{1.75 * r:.3f},1}}")
        balls.extend((*at(between(a, b, float(u))), r * 1.15) for u in np.linspace(0, 1, 4))

    for nth, (middle, tip) in enumerate(POSES[pose]):
        limb(KNUCKLES[nth], middle, THICK[nth])
        limb(middle, tip, THICK[nth] * 0.9)
    for nth in range(1, 5):
        limb(KNUCKLES[nth], (KNUCKLES[nth][0] * 0.6, 3.6, -13.0), 1.15)
    limb(KNUCKLES[0], (-1.0, 3.4, -12.5), 1.4)
    limb((0, 3.8, -13.0), (0, 5.2, -24.0), 2.3)
    limb((0, 5.2, -24.0), (0, 9.0, -60.0), 2.9)
    r, g, blue = who.skin
    skin = textured(f"bozo {blend((0, who.skin), (1, (0.9 * r, 0.9 * g, 0.9 * blue)))} scale 2", gloss(0.12))
    text = f"blob{{threshold 0.45 {' '.join(parts)} {skin}}}\n"
    start, high = -who.cuff, 3.8 + 1.4 * (who.cuff - 13) / 11
    a, b, end = at((0, high, start)), at((0, high + 0.1 * 36, start - 36)), at((0, high + 12, start - 80))
    text += f"union{{{cone(a, 3.3 * who.big, b, 4.6 * who.big)}{cone(b, 4.6 * who.big, end, 6)}{who.sleeve}}}\n"
    for one, other, r in ((a, b, 4.8), (b, end, 6.2)):
        balls += [(*between(one, other, float(u)), r * who.big) for u in np.linspace(0, 1, 9)]
    if who.ring:
        p, q = (at(between(KNUCKLES[3], POSES[pose][3][0], share)) for share in (0.35, 0.55))
        text += f"cylinder{{{vec(p)},{vec(q)},{1.02 * who.big:.2f} {who.ring}}}\n"
    if who.watch and who.cuff > 18:
        p, q = at((0, 4.3, -15.5)), at((0, 4.5, -17.3))
        text += f"cylinder{{{vec(p)},{vec(q)},{2.65 * who.big:.2f} {plain((0.1, 0.1, 0.1), 0.6)}}}\n"
    return Thing(text, tuple(balls), covers=True)


def between(one: Point, other: Point, share: float) -> Point:
    x, y, z = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return x, y, z


def cup(who: Person, x: float, y: float, z: float, lean: float) -> Thing:
    """A dice cup, its mouth ahead when it leans (degrees)."""
    high, r = 9.0, 3.6
    shell = cone((0, 0, 0), r * 0.85, (0, high, 0), r) + cone((0, 0.6, 0), r * 0.75, (0, high + 0.1, 0), r * 0.9)
    middle = (x, y + high / 2, z)
    lie = f"translate y*{-high / 2} rotate x*{lean:.1f} translate {vec(middle)}"
    return Thing(f"difference{{{shell}{who.cup} {lie}}}\n", ((*middle, 6.2),), covers=True)
