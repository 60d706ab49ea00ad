"""Wood, leather, cloth and plastic in a given or any colour."""

from __future__ import annotations

import numpy as np

from boardcam.sim.render.colours import Rng, named
from boardcam.sim.render.solid import Colour, Material, Pattern


def shade(colour: Colour, gain: float) -> Colour:
    """A darker or lighter colour."""
    r, g, b = (float(np.clip(v * gain, 0.005, 0.9)) for v in colour)
    return r, g, b


def wood(rng: Rng, colour: Colour | None = None) -> Material:
    a = colour or named(rng, ("walnut", "brown", "tan", "burgundy", "black", "cream"))
    b = shade(a, rng.uniform(0.35, 0.8))
    more = (float(rng.uniform(0.4, 1.6)), float(rng.uniform(0.3, 1)), float(rng.integers(2)), float(rng.random()))
    return Material(a, b, rough=float(rng.uniform(0.15, 0.7)), gloss=0.04, pattern=Pattern.WOOD, more=more)


def leather(rng: Rng, colour: Colour) -> Material:
    b = shade(colour, rng.uniform(0.6, 1))
    more = (float(rng.uniform(0.4, 1.5)), 0.6, 0.0, float(rng.random()))
    return Material(colour, b, rough=float(rng.uniform(0.3, 0.75)), gloss=0.035, pattern=Pattern.LEATHER, more=more)


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
