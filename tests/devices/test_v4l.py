"""The webcam's driver: what is asked of it and in which order, its time stamps, and its locks, which are read back."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from boardcam.devices import v4l
from boardcam.devices.camera import CameraError
from boardcam.devices.v4l import Webcam, stepped

AUTOMATIC = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}
VALUES = {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_FOCUS: 0.0}


class FakeCapture:
    """A driver with some properties, of which some do not change; a tenth of a second a picture."""

    def __init__(self, properties: dict[int, float] | None = None, stuck: tuple[int, ...] = (), stamp: float | None = None) -> None:
        self.properties = AUTOMATIC | VALUES if properties is None else properties
        self.stuck, self.stamp = stuck, stamp
        self.now = 100.0
        self.works = True
        self.released = False
        self.told: list[tuple[int, float]] = []

    def read(self) -> tuple[bool, Any]:
        self.now += 0.1
        return self.works, np.zeros((48, 64, 3), np.uint8) if self.works else None

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC:
            return 1000.0 * (self.now - 0.03 if self.stamp is None else self.stamp)
        return self.properties.get(what, -1.0)

    def set(self, what: int, value: float) -> bool:
        self.told.append((what, value))
        if what not in self.properties:
            return False
        if what not in self.stuck:
            self.properties[what] = value
        return True

    def isOpened(self) -> bool:
        return True

    def release(self) -> None:
        self.released = True


def webcam(capture: FakeCapture, fixed: dict[str, float] | None = None) -> Webcam:
    return Webcam("/dev/fake", fixed or {}, lambda _: capture, lambda: capture.now)


def test_what_has_settled_is_locked() -> None:
    camera = webcam(capture := FakeCapture())
    assert camera.fixed == {"exposure": 200.0, "white balance": 4600.0, "focus": 0.0}
    assert camera.warnings == ()
    assert [capture.get(prop) for prop in AUTOMATIC] == [1.0, 0.0, 0.0]
    assert capture.get(cv2.CAP_PROP_EXPOSURE) == 200.0
    assert capture.now >= 100.0 + v4l.SETTLE


def test_what_was_locked_holds_without_settling() -> None:
    camera = webcam(capture := FakeCapture(), {"exposure": 300.0, "white balance": 5000.0})
    assert capture.now == 100.0
    assert capture.get(cv2.CAP_PROP_EXPOSURE) == 300.0
    assert camera.fixed == {"exposure": 300.0, "white balance": 5000.0}


@pytest.mark.parametrize(
    ("properties", "stuck", "warns"),
    [
        (VALUES, (), ["its exposure cannot be locked", "its white balance cannot be locked"]),
        (AUTOMATIC | VALUES, (cv2.CAP_PROP_EXPOSURE,), ["its exposure does not hold: 200 was asked for, it is 157"]),
        ({}, (), []),
    ],
)
def test_what_does_not_hold_is_named(properties: dict[int, float], stuck: tuple[int, ...], warns: list[str]) -> None:
    camera = webcam(FakeCapture(dict(properties), stuck))
    assert [told.startswith(want) for told, want in zip(camera.warnings, warns, strict=True)] == [True] * len(warns)


@pytest.mark.parametrize(("exposure", "is_now"), [(157, 200), (312, 300), (100, 100), (99, 99), (20, 20)])
def test_exposures_see_whole_flickers(exposure: float, is_now: float) -> None:
    assert stepped(exposure) == is_now


@pytest.mark.parametrize(("stamp", "age"), [(None, 0.03), (0.0, 0.0), (1e9, 0.0), (50.0, 0.0)])
def test_the_drivers_time_is_believed_where_it_is_by_our_clock(stamp: float | None, age: float) -> None:
    camera = webcam(capture := FakeCapture(stamp=stamp))
    shot = next(camera.pictures())
    assert shot is not None
    assert shot.taken == pytest.approx(capture.now - age)


def test_a_picture_that_does_not_come_is_an_error() -> None:
    camera = webcam(capture := FakeCapture())
    capture.works = False
    with pytest.raises(CameraError, match="it gives no picture"):
        next(camera.pictures())
    camera.close()
    assert capture.released


def test_mjpg_is_asked_for_before_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    capture = FakeCapture()
    monkeypatch.setattr(cv2, "VideoCapture", lambda path, back: capture)
    v4l._opened("/dev/null")
    assert capture.told[0] == (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    assert [what for what, _ in capture.told[1:3]] == [cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT]


def test_what_is_there_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(v4l, "cameras", lambda: ("/dev/v4l/by-id/usb-C920-video-index0",))
    with pytest.raises(CameraError, match=r"these are here: /dev/v4l/by-id/usb-C920-video-index0"):
        v4l._opened("/dev/v4l/by-id/usb-other")


def test_the_program_that_holds_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(v4l, "holders", lambda path: ("17 (cheese)",))
    with pytest.raises(CameraError, match=r"process 17 \(cheese\) holds it; stop that program first"):
        v4l._opened("/dev/null")


def test_lamps_on_other_mains_flicker_otherwise() -> None:
    assert [stepped(exposure, 60) for exposure in (157, 312, 84, 83, 50)] == [167, 333, 83, 83, 50]
