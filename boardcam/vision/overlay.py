"""What was seen, drawn over the picture: for people who want to know why."""

from __future__ import annotations

import cv2
import numpy as np

from boardcam.vision import checkers
from boardcam.vision.calibration import CORNERS, Calibration, Points
from boardcam.vision.networks import Image
from boardcam.vision.rectify import HEIGHT, WIDTH, matrix
from boardcam.vision.still import Seen, labels

Colour = tuple[int, int, int]
EDGE: Colour = (60, 220, 255)
LIGHT: Colour = (255, 255, 255)
DARK: Colour = (255, 120, 40)
NEITHER: Colour = (150, 150, 255)
HAND: Colour = (200, 60, 200)


def draw(image: Image, seen: Seen) -> Image:
    """A copy of the picture with the board's outline, the count on every occupied place, dice, cube and hands; below it what
    lies on the bar and in the trays."""
    canvas = np.ascontiguousarray(image).copy()
    calibration = seen.found.calibration
    if seen.mask is not None:
        _tint(canvas, seen, calibration)
    _outline(canvas, calibration)
    for place in range(24):
        _count(canvas, seen, place)
    for die in seen.dice or ():
        half = max(4, round(0.7 * die.pixels))
        corner = round(die.x) - half, round(die.y) - half
        cv2.rectangle(canvas, corner, (corner[0] + 2 * half, corner[1] + 2 * half), EDGE, _thin(canvas))
        _write(canvas, f"{die.value or '?'}{'' if die.flat > 0 else '/'}", (corner[0], corner[1] - 4), EDGE)
    if seen.cube is not None:
        _write(canvas, f"cube {seen.cube.value or ''}", (round(seen.cube.x), round(seen.cube.y)), EDGE)
    _write(canvas, beside(seen), (round(12 * _size(canvas)), len(canvas) - round(12 * _size(canvas))), EDGE)
    return np.asarray(canvas, np.uint8)


def draw_points(image: Image, calibration: Calibration) -> Image:
    """A copy of the picture with the board's outline, the middle line of every point and the corners' names: is it there?"""
    canvas = np.ascontiguousarray(image).copy()
    for triangle in points(calibration):
        _lines(canvas, np.array(triangle))
    _outline(canvas, calibration)
    for name, (x, y) in zip(CORNERS, calibration.corners, strict=True):
        _write(canvas, name, (round(x), round(y)), EDGE)
    return np.asarray(canvas, np.uint8)


def points(calibration: Calibration) -> list[list[list[float]]]:
    """The 24 points as triangles, px: two corners on the base line and the tip."""
    board, triangles = calibration.board, []
    for place in range(24):
        x, base = board.column(place), 0.0 if board.is_top(place) else board.depth
        tip = base + (4.6 if board.is_top(place) else -4.6)
        triangles.append(calibration.to_pixels([[x - 0.5, base], [x + 0.5, base], [x, tip]]).round(1).tolist())
    return triangles


def beside(seen: Seen) -> str:
    """ "bar: 1 light, 0 dark   off: 3 light, ? dark"; a question mark for what is not seen or not sure."""
    found = labels(seen)
    said = {where: ", ".join(f"{'?' if n is None else n} {side}" for side, n in found[where].items()) for where in ("bar", "off")}
    return "   ".join(f"{where}: {words}" for where, words in said.items())


def _outline(canvas: cv2.typing.MatLike, calibration: Calibration) -> None:
    w, d, bar = calibration.board.width, calibration.board.depth, calibration.bar
    _lines(canvas, calibration.to_pixels([[0.0, 0.0], [w, 0.0], [w, d], [0.0, d]]))
    _lines(canvas, calibration.to_pixels([[6.0, 0.0], [6.0 + bar, 0.0], [6.0 + bar, d], [6.0, d]]))


def _lines(canvas: cv2.typing.MatLike, corners: Points) -> None:
    cv2.polylines(canvas, [np.rint(corners).astype(np.int32)], True, EDGE, _thin(canvas), cv2.LINE_AA)


def _count(canvas: cv2.typing.MatLike, seen: Seen, place: int) -> None:
    """The count beside the base line, in the side's colour, with a question mark where it is not sure."""
    count, sure = checkers.likeliest(seen.counts[place])
    if count == 0 and sure > checkers.SURE:
        return
    board = seen.found.calibration.board
    at = seen.found.calibration.to_pixels([[board.column(place), -0.45 if board.is_top(place) else board.depth + 0.45]])[0]
    colour = LIGHT if (count or 0) > 0 else DARK if (count or 0) < 0 else NEITHER
    word = "?" if count is None else f"{abs(count)}{'' if sure > checkers.SURE else '?'}"
    _write(canvas, word, (round(at[0] - 9 * _size(canvas)), round(at[1] + 5 * _size(canvas))), colour)


def _tint(canvas: cv2.typing.MatLike, seen: Seen, calibration: Calibration) -> None:
    """Hands, painted over."""
    assert seen.mask is not None
    mask = cv2.resize(seen.mask, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    way = calibration.homography @ np.linalg.inv(matrix(calibration.board))
    over = cv2.warpPerspective(mask, way, calibration.size) > 0.5
    canvas[over] = canvas[over] // 2 + np.array(HAND, np.uint8) // 2


def _write(canvas: cv2.typing.MatLike, word: str, at: tuple[int, int], colour: Colour) -> None:
    for ink, thick in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(canvas, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * _size(canvas), ink, thick * _thin(canvas), cv2.LINE_AA)


def _size(canvas: cv2.typing.MatLike) -> float:
    return max(0.7, _longer(canvas) / 1100)


def _thin(canvas: cv2.typing.MatLike) -> int:
    return max(1, round(_longer(canvas) / 900))


def _longer(canvas: cv2.typing.MatLike) -> int:
    return int(max(canvas.shape[:2]))
