"""How a board lies in the second look, as every part of it tells.

The second look draws the board upright by a guess. Each part of it then says how far it is from where it would be, had the guess
been right, and how exactly it knows that, across and down. The one perspective that fits all of them best moves the corners: also
those that nobody sees, behind a rail or under an arm.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from boardcam.vision.calibration import Points
from boardcam.vision.frames import HIGH, WIDE, upright_corners

CELL = 8
"""px of the second look between the parts that are asked, each way."""
UNIT = 4.0
"""px in which they say how far they are away."""
BESIDE = 8.0
"""px around the board that are asked too."""
SURE, UNSURE = -4.0, 4.0
"""Logs of the least and the greatest doubt that is believed."""
STIFF = 1e-5
"""How little a guess is believed beside what is seen."""
SCALE = 100.0
"""px of the second look; in this unit, from its middle, the perspective is fitted."""
_MIDDLE = np.array([(WIDE - 1) / 2, (HIGH - 1) / 2])
GOAL = (np.asarray(upright_corners((WIDE, HIGH)), np.float64) - _MIDDLE) / SCALE
"""(4, 2): where TL, TR, BR, BL are drawn."""
_ALL = (np.stack(np.meshgrid(np.arange(WIDE // CELL), np.arange(HIGH // CELL)), -1) + 0.5) * CELL - 0.5 - _MIDDLE
ASKED = (np.abs(_ALL) < np.abs(GOAL).max(0) * SCALE + BESIDE).all(-1)
"""(rows, columns): parts at the board, which are asked."""
CELLS = _ALL[ASKED] / SCALE
"""(n, 2): their middles."""

Flow = npt.NDArray[np.float32]
"""(4, rows, columns): how far right and down the parts of a board are, UNIT px; logs of the doubt about either."""


def corners(flows: Sequence[Flow]) -> Points:
    """(4, 2): where TL, TR, BR, BL are by what one look, or several at the same picture, tell; px of the second look."""
    each = np.concatenate([flow[:, ASKED].T for flow in flows]).astype(np.float64)
    weights = np.exp(-each[:, 2:].clip(SURE, UNSURE))
    theta = fitted(np.tile(CELLS, (len(flows), 1)), each[:, :2] * (UNIT / SCALE), weights)
    return np.asarray(moved(theta, GOAL) * SCALE + _MIDDLE, np.float64)


def fitted(at: Points, away: Points, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(8,): the perspective, less one that changes nothing, by which points (n, 2) move by so much (n, 2), with weights (n, 2)."""
    (x, y), (u, v) = at.T, (at + away).T
    none, one = np.zeros_like(x), np.ones_like(x)
    across = np.stack([x, y, one, none, none, none, -u * x, -u * y], 1)
    down = np.stack([none, none, none, x, y, one, -v * x, -v * y], 1)
    rows, rest, weight = np.concatenate([across, down]), away.T.ravel(), weights.T.ravel() / weights.mean()
    weighted = rows * (weight / len(rows))[:, None]
    return np.linalg.solve(weighted.T @ rows + STIFF * np.eye(8), weighted.T @ rest)


def moved(theta: npt.NDArray[np.float64], at: Points) -> Points:
    """Points (n, 2) by a perspective as of `fitted`."""
    a, b, c, d, e, f, g, h = theta
    x, y = at.T
    away = 1.0 + g * x + h * y
    return np.stack([((1.0 + a) * x + b * y + c) / away, (d * x + (1.0 + e) * y + f) / away], 1)


def turned(flow: Flow) -> Flow:
    """What a look at the picture turned by half a turn tells, as of the picture itself."""
    return mirrored(flipped(flow))


def mirrored(flow: Flow) -> Flow:
    """The same for left and right exchanged."""
    return np.asarray(flow[:, :, ::-1] * np.array([-1, 1, 1, 1], np.float32)[:, None, None], np.float32)


def flipped(flow: Flow) -> Flow:
    """The same for top and bottom exchanged."""
    return np.asarray(flow[:, ::-1] * np.array([1, -1, 1, 1], np.float32)[:, None, None], np.float32)
