"""Duds: what looks like a die from afar and was none when it was read: a checker's white dot, a fitting, a knot in the wood.

While something moves every frame is looked at, and a board has many such spots. As long as one looks as it did, it need not be
read again; what is read at rest is read whole. Thumbs and cells are those of `motion`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from boardcam.vision.networks import Floats
from boardcam.vision.spots import STRIDE, Peak

REACH = 9
"""Cells around a spot on which depends what is read there: the reader's crops are up to 1.5 pitches wide, and it may look once more
half a pitch higher."""
SAME = 1.0
"""Cells by which noise moves a peak."""
ALIKE = 5.0
"""Grey levels: no cell differs by more, while nothing but noise has changed."""


@dataclass(frozen=True, slots=True, eq=False)
class Dud:
    x: float
    y: float
    """Cells."""
    look: Floats
    """The part of the thumb around it."""


def unread(duds: Sequence[Dud], peaks: Iterable[Peak]) -> tuple[Peak, ...]:
    """The peaks that are not known to be duds."""
    return tuple(peak for peak in peaks if not any(np.hypot(*np.subtract(_cell(peak), (dud.x, dud.y))) <= SAME for dud in duds))


def alike(duds: Iterable[Dud], thumb: Floats) -> tuple[Dud, ...]:
    """Those that look as they did."""
    return tuple(dud for dud in duds if np.abs(_around(thumb, dud.x, dud.y) - dud.look).max() <= ALIKE)


def noticed(peaks: Iterable[Peak], thumb: Floats) -> tuple[Dud, ...]:
    """Peaks that were read and are no dice."""
    return tuple(Dud(x, y, _around(thumb, x, y).copy()) for x, y in map(_cell, peaks))


def _cell(peak: Peak) -> tuple[float, float]:
    return (peak.x + 0.5) / STRIDE - 0.5, (peak.y + 0.5) / STRIDE - 0.5


def _around(thumb: Floats, x: float, y: float) -> Floats:
    column, row = round(x), round(y)
    return thumb[max(0, row - REACH) : row + REACH + 1, max(0, column - REACH) : column + REACH + 1]
