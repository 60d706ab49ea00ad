"""Legal plays: which positions may follow a roll (rules 17-45).

The question is asked in positions, not in moves: `legal_plays` gives every distinct position that may stand when the turn is over,
each with one play that leads to it. An empty answer is a dance. The search works in the mover's view (`mover`), which nobody else
sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from boardcam.rules import caucasian, mover
from boardcam.rules.mover import View, sources
from boardcam.rules.play import Move, Play, place
from boardcam.rules.position import Position, Side

Found = dict[int, tuple[Move, ...]]
"""Key of a position → moves to it."""


def legal_plays(position: Position, side: Side, roll: tuple[int, int], variant: str = "standard") -> dict[Position, Play]:
    """Every legal play of `side` with `roll` (in any order), keyed by the position after it; {} = no legal move.

    Both dice are played if any way plays both (23); if either but not both, the higher (25); of a doublet as many as possible (26).
    `variant` "caucasian" adds rule 88. ValueError for a die that is not 1…6 or an unknown variant.
    """
    return {mover.position(key): Play(moves) for key, moves in results(position, side, roll, variant).items()}


def leading(position: Position, side: Side, roll: tuple[int, int], after: Position, variant: str = "standard") -> Play | None:
    """The legal play that leads to a position; None = no legal play does."""
    moves = results(position, side, roll, variant).get(mover.key(after))
    return None if moves is None else Play(moves)


@lru_cache(1024)
def results(position: Position, side: Side, roll: tuple[int, int], variant: str = "standard") -> Mapping[int, tuple[Move, ...]]:
    """`legal_plays` by the keys of positions (`mover.position`), with the moves. Asked of a turn again and again, found once."""
    low, high = sorted(roll)
    if not 1 <= low <= high <= 6:
        raise ValueError(f"a die shows 1 to 6, not {roll}")
    if variant not in VARIANTS:
        raise ValueError(f"variant {variant!r} is unknown; there are {' and '.join(VARIANTS)}")
    pair, doublet = VARIANTS[variant]
    view = mover.view(position, side)
    return MappingProxyType(doublet(view, high) if low == high else pair(view, high, low))


def forced(position: Position, side: Side, roll: tuple[int, int], variant: str = "standard") -> bool:
    """Whether a roll leaves no choice: at most one position may follow, a dance included (86)."""
    return len(results(position, side, roll, variant)) <= 1


def moves(position: Position, side: Side, die: int) -> dict[Position, Move]:
    """Every move of one checker by one die, keyed by the position after it, from the highest point down; whether the die must be
    played so is not asked."""
    own, opp, key, steps = mover.view(position, side)
    found = {}
    for start in sources(own, opp, die):
        step = steps[die][start]
        hit = opp[step.end] == 1
        found[mover.position(key + (step.hit_delta if hit else step.delta))] = step.hitting if hit else step.move
    return found


def carried_out(position: Position, side: Side, play: Play) -> Position:
    """The position after a play, legal or not; what it hits goes to the bar. ValueError if it cannot be carried out at all."""
    for start, end, _ in play.moves:
        if not position.count(side, start):
            raise ValueError(f"there is no {side.colour} checker on {place(start)} to play {place(start)}/{place(end)}")
        position = _moved(position, side, start, end)
    return position


def _moved(position: Position, side: Side, start: int, end: int) -> Position:
    """One checker moved, and the blot it meets sent to the bar."""
    here = position if side is Side.WHITE else position.flipped()
    points, hit = [here.off[0], *here.points, here.bar[0]], 0
    points[start] -= 1
    if 0 < end < 25 and points[end] == -1:
        points[end], hit = 0, 1
    if 0 < end < 25 and points[end] < 0:
        raise ValueError(f"point {end} is blocked")
    points[end] += 1
    after = Position(tuple(points[1:25]), (points[25], here.bar[1] + hit), (points[0], here.off[1]))
    return after if side is Side.WHITE else after.flipped()


def _pair(view: View, high: int, low: int) -> Found:
    """Two different dice, in both orders."""
    own, opp, start, steps = view
    both: Found = {}
    single: dict[int, Found] = {high: {}, low: {}}
    for first, second in ((high, low), (low, high)):
        for s in sources(own, opp, first):
            end, move, hitting, delta, hit_delta = steps[first][s]
            hit = opp[end] == 1
            if hit:
                move, delta, opp[end] = hitting, hit_delta, 0
            own[s] -= 1
            own[end] += 1
            key = start + delta
            single[first][key] = (move,)
            for u in sources(own, opp, second):
                step = steps[second][u]
                if opp[step.end] == 1:
                    both.setdefault(key + step.hit_delta, (move, step.hitting))
                else:
                    both.setdefault(key + step.delta, (move, step.move))
            own[s] += 1
            own[end] -= 1
            opp[end] += hit
    return both or single[high] or single[low]


def _doublet(view: View, die: int) -> Found:
    """Up to four moves of one die.

    Any set of such moves can be carried out from the highest point down, and in that order it is met once only.
    """
    own, opp, start, steps = view
    table = steps[die]
    found: tuple[Found, ...] = ({}, {}, {}, {}, {})

    def search(key: int, moves: tuple[Move, ...], top: int) -> None:
        ends = sources(own, opp, die, top) if len(moves) < 4 else []
        if not ends:
            found[len(moves)][key] = moves
        for s in ends:
            end, move, hitting, delta, hit_delta = table[s]
            hit = opp[end] == 1
            if hit:
                move, delta, opp[end] = hitting, hit_delta, 0
            own[s] -= 1
            own[end] += 1
            search(key + delta, (*moves, move), min(s, 24))
            own[s] += 1
            own[end] -= 1
            opp[end] += hit

    search(start, (), 24)
    return next((ways for ways in reversed(found[1:]) if ways), {})


VARIANTS = {"standard": (_pair, _doublet), "caucasian": (caucasian.pair, caucasian.doublet)}
"""Searches for two different dice and for a doublet, by variant."""
