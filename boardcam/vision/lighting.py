"""Whether the light lets the eyes see: too dark, blinding, mirrored in the board, flickering; and whether blue comes for red.

Pure functions of pictures and of where the board lies in them. What is looked at is the playing surface, rectified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.rules.sentence import Sentence, marked, sentence
from boardcam.vision.calibration import Calibration
from boardcam.vision.rectify import HEIGHT, SCALE, WIDTH, Image, Warp, warp

DARK, BRIGHT = 45.0, 225.0
"""Grey levels of the middle pixel: below, noise and colours run into each other; above, light checkers run into the board."""
BLIND = 250
"""A pixel with every channel from here on shows the lamp, not the board."""
MIRRORED = 0.85
"""Share of such pixels that makes a cell one of glare; a white checker fills less of it."""
FLICKERS = 0.015
"""Swing of the rows' brightness from picture to picture, as a share of it; sensors' noise stays below a third of this."""
SERIES = 12
"""Pictures in a row that tell flicker from the drift of daylight."""
PATCH = 300
"""px of a colour, rectified: half a checker."""


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """How the board is lit."""

    brightness: float
    """Grey level of the middle pixel of the board, 0 to 255."""
    glare: npt.NDArray[np.float64]
    """(rows, columns): share of pixels that show the lamp, in cells of a pitch; the glare map."""
    flicker: float | None
    """Swing of brightness from picture to picture, as a share of it; None = fewer than SERIES pictures."""


def lighting(images: Sequence[Image], calibration: Calibration) -> Lighting:
    """How the board is lit in pictures taken one after the other, of which the last is looked at most closely."""
    surface = _surface(images[-1], warp(calibration))
    grey = cv2.cvtColor(surface, cv2.COLOR_BGR2GRAY)
    return Lighting(float(np.median(grey)), _glare(surface), _flicker(images[-SERIES:], calibration))


def advice(light: Lighting) -> tuple[Sentence, ...]:
    """What to do about the light, a sentence for each thing that is wrong; () = it is good."""
    told, level = [], round(light.brightness)
    if light.brightness < DARK:
        told.append(sentence("too dark (brightness {level} of 255): more light from above or from the side", level=level))
    if light.brightness > BRIGHT:
        told.append(sentence("too bright (brightness {level} of 255): less light, or a shorter exposure", level=level))
    if where := _places(light.glare > MIRRORED):
        mirrored = marked("a lamp or window is mirrored in the board ({places}): move it, or hang a cloth before it")
        told.append(sentence(mirrored, places=where))
    if light.flicker is not None and light.flicker > FLICKERS:
        swing = f"{100 * light.flicker:.1f}"
        flickers = marked("the light flickers ({swing} %): a steady lamp, or an exposure of whole 10 ms (8.3 at 60 Hz)")
        told.append(sentence(flickers, swing=swing))
    return tuple(told)


def order(image: Image, calibration: Calibration, more: Literal["red", "blue"]) -> Literal["right", "swapped", "unsure"]:
    """Whether red is red on a board that shows clearly `more` of one of the two than of the other, by its own colours or by a thing
    of that colour that was laid on it. "unsure" = neither is seen, or as much of both."""
    hue, saturation, value = np.moveaxis(cv2.cvtColor(_surface(image, warp(calibration)), cv2.COLOR_BGR2HSV), -1, 0)
    vivid = (saturation > 120) & (value > 50)
    red, blue = (int((vivid & near).sum()) for near in ((hue < 10) | (hue > 170), (hue > 105) & (hue < 130)))
    named, other = (red, blue) if more == "red" else (blue, red)
    if max(named, other) < PATCH or max(named, other) < 2 * min(named, other):
        return "unsure"
    return "right" if named > other else "swapped"


def _surface(image: Image, upright: Warp) -> Image:
    """The playing surface, a pitch SCALE px wide."""
    across, down = round(upright.calibration.board.width * SCALE), round(11 * SCALE)
    left, top = (WIDTH - across) // 2, (HEIGHT - down) // 2
    return upright(image)[top : top + down, left : left + across]


def _glare(surface: Image) -> npt.NDArray[np.float64]:
    blind = (surface.min(2) >= BLIND).astype(np.float32)
    cells = round(blind.shape[1] / SCALE), round(blind.shape[0] / SCALE)
    return np.asarray(cv2.resize(blind, cells, interpolation=cv2.INTER_AREA), np.float64)


def _flicker(images: Sequence[Image], calibration: Calibration) -> float | None:
    """Most rows swing where lamps flicker; few do where a hand moves."""
    if len(images) < SERIES:
        return None
    upright = warp(calibration)
    rows = np.stack([_surface(image, upright).mean((1, 2)) for image in images])
    return float(np.median(rows.std(0) / np.maximum(rows.mean(0), 1.0)))


PLACES = (
    (sentence("top left"), sentence("top"), sentence("top right")),
    (sentence("left"), sentence("middle"), sentence("right")),
    (sentence("bottom left"), sentence("bottom"), sentence("bottom right")),
)
"""Parts of the board, as the camera sees it."""


def _places(cells: npt.NDArray[np.bool_]) -> tuple[Sentence, ...]:
    """Where in the picture of the board cells are marked, in words."""
    rows, columns = cells.shape
    found = dict.fromkeys(PLACES[3 * row // rows][3 * column // columns] for row, column in np.argwhere(cells))
    return tuple(found)
