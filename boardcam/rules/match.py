"""The score of a match or of a session, and the Crawford game (rules 70-72)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardcam.rules.cube import Cube
from boardcam.rules.position import Side


@dataclass(frozen=True, slots=True)
class Correction:
    """A score that was put right."""

    before: tuple[int, int]
    """(White's, Black's) points, as in `after`."""
    after: tuple[int, int]
    reason: str


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

    def corrected(self, points: tuple[int, int], reason: str) -> tuple[Score, Correction]:
        """The score put right, at any time (§2.1), and what to keep of it. ValueError without a reason or for points below 0.

        A Crawford game that was played stays played, unless by the right score it was not yet due.
        """
        if not reason.strip():
            raise ValueError("a correction of the score needs a reason")
        if min(points) < 0:
            raise ValueError(f"a score is 0 or more, not {points[0]}-{points[1]}")
        after = replace(self, points=points)
        due = any(away is not None and away <= 1 for away in map(after.away, Side))
        return replace(after, crawford_played=self.crawford_played and due), Correction(self.points, points, reason.strip())

    def dead(self, cube: Cube, side: Side) -> bool:
        """Whether a double gains `side` nothing: a single game on the cube as it lies wins it the match. A hint, no bar (C5)."""
        need = self.away(side)
        return need is not None and need <= cube.value
