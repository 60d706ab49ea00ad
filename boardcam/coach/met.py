"""The match equity table: the chance to win a match at a score (Kazaross-XG2, by Neil Kazaross, 2011; `met.csv`)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

LONGEST = 25
"""Points away that the table knows."""


def chance(away: int, other: int, after_crawford: bool) -> float:
    """Chance to win the match needing `away` points against `other`, before a game; 0 or less = won, or lost.

    `after_crawford`: the Crawford game has been played.
    """
    if away <= 0 or other <= 0:
        return 1.0 if away <= 0 else 0.0
    before, after = _tables()
    if after_crawford and away == 1:
        return 1 - after[other - 1]
    if after_crawford and other == 1:
        return after[away - 1]
    return before[away - 1][other - 1]


@cache
def _tables() -> tuple[tuple[tuple[float, ...], ...], tuple[float, ...]]:
    """Before the Crawford game, by points away; after it, for who trails a player that needs one point."""
    lines = Path(__file__).with_name("met.csv").read_text("ascii").splitlines()
    rows = [tuple(map(float, line.split(","))) for line in lines if not line.startswith("#")]
    return tuple(rows[:LONGEST]), rows[LONGEST]
