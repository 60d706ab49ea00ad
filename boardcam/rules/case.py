"""A case for `faults`: a position, a roll and what was shown after it, from the mover's seat; and which legal play is nearest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from boardcam.rules import ways
from boardcam.rules.play import Play
from boardcam.rules.position import Position, Side


@dataclass(frozen=True)
class Case:
    """What is judged. Counts are the mover's own and the opponent's, in the mover's numbering."""

    before: Position
    side: Side
    roll: tuple[int, int]
    """Descending."""
    shown: Position
    legal: Mapping[Position, Play]
    variant: str = "standard"

    @cached_property
    def own(self) -> tuple[int, ...]:
        return ways.counts(self.before, self.side)

    @cached_property
    def own_shown(self) -> tuple[int, ...]:
        return ways.counts(self.shown, self.side)

    @cached_property
    def opp(self) -> tuple[int, ...]:
        return ways.facing(self.before, self.side)

    @cached_property
    def opp_shown(self) -> tuple[int, ...]:
        return ways.facing(self.shown, self.side)

    @cached_property
    def way(self) -> ways.Way | None:
        """The best explanation of the mover's checkers by the roll; None = the roll does not explain them."""
        return ways.best(ways.ways(self.own, self.opp, self.own_shown, self.dice), self.opp_shown)

    @cached_property
    def nearest(self) -> tuple[Position, Play]:
        return nearest(self.shown, self.legal) or (self.before, Play())

    @property
    def doublet(self) -> bool:
        return self.roll[0] == self.roll[1]

    @property
    def dice(self) -> tuple[int, ...]:
        """A number for each move the roll gives."""
        return self.roll * 2 if self.doublet else self.roll

    @property
    def said(self) -> str:
        """The roll as players say it, "61"."""
        return f"{self.roll[0]}{self.roll[1]}"


def nearest(shown: Position, legal: Mapping[Position, Play]) -> tuple[Position, Play] | None:
    """The legal play whose position needs fewest checkers put right, then fewest pips; None if there is none."""
    return min(legal.items(), key=lambda item: _distance(shown, item[0]), default=None)


def _distance(a: Position, b: Position) -> tuple[int, int]:
    """(Checkers that stand elsewhere, counted where they are and where they should be; pips by which they do)."""
    mine = [(ways.counts(a, side), ways.counts(b, side)) for side in Side]
    wrong = sum(abs(m - n) for one, two in mine for m, n in zip(one, two, strict=True))
    return wrong, sum(abs(n) for one, two in mine for n in ways.flow(one, two))
