"""How a game ends on the board: won, or, where the second player has the right of a last roll, drawn (rules 46, 57-61, 67).

The right exists only if the player who moved first in the game is the first to bear off. The cube is frozen from then on
(`Cube.refusal`), the last roll is an ordinary full turn, and what the game is worth is read off the board after it (C10).
"""

from __future__ import annotations

from dataclasses import dataclass

from boardcam.rules import scoring
from boardcam.rules.position import CHECKERS, Position, Side
from boardcam.rules.profile import Profile


@dataclass(frozen=True, slots=True)
class Ending:
    """What a game that is over was."""

    winner: Side | None
    """None = a draw, worth nothing."""
    kind: int
    """1 single, 2 gammon, 3 backgammon; 0 a draw."""


def last_roll(position: Position, starter: Side, profile: Profile) -> Side | None:
    """Who has the right of a last roll in this position, not yet rolled; None = nobody."""
    first, second = (position.off[side.index] for side in (starter, starter.other))
    return starter.other if profile.draw and first >= CHECKERS > second else None


def ending(position: Position, starter: Side, profile: Profile, *, rolled: bool = False) -> Ending | None:
    """How the game has ended; None = it goes on. `starter` moved first in it; `rolled`: the last roll was played, or danced."""
    if min(position.off) >= CHECKERS:
        return Ending(None, 0)
    winner = scoring.winner(position)
    if winner is None or (not rolled and last_roll(position, starter, profile) is not None):
        return None
    return Ending(winner, scoring.value(position, winner, finish=profile.finish, bar_counts=profile.bar_counts))
