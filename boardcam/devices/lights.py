"""The lights at the table's edge: what they show at a moment, as a pure function of the state of the game and the time.

No signal differs from another by its colour alone: each has a rhythm of its own, so that one lamp would do. Nothing flashes more
than three times a second. What is as it should be stays still; only what asks for something blinks, and `boardcam bench lights`
measures that the eyes are not disturbed by it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from math import inf
from typing import Literal, Protocol

from boardcam.events import Lit, Signal

Colour = Literal["blue", "orange", "white"]
RGB: dict[Colour, tuple[int, int, int]] = {"blue": (0x00, 0x72, 0xB2), "orange": (0xE6, 0x9F, 0x00), "white": (0xFF, 0xFF, 0xFF)}
"""Blue and orange of Okabe and Ito, which colour-blind players tell apart."""

Rhythm = tuple[tuple[Colour | None, float], ...]
"""Lamp and for how many seconds, over and over; None = dark."""
SIGNALS: dict[Signal, Rhythm] = {
    "off": ((None, inf),),
    "legal": (("blue", inf),),
    "illegal": (("orange", 0.5), (None, 0.5)),
    "again": (("orange", 0.2), (None, 0.2), ("orange", 0.2), (None, 0.9)),
    "ask": (("white", 1.0), (None, 1.0)),
    "lost": (("white", 1.0), ("orange", 1.0), (None, 0.4)),
    "camera": (("white", 0.2), (None, 0.2), ("white", 0.2), (None, 1.4)),
}
INSTEAD: dict[Colour, tuple[Colour, ...]] = {
    "blue": ("white", "orange"), "orange": ("white", "blue"), "white": ("orange", "blue"),
}  # fmt: skip
"""Lamps that stand in for one that is not there; the rhythm still tells."""


class Lights(Protocol):
    """Lamps of some kind, as a part of the table."""

    def show(self, lit: Lit, t: float) -> float | None:
        """Shows what is lit at time `t`; the seconds until that looks otherwise, None = it stays so."""

    def close(self) -> None: ...


def lamp(signal: Signal, t: float) -> tuple[Colour | None, float | None]:
    """Which lamp is on at time `t`, and for how many seconds more; None = until something else is shown."""
    rhythm = SIGNALS[signal]
    if len(rhythm) == 1:
        return rhythm[0][0], None
    left = t % sum(seconds for _, seconds in rhythm)
    for colour, seconds in rhythm:
        if left < seconds - 1e-6:
            return colour, seconds - left
        left -= seconds
    return rhythm[0]  # within a rounding error of the end it begins anew


def standing_in(colour: Colour, there: Collection[str]) -> Colour | None:
    """The lamp itself or the one that shines in its stead; None = no lamp is there."""
    return next((one for one in (colour, *INSTEAD[colour]) if one in there), None)


@dataclass(slots=True)
class LightsLog:
    """Lights without lamps: remembers what was shown, in order, without repeats."""

    shown: list[Signal] = field(default_factory=list)

    def show(self, lit: Lit, t: float) -> float | None:
        if not self.shown or self.shown[-1] != lit.signal:
            self.shown.append(lit.signal)
        return None

    def close(self) -> None:
        pass
