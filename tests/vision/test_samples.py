"""What the networks are taught is what they will be asked: samples and readings cut, name and place things alike."""

import importlib
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from boardcam.vision import locate, strips
from boardcam.vision.rectify import OUTSIDE

TRAINING = Path(__file__).resolve().parents[2] / "models" / "training"


@pytest.fixture(scope="module")
def teach() -> dict[str, ModuleType]:
    pytest.importorskip("torch", reason="training needs torch")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TRAINING))
        return {name: importlib.import_module(name) for name in ("flats", "strips_data", "corners_data", "strips_kept", "labelled")}


def test_a_strip_is_cut_for_training_as_it_is_for_reading(teach: dict[str, ModuleType]) -> None:
    drawn = teach["flats"].flat(np.random.default_rng(11))
    pad = teach["strips_kept"].PAD
    cuts = strips.cut(drawn.flat[pad:-pad, pad:-pad], drawn.board)
    for strip in (0, 5, 11, 12, 23, strips.BAR_TOP, strips.BAR_BOTTOM):
        way = teach["strips_data"].window(drawn, drawn.board, np.zeros((4, 2)), strip)
        taught = cv2.warpPerspective(drawn.flat, way, (strips.WIDE, strips.LONG), borderValue=OUTSIDE)
        inner = np.s_[40:-40, 8:-8]
        apart = [np.abs(np.roll(taught, shift, 1)[inner].astype(int) - cuts[strip][inner]).mean() for shift in (0, 2, -2)]
        assert apart[0] < 0.8 * min(apart[1:])


def test_wrong_corners_move_the_strip_the_other_way(teach: dict[str, ModuleType]) -> None:
    drawn = teach["flats"].flat(np.random.default_rng(12))
    middle = np.array([[[strips.WIDE / 2, strips.LONG / 2]]])

    def seen_at(wrong: float) -> float:
        """x in the kept picture of the middle of strip 14."""
        way = teach["strips_data"].window(drawn, drawn.board, np.full((4, 2), [wrong, 0.0]), 14)
        return float(cv2.perspectiveTransform(middle, np.linalg.inv(way))[0, 0, 0])

    assert abs(seen_at(5.0) - seen_at(0.0) - 5.0) < 1e-6


@pytest.mark.parametrize("mirrored", [False, True])
def test_corners_are_taught_as_they_are_looked_for(teach: dict[str, ModuleType], mirrored: bool) -> None:
    corners = np.array([[40.0, 30.0], [200.0, 42.0], [215.0, 160.0], [30.0, 150.0]])
    bar = np.array([[110.0, 36.0], [128.0, 37.0], [130.0, 155.0], [112.0, 154.0]])
    points = np.concatenate([corners, bar])
    if mirrored:
        points[:, 0] = locate.WIDE - 1 - points[:, 0]
    heat = teach["corners_data"].targets(points, mirrored)
    (quad, *_) = locate.quads(heat)
    wanted = points[[1, 0, 3, 2]] if mirrored else points[:4]
    assert np.abs(locate.upright(quad) - wanted).max() < 0.8


def test_drawings_are_the_same_for_the_same_seed_and_count_what_they_show(teach: dict[str, ModuleType]) -> None:
    one, two = (teach["flats"].flat(np.random.default_rng(7)) for _ in range(2))
    assert (one.flat == two.flat).all()
    assert (one.counts == two.counts).all()
    assert (one.checkers > 127).any() == bool(one.counts.sum())


def test_seeds_ending_in_nine_are_held_out(teach: dict[str, ModuleType], tmp_path: Path) -> None:
    for seed in (8, 9, 10, 19):
        for ending in (".jpg", ".json", ".mask.png"):
            (tmp_path / f"{seed:06d}{ending}").write_bytes(b"")
    taught, kept = (teach["labelled"].stills(tmp_path, held_out=held) for held in (False, True))
    assert [s.path.stem for s in taught] == ["000008", "000010"]
    assert [s.path.stem for s in kept] == ["000009", "000019"]


def test_boards_that_are_cut_or_stand_beside_another_keep_their_corners(teach: dict[str, ModuleType]) -> None:
    data, rng = teach["corners_data"], np.random.default_rng(3)
    kept = data.drawn(teach["flats"].flat(rng))
    for _ in range(8):
        part = data.cut(kept, rng)
        off = (part.points - kept.points)[0]
        assert np.allclose(part.points - kept.points, off)
        h, w = part.image.shape[:2]
        x, y = (int(v) for v in -off)
        assert np.array_equal(part.image, kept.image[y : y + h, x : x + w])
    pair = data.beside(kept, kept, rng)
    assert pair.points.shape == (16, 2)
    assert (pair.points >= 0).all()
    assert (pair.points < pair.image.shape[1::-1]).all()
    assert data.targets(pair.points / 10, mirrored=False)[4].sum() > 0
