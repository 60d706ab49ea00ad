"""The program of a camera's process with a driver that does what the source says: `fake:{"frames": 3, "then": "hang"}`.

It misbehaves only when nothing was locked before: started again, it works. `then`: hang, die, end, stale, fail; `opening` and
`closing` likewise; `mark` = a file that is written when it is closed in order.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boardcam.devices import filming
from boardcam.devices.camera import CameraError
from boardcam.devices.feed import Fixed, Shot


class FakeFeed:
    """Pictures of one shade, which counts up."""

    mode = "fake 64x48"

    def __init__(self, source: str, fixed: Fixed, mains: int) -> None:
        self._told: dict[str, Any] = json.loads(source.partition(":")[2])
        self._again = bool(fixed)
        self.fixed = {"locked": 1}
        self.warnings = tuple(self._told.get("warnings", ()))
        filming.HANG = self._told.get("watchdog", filming.HANG)
        self._do("opening")

    def pictures(self) -> Iterator[Shot | None]:
        size, pause = self._told.get("size", [64, 48]), threading.Event()
        image, taken = np.zeros((size[1], size[0], 3), np.uint8), 0.0
        for number in range(1, 10**9):
            if number > self._told.get("frames", 10**9):
                self._do("then")
            if self._again or not (self._told.get("then") == "stale" and number > self._told["frames"]):
                taken = time.monotonic()
            image[:] = number % 251
            yield Shot(image, taken)
            pause.wait(self._told.get("pause", 0.01))

    def close(self) -> None:
        self._do("closing")
        if mark := self._told.get("mark"):
            Path(mark).write_text("closed", encoding="utf-8")

    def _do(self, when: str) -> None:
        what = None if self._again else self._told.get(when)
        if what == "hang":
            threading.Event().wait()
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "end":
            sys.exit(0)
        if what == "fail":
            raise CameraError("it has no film", "buy one")
        if what == "raise":
            raise ValueError("numbers do not fit")


if __name__ == "__main__":
    sys.exit(filming.film(FakeFeed, sys.argv[1:]))
