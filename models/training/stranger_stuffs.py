"""What the stranger's things are made of: woods, stones, cloths, leathers, plastics, paper, in POV-Ray's words."""

from __future__ import annotations

import colorsys

import numpy as np
import numpy.typing as npt
from stranger_povray import colour

Rng = np.random.Generator
Rgb = tuple[float, float, float]

WOODS: tuple[Rgb, ...] = (
    (0.72, 0.52, 0.33),
    (0.45, 0.27, 0.15),
    (0.58, 0.36, 0.2),
    (0.3, 0.17, 0.1),
    (0.83, 0.68, 0.47),
    (0.36, 0.13, 0.09),
)
SURFACES = ("felt", "felt", "wood", "leather", "cork", "plain")


def textured(pigment: str, finish: str, normal: str = "") -> str:
    return f"texture{{pigment{{{pigment}}} {finish} {f'normal{{{normal}}}' if normal else ''}}}"


def blend(*steps: tuple[float, Rgb]) -> str:
    """A colour for each value of a pattern."""
    return f"colour_map{{{''.join(f'[{at} {colour(rgb)}]' for at, rgb in steps)}}}"


def wood(rng: Rng, base: Rgb, along: str = "x") -> str:
    """Years' rings along an axis, finer or broader."""
    dark = mixed(base, (0.1, 0.05, 0.02), float(rng.uniform(0.15, 0.5)))
    wild, (a, b), long = rng.uniform(0.03, 0.12), rng.uniform(0.4, 1.5, 2), rng.uniform(6, 20)
    rings = blend((0, base), (0.7, mixed(base, dark, 0.4)), (0.95, dark), (1, base))
    lie = f"rotate x*{rng.uniform(1, 5):.1f} {'rotate y*90' if along == 'x' else ''} translate {rng.uniform(-9, 9):.2f}"
    pigment = f"wood turbulence {wild:.3f} octaves 4 {rings} scale <{a:.2f},{b:.2f},{long:.2f}> {lie}"
    return textured(pigment, gloss(float(rng.uniform(0, 0.5))))


def stone(rng: Rng, base: Rgb) -> str:
    other = mixed(base, (1, 1, 1) if sum(base) < 1.5 else (0.2, 0.2, 0.2), float(rng.uniform(0.15, 0.5)))
    kind = str(rng.choice(["granite", "marble turbulence 1.2", "agate"]))
    return textured(f"{kind} {blend((0, base), (0.6, base), (1, other))} scale {rng.uniform(1, 12):.2f}", gloss(0.5))


def felt(rng: Rng, base: Rgb) -> str:
    worn = blend((0, base), (1, mixed(base, (0.5, 0.5, 0.5), 0.12)))
    return textured(f"granite {worn} scale {rng.uniform(0.2, 3):.2f}", gloss(0), f"bumps {rng.uniform(0.05, 0.4):.2f} scale 0.06")


def leather(rng: Rng, base: Rgb) -> str:
    kind = str(rng.choice(["crackle", "wrinkles", "dents"]))
    shine = gloss(float(rng.uniform(0.1, 0.5)))
    return textured(colour(base), shine, f"{kind} {rng.uniform(0.1, 0.5):.2f} scale {rng.uniform(0.1, 0.3):.2f}")


def cork(rng: Rng, base: Rgb) -> str:
    crumbs = blend((0, base), (0.75, base), (1, mixed(base, (0.2, 0.1, 0.05), 0.5)))
    return textured(f"bozo turbulence 0.8 {crumbs} scale {rng.uniform(0.15, 0.5):.2f}", gloss(0))


def plain(base: Rgb, shine: float = 0.2) -> str:
    return textured(colour(base), gloss(shine))


def metal(base: Rgb) -> str:
    return textured(colour(base), "finish{ambient 0.15 diffuse 0.5 specular 0.8 roughness 0.03 metallic}")


def gloss(shine: float) -> str:
    return f"finish{{ambient 0.15 diffuse 0.75 specular {shine:.2f} roughness {0.1 - 0.09 * min(1, shine):.3f}}}"


def stuff(rng: Rng, kind: str, base: Rgb) -> str:
    """A texture of a kind in a colour."""
    if kind == "wood":
        return wood(rng, base, str(rng.choice(["x", "z"])))
    if kind == "plain":
        return plain(base, float(rng.uniform(0, 0.6)))
    return {"felt": felt, "leather": leather, "cork": cork, "stone": stone}[kind](rng, base)


def any_colour(rng: Rng, low: float = 0.1, high: float = 0.95) -> Rgb:
    """Any hue, half of them greyish."""
    strong = float(rng.uniform(0, 0.35) if rng.random() < 0.5 else rng.uniform(0.35, 0.9))
    r, g, b = colorsys.hsv_to_rgb(float(rng.random()), strong, float(rng.uniform(low, high)))
    return r, g, b


def mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    r, g, b = ((1 - share) * a + share * c for a, c in zip(one, other, strict=True))
    return r, g, b


def apart(one: Rgb, other: Rgb) -> float:
    """How unlike two colours are, to the eye roughly; 1 = black and white."""
    difference: npt.NDArray[np.float64] = np.array(one) - np.array(other)
    return float(np.sqrt((difference**2 * (0.9, 1.5, 0.6)).sum() / 3))


def light(one: Rgb) -> float:
    """Brightness, 0…1."""
    return float(np.dot(one, (0.3, 0.59, 0.11)))
