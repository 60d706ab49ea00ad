"""`boardcam look`: what it says when it cannot look."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from boardcam.commands import look
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import NetworkMissing, Networks, load
from tests.vision.drawn import draw

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    look.add(parser.add_subparsers())
    args = parser.parse_args(["look", *words])
    return int(args.run(args))


@pytest.fixture
def networks() -> None:
    try:
        load(("corners", "strips"))
    except NetworkMissing as missing:
        pytest.skip(str(missing))


def picture(path: Path, image: np.ndarray) -> str:
    cv2.imwrite(str(path), image)
    return str(path)


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path / "none.jpg")) == 2
    assert "none.jpg: cannot be read (No such file or directory)" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\xff\xd8\xff\xe0broken"])
def test_a_broken_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    (tmp_path / "broken.jpg").write_bytes(content)
    assert run(str(tmp_path / "broken.jpg")) == 2
    assert "is no picture that can be decoded" in capsys.readouterr().err


def test_a_picture_taken_with_the_telephone_on_its_side_is_turned_upright(tmp_path: Path) -> None:
    from PIL import Image

    upright = Image.new("RGB", (60, 40))
    turned = upright.getexif()
    turned[0x0112] = 6  # orientation: a quarter turn
    upright.save(tmp_path / "phone.jpg", exif=turned)
    assert look.read_picture(tmp_path / "phone.jpg").shape == (60, 40, 3)


@pytest.mark.usefixtures("networks")
def test_a_picture_too_small(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(picture(tmp_path / "tiny.png", np.zeros((60, 80, 3), np.uint8))) == 2
    assert "too small (80x60)" in capsys.readouterr().err


@pytest.mark.usefixtures("networks")
def test_a_picture_without_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noise = cv2.GaussianBlur(np.random.default_rng(1).integers(0, 256, (480, 640, 3)).astype(np.uint8), (0, 0), 5)
    assert run(picture(tmp_path / "wall.png", noise)) == 2
    assert "no board is seen" in capsys.readouterr().err


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(
    ("corners", "says"),
    [
        ("1,2,3", "eight numbers are needed"),
        ("a,b", "could not convert"),
        ("0,0,1,0,1,1,0,nan", "must"),
        ("9,9,9,600,900,600,900,9", "clockwise"),
        ("1,1,9,1,9,9,1,9", "only 8 px wide"),
    ],
)
def test_bad_corners(tmp_path: Path, capsys: pytest.CaptureFixture[str], corners: str, says: str) -> None:
    assert run(picture(tmp_path / "table.png", draw(TABLE)), "--corners", corners) == 2
    assert says in capsys.readouterr().err


@pytest.mark.usefixtures("networks")
def test_a_drawn_board_as_text_drawing_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "table.png", draw(TABLE))
    corners = ",".join(str(v) for corner in TABLE.corners for v in corner)
    assert run(path, "--corners", corners, "--overlay", str(tmp_path / "out" / "seen.png")) == 0
    assert " O" in capsys.readouterr().out
    assert cv2.imread(str(tmp_path / "out" / "seen.png")).shape == (960, 1280, 3)
    assert run(path, "--corners", corners, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["top_row_left_to_right"]) == len(found["bottom_row_left_to_right"]) == 12
    assert {"corners", "bar", "off", "dice", "cube", "hand_or_arm_over_board", "confidence"} <= found.keys()


@pytest.fixture
def no_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    from boardcam.vision import networks

    def refuse(names: object) -> networks.Networks:
        raise NetworkMissing("onnxruntime is not installed")

    monkeypatch.setattr(networks, "load", refuse)


@pytest.mark.usefixtures("no_networks")
def test_without_networks_given_corners_still_give_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = picture(tmp_path / "table.png", draw(TABLE))
    corners = ",".join(str(v) for corner in TABLE.corners for v in corner)
    assert run(path, "--corners", corners, "--json") == 0
    out, err = capsys.readouterr()
    assert "circles and two colours only" in err
    found = json.loads(out)
    assert sum(place["count"] for place in found["top_row_left_to_right"]) > 5
    assert found["dice"] is None
    assert found["hand_or_arm_over_board"] is None


@pytest.mark.usefixtures("no_networks")
def test_without_networks_no_board_is_found_and_the_way_out_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(picture(tmp_path / "table.png", draw(TABLE))) == 2
    assert "with --corners" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("spots", ["dice, cube and hands are not looked for"]),
        ("dice", ["dice are not looked for"]),
        ("cube", ["the cube is looked for, its value is not read"]),
        ("dice cube", ["dice are not looked for", "the cube is looked for, its value is not read"]),
    ],
)
def test_what_is_not_seen_without_a_network_is_named(
    missing: str, said: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def loaded(names: tuple[str, ...]) -> Networks:
        if gone := [name for name in names if name in missing.split()]:
            raise NetworkMissing(f"{gone[0]}.onnx: No such file")
        return Networks({name: object() for name in names})

    monkeypatch.setattr("boardcam.vision.networks.load", loaded)
    look.open_networks()
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in lines] == said


@pytest.mark.usefixtures("networks")
def test_the_drawing_says_what_lies_on_the_bar_and_in_the_trays() -> None:
    from boardcam.vision import locate, networks, overlay, still

    image = draw(TABLE)
    seen = still.look(
        image, locate.at(image, list(TABLE.corners), networks.load(("corners", "strips"))), networks.load(still.NEEDED)
    )
    words = overlay.beside(seen)
    assert words.startswith("bar: 0 light, 0 dark   off: ")
    plain = overlay.draw_points(image, seen.found.calibration)
    assert (overlay.draw(image, seen)[-40:] != plain[-40:]).any()
