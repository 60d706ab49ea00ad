"""The signal light at the table's edge: one signal at a time, never by colour alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from boardcam.events import Signal

SIGNALS: dict[Signal, tuple[tuple[int, int, int], bool]] = {
    "off": ((0, 0, 0), False),
    "legal": ((0x00, 0x72, 0xB2), False),
    "illegal": ((0xE6, 0x9F, 0x00), True),
    "ask": ((0xFF, 0xFF, 0xFF), True),
}
"""RGB and whether it blinks. Blue and orange of Okabe and Ito: told apart by colour-blind players, and the blinking tells all."""


class Lights(Protocol):
    def show(self, signal: Signal) -> None:
        """Shows a signal until the next one."""


@dataclass(slots=True)
class LightsLog:
    """Lights without lamps: remembers what was shown, in order, without repeats."""

    shown: list[Signal] = field(default_factory=list)

    def show(self, signal: Signal) -> None:
        if not self.shown or self.shown[-1] != signal:
            self.shown.append(signal)
