"""Which side is called light where both are as bright: by name it is the brighter one, and of red against blue nobody can tell."""

from __future__ import annotations

import math

from boardcam.rules.sentence import Sentence, sentence
from boardcam.vision.colours import Exemplars, Lab

EVEN = 8.0
"""Lightness (L 0…100) by which two sides must differ to be told by their names: lamps and shadows make so much on one board."""
PALE = 12.0
"""Chroma below which a colour is none."""
DARK = 45.0
"""Lightness below which orange is called brown."""
RED, ORANGE, YELLOW, GREEN, BLUE = 45.0, 70.0, 110.0, 190.0, 305.0
"""Where these hues end, degrees in the plane of a and b; red begins at -25."""


def note(sides: Exemplars) -> Sentence | None:
    """What to tell the players before they play; None where a side is brighter, or only one was seen."""
    if sides.light is None or sides.dark is None or sides.light[0] - sides.dark[0] >= EVEN:
        return None
    return sentence(
        "both sides are equally bright: light is the {light} one, dark the {dark} one",
        light=colour(sides.light), dark=colour(sides.dark),
    )  # fmt: skip


def colour(lab: Lab) -> Sentence:
    """A colour in a word."""
    lightness, a, b = lab
    if math.hypot(a, b) < PALE:
        return sentence("grey")
    hue = (math.degrees(math.atan2(b, a)) + 25.0) % 360.0 - 25.0
    if hue < RED:
        return sentence("red")
    if hue < ORANGE:
        return sentence("brown") if lightness < DARK else sentence("orange")
    if hue < YELLOW:
        return sentence("yellow")
    return sentence("green") if hue < GREEN else sentence("blue") if hue < BLUE else sentence("purple")
