"""Push buttons on pins, looked at often enough that no press is missed, and their presses on the camera's clock.

Levels are read, edges are not waited for: libraries lose some of those, and a level read late heals by itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import Any

from boardcam.devices.contact import Contact, open_or_stuck
from boardcam.devices.gpio import Pins
from boardcam.events import Button, Pressed
from boardcam.rules.position import Side

LOOK = 0.015
"""s between two looks at the contacts."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a push button says."""

    button: Button
    side: Side | None = None
    held: Button | None = None
    """When it is held down; None = the same, at once."""


class Presses:
    """Presses on their way from the buttons to the game, put on the clock of the stream that they belong to.

    That clock is only known when the stream tells it, and then for a moment that has passed already; the least delay ever met is
    the difference of the clocks.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._ahead = -inf
        self._waiting: list[tuple[float, Meaning, Button]] = []
        self._lock = threading.Lock()

    def begin(self) -> None:
        """Another stream begins, whose clock is not known yet; what was pressed before belongs to none."""
        with self._lock:
            self._ahead, self._waiting = -inf, []

    def put(self, meaning: Meaning, button: Button, t: float) -> None:
        """A press at time `t` of our own clock."""
        with self._lock:
            self._waiting.append((t, meaning, button))

    def taken(self, until: float) -> tuple[Pressed, ...]:
        """The presses up to the stream's time `until`, which has just come, by the stream's clock."""
        self._ahead = max(self._ahead, until - self._now())
        with self._lock:
            due = [each for each in self._waiting if each[0] + self._ahead <= until]
            self._waiting = [each for each in self._waiting if each not in due]
        return tuple(Pressed(max(0.0, t + self._ahead), button, meaning.side) for t, meaning, button in due)

    def heard(self) -> tuple[Pressed, ...]:
        """The presses so far, by our own clock: for whoever tries the buttons. They belong to no stream any more."""
        with self._lock:
            due, self._waiting = self._waiting, []
        return tuple(Pressed(t, button, meaning.side) for t, meaning, button in due)


class PushButtons:
    """The buttons as a part of the table: `show` looks at them."""

    def __init__(self, pins: Pins, meanings: Mapping[int, Meaning], presses: Presses) -> None:
        from gpiozero import DigitalInputDevice

        self._presses = presses
        self._devices: dict[int, tuple[Any, Meaning]] = {}
        self._contacts: dict[int, Contact] = {}
        factory = pins.factory()
        try:
            for pin, meaning in meanings.items():
                device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
                self._devices[pin] = device, meaning
                self._contacts[pin] = open_or_stuck(device.value == 1, meaning.held is not None)
        except Exception:
            self.close()
            raise

    def show(self, what: object, t: float) -> float:
        """Looks at every contact at time `t`; the seconds until the next look."""
        for pin, (device, meaning) in self._devices.items():
            self._contacts[pin], said = self._contacts[pin].seen(device.value == 1, t)
            if said is not None:
                held = said[0] == "held" and meaning.held
                self._presses.put(meaning, held or meaning.button, said[1])
        return LOOK

    def close(self) -> None:
        for device, _ in self._devices.values():
            with suppress(Exception):
                device.close()
