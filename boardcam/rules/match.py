"""The score of a match or of a session, and the Crawford game (rules 70-72)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardcam.rules.cube import Cube
from boardcam.rules.position import Side


@dataclass(frozen=True, slots=True)
class Score:
    """Points, and whether the Crawford game is this one, past or to come. Changes only when a game ends."""

    length: int
    """Points to win the match; 0 = a session without a target."""
    points: tuple[int, int] = (0, 0)
    """(White's, Black's)."""
    crawford_rule: bool = True
    crawford_played: bool = False
    """The Crawford game is over."""

    @property
    def winner(self) -> Side | None:
        """Who has reached or passed the length (70)."""
        return next((side for side in Side if self.length and self.points[side.index] >= self.length), None)

    @property
    def crawford(self) -> bool:
        """Whether this game is the Crawford game: the first in which exactly one player is one point short (72)."""
        short = [self.away(side) == 1 for side in Side]
        return self.crawford_rule and not self.crawford_played and self.length > 1 and sum(short) == 1

    @property
    def post_crawford(self) -> bool:
        return self.crawford_played and self.winner is None

    def away(self, side: Side) -> int | None:
        """Points that a side still needs, at least 0; None in a session."""
        return max(0, self.length - self.points[side.index]) if self.length else None

    def won(self, side: Side | None, points: int) -> Score:
        """The score after a game; side None = a draw, which changes only that it has been played."""
        white, black = self.points
        after = (white + points * (side is Side.WHITE), black + points * (side is Side.BLACK))
        return replace(self, points=after, crawford_played=self.crawford_played or self.crawford)

    def dead(self, cube: Cube, side: Side) -> bool:
        """Whether a double gains `side` nothing: a single game on the cube as it lies wins it the match. A hint, no bar (C5)."""
        need = self.away(side)
        return need is not None and need <= cube.value
