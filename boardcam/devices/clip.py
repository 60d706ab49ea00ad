"""A video file as a camera. Paced by the file's own clock: it is read as fast as the reader asks, and never sleeps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from boardcam.devices.camera import CameraError, Frame, Image
from boardcam.rules.sentence import sentence


class Clip:
    """The frames of a video file, in order, decoded by OpenCV."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            path = str(self.path)
            no_file, nothing = sentence("{path} is no file", path=path), sentence("{path} does not exist", path=path)
            hint = sentence("name a video file, for example {example}", example="file:match.mp4")
            raise CameraError(no_file if self.path.exists() else nothing, hint)
        self._capture = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise CameraError(
                sentence("{path} cannot be read as a video", path=str(self.path)),
                sentence(
                    "if another player shows it, convert it: {command}",
                    command="ffmpeg -i IN -c:v libx264 -pix_fmt yuv420p OUT.mp4",
                ),
            )
        self._rate = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
        self._index = 0
        self._t = -1.0

    @property
    def frames(self) -> int:
        """How many frames the file says it holds; 0 when it does not say."""
        return max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

    @property
    def seconds(self) -> float | None:
        """How long it plays; None when the file does not say."""
        return self.frames / self._rate or None

    def read(self) -> Frame | None:
        good, image = self._capture.read()
        if not good:
            return None
        frame = Frame(_colour(image), self._time(), self._index)
        self._index += 1
        return frame

    def close(self) -> None:
        self._capture.release()

    def _time(self) -> float:
        """The frame's own time stamp; where the file has none that runs forward, its number by the nominal rate."""
        t = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
        if t <= self._t:
            t = max(self._index / self._rate, self._t + 1e-3)
        self._t = t
        return t


def _colour(image: Any) -> Image:
    return np.asarray(image if image.ndim == 3 else cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), np.uint8)
