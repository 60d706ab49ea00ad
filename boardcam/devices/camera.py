"""Where frames come from: the Camera protocol, and opening one by its source.

A source says what it is: `file:CLIP`, `v4l:DEVICE`, `pi:NUMBER`, `http://…` or `rtsp://…`; nothing is guessed and nothing is opened
that was not named. A camera that cannot be opened or has stopped raises CameraError, which carries the reason and what to do about
it; a live one comes back by itself, so that `read` may be called again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from boardcam.rules.sentence import plain, sentence

Image = npt.NDArray[np.uint8]
"""(height, width, 3), BGR."""
Say = Callable[[str], None]
"""Is told what people should know, a sentence at a time (`rules.sentence`, which every language can say)."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture and when it was taken."""

    image: Image
    t: float
    """Seconds since the source started, by the source's own clock."""
    index: int
    """Counts from 0; a live camera skips the frames that nobody had time for."""
    mode: str = ""
    """How the camera takes its pictures: sensor, mode and crop; "" = not told. Where the board lies holds for one mode only."""


class Camera(Protocol):
    """Anything that gives frames, oldest first."""

    def read(self) -> Frame | None:
        """The next frame, or None when there will be no more. Raises CameraError when the camera fails."""

    def close(self) -> None:
        """Gives the device back; `read` must not be called afterwards."""


class CameraError(Exception):
    """A camera that does not work: why, and what to do about it."""

    def __init__(self, reason: str, hint: str, waited: float = 0.0) -> None:
        self.reason, self.hint = plain(reason), plain(hint)
        self.why = self.reason.then(self.hint)
        super().__init__(self.why)
        self.waited = waited
        """Seconds without a picture."""


LIVE = ("v4l", "pi", "http", "https", "rtsp", "rtsps")
"""Kinds of source that run at their own speed, have no end, and live in a process of their own."""


def open_camera(source: str, say: Say = lambda _: None, mains: int = 50) -> Camera:
    """The camera that a source names; `say` is told what works less well than it should, `mains` = Hz of the lamps around it.
    Raises CameraError."""
    kind, _, name = source.partition(":")
    if kind == "file" and name:
        from boardcam.devices.clip import Clip

        return Clip(name)
    if kind in LIVE and name:
        from boardcam.devices.live import Live

        return Live(source, say, mains=mains)
    raise CameraError(
        sentence("no camera is called {source}", source=source),
        sentence("say file:CLIP, v4l:DEVICE, pi:0, http://… or rtsp://…, for example v4l:/dev/video0"),
    )
