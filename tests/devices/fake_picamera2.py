"""picamera2 as far as it is used, without a camera: it settles, can be slow, deaf, blind and silent."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

CONTROLS = ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "FrameDurationLimits", "ScalerCrop")
FOCUS = ("AfMode", "LensPosition")


@dataclass(eq=False)
class FakePicamera2:
    """One camera. A picture takes a fifteenth of a second of its own clock."""

    model: str = "imx708_wide"
    controls: tuple[str, ...] = CONTROLS + FOCUS
    deaf: tuple[str, ...] = ()
    """Controls that change nothing."""
    restless: bool = False
    """Exposure never settles."""
    sharp: bool | None = True
    """How autofocus ends; None = never."""
    silent: bool = False
    """No picture comes any more."""
    fails: str = ""
    """What configuring raises."""
    exposure: int = 23_456
    gain: float = 2.0
    now: float = 100.0
    told: list[str] = field(default_factory=list)
    set: dict[str, Any] = field(default_factory=dict)
    configuration: dict[str, Any] = field(default_factory=dict)
    held: int = 0
    """Requests that were not given back."""
    pictures: int = 0

    @property
    def camera_properties(self) -> dict[str, Any]:
        return {"Model": self.model}

    @property
    def camera_controls(self) -> dict[str, Any]:
        return dict.fromkeys(self.controls)

    def create_video_configuration(self, **wishes: Any) -> dict[str, Any]:
        return wishes

    def configure(self, configuration: dict[str, Any]) -> None:
        if self.fails:
            raise RuntimeError(self.fails)
        self.told.append("configure")
        self.configuration = configuration
        self.set |= configuration["controls"]

    def start(self, show_preview: bool | None = True) -> None:
        assert show_preview is False
        self.told.append("start")

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.controls)
        self.told.append("lock")
        self.set |= controls

    def autofocus_cycle(self, wait: float) -> bool:
        self.told.append("focus")
        if self.sharp is None:
            raise TimeoutError
        return self.sharp

    def cancel_all_and_flush(self) -> None:
        self.told.append("flush")

    def stop(self) -> None:
        self.told.append("stop")

    def close(self) -> None:
        self.told.append("close")

    @contextlib.contextmanager
    def captured_request(self, wait: float) -> Iterator[Any]:
        if self.silent:
            raise TimeoutError
        self.now += 1 / 15
        self.pictures += 1
        self.held += 1
        metadata = self._metadata()
        try:
            yield SimpleNamespace(get_metadata=lambda: metadata)
        finally:
            self.held -= 1

    def _metadata(self) -> dict[str, Any]:
        wobble = 1 + (self.pictures % 7 if self.restless else max(0, 12 - self.pictures)) / 10
        own = {
            "ExposureTime": round(self.exposure * wobble), "AnalogueGain": self.gain, "ColourGains": (1.8, 1.5),
            "LensPosition": 1.9, "ScalerCrop": (0, 0, 4608, 2592), "SensorTimestamp": self.stamp,
        }  # fmt: skip
        asked = {name: value for name, value in self.set.items() if name in own and name not in self.deaf}
        return {name: value for name, value in (own | asked).items() if name != "LensPosition" or "AfMode" in self.controls}

    @property
    def stamp(self) -> int:
        """When the last picture was taken: 20 ms ago, ns since the computer was started."""
        asleep = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        return round((self.now - 0.02) * 1e9) + asleep


class FakeMappedArray:
    """The pixels of a request, which must still be held."""

    def __init__(self, request: Any, stream: str) -> None:
        assert stream == "main"
        self.array = np.full((720, 1280, 3), 7, np.uint8)

    def __enter__(self) -> FakeMappedArray:
        return self

    def __exit__(self, *_: object) -> None:
        del self.array


def library(*cameras: FakePicamera2, fails: str = "") -> Any:
    """The module, with these cameras connected; opening one `fails` with a text."""

    def opened(number: int) -> FakePicamera2:
        if fails:
            raise RuntimeError(fails)
        return cameras[number]

    opened.global_camera_info = lambda: [  # type: ignore[attr-defined]
        {"Num": number, "Model": camera.model} for number, camera in enumerate(cameras)
    ]
    return SimpleNamespace(Picamera2=opened, MappedArray=FakeMappedArray)
