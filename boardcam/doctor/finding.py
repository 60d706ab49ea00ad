"""A finding: one thing looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from boardcam.doctor.machine import Machine, Ran
from boardcam.doctor.troubles import explained
from boardcam.table.equipment import Equipment


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at, and what came of it."""

    what: str
    good: bool
    detail: str
    remedy: str = ""
    """What to do when it is not good."""
    part: Literal["base", "extra"] = "base"
    """base: nothing works without it; extra: only what the remedy names does not."""


Check = Callable[[Machine, Equipment | None], Iterator[Finding]]


def tried(what: str, ran: Ran, remedy: str, part: Literal["base", "extra"] = "base", good: str = "here") -> Finding:
    """What came of a program that was tried: what it printed, or why it failed, with the remedy for that failure if it is a known
    one, and `remedy` otherwise."""
    if ran.code == 0:
        return Finding(what, True, ran.out.strip() or good, part=part)
    trouble = explained(ran.reason)
    detail = f"{trouble.what} ({ran.last})" if trouble else ran.last
    return Finding(what, False, detail, trouble.remedy if trouble else remedy, part)
