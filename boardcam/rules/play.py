"""The play: what one side does with one roll, as moves of single checkers.

Points are numbered as the mover numbers them, 24 down to 1; `BAR` is 25 and `OFF` is 0. `str(play)` is the canonical notation:
chains joined (`24/14`), a hit keeps its point (`24/18*/13`), equal moves counted (`8/5(2)`), highest point and longest way first.
`notation.parse` reads it back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

BAR, OFF = 25, 0


class Move(NamedTuple):
    """One checker moved by one die (or, as parsed from notation, by several at once)."""

    start: int
    """Point it leaves, 25 = the bar."""
    end: int
    """Point it reaches, 0 = off."""
    hit: bool = False
    """Whether it hits a blot there (rule 30)."""


@dataclass(frozen=True, slots=True)
class Play:
    """The moves of a turn, in an order in which they can be carried out; no moves = a dance.

    >>> str(Play((Move(24, 18, hit=True), Move(18, 13))))
    '24/18*/13'
    """

    moves: tuple[Move, ...] = ()

    def __str__(self) -> str:
        return written(self.moves)

    @property
    def pips(self) -> int:
        """Pips by which the mover's pip count falls."""
        return sum(move.start - move.end for move in self.moves)

    @property
    def hits(self) -> tuple[int, ...]:
        """Points on which a blot is hit, in order."""
        return tuple(move.end for move in self.moves if move.hit)


@lru_cache(1 << 12)
def written(moves: tuple[Move, ...]) -> str:
    """Canonical notation of moves; "" for none. The same few thousand plays come up again and again."""
    ways = [_spelled(way) for way in _ways(moves)]
    count = Counter(way.replace("*", "") for way in ways)
    marked = {way.replace("*", ""): way for way in sorted(ways, key=lambda way: way.count("*"))}  # of 6/1* and 6/1 makes 6/1*(2)
    return " ".join(marked[way] + (f"({count[way]})" if count[way] > 1 else "") for way in sorted(count, key=_rank))


def _ways(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves joined to ways of one checker each, longest first: a way goes on from where it ended as long as it can."""
    left = sorted(moves, key=lambda move: (-move.start, move.end, not move.hit))
    ways = []
    while left:
        way = [left.pop(0)]
        while onward := next((move for move in left if move.start == way[-1].end), None):
            left.remove(onward)
            way.append(onward)
        ways.append(way)
    return ways


def _spelled(way: Sequence[Move]) -> str:
    """`24/18*/13`: start, every point with a hit, end."""
    stops = [move for move in way[:-1] if move.hit] + [way[-1]]
    return "/".join([place(way[0].start)] + [place(stop.end) + "*" * stop.hit for stop in stops])


def _rank(way: str) -> tuple[int, int, str]:
    """Order in a play: from the highest point first, then the longest way."""
    stops = way.replace("bar", "25").replace("off", "0").split("/")
    return -int(stops[0]), int(stops[-1]), way


def place(point: int) -> str:
    """How a point is written: "bar", "off" or its number."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
