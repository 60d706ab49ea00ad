"""Single LEDs on pins: the signal's lamps, and one at each seat for whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from boardcam.devices.gpio import Pins
from boardcam.devices.lights import lamp, standing_in
from boardcam.events import Lit


class Leds:
    """Lamp → pin: blue, orange and white for the signal, light and dark for the turn; any of them may be missing."""

    def __init__(self, pins: Pins, lamps: Mapping[str, int], brightness: float) -> None:
        from gpiozero import PWMLED

        self._brightness = brightness
        self._lamps: dict[str, Any] = {}
        factory = pins.factory()
        try:
            for name, pin in lamps.items():
                self._lamps[name] = PWMLED(pin, pin_factory=factory)
        except Exception:
            self.close()
            raise

    def show(self, lit: Lit, t: float) -> float | None:
        colour, wait = lamp(lit.signal, t)
        on = (standing_in(colour, self._lamps) if colour else None, lit.turn.colour if lit.turn else None)
        for name, led in self._lamps.items():
            value = self._brightness if name in on else 0.0
            if led.value != value:
                led.value = value
        return wait

    def close(self) -> None:
        for led in self._lamps.values():
            with suppress(Exception):
                led.close()
