"""A one-line notation for positions: `board("white 24:2 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5")` is the starting position.

Each side counts from its own home; `bar:1` and `off:3` are places like the points. What is not named has been borne off.
"""

from __future__ import annotations

from boardcam.rules.play import BAR, OFF
from boardcam.rules.position import CHECKERS, Position, Side


def board(text: str) -> Position:
    """The position that a line names. Without `off:` a side's missing checkers are off."""
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    for part in text.split(";"):
        name, *places = part.split()
        side = {"white": Side.WHITE, "black": Side.BLACK}[name]
        counts = {_point(place): int(n) for place, n in (word.split(":") for word in places)}
        for point in set(counts) - {BAR, OFF}:
            points[point - 1 if side is Side.WHITE else 24 - point] += side * counts[point]
        bar[side.index] = counts.get(BAR, 0)
        off[side.index] = counts.get(OFF, CHECKERS - sum(counts.values()))
    return Position(tuple(points), (bar[0], bar[1]), (off[0], off[1]))


def _point(place: str) -> int:
    return {"bar": BAR, "off": OFF}[place] if place in ("bar", "off") else int(place)
