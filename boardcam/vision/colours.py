"""Whose checkers are these? By their colour beside the other checkers of this very board, never by a learnt light or dark.

Every checker on a place has one colour, and a board has two: two clusters in Lab, the brighter one *light*. Lightness counts less
than hue, because lamps and shadows change it across a board. Neither side has more than fifteen checkers: where more are seen
there are two sides, however little they differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.vision.rectify import Image

Lab = tuple[float, float, float]
Array = npt.NDArray[np.float64]
Heights = npt.NDArray[np.int64]
"""(n,): how many checkers are counted on a place."""
Parts = npt.NDArray[np.bool_]
"""(n,): which of two parts each place belongs to."""

METRIC = np.array([0.7, 1.0, 1.0])
"""Weights of L, a and b in distances (L 0…100)."""
NEAREST, FARTHEST = 12.0, 24.0
"""Two sides mostly differ by NEAREST at least; one side's checkers differ by less than FARTHEST in one light."""
APART = 2.2
"""In between, two clusters stand this many spreads apart or are one: an evenly spread line cut in the middle gives 1.7."""
DIM, CLEAR = 4.0, 2.5
"""In poor light two sides may differ by as little as DIM, where both have several checkers and stand CLEAR spreads apart."""
SPREAD = 5.0
"""Least spread of one colour: noise, wear, glare; less where the sides themselves differ by less than four times as much."""
ALL, MISREAD = 15, 1
"""Checkers of a side; and so many may be counted that are not there."""
MANY, FIFTEEN = 2.0, 3.0
"""A split is less likely, as a log, by so much for each checker of a side beyond fifteen, and likelier if both have as many."""
SURE = 8.0
"""Most that colour alone can say, as log-odds."""


@dataclass(frozen=True, slots=True)
class Exemplars:
    """The colours of both sides on one board in one light."""

    light: Lab | None = None
    """None = no checker of that side was seen yet."""
    dark: Lab | None = None
    spread: float = 8.0
    """Standard deviation within a side, in weighted Lab."""

    def log_odds(self, samples: Array) -> Array:
        """Log-odds of light against dark for colours (n, 3)."""
        if self.light is None or self.dark is None:
            return np.full(len(samples), SURE if self.dark is None else -SURE)
        light, dark = (((samples - np.array(side)) * METRIC) ** 2 @ np.ones(3) for side in (self.light, self.dark))
        return np.asarray(np.clip((dark - light) / (2 * self.spread**2), -SURE, SURE), np.float64)


def lab(image: Image) -> npt.NDArray[np.float32]:
    """Pictures (..., 3) BGR → L 0…100, a, b."""
    flat = np.ascontiguousarray(image.reshape(1, -1, 3)).astype(np.float32) / 255
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32).reshape(image.shape)


def learn(samples: Array, heights: Heights | None = None) -> Exemplars:
    """Both sides' colours from one colour (n, 3) of each occupied place, and how many checkers lie there, if that is known."""
    if len(samples) == 0:
        return Exemplars()
    heights = np.ones(len(samples), np.int64) if heights is None else heights
    split = _parted(samples * METRIC, heights)
    return _one_side(samples) if split is None else _two_sides(samples, split)


def learn_known(samples: Array, first: npt.NDArray[np.bool_]) -> Exemplars | None:
    """Both sides' colours where it is known which samples (n, 3) are one side's, as at the start: then a difference counts that is
    far too small to be found. None = there is none to be seen."""
    a, b = samples[first] * METRIC, samples[~first] * METRIC
    distance = float(np.linalg.norm(a.mean(0) - b.mean(0)))
    return _two_sides(samples, first) if distance > max(DIM / 2, _spread(a) + _spread(b)) else None


def _two_sides(samples: Array, split: npt.NDArray[np.bool_]) -> Exemplars:
    groups = (samples[split], samples[~split])
    dark, light = sorted(_lab(np.median(group, 0)) for group in groups)  # by L, which comes first
    distance = float(np.linalg.norm((np.array(light) - dark) * METRIC))
    return Exemplars(light, dark, max(min(SPREAD, distance / 4), *(_spread(group * METRIC) for group in groups)))


def follow(old: Exemplars, samples: Array, heights: Heights | None = None, pace: float = 0.1) -> Exemplars:
    """Remembered colours drawn slowly towards those seen now, so that a changing light is followed and a wrong place is not."""
    if old.light is None or old.dark is None:
        return learn(samples, heights) if len(samples) else old
    odds = old.log_odds(samples)
    light, dark = _towards(old.light, samples[odds > 3.0], pace), _towards(old.dark, samples[odds < -3.0], pace)
    return Exemplars(light, dark, old.spread)


def _towards(old: Lab, samples: Array, pace: float) -> Lab:
    return old if len(samples) == 0 else _lab(np.array(old) * (1 - pace) + np.median(samples, 0) * pace)


def _one_side(samples: Array) -> Exemplars:
    """One colour only: by its lightness alone, as nothing else is there to compare it with."""
    middle, spread = _lab(np.median(samples, 0)), max(SPREAD, _spread(samples * METRIC))
    return Exemplars(middle, None, spread) if middle[0] >= 50.0 else Exemplars(None, middle, spread)


def _parted(points: Array, heights: Heights) -> Parts | None:
    """The likeliest split of points (n, 3) in two: with little spread within, and no more than fifteen checkers on either side;
    None when they are one cluster."""
    splits = [split for split in _splits(points) if split.any() and not split.all()]
    if not splits:
        return None
    best = min(splits, key=lambda split: _cost(points, split, heights))
    if heights.sum() > ALL + MISREAD:
        return best
    a, b = points[best], points[~best]
    distance = float(np.linalg.norm(a.mean(0) - b.mean(0)))
    within = _spread(a) + _spread(b)
    dim = min(len(a), len(b)) > 1 and distance > max(DIM, CLEAR * within)
    return best if dim or distance > min(FARTHEST, max(NEAREST, APART * within)) else None


def _splits(points: Array) -> Iterator[Parts]:
    """Ways to part points (n, 3) in two: around any two of them, and across the direction in which they are widest."""
    starts = list(combinations(range(len(points)), 2))
    for i, j in starts[:: max(1, len(starts) // 60)]:
        yield _settle(points, points[i], points[j])
    if len(points) > 1:
        along = points @ np.linalg.eigh(np.cov(points.T))[1][:, -1]
        for height in along:
            yield np.asarray(along > height, np.bool_)


def _settle(points: Array, a: Array, b: Array) -> Parts:
    near = np.zeros(len(points), np.bool_)
    for _ in range(8):
        near = np.asarray(np.linalg.norm(points - a, axis=1) < np.linalg.norm(points - b, axis=1), np.bool_)
        if near.all() or not near.any():
            break
        a, b = points[near].mean(0), points[~near].mean(0)
    return near


def _cost(points: Array, split: Parts, heights: Heights) -> float:
    """How unlikely a split is, as a negative log-likelihood."""
    within = sum(float(((group - group.mean(0)) ** 2).sum()) for group in (points[split], points[~split]))
    sides = np.array([heights[split].sum(), heights[~split].sum()])
    even = FIFTEEN if (sides == ALL).all() else 0.0
    return len(points) * float(np.log(within + 1.0)) + MANY * float(np.maximum(sides - ALL, 0).sum()) - even


def _spread(points: Array) -> float:
    """Standard deviation along the direction in which a cluster is widest."""
    if len(points) < 2:
        return 0.0
    return float(np.sqrt(np.linalg.eigvalsh(np.cov(points.T))[-1]))


def _lab(values: Array) -> Lab:
    return float(values[0]), float(values[1]), float(values[2])
