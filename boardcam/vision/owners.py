"""Whose dice: two pairs of different brightness are told apart, the brighter one taken for the light side's.

That is how sets are sold; it is evidence, not proof, and so is capped. One pair for both players, or two pairs alike, tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

Lab = tuple[float, float, float]

ENOUGH = 4
"""Dice seen before anything is claimed."""
MEMORY = 40
DIFFERENT = 25.0
"""L* between two pairs that are told apart; a pair's own spread in shadow and glare is about 8."""
SHARE = 0.2
"""Of the dice remembered that must be of each pair: fewer are a shadow, a blur or no die at all."""
SPREAD = 8.0
CAP = 2.5
"""Log-odds at most: some owners swap their dice."""


@dataclass(frozen=True, slots=True)
class Owners:
    colors: tuple[Lab, ...] = ()
    """CIE Lab of the dice seen last."""

    def remember(self, colors: Iterable[Lab]) -> Owners:
        """With some more dice."""
        return Owners((*self.colors, *colors)[-MEMORY:])

    def light(self, color: Lab) -> float:
        """Log-odds that a die of this colour is the light side's; 0 = cannot be told."""
        pairs = self._pairs()
        if pairs is None:
            return 0.0
        dark, light = pairs
        odds = ((color[0] - dark) ** 2 - (color[0] - light) ** 2) / (2 * SPREAD**2)
        return float(np.clip(odds, -CAP, CAP))

    def _pairs(self) -> tuple[float, float] | None:
        """L* of the dark and the light pair, split where the gap is widest; None if they are alike."""
        if len(self.colors) < ENOUGH:
            return None
        lightness = np.sort(np.array([color[0] for color in self.colors]))
        cut = int(np.argmax(np.diff(lightness))) + 1
        dark, light = float(lightness[:cut].mean()), float(lightness[cut:].mean())
        fewer = min(cut, len(lightness) - cut)
        return (dark, light) if light - dark > DIFFERENT and fewer >= max(2.0, SHARE * len(lightness)) else None
