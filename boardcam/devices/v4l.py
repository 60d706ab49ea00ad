"""A webcam by its device path.

MJPG is asked for first and the size after it: many webcams give five frames a second, or none, in any other order. Where the driver
lets it, exposure and colours are locked once they have settled, and the focus with them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import cv2

from boardcam.devices.camera import CameraError, Image
from boardcam.devices.claim import holders
from boardcam.devices.feed import RATE, SIZE, Fixed, Shot
from boardcam.devices.light import step
from boardcam.devices.trouble import CABLE, GROUP
from boardcam.rules.sentence import Sentence, sentence

SETTLE = 2.0
"""Seconds that automatic exposure and white balance get on the bare board before they are locked."""
STALE = 2.0
"""A driver's time stamp that is older than this, s, is by another clock."""
MANUAL, AUTOMATIC = 1, 3
"""Exposure modes of V4L2."""
LOCKS: Mapping[str, tuple[int, float]] = {
    "exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL),
    "white balance": (cv2.CAP_PROP_AUTO_WB, 0),
    "focus": (cv2.CAP_PROP_AUTOFOCUS, 0),
}
"""What switches each automatism off."""
NAMES = {"exposure": sentence("exposure"), "white balance": sentence("white balance"), "focus": sentence("focus")}
VALUES = {"exposure": cv2.CAP_PROP_EXPOSURE, "white balance": cv2.CAP_PROP_WB_TEMPERATURE, "focus": cv2.CAP_PROP_FOCUS}
"""What then holds its value; exposure in 100 µs."""


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def read(self) -> tuple[bool, Any]: ...
    def get(self, what: int, /) -> float: ...
    def set(self, what: int, value: float, /) -> bool: ...
    def release(self) -> None: ...


class Webcam:
    """A Video4Linux device; see `feed.Feed`."""

    def __init__(self, device: str, fixed: Fixed, opened: Callable[[str], Capture] | None = None,
                 clock: Callable[[], float] = time.monotonic, mains: int = 50) -> None:  # fmt: skip
        self._device, self._clock, self._mains = device, clock, mains
        self._capture = (opened or _opened)(device)
        self.mode = ""
        self.fixed = dict(fixed) or self._settled()
        self.warnings = tuple(warning for name, value in self.fixed.items() if (warning := self._lock(name, value)))

    def pictures(self) -> Iterator[Shot | None]:
        while True:
            yield Shot(*self._read())

    def close(self) -> None:
        self._capture.release()

    def _read(self) -> tuple[Image, float]:
        good, image = self._capture.read()
        if not good or image is None:
            raise CameraError(sentence("it gives no picture"), CABLE)
        return image, self._time()

    def _time(self) -> float:
        """When the driver says that the picture was taken, if it says so by our clock; else now."""
        now, stamp = self._clock(), self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        return stamp if now - STALE < stamp <= now else now

    def _settled(self) -> dict[str, float]:
        """What the automatisms came to, of those that there are."""
        ends = self._clock() + SETTLE
        while self._clock() < ends:
            self._read()
        found = {name: self._capture.get(prop) for name, prop in VALUES.items()}
        found["exposure"] = stepped(found["exposure"], self._mains)
        return {name: value for name, value in found.items() if value > 0 or (name, value) == ("focus", 0)}

    def _lock(self, name: str, value: float) -> Sentence | None:
        """Locks one setting and reads it back: a warning when it does not hold; None also where there is no such automatism."""
        automatic, off = LOCKS[name]
        if self._capture.get(automatic) == off == 0 and name != "exposure":
            return None
        if not self._capture.set(automatic, off):
            loose = sentence("its {what} cannot be locked: pictures may change while a hand is over the board", what=NAMES[name])
            return None if name == "focus" else loose
        self._capture.set(VALUES[name], value)
        held = self._capture.get(VALUES[name])
        if abs(held - value) <= 0.1 * max(value, 1.0):
            return None
        return sentence(
            "its {what} does not hold: {asked} was asked for, it is {held}", what=NAMES[name], asked=f"{value:g}", held=f"{held:g}"
        )


def stepped(exposure: float, mains: int = 50) -> float:
    """An exposure in 100 µs as a multiple of what mains light needs, if it is not shorter than that."""
    one = step(mains) / 100
    return exposure if exposure < one else round(round(exposure / one) * one)


def _opened(device: str) -> Capture:
    path = Path(device)
    if not path.exists():
        raise CameraError(sentence("it is not there"), _others())
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        if held := holders(str(path.resolve())):
            why = sentence("it cannot be opened: process {programs} holds it", programs=held)
            raise CameraError(why, sentence("stop that program first"))
        raise CameraError(
            sentence("it cannot be opened, though it is there"),
            sentence("is it a camera, and are you in the group video? {command}, then log in anew", command=GROUP),
        )
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, SIZE[1])
    capture.set(cv2.CAP_PROP_FPS, 2 * RATE)  # nearly every webcam knows 30 and not 15
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def cameras() -> tuple[str, ...]:
    """Paths of the capture devices here, the lasting ones (`/dev/v4l/by-id`) first."""
    lasting = sorted(str(path) for path in Path("/dev/v4l/by-id").glob("*-index0"))
    return tuple(lasting) or tuple(sorted(str(path) for path in Path("/dev").glob("video*")))


def _others() -> Sentence:
    found = cameras()
    return sentence("these are here: {cameras}", cameras=found) if found else sentence("connect a camera")
