"""A part of the table that may be missing, fail, hang and come back, while nobody waits for it.

A part has a thread of its own, which opens it, hands it the newest of what it is to show, and opens it anew when it has failed,
after pauses that grow. What is to be shown meanwhile is overtaken by what comes later. A loss is said once, with what to do about
it, and once when it is over.
"""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar, cast

from boardcam.rules.sentence import Sentence, headed, plain, sentence

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)
Say = Callable[[str], None]
"""Is told what people should know, a sentence at a time (`rules.sentence`, which every language can say)."""

PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0)
"""s before the first attempt after a failure, the second, …; the last from then on. The first is at once: a loose wire may have
spoiled one message only, and nobody need know."""
CALM = 60.0
"""s without a failure after which a part is as good as new."""
STEADY = 5.0
"""s that a part must have worked again before that is said: one with a loose wire comes and goes, and is named once."""
PATIENCE = 5.0
"""s after which a part that does not come back from what it does is said not to answer."""


class PartFailed(Exception):
    """A part does not work: why, and what to do about it."""

    def __init__(self, reason: str, hint: str) -> None:
        self.why = plain(reason).then(plain(hint))
        super().__init__(self.why)


def missing(library: str, error: Exception, command: str = "pip install 'boardcam[pi]'") -> PartFailed:
    """A library that a part needs is not here."""
    why = sentence("{library} is not here ({error})", library=library, error=str(error))
    return PartFailed(why, sentence("install it: {command}", command=command))


def forbidden(path: str, group: str) -> PartFailed:
    """A device belongs to a group that this user is not in."""
    why = sentence("{path} may not be opened", path=path)
    return PartFailed(why, sentence("put the user into the group {group}, and start again", group=group))


def off(bus: str, command: str) -> Sentence:
    """What to do about a bus that is not there."""
    return sentence("switch {bus} on: {command}, and start the Pi again", bus=bus, command=f"sudo raspi-config nonint {command} 0")


class Opened(Protocol[T_contra]):
    """A part that is there. Any exception means that it no longer is."""

    def show(self, what: T_contra, t: float) -> float | None:
        """Shows it as it is to look at time `t`; the seconds after which it looks otherwise, None = it stays so."""

    def close(self) -> None:
        """Leaves it dark, and gives the device back."""


@dataclass(frozen=True, slots=True)
class Health:
    """How a part does, by given times."""

    failures: int = 0
    """One after another."""
    failed: float = 0.0
    """When it failed last, s."""
    missed: bool = False
    """It is lost, and has not worked long enough since."""
    works: float | None = None
    """Since when it works, s; None = it does not."""

    def after_failure(self, t: float) -> Health:
        """Lost from the second failure on."""
        failures = 1 if self.failures and t - self.failed > CALM and not self.missed else self.failures + 1
        return Health(failures, t, self.missed or failures > 1)

    def after_success(self, t: float, missed: bool) -> Health:
        """There; what has failed stays counted for a while, so that a part that comes and goes is tried less and less."""
        works = t if self.works is None else self.works
        return replace(self, works=works, missed=missed and t - works < STEADY)

    @property
    def again(self) -> float:
        """When it is to be tried again, s."""
        return self.failed + PAUSES[min(self.failures, len(PAUSES)) - 1] if self.failures else 0.0


def _unknown(error: Exception) -> Sentence:
    """Why a part fails that has not said it itself."""
    if "GPIO busy" in str(error):
        return sentence("another program uses its pins").then(
            sentence("stop that first: {command}", command="sudo systemctl stop boardcam")
        )
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EROFS):
        return plain(f"{error.strerror}").then(sentence("make room on the disk: delete old matches, or take a larger card"))
    return plain(f"{type(error).__name__}: {error}").then(sentence("check its wires"))


class Part(Generic[T]):
    """One part. `start` lets it run; without that it does one `step` after another by the times that it is given."""

    def __init__(self, name: str, opens: Callable[[], Opened[T]], say: Say, now: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.trouble = ""
        """What is wrong with it, in a sentence; "" = nothing."""
        self._opens, self._say, self._now = opens, say, now
        self._opened: Opened[T] | None = None
        self._health = Health()
        self._what: T | None = None
        self._given = False
        """There is something to show; for a part that only listens that is None."""
        self._busy: float | None = None
        self._news, self._ends = False, False
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None

    def start(self) -> Part[T]:
        self._thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self._thread.start()
        return self

    def show(self, what: T) -> None:
        """Hands over what is to be shown from now on; returns at once."""
        with self._change:
            self._what, self._news, self._given = what, True, True
            self._change.notify()

    def check(self) -> None:
        """Says so, once, if the part has not come back from what it does."""
        busy = self._busy
        if busy is not None and self._now() - busy > PATIENCE and not self.trouble:
            self._lost(sentence("it does not answer").then(sentence("check its wires, everything else goes on")))

    def close(self) -> None:
        """Shows what is still to be shown and leaves the part; one that hangs is left alone."""
        with self._change:
            self._ends = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join(PATIENCE if not self.trouble else 0.1)
        else:
            self._leave()

    def step(self) -> float | None:
        """Shows the newest, or tries to open the part if it is time for that; the seconds until there is more to do or None."""
        t = self._now()
        with self._change:
            what, given, self._news = self._what, self._given, False
        if self._opened is None and t < self._health.again:
            return self._health.again - t
        self._busy = t
        try:
            if self._opened is None:
                self._opened = self._opens()
            wait = self._opened.show(cast(T, what), t) if given else None
        except Exception as error:
            self._leave()
            return self._failed(error)
        finally:
            self._busy = None
        self._health = health = self._health.after_success(now := self._now(), bool(self.trouble))
        if health.missed and health.works is not None:
            return min(STEADY - (now - health.works), STEADY if wait is None else wait)
        if self.trouble:
            self.trouble = ""
            self._say(headed(self.name, sentence("works again")))
        return wait

    def _run(self) -> None:
        wait: float | None = 0.0
        while True:
            with self._change:
                self._change.wait_for(lambda: self._news or self._ends, wait)
                ends = self._ends
            wait = self.step()
            if ends:
                break
        self._leave()

    def _failed(self, error: Exception) -> float:
        self._health = self._health.after_failure(self._now())
        if self._health.missed and not self.trouble:
            self._lost(error.why if isinstance(error, PartFailed) else _unknown(error))
        return max(0.0, self._health.again - self._now())

    def _lost(self, why: str) -> None:
        self.trouble = headed(self.name, why)
        self._say(self.trouble)

    def _leave(self) -> None:
        opened, self._opened = self._opened, None
        with suppress(Exception):
            if opened is not None:
                opened.close()
