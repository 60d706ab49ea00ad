"""A camera's own process, seen from the program that started it."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from boardcam.devices.feed import Fixed
from boardcam.devices.newest import Newest
from boardcam.rules.sentence import Sentence, sentence

CLOSING = 3.0
"""Seconds that a process has to give its device back before it is killed."""
PROGRAM = (sys.executable, "-m", "boardcam.devices.filming")

ENVIRONMENT = {
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": "rtsp_transport;tcp|fflags;nobuffer|flags;low_delay",
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "3",
    "OPENCV_LOG_LEVEL": "OFF",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "LIBCAMERA_LOG_LEVELS": "*:ERROR",
    "QT_QPA_PLATFORM": "offscreen",  # picamera2 loads Qt where it is there; without a screen Qt ends the process
}
PROXIES = ("http_proxy", "https_proxy", "all_proxy")
"""A camera stands in the room, not behind a proxy."""


class CameraProcess:
    """A running process and its newest frame. `inherited` = descriptors that it keeps open as long as it lives."""

    def __init__(self, source: str, fixed: Fixed, program: Sequence[str], inherited: Sequence[int] = (),
                 mains: int = 50) -> None:  # fmt: skip
        self.newest = Newest.made()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._words, told = os.pipe()
        os.set_blocking(self._words, False)
        self._rest = b""
        environment = {name: value for name, value in os.environ.items() if name.lower() not in PROXIES}
        numbers = [str(number) for number in (self.newest.file, self._bell, told)]
        try:
            self._process = subprocess.Popen(
                [*program, source, *numbers, json.dumps(dict(fixed)), str(mains)],
                env=environment | ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL if sys.stderr.isatty() else None,
                pass_fds=(self.newest.file, self._bell, told, *inherited),
            )  # fmt: skip
        except OSError:
            self._let_go()
            raise
        finally:
            os.close(told)

    @property
    def pid(self) -> int:
        return self._process.pid

    def wait(self, seconds: float) -> None:
        """Until there is a new frame or a word, or the process has ended; at most so long."""
        ready, _, _ = select.select([self._bell, self._words], [], [], max(0.0, seconds))
        if self._bell in ready:
            os.eventfd_read(self._bell)

    def words(self) -> list[dict[str, Any]]:
        """What it has said since the last time."""
        with suppress(BlockingIOError):
            while more := os.read(self._words, 65536):
                self._rest += more
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]

    def fate(self) -> Sentence | None:
        """How it has ended, in words; None while it runs."""
        code = self._process.poll()
        if code is None:
            return None
        if code < 0:
            return sentence("its process was ended by {signal}", signal=signal.Signals(-code).name)
        return sentence("its process has ended")

    def end(self, hangs: bool = False) -> bool:
        """Has it give its device back; kills it when it does not, or `hangs`. False when even that does not end it."""
        self._process.terminate()
        gone = (not hangs and self._gone(CLOSING)) or self._killed()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._let_go()
        return gone

    def _let_go(self) -> None:
        for pipe in (self._bell, self._words):
            os.close(pipe)
        self.newest.close()

    def _killed(self) -> bool:
        self._process.kill()
        return self._gone(CLOSING)

    def _gone(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
