"""Where frames come from: the Camera protocol, and opening one by its source.

A source says what it is: `file:CLIP` or `v4l:DEVICE`; nothing is guessed and nothing is opened that was not named. A camera that
cannot be opened or has stopped raises CameraError, which carries the reason and what to do about it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""(height, width, 3), BGR."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken."""

    image: Image
    t: float
    """Seconds since the source started, by the source's own clock."""
    index: int
    """Counts from 0; a live camera skips the frames that nobody had time for."""


class Camera(Protocol):
    """Anything that gives frames, oldest first."""

    def read(self) -> Frame | None:
        """The next frame, or None when there will be no more. Raises CameraError when the camera fails."""

    def close(self) -> None:
        """Gives the device back; `read` must not be called afterwards."""


class CameraError(Exception):
    """A camera that does not work: why, and what to do about it."""

    def __init__(self, reason: str, hint: str, waited: float = 0.0) -> None:
        super().__init__(f"{reason}; {hint}")
        self.reason = reason
        self.hint = hint
        self.waited = waited
        """Seconds without a picture."""


def open_camera(source: str) -> Camera:
    """The camera that a source names; raises CameraError."""
    kind, _, name = source.partition(":")
    if kind == "file" and name:
        from boardcam.devices.clip import Clip

        return Clip(name)
    if kind == "v4l" and name:
        from boardcam.devices.v4l import Webcam

        return Webcam(name)
    raise CameraError(f"no camera is called {source!r}", "say file:CLIP or v4l:DEVICE, for example v4l:/dev/video0")
