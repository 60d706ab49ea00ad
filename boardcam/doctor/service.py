"""The service: the file it reads, whether it runs, what its log says, and who has the page's port."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boardcam.doctor.finding import Finding
from boardcam.doctor.machine import Machine
from boardcam.doctor.troubles import Trouble, explained
from boardcam.table import equipment_file
from boardcam.table.equipment import Equipment

ASKED = ("LoadState", "ActiveState", "SubState", "Result", "NRestarts", "StatusText")
PORT = 8080
LINES = 200
"""of the log that are looked through."""


def table(path: Path, machine: Machine) -> tuple[Equipment | None, Finding]:
    """The equipment that a file names, and what is to be said of it."""
    text = machine.read(str(path))
    if text is None:
        remedy = f"run doctor with sudo, or copy {path}.example there"
        return None, Finding("table.toml", False, f"{path} cannot be read", remedy, "extra")
    try:
        found = equipment_file.parse(text)
    except ValueError as error:
        first, *more = str(error).splitlines()
        detail = first + (f" (and {len(more)} more: boardcam equipment {path})" if more else "")
        return None, Finding("table.toml", False, detail, f"put it right in {path}", "extra")
    return found, Finding("table.toml", True, str(path), part="extra")


def state(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    told = machine.run("systemctl", "show", "boardcam", *(f"--property={name}" for name in ASKED))
    told_of = dict(line.split("=", 1) for line in told.out.splitlines() if "=" in line)
    if told.code or told_of.get("LoadState") != "loaded":
        return  # it is not installed as a service here, or this is no system that runs services
    active, restarts = told_of.get("ActiveState") == "active", int(told_of.get("NRestarts") or 0)
    words = f"{told_of['ActiveState']} ({told_of.get('SubState')})"
    if told_of.get("StatusText"):
        words += f": {told_of['StatusText']}"
    if not active and told_of.get("Result") not in ("success", None):
        words += f"; it ended with {told_of['Result']}"
    if restarts:
        words += f"; started again {'once' if restarts == 1 else f'{restarts} times'}"
    yield Finding("service", active, words, "sudo systemctl start boardcam; journalctl -u boardcam says why it stopped", "extra")
    yield from _log(machine)


def _log(machine: Machine) -> Iterator[Finding]:
    """Troubles that its log tells of, each once, the latest first."""
    told = machine.run("journalctl", "--unit=boardcam", "--boot", f"--lines={LINES}", "--output=cat", "--no-pager")
    named: list[Trouble] = []
    for line in reversed(told.out.splitlines()):
        trouble = explained(line)
        if trouble is not None and trouble not in named:
            named.append(trouble)
            yield Finding("log", False, f"{trouble.what} ({line.strip()[:120]})", trouble.remedy, "extra")


def port(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    if equipment is None:
        return
    number = equipment.page.port if equipment.page else PORT
    # In a chroot systemctl answers nothing, and calls that a success.
    runs = machine.run("systemctl", "is-active", "boardcam").out.strip() == "active"
    there = machine.listens(number)
    if runs:
        yield Finding("port", there, f"{number} answers" if there else f"nobody answers at {number}",
                      "journalctl -u boardcam says why the page is not there", "extra")  # fmt: skip
    else:
        yield Finding("port", not there, f"{number} is taken" if there else f"{number} is free",
                      "another program has it: set port under [page] in table.toml", "extra")  # fmt: skip
