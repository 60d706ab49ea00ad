"""Pictures taken in hardly any light."""

import numpy as np

from boardcam.vision import dim

RNG = np.random.default_rng(3)


def picture(top: int) -> np.ndarray:
    return RNG.integers(0, top, (60, 80, 3), np.uint8)


def test_a_picture_with_light_enough_stays_as_it_is() -> None:
    bright = picture(256)
    assert dim.lifted(bright) is bright
    assert dim.stretched(bright) is bright


def test_what_is_dark_is_lifted_and_what_is_bright_stays() -> None:
    half = picture(256)
    half[:, :50] //= 16
    lifted = dim.lifted(half)
    assert np.median(lifted.max(2)) > 75
    assert np.abs(lifted[:, 50:].astype(int) - half[:, 50:]).mean() < 60
    assert (lifted >= half).all()


def test_next_to_no_light_is_multiplied() -> None:
    night = picture(12)
    stretched = dim.stretched(night)
    assert stretched.max() >= dim.DAY
    assert (stretched.astype(float)[night > 0] / night[night > 0]).std() < 0.5


def test_black_stays_black() -> None:
    black = np.zeros((40, 40, 3), np.uint8)
    assert not dim.lifted(black).any()
    assert not dim.stretched(black).any()
