"""The pins and buses, and what table.toml says is connected to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardcam.doctor.cameras import opened
from boardcam.doctor.finding import Finding, tried
from boardcam.doctor.machine import Machine
from boardcam.doctor.system import is_pi
from boardcam.table.equipment import Equipment, spi

CHIP = """
from boardcam.devices.gpio import Pins
pins = Pins({chip!r})
pins.factory()
pins.close()
print("they can be opened")
"""


def display(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    """A small display on I2C: whether anything answers at its address, and if not, where."""
    screen = equipment.display if equipment else None
    buses = machine.names("/dev/i2c-*")
    if screen is None or screen.wide:
        if is_pi(machine):
            remedy = "for a small display: sudo raspi-config nonint do_i2c 0"
            yield Finding("I2C", bool(buses), ", ".join(buses) or "off", remedy, "extra")
        return
    path = f"/dev/i2c-{screen.bus}"
    if path not in buses:
        remedy = "sudo raspi-config nonint do_i2c 0" + (f"; or set bus under [display]: {', '.join(buses)}" if buses else "")
        yield Finding("display", False, f"there is no {path}", remedy, "extra")
    elif not machine.may(path):
        yield from opened(machine, path, "display")
    else:
        yield _answer(machine, screen.bus, screen.address, buses)


def _answer(machine: Machine, bus: int, address: int, buses: tuple[str, ...]) -> Finding:
    if not machine.found("i2cdetect"):
        return Finding("display", True, f"/dev/i2c-{bus}; nobody has looked whether it answers", part="extra")
    others = [int(path.rpartition("-")[2]) for path in buses]
    here = {number: _addresses(machine.run("i2cdetect", "-y", str(number)).out) for number in (bus, *others)}
    if address in here[bus]:
        return Finding("display", True, f"it answers at {address:#04x} on /dev/i2c-{bus}", part="extra")
    remedy = "check power, ground, SDA and SCL (docs/wiring.md)"
    for number, found in here.items():
        if address in found:
            remedy = f"it answers on bus {number}: set bus = {number} under [display]"
    if alike := sorted(here[bus] & {0x3C, 0x3D}):
        remedy = f"one answers at {alike[0]:#04x}: set address = {alike[0]:#04x} under [display]"
    return Finding("display", False, f"nothing answers at {address:#04x} on /dev/i2c-{bus}", remedy, "extra")


def _addresses(table: str) -> set[int]:
    """The addresses that i2cdetect shows; UU = taken by a driver of the kernel."""
    found = set()
    for row, cells in re.findall(r"^([0-7])0: (.*)$", table, re.MULTILINE):
        for column in range(16):
            cell = cells[3 * column : 3 * column + 2].strip()
            if cell and cell != "--":
                found.add(int(row, 16) * 16 + column)
    return found


def buses(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    """SPI, where a display or a strip hangs on it."""
    wanted = []
    if equipment and equipment.display and equipment.display.wide:
        wanted.append(("display", equipment.display.device))
    if equipment and equipment.strip:
        wanted.append(("strip", equipment.strip.device))
    for what, device in wanted:
        port = spi(device)
        path = f"/dev/spidev{port[0]}.{port[1]}" if port else device
        if path in machine.names("/dev/spidev*"):
            yield from opened(machine, path, what)
        else:
            yield Finding(
                what, False, f"there is no {path}", "sudo raspi-config nonint do_spi 0, or set device in table.toml", "extra"
            )


def header(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    """The header's pins, through the library that is used at the table."""
    used = equipment and (
        equipment.lights or equipment.buttons or equipment.buzzer or (equipment.display and equipment.display.wide)
    )
    if not used and not is_pi(machine):
        return
    ran = machine.python(CHIP.format(chip=equipment.chip if equipment else None))
    yield tried("pins", ran, "for lights and buttons: sudo apt-get install -y python3-lgpio, then run install.sh again", "extra")


def voice(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    wanted = bool(equipment and equipment.voice and equipment.voice.when != "never")
    program = machine.found("espeak-ng")
    detail = program or "none"
    if program and wanted and not machine.names("/dev/snd/pcm*p"):
        yield Finding("voice", False, "there is no loudspeaker", 'connect one (aplay -l lists them), or when = "never"', "extra")
        return
    yield Finding("voice", bool(program), detail, "to have rulings said aloud: sudo apt-get install -y espeak-ng", "extra")
