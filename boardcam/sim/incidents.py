"""Incidents on order: what can go wrong at a table, and in which turns it does."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

Incident = Literal[
    "cocked", "on_checker", "wrong_half", "both_halves", "premature", "changed", "illegal", "illegal_corrected", "doubled",
    "bump", "turned", "askew", "lamp", "cloud", "lean", "linger", "beside", "cup",
]  # fmt: skip
"""cocked, on_checker, wrong_half, both_halves: a roll that does not count (R83, R84), lifted and rolled again · premature: the
opponent rolls before the dice are lifted (R86) · changed: a play is taken back and another one made before lifting (R85) ·
illegal: an illegal play on which the opponent rolls (R87) · illegal_corrected: one that is put right before his next roll ·
doubled: a double, whatever the position, that is taken (R49, R52) · bump, turned, askew, lamp, cloud, lean, linger, beside, cup:
the camera is knocked, the board turned by half a turn or put askew (seen from above as if the camera were), the light changes, a
head leans over the board for a moment or for 20 s, something is put down beside it, a cup on it for 20 s: nobody's play (see
`disturbances`)."""

INCIDENTS: tuple[Incident, ...] = get_args(Incident)
SPOILED: tuple[Incident, ...] = ("cocked", "on_checker", "wrong_half", "both_halves")
"""Incidents of the roll."""
DISTURBANCES: tuple[Incident, ...] = ("bump", "turned", "askew", "lamp", "cloud", "lean", "linger", "beside", "cup")
"""Incidents about the table."""
GAP = 2
"""Turns from one incident to the next, so that each stands alone."""


@dataclass(frozen=True, slots=True)
class Planned:
    turn: int
    """It happens in this turn of the script (the first is 0), or in the first later one that allows it."""
    incident: Incident


def known(name: str) -> Incident:
    """The incident of this name; ValueError lists them all if there is none."""
    if name not in INCIDENTS:
        raise ValueError(f"there is no incident {name!r}; choose from {', '.join(INCIDENTS)}")
    return name


def plan(incidents: Sequence[Incident], turns: int | None, rng: random.Random) -> tuple[Planned, ...]:
    """Spread the incidents over the turns, in the order given, from the second turn on."""
    room = max((turns or 0) - 1, GAP * len(incidents))
    spare = room - GAP * len(incidents)
    delays = sorted(rng.randint(0, spare) for _ in incidents)
    return tuple(Planned(1 + GAP * i + delay, incident) for i, (incident, delay) in enumerate(zip(incidents, delays, strict=True)))
