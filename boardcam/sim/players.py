"""The scripted players: no strong ones, but their games look like games. They race, make points, hide blots, hit and double."""

from __future__ import annotations

import random
from collections.abc import Iterable

from boardcam.rules.position import Position, Side

DOUBLE, TAKE = 0.15, 0.30
"""Share of the leader's pip count: lead at which he doubles, deficit up to which it is taken. Wider than in races (10 % and
12 %), for most doubles come while there is contact."""


def choose(positions: Iterable[Position], side: Side, rng: random.Random) -> Position:
    """The position that the player goes for among those that may follow his roll."""
    return max(positions, key=lambda position: worth(position, side) + rng.uniform(0.0, 2.0))


def worth(position: Position, side: Side) -> float:
    """How much a player likes a position after his own play."""
    own = _own(position, side)
    foes = [point for point, n in enumerate(own, 1) if n < 0]
    behind = min(foes, default=25) if not position.bar[side.other.index] else 0  # the rearmost enemy can hit from here on
    value = -0.4 * position.pips(side) + 0.4 * position.pips(side.other) + 5.0 * position.off[side.index]
    for point, n in enumerate(own, 1):
        if n >= 2:
            value += (3.5 if 4 <= point <= 8 else 2.0) - 1.2 * max(0, n - 3)
        elif n == 1 and point > behind:
            value -= 0.5 + (25 - point) / 12
    return value


def doubles(position: Position, side: Side) -> bool:
    """Whether the player on roll turns the cube."""
    return position.pips(side) * (1 + DOUBLE) <= position.pips(side.other)


def takes(position: Position, side: Side) -> bool:
    """Whether the doubled player plays on."""
    return position.pips(side) <= position.pips(side.other) * (1 + TAKE)


def _own(position: Position, side: Side) -> list[int]:
    """Counts by the side's own point, its own checkers positive."""
    return list(position.points) if side is Side.WHITE else [-n for n in reversed(position.points)]
