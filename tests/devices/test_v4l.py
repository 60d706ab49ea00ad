"""The webcam's thread: only the newest frame counts, and a camera that stops is opened again."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from boardcam.devices import v4l
from boardcam.devices.camera import CameraError


class FakeCapture:
    """A driver that gives a frame whenever the test says so; None = the read fails."""

    def __init__(self) -> None:
        self.released = 0
        self._due: list[int | None] = []
        self._turn = threading.Condition()
        self.taken = 0

    def give(self, *shades: int | None) -> None:
        with self._turn:
            self._due += shades
            self._turn.notify_all()
            assert self._turn.wait_for(lambda: not self._due, 5)

    def read(self) -> tuple[bool, np.ndarray | None]:
        with self._turn:
            if not self._turn.wait_for(lambda: bool(self._due), 0.05):
                return False, None
            shade = self._due.pop(0)
            self.taken += 1
            self._turn.notify_all()
        return (False, None) if shade is None else (True, np.full((4, 4, 3), shade, np.uint8))

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def capture(monkeypatch: pytest.MonkeyPatch) -> FakeCapture:
    fake = FakeCapture()
    monkeypatch.setattr(v4l, "_open", lambda device, size: fake)
    monkeypatch.setattr(v4l, "PAUSE", 0.01)
    return fake


@pytest.fixture
def webcam(capture: FakeCapture) -> Iterator[v4l.Webcam]:
    camera = v4l.Webcam("/dev/fake", patience=0.5)
    yield camera
    camera.close()


def test_only_the_newest_frame_is_given(capture: FakeCapture, webcam: v4l.Webcam) -> None:
    capture.give(10, 20, 30)
    capture.give(40)
    frames = [webcam.read()]
    while frames[-1].image[0, 0, 0] != 40:
        frames.append(webcam.read())
    assert len(frames) <= 2  # 30 may have been there already, 10 and 20 never
    assert frames[-1].index == 3
    assert frames[-1].t >= 0


def test_no_frame_is_given_twice(capture: FakeCapture, webcam: v4l.Webcam) -> None:
    capture.give(10)
    assert webcam.read().image[0, 0, 0] == 10
    with pytest.raises(CameraError, match="no picture from /dev/fake") as silent:
        webcam.read()
    assert silent.value.waited == 0.5


def test_a_camera_that_stops_is_opened_again(capture: FakeCapture, webcam: v4l.Webcam) -> None:
    capture.give(10, None, 50)
    frame = webcam.read()
    while frame.image[0, 0, 0] != 50:
        frame = webcam.read()
    assert capture.released >= 1


def test_closing_gives_the_device_back(capture: FakeCapture) -> None:
    camera = v4l.Webcam("/dev/fake", patience=0.5)
    capture.give(10)
    camera.close()
    released = capture.released
    assert released >= 1
    assert threading.active_count() == 1 or "camera /dev/fake" not in [thread.name for thread in threading.enumerate()]
