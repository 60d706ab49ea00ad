"""A picture that is taken otherwise shows the board where its corners are said to be."""

import numpy as np
import pytest

from boardcam.bench import taken
from boardcam.vision import edges

CORNERS = np.array([[200.0, 150.0], [600.0, 160.0], [620.0, 450.0], [190.0, 440.0]])


def marked() -> np.ndarray:
    """White squares about the corners of a dark board."""
    image = np.full((600, 800, 3), 30, np.uint8)
    for x, y in CORNERS.astype(int):
        image[y - 12 : y + 13, x - 12 : x + 13] = 255
    return image


@pytest.mark.parametrize("name", [name for name in taken.WAYS if not name.startswith("cut")])
def test_corners_go_with_the_picture(name: str) -> None:
    image, corners = taken.WAYS[name](marked(), CORNERS, np.random.default_rng(1))
    grey = image.max(2).astype(float)
    for x, y in np.rint(corners).astype(int):
        assert grey[y - 1 : y + 2, x - 1 : x + 2].mean() > 3 * np.median(grey) or grey[y, x] > 200


@pytest.mark.parametrize("side", edges.SIDES)
def test_a_board_is_cut_at_its_side(side: str) -> None:
    image, corners = taken.WAYS[f"cut, {side} 25 %"](marked(), CORNERS, np.random.default_rng(1))
    assert edges.cut((image.shape[1], image.shape[0]), corners) == (side,)
    along = 0 if side in ("left", "right") else 1
    span = float(np.ptp(CORNERS[:, along]))
    beyond = edges.beyond((image.shape[1], image.shape[0]), corners)[edges.SIDES.index(side)]
    width = float(np.hypot(*(CORNERS[1] + CORNERS[2] - CORNERS[0] - CORNERS[3]))) / 2
    assert beyond * width == pytest.approx(0.25 * span, abs=2)


def test_a_mirrored_board_is_named_as_it_is_seen() -> None:
    truth = {"top_row_left_to_right": ["a", "b"], "bottom_row_left_to_right": ["c", "d"]}
    _, labels = taken.relabelled(*taken.mirrored(marked(), CORNERS, np.random.default_rng(1)), truth)
    assert labels["top_row_left_to_right"] == ["b", "a"]
    assert labels["bottom_row_left_to_right"] == ["d", "c"]
    assert labels["corners"] == [[199.0, 160.0], [599.0, 150.0], [609.0, 440.0], [179.0, 450.0]]
