"""The computer itself: its system, its Python, its disk, its clock, its power."""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardcam import __version__
from boardcam.doctor.finding import Finding
from boardcam.doctor.machine import Machine
from boardcam.table.equipment import Equipment

RELEASES = {"12": (3, 11), "13": (3, 13)}
"""Debian's releases that boardcam is tried on, Raspberry Pi OS's alike, and the Python of each."""
STATE = "/var/lib/boardcam"
LEAST = 100
"""MB that must be free; a match takes up to 70 with its pictures."""
HOT = 80.0
"""°C at which a Pi begins to slow down."""
POWER = {
    0: "too little voltage now", 1: "slowed down now", 2: "throttled now", 3: "too hot now",
    16: "too little voltage since the start", 17: "slowed down since the start", 18: "throttled since the start",
    19: "too hot since the start",
}  # fmt: skip
"""Bits of `vcgencmd get_throttled`."""


def is_pi(machine: Machine) -> bool:
    return "Raspberry Pi" in (machine.read("/proc/device-tree/model") or "")


def release(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    told = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', machine.read("/etc/os-release") or "", re.MULTILINE))
    name, number = told.get("PRETTY_NAME", "unknown"), told.get("VERSION_ID", "")
    known = told.get("ID") in ("debian", "raspbian") and number in RELEASES
    model = machine.read("/proc/device-tree/model")
    remedy = "boardcam is tried on Raspberry Pi OS and Debian, 12 (Bookworm) and 13 (Trixie)"
    if told.get("ID") in ("debian", "raspbian") and number in ("10", "11"):
        remedy = "picamera2 is too old on it: write Raspberry Pi OS 12 or 13 (64 bit) to the card"
    yield Finding("system", known, f"{name}{f' on a {model}' if model else ''}", remedy, "extra")
    # A 64-bit kernel often runs a 32-bit system; Python knows which it is.
    remedy = "onnxruntime needs a 64-bit system: write the 64-bit Raspberry Pi OS to the card"
    yield Finding(
        "64 bit",
        machine.facts.wide,
        machine.facts.architecture if machine.facts.wide else f"a 32-bit system on {machine.facts.architecture}",
        remedy,
    )


def python(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    facts = machine.facts
    here = f"{facts.python[0]}.{facts.python[1]}, boardcam {__version__}"
    yield Finding("Python", facts.python >= (3, 11), here, "boardcam needs Python 3.11 or later (Debian 12, Raspberry Pi OS 12)")
    if not is_pi(machine):
        return
    remedy = "run install.sh again; by hand: /usr/bin/python3 -m venv --system-site-packages DIR, and boardcam into it"
    told = (machine.read(f"{facts.environment}/pyvenv.cfg") or "").lower() if facts.environment else ""
    sees = facts.environment is None or "include-system-site-packages = true" in told
    if not facts.system:
        detail = "it is not the system's own, for which alone libcamera and picamera2 are built"
    elif not sees:
        detail = "it does not see the system's packages, so it has no libcamera and no picamera2"
    else:
        detail = "the system's own, with the system's packages"
    yield Finding("environment", facts.system and sees, detail, remedy, "extra")


def disk(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    place = STATE if machine.may(STATE) else "."
    free = machine.room(place)
    remedy = "a match takes up to 70 MB: remove old ones (boardcam matches remove), or use a larger card"
    yield Finding("disk", free > LEAST, f"{free:,.0f} MB free in {'this folder' if place == '.' else place}", remedy)


def clock(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    told = machine.run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    if told.code == 0 and told.out.strip() in ("yes", "no"):
        good = told.out.strip() == "yes"
        detail = "set by the network" if good else "not set by the network since the start"
        yield Finding(
            "clock", good, detail, "matches bear a wrong date, and are refereed all the same: connect it to a network", "extra"
        )


def power(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    """Heat and power, which only a Pi tells."""
    told = machine.run("vcgencmd", "get_throttled")
    if found := re.search(r"throttled=(0x[0-9a-fA-F]+|\d+)", told.out):
        bits = int(found[1], 0)
        words = ", ".join(text for bit, text in POWER.items() if bits >> bit & 1)
        remedy = "use the official power supply (Pi 5: 5 V, 5 A) and a fan; a throttled Pi sees fewer frames"
        yield Finding("power", bits == 0, f"{words} ({bits:#x})" if bits else "never too little since the start", remedy, "extra")
    heat = machine.read("/sys/class/thermal/thermal_zone0/temp") if is_pi(machine) else None
    if heat and heat.isdigit():
        degrees = int(heat) / 1000
        yield Finding("heat", degrees < HOT, f"{degrees:.0f} °C", "put a fan on it, and nothing over it", "extra")
