"""A webcam by its device path. A thread keeps only the newest frame, so that what is judged is what lies on the table now.

MJPG is asked for first and the size after it: many webcams give five frames a second, or none, in any other order. A camera that
stops is opened again by its path for as long as it is wanted.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2

from boardcam.devices.camera import CameraError, Frame, Image

PATIENCE = 5.0
"""Seconds without a picture after which `read` gives up; opening and the first exposure of common webcams take up to three."""

PAUSE = 1.0
"""Seconds between attempts to open a camera that has stopped."""


class Webcam:
    """The newest frame of a Video4Linux device."""

    def __init__(self, device: str, size: tuple[int, int] = (1280, 960), patience: float = PATIENCE) -> None:
        self._device = device
        self._size = size
        self._patience = patience
        self._capture = _open(device, size)
        self._newest: tuple[int, float, Image] | None = None
        self._news = threading.Condition()
        self._closed = threading.Event()
        self._started = time.monotonic()
        self._thread = threading.Thread(target=self._watch, name=f"camera {device}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """The newest frame that was not given out before; waits for it."""
        with self._news:
            if not self._news.wait_for(lambda: self._newest is not None, self._patience):
                reason = f"no picture from {self._device} for {self._patience:g} s"
                raise CameraError(reason, "check its cable, or plug it in again", self._patience)
            assert self._newest is not None
            index, t, image = self._newest
            self._newest = None
        return Frame(image, t, index)

    def close(self) -> None:
        self._closed.set()
        self._thread.join(self._patience)
        self._capture.release()

    def _watch(self) -> None:
        index = 0
        while not self._closed.is_set():
            good, image = self._capture.read()
            t = time.monotonic() - self._started
            if not good:
                self._reopen()
                continue
            with self._news:
                self._newest = index, t, image.astype("uint8", copy=False)
                self._news.notify()
            index += 1

    def _reopen(self) -> None:
        self._capture.release()
        self._closed.wait(PAUSE)
        try:
            self._capture = _open(self._device, self._size)
        except CameraError:
            return  # read() tells it; the next round tries again


def _open(device: str, size: tuple[int, int]) -> cv2.VideoCapture:
    path = Path(device)
    if not path.exists():
        raise CameraError(f"there is no {device}", _others())
    capture = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
    if not capture.isOpened():
        raise CameraError(f"{device} cannot be opened", "another program may hold it, or you may not be in the group video")
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def cameras() -> tuple[str, ...]:
    """Paths of the capture devices here, the lasting ones (`/dev/v4l/by-id`) first."""
    lasting = sorted(str(path) for path in Path("/dev/v4l/by-id").glob("*-index0"))
    return tuple(lasting) or tuple(sorted(str(path) for path in Path("/dev").glob("video*")))


def _others() -> str:
    found = cameras()
    return "connect a camera" if not found else "these are here: " + ", ".join(found)
