"""What players are warned of but not kept from (C4, C6, rule 71)."""

from __future__ import annotations

from typing import NamedTuple

from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import Side
from boardcam.rules.sentence import Sentence, sentence

LONGEST = 25
"""Points of the longest usual match."""


class Caution(NamedTuple):
    """A warning."""

    rule: str
    why: Sentence
    """One sentence for the players."""


def length(points: int) -> Caution | None:
    """Why a match to so many points is unusual; None = it is not, or there is no target (0)."""
    if points and points % 2 == 0:
        return Caution(
            "R71",
            sentence(
                "matches go to an odd number of points, as {less} or {more}; {points} is played all the same",
                less=points - 1,
                more=points + 1,
                points=points,
            ),
        )
    if points > LONGEST:
        return Caution(
            "C4",
            sentence("matches go to {longest} points at most; {points} is played all the same", longest=LONGEST, points=points),
        )
    return None


def double(score: Score, cube: Cube, side: Side) -> Caution | None:
    """Why a double that is allowed gains nothing: the cube is dead (C5, C6)."""
    need = score.away(side)
    if need is None or not score.dead(cube, side):
        return None
    return Caution(
        "C6",
        sentence(
            "{side} needs {points} and plays for {cube} already: a double can gain nothing", side=side, points=need, cube=cube.value
        ),
    )
