"""The proportions of a board, of which the corners alone say little: the width of its bar and its depth, in pitches."""

from __future__ import annotations

import cv2
import numpy as np

from boardcam.vision.calibration import Points, transform
from boardcam.vision.frames import MARGIN
from boardcam.vision.heat import BAR_LEADING, BAR_TRAILING, STRIDE, Heat, strongest

USUAL_DEPTH = 11.5
"""Pitches; boards have 10 to 13."""


def bar_width(heat: Heat, corners: Points) -> float:
    """The bar in pitches from its ends in the second look; the mean of both ends, weighted by how clear they are."""
    w, h = heat.shape[2] * STRIDE, heat.shape[1] * STRIDE
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_unit = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), unit), np.float64)
    widths, weights = [0.09], [1e-3]
    for row, left, right in ((0, BAR_LEADING, BAR_TRAILING), (1, BAR_TRAILING, BAR_LEADING)):
        around = np.array([w / 2, MARGIN[1] if row == 0 else h - 1 - MARGIN[1]], np.float32)
        ends = [strongest(heat[kind], around, 20.0) for kind in (left, right)]
        (a, _), (b, _) = transform(to_unit, [[p.x, p.y] for p in ends])
        widths.append(max(0.0, b - a))
        weights.append(min(p.heat for p in ends))
    share = min(0.24, float(np.average(widths, weights=weights)))
    return 12.0 * share / (1.0 - share)


def depth(size: tuple[int, int], corners: Points, width: float) -> float:
    """The board's depth in pitches, the likeliest by three witnesses: the corners' angles, usual lenses and usual boards. Exact
    from straight above; at a slant a fair guess."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    centred = (corners - np.array(size) / 2).astype(np.float32)
    h = np.asarray(cv2.getPerspectiveTransform(unit, centred), np.float64)
    log_focal = np.linspace(np.log(0.6), np.log(2.5), 60)
    focal = np.exp(log_focal) * max(size)
    along, down = (np.stack([h[0, k] / focal, h[1, k] / focal, np.full(60, h[2, k])]) for k in (0, 1))
    lengths = np.linalg.norm(along, axis=0), np.linalg.norm(down, axis=0)
    depths = width * lengths[1] / lengths[0]
    askew = (along * down).sum(0) / (lengths[0] * lengths[1])
    doubt = (askew / 0.02) ** 2 + ((log_focal - np.log(1.1)) / 0.3) ** 2 + ((depths - USUAL_DEPTH) / 1.2) ** 2
    return float(np.clip(depths[np.argmin(doubt)], 8.0, 16.0))
