"""What players are warned of but not kept from (C4, C6, rule 71)."""

from __future__ import annotations

from typing import NamedTuple

from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import Side

LONGEST = 25
"""Points of the longest usual match."""


class Caution(NamedTuple):
    """A warning."""

    rule: str
    why: str
    """One sentence for the players."""


def length(points: int) -> Caution | None:
    """Why a match to so many points is unusual; None = it is not, or there is no target (0)."""
    if points and points % 2 == 0:
        return Caution(
            "R71", f"matches go to an odd number of points, as {points - 1} or {points + 1}; {points} is played all the same"
        )
    if points > LONGEST:
        return Caution("C4", f"matches go to {LONGEST} points at most; {points} is played all the same")
    return None


def double(score: Score, cube: Cube, side: Side) -> Caution | None:
    """Why a double that is allowed gains nothing: the cube is dead (C5, C6)."""
    if not score.dead(cube, side):
        return None
    return Caution("C6", f"{side.colour} needs {score.away(side)} and plays for {cube.value} already: a double can gain nothing")
