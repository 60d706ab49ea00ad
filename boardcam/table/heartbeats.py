"""Which part of the program was last alive, and when; whether all of them are fresh. Pure: the clock is an argument.

A part beats when it has done one piece of work: the camera has answered (with a picture, or by saying that there is none), the eyes
have given an observation, the referee has taken it in, the journal has kept what was told. They do so one after the other, so the
part that has been silent for longest is the one that hangs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Part = Literal["camera", "eyes", "referee", "journal"]
PARTS: tuple[Part, ...] = ("camera", "eyes", "referee", "journal")


@dataclass(frozen=True, slots=True)
class Heartbeats:
    """The parts that are at work. A part that is not among them is at rest and owes nothing."""

    last: tuple[tuple[Part, float], ...] = ()
    """When each was last alive, in s."""


def begun(parts: Iterable[Part], t: float) -> Heartbeats:
    """These parts set to work now."""
    return Heartbeats(tuple((part, t) for part in parts))


def beat(beats: Heartbeats, part: Part, t: float) -> Heartbeats:
    """A part is alive; nothing changes for one that is at rest."""
    return replace(beats, last=tuple((one, t if one == part else before) for one, before in beats.last))


def silent(beats: Heartbeats, t: float, patience: float) -> tuple[tuple[Part, float], ...]:
    """(part, for how many seconds) of those that were last alive more than `patience` seconds ago, the longest silent first; with
    none of them, all are fresh."""
    late = [(part, t - last) for part, last in beats.last if t - last > patience]
    return tuple(sorted(late, key=lambda one: -one[1]))
