"""The position: where the thirty checkers stand.

One fixed view, White's: `points[0]` is White's 1-point, `points[23]` White's 24-point (Black's 1-point). White bears off below
point 1, Black above point 24. Outside `rules/`, White is *light* (the side with the brighter checkers) and Black is *dark*.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

CHECKERS = 15
"""Checkers a side (rule 1)."""


class Side(IntEnum):
    """A side; its value is the sign of its checkers in `Position.points`."""

    WHITE = 1
    BLACK = -1

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def index(self) -> int:
        """Place in pairs like `Position.bar`: White's first."""
        return 0 if self is Side.WHITE else 1

    @property
    def colour(self) -> str:
        """What the players see: "light" or "dark"."""
        return "light" if self is Side.WHITE else "dark"


@dataclass(frozen=True, slots=True)
class Position:
    """Checkers on 24 points, the bar and off, in White's view.

    Values are not checked here: a table may show anything. `rules.check` tells whether a position can stand.
    """

    points: tuple[int, ...]
    """24 signed counts, White's 1-point first; positive White's, negative Black's."""
    bar: tuple[int, int] = (0, 0)
    """Checkers on the bar: (White's, Black's), both ≥ 0."""
    off: tuple[int, int] = (0, 0)
    """Checkers borne off: (White's, Black's), both ≥ 0."""

    def count(self, side: Side, point: int) -> int:
        """Checkers of a side on one of its own points (1 = its ace point), on the bar (25) or off (0)."""
        if point in (0, 25):
            return (self.bar if point else self.off)[side.index]
        return max(0, side * self.points[point - 1 if side is Side.WHITE else 24 - point])

    def checkers(self, side: Side) -> int:
        """All checkers of a side: on the points, on the bar and off."""
        return sum(self.count(side, point) for point in range(26))

    def pips(self, side: Side) -> int:
        """The pip count: what a side needs to bear off everything; a checker on the bar counts 25."""
        return sum(self.count(side, point) * point for point in range(1, 26))

    def home(self, side: Side) -> bool:
        """Whether all checkers of a side are in its home board or off (38)."""
        return not any(self.count(side, point) for point in range(7, 26))

    @property
    def contact(self) -> bool:
        """Whether a checker of either side can still meet one of the other."""
        rearmost = max((point for point in range(1, 26) if self.count(Side.WHITE, point)), default=0)
        return any(self.count(Side.BLACK, 25 - point) for point in range(rearmost))

    def flipped(self) -> Position:
        """The same position with the sides exchanged: White's checkers become Black's, seen from the other seat."""
        return Position(tuple(-n for n in reversed(self.points)), self.bar[::-1], self.off[::-1])


START = Position((-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2))
"""The starting position (rule 8)."""


def check(position: Position) -> tuple[str, ...]:
    """Why a position cannot stand in a game, one sentence a reason; () if it can. Both sides may be off: a drawn game (67)."""
    if len(position.points) != 24:
        return (f"a board has 24 points, not {len(position.points)}",)
    reasons = [f"a place holds {n} checkers" for n in (*position.bar, *position.off) if n < 0]
    for side in Side:
        if (n := position.checkers(side)) != CHECKERS:
            reasons.append(f"{side.colour} has {n} checkers instead of {CHECKERS}")
    return tuple(reasons)
