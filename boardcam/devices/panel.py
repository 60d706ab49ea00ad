"""A small display driven by luma: an OLED of 128x64 on I2C, or an LCD of 320x240 in colour on SPI.

On I2C nothing but smbus2 is needed: the first choice. An address or a bus that was misnamed is told with those that do answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from PIL.Image import Image

from boardcam.devices.gpio import Pins
from boardcam.devices.part import PartFailed, forbidden, missing, off
from boardcam.devices.spi import Levels, open_spi
from boardcam.rules.sentence import Sentence, sentence

ADDRESSES = (0x3C, 0x3D)
"""Of all small OLEDs."""
NOTHING = 0xE3
"""The command of all of them that does nothing."""


class Panel:
    """A luma device as a Display."""

    def __init__(self, device: Any, brightness: float = 1.0) -> None:
        self._device = device
        device.persist = True  # it is left dark by `close`, not by luma at the end of the program
        if device.mode == "1":
            device.contrast(max(1, round(255 * brightness)))

    @property
    def size(self) -> tuple[int, int]:
        width, height = self._device.size
        return width, height

    @property
    def mode(self) -> Literal["1", "RGB"]:
        return "1" if self._device.mode == "1" else "RGB"

    def show(self, image: Image) -> None:
        self._device.display(image)

    def close(self) -> None:
        with suppress(Exception):
            self._device.clear()
            self._device.hide()
        self._device.cleanup()


def open_oled(kind: str, bus: int, address: int, turned: int = 0, brightness: float = 1.0, *, smbus: Any = None) -> Panel:
    """An ssd1306, ssd1309 or sh1106; `smbus` = an open bus in place of the one named, for tests. Raises PartFailed."""
    try:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError
        from luma.core.interface.serial import i2c
        from luma.oled import device as oled
    except ImportError as error:
        raise missing("luma.oled", error) from error
    serial = None
    try:
        serial = i2c(bus=smbus, port=bus, address=address)
        serial.command(NOTHING)  # a device of luma's is kept until the program ends: none is made for a display that is not there
        return Panel(getattr(oled, kind)(serial, rotate=turned // 90), brightness)
    except DevicePermissionError as error:
        raise forbidden(f"/dev/i2c-{bus}", "i2c") from error
    except (DeviceNotFoundError, OSError) as error:
        if serial is not None:
            with suppress(Exception):
                serial.cleanup()
        why = sentence("no {kind} answers at I2C bus {bus}, address {address}", kind=kind, bus=bus, address=f"0x{address:02X}")
        raise PartFailed(why, _elsewhere(bus, address)) from error


def open_lcd(
    kind: str, port: int, device: int, pins: Pins, *, dc: int, reset: int, backlight: int | None = None, turned: int = 0,
    brightness: float = 1.0,
) -> Panel:  # fmt: skip
    """An st7789 or ili9341. Raises PartFailed."""
    try:
        from luma.lcd import device as lcd
    except ImportError as error:
        raise missing("luma.lcd", error) from error
    levels = Levels(pins)
    try:
        serial = open_spi(port, device, levels, dc=dc, reset=reset, hertz=32_000_000)
        shines = Backlight(pins, backlight, brightness)
        return Panel(getattr(lcd, kind)(serial, width=320, height=240, rotate=turned // 90, backlight=shines))
    except Exception:
        levels.cleanup()
        raise


class Backlight:
    """What luma asks to switch the light behind an LCD; without a pin it is always lit."""

    def __init__(self, pins: Pins, pin: int | None, brightness: float) -> None:
        self._brightness = brightness
        self._led: Any = None
        if pin is not None:
            from gpiozero import PWMLED

            self._led = PWMLED(pin, pin_factory=pins.factory())

    def __call__(self, on: bool) -> None:
        if self._led is not None:
            self._led.value = self._brightness if on else 0.0

    def cleanup(self) -> None:
        if self._led is not None:
            self._led.close()


def _elsewhere(bus: int, address: int) -> Sentence:
    """What to do when nothing answers: where something does, or what to switch on."""
    found = tuple(
        sentence("bus {bus}, address {address}", bus=other, address=f"0x{at:02X}")
        for other, at in _answering()
        if (other, at) != (bus, address)
    )
    if found:
        return sentence("something answers at {places}: write that into table.toml", places=found)
    if not Path(f"/dev/i2c-{bus}").exists():
        return off("I2C", "do_i2c")
    return sentence("check its four wires (3.3 V, ground, SDA to GPIO 2, SCL to GPIO 3); i2cdetect -y shows what answers")


def _answering() -> Iterator[tuple[int, int]]:
    """(bus, address) of every small OLED's address that something answers at."""
    import smbus2

    for path in sorted(Path("/dev").glob("i2c-*")):
        number = int(path.name.removeprefix("i2c-"))
        for address in ADDRESSES:
            with suppress(OSError), smbus2.SMBus(number) as bus:
                bus.read_byte(address)
                yield number, address
