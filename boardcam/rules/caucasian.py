"""Caucasian short nardi (rule 88): a checker that hit in its own home may not be hidden on the same turn.

After such a hit, wherever else that checker lands in its home this turn it may not land on another own checker, not even in the
middle of a doublet (§1.5). It may hit again, go on to a free point or bear off; another checker may come, cover it and leave again.
What counts as "that checker" when two stand together: a play is legal if some reading of it is (C19). Which dice must be played is
asked after the ban.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boardcam.rules.mover import View, sources
from boardcam.rules.play import Move

HOME = range(1, 7)


class _State(NamedTuple):
    """A position within a turn."""

    key: int
    hitters: frozenset[int]
    """Home points on which a checker stands that has hit there or on its way."""
    own: tuple[int, ...]
    opp: tuple[int, ...]
    moves: tuple[Move, ...]


_States = dict[tuple[int, frozenset[int]], _State]


def pair(view: View, high: int, low: int) -> dict[int, tuple[Move, ...]]:
    """Key after → moves, for two different dice."""
    start = _start(view)
    single = {die: _spread(start, view, die) for die in (high, low)}
    both = _spread(single[high], view, low) | _spread(single[low], view, high)
    return _results(both or single[high] or single[low])


def doublet(view: View, die: int) -> dict[int, tuple[Move, ...]]:
    """Key after → moves, for a doublet."""
    states = longest = start = _start(view)
    for _ in range(4):
        states = _spread(states, view, die)
        longest = states or longest
    return _results(longest) if longest is not start else {}


def _start(view: View) -> _States:
    start = _State(view.key, frozenset(), tuple(view.own), tuple(view.opp), ())
    return {start[:2]: start}


def _results(states: _States) -> dict[int, tuple[Move, ...]]:
    return {state.key: state.moves for state in states.values()}


def _spread(states: _States, view: View, die: int) -> _States:
    """Every state one move further."""
    found: _States = {}
    for state in states.values():
        for start in sources(state.own, state.opp, die):
            for after in _moved(state, view, die, start):
                found.setdefault(after[:2], after)
    return found


def _moved(state: _State, view: View, die: int, start: int) -> Iterator[_State]:
    """The state after a checker moves from `start`: a hitter, or another that stands there, or either."""
    end, plain, hitting, delta, hit_delta = view.steps[die][start]
    hit = state.opp[end] == 1
    own, opp = list(state.own), list(state.opp)
    own[start], own[end] = own[start] - 1, own[end] + 1
    opp[end] -= hit
    key, move = (state.key + hit_delta, hitting) if hit else (state.key + delta, plain)
    left = state.hitters - {start}
    if start in state.hitters and (not end or not state.own[end]):
        yield _State(key, left | {end} if end else left, tuple(own), tuple(opp), (*state.moves, move))
    if state.own[start] > (start in state.hitters):
        hitters = state.hitters | {end} if hit and end in HOME else state.hitters
        yield _State(key, hitters, tuple(own), tuple(opp), (*state.moves, move))
