"""What is ruled, said aloud by espeak-ng: a program of its own for every sentence. The newest one is heard, at once or,
where it may wait, after the one before."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boardcam.devices.part import PartFailed
from boardcam.rules.sentence import sentence

PROGRAM = "espeak-ng"
LONGEST = 20.0
"""s after which a sentence that is still being said is cut off."""
LOOK = 0.1
"""s between two looks at a program that speaks."""
VOICES = {"en": "en-gb", "et": "et", "pl": "pl", "hu": "hu"}


@dataclass(frozen=True, slots=True)
class Saying:
    """What is to be said, and which one it is: a new number says it again."""

    words: str
    number: int
    language: str = "en"
    waits: bool = False
    """What is being said may be said to its end first."""


Start = Callable[[Sequence[str]], Any]
"""Starts a program and gives its Popen."""


def _start(command: Sequence[str]) -> Any:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Speech:
    """The voice as a part of the table. `start` starts a program, for tests."""

    def __init__(self, speed: int, volume: int, start: Start = _start) -> None:
        if start is _start and shutil.which(PROGRAM) is None:
            hint = sentence("install it: {command}", command=f"sudo apt-get install -y {PROGRAM}")
            raise PartFailed(sentence("{program} is not here", program=PROGRAM), hint)
        self._command = [PROGRAM, "-s", str(speed), "-a", str(volume)]
        self._start = start
        self._said = 0
        self._speaks: Any = None
        self._since = 0.0

    def show(self, saying: Saying, t: float) -> float | None:
        if saying.waits and saying.number != self._said and self._speaking(t):
            return LOOK
        if saying.number != self._said:
            self._hush()
            self._said, self._since = saying.number, t
            # after --, so that no sentence is taken for an option
            self._speaks = self._start([*self._command, "-v", VOICES.get(saying.language, "en-gb"), "--", saying.words])
        if self._speaks is None:
            return None
        if self._speaking(t):
            return LOOK
        code = self._speaks.poll()
        self._hush()
        if code:
            why = sentence("{program} fails (exit code {code})", program=PROGRAM, code=str(code))
            raise PartFailed(why, sentence("is a loudspeaker there? Try it: {command}", command=f"{PROGRAM} hello"))
        return None

    def close(self) -> None:
        self._hush()

    def _speaking(self, t: float) -> bool:
        return self._speaks is not None and self._speaks.poll() is None and t - self._since < LONGEST

    def _hush(self) -> None:
        program, self._speaks = self._speaks, None
        if program is not None:
            program.kill()
            program.wait()
