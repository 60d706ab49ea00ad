"""What stands at the table, part by part; `equipment_file` reads it. A setting carries what is right for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field
from typing import Any, NamedTuple, get_args

from boardcam import config
from boardcam.events import Button


class Right(NamedTuple):
    """What a value must be."""

    words: str
    holds: Callable[[Any], bool]


def choice(*values: str | int) -> Right:
    return Right(" or ".join(map(repr, values)), lambda value: any(type(value) is type(v) and value == v for v in values))


def whole(low: int, high: int, of: str = "") -> Right:
    return Right(
        f"a whole number from {low} to {high}{of and f' ({of})'}", lambda value: type(value) is int and low <= value <= high
    )


def spi(value: Any) -> tuple[int, int] | None:
    """SPI port and chip select of a text such as "0.1"."""
    found = re.fullmatch(r"([0-9])\.([0-9])", value) if isinstance(value, str) else None
    return (int(found[1]), int(found[2])) if found else None


def _is_source(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(config.source(value))
    except ValueError:
        return False


PIN = whole(0, 27, "GPIO, not the number on the header")
SPI = Right('"0.0", "0.1" or the like: SPI port and chip select, as in /dev/spidev0.1', lambda v: spi(v) is not None)
PORT = whole(1, 65535)
TEXT = Right("a text", lambda value: isinstance(value, str) and bool(value.strip()))
SOURCE = Right("a source such as v4l:/dev/video0, as in boardcam run --source", _is_source)
WHEN = choice("always", "casual", "never")
CORNER = choice("top left", "top right", "bottom left", "bottom right")


def _set(right: Right, default: Any = MISSING) -> Any:
    """A setting of the file; without a default it must be there."""
    return field(default=default, metadata={"right": right})


@dataclass(frozen=True, slots=True)
class Page:
    """The page for phones."""

    port: int = _set(PORT, 8080)
    host: str = _set(TEXT, "0.0.0.0")
    """The address to listen on; 0.0.0.0 = the whole network, 127.0.0.1 = this computer only."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """What is kept of the camera's pictures: they are what a ruling rests on, and they show hands."""

    keep: config.Pictures = _set(choice(*get_args(config.Pictures)), "all")  # noqa: RUF009 (a field, like the others)
    """all = the board before and after a play, and its dice; dice = only the dice; none = nothing."""
    room: int = _set(whole(0, 100_000, "MB a match"), config.EVIDENCE)
    """The oldest make room for newer ones; 0 = none are kept."""
    days: int = _set(whole(0, 3650, "days"), 0)
    """After so many they are deleted; 0 = they stay as long as the match."""


@dataclass(frozen=True, slots=True)
class Display:
    """The small display; ssd1306, ssd1309 and sh1106 are on I2C, st7789 and ili9341 on SPI."""

    kind: str = _set(choice("ssd1306", "ssd1309", "sh1106", "st7789", "ili9341"))
    bus: int = _set(whole(0, 30), 1)
    """Of I2C: /dev/i2c-1."""
    address: int = _set(whole(0x03, 0x77, "0x3C as a rule"), 0x3C)
    device: str = _set(SPI, "0.0")
    """Of SPI: /dev/spidev0.0."""
    dc: int = _set(PIN, 25)
    reset: int = _set(PIN, 24)
    backlight: int | None = _set(PIN, None)
    turned: int = _set(choice(0, 180), 0)
    brightness: int = _set(whole(1, 100, "percent"), 100)

    @property
    def wide(self) -> bool:
        """320x240 in colour; otherwise 128x64 in black and white."""
        return self.kind in ("st7789", "ili9341")


@dataclass(frozen=True, slots=True)
class Lights:
    """Single LEDs, each on a pin of its own."""

    blue: int | None = _set(PIN, None)
    orange: int | None = _set(PIN, None)
    white: int | None = _set(PIN, None)
    light: int | None = _set(PIN, None)
    """At the seat of the light side: it is its turn."""
    dark: int | None = _set(PIN, None)
    brightness: int = _set(whole(1, 100, "percent"), 40)


@dataclass(frozen=True, slots=True)
class Strip:
    """LEDs along the two long edges of the board, APA102 or SK9822, a light for each point."""

    device: str = _set(SPI, "0.0")
    """A strip has no chip select: it shows whatever is sent on its port, so that it wants the port for itself."""
    first: str = _set(CORNER, "bottom right")
    """The corner, as the camera sees it, at which the strip begins, to run along the long edge there."""
    every: int = _set(whole(1, 12), 1)
    """LEDs a point."""
    bar: int = _set(whole(0, 12), 1)
    """LEDs between the two halves of a long edge; the first shows whose turn it is."""
    side: int = _set(whole(0, 144), 0)
    """LEDs along the short edge between the long ones; they stay dark."""
    brightness: int = _set(whole(1, 30, "percent; more would dazzle the camera"), 5)


@dataclass(frozen=True, slots=True)
class Buttons:
    """Push buttons from a pin to ground."""

    both: Mapping[str, int] = field(default_factory=dict)
    """Button → pin, of those that say nothing about who pressed them."""
    light: Mapping[str, int] = field(default_factory=dict)
    dark: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=lambda: {"confirm": "undo", "take": "pass", "double": "resign"})
    """What a button means that is held down for a second, where there is no other button for that."""


@dataclass(frozen=True, slots=True)
class Buzzer:
    """A passive buzzer."""

    pin: int = _set(PIN)
    when: str = _set(WHEN, "casual")
    """casual = by profiles that allow hints, which is no tournament."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What is ruled is said aloud, by espeak-ng."""

    when: str = _set(WHEN, "casual")
    speed: int = _set(whole(80, 300, "words a minute"), 150)
    volume: int = _set(whole(1, 200), 100)


@dataclass(frozen=True, slots=True)
class Equipment:
    """A table's equipment; a part that is None is not there."""

    source: str | None = _set(SOURCE, None)
    language: str = _set(choice("en", "et", "pl", "hu"), "en")
    calibration: str | None = _set(TEXT, None)
    """Where the board lies, as `boardcam calibrate` wrote it."""
    matches: str | None = _set(TEXT, None)
    """The folder that matches are kept in."""
    mains: int = _set(choice(50, 60), 50)
    """Hz of the lamps' mains: their flicker must not show in the pictures."""
    chip: int | None = _set(whole(0, 9), None)
    """/dev/gpiochipN of the pins; None = it is found by its name."""
    page: Page | None = None
    pictures: Pictures | None = None
    display: Display | None = None
    lights: Lights | None = None
    strip: Strip | None = None
    buttons: Buttons | None = None
    buzzer: Buzzer | None = None
    voice: Voice | None = None


SECTIONS: Mapping[str, type[Any]] = {
    "page": Page, "pictures": Pictures, "display": Display, "lights": Lights, "strip": Strip, "buttons": Buttons,
    "buzzer": Buzzer, "voice": Voice,
}  # fmt: skip
LEDS = ("blue", "orange", "white", "light", "dark")
BUTTONS = get_args(Button)
