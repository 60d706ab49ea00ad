"""The ground: how the board itself looks where no checkers lie, and what that tells of the light and of the checkers.

It is learnt from the starting position, when sixteen points are empty; of a board that was never seen so, from points that are
painted alike. Then a strip whose bare cells look darker than that lies in a shadow, and one whose cells look brighter in the sun;
and a checker on it is darker or brighter by as much. And a place that looks, in this light, as it looked when it was empty, is
empty.

Light is told as one factor a cell, by which L + 16, a and b of CIE Lab are multiplied together, as they are, nearly, when more or
less of the same light falls on a thing. Cells are those of the strips' coarse maps: an eighth of a pitch, (30, 64, 16).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.vision.colours import METRIC, lab
from boardcam.vision.networks import Image

Cells = npt.NDArray[np.float32]
"""(30, 64, 16) or (30, 64, 16, 3)."""
Marks = npt.NDArray[np.bool_]

BARE = 0.1
"""A cell is bare where the network sees a checker with less probability, on it and beside it."""
NEAR, FAR = 9, 27
"""The light on a cell is told by the bare cells in a square of NEAR around it, and where there are none of FAR."""
DARKEST, BRIGHTEST = 0.4, 2.5
"""Factors beyond are no light: something covers the board, or the board is another."""
BLACK = np.array([16.0, 0.0, 0.0], np.float32)
ALIKE, LIKE = 4, 0.15
"""Of the six points that are painted alike so many must be bare at a cell, to tell how it usually looks; they look alike up to such
a factor, as a logarithm."""
SAME = 2.5
"""A place that looks otherwise by so many times as much as empty places mostly do, and they by 1 in weighted Lab at least, is as
likely empty as not, ..."""
STEEP, SAYS = 2.2, 3.0
"""... and log-odds grow by STEEP with each factor e, up to SAYS: a die or a card may lie there, and a dark checker look like felt.
Of the empty places of held-out renders 95 in 100 look by less than 1.9 otherwise, of the occupied ones 5."""
FIRST = np.s_[:, 8:16, 5:11]
"""Cells on which the first checker of a place lies."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The look of the strips without checkers, in the light in which it was learnt."""

    paint: Cells
    """(30, 64, 16, 3): Lab."""
    known: Marks
    """(30, 64, 16): cells of which it is known."""


def shown(cuts: Image) -> Cells:
    """Strips (30, LONG, WIDE, 3) BGR → their cells in Lab."""
    small = np.stack([cv2.resize(cut, (16, 64), interpolation=cv2.INTER_AREA) for cut in cuts])
    return np.asarray(lab(np.asarray(small, np.uint8)), np.float32)


def bare(seen: Cells) -> Marks:
    """Where no checker is seen (30, 64, 16), by the network's map of checkers."""
    near = np.stack([cv2.dilate(one, np.ones((3, 3), np.uint8)) for one in seen])
    return np.asarray(near < BARE, np.bool_)


def usual(paint: Cells, free: Marks) -> Ground:
    """The ground of a board never seen empty: in either row every second point is painted alike, and their middle colour is how
    they look in the light that most of the board lies in."""
    look, known = np.zeros_like(paint), np.zeros_like(free)
    for first in (0, 1, 12, 13):
        alike = slice(first, first + 11, 2)
        there = np.where(free[alike, ..., None], paint[alike], np.nan)
        enough = free[alike].sum(0) >= ALIKE
        with np.errstate(invalid="ignore"):
            look[alike, enough] = np.nanmedian(there[:, enough], 0)
        known[alike] = enough
    return Ground(look, known)


def light(paint: Cells, free: Marks, ground: Ground) -> Cells:
    """(30, 64, 16): the factor of light on every cell, against the light in which the ground was seen; 1 where nothing tells."""
    ratio = (paint[..., 0] + 16.0) / (ground.paint[..., 0] + 16.0)
    there = free & ground.known & (ratio > DARKEST) & (ratio < BRIGHTEST)
    share = np.where(there, ratio, 0.0).astype(np.float32)
    return np.stack([_spread(r, t) for r, t in zip(share, there.astype(np.float32), strict=True)])


def _spread(ratio: Cells, there: Cells) -> Cells:
    total, weight = (0.001 + _around(part, NEAR) + 0.05 * _around(part, FAR) for part in (ratio, there))
    return np.asarray(total / weight, np.float32)


def _around(part: Cells, reach: int) -> Cells:
    return np.asarray(cv2.blur(part, (reach, reach), borderType=cv2.BORDER_CONSTANT), np.float32)


def plain(factor: Cells) -> Cells:
    """Of the light against that on other points, which are painted alike but not the same, what is more than LIKE."""
    far = np.log(factor)
    return np.asarray(np.exp(np.sign(far) * np.maximum(np.abs(far) - LIKE, 0.0)), np.float32)


def relit(paint: Cells, factor: Cells) -> Cells:
    """Colours as they would be in the ground's own light."""
    return np.asarray((paint + BLACK) / factor[..., None] - BLACK, np.float32)


def otherwise(paint: Cells, free: Marks, ground: Ground) -> npt.NDArray[np.float64]:
    """(30,): by how much the place of a first checker looks otherwise than its ground, in weighted Lab; NaN where that is not
    known. The light is told by the cells around it only: it must not be explained away by it."""
    outside = free.copy()
    outside[:, 6:18, 4:12] = False
    even = relit(paint, light(paint, outside, ground))
    apart = np.linalg.norm((even - ground.paint)[FIRST] * METRIC, axis=-1).reshape(len(paint), -1)
    known = ground.known[FIRST].reshape(len(paint), -1)
    return np.array([np.median(a[k]) if k.mean() > 0.5 else np.nan for a, k in zip(apart, known, strict=True)], np.float64)


def occupied(apart: npt.NDArray[np.float64], empty: Marks) -> npt.NDArray[np.float64]:
    """Log-odds (30,) that something lies on a place that looks by so much otherwise, where `empty` ones do mostly not; 0 where
    that is not known."""
    quiet = apart[empty & ~np.isnan(apart)]
    usual = max(1.0, float(np.median(quiet))) if len(quiet) else 1.0
    odds = STEEP * np.log(np.maximum(np.nan_to_num(apart, nan=SAME * usual), 1e-3) / (SAME * usual))
    return np.asarray(np.clip(odds, -SAYS, SAYS), np.float64)
