"""How what is about a table changes: from one state of things to another over some time."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from boardcam.sim.motions import ease
from boardcam.sim.surroundings import Head, Knock, Light, Surroundings


@dataclass(frozen=True, slots=True)
class Change:
    """`start` and `end` in s."""

    start: float
    end: float
    before: Surroundings
    after: Surroundings

    def at(self, t: float) -> Surroundings:
        """How things are at a time, s; what has no halfway (a thing put down, a new head) is there from the start."""
        if t >= self.end:
            return self.after
        if t < self.start:
            return self.before
        u = (t - self.start) / (self.end - self.start)
        a, b, s = self.before, self.after, ease(u)
        return replace(
            b, knock=_knock(a.knock, b.knock, _swung(u)), light=_light(a.light, b.light, s), head=_head(a.head, b.head, s)
        )


def _swung(u: float) -> float:
    """A knocked arm swings out: past its new place, and back."""
    return 1.0 - (1.0 - u) ** 2 * math.cos(3.0 * math.pi * u)


def _mid(a: float, b: float, s: float) -> float:
    return a + (b - a) * s


def _knock(a: Knock, b: Knock, s: float) -> Knock:
    return b if a == b else Knock(_mid(a.x, b.x, s), _mid(a.y, b.y, s), _mid(a.turn, b.turn, s))


def _light(a: Light, b: Light, s: float) -> Light:
    if a == b:
        return b
    red, green, blue = (_mid(p, q, s) for p, q in zip(a.day, b.day, strict=True))
    return Light(_mid(a.lamp, b.lamp, s), (red, green, blue), a.metered or b.metered)


def _head(a: Head | None, b: Head | None, s: float) -> Head | None:
    if a is None or b is None or a == b:
        return b if b is not None else a if s < 1.0 else None
    return replace(b, x=_mid(a.x, b.x, s), y=_mid(a.y, b.y, s), z=_mid(a.z, b.z, s))
