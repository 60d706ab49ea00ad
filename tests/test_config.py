"""What `boardcam run` is told: lengths, stakes and balances, and what does not go together."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardcam import config, resources
from boardcam.replay.fold import begun
from boardcam.rules.profile import changed, preset

NARDI = changed(preset("nardi-standard"), {"cube_cap": 8})
MONEY = config.Options(config.source("sim:1"), Path("x"), 0, NARDI, ("Ann", "Ben"), stake=5, balances=(200, 120))


def test_a_length_of_no_points_is_money_games() -> None:
    """R70."""
    assert [config.length(text) for text in ("0", "1", "64")] == [0, 1, 64]
    for text in ("65", "-1", "five", ""):
        with pytest.raises(ValueError, match=r"is no length of a match; say how many points win it, 1 to 64, or 0 for money"):
            config.length(text)


def test_a_stake_is_a_whole_number() -> None:
    assert config.stake("5") == 5
    for text in ("0", "-5", "2.50", "five"):
        with pytest.raises(ValueError, match="is no stake"):
            config.stake(text)


def test_balances_are_told_for_both() -> None:
    assert config.balances("light=120, dark=80") == (120, 80)
    assert config.balances("dark=80,light=0") == (0, 80)
    for text in ("light=120", "120,80", "light=x,dark=80", "light=1,light=2", "light=1,dark=2,dark=3"):
        with pytest.raises(ValueError, match="are no balances; say light=AMOUNT,dark=AMOUNT"):
            config.balances(text)


def test_what_goes_together_is_accepted() -> None:
    """R68: 5 × 8 × 3 = 120."""
    MONEY.check()
    replace(MONEY, length=7, stake=1, balances=None).check()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"length": 7, "balances": None}, "--stake: only for money games; add --match 0"),
        ({"length": 7}, "--stake and --balances: only for money games; add --match 0"),
        (
            {"balances": (200, 119)},
            "Ben: a balance of 119 does not cover stake 5 × cube 8 × koks 3 = 120 [R68]; "
            "bring more, or play for less or without the cube",
        ),
    ],
)
def test_what_does_not_is_refused_with_a_remedy(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        replace(MONEY, **options).check()


def test_the_journal_keeps_the_stake_and_folds_by_it() -> None:
    state = begun(MONEY.settings()).state
    assert (state.length, state.stake, state.balances) == (0, 5, (200, 120))
    assert "stake" not in replace(MONEY, length=5).settings()


def test_room_for_evidence_is_whole_megabytes() -> None:
    assert (config.megabytes("0"), config.megabytes("64")) == (0, 64)
    for text in ("", "-1", "1.5", "64MB", "9999999"):
        with pytest.raises(ValueError, match="say how many MB"):
            config.megabytes(text)


def test_the_demo_is_known_from_other_clips() -> None:
    clip = resources.folder("demo") / "clip.mp4"
    assert config.is_demo(config.Source("file", str(clip)))
    assert not config.is_demo(config.Source("file", "clip.mp4"))
    assert not config.is_demo(config.Source("sim", "1"))


def test_a_calibration_is_for_pictures() -> None:
    with pytest.raises(ValueError, match="--calibration: sim:1 has no pictures"):
        config.Options(config.source("sim:1"), Path("out"), calibration=Path("table.toml")).check()


@pytest.mark.parametrize(
    ("text", "live"),
    [("sim:1", False), ("file:a.mp4", False), ("v4l:/dev/video0", True), ("pi:0", True), ("http://phone.lan:8080/video", True),
     ("rtsps://camera.lan/1", True)],
)  # fmt: skip
def test_a_source_says_what_it_is(text: str, live: bool) -> None:
    assert str(config.source(text)) == text
    assert config.source(text).live is live


@pytest.mark.parametrize(
    ("text", "means"),
    [("clips/friday.mp4", "file:clips/friday.mp4"), ("VID 0001.MOV", "file:VID 0001.MOV"), ("/dev/video0", "v4l:/dev/video0")],
)
def test_names_of_files_and_webcams_are_understood_alone(text: str, means: str) -> None:
    assert str(config.source(text)) == means


def test_a_file_is_a_clip_whatever_it_is_called(tmp_path: Path) -> None:
    clip = tmp_path / "clip"
    clip.touch()
    assert str(config.source(str(clip))) == f"file:{clip}"


@pytest.mark.parametrize("text", ["pi:", "pi:front", "http:", "http://", "http:phone", "rtsp:// x", "ftp://a", "usb:0", "v4l:", ""])
def test_what_is_no_source_says_what_would_be(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no source; say demo, sim:SEED .*, pi:0, http://ADDRESS or rtsp://ADDRESS"):
        config.source(text)


def test_a_password_is_not_kept() -> None:
    source = config.source("rtsp://ann:secret@camera.lan/1")
    assert str(source) == "rtsp://ann:secret@camera.lan/1"
    assert replace(MONEY, source=source).settings()["source"] == "rtsp://camera.lan/1"
