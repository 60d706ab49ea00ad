"""The way between pixels and board units, and its file form."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from boardcam.vision import calibration as cal
from boardcam.vision.calibration import BadCalibration, Calibration

OBLIQUE = Calibration((1280, 960), ((300.0, 200.0), (900.5, 180.0), (1100.0, 800.25), (150.0, 850.0)), bar=0.8, depth=11.6)


def test_there_and_back() -> None:
    xy = np.random.default_rng(1).uniform([-2, -1], [15, 13], (50, 2))
    assert np.allclose(OBLIQUE.to_board(OBLIQUE.to_pixels(xy)), xy, atol=1e-6)


def test_corners_are_the_corners_of_the_board() -> None:
    w, d = OBLIQUE.board.width, OBLIQUE.board.depth
    assert np.allclose(OBLIQUE.to_pixels([[0, 0], [w, 0], [w, d], [0, d]]), OBLIQUE.corners, atol=1e-3)


def test_scaled_commutes_with_resizing() -> None:
    half = OBLIQUE.scaled((640, 480))
    xy = np.array([[3.0, 4.0], [12.0, 1.0]])
    assert np.allclose(half.to_pixels(xy) * 2 + 0.5, OBLIQUE.to_pixels(xy), atol=1e-3)


def test_the_file_gives_the_calibration_back(tmp_path: Path) -> None:
    cal.save(OBLIQUE, tmp_path / "table.toml")
    assert cal.load(tmp_path / "table.toml") == OBLIQUE


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("top_left = [300.00, 200.00]", "top_left = [300.0]", "top_left must be two numbers"),
        ("top_left = [300.00, 200.00]", "", "top_left must be two numbers"),
        ("[corners]", "[corner]", "[corners] is missing"),
        ("bar = 0.8000", "bar = true", "bar must be a number"),
        ("bar = 0.8000", "bar = 7", "bar must be 0 to 4"),
        ("depth = 11.6000", "depth = 1", "depth must be 5 to 25"),
        ("depth = 11.6000", "depth = 11.6\nmode = 7", "mode must be a text"),
        ("depth = 11.6000", "depth = nan", "every number must be finite"),
        ("size = [1280, 960]", "size = [0, 960]", "size must be positive"),
        ("900.50, 180.00", "200.0, 900.0", "clockwise"),
        ("bar = 0.8000", "bar = ", "no TOML file"),
    ],
)
def test_a_bad_file_says_what_is_wrong_and_where(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = cal.text(OBLIQUE)
    assert old in text
    path = tmp_path / "table.toml"
    path.write_text(text.replace(old, new))
    with pytest.raises(BadCalibration, match=r"table\.toml: ") as error:
        cal.load(path)
    assert says in str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadCalibration, match=r"none\.toml: cannot be read"):
        cal.load(tmp_path / "none.toml")


def test_another_camera_mode_is_refused() -> None:
    OBLIQUE.check((1280, 960))
    with pytest.raises(BadCalibration, match="pictures of 1280x960, the camera gives 640x480"):
        OBLIQUE.check((640, 480))


def test_the_camera_mode_is_kept_and_another_refused(tmp_path: Path) -> None:
    mode = "imx708_wide 2304x1296 crop 0,0,4608,2592"
    cal.save(replace(OBLIQUE, mode=mode), tmp_path / "table.toml")
    kept = cal.load(tmp_path / "table.toml")
    assert kept.mode == mode
    kept.check((1280, 960), mode)
    kept.check((1280, 960))  # a picture of a file does not tell how it was taken
    OBLIQUE.check((1280, 960), mode)
    with pytest.raises(BadCalibration, match="is for the camera mode imx708_wide 2304x1296"):
        kept.check((1280, 960), "imx708_wide 1536x864 crop 768,432,3072,1728")
