"""How old the newest picture is, and what the parts of a table show when it is too old: not the last state as if it still were so.

The loop says when a picture has come; the parts ask in threads of their own, so that a loop that hangs is seen as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from boardcam.devices.part import Opened

T = TypeVar("T")
OLD = 5.0
"""s after which what is shown may no longer be so."""
TICK = 1.0
"""s between two looks at what is old."""


@dataclass(slots=True)
class Fresh:
    """When the newest picture came, by the clock of the parts, s; None = none is expected."""

    at: float | None = None

    def age(self, t: float) -> float:
        """How old it is at time `t`, s; 0 where none is expected."""
        at = self.at
        return 0.0 if at is None else max(0.0, t - at)


@dataclass(slots=True)
class Dated(Generic[T]):
    """A part that shows what is old as such."""

    opened: Opened[T]
    fresh: Fresh
    old: Callable[[T, int], T]
    """What is shown instead of something that is so many seconds old."""

    def show(self, what: T, t: float) -> float | None:
        age = self.fresh.age(t)
        if age >= OLD:
            return _sooner(self.opened.show(self.old(what, int(age)), t), TICK)
        wait = self.opened.show(what, t)
        return wait if self.fresh.at is None else _sooner(wait, max(TICK / 4, OLD - age))

    def close(self) -> None:
        self.opened.close()


def _sooner(wait: float | None, other: float) -> float:
    return other if wait is None else min(wait, other)
