"""Why a play is good, in what players see on the board: checkers hit, points made, blots left, the race.

The facts are counted, not guessed from the engine; they say what the play does, not that this is all there is to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from boardcam.coach.board import Board, canonical, turned
from boardcam.coach.inputs import hits, sides
from boardcam.rules.play import Play
from boardcam.rules.position import Position, Side
from boardcam.rules.sentence import Sentence, counted, listed, sentence

Kind = Literal["hits", "makes", "anchors", "bears off", "no blot", "blots", "race"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a play does."""

    kind: Kind
    numbers: tuple[int, ...] = ()
    """hits: how many; makes, anchors, blots: points of the player, blots followed by the throws of 36 that hit one; bears off: how
    many; race: the player's pips and the opponent's afterwards."""


def facts(before: Position, side: Side, play: Play, after: Position) -> tuple[Fact, ...]:
    """What a play does, most telling first."""
    found = []
    if play.hits:
        found.append(Fact("hits", (len(play.hits),)))
    if new := _made(before, side, after):
        found += [Fact(kind, points) for kind, points in _parted(new)]
    if off := after.off[side.index] - before.off[side.index]:
        found.append(Fact("bears off", (off,)))
    if not after.contact:
        found.append(Fact("race", (after.pips(side), after.pips(side.other))))
    elif blots := tuple(point for point in range(24, 0, -1) if after.count(side, point) == 1):
        found.append(Fact("blots", (*blots, shots(canonical(after, side)))))
    else:
        found.append(Fact("no blot"))
    return tuple(found)


def words(told: tuple[Fact, ...]) -> Sentence:
    """The facts in one line."""
    return listed(*(_WORDS[fact.kind](fact.numbers) for fact in told))


def shots(board: Board) -> int:
    """How many of the opponent's 36 throws can hit, when it is the opponent's turn."""
    own, opp = sides(np.array([turned(board)], np.int8))
    return int(hits(own, opp)[0])


def _made(before: Position, side: Side, after: Position) -> tuple[int, ...]:
    """Points that were not held before and are now, highest first."""
    return tuple(point for point in range(24, 0, -1) if before.count(side, point) < 2 <= after.count(side, point))


def _parted(points: tuple[int, ...]) -> list[tuple[Kind, tuple[int, ...]]]:
    """Points made on this side of the board, and anchors on the other."""
    near, far = tuple(point for point in points if point <= 12), tuple(point for point in points if point >= 18)
    kinds: tuple[tuple[Kind, tuple[int, ...]], ...] = (("makes", near), ("anchors", far))
    return [pair for pair in kinds if pair[1]]


def _list(points: tuple[int, ...]) -> Sentence:
    """Points one after the other, the last after "and"."""
    *others, last = (Sentence(str(point)) for point in points)
    return sentence("{those} and {last}", those=_list(points[:-1]), last=last) if others else last


def _blots(numbers: tuple[int, ...]) -> Sentence:
    *points, throws = numbers
    danger = sentence("out of reach")
    if throws:
        danger = counted("{n} of 36 throws hits", "{n} of 36 throws hit", throws)
    where = _list(tuple(points))
    return counted(
        "leaves a blot on {where} ({danger})", "leaves blots on {where} ({danger})", len(points), where=where, danger=danger
    )


_WORDS: dict[Kind, Callable[[tuple[int, ...]], Sentence]] = {
    "hits": lambda n: counted("hits", "hits {n} checkers", n[0]),
    "makes": lambda n: counted("makes the {points} point", "makes the {points} points", len(n), points=_list(n)),
    "anchors": lambda n: sentence("makes an anchor on {points}", points=_list(n)),
    "bears off": lambda n: counted("bears off {n}", "bears off {n}", n[0]),
    "no blot": lambda n: sentence("leaves no blot"),
    "blots": _blots,
    "race": lambda n: sentence("a race, {own} pips to {others}", own=n[0], others=n[1]),
}
