"""What is ruled, said aloud by espeak-ng: a program of its own for every sentence, and the newest sentence is the one heard."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boardcam.devices.part import PartFailed

PROGRAM = "espeak-ng"
LONGEST = 20.0
"""s after which a sentence that is still being said is cut off."""
LOOK = 0.1
"""s between two looks at a program that speaks."""
VOICES = {"en": "en-gb", "et": "et", "pl": "pl", "hu": "hu"}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is to be said, and which one it is: a new number says it again."""

    words: str
    number: int
    language: str = "en"


Start = Callable[[Sequence[str]], Any]
"""Starts a program and gives its Popen."""


def _start(command: Sequence[str]) -> Any:
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Speech:
    """The voice as a part of the table. `start` starts a program, for tests."""

    def __init__(self, speed: int, volume: int, start: Start = _start) -> None:
        if start is _start and shutil.which(PROGRAM) is None:
            raise PartFailed(f"{PROGRAM} is not here", f"sudo apt-get install -y {PROGRAM}")
        self._command = [PROGRAM, "-s", str(speed), "-a", str(volume)]
        self._start = start
        self._said = 0
        self._speaks: Any = None
        self._since = 0.0

    def show(self, sentence: Sentence, t: float) -> float | None:
        if sentence.number != self._said:
            self._hush()
            self._said, self._since = sentence.number, t
            # after --, so that no sentence is taken for an option
            self._speaks = self._start([*self._command, "-v", VOICES.get(sentence.language, "en-gb"), "--", sentence.words])
        if self._speaks is None:
            return None
        code = self._speaks.poll()
        if code is None and t - self._since < LONGEST:
            return LOOK
        self._hush()
        if code:
            raise PartFailed(f"{PROGRAM} fails (exit code {code})", f"try it: {PROGRAM} hello; is a loudspeaker there?")
        return None

    def close(self) -> None:
        self._hush()

    def _hush(self) -> None:
        program, self._speaks = self._speaks, None
        if program is not None:
            program.kill()
            program.wait()
