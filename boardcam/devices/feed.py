"""A driver of a live camera, as it works inside the camera's own process.

It may block, leak or crash: whoever watches the process (`live`) ends it and starts another. So a feed never tries twice: what goes
wrong is a CameraError, and the process ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from boardcam.devices.camera import CameraError, Image
from boardcam.rules.sentence import sentence

SIZE = (1280, 960)
"""Width, height of the pictures that are asked for, px."""
RATE = 15
"""Frames a second that are asked for: dice rest and hands leave at human speed."""

Fixed = Mapping[str, Any]
"""Settings of the camera that were locked once and hold when it is opened again; {} = let it settle first. JSON."""
NOTHING: Fixed = MappingProxyType({})

FAR = sentence("check that it is on, sends pictures, and is in this network")
"""What to do about a camera of the network."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a feed."""

    image: Image
    """Valid until the next is asked for: it may lie in the driver's own memory."""
    taken: float
    """When, seconds of the system's monotonic clock."""


class Feed(Protocol):
    """An open camera."""

    @property
    def mode(self) -> str:
        """See `Frame.mode`."""

    @property
    def fixed(self) -> Fixed:
        """What was locked when it was opened."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What works less well than it should, in sentences."""

    def pictures(self) -> Iterator[Shot | None]:
        """Every picture as it comes; None when there is none yet, at least every few seconds. Raises CameraError."""

    def close(self) -> None:
        """Gives the device back."""


def open_feed(source: str, fixed: Fixed, mains: int = 50) -> Feed:
    """The driver for a source; `mains` = Hz of the lamps around it. Raises CameraError."""
    kind, _, name = source.partition(":")
    if kind == "pi":
        from boardcam.devices.pi import PiCamera

        return PiCamera(name, fixed, mains=mains)
    if kind == "v4l":
        from boardcam.devices.v4l import Webcam

        return Webcam(name, fixed, mains=mains)
    if kind in ("http", "https", "rtsp", "rtsps"):
        from boardcam.devices.network import connected

        return connected(source)
    raise CameraError(
        sentence("no camera is called {source}", source=source),
        sentence("say file:CLIP, v4l:DEVICE, pi:0, http://… or rtsp://…, for example v4l:/dev/video0"),
    )
