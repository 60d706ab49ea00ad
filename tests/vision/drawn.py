"""Boards drawn with discs and triangles: quick pictures with known truth, for tests that need no renderer."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from boardcam.vision.calibration import Calibration
from boardcam.vision.rectify import Image

START = (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)
"""Signed counts by place, light positive: the starting position, light's home bottom right."""

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """BGR colours of a drawn board."""

    table: Colour = (60, 70, 80)
    frame: Colour = (20, 30, 60)
    felt: Colour = (70, 110, 60)
    points: tuple[Colour, Colour] = ((160, 190, 200), (40, 40, 130))
    light: Colour = (225, 235, 240)
    dark: Colour = (35, 30, 30)


LOOK = Look()


def draw(calibration: Calibration, counts: tuple[int, ...] = START, look: Look = LOOK) -> Image:
    """The board of `calibration` with signed `counts` on its 24 places, as its camera would see flat discs."""
    flat_scale = 48.0
    board = calibration.board
    margin = 1.8
    size = (round((board.width + 2 * margin) * flat_scale), round((board.depth + 2 * margin) * flat_scale))
    flat = np.full((size[1], size[0], 3), look.frame, np.uint8)

    def px(x: float, y: float) -> tuple[int, int]:
        return round((x + margin) * flat_scale), round((y + margin) * flat_scale)

    cv2.rectangle(flat, px(0, 0), px(board.width, board.depth), look.felt, -1)
    cv2.rectangle(flat, px(6, 0), px(6 + board.bar, board.depth), look.frame, -1)
    for place in range(24):
        x, base = board.column(place), 0.0 if board.is_top(place) else board.depth
        tip = 4.6 if board.is_top(place) else board.depth - 4.6
        triangle = np.array([px(x - 0.5, base), px(x + 0.5, base), px(x, tip)])
        cv2.fillPoly(flat, [triangle], look.points[(place + place // 12) % 2], cv2.LINE_AA)
    for place, count in enumerate(counts):
        for nth in range(abs(count)):
            x, y, layer = board.spot(place, nth, 0.92)
            centre = px(x, y + (0.1 * layer if board.is_top(place) else -0.1 * layer))
            colour = look.light if count > 0 else look.dark
            cv2.circle(flat, centre, round(0.46 * flat_scale), tuple(v * 0.6 for v in colour), -1, cv2.LINE_AA)
            cv2.circle(flat, centre, round(0.42 * flat_scale), colour, -1, cv2.LINE_AA)
    to_flat = np.array([[flat_scale, 0, margin * flat_scale], [0, flat_scale, margin * flat_scale], [0, 0, 1]])
    way = calibration.homography @ np.linalg.inv(to_flat)
    frame = cv2.warpPerspective(flat, way, calibration.size, flags=cv2.INTER_AREA, borderValue=look.table)
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.7), np.uint8)
