"""A passive buzzer: short patterns that tell by their number and pitch what happened, and leave the rest to the display."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from boardcam.devices.gpio import Pins
from boardcam.events import Signal

Tune = tuple[tuple[float | None, float], ...]
"""Hz, None = silent, and for how many seconds."""
HIGH, LOW = 880.0, 330.0
TUNES: dict[Signal, Tune] = {
    "illegal": ((LOW, 0.25), (None, 0.1), (LOW, 0.25)),
    "again": ((LOW, 0.1), (None, 0.1), (LOW, 0.1), (None, 0.1), (LOW, 0.1)),
    "ask": ((HIGH, 0.1), (None, 0.1), (HIGH, 0.1)),
    "lost": ((HIGH, 0.2), (LOW, 0.4)),
    "camera": ((HIGH, 0.2), (LOW, 0.2), (HIGH, 0.2), (LOW, 0.2)),
}
"""A legal play is silent."""


@dataclass(frozen=True, slots=True)
class Call:
    """What is to be heard, and which one it is: a new number plays the tune anew."""

    signal: Signal
    number: int


def tone(tune: Tune, t: float) -> tuple[float | None, float | None]:
    """What sounds `t` seconds after a tune began, and for how many seconds more; None = it is over."""
    for pitch, seconds in tune:
        if t < seconds - 1e-6:
            return pitch, seconds - t
        t -= seconds
    return None, None


class Buzzer:
    """The buzzer as a part of the table."""

    def __init__(self, pins: Pins, pin: int) -> None:
        from gpiozero import PWMOutputDevice

        self._device: Any = PWMOutputDevice(pin, frequency=HIGH, pin_factory=pins.factory())
        self._call: Call | None = None
        self._began = 0.0

    def show(self, call: Call, t: float) -> float | None:
        if call != self._call:
            self._call, self._began = call, t
        pitch, wait = tone(TUNES.get(call.signal, ()), t - self._began)
        if pitch is None:
            self._device.off()
        else:
            self._device.frequency, self._device.value = pitch, 0.5
        return wait

    def close(self) -> None:
        with suppress(Exception):
            self._device.close()
