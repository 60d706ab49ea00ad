"""`boardcam calibrate`: a file that comes back, and what it refuses."""

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from boardcam.commands import calibrate
from boardcam.devices import camera
from boardcam.devices.camera import Frame
from boardcam.vision import calibration
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import NetworkMissing, load
from tests.vision.drawn import START, draw

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    calibrate.add(parser.add_subparsers())
    args = parser.parse_args(["calibrate", *words])
    return int(args.run(args))


@pytest.fixture(autouse=True)
def networks() -> None:
    try:
        load(("corners", "strips"))
    except NetworkMissing as missing:
        pytest.skip(str(missing))


def picture(path: Path, counts: tuple[int, ...] = START) -> str:
    cv2.imwrite(str(path), draw(TABLE, counts))
    return str(path)


def test_a_board_in_its_starting_position_is_written_and_nudged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image, first, second = picture(tmp_path / "start.png"), tmp_path / "first.toml", tmp_path / "second.toml"
    calibration.save(TABLE, first)
    words = ("--nudge", "top_left=2,-1", "--depth", "11.2", "--out", str(second), "--overlay", str(tmp_path / "seen.png"))
    assert run(image, "--from", str(first), *words) == 0
    told = capsys.readouterr().out
    assert "read right on all 24 points" in told
    assert "fit error" in told
    kept = calibration.load(second)
    assert kept.corners == ((332.0, 199.0), *TABLE.corners[1:])
    assert kept.depth == 11.2
    assert (tmp_path / "seen.png").exists()


def test_points_that_are_read_otherwise_are_named_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, out = tmp_path / "first.toml", tmp_path / "out.toml"
    calibration.save(TABLE, first)
    image = picture(tmp_path / "moved.png", (-2, 0, 0, 0, 1, 4, 0, 3, *START[8:]))
    assert run(image, "--from", str(first), "--out", str(out)) == 1
    told = capsys.readouterr().out
    assert "bottom row, point 7 from the left: 5 light expected, 4 light read" in told
    assert not out.exists()
    assert run(image, "--from", str(first), "--out", str(out), "--anyway") == 0
    assert out.exists()


def test_a_calibration_that_does_not_fit_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, out = tmp_path / "first.toml", tmp_path / "out.toml"
    calibration.save(TABLE, first)
    image = picture(tmp_path / "start.png")
    assert run(image, "--from", str(first), "--nudge", "top_left=45,20", "--out", str(out)) == 1
    assert "fit: top left corner: " in capsys.readouterr().out
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--nudge", "middle=1,1"), "there is no corner 'middle'"),
        (("--nudge", "top_left=1"), "give a corner and px"),
        (("--bar", "9"), "bar must be 0 to 4"),
        (("--corners", "1,2,3"), "eight numbers"),
        (("--from", "none.toml"), "cannot be read"),
    ],
)
def test_bad_corrections(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    given = () if words[0] in ("--corners", "--from") else ("--corners", "330,200,950,205,1010,730,270,720")
    assert run(picture(tmp_path / "start.png"), *given, *words) == 2
    assert says in capsys.readouterr().err


def test_a_calibration_of_another_camera_mode_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "half.toml"
    calibration.save(TABLE.scaled((640, 480)), path)
    assert run(picture(tmp_path / "start.png"), "--from", str(path)) == 2
    assert "for pictures of 640x480" in capsys.readouterr().err


def test_a_nudge_moves_one_corner_only() -> None:
    moved = np.array(TABLE.nudged("bottom_left", -3.0, 4.0).corners) - np.array(TABLE.corners)
    assert moved.tolist() == [[0, 0], [0, 0], [0, 0], [-3, 4]]


class Filmed:
    """A live camera that sees the same all the time."""

    closed = False

    def __init__(self, image: np.ndarray) -> None:
        self.image = image

    def read(self) -> Frame:
        return Frame(self.image, 0.0, 0, "imx219 1640x1232 crop 0,0,3280,2464")

    def close(self) -> None:
        self.closed = True


def test_a_live_camera_keeps_its_mode(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, out = tmp_path / "first.toml", tmp_path / "out.toml"
    calibration.save(TABLE, first)
    filmed = Filmed(draw(TABLE, START))
    monkeypatch.setattr(camera, "open_camera", lambda *_: filmed)
    assert run("pi:0", "--from", str(first), "--out", str(out), "--more", "red") == 0
    assert calibration.load(out).mode == "imx219 1640x1232 crop 0,0,3280,2464"
    assert filmed.closed
    told = capsys.readouterr().out
    assert "light: good" in told
    assert "colours: " in told
    calibration.save(replace(TABLE, mode="imx219 1920x1080 crop 680,692,1920,1080"), first)
    assert run("pi:0", "--from", str(first)) == 2
    assert "calibrate again in this mode" in capsys.readouterr().err


def test_a_camera_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("v4l:/dev/no-such-camera") == 2
    assert capsys.readouterr().err.startswith("boardcam calibrate: v4l:/dev/no-such-camera: it is not there; ")
