"""Where the camera is aimed: shown to people, and what they say of it reaches the eyes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from boardcam import app
from boardcam.devices.buttons import ScriptedButtons
from boardcam.devices.camera import Frame
from boardcam.rules.sentence import sentence
from boardcam.table.aim import Aim
from boardcam.vision import calibration as file
from boardcam.vision import edges, locate
from boardcam.vision.calibration import Calibration
from boardcam.vision.networks import Networks

PICTURE = np.full((480, 640, 3), 90, np.uint8)
PLACED = Calibration((640, 480), ((100.0, 80.0), (540.0, 80.0), (560.0, 400.0), (80.0, 400.0)), 1.0, 11.0, mode="imx708 2304x1296")
SHOWN = {"corners": [[101, 82], [540, 80], [560, 400], [80, 400]], "bar": 0.9, "depth": 10.5}
NOTHING = Networks({})


@pytest.fixture
def aim(tmp_path: Path) -> Aim:
    aim = Aim(tmp_path)
    aim.opened(NOTHING)
    aim.seen(PICTURE, PLACED)
    return aim


def test_what_is_seen_is_shown(aim: Aim) -> None:
    told = aim.told()
    assert (told["size"], told["board"]["corners"][0], told["file"]) == ([640, 480], [100.0, 80.0], None)
    assert len(told["board"]["points"]) == 24
    assert aim.picture()[:2] == b"\xff\xd8"
    aim.seen(PICTURE, None)
    assert aim.told()["board"] is None, "it is being searched"


def test_why_no_board_is_found_is_told_in_the_viewers_language(aim: Aim) -> None:
    why = locate.NoBoard(sentence("the board runs out of the picture at {sides}: move the camera to see all of it",
                                  sides=edges.said("left", "top"))).why  # fmt: skip
    aim.seen(PICTURE, None, why)
    assert aim.told()["why"] == "the board runs out of the picture at the left and the top: move the camera to see all of it"
    assert "vasakult ja ülalt" in aim.told("et")["why"]
    aim.seen(PICTURE, PLACED)
    assert aim.told("et")["why"] is None


def test_a_board_that_somebody_shows_is_kept_as_a_file_of_the_same_mode(aim: Aim) -> None:
    aim.place(SHOWN)
    wish = aim.wish()
    assert isinstance(wish, Calibration)
    assert (wish.corners[0], wish.bar, wish.depth, wish.mode) == ((101.0, 82.0), 0.9, 10.5, PLACED.mode)
    assert file.load(aim.file) == wish
    assert aim.told()["file"] == str(aim.file)
    assert aim.wish() is None, "it is taken once"


def test_where_none_was_found_a_board_can_be_shown(aim: Aim) -> None:
    aim.seen(PICTURE, None)
    aim.place(SHOWN)
    wish = aim.wish()
    assert isinstance(wish, Calibration)
    assert wish.size == (640, 480)


def test_what_lies_far_from_where_the_eyes_see_it_is_asked_about(aim: Aim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "misfit", lambda *_: np.array([0.1, 9.0, 0.2, 0.3]))
    aim.opened(Networks({"corners": cast(Any, None)}))
    aim.seen(PICTURE, PLACED)
    told = aim.place(SHOWN, "pl")
    assert told is not None
    assert told["far"]
    assert told["said"][0].startswith("prawy górny róg: 9,0 % szerokości planszy")
    assert aim.wish() is None
    assert not aim.file.exists()
    assert aim.place({**SHOWN, "anyway": True}, "pl") is None
    assert aim.wish() is not None


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"corners": [[1, 2], [3, 4]]},
        {"corners": "abcd"},
        {"corners": [[100, 80], [80, 400], [560, 400], [540, 80]]},
        SHOWN | {"bar": "wide"},
        SHOWN | {"depth": float("nan")},
    ],
)
def test_what_cannot_be_a_board_is_refused(aim: Aim, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"corner|bar|depth|finite"):
        aim.place(wrong)
    assert aim.wish() is None
    assert not aim.file.exists()


def test_without_a_camera_it_says_so(tmp_path: Path, aim: Aim) -> None:
    aim.closed()
    for ask in (aim.told, aim.picture, aim.search, lambda: aim.place(SHOWN), lambda: aim.tried(SHOWN, "en")):
        with pytest.raises(LookupError, match="the camera is off"):
            ask()


def test_the_eyes_go_by_it_from_the_next_picture_on(aim: Aim, monkeypatch: pytest.MonkeyPatch) -> None:
    class Camera:
        def __init__(self) -> None:
            self.frames: Iterator[Frame] = iter([Frame(PICTURE + np.uint8(n), n / 10, n) for n in range(4)])

        def read(self) -> Frame | None:
            frame = next(self.frames, None)
            if frame is not None and frame.index == 2:
                aim.place(SHOWN)
            if frame is not None and frame.index == 3:
                aim.search()
            return frame

        def close(self) -> None:
            pass

    went: list[Calibration | None] = []

    def look(sight: app.Sight, image: object, t: float, frame: int) -> tuple[app.Sight, app.Observation]:
        went.append(sight.calibration)
        return sight, app.Observation(t, frame, app.no_counts())

    monkeypatch.setattr(app.observe, "observe", look)
    list(app.watched(Camera(), ScriptedButtons(), NOTHING, calibration=replace(PLACED, mode=""), aim=aim))
    assert [one and one.corners[0] for one in went] == [(100.0, 80.0), (100.0, 80.0), (101.0, 82.0), None]
