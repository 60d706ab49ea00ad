"""The doubling cube: where it stands, what it shows, how it is turned.

The spotter proposes places; the reader, `cube.onnx`, looks at each in a crop of the full-size frame drawn as from above, and says
whether that is a cube and where its top lies, so that a second, better centred look follows the first; which of 2 … 64 the top
shows or that it shows none of them (a logo, a blank face: the cube not yet turned); and by how much the digits are turned. Without
the reader the cube is only found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from boardcam.events import CubeSeen
from boardcam.geometry import Board
from boardcam.vision import camera, dice
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import Image, Networks, blob
from boardcam.vision.rectify import to_board
from boardcam.vision.spots import Peak, Spots

MIDDLE = 0.18
"""The cube is centred within this share of the board's depth around the middle line."""
EDGE = 0.75
"""Edge of a cube in pitches, where nothing better is known: 0.6 to 1.05."""
CROP = 48
"""Side of the reader's picture, px."""
FILL = 0.55
"""Share of the crop's side that the cube's edge should take: the middle of what the reader was trained on."""
SIZES = (0.9, 1.15)
"""The crop is drawn so much larger; the mean of the answers counts."""
SPOTTED = 2.0
"""The spotter, which sees the whole board, counts so many times as much as the reader, which sees nothing but the place."""
SURE = 1.0
"""Log-odds of both above which what was proposed is the cube: on 260 held-out boards 164 of 177 proposed pass, 8 others."""
TOLD = 0.8
"""Probability from which a value is told: digits under a lamp or out of focus are guesses."""
LOW = 0.3
"""Without the reader, height of the spotter's map from which there is a cube."""
UNREAD = (0.0,) * 6


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube in a picture."""

    x: float
    y: float
    """Middle of its top, px."""
    values: tuple[float, ...] = UNREAD
    """Log-likelihoods of 2, 4, 8, 16, 32, 64; all equal = it shows none of them, or was not read."""
    turn: float | None = None
    """Degrees, 0…360, by which its digits are turned clockwise in the picture."""

    @property
    def value(self) -> int | None:
        """The likeliest; None = a logo, or not surely read."""
        best = int(np.argmax(self.values))
        return 2 ** (best + 1) if max(self.values) > min(self.values) and self.values[best] > np.log(TOLD) else None


def read(image: Image, calibration: Calibration, found: Spots, networks: Networks) -> Cube | None:
    """The cube, from the full-size frame; `found` says where to look."""
    if not found.cubes:
        return None
    px = calibration.to_pixels(to_board(calibration.board, [[p.x, p.y] for p in found.cubes]))
    if "cube" not in networks:
        return Cube(float(px[0, 0]), float(px[0, 1])) if found.cubes[0].score >= LOW else None
    looks = [look(image, dice.aim(calibration, float(x), float(y), EDGE), networks) for x, y in px]
    cube, sure = max(
        ((cube, SPOTTED * _odds(peak) + sure) for peak, (cube, sure) in zip(found.cubes, looks, strict=True)),
        key=lambda one: one[1],
    )
    return cube if sure > SURE else None


def look(image: Image, at: dice.Aim, networks: Networks) -> tuple[Cube, float]:
    """What is aimed at, as a cube, and the log-odds that it is one; looked at again where the first look found it."""
    first = _answer(image, at, networks)
    x, y = np.array([at.x, at.y]) + at.across * (dice.FILL / FILL) @ first[10:12]
    grown = float(np.clip(2.0 ** first[12] / FILL, 0.6, 1.6))
    at = replace(at, x=float(x), y=float(y), across=at.across * grown)
    answer = _answer(image, at, networks)
    seven = answer[:7] - np.logaddexp.reduce(answer[:7])
    right = at.across @ answer[8:10]
    turn = float(np.degrees(np.arctan2(right[1], right[0]))) % 360.0
    told = int(np.argmax(seven)) < 6
    cube = Cube(at.x, at.y, tuple(map(float, seven[:6])), turn) if told else Cube(at.x, at.y)
    return cube, float(answer[7])


def _answer(image: Image, at: dice.Aim, networks: Networks) -> npt.NDArray[np.float64]:
    """(13,): the mean over crops of several sizes, as if the cube were FILL of the crop."""
    crops = [dice.crop(image, replace(at, across=at.across * size * dice.FILL / FILL), CROP) for size in SIZES]
    (out,) = networks.run("cube", blob(crops))
    sizes = np.array(SIZES)
    answers = np.asarray(out, np.float64)
    answers[:, 10:12] *= sizes[:, None]
    answers[:, 12] += np.log2(sizes)
    return np.asarray(answers.mean(0))


def _odds(peak: Peak) -> float:
    return float(np.log(peak.score / max(1.0 - peak.score, 1e-3)))


def seen(cube: Cube | None, calibration: Calibration) -> CubeSeen | None:
    """As an observation speaks of it: its foot in pitches, parallax undone."""
    if cube is None:
        return None
    x, y = camera.foot(calibration, [[cube.x, cube.y]], EDGE)[0]
    return CubeSeen(float(x), float(y), cube.values)


def location(board: Board, x: float, y: float) -> str:
    """In words, as the labels say it: "left tray, middle (centred)", "on the bar (centred)", "right half, top"."""
    third = "middle" if abs(y / board.depth - 0.5) <= MIDDLE else ("top" if y < board.depth / 2 else "bottom")
    if x < 0.0 or x > board.width:
        place = "left tray" if x < 0.0 else "right tray"
        return f"{place}, middle (centred)" if third == "middle" else f"{place}, {third}"
    half = board.half(x, min(max(y, 0.0), board.depth))
    if half == "bar":
        return "on the bar (centred)" if third == "middle" else f"on the bar, {third}"
    return f"{half} half, {third}"
