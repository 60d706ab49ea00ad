"""A second opening roll: the dice of the first were taken up with nothing played, so they had lain there from before, or did not
count, and each side has thrown one again."""

from __future__ import annotations

from boardcam.events import DiceRested
from boardcam.referee import etiquette, opening, roll
from boardcam.referee.frozen import replace
from boardcam.referee.state import Phase, Referee, Step
from boardcam.referee.turn import untouched


def to_roll(state: Referee, event: DiceRested) -> Step:
    """ROLLING: the side whose turn it is rolls, or both for the start once more; the other's dice mean that a turn was missed."""
    return _reopened(state, event) or roll.to_roll(state, event)


def _reopened(state: Referee, event: DiceRested) -> Step | None:
    first = state.open
    if first is None or not first.opens or not untouched(state, first):
        return None
    _, fresh = opening.taken(state, event)
    if not fresh or etiquette.bad_opening(fresh, state.profile) or etiquette.owners(fresh) is None:
        return None
    return opening.rolled(replace(state, phase=Phase.OPENING, side=None, turn=None, open=None), event)
