"""From heat maps to corners, without a network."""

import numpy as np
import pytest

from boardcam.vision import flow, frames, locate, proportions
from boardcam.vision.calibration import transform
from boardcam.vision.heat import BAR_LEADING, BAR_TRAILING, LEADING, SURFACE, TRAILING, Heat
from boardcam.vision.locate import NoBoard
from boardcam.vision.networks import Networks
from boardcam.vision.spare import Input
from tests.vision.test_flow import told

QUAD = np.array([[60.0, 40.0], [190.0, 50.0], [210.0, 150.0], [45.0, 140.0]])
BAR = np.array([[115.0, 44.5], [130.0, 45.5], [133.0, 145.5], [116.0, 144.5]])


def maps(corners: np.ndarray, bar: np.ndarray) -> Heat:
    """What a perfect network would say of a picture with these key points (4, 2), TL, TR, BR, BL."""
    import cv2

    heat = np.zeros((5, frames.HIGH // 4, frames.WIDE // 4), np.float32)
    y, x = np.indices(heat.shape[1:])
    for points, kinds in ((corners, (LEADING, TRAILING) * 2), (bar, (BAR_LEADING, BAR_TRAILING) * 2)):
        for (px, py), kind in zip((points + 0.5) / 4 - 0.5, kinds, strict=True):
            heat[kind] = np.maximum(heat[kind], np.exp(-((x - px) ** 2 + (y - py) ** 2) / 2.4))
    surface = np.zeros(heat.shape[1:], np.uint8)
    cv2.fillPoly(surface, [np.rint(corners / 4).astype(np.int32)], (1,))
    heat[SURFACE] = surface
    return heat


def turned(points: np.ndarray, angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    middle = np.array([127.5, 95.5])
    return 0.9 * (points - middle) @ np.array([[c, s], [-s, c]]) + middle


@pytest.mark.parametrize("angle", [0.0, 0.5, np.pi / 2, 2.2, np.pi, 4.0])
def test_a_board_at_any_turn_keeps_its_corners_up_to_half_a_turn(angle: float) -> None:
    corners = turned(QUAD * [0.8, 0.9] + [20, 5], angle)
    quad = locate.quads(maps(corners, turned(BAR, angle)))[0]
    assert min(np.abs(np.roll(quad, roll, 0) - corners).max() for roll in (0, 2)) < 1.0


def test_the_row_nearer_to_the_pictures_up_is_the_upper_one() -> None:
    assert np.array_equal(locate.upright(QUAD), QUAD)
    assert np.array_equal(locate.upright(np.roll(QUAD, 2, 0)), QUAD)


def test_a_false_corner_outside_the_surface_is_not_taken() -> None:
    heat = maps(QUAD, BAR)
    heat[LEADING, 2, 60] = 1.0
    quad = locate.quads(heat)[0]
    assert np.abs(locate.upright(quad) - QUAD).max() < 1.5


def test_nothing_to_see_is_no_quad() -> None:
    assert locate.quads(np.zeros((5, 48, 64), np.float32)) == []
    only_three = maps(QUAD, BAR)
    only_three[TRAILING] *= np.arange(64) > 30
    assert locate.quads(only_three) == []


@pytest.mark.parametrize("bar", [0.6, 1.2, 2.0])
def test_the_bar_from_its_ends(bar: float) -> None:
    corners = frames.upright_corners((frames.WIDE, frames.HIGH)).astype(np.float64)
    left, right = (corners[0] + (corners[1] - corners[0]) * share for share in (6 / (12 + bar), (6 + bar) / (12 + bar)))
    down = np.array([0.0, corners[3][1] - corners[0][1]])
    heat = maps(corners, np.array([left, right, right + down, left + down]))
    assert abs(proportions.bar_width(heat, corners) - bar) < 0.1


def test_a_board_from_above_has_the_depth_of_its_shape() -> None:
    corners = np.array([[100.0, 100.0], [760.0, 100.0], [760.0, 650.0], [100.0, 650.0]])
    assert abs(proportions.depth((1280, 960), corners, 13.2) - 11.0) < 0.05


def test_letterbox_maps_pixels_as_it_draws_them() -> None:
    image = np.zeros((600, 800, 3), np.uint8)
    image[300:320, 500:520] = 255
    frame, way = frames.letterbox(image)
    x, y = transform(way, [[509.5, 309.5]])[0]
    rows, columns = np.nonzero(frame[:, :, 0] > 128)
    assert abs(columns.mean() - x) < 0.6
    assert abs(rows.mean() - y) < 0.6


class Telling:
    """Answers of the corner network: no heat, and the board moved to these corners of the second look, then nowhere."""

    def __init__(self, corners: np.ndarray) -> None:
        self.flows = [told(corners), told(frames.upright_corners((frames.WIDE, frames.HIGH)))]

    def get_inputs(self) -> list[Input]:
        return [Input("image")]

    def run(self, wanted: None, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
        says = self.flows.pop(0)
        ways = np.stack([says, flow.turned(says), flow.mirrored(says), flow.flipped(says)])
        return [np.full((4, 5, frames.HIGH // 4, frames.WIDE // 4), -9.0, np.float32), ways]


def test_the_last_looks_go_where_the_parts_of_the_board_say() -> None:
    """The guess is the second look's own picture, twice as large and elsewhere."""
    goal = frames.upright_corners((frames.WIDE, frames.HIGH)).astype(np.float64)
    moved = goal + np.array([[4, -3], [-5, 2], [0, 6], [7, 7]])
    look = locate.Look(2 * goal + 40, 0.0, 0.7)
    last = locate.settled(np.zeros((480, 640, 3), np.uint8), look, Networks({"corners": Telling(moved)}))
    assert np.abs(last.corners - (2 * moved + 40)).max() < 0.1
    assert last.score == 0.7


def test_corners_that_cross_are_not_gone_to() -> None:
    goal = frames.upright_corners((frames.WIDE, frames.HIGH)).astype(np.float64)
    look = locate.Look(goal, 0.0, 0.7)
    assert locate.settled(np.zeros((192, 256, 3), np.uint8), look, Networks({"corners": Telling(goal[[1, 0, 3, 2]])})) is look


def test_a_tiny_picture_is_refused_before_any_network_runs() -> None:
    with pytest.raises(NoBoard, match="too small"):
        locate.find(np.zeros((100, 100, 3), np.uint8), Networks({}))
