"""Dice without a board, on a tray or a table: `boardcam look --dice`.

The finder, `finder.onnx`, looks for dice over a pyramid of sizes; the die reader (`dice.py`) decides about every peak.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from boardcam.vision import dice, spots
from boardcam.vision.networks import Image, Networks, blob, chances

FINEST = 1600
"""Long side of the largest picture of the pyramid, px."""
STEP = 2**0.5
COARSEST = 160
PLAUSIBLE = 0.25
"""A peak of the finder worth reading."""
ALIKE = 1.5
"""Dice of one picture differ in size by less than this factor."""
LOOK = 24.0
"""Px of edge in the middle of what the finder was trained for."""


def find_dice(image: Image, networks: Networks) -> tuple[dice.Die, ...]:
    """Dice anywhere in a picture, of any size from about 1/100 of its long side."""
    aims = [
        dice.plain((peak.x + 0.5) / factor - 0.5, (peak.y + 0.5) / factor - 0.5, LOOK / factor)
        for factor in _pyramid(max(image.shape[:2]))
        for peak in _peaks(image, factor, networks)
    ]
    # What is hardly a die and shows no face is none: a shadow, a mark on the tray.
    return of_one_size([die for die in dice.read(image, aims, networks) if die.sure > dice.SURE or die.value is not None])


def of_one_size(found: Sequence[dice.Die]) -> tuple[dice.Die, ...]:
    """The dice of one picture are alike and lie about equally far: those of the size for which most can be said."""

    def like(one: dice.Die) -> list[dice.Die]:
        return [die for die in found if one.pixels / ALIKE < die.pixels < one.pixels * ALIKE]

    return tuple(max((like(one) for one in found), key=lambda group: sum(die.sure for die in group), default=[]))


def _pyramid(longest: int) -> list[float]:
    """Factors of size, largest first."""
    factors, side = [], float(min(FINEST, longest))
    while side >= COARSEST:
        factors.append(side / longest)
        side /= STEP
    return factors or [1.0]


def _peaks(image: Image, factor: float, networks: Networks) -> tuple[spots.Peak, ...]:
    """The finder's peaks in the picture at `factor` of its size, in px of that smaller picture."""
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
    h, w = small.shape[:2]
    padded = cv2.copyMakeBorder(small, 0, -h % 8, 0, -w % 8, cv2.BORDER_REPLICATE)
    (heat,) = networks.run("finder", blob(np.asarray(padded, np.uint8)))
    return spots.peaks(chances(heat[0, 0]), PLAUSIBLE, apart=3.0)


def look_dice(image: Image, networks: Networks) -> list[dict[str, Any]]:
    """`boardcam look --dice`: the dice of a picture without a board, as in the labels, from left to right."""
    return [dice.as_label(die) for die in sorted(find_dice(image, networks), key=lambda d: d.x)]
