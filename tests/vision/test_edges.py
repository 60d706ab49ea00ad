"""How far a board reaches beyond the picture, and what of it is not seen."""

import numpy as np
import pytest

from boardcam.vision import edges
from boardcam.vision.calibration import Calibration

SIZE = (1000, 800)
BOARD = np.array([[100.0, 100.0], [900.0, 100.0], [900.0, 700.0], [100.0, 700.0]])


@pytest.mark.parametrize(
    ("moved", "sides"),
    [
        ((0, 0), ()),
        ((-120, 0), ()),
        ((-150, 0), ("left",)),
        ((150, 0), ("right",)),
        ((0, -150), ("top",)),
        ((150, 150), ("right", "bottom")),
    ],
)
def test_a_board_may_touch_the_edge_and_not_run_beyond_it(moved: tuple[int, int], sides: tuple[str, ...]) -> None:
    assert edges.cut(SIZE, BOARD + moved) == sides


def test_sides_are_said_as_in_a_sentence() -> None:
    assert edges.said("left") == "the left"
    assert edges.said("left", "top", "bottom") == "the left and the top and the bottom"


def test_how_far_is_told_in_widths_of_the_board() -> None:
    assert edges.beyond(SIZE, BOARD - [140, 0]) == pytest.approx([0.05, -0.125, -0.29875, -0.12375])


def test_points_are_unseen_whose_first_checkers_are_not_in_the_picture() -> None:
    def unseen(dx: float, dy: float) -> list[int]:
        tl, tr, br, bl = ((float(x), float(y)) for x, y in BOARD + np.array([dx, dy]))
        return np.flatnonzero(edges.unseen(Calibration(SIZE, (tl, tr, br, bl)))).tolist()

    assert unseen(0, 0) == []
    assert unseen(-140, 0) == [11, 12]
    assert unseen(0, -140) == [*range(12, 24), 24]
    assert unseen(0, 130) == [*range(12), 25]


def test_a_board_without_a_frame_in_the_picture_may_go_on_beyond() -> None:
    assert edges.near(SIZE, BOARD) == ()
    assert edges.near(SIZE, BOARD - [90, 0]) == ()
    assert edges.near(SIZE, BOARD - [95, 0]) == ("left",)
    assert edges.near(SIZE, BOARD + np.array([95, 100])) == ("right", "bottom")
