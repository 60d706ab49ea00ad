"""The gate: noise and lamps are not motion, a die is; a moved camera is told from moved checkers."""

import numpy as np
import pytest

from boardcam.vision import motion
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import Image
from boardcam.vision.rectify import rectify
from tests.vision.drawn import START, draw

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)
FLAT = rectify(draw(TABLE), TABLE)


def noisy(image: Image, seed: int, sigma: float = 4.0) -> Image:
    rng = np.random.default_rng(seed)
    return np.clip(image + rng.normal(0, sigma, image.shape), 0, 255).astype(np.uint8)


def with_patch(image: Image, size: int, grey: int = 255) -> Image:
    image = image.copy()
    image[220 : 220 + size, 200 : 200 + size] = grey
    return image


def thumb(image: Image) -> motion.Floats:
    return motion.thumb(image)


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_not_motion(seed: int) -> None:
    assert not motion.changed(thumb(noisy(FLAT, seed)), thumb(noisy(FLAT, seed + 100))).any()


def test_a_die_that_comes_is_motion_and_where_it_is() -> None:
    moved = motion.changed(thumb(noisy(FLAT, 1)), thumb(noisy(with_patch(FLAT, 12), 2)))
    rows, columns = np.nonzero(moved)
    assert len(rows) >= motion.CELLS
    assert abs(rows.mean() * 4 - 226) < 6
    assert abs(columns.mean() * 4 - 206) < 6


def test_a_speck_is_not_motion() -> None:
    assert not motion.changed(thumb(FLAT), thumb(with_patch(FLAT, 3))).any()


@pytest.mark.parametrize("brighter", [-25, -6, 6, 25])
def test_a_lamp_is_not_motion(brighter: int) -> None:
    middle = np.clip(FLAT.astype(int), 40, 210)
    assert not motion.changed(thumb(middle.astype(np.uint8)), thumb((middle + brighter).astype(np.uint8))).any()


@pytest.mark.parametrize("right", [-12, -2, 0, 5, 8])
@pytest.mark.parametrize("down", [-8, 0, 12])
def test_a_moved_camera_is_measured(right: int, down: int) -> None:
    moved = np.roll(noisy(FLAT, 3), (down, right), (0, 1))
    assert motion.shift(thumb(FLAT), thumb(moved)) == pytest.approx((right / 4, down / 4), abs=0.1)


def test_moved_checkers_move_no_camera() -> None:
    other = list(START)
    other[5], other[7], other[12], other[20] = 2, 0, 1, 7
    assert motion.shift(thumb(FLAT), thumb(rectify(draw(TABLE, tuple(other)), TABLE))) == pytest.approx((0, 0), abs=0.1)


def test_a_covered_board_is_not_recognised() -> None:
    assert motion.shift(thumb(FLAT), thumb(np.full_like(FLAT, 90))) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_frame_that_came_twice_is_told_from_a_new_one(seed: int) -> None:
    first = motion.small(noisy(draw(TABLE), seed, 2.0))
    assert motion.repeated(first, first + 0.5 * (np.arange(first.size).reshape(first.shape) % 8 == 0))
    assert not motion.repeated(first, motion.small(noisy(draw(TABLE), seed + 100, 2.0)))
    assert not motion.repeated(first, first[:, 1:])


def test_a_die_that_rolls_on_is_no_repetition() -> None:
    assert not motion.repeated(motion.small(draw(TABLE)), motion.small(with_patch(draw(TABLE), 24)))
