"""A live camera in a process of its own: the newest frame only, whole; what hangs is ended and comes back; nobody is left over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from boardcam import app
from boardcam.devices import claim, live, process
from boardcam.devices.camera import CameraError, Frame
from boardcam.devices.live import Live, shown
from boardcam.events import Observation

HERE = Path(__file__).parent
PROGRAM = (sys.executable, str(HERE / "fake_filming.py"))
LONG = 60.0
"""s; what is waited for comes much sooner."""
SOON = 2.0
"""s of patience where it is to run out, and yet a busy computer is not to try it."""


@pytest.fixture(autouse=True)
def _paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HERE.parents[1]))
    monkeypatch.setattr(process, "CLOSING", 0.5)


@pytest.fixture
def opened() -> Iterator[Any]:
    cameras: list[Live] = []

    def open(patience: float = LONG, say: Any = lambda _: None, **told: Any) -> Live:
        cameras.append(Live(f"fake:{json.dumps(told)}", say, PROGRAM, start=LONG, patience=patience))
        return cameras[-1]

    yield open
    for camera in cameras:
        camera.close()


def after(camera: Live, seconds: float = LONG) -> tuple[list[CameraError], Frame]:
    """The errors until the next frame, and the frame."""
    errors: list[CameraError] = []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            return errors, camera.read()
        except CameraError as error:
            errors.append(error)
    raise AssertionError(f"no frame came: {errors[-1]}")


def lost(camera: Live) -> CameraError:
    """The first error, which comes once the frames there were are read."""
    while True:
        try:
            camera.read()
        except CameraError as error:
            return error


def gone(pid: int, seconds: float = LONG) -> bool:
    """Whether a process ends in time; one that nobody has waited for counts as ended."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
    return False


def test_frames_come_with_time_number_and_mode(opened: Any) -> None:
    camera = opened()
    frames = [camera.read() for _ in range(5)]
    assert all(frame.mode == "fake 64x48" and frame.image.shape == (48, 64, 3) for frame in frames)
    assert all(one.index < two.index and 0 <= one.t < two.t for one, two in pairwise(frames))
    assert camera.now() >= frames[-1].t


def test_a_slow_reader_gets_the_newest(opened: Any) -> None:
    camera = opened(pause=0.002)
    first = camera.read()
    newest = first.index
    while newest < first.index + 50:  # they come, and nobody reads them
        newest = (camera._process.newest.get() or (0,))[0] - 1
    frame = camera.read()
    assert frame.index >= newest
    assert frame.image[0, 0, 0] == (frame.index + 1) % 251


def test_no_frame_is_torn(opened: Any) -> None:
    camera = opened(size=[640, 480], pause=0.0)
    for _ in range(200):
        frame = camera.read()
        assert (frame.image == (frame.index + 1) % 251).all()


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ("hang", "its driver hangs: nothing for 2 s"), ("die", "its process was ended by SIGKILL"),
        ("end", "its process has ended"), ("fail", "it has no film"),
        ("raise", "its driver fails: ValueError: numbers do not fit"), ("stale", "no new picture for 2 s"),
    ],
)  # fmt: skip
def test_a_camera_that_fails_is_named_and_comes_back(opened: Any, then: str, reason: str) -> None:
    camera = opened(patience=SOON if then in ("hang", "stale") else LONG, frames=3, then=then)
    was, before = camera.pid, camera.now()
    error = lost(camera)
    assert reason in error.reason
    assert error.hint == ("buy one" if then == "fail" else error.hint)
    assert error.waited > 0
    assert gone(was)
    errors, frame = after(camera)
    assert frame.t > before
    assert {str(one) for one in errors} <= {str(error)}  # the same sentence until it is back
    assert camera.pid != was


def test_time_goes_on_while_it_is_away(opened: Any) -> None:
    camera = opened(patience=SOON, frames=3, then="hang")
    last = camera.read()
    told = last.t
    for error in [lost(camera), *after(camera)[0]]:
        told += error.waited
    assert told <= camera.now()
    assert last.t < told


def test_the_match_hears_of_it_once_and_goes_on(opened: Any) -> None:
    said: list[str] = []
    camera = opened(patience=SOON, frames=3, then="hang")
    seen: list[Frame | Observation] = []
    for item in app.frames(camera, said.append):
        seen.append(item)
        blind = [one for one in seen if isinstance(one, Observation)]
        if blind and isinstance(item, Frame):
            break
    assert not any(one.found for one in blind)
    assert [one.t for one in seen] == sorted(one.t for one in seen)
    assert [text.partition(":")[0] for text in said] == ["the camera is lost", "the camera is back"]
    assert "its driver hangs" in said[0]
    assert "check that it is on" in said[0]


@pytest.mark.parametrize(("opening", "reason"), [("fail", "it has no film"), ("die", "SIGKILL"), ("raise", "ValueError")])
def test_one_that_does_not_open_says_why(opened: Any, opening: str, reason: str) -> None:
    with pytest.raises(CameraError, match=reason):
        opened(opening=opening)


def test_one_that_hangs_while_opening_is_ended() -> None:
    with pytest.raises(CameraError, match=r"its driver hangs: nothing for 0\.2 s"):
        Live('fake:{"opening": "hang"}', program=PROGRAM, start=0.2)


def test_warnings_are_told_once(opened: Any) -> None:
    said: list[str] = []
    camera = opened(say=said.append, frames=2, then="end", warnings=["its focus does not hold"])
    lost(camera)
    after(camera)
    assert len(said) == 1
    assert said[0].endswith("its focus does not hold")


def test_closing_gives_the_device_back_in_order(opened: Any, tmp_path: Path) -> None:
    camera = opened(mark=str(tmp_path / "mark"))
    camera.read()
    pid = camera.pid
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "CLOSING", LONG)
        camera.close()
    assert (tmp_path / "mark").read_text() == "closed"
    assert gone(pid, 0.1)
    camera.close()


def test_one_that_does_not_close_is_killed(opened: Any) -> None:
    camera = opened(closing="hang")
    camera.read()
    pid = camera.pid
    camera.close()
    assert gone(pid, 0.1)


PARENT = """
import sys
from boardcam.devices.live import Live
camera = Live(sys.argv[1], program=sys.argv[2:])
camera.read()
print(camera.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("told", [{}, {"frames": 3, "then": "hang", "watchdog": 1.0}])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_its_program(told: dict[str, Any], number: signal.Signals) -> None:
    command = [sys.executable, "-c", PARENT, f"fake:{json.dumps(told)}", *PROGRAM]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        os.kill(program.pid, number)
        program.wait(LONG)
        assert gone(pid)


def test_passwords_are_not_shown() -> None:
    assert shown("rtsp://ann:secret@camera.lan:554/1") == "rtsp://camera.lan:554/1"
    assert shown("v4l:/dev/video0") == "v4l:/dev/video0"
    assert shown("http://camera.lan/a@b") == "http://camera.lan/a@b"


def test_a_camera_that_nobody_wants_any_more_is_given_back(opened: Any, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "CLOSING", LONG)
        camera = Live(f'fake:{{"mark": "{tmp_path / "mark"}"}}', program=PROGRAM, start=LONG)
        del camera
    assert (tmp_path / "mark").exists()


def test_a_camera_that_is_held_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = claim.claim("pi:7", (tmp_path,))
    monkeypatch.setattr(live, "claim", lambda device: claim.claim(device, (tmp_path,)))
    with pytest.raises(CameraError, match=f"pi:7 is held by process {os.getpid()}"):
        Live("pi:7", program=PROGRAM)
    os.close(held)


def test_a_process_that_cannot_be_started_is_named() -> None:
    with pytest.raises(CameraError, match="its process cannot be started"):
        Live("fake:{}", program=("/no/such/program",))
