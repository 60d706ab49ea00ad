"""The file `/etc/boardcam/table.toml`, read and checked before anything is opened.

    source = "v4l:/dev/video0"
    language = "et"
    [display]
    kind = "ssd1306"

A part that the file does not name is not there. Everything that is wrong is named at once, each with what would be right; nothing
is corrected silently. `systemd/table.toml` is an example with every setting in it.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from boardcam.table.equipment import BUTTONS, LEDS, PIN, SECTIONS, Buttons, Display, Equipment, Right, choice

PLACE = Path("/etc/boardcam/table.toml")
"""Where the service looks for it."""
TAKEN = {"I2C 1": (2, 3), "SPI 0": (7, 8, 9, 10, 11), "SPI 1": (18, 19, 20, 21)}
"""Bus → its pins."""


class BadEquipment(ValueError):
    """The file cannot be obeyed; a line for everything that is wrong with it."""


def load(path: Path) -> Equipment:
    """The equipment that a file names. Raises BadEquipment, and OSError where the file cannot be read."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadEquipment(f"{path}: this is no text in UTF-8: {error.reason} at byte {error.start}") from error
    except BadEquipment as error:
        raise BadEquipment("\n".join(f"{path}: {line}" for line in str(error).splitlines())) from error


def parse(text: str) -> Equipment:
    """The equipment that a file's text names. Raises BadEquipment, a line for each thing that is wrong."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadEquipment(f'{error}; settings look like language = "et", sections like [display]') from error
    wrong = list(_problems(told))
    if not wrong:
        found = Equipment(**{name: _part(name, value) for name, value in told.items()})
        wrong = list(_conflicts(found))
    if wrong:
        raise BadEquipment("\n".join(wrong))
    return found


def _part(name: str, value: Any) -> Any:
    return value if name not in SECTIONS else _buttons(value) if name == "buttons" else SECTIONS[name](**value)


def _buttons(told: Mapping[str, Any]) -> Buttons:
    apart = {name: told[name] for name in ("light", "dark", "held") if name in told}
    return Buttons({name: pin for name, pin in told.items() if name not in apart}, **apart)


def _problems(told: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with single settings."""
    settings = {name: value for name, value in told.items() if name not in SECTIONS}
    yield from _wrong("", Equipment, settings, more=SECTIONS)
    for name, section in SECTIONS.items():
        if name not in told:
            continue
        if not isinstance(told[name], dict):
            yield f"{name}: this is a section; write [{name}] on a line of its own, and its settings below"
        elif name == "buttons":
            yield from _wrong_buttons(told[name])
        else:
            yield from _wrong(f"[{name}] ", section, told[name])


def _wrong(where: str, section: type[Any], told: Mapping[str, Any], more: Mapping[str, Any] | None = None) -> Iterator[str]:
    known = {one.name: one for one in fields(section) if "right" in one.metadata}
    for name, value in told.items():
        if name not in known:
            yield f"{where}{name}: there is no such setting; {_near(name, [*known, *(more or ())])}"
        elif not known[name].metadata["right"].holds(value):
            yield f"{where}{name} = {_written(value)}: say {known[name].metadata['right'].words}"
    yield from (
        f"{where}{name}: this must be said: {one.metadata['right'].words}"
        for name, one in known.items()
        if name not in told and _needed(one)
    )


def _wrong_buttons(told: Mapping[str, Any]) -> Iterator[str]:
    inner = {name: value for name, value in told.items() if name in ("light", "dark", "held")}
    yield from _wrong_presses("[buttons] ", {name: pin for name, pin in told.items() if name not in inner}, PIN)
    for name, value in inner.items():
        if isinstance(value, dict):
            yield from _wrong_presses(f"[buttons.{name}] ", value, choice(*BUTTONS) if name == "held" else PIN)
        else:
            yield f"[buttons] {name}: this is a section; write [buttons.{name}] on a line of its own, and its buttons below"


def _wrong_presses(where: str, told: Mapping[str, Any], right: Right) -> Iterator[str]:
    for name, value in told.items():
        if name not in BUTTONS:
            yield f"{where}{name}: there is no such button; {_near(name, list(BUTTONS))}"
        elif not right.holds(value):
            yield f"{where}{name} = {_written(value)}: say {right.words}"


def _conflicts(found: Equipment) -> Iterator[str]:
    """What is wrong with settings that are right one by one."""
    users = defaultdict(list)
    for pin, user in _pins(found):
        users[pin].append(user)
    yield from (f"GPIO {pin} is used twice, by {' and '.join(of)}: give each a pin of its own"
                for pin, of in sorted(users.items()) if len(of) > 1)  # fmt: skip
    display, strip = _bus(found.display), _spi(found.strip.device) if found.strip else ""
    for bus in (bus for bus in TAKEN if bus in (display, strip)):
        for pin in (pin for pin in TAKEN[bus] if pin in users):
            yield f"GPIO {pin} belongs to {bus}, by which the display or the strip is connected: move {users[pin][0]}"
    if strip and strip == display:
        other = "1.0" if strip == "SPI 0" else "0.0"
        yield f"[strip] device: the display is on {strip} too, and a strip would show what is sent to it, having no chip select: " \
            f'connect the strip to the other port and write device = "{other}" (SPI 1: data GPIO 20, clock GPIO 21, ' \
            "dtoverlay=spi1-1cs in config.txt)"  # fmt: skip


def _bus(display: Display | None) -> str:
    return "" if display is None else _spi(display.device) if display.wide else f"I2C {display.bus}"


def _spi(device: str) -> str:
    return f"SPI {device[0]}"


def _pins(found: Equipment) -> Iterator[tuple[int, str]]:
    """(pin, who uses it)."""
    if found.display and found.display.wide:
        yield from _of("[display] ", {name: getattr(found.display, name) for name in ("dc", "reset", "backlight")})
    if found.lights:
        yield from _of("[lights] ", {name: getattr(found.lights, name) for name in LEDS})
    if found.buttons:
        yield from _of("[buttons] ", found.buttons.both)
        yield from _of("[buttons.light] ", found.buttons.light)
        yield from _of("[buttons.dark] ", found.buttons.dark)
    if found.buzzer:
        yield found.buzzer.pin, "[buzzer] pin"


def _of(section: str, pins: Mapping[str, int | None]) -> Iterator[tuple[int, str]]:
    return ((pin, section + name) for name, pin in pins.items() if pin is not None)


def _near(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


def _needed(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING
