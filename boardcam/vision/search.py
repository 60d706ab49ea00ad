"""The search for the board in frame after frame, until a few searches agree where it lies."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from boardcam.vision.calibration import Calibration
from boardcam.vision.locate import NoBoard
from boardcam.vision.networks import Image, Networks
from boardcam.vision.sight import Sight, placed, unplaced

AGREE = 3
"""Searches that must agree; the board's place is the median of their corners."""
ALIKE = 0.02
"""They agree when no corner is farther off than this, in widths of the board."""
PAUSE = 0.3
"""Seconds after a search that failed."""


class Find(Protocol):
    """Finds the board: `locate.locate`. Raises NoBoard."""

    def __call__(self, image: Image, networks: Networks) -> Calibration: ...


def search(sight: Sight, image: Image, t: float, find: Find, but: Calibration | None = None) -> Sight:
    """One more search; the board is placed once AGREE of them agree, `but` not where it was."""
    if t - sight.failed < PAUSE:
        return sight
    try:
        guess = find(image, sight.networks)
    except NoBoard as none:
        return replace(sight, guesses=(), failed=t, why=none.why)
    sight = replace(sight, why=None)
    if but is not None and (_agree(guess, but) or _agree(guess, but.half_turned())):
        return replace(sight, guesses=(), failed=t)
    guesses = (*sight.guesses, guess)[-2 * AGREE :]
    alike = tuple(one for one in guesses if _agree(one, guess))
    return placed(sight, median(alike)) if len(alike) >= AGREE else replace(sight, guesses=guesses)


def doubted(sight: Sight, calibration: Calibration, image: Image, t: float, find: Find) -> Sight:
    """The board is not to be recognised where it was: a hand may hide it, or what looks like one is what lies there now instead. It
    is searched now and then, and placed anew if it is found elsewhere."""
    searched = search(sight, image, t, find, but=calibration)
    return searched if searched.warp is sight.warp else placed(unplaced(searched), searched.calibration or calibration)


def _agree(a: Calibration, b: Calibration) -> bool:
    apart = np.hypot(*(np.array(a.corners) - np.array(b.corners)).T).max()
    return a.size == b.size and float(apart) < ALIKE * float(np.hypot(*np.subtract(a.corners[1], a.corners[0])))


def median(guesses: tuple[Calibration, ...]) -> Calibration:
    """The middle of several searches, corner by corner."""
    tl, tr, br, bl = ((float(x), float(y)) for x, y in np.median([guess.corners for guess in guesses], 0))
    bar, depth = (float(np.median([getattr(guess, name) for guess in guesses])) for name in ("bar", "depth"))
    return replace(guesses[-1], corners=(tl, tr, br, bl), bar=bar, depth=depth)
