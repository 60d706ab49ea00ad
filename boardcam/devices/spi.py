"""An SPI port for luma, with the pins of a display, if it has any, by way of gpiozero: RPi.GPIO does not work on a Pi 5."""

from __future__ import annotations

import errno
from typing import Any

from boardcam.devices.gpio import Pins
from boardcam.devices.part import PartFailed, forbidden, missing, off
from boardcam.rules.sentence import sentence


class Levels:
    """What luma takes for RPi.GPIO: output pins, by their numbers."""

    OUT, LOW, HIGH = "out", False, True

    def __init__(self, pins: Pins) -> None:
        self._pins = pins
        self._outputs: dict[int, Any] = {}

    def setup(self, pin: int, direction: str) -> None:
        from gpiozero import DigitalOutputDevice

        if pin not in self._outputs:
            self._outputs[pin] = DigitalOutputDevice(pin, pin_factory=self._pins.factory())

    def output(self, pin: int, high: bool) -> None:
        self._outputs[pin].value = bool(high)

    def cleanup(self, pins: object = None) -> None:
        while self._outputs:
            self._outputs.popitem()[1].close()


def open_spi(
    port: int, device: int, levels: Levels | None = None, *, dc: int | None = None, reset: int | None = None, hertz: int = 8_000_000
) -> Any:
    """luma's SPI interface on /dev/spidevPORT.DEVICE. Raises PartFailed."""
    path = f"/dev/spidev{port}.{device}"
    try:
        from luma.core.error import DeviceNotFoundError, UnsupportedPlatform
        from luma.core.interface.serial import noop, spi
    except ImportError as error:
        raise missing("luma", error) from error
    try:
        return spi(
            gpio=levels or noop(), port=port, device=device, gpio_DC=dc, gpio_RST=reset, bus_speed_hz=hertz,
            reset_hold_time=0.02, reset_release_time=0.15,  # an LCD is deaf for 0.12 s after its reset
        )  # fmt: skip
    except (UnsupportedPlatform, ImportError) as error:
        raise missing("spidev", error, "sudo apt-get install -y python3-spidev") from error
    except (DeviceNotFoundError, OSError) as error:
        if getattr(error, "errno", errno.ENOENT) in (errno.EACCES, errno.EPERM):
            raise forbidden(path, "spi") from error
        why = sentence("{path} cannot be opened ({error})", path=path, error=str(error))
        hint = off("SPI", "do_spi")
        raise PartFailed(why, hint) from error
