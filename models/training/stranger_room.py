"""The stranger's rooms: table tops, lamps and the sun, and what people lay around a board."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from stranger_board import Case
from stranger_povray import Lamp, Thing, box, colour, tube, vec, written
from stranger_stuffs import WOODS, Rng, any_colour, felt, gloss, leather, mixed, plain, stone, textured, wood

SOFT = "area_light <{0:.1f},0,0>,<0,0,{0:.1f}>,3,3 adaptive 0 circular orient"
"""A lamp with a size, in nine parts at most."""


def table(rng: Rng, at: Case) -> Thing:
    """A wooden, stone, cloth or painted top, with an edge of the floor beyond it."""
    kind = str(rng.choice(["wood", "wood", "stone", "cloth", "plain", "check"]))
    base = WOODS[rng.integers(len(WOODS))] if kind == "wood" else any_colour(rng)
    look = {"wood": wood(rng, base), "stone": stone(rng, base), "cloth": felt(rng, base), "plain": plain(base, 0.4)}.get(kind)
    if look is None:
        squares = f"checker {colour(base)} {colour(mixed(base, (0.9, 0.9, 0.9), 0.6))} scale {rng.uniform(2, 6):.1f}"
        look = textured(squares, gloss(0))
    x0, x1, z = at.outer()
    wide, deep = float(rng.uniform(5, 50)), float(rng.uniform(2, 25))
    top = box((x0 - wide, -at.lift - 3, -z - deep), (x1 + wide, -at.lift - 0.01, z + deep), look)
    under = plain(any_colour(rng, 0.1, 0.6), 0)
    return Thing(top + f"plane{{y,-75 {under}}}\n")


def lamps(rng: Rng, most: int = 3) -> tuple[str, list[Lamp]]:
    """One to three soft lights, a window's sun in one room of six."""
    text, known = "", list[Lamp]()
    many = min(most, int(rng.choice([1, 2, 3], p=[0.4, 0.4, 0.2])))
    warm = np.exp(rng.normal(0, 0.12)) * np.array([1.0, 0.97, 0.92])
    for k in range(many):
        at = (float(rng.uniform(-90, 90)), float(rng.uniform(60, 190)), float(rng.uniform(-80, 110)))
        size, power = float(rng.uniform(5, 50)), float(rng.uniform(0.4, 1.0)) / (1 + 0.6 * (many - 1)) / (1 + k)
        tint = warm * np.exp(rng.normal(0, 0.06, 3)) * power
        text += f"light_source{{{vec(at)} rgb {vec(tint)} {SOFT.format(size)}}}\n"
        known.append(Lamp(at, size))
    if rng.random() < 0.17:
        angle, low = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.5, 1.2))
        at = (400 * math.cos(angle), 400 * low, 400 * math.sin(angle))
        text += f"light_source{{{vec(at)} rgb {vec((1.0, 0.95, 0.85))} parallel point_at 0}}\n"
        known.append(Lamp(at, 1))
        along = np.array([-math.sin(angle), 0, math.cos(angle)])
        middle = np.array(at) * 0.3
        for gap in (-70, -24, 24, 70):
            a = middle + along * gap
            text += tube(np.add(a, (0, -90, 0)), np.add(a, (0, 90, 0)), float(rng.uniform(2, 16)), plain((0.5, 0.5, 0.5), 0))
    ambient = float(rng.uniform(0.3, 1.6))
    head = f"global_settings{{ambient_light rgb {vec(ambient * warm)}}}\nbackground{{{colour((0.4, 0.4, 0.4))}}}\n"
    return head + text, known


# --- around the board --------------------------------------------------------------------------------------------------------

Maker = Callable[[Rng], tuple[str, float, float]]
"""Words of a thing that stands on the origin, the radius it needs, its height."""


def clock(rng: Rng) -> tuple[str, float, float]:
    body, high = plain(any_colour(rng, 0.05, 0.6), 0.3), float(rng.uniform(4, 9))
    text = box((-9, 0, -3), (9, high, 3), body)
    screen = plain((0.55, 0.62, 0.5), 0.3)
    for s in (-1, 1):
        text += box((s * 4.4 - 3.4, high * 0.25, -3.1), (s * 4.4 + 3.4, high * 0.85, -2.9), screen)
        text += box((s * 4.4 - 3.4, high, -2.4), (s * 4.4 + 3.4, high + 0.05, 2.4), screen)
        text += written(f"{rng.integers(0, 12)}:{rng.integers(10, 60)}", s * 4.4, high + 0.1, 0, 3, plain((0.1, 0.1, 0.1), 0))
    return text, 10, high


def score_card(rng: Rng) -> tuple[str, float, float]:
    """A stand with numbers to turn over, or a card that lies flat."""
    paper, pen = plain((0.96, 0.95, 0.9), 0.1), plain(any_colour(rng, 0.1, 0.5), 0)
    text = box((-6, 0, -4), (6, 0.4, 4), paper)
    return text + written(f"{rng.integers(0, 12)}:{rng.integers(0, 12)}", 0, 0.45, 0, 6, pen), 7, 0.5


def sheet(rng: Rng) -> tuple[str, float, float]:
    """A score sheet with a pen on it."""
    text = box((-7.4, 0, -10.5), (7.4, 0.04, 10.5), plain((0.97, 0.97, 0.95), 0))
    ink = plain((0.25, 0.25, 0.35), 0)
    for z in np.arange(-9, 9.5, 0.9):
        text += box((-6.5, 0.04, z), (6.5, 0.05, z + 0.05), ink)
        text += box((-6.2, 0.04, z + 0.25), (-6.2 + float(rng.uniform(1, 5)), 0.05, z + 0.5), ink)
    return text + tube((-3, 0.5, -6), (3, 0.5, 6), 0.45, plain(any_colour(rng), 0.5)), 13, 1


def mug(rng: Rng) -> tuple[str, float, float]:
    r, h = float(rng.uniform(3, 4.5)), float(rng.uniform(6, 11))
    look = plain(any_colour(rng), 0.6)
    drink = tube((0, h - 2, 0), (0, h + 1, 0), r - 0.35, plain((0.2, 0.1, 0.05), 0.6))
    text = f"difference{{{tube((0, 0, 0), (0, h, 0), r, '')} {drink} {look}}}\n"
    return text + f"torus{{{0.3 * h:.2f},0.55 rotate x*90 translate {vec((r, h / 2, 0))} {look}}}\n", r + 3.5, h


def book(rng: Rng) -> tuple[str, float, float]:
    h, (a, b) = float(rng.uniform(1, 4)), rng.uniform(6, 11, 2)
    cover = plain(any_colour(rng), 0.3)
    text = box((-a, 0, -b), (a, 0.25, b), cover) + box(
        (-a + 0.3, 0.2, -b + 0.3), (a - 0.3, h, b - 0.3), plain((0.93, 0.9, 0.83), 0)
    )
    return (
        text + box((-a, h, -b), (a, h + 0.25, b), cover) + written("Opening theory", 0, h + 0.3, 1, 1.6, plain(any_colour(rng), 0)),
        math.hypot(a, b),
        h,
    )


def second_box(rng: Rng) -> tuple[str, float, float]:
    """Another case, closed."""
    look = wood(rng, WOODS[rng.integers(len(WOODS))]) if rng.random() < 0.5 else leather(rng, any_colour(rng, 0.05, 0.6))
    return box((-12, 0, -20), (12, 6, 20), look) + box((-2, 5, -20.3), (2, 6.1, -20), plain((0.8, 0.65, 0.3), 0.8)), 22, 6


def phone(rng: Rng) -> tuple[str, float, float]:
    return box((-3.6, 0, -7.5), (3.6, 0.8, 7.5), plain((0.05, 0.05, 0.06), 0.9)), 8.5, 0.8


def loose(rng: Rng) -> tuple[str, float, float]:
    """Coins, or checkers of another set."""
    text = ""
    look, r, h = plain(any_colour(rng), 0.5), float(rng.uniform(1, 2)), float(rng.uniform(0.2, 1))
    for _ in range(int(rng.integers(1, 6))):
        x, z = rng.uniform(-5, 5, 2)
        text += tube((x, 0, z), (x, h, z), r, look)
    return text, 7, 1


def glass(rng: Rng) -> tuple[str, float, float]:
    look = f"texture{{pigment{{rgbt <0.9,0.95,0.9,0.75>}} {gloss(0.9)}}}"
    drink = tube((0, 0.6, 0), (0, float(rng.uniform(1, 8)), 0), 2.95, plain((0.6, 0.4, 0.1), 0.3))
    return f"difference{{cylinder{{0,y*11,3.2}} cylinder{{y*0.6,y*11.1,3.0}} {look}}}\n{drink}", 4, 11


MAKERS: tuple[Maker, ...] = (clock, score_card, sheet, mug, book, second_box, phone, loose, glass)


def around(rng: Rng, at: Case, many: int) -> list[Thing]:
    """Things beside and behind the board; tall ones do not stand before it."""
    things, taken = list[Thing](), list[tuple[float, float, float]]()
    x0, x1, z1 = at.outer()
    for _ in range(many):
        text, r, high = MAKERS[rng.integers(len(MAKERS))](rng)
        where = str(rng.choice(["left", "right", "far"] if high > 2.5 else ["left", "right", "far", "near"]))
        gap = r + float(rng.uniform(0.5, 14))
        x = {"left": x0 - gap, "right": x1 + gap}.get(where, float(rng.uniform(x0, x1)))
        z = {"far": z1 + gap + 0.3 * high, "near": -z1 - gap}.get(where, float(rng.uniform(-z1, z1)))
        if all(math.hypot(x - a, z - b) > r + c for a, b, c in taken):
            taken.append((x, z, r))
            turn = float(rng.normal(0, 25))
            things.append(Thing(f"union{{{text} rotate y*{turn:.0f} translate {vec((x, -at.lift, z))}}}\n"))
    return things
