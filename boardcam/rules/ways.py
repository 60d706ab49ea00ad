"""How checkers can have come from one position to another with a roll, rules broken on the way included.

Between two positions the flow is fixed: how many checkers crossed from each point to the one below it. Only moves that use up this
flow are tried, so few ways remain; each knows which rules it breaks. `faults` puts the best of them into words.
All numbers here are the mover's: 0 off, 1…24, 25 the bar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from boardcam.rules.play import BAR, OFF, Move
from boardcam.rules.position import Position, Side

Kind = Literal["bar", "blocked", "home", "higher"]


class Breach(NamedTuple):
    """A move that breaks a rule."""

    kind: Kind
    """A checker waits on the bar (31), the point is blocked (21), not all are home (38), a higher point is occupied (44)."""
    move: Move
    die: int


class Way(NamedTuple):
    """One way of carrying out what the mover's checkers show."""

    moves: tuple[Move, ...]
    left: tuple[int, ...]
    """Dice not used."""
    breaches: tuple[Breach, ...]
    opp: tuple[int, ...]
    """Where the opponent's checkers must then stand, as in `facing`."""


def counts(position: Position, side: Side) -> tuple[int, ...]:
    """Checkers of a side: off, on its points, on the bar."""
    return tuple(position.count(side, point) for point in range(26))


def facing(position: Position, side: Side) -> tuple[int, ...]:
    """The opponent's checkers in the numbering of `side`; index 25 his bar, index 0 his off."""
    return tuple(position.count(side.other, 25 - point if 0 < point < 25 else point) for point in range(26))


def flow(before: Sequence[int], after: Sequence[int]) -> tuple[int, ...]:
    """At index p the checkers that crossed from point p or above to below it; negative if they came back."""
    gone = [a - b for a, b in zip(before, after, strict=True)]
    return tuple(accumulate(reversed(gone)))[::-1]


def ways(own: tuple[int, ...], opp: tuple[int, ...], after: tuple[int, ...], dice: tuple[int, ...]) -> list[Way]:
    """Every way of moving from `own` to `after` with some of the dice, each used once (a doublet has four)."""
    return list(_ways(own, opp, flow(own, after), Way((), dice, (), opp), BAR))


def best(found: Sequence[Way], facing: tuple[int, ...]) -> Way | None:
    """The way that breaks fewest rules, fits the opponent's checkers and uses most dice; None if there is none."""
    return min(found, key=lambda way: (len(way.breaches), way.opp != facing, len(way.left)), default=None)


def _ways(own: tuple[int, ...], opp: tuple[int, ...], rest: tuple[int, ...], way: Way, top: int) -> Iterator[Way]:
    """The ways that go on from here and use up the rest of the flow; of a doublet only those from the highest point down."""
    if not any(rest):
        yield way
        return
    for die in sorted(set(way.left), reverse=True):
        left = list(way.left)
        left.remove(die)
        for start in range(top, 0, -1):
            end = max(start - die, OFF)
            if not own[start] or min(rest[end + 1 : start + 1]) < 1:
                continue
            hit = 0 < end < BAR and opp[end] == 1
            move = Move(start, end, hit)
            breach = _breach(own, opp, move, die)
            breaches = (*way.breaches, Breach(breach, move, die)) if breach else way.breaches
            after = _changed(opp, {end: -1, BAR: 1}) if hit else opp
            now = Way((*way.moves, move), tuple(left), breaches, after)
            crossed = tuple(n - (end < point <= start) for point, n in enumerate(rest))
            yield from _ways(_changed(own, {start: -1, end: 1}), after, crossed, now, start if len(set(way.left)) == 1 else BAR)


def _breach(own: tuple[int, ...], opp: tuple[int, ...], move: Move, die: int) -> Kind | None:
    """The rule that a move breaks."""
    if own[BAR] and move.start != BAR:
        return "bar"
    if move.end > 0 and opp[move.end] > 1:
        return "blocked"
    if move.end == OFF and any(own[7:]):
        return "home"
    if move.end == OFF and die > move.start and any(own[move.start + 1 :]):
        return "higher"
    return None


def _changed(counts: tuple[int, ...], by: dict[int, int]) -> tuple[int, ...]:
    return tuple(n + by.get(point, 0) for point, n in enumerate(counts))
