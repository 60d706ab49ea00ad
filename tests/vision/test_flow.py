"""From what each part of a board tells to its corners, without a network."""

import numpy as np
import pytest

from boardcam.vision import flow, frames
from boardcam.vision.calibration import transform

CORNERS = np.array([[30.0, 18.0], [231.0, 24.0], [222.0, 166.0], [21.0, 175.0]])
"""Where the corners are, px of the second look."""


def told(corners: np.ndarray) -> flow.Flow:
    """What parts would tell that know everything."""
    import cv2

    goal = frames.upright_corners((frames.WIDE, frames.HIGH))
    way = np.asarray(cv2.getPerspectiveTransform(goal, corners.astype(np.float32)), np.float64)
    rows, columns = flow.ASKED.shape
    at = (np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1).reshape(-1, 2) + 0.5) * flow.CELL - 0.5
    away = (transform(way, at) - at) / flow.UNIT
    return np.concatenate([away.T.reshape(2, rows, columns), np.zeros((2, rows, columns))]).astype(np.float32)


def test_parts_that_know_tell_the_corners() -> None:
    assert np.abs(flow.corners([told(CORNERS)]) - CORNERS).max() < 0.05


@pytest.mark.parametrize("side", ["left", "bottom"])
def test_what_is_hidden_is_told_by_the_rest(side: str) -> None:
    """A third of the board, two of its corners with it, says something wrong, but that it does not know."""
    flows = told(CORNERS)
    hidden = np.s_[:, :11] if side == "left" else np.s_[16:, :]
    flows[:2][(slice(None), *hidden)] += 3.0
    assert np.abs(flow.corners([flows]) - CORNERS).max() > 5.0
    flows[2:][(slice(None), *hidden)] = flow.UNSURE + 2.0
    flows[2:][flows[2:] == 0.0] = flow.SURE
    assert np.abs(flow.corners([flows]) - CORNERS).max() < 0.5


def test_across_may_be_known_where_down_is_not() -> None:
    flows = told(CORNERS)
    flows[1, :, 16:] += 5.0
    flows[3, :, 16:] = flow.UNSURE
    flows[3, :, :16] = flow.SURE
    assert np.abs(flow.corners([flows]) - CORNERS).max() < 1.0


def test_looks_at_the_picture_mirrored_and_turned_tell_the_same() -> None:
    w, h = frames.WIDE - 1, frames.HIGH - 1
    across, down = [[1, 0, 3, 2], [-1, 1], [w, 0]], [[3, 2, 1, 0], [1, -1], [0, h]]
    about = [[2, 3, 0, 1], [-1, -1], [w, h]]
    for back, (names, sign, shift) in ((flow.mirrored, across), (flow.flipped, down), (flow.turned, about)):
        seen = told(CORNERS[names] * sign + shift)
        assert np.abs(back(seen) - told(CORNERS)).max() < 1e-3


def test_a_guess_that_is_right_moves_nothing() -> None:
    goal = frames.upright_corners((frames.WIDE, frames.HIGH))
    assert np.abs(flow.corners([told(goal), told(goal)]) - goal).max() < 1e-6
