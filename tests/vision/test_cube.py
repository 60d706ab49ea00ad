"""The cube: which of the places proposed it is, what it shows, how it is turned, where it stands."""

from collections.abc import Callable

import numpy as np
import pytest

from boardcam.vision import camera, cube, spots
from boardcam.vision.rectify import to_rectified
from tests.vision.pretend import networks
from tests.vision.test_camera import seen_from

GREY = np.full((960, 1280, 3), 120, np.uint8)
VALUES = [2, 4, 8, 16, 32, 64]


def answers(*rows: tuple[int | None, float, float]) -> Callable[[np.ndarray], np.ndarray]:
    """A reader that says of the places, looked at twice each: (value or None for a logo, log-odds of a cube, turn in the crop)."""
    left, asked = list(rows), list[int | None]()

    def answer(batch: np.ndarray) -> np.ndarray:
        value, sure, turn = left[len(asked) // 2]
        asked.append(value)
        row = np.zeros(13, np.float32)
        row[12] = np.log2(cube.FILL)
        row[6 if value is None else VALUES.index(value)], row[7] = 5.0, sure
        row[8:10] = np.cos(turn), np.sin(turn)
        return np.tile(row, (len(batch), 1))

    return answer


def spotted(board: spots.Spots | object, *peaks: tuple[float, float, float]) -> spots.Spots:
    nothing = np.zeros((112, 144), np.float32)
    flat = to_rectified(board, [[x, y] for x, y, _ in peaks]) if peaks else []  # type: ignore[arg-type]
    found = tuple(spots.Peak(float(x), float(y), score) for (x, y), (_, _, score) in zip(flat, peaks, strict=True))
    return spots.Spots((), found, nothing, nothing.copy())


@pytest.mark.parametrize("value", [*VALUES, None])
def test_it_shows_a_value_or_none(value: int | None) -> None:
    calibration, _ = seen_from(70, 1200)
    read = networks(cube=answers((value, 4.0, 0.0)))
    got = cube.read(GREY, calibration, spotted(calibration.board, (6.6, 5.5, 0.9)), read)
    assert got is not None
    assert got.value == value
    assert (got.turn is None) == (value is None)
    seen = cube.seen(got, calibration)
    assert seen is not None
    assert (max(seen.values) > min(seen.values)) == (value is not None)


def test_what_is_no_cube_is_none_and_the_surer_of_two_places_is_it() -> None:
    calibration, _ = seen_from(70, 1200)
    places = spotted(calibration.board, (3.0, 5.5, 0.6), (13.9, 5.5, 0.5))
    assert cube.read(GREY, calibration, places, networks(cube=answers((2, -3.0, 0.0), (4, 1.0, 0.0)))) is None
    got = cube.read(GREY, calibration, places, networks(cube=answers((2, -3.0, 0.0), (4, 5.0, 0.0))))
    assert got is not None
    assert got.value == 4
    assert cube.read(GREY, calibration, spotted(calibration.board), networks()) is None
    faint, clear = ((3.0, 5.5, 0.2),), ((3.0, 5.5, 0.8),)
    told = [
        cube.read(GREY, calibration, spotted(calibration.board, *at), networks(cube=answers((2, 2.0, 0.0))))
        for at in (faint, clear)
    ]
    assert [got is not None for got in told] == [False, True]


def test_doubtful_digits_tell_no_value_but_what_is_likely() -> None:
    doubtful = cube.Cube(0.0, 0.0, tuple(np.log([0.05, 0.05, 0.6, 0.1, 0.1, 0.05])), 0.0)
    sure = cube.Cube(0.0, 0.0, tuple(np.log([0.01, 0.01, 0.9, 0.01, 0.01, 0.01])), 0.0)
    assert (doubtful.value, sure.value) == (None, 8)


def test_the_second_look_follows_the_first() -> None:
    calibration, _ = seen_from(88, 1200)
    looks = []

    def answer(batch: np.ndarray) -> np.ndarray:
        looks.append(batch)
        row = np.zeros(13, np.float32)
        row[0], row[7], row[8] = 5.0, 4.0, 1.0
        row[10:] = (0.1, -0.2, np.log2(1.2 * cube.FILL)) if len(looks) == 1 else (0.0, 0.0, np.log2(cube.FILL))
        return np.tile(row, (len(batch), 1))

    at = cube.dice.aim(calibration, 600.0, 500.0, cube.EDGE)
    got, _ = cube.look(GREY, at, networks(cube=answer))
    side = at.across * cube.dice.FILL / cube.FILL * np.mean(cube.SIZES)
    assert (got.x, got.y) == pytest.approx(np.array([600.0, 500.0]) + side @ [0.1, -0.2], abs=0.5)
    assert len(looks) == 2


def test_without_the_reader_it_is_only_found() -> None:
    calibration, _ = seen_from(70, 1200)
    got = cube.read(GREY, calibration, spotted(calibration.board, (3.0, 5.5, 0.6)), networks())
    assert got is not None
    assert (got.value, got.turn) == (None, None)
    assert cube.read(GREY, calibration, spotted(calibration.board, (3.0, 5.5, 0.2)), networks()) is None


@pytest.mark.parametrize("elevation", [45, 88])
def test_its_foot_and_its_turn_are_those_of_the_board(elevation: float) -> None:
    calibration, p = seen_from(elevation, 1200)
    q = p @ [10.0, 7.0, cube.EDGE, 1]
    on_surface = calibration.to_board([q[:2] / q[2]])[0]
    read = networks(cube=answers((8, 4.0, 0.3)))
    got = cube.read(GREY, calibration, spotted(calibration.board, (*map(float, on_surface), 0.9)), read)
    seen = cube.seen(got, calibration)
    assert got is not None
    assert seen is not None
    assert (seen.x, seen.y) == pytest.approx((10.0, 7.0), abs=0.05)
    assert got.turn is not None
    at = cube.dice.aim(calibration, got.x, got.y, cube.EDGE)
    tip = np.array([got.x, got.y]) + at.across @ [np.cos(0.3), np.sin(0.3)]
    assert got.turn == pytest.approx(np.degrees(np.arctan2(tip[1] - got.y, tip[0] - got.x)) % 360, abs=0.1)
    assert camera.foot(calibration, [[got.x, got.y]], cube.EDGE)[0] == pytest.approx((10.0, 7.0), abs=0.05)
