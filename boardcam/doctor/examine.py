"""All checks, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boardcam.doctor import cameras, packages, pins, service, system
from boardcam.doctor.finding import Check, Finding
from boardcam.doctor.machine import Machine
from boardcam.table.equipment import Equipment

CHECKS: tuple[Check, ...] = (
    system.release, system.python, packages.packages, packages.networks, system.disk, packages.demo, cameras.webcams, cameras.pi,
    pins.header, pins.display, pins.buses, pins.voice, packages.page, service.state, service.port, system.clock, system.power,
    packages.simulator, packages.coach, packages.gnubg,
)  # fmt: skip


def examine(machine: Machine, table: Path | None) -> Iterator[Finding]:
    """What every check finds; `table` = the file of the table's equipment, None where there is none."""
    equipment: Equipment | None = None
    if table is not None:
        equipment, finding = service.table(table, machine)
        yield finding
    for check in CHECKS:
        yield from check(machine, equipment)


def works(findings: list[Finding]) -> bool:
    """Whether a match can be refereed."""
    return all(finding.good for finding in findings if finding.part == "base")
