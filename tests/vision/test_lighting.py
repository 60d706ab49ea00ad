"""The light over the board: what is wrong with it, and where; and red that is blue."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest

from boardcam.vision.calibration import Calibration
from boardcam.vision.lighting import SERIES, advice, lighting, order

PLACED = Calibration((640, 480), ((80.0, 60.0), (560.0, 60.0), (560.0, 420.0), (80.0, 420.0)))


def board(shade: float = 110.0) -> np.ndarray:
    return np.full((480, 640, 3), shade, np.uint8)


def seen(*images: np.ndarray) -> tuple[str, ...]:
    return advice(lighting(images, PLACED))


def test_good_light_needs_no_advice() -> None:
    noise = np.random.default_rng(1)
    assert seen(*(noise.normal(110, 8, (480, 640, 3)).clip(0, 255).astype(np.uint8) for _ in range(SERIES))) == ()


@pytest.mark.parametrize(("shade", "says"), [(20, "too dark (brightness 20 of 255)"), (240, "too bright (brightness 240 of 255)")])
def test_too_little_and_too_much(shade: int, says: str) -> None:
    (advised,) = seen(board(shade))
    assert advised.startswith(says)


@pytest.mark.parametrize(("x", "y", "where"), [(100, 80, "top left"), (320, 240, "middle"), (530, 390, "bottom right")])
def test_a_mirrored_lamp_is_found_where_it_is(x: int, y: int, where: str) -> None:
    image = board()
    image[max(0, y - 40) : y + 40, max(0, x - 40) : x + 40] = 255
    (advised,) = seen(image)
    assert f"mirrored in the board ({where})" in advised


def test_white_checkers_are_no_lamp() -> None:
    image = board()
    image[60:120, 80:560] = 235
    assert seen(image) == ()


def test_flicker_is_seen_in_a_series() -> None:
    rows = np.arange(480)[:, None, None]
    bands = [110 * (1 + 0.05 * np.sin(rows / 60 + phase)) for phase in np.linspace(0, 9, SERIES)]
    images = [np.broadcast_to(band, (480, 640, 3)).astype(np.uint8) for band in bands]
    (advised,) = seen(*images)
    assert advised.startswith("the light flickers (3")
    assert lighting(images[1:], PLACED).flicker is None  # too few to tell


def test_a_hand_is_no_flicker() -> None:
    images = [board() for _ in range(SERIES)]
    for nth, image in enumerate(images):
        image[80 : 100 + 8 * nth, 200:260] = 190
    assert seen(*images) == ()


@pytest.mark.parametrize(("more", "bgr", "found"), [
    ("red", (30, 30, 200), "right"), ("red", (200, 30, 30), "swapped"), ("blue", (200, 30, 30), "right"),
    ("blue", (30, 30, 200), "swapped"), ("red", (30, 200, 30), "unsure"), ("red", (110, 110, 110), "unsure"),
])  # fmt: skip
def test_red_is_red(more: Literal["red", "blue"], bgr: tuple[int, int, int], found: str) -> None:
    image = board()
    image[220:260, 300:340] = bgr
    assert order(image, PLACED, more) == found


def test_as_much_of_both_tells_nothing() -> None:
    image = board()
    image[220:260, 300:340], image[220:260, 400:440] = (30, 30, 200), (200, 30, 30)
    assert order(image, PLACED, "red") == "unsure"
