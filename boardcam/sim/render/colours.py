"""Colours of real sets and of no set at all; linear unless told otherwise."""

from __future__ import annotations

import colorsys

import numpy as np

from boardcam.sim.render.solid import Colour

Rng = np.random.Generator

NAMED = {
    "white": (0.92, 0.91, 0.88), "ivory": (0.9, 0.85, 0.72), "cream": (0.88, 0.8, 0.62), "tan": (0.76, 0.6, 0.42),
    "gold": (0.78, 0.62, 0.25), "yellow": (0.9, 0.78, 0.2), "orange": (0.85, 0.45, 0.15), "red": (0.75, 0.12, 0.12),
    "burgundy": (0.42, 0.08, 0.13), "pink": (0.85, 0.5, 0.55), "green": (0.12, 0.42, 0.26), "lime": (0.45, 0.7, 0.25),
    "olive": (0.4, 0.42, 0.22), "teal": (0.1, 0.42, 0.45), "blue": (0.12, 0.25, 0.62), "navy": (0.1, 0.13, 0.28),
    "sky": (0.42, 0.62, 0.8), "purple": (0.35, 0.18, 0.45), "brown": (0.36, 0.22, 0.13), "walnut": (0.28, 0.17, 0.1),
    "black": (0.07, 0.07, 0.075), "charcoal": (0.18, 0.18, 0.19), "grey": (0.45, 0.45, 0.46), "silver": (0.72, 0.72, 0.73),
}  # fmt: skip
"""sRGB of the colours of real sets."""

BRIGHT = ("white", "ivory", "cream", "tan", "gold", "yellow", "silver", "sky", "lime", "pink", "orange")
DEEP = ("black", "charcoal", "brown", "walnut", "burgundy", "navy", "blue", "green", "red", "purple", "teal", "olive")
GROUNDS = (
    "green", "green", "teal", "navy", "blue", "grey", "charcoal", "black", "tan", "cream", "ivory", "white", "burgundy", "red",
    "brown", "olive",
)  # fmt: skip
TABLES = ("white", "grey", "charcoal", "black", "navy", "green", "burgundy", "brown", "tan", "cream", "blue", "olive")
REAL = (
    ("white", "black"), ("white", "black"), ("ivory", "black"), ("white", "red"), ("ivory", "brown"), ("red", "black"),
    ("white", "blue"), ("cream", "walnut"), ("white", "green"), ("red", "blue"), ("gold", "burgundy"), ("lime", "red"),
    ("tan", "walnut"), ("yellow", "black"), ("cream", "burgundy"), ("grey", "black"), ("silver", "grey"), ("orange", "navy"),
    ("white", "gold"), ("red", "green"), ("ivory", "tan"),
)  # fmt: skip
"""Pairs of checkers seen on real tables, equal luminances among them."""


def linear(srgb: tuple[float, float, float]) -> Colour:
    r, g, b = (float(max(v, 0.0) ** 2.2) for v in srgb)
    return r, g, b


def bright(c: Colour) -> float:
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]


def named(rng: Rng, names: tuple[str, ...] | None = None) -> Colour:
    """A colour of real sets, a little off."""
    name = str(rng.choice(names if names else tuple(NAMED)))
    base = np.array(NAMED[name])
    return linear(tuple(np.clip(base * rng.uniform(0.85, 1.1) + rng.normal(0, 0.025, 3), 0.03, 0.95)))


def any_colour(rng: Rng) -> Colour:
    return linear(colorsys.hsv_to_rgb(rng.random(), rng.beta(1.2, 1.2), rng.uniform(0.08, 0.95)))


def paint(rng: Rng, wild: bool) -> Colour:
    return any_colour(rng) if wild else named(rng)


def pair(rng: Rng, wild: bool) -> tuple[Colour, Colour]:
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
