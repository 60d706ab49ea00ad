"""The starting position on this board: who sits where, and which points do not read as they must.

Before a game everybody knows what lies where: 24 points to try the eyes on, at no cost to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardcam.events import Counts
from boardcam.geometry import Seating
from boardcam.rules.position import START
from boardcam.vision import checkers


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A place that does not read as in the starting position."""

    place: int
    want: int
    """Checkers, light positive."""
    got: int | None
    """None = hidden."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The eyes tried on the starting position."""

    seating: Seating
    """The seating by which most places read right."""
    otherwise: tuple[Otherwise, ...]


def trial(counts: Counts) -> Trial:
    """Compare what was read (28, 31) with the starting position in each seating."""
    read = [checkers.likeliest(counts[place])[0] for place in range(24)]
    return min((Trial(seating, _otherwise(seating, read)) for seating in Seating), key=lambda one: len(one.otherwise))


def _otherwise(seating: Seating, read: list[int | None]) -> tuple[Otherwise, ...]:
    wanted = {seating.place(point): START.points[point - 1] for point in range(1, 25)}
    return tuple(Otherwise(place, want, read[place]) for place, want in sorted(wanted.items()) if read[place] != want)
