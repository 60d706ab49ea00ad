"""The doubling cube: where it stands. Its value is not read yet: all values stay equally likely."""

from __future__ import annotations

from boardcam.events import CubeSeen
from boardcam.geometry import Board
from boardcam.vision.calibration import Calibration
from boardcam.vision.rectify import to_board
from boardcam.vision.spots import Spots

MIDDLE = 0.18
"""The cube is centred within this share of the board's depth around the middle line."""


def seen(found: Spots, calibration: Calibration) -> CubeSeen | None:
    """The cube, if one was found, in pitches."""
    if found.cube is None:
        return None
    x, y = to_board(calibration.board, [[found.cube.x, found.cube.y]])[0]
    return CubeSeen(float(x), float(y))


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
