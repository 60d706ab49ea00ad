"""The doubling cube: where it stands, what it shows, how it is turned.

The spotter proposes places; the reader, `cube.onnx`, looks at each in a crop of the full-size frame drawn as from above, and says
whether that is a cube, which of 2 … 64 its top shows or that it shows none of them (a logo, a blank face: the cube not yet turned),
and by how much the digits are turned. Without the reader the cube is only found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

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
SIZES = (0.9, 1.25)
"""The crop is drawn for cubes so much larger; the mean of the answers counts."""
SURE = 0.0
"""Log-odds above which what was proposed is a cube."""
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
        """The likeliest; None = a logo, or not read."""
        return 2 ** (int(np.argmax(self.values)) + 1) if max(self.values) > min(self.values) else None


def read(image: Image, calibration: Calibration, found: Spots, networks: Networks) -> Cube | None:
    """The cube, from the full-size frame; `found` says where to look."""
    if not found.cubes:
        return None
    px = calibration.to_pixels(to_board(calibration.board, [[p.x, p.y] for p in found.cubes]))
    if "cube" not in networks:
        return Cube(float(px[0, 0]), float(px[0, 1])) if found.cubes[0].score >= LOW else None
    looks = [look(image, dice.aim(calibration, float(x), float(y), EDGE), networks) for x, y in px]
    best = max(range(len(looks)), key=lambda k: _odds(found.cubes[k]) + looks[k][1])
    cube, sure = looks[best]
    return cube if sure > SURE else None


def look(image: Image, at: dice.Aim, networks: Networks) -> tuple[Cube, float]:
    """What is aimed at, as a cube, and the log-odds that it is one."""
    crops = [dice.crop(image, replace(at, across=at.across * size * dice.FILL / FILL), CROP) for size in SIZES]
    (out,) = networks.run("cube", blob(crops))
    answer = np.asarray(out, np.float64).mean(0)
    seven = answer[:7] - np.logaddexp.reduce(answer[:7])
    right = at.across @ answer[8:10]
    turn = float(np.degrees(np.arctan2(right[1], right[0]))) % 360.0
    told = int(np.argmax(seven)) < 6
    cube = Cube(at.x, at.y, tuple(map(float, seven[:6])), turn) if told else Cube(at.x, at.y)
    return cube, float(answer[7])


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
