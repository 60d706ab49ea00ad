"""How many checkers lie on each other, told from where the labels of a still see their lower and upper sides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from labelled import Pixels
from strips_kept import UNKNOWN

from boardcam.geometry import Board
from boardcam.vision.calibration import transform
from boardcam.vision.rectify import SCALE

ON = 0.62
"""A checker lies on another if its lower side is seen within so many diameters of the other's upper side: in the middle, or astride
of two; neighbours in a row are farther."""
Array = npt.NDArray[np.float64]


def layers(checkers: Sequence[dict[str, Any]], board: Board, diameter: float, way: Array, seen: Pixels) -> Pixels:
    """A map as large as `seen` (where checkers are seen, 255 or 0): the layer of the uppermost checker, from 1; `way`: px of the
    still → px of the map, an upright picture of half the rectified one's resolution. Nothing is told of heaps in trays."""
    out = np.zeros(seen.shape, np.uint8)
    size = np.array([1.0, 11.0 / board.depth]) * diameter * SCALE / 2
    heaps: dict[tuple[Any, Any], list[tuple[Array, int]]] = defaultdict(list)
    discs: list[tuple[int, Array]] = []
    for checker in checkers:
        base, top = transform(way, [checker["base"], checker["top"]])
        if checker["place"] == "off" or checker["on_edge"]:
            discs.append((UNKNOWN, top))
            continue
        below = heaps[checker["place"], checker["color"]]
        layer = 1 + max((n for under, n in below if np.hypot(*((base - under) / size)) < ON), default=0)
        below.append((top, layer))
        discs.append((layer, top))
    for layer, top in sorted(discs, key=lambda disc: disc[0]):
        x, y = np.rint(top * 16).astype(int)
        a, b = np.rint(size * 8).astype(int)
        cv2.ellipse(out, (int(x), int(y)), (int(a), int(b)), 0, 0, 360, layer, -1, cv2.LINE_8, 4)
    return np.where(seen > 127, out, 0).astype(np.uint8)
