"""What the readers of dice and cube are taught is true: leaning dice touch what they lean on, labels follow the crop."""

import importlib
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.render import labels, looks, things
from boardcam.vision import cube, dice

TRAINING = Path(__file__).resolve().parents[2] / "models" / "training"
NAMES = ("throws", "tables", "crops", "fittings", "dice_patches", "dice_crops", "cube", "cube_faces")


@pytest.fixture(scope="module")
def teach() -> dict[str, ModuleType]:
    pytest.importorskip("torch", reason="training needs torch")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TRAINING))
        return {name: importlib.import_module(name) for name in NAMES}


@pytest.mark.parametrize("high", [0.1, 0.25, 0.6])
@pytest.mark.parametrize("angle", [0.0, 1.0, 4.0])
def test_a_leaning_die_stands_on_the_felt_and_touches_the_wall(teach: dict[str, ModuleType], high: float, angle: float) -> None:
    look = looks.look(3, board=Board(bar=1.0, depth=11.0))
    way = np.array([np.cos(angle), np.sin(angle)])
    wall = (3.0, 5.0, (float(way[0]), float(way[1])), high)
    cast = teach["throws"]._leaning(np.random.default_rng(5), look, [], Side.WHITE, 4, wall)
    at = things.die_at(look, cast.pose)
    corners = np.concatenate([labels.side_of(at, (axis, sign)) for axis in range(3) for sign in (1, -1)])
    away = (corners[:, :2] - [3.0, 5.0]) @ way
    assert corners[:, 2].min() == pytest.approx(0.0, abs=1e-6)
    assert not cast.flat
    if look.dice.edge * np.sin(cast.pose.tilt) <= high:  # its edge touches the wall
        assert away.min() == pytest.approx(0.0, abs=1e-6)
    else:  # its under side rests on the rim: (0, high) lies on the line of the two lowest heights
        low = (away[corners[:, 2].argmin()], 0.0)
        assert np.arctan2(high, low[0]) == pytest.approx(cast.pose.tilt, abs=1e-6)


def test_a_flat_dies_top_is_square_on_the_table_and_a_leaning_ones_is_not(teach: dict[str, ModuleType]) -> None:
    basis = np.array([[30.0, 4.0], [-2.0, 18.0]])
    turn = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ turn.T
    inside = np.linalg.inv(basis)
    flat, leaning = (teach["dice_patches"].spread((square * shape) @ basis.T) for shape in ([1.0, 1.0], [1.0, 0.7]))
    assert inside @ flat @ inside.T == pytest.approx(np.eye(2), abs=1e-9)
    assert np.abs(inside @ leaning @ inside.T - np.eye(2)).max() > 0.3


@pytest.mark.parametrize("seed", range(5))
def test_dice_pushed_against_something_stand_beside_it(teach: dict[str, ModuleType], seed: int) -> None:
    table, rng = teach["tables"].table(seed), np.random.default_rng(seed)
    e, r, margin = table.look.dice.edge, table.look.checkers.diameter / 2, table.look.furniture.margin
    made = [one for _ in range(60) if (one := teach["crops"]._against(rng, table))]
    assert made
    for one in made:
        p = one.pose
        turn = np.array([[np.cos(p.yaw), np.sin(p.yaw)], [-np.sin(p.yaw), np.cos(p.yaw)]])
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * e @ turn + [p.x, p.y]
        walls = np.concatenate([square, np.array([table.look.board.width, table.look.board.depth]) - square]) + margin
        gaps = [np.hypot(*np.maximum(np.abs(turn @ [c.pose.x - p.x, c.pose.y - p.y]) - e / 2, 0)) - r for c in table.laid]
        assert one.flat
        assert p.z == table.look.floor(p.x) + e / 2
        assert walls.min() > -1e-6
        assert min([*gaps, walls.min()]) < 0.1


def test_which_way_a_top_looks_is_told_in_axes_of_the_crop(teach: dict[str, ModuleType]) -> None:
    samples, basis = teach["dice_crops"], np.array([[30.0, 4.0], [-2.0, 18.0]])
    die = {
        "value": 3, "flat": False, "on_checker": False, "center": [50, 50], "corners": np.zeros((4, 2)), "pixels": 24,
        "plane": basis, "edge": 1.0, "normal": [0.0, 0.5, 0.87],
    }  # fmt: skip
    patch = teach["dice_patches"].patch(np.zeros((100, 100, 3), np.uint8), [die])
    quarter = np.array([[0.0, -1.0], [1.0, 0.0]])
    wanted = samples.target(patch, np.zeros((1, 2)), basis @ quarter / 0.4, True)
    assert wanted[10:] == pytest.approx([0.5, 0.0], abs=1e-6)
    assert np.isnan(samples.target(patch, np.zeros((1, 2)), 60 * np.eye(2), False)[10:]).all()


def test_fittings_change_the_picture_and_keep_its_form(teach: dict[str, ModuleType]) -> None:
    rng = np.random.default_rng(2)
    ground = rng.integers(90, 110, (64, 64, 3)).astype(np.uint8)
    for _ in range(60):
        fitted = teach["fittings"].fitted(rng, ground)
        assert (fitted.shape, fitted.dtype) == (ground.shape, ground.dtype)
        assert np.abs(fitted.astype(int) - ground).max() > 20


@pytest.mark.parametrize("seed", range(4))
def test_the_cubes_turn_is_that_of_its_crop(teach: dict[str, ModuleType], seed: int) -> None:
    quad = np.array([[60.0, 30.0], [95.0, 60.0], [64.0, 92.0], [31.0, 61.0]])
    image = np.zeros((128, 128, 3), np.uint8)
    for spot, colour in ((quad.mean(0), (0, 255, 0)), ((quad[1] + quad[2]) / 2, (255, 0, 0))):
        cv2.circle(image, (round(spot[0]), round(spot[1])), 6, colour, -1)
    crop, angle, where = teach["cube"].crop(np.random.default_rng(seed), teach["cube"].Face(image, 8, quad))
    right, middle = (np.array(np.nonzero(crop[..., channel] > 128)).mean(1)[::-1] for channel in (0, 1))
    away = right - middle
    assert (middle - (cube.CROP - 1) / 2) / cube.CROP == pytest.approx(where[:2], abs=0.02)
    assert np.cos(np.arctan2(away[1], away[0]) - angle) > 0.97


def test_what_may_be_mistaken_for_a_cube_shows_none(teach: dict[str, ModuleType]) -> None:
    image = np.full((600, 800, 3), 90, np.uint8)
    cv2.circle(image, (400, 300), 12, (255, 255, 255), -1)
    projection = [[50.0, 0.0, 0.0, 70.0], [0.0, 50.0, 0.0, 30.0], [0.0, 0.0, 0.0, 1.0]]
    label = {
        "seed": 3, "projection": projection, "board": {"bar": 1.0, "depth": 10.8}, "cube": {"center": [400.0, 300.0]}, "dice": [],
        "checkers": [{"top": at} for at in ([120.0, 80.0], [400.0, 300.0], [500.0, 420.0], [5.0, 5.0])],
    }  # fmt: skip
    pieces = teach["cube"].mistakable(image, label)
    assert pieces
    assert all(piece.shape == (64, 64, 3) and piece.max() == 90 for piece in pieces)


def test_training_and_reading_agree_on_sizes(teach: dict[str, ModuleType]) -> None:
    assert teach["cube"].CROP == cube.CROP
    assert teach["cube"].CLASSES[:6] == (2, 4, 8, 16, 32, 64)
    assert (teach["dice_crops"].CROP, teach["dice_crops"].AROUND, teach["dice_crops"].WIDER) == (dice.CROP, dice.AROUND, dice.WIDER)
    assert teach["dice_crops"].told(0.0) == dice.aligned(0, 0, np.eye(2), np.zeros(2), 0.4).how
    picture, quad = teach["cube_faces"].cube(np.random.default_rng(1), np.zeros((96, 96, 3), np.uint8), 16)
    assert picture.shape == (96, 96, 3)
    assert 0.3 * 96 < np.linalg.norm(quad[1] - quad[0]) < 0.75 * 96
