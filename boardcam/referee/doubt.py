"""Turns that the board alone does not tell: two are explained by the board after the second, and what remains is said to be unsure.

What was played is asked, not invented: the game goes on from what the board shows, and the record is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boardcam.events import BoardRested, Verdict
from boardcam.referee.infer import MARGIN, find_pair, is_read, legal, weighed
from boardcam.referee.reading import UNREAD, Reading, best, remembered
from boardcam.referee.ruling import commit
from boardcam.referee.state import Referee, Step, Turn
from boardcam.rules.position import Position

WIDTH = 300
"""Results of an undecided turn that are followed into the next one."""


def both(state: Referee, earlier: Turn, turn: Turn, read: Reading, event: BoardRested) -> Step:
    """Two turns are explained by the board after the second."""
    variant = state.profile.variant
    starts = earlier.choices or weighed(legal(state.position, earlier.side, earlier.rolls, variant), Reading(0 * read.scores))
    pair = find_pair(starts[:WIDTH], turn.side, turn.rolls, read, variant)
    turn = replace(turn, choices=(pair.second,), margin=pair.margin, frames=event.frames)
    state = replace(state, open=turn)
    if len(read.against(pair.second.position)) > 1 or pair.ends < MARGIN:
        return state, ()
    now = best(event.counts)
    if pair.margin < MARGIN:
        state, told = _doubted(state, (earlier, turn), event.known)
        return replace(state, position=pair.second.position, known=now, open=None), told
    state, told = commit(state, replace(earlier, margin=pair.margin), pair.first, event.known, now)
    state, more = commit(state, turn, pair.second, event.known, now)
    return state, told + more


def give_up(state: Referee, turn: Turn, known: float) -> Step:
    """Two turns could not be told, and a third is over: the game goes on from a guess until the board shows more."""
    guess = turn.choices[0].position if turn.choices else state.position
    state, told = _doubted(state, (turn.earlier, turn) if turn.earlier else (turn,), known)
    known_still = remembered(state.known, state.position, UNREAD, guess)
    return replace(state, position=guess, known=known_still, open=None, lost=True), told


def taken_on(state: Referee, turn: Turn, position: Position, event: BoardRested) -> Step:
    """After a guess the board shows something else: take it on rather than call it illegal."""
    state, told = _doubted(state, (turn,), event.known)
    return replace(state, position=position, known=best(event.counts), open=None, lost=False), told


def _doubted(state: Referee, turns: Sequence[Turn], known: float) -> Step:
    """Turns that nobody can tell: what was played is asked, not invented."""
    told: tuple[Verdict, ...] = ()
    for turn in turns:
        why = f"the play of {turn.side.colour} could not be seen: enter it or go on"
        dice = turn.roll if is_read(turn.rolls) else None
        state, more = state.ruled(
            "unsure", turn.end(known), known, why, side=turn.side, dice=dice, margin=turn.margin,
            evidence=state.evidence(turn, state.position),
        )  # fmt: skip
        told += more
    return state, told
