"""What was given up in the matches of an archive, as the coach has found it: rows to be searched, and what to look for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardcam.record.archive_search import Value

KINDS = ("play", "missed double", "wrong double", "wrong take", "wrong pass")
"""Kinds of mistakes: a checker play, and those with the cube."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One decision that gave something up."""

    match: int
    """Number of the match in the archive."""
    game: int
    """1 = the first game."""
    number: int
    """Of the game's actions, 1 = the first."""
    player: str
    kind: str
    """One of `KINDS`."""
    loss: float
    """In the coach's unit: 1 = a single game at the cube as it lay."""
    made: str
    best: str
    xgid: str
    """The situation in which it was decided."""
    date: str | None = None
    """Of the match."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What a mistake must be like; what is empty does not matter."""

    player: str = ""
    """A part of the name of who made it; capitals do not count."""
    kinds: tuple[str, ...] = ()
    """One of these."""
    least: float = 0.0
    """The loss, at least."""
    match: int | None = None

    def clause(self) -> tuple[str, tuple[Value | float, ...]]:
        """An SQL condition on mistakes joined to their matches, and its values."""
        parts = list(self._parts())
        return " AND ".join(part for part, _ in parts), tuple(value for _, values in parts for value in values)

    def _parts(self) -> Iterator[tuple[str, tuple[Value | float, ...]]]:
        yield "loss >= ?", (self.least,)
        if self.player:
            yield "instr(folded(player), ?)", (self.player.casefold(),)
        if self.kinds:
            yield f"kind IN ({', '.join('?' * len(self.kinds))})", self.kinds
        if self.match is not None:
            yield "match.id = ?", (self.match,)
