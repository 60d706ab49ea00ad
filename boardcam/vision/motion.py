"""The gate: what moved, and whether the board lies where it was; cheap enough for every frame.

Works on *thumbs*: the rectified picture in grey, a quarter of its size, one cell an eighth of a pitch, as the networks' maps.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.vision.networks import Floats, Image
from boardcam.vision.spots import STRIDE

Mask = npt.NDArray[np.bool_]

STEP = 6.0
"""Grey levels by which a cell differs when something moved there: above the noise of sensors and codecs, which the mean over a
cell's 16 px and its neighbours tames."""
CELLS = 6
"""Fewer changed cells than this, together, are noise; a die has 9."""
SHIFT = 3
"""Cells of shift that the check looks for; more looks like a board that is gone."""
ALIKE = 0.6
"""Correlation from which a block is recognised."""
BLOCKS = (3, 4)
SMALLER = 8
"""By so much a frame is shrunk to see whether it is a new one."""
NEW, NOWHERE = 0.08, 4.0
"""Grey levels by which a new frame differs from the one before, on the mean or somewhere: sensors' noise sees to it."""


def thumb(rectified: Image) -> Floats:
    """(h / 4, w / 4) grey, a little blurred."""
    grey = cv2.cvtColor(rectified, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (grey.shape[1] // STRIDE, grey.shape[0] // STRIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (3, 3), 0), np.float32)


def small(image: Image) -> Floats:
    """A whole frame in grey, an eighth of its size."""
    h, w = image.shape[:2]
    size = max(1, w // SMALLER), max(1, h // SMALLER)
    return np.asarray(cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY), np.float32)


def repeated(before: Floats, now: Floats) -> bool:
    """Whether two `small` frames may be one that came twice. Two of a rest do not differ either where a codec has wiped out the
    noise."""
    if before.shape != now.shape:
        return False
    apart = np.abs(now - before)
    return bool(apart.mean() < NEW and apart.max() < NOWHERE)


def changed(before: Floats, now: Floats) -> Mask:
    """Cells that differ, a lamp's change aside; specks are dropped."""
    difference = now - before
    difference -= np.median(difference)
    moved = (np.abs(difference) > STEP).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(moved, connectivity=8)
    large = np.flatnonzero(stats[:count, cv2.CC_STAT_AREA] >= CELLS)
    return np.isin(labels, large[large > 0])


def shift(reference: Floats, now: Floats) -> tuple[float, float] | None:
    """(right, down) in cells by which the board moved since the reference; None if it is not to be recognised.

    Each of twelve blocks is searched around its place; blocks that find themselves vote. Moved checkers and hands spoil some
    blocks, a moved camera moves all of them alike.
    """
    votes: list[tuple[float, float]] = []
    h, w = reference.shape
    rows, columns = BLOCKS
    for r in range(rows):
        for c in range(columns):
            y, x = SHIFT + r * (h - 2 * SHIFT) // rows, SHIFT + c * (w - 2 * SHIFT) // columns
            size = (h - 2 * SHIFT) // rows, (w - 2 * SHIFT) // columns
            vote = _vote(
                reference[y : y + size[0], x : x + size[1]], now[y - SHIFT : y + size[0] + SHIFT, x - SHIFT : x + size[1] + SHIFT]
            )
            votes += [vote] if vote else []
    if len(votes) < 3:
        return None
    right, down = np.median(np.array(votes), 0)
    return float(right), float(down)


def _vote(block: Floats, around: Floats) -> tuple[float, float] | None:
    """Where a block finds itself, to a fraction of a cell; None if it does not, or has nothing to be known by."""
    if block.std() < 4.0:
        return None
    scores = np.asarray(cv2.matchTemplate(around, block, cv2.TM_CCOEFF_NORMED), np.float32)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    return (x - SHIFT + _summit(scores[y], x), y - SHIFT + _summit(scores[:, x], y)) if best >= ALIKE else None


def _summit(scores: Floats, at: int) -> float:
    """How far beside its highest cell a hill is highest, -0.5…0.5 cells: the top of a parabola through three of them."""
    if not 0 < at < len(scores) - 1:
        return 0.0
    before, top, after = (float(score) for score in scores[at - 1 : at + 2])
    steep = before - 2 * top + after
    return 0.5 * (before - after) / steep if steep < 0 else 0.0
