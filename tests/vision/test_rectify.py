"""The board drawn upright."""

import cv2
import numpy as np
import pytest

from boardcam.geometry import Board
from boardcam.vision import rectify
from boardcam.vision.calibration import BadCalibration, Calibration

OBLIQUE = Calibration((1280, 960), ((300.0, 200.0), (900.0, 180.0), (1100.0, 800.0), (150.0, 850.0)), bar=1.0, depth=11.0)


def checkerboard(calibration: Calibration) -> rectify.Image:
    """Squares of one pitch on the playing surface, as the camera would see them; black where x + y is even."""
    w, h = calibration.size
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    squares = np.floor(calibration.to_board(np.stack([x.ravel(), y.ravel()], -1))).sum(1) % 2
    grey = (squares.reshape(h, w) * 255).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, 2)


@pytest.mark.parametrize("size", [(1280, 960), (2560, 1920), (640, 480)])
def test_a_checkerboard_comes_out_square(size: tuple[int, int]) -> None:
    calibration = OBLIQUE.scaled(size)
    flat = rectify.rectify(checkerboard(calibration), calibration)
    assert flat.shape == (rectify.HEIGHT, rectify.WIDTH, 3)
    for i, j in [(0, 0), (12, 0), (6, 5), (12, 10), (0, 10), (3, 8)]:
        x, y = np.rint(rectify.to_rectified(calibration.board, [[i + 0.5, j + 0.5]])[0]).astype(int)
        assert abs(int(flat[y - 6 : y + 7, x - 6 : x + 7].mean()) - (i + j) % 2 * 255) < 30


def test_rectified_pixels_and_board_units_there_and_back() -> None:
    board = Board(bar=0.0, depth=12.5)
    xy = np.random.default_rng(2).uniform(-1, 13, (20, 2))
    assert np.allclose(rectify.to_board(board, rectify.to_rectified(board, xy)), xy)


def test_the_board_lies_in_the_middle_and_what_the_camera_misses_is_grey() -> None:
    frame = np.zeros((100, 100, 3), np.uint8)
    flat = rectify.rectify(frame, Calibration((100, 100), ((-50.0, 10.0), (90.0, 10.0), (90.0, 90.0), (-50.0, 90.0))))
    assert tuple(flat[rectify.HEIGHT // 2, 80]) == rectify.OUTSIDE
    assert tuple(flat[rectify.HEIGHT // 2, rectify.WIDTH // 2]) == (0, 0, 0)


def test_one_warp_serves_frames_of_one_size_only() -> None:
    warp = rectify.warp(OBLIQUE)
    with pytest.raises(BadCalibration, match="1280x960"):
        warp(cv2.resize(checkerboard(OBLIQUE), (320, 240)).astype(np.uint8))
