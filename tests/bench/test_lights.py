"""The strip's light in a picture: it shines where its LEDs are, and nowhere else."""

from __future__ import annotations

import numpy as np

from boardcam.bench.lights import lighted
from boardcam.events import Lit
from boardcam.geometry import Seating
from boardcam.rules.position import Side
from boardcam.vision.calibration import Calibration

BOARD = Calibration((640, 480), ((60.0, 60.0), (580.0, 60.0), (580.0, 420.0), (60.0, 420.0)), bar=1.2, depth=11.0)
DARK = np.zeros((480, 640, 3), np.uint8)


def test_no_light_no_change() -> None:
    assert lighted(DARK, BOARD, Lit(), 0.0, 200.0) is DARK


def test_it_shines_beside_the_point_and_not_on_it() -> None:
    lit = Lit("off", None, ((1, "to"),), Seating.BOTTOM_RIGHT)
    picture = lighted(DARK, BOARD, lit, 0.0, 200.0)
    y, x = np.unravel_index(int(picture.sum(2).argmax()), picture.shape[:2])
    assert abs(x - 560) < 4  # the point at the bottom right
    assert 425 < y < 440  # on the rail below it
    assert picture[:380].max() == 0
    blue, green, red = picture[y, x]
    assert blue > green > red


def test_whose_turn_it_is_shines_at_his_seat_only() -> None:
    picture = lighted(DARK, BOARD, Lit("off", Side.BLACK, (), Seating.BOTTOM_RIGHT), 0.0, 200.0)
    assert picture[:80].max() > 0
    assert picture[100:].max() == 0
