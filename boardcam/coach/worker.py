"""An engine's process: started when it is first asked, watched by a deadline, started again after a crash.

A worker is used by one caller at a time. Whatever goes wrong with the process is an `EngineError` of one sentence.
"""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from boardcam.coach.engine import EngineError, EngineLate

START = 12.0
"""Seconds that a process has to say that it is ready."""
PATIENCE = 3
"""Deaths in a row after which an engine is not started again."""
LONGEST = 1_000_000
"""Bytes of an answer."""


class Worker:
    """A process that answers lines of JSON."""

    def __init__(self, name: str, command: Sequence[str], *, env: Mapping[str, str] | None = None,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self.name = name
        self._command, self._env, self._clock = list(command), env, clock
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""
        self._deaths = 0
        self._asked = 0

    @property
    def pid(self) -> int | None:
        """The process's number while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question. EngineLate if it does not come in time (the process is then stopped), EngineError if the
        process dies."""
        process = self.start()
        self._asked += 1
        line = json.dumps(question | {"id": self._asked}).encode() + b"\n"
        ends = self._clock() + seconds
        try:
            assert process.stdin is not None
            process.stdin.write(line)
            process.stdin.flush()
            while (answer := self._line(process, ends)).get("id") != self._asked:
                pass
        except OSError as error:
            raise self._dead(f"it has ended ({error.strerror})") from error
        self._deaths = 0
        if "error" in answer:
            raise EngineError(f"{self.name} cannot answer: {answer['error']}")
        return answer

    def close(self) -> None:
        """Stop the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be written has nobody to read it
                    pipe.close()
        self._rest = b""

    def start(self) -> subprocess.Popen[bytes]:
        """The running process, started if it does not run. EngineError."""
        if self.pid is not None and self._process is not None:
            return self._process
        self.close()
        if self._deaths >= PATIENCE:
            raise EngineError(f"{self.name} has died {self._deaths} times in a row; it is not asked any more")
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self._env
            )
        except OSError as error:
            self._deaths = PATIENCE
            raise EngineError(f"{self.name} cannot be started: {error.strerror}") from error
        ends = self._clock() + START
        while "ready" not in self._line(self._process, ends):
            pass
        return self._process

    def _line(self, process: subprocess.Popen[bytes], ends: float) -> dict[str, Any]:
        """The next line that is an answer; anything else that the process says is passed over."""
        assert process.stdout is not None
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            while True:
                line, found, rest = self._rest.partition(b"\n")
                if found:
                    self._rest = rest
                    if (answer := _object(line)) is not None:
                        return answer
                    continue
                left = ends - self._clock()
                if left <= 0 or not ready.select(left):
                    raise self._dead("it did not answer in time", EngineLate)
                more = os.read(process.stdout.fileno(), 65536)
                if not more or len(self._rest) > LONGEST:
                    raise self._dead("it has ended")
                self._rest += more

    def _dead(self, why: str, kind: type[EngineError] = EngineError) -> EngineError:
        self._deaths += 1
        self.close()
        return kind(f"{self.name} gives no answer: {why}")


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        answer = json.loads(line)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None
