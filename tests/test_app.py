"""The loop's own parts: frames thinned to what the eyes need, cameras that fail, presses between frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from boardcam import app
from boardcam.devices.buttons import ScriptedButtons
from boardcam.devices.camera import CameraError, Frame
from boardcam.events import Observation, Pressed, Verdict, no_counts
from boardcam.geometry import Board
from boardcam.record.folder import Folder
from boardcam.record.transcript import empty
from boardcam.referee import referee
from boardcam.rules import clock
from boardcam.rules.clock import Change, Control
from boardcam.rules.position import Side
from boardcam.rules.profile import preset
from boardcam.show.view import View
from boardcam.vision import observe
from boardcam.vision.calibration import BadCalibration, Calibration
from boardcam.vision.networks import Networks

BLACK = np.zeros((48, 64, 3), np.uint8)


class ScriptedCamera:
    """Gives what it was told to, errors as well."""

    def __init__(self, script: Sequence[Frame | CameraError]) -> None:
        self._script = list(script)
        self.closed = False

    def read(self) -> Frame | None:
        if not self._script:
            return None
        item = self._script.pop(0)
        if isinstance(item, CameraError):
            raise item
        return item

    def close(self) -> None:
        self.closed = True


def film(rate: float, seconds: float, start: float = 0.0) -> list[Frame]:
    return [Frame(BLACK + np.uint8(7 * nth % 256), start + nth / rate, nth) for nth in range(int(rate * seconds))]


@pytest.mark.parametrize(("rate", "seen"), [(5.0, 50), (12.0, 120), (15.0, 150), (30.0, 150), (60.0, 150)])
def test_the_eyes_are_shown_no_more_than_they_need(rate: float, seen: int) -> None:
    assert len(list(app.frames(ScriptedCamera(film(rate, 10.0))))) == pytest.approx(seen, abs=1)


def test_a_frame_that_comes_again_is_not_looked_at_but_a_rest_is() -> None:
    """Twelve pictures a second filled up to thirty: a board that turns would seem to rest from each to its double."""
    moving = [replace(frame, image=BLACK + np.uint8(12 * (frame.index * 2 // 5))) for frame in film(30, 0.5)]
    seen = [frame.image[0, 0, 0] for frame in app.frames(ScriptedCamera(moving)) if isinstance(frame, Frame)]
    assert all(a != b for a, b in pairwise(seen))
    resting = [replace(frame, image=BLACK) for frame in film(30, 3.0)]
    assert len(list(app.frames(ScriptedCamera(resting)))) == pytest.approx(18, abs=1)


def test_a_camera_that_fails_is_a_board_that_is_not_found() -> None:
    lost = CameraError("no picture for 5 s", "check its cable", 5.0)
    said: list[str] = []
    seen = list(app.frames(ScriptedCamera([*film(10, 0.3), lost, lost, *film(10, 0.3, start=11.0)]), said.append))
    blind = [item for item in seen if isinstance(item, Observation)]
    assert [round(item.t, 1) for item in seen] == [0.0, 0.1, 0.2, 5.2, 10.2, 11.0, 11.1, 11.2]
    assert len(blind) == 2
    assert not any(item.found for item in blind)
    assert said == ["the camera is lost: no picture for 5 s; check its cable", "the camera is back"]


def test_a_calibration_of_another_mode_is_refused() -> None:
    corners = ((10.0, 10.0), (50.0, 10.0), (50.0, 40.0), (10.0, 40.0))
    camera = ScriptedCamera([replace(frame, mode="imx219 1640x1232") for frame in film(10, 0.1)])
    placed = Calibration((64, 48), corners, mode="imx219 1920x1080")
    with pytest.raises(BadCalibration, match="calibrate again in this mode"):
        list(app.watched(camera, ScriptedButtons(), Networks({}), calibration=placed))
    assert camera.closed


def blind_eyes(sight: object, image: object, t: float, frame: int) -> tuple[object, Observation]:
    return sight, Observation(t, frame, no_counts(), None, found=False)


def test_presses_come_between_the_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observe, "observe", blind_eyes)
    presses = [Pressed(0.15, "double", Side.WHITE), Pressed(0.25, "take", Side.BLACK), Pressed(99.0, "resign", Side.BLACK)]
    camera = ScriptedCamera(film(10, 0.4))
    seen = list(app.watched(camera, ScriptedButtons(presses), Networks({})))
    assert [item.t for item in seen if not isinstance(item, Board)] == pytest.approx([0.0, 0.1, 0.15, 0.2, 0.25, 0.3, 99.0])
    assert camera.closed


def test_the_clock_is_shown_every_second(tmp_path: Path) -> None:
    profile, shown = preset("tournament"), []
    folder = Folder(tmp_path / "out", {"players": [None, None]}, empty(("Ann", "Ben"), 7, profile))
    state = referee.start(profile, 7, ("Ann", "Ben"))
    running = replace(state, clock=clock.fold(Control(2.0, 60.0), [Change(0.0, "runs", Side.WHITE)]))
    seen = [blind_eyes(None, None, nth / 10, nth)[1] for nth in range(40)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(referee, "start", lambda *_args, **_more: running)
        app.play(seen, profile, 7, ("Ann", "Ben"), folder, lambda view, _: shown.append(view.clock))
    folder.close()
    assert list(dict.fromkeys(times[0] for times in shown)) == ["1:00 +2", "1:00 +1", "1:00", "0:59"]


def test_nothing_seen_leaves_an_empty_record(tmp_path: Path) -> None:
    profile, shown = preset("circle-match"), []
    folder = Folder(tmp_path / "out", {"players": [None, None]}, empty(("Ann", "Ben"), 7, profile))

    def show(view: View, verdicts: tuple[Verdict, ...]) -> None:
        shown.append(view)

    app.play([Board()], profile, 7, ("Ann", "Ben"), folder, show)
    folder.close()
    assert [view.headline for view in shown] == ["Set up the board"]
    assert (tmp_path / "out" / "match.mat").read_text(encoding="utf-8").rstrip().endswith("7 point match")
    assert (tmp_path / "out" / "events.jsonl").read_text() == ""


def test_a_press_is_told_what_it_has_led_to(tmp_path: Path) -> None:
    """The starting position is insisted on; a second confirmation means nothing; of what is no press nothing is told."""
    profile, told = preset("circle-match"), list[tuple[str, tuple[str, ...], bool]]()
    folder = Folder(tmp_path / "out", {"players": ["Ann", "Ben"]}, empty(("Ann", "Ben"), 7, profile))

    def heard(press: Pressed, verdicts: tuple[Verdict, ...], shown: bool) -> None:
        told.append((press.button, tuple(verdict.kind for verdict in verdicts), shown))

    seen = [Board(), Pressed(1.0, "confirm"), Pressed(2.0, "confirm"), Pressed(3.0, "hint")]
    app.play(seen, profile, 7, ("Ann", "Ben"), folder, lambda view, verdicts: None, heard=heard)
    folder.close()
    assert told == [("confirm", (), True), ("confirm", ("unsure",), True), ("hint", (), False)]
