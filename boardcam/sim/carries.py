"""The carries that turn one position into another, one checker at a time, so that no point ever holds both sides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from boardcam.rules.play import BAR, OFF, Move, Play
from boardcam.rules.position import Position, Side


class Carry(NamedTuple):
    """One checker carried, in the numbering of the side whose checker it is."""

    side: Side
    start: int
    end: int


def of_play(play: Play, side: Side) -> list[Carry]:
    """The carries of a play: a hit checker goes to the bar before the hitter comes in; a chain without a hit is one carry."""
    ways: list[Move] = []
    for move in play.moves:
        if ways and ways[-1].end == move.start and not ways[-1].hit and move.start != BAR:
            ways[-1] = Move(ways[-1].start, move.end, move.hit)
        else:
            ways.append(move)
    carries = []
    for way in ways:
        if way.hit:
            carries.append(Carry(side.other, 25 - way.end, BAR))
        carries.append(Carry(side, way.start, way.end))
    return carries


def after(position: Position, side: Side, moves: Iterable[Move]) -> Position:
    """The position after moves, legal or not; a blot that is landed on goes to the bar."""
    mine, foes = spread(position, side), spread(position, side.other)
    for move in moves:
        mine[move.start] -= 1
        mine[move.end] += 1
        if move.end != OFF and foes[25 - move.end]:
            foes[25 - move.end] -= 1
            foes[BAR] += 1
    return _gathered(mine, foes, side)


def between(start: Position, end: Position) -> list[Carry]:
    """The carries that put a position right. ValueError if the sides' checkers block each other for good."""
    standing = {side: spread(start, side) for side in Side}
    todo = [carry for side in Side for carry in _shifts(standing[side], spread(end, side), side)]
    carries = []
    while todo:
        free = next((c for c in todo if c.end in (BAR, OFF) or not standing[c.side.other][25 - c.end]), None)
        if free is None:
            raise ValueError(f"no order of single moves leads from {start} to {end}")
        todo.remove(free)
        standing[free.side][free.start] -= 1
        standing[free.side][free.end] += 1
        carries.append(free)
    return carries


def _shifts(have: list[int], want: list[int], side: Side) -> list[Carry]:
    """Checkers too many and too few, paired from the highest point down."""
    starts = [point for point in range(BAR, -1, -1) for _ in range(have[point] - want[point])]
    ends = [point for point in range(BAR, -1, -1) for _ in range(want[point] - have[point])]
    return [Carry(side, start, end) for start, end in zip(starts, ends, strict=True)]


def spread(position: Position, side: Side) -> list[int]:
    """The side's checkers by its own points, 0 = off … 25 = bar."""
    points = position.points if side is Side.WHITE else [-n for n in reversed(position.points)]
    black = side is Side.BLACK
    return [position.off[black], *[max(n, 0) for n in points], position.bar[black]]


def _gathered(mine: list[int], foes: list[int], side: Side) -> Position:
    """The position of two sides' spreads, in White's view."""
    points = tuple(mine[point] - foes[25 - point] for point in range(1, 25))
    position = Position(points, (mine[BAR], foes[BAR]), (mine[OFF], foes[OFF]))
    return position if side is Side.WHITE else position.flipped()
