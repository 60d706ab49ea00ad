"""A live camera: its driver works in a process of its own, which is watched, ended when it hangs, and started again.

What is judged is what lies on the table now: only the newest frame is ever given. Whatever becomes of the camera, `read` comes
back: with a frame, or with a CameraError that says why there is none, at most PATIENCE after the last frame and then every TICK, so
that clock and score go on. What was locked when the camera was first opened (exposure, colours, focus) holds when it is opened
again.
"""

from __future__ import annotations

import os
import re
import select
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boardcam.devices.camera import CameraError, Frame, Say
from boardcam.devices.claim import claim
from boardcam.devices.feed import FAR, Fixed
from boardcam.devices.process import PROGRAM, CameraProcess
from boardcam.devices.trouble import CABLE, RIBBON
from boardcam.rules.sentence import Sentence, headed, plain, sentence, unpacked

START = 30.0
"""Seconds that a camera has to open: a Pi loads picamera2 for three, focusing and settling may take five each."""
PATIENCE = 5.0
"""Seconds without a picture after which a camera is given up; common webcams take up to three for the first."""
TICK = 0.5
"""Seconds between two CameraErrors while a camera is away."""
PAUSE = 0.5
LONGEST_PAUSE = 10.0
"""Seconds before the first and before every later attempt to start a camera again; each pause is twice the one before."""

HINTS: Mapping[str, Sentence] = {"pi": RIBBON, "v4l": CABLE}


class Live:
    """The newest frame of a camera that runs at its own speed."""

    def __init__(
        self, source: str, say: Say = lambda _: None, program: Sequence[str] = PROGRAM, *, start: float = START,
        patience: float = PATIENCE, mains: int = 50,
    ) -> None:  # fmt: skip
        self.source = source
        self.name = shown(source)
        self.mode = ""
        """See `Frame.mode`."""
        self._say, self._program, self._limits = say, program, (start, patience)
        self._kind = source.partition(":")[0]
        self._began = time.monotonic()
        self._fixed: Fixed = {}
        self._mains = mains
        self._said: set[str] = set()
        self._process: CameraProcess | None = None
        self._claim: int | None = None
        self._ready = False
        self._since = self._again = self._began
        self._pause = PAUSE
        self._lost: CameraError | None = None
        self._number = self._index = 0
        self._taken = self._told = -1.0
        self._claim = _claimed(source)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def now(self) -> float:
        """Seconds on the clock of `Frame.t`."""
        return time.monotonic() - self._began

    @property
    def pid(self) -> int | None:
        """Number of the camera's process, while there is one."""
        return self._process.pid if self._process else None

    def read(self) -> Frame:
        """The newest frame that was not given out before; waits for it. Raises CameraError as the module says."""
        begun = time.monotonic()
        if self._lost is None:
            self._since = begun
        ends = begun + (TICK if self._lost else self._limits[1])
        while (frame := self._frame()) is None:
            left = ends - time.monotonic()
            was, self._lost = self._lost, self._watch(min(left, TICK)) or self._lost
            if self._lost is not None and (was is None or left <= 0):
                raise self._away(self._lost)
        return frame

    def close(self) -> None:
        """Gives the camera back. It may be called again."""
        self._end()
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def _open(self) -> None:
        """Starts it and waits until it is open."""
        while not self._ready:
            trouble = self._watch(TICK)
            if trouble is not None:
                raise CameraError(trouble.reason, trouble.hint)

    def _frame(self) -> Frame | None:
        """A frame that is newer than the last, by its number and by when it was taken: drivers may give old ones again."""
        found = self._process.newest.get(self._number) if self._process else None
        if found is None:
            return None
        number, taken, image = found
        skipped, self._number = number - self._number, number
        if taken - self._began <= self._taken:
            return None
        self._index += skipped
        self._taken = self._told = taken - self._began
        self._lost, self._pause = None, PAUSE
        return Frame(image, self._taken, self._index - 1, self.mode)

    def _away(self, why: CameraError) -> CameraError:
        now = self.now()
        waited, self._told = now - self._told, now
        return CameraError(why.reason, why.hint, waited)

    def _watch(self, seconds: float) -> CameraError | None:
        """Waits for news, at most so long, and does what they ask for. What is wrong, if that is new."""
        if self._process is None:
            return self._restart(seconds)
        self._process.wait(seconds)
        fate = self._process.fate()
        if (trouble := self._heard(self._process)) is not None:
            return self._given_up(trouble)
        if fate is not None:
            return self._given_up(CameraError(headed(self.name, fate), self._hint))
        if time.monotonic() - self._since > self._limits[self._ready]:
            return self._given_up(self._silent(self._process), hangs=True)
        return None

    def _restart(self, seconds: float) -> CameraError | None:
        wait = self._again - time.monotonic()
        if wait > 0:
            select.select([], [], [], max(0.0, min(wait, seconds)))
            return None
        self._number, self._ready, self._since = 0, False, time.monotonic()
        inherited = () if self._claim is None else (self._claim,)
        try:
            self._process = CameraProcess(self.source, self._fixed, self._program, inherited, self._mains)
        except OSError as error:
            self._again = time.monotonic() + LONGEST_PAUSE
            return CameraError(
                headed(self.name, sentence("its process cannot be started ({error})", error=error.strerror or str(error))),
                sentence("free memory, or restart the computer"),
            )
        return None

    def _heard(self, process: CameraProcess) -> CameraError | None:
        for word in process.words():
            if "ready" in word:
                self.mode, self._fixed = word["ready"]["mode"], word["ready"]["fixed"]
                self._ready, self._since = True, time.monotonic()
            elif "error" in word:
                reason, hint = (said(one) for one in word["error"])
                return CameraError(headed(self.name, reason), hint)
            elif (warning := headed(self.name, said(word["warning"]))) not in self._said:
                self._said.add(warning)
                self._say(warning)
        return None

    def _silent(self, process: CameraProcess) -> CameraError:
        """Why nothing comes from a process that runs."""
        limit, beats = f"{self._limits[self._ready]:g}", time.monotonic() - process.newest.beat < self._limits[1]
        silent, hangs = sentence("no new picture for {n} s", n=limit), sentence("its driver hangs: nothing for {n} s", n=limit)
        what = silent if beats else hangs
        return CameraError(headed(self.name, what), self._hint)

    def _given_up(self, why: CameraError, hangs: bool = False) -> CameraError:
        if not self._end(hangs):
            stuck = why.reason.then(sentence("its process cannot be ended"))
            why = CameraError(stuck, sentence("unplug the camera, or restart the computer"))
        self._again = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return why

    def __del__(self) -> None:
        self.close()  # whoever forgets a camera would keep it from being opened again

    def _end(self, hangs: bool = False) -> bool:
        process, self._process = self._process, None
        return process is None or process.end(hangs)

    @property
    def _hint(self) -> Sentence:
        return HINTS.get(self._kind, FAR)


def said(told: Any) -> Sentence:
    """A sentence that the camera's process has said."""
    return plain(str(found)) if not isinstance(found := unpacked(told), Sentence) else found


def shown(source: str) -> str:
    """A source as it may be told: without the password that its address may carry."""
    return re.sub(r"^([a-z]+://)[^/]*@", r"\1", source)


def _claimed(source: str) -> int | None:
    """The claim on a device that only one may hold; anybody may watch a network camera. Raises CameraError."""
    kind, _, name = source.partition(":")
    if kind not in HINTS:
        return None
    if kind == "v4l" and not Path(name).exists():
        return None  # its process says so, and what is there
    return claim(source if kind == "pi" else str(Path(name).resolve()))
