"""Dice that are not what the phase awaits. A second opening roll: the dice of the first were taken up with nothing played, so they
had lain there from before, or did not count, and each side has thrown one again. A roll while that for the start is awaited: the
game has begun, and nobody saw how."""

from __future__ import annotations

from boardcam.events import DiceRested
from boardcam.referee import etiquette, missed, opening, roll
from boardcam.referee.frozen import replace
from boardcam.referee.state import Phase, Referee, Step
from boardcam.referee.turn import untouched


def to_roll(state: Referee, event: DiceRested) -> Step:
    """ROLLING: the side whose turn it is rolls, or both for the start once more; the other's dice mean that a turn was missed."""
    return _reopened(state, event) or roll.to_roll(state, event)


def to_open(state: Referee, event: DiceRested) -> Step:
    """OPENING: each side rolls one die for the start; two in one half are a roll of a game that has begun, if the board says so."""
    step = _begun(state, event)
    if step is None:
        return opening.rolled(state, event)
    state, told = step
    state, more = to_roll(state, event) if state.phase is Phase.ROLLING else (state, ())
    return state, told + more


def _begun(state: Referee, event: DiceRested) -> Step | None:
    _, fresh = opening.taken(state, event)
    first = opening.elsewhere(fresh, event.t) if fresh and opening.looked_at(event, fresh) else None
    board = state.board
    if first is None or board is None:
        return None
    state = replace(state, spoiled=first)
    return missed.begun(state, board) or missed.under_way(state, board)


def _reopened(state: Referee, event: DiceRested) -> Step | None:
    first = state.open
    if first is None or not first.opens or not untouched(state, first):
        return None
    _, fresh = opening.taken(state, event)
    if not fresh or etiquette.bad_opening(fresh, state.profile) or etiquette.owners(fresh) is None:
        return None
    return opening.rolled(replace(state, phase=Phase.OPENING, side=None, turn=None, open=None), event)
