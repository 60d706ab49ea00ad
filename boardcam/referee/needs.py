"""What the game waits for besides its next move, by its state alone: what lights and displays say must not outlive its cause."""

from __future__ import annotations

from boardcam.events import Need
from boardcam.referee.infer import is_read
from boardcam.referee.state import Phase, Referee


def needs(state: Referee) -> Need:
    """The most urgent of them; "" = nothing."""
    if state.wrong is not None:
        return "correct"
    if state.phase in (Phase.DOUBLED, Phase.RESIGNING) or (state.waiting is not None and state.waiting.early):
        return "answer"
    if _to_roll_again(state):
        return "again"
    return "check" if state.ways else ""


def _to_roll_again(state: Referee) -> bool:
    """A roll was ruled void, or tied, and nothing has followed it."""
    if state.phase is Phase.OPENING:
        last = state.last
        return last is not None and (last.kind == "void_roll" or (last.kind == "opening" and last.side is None))
    spoiled = state.spoiled
    return state.phase is Phase.ROLLING and spoiled is not None and spoiled.bad is None and is_read(spoiled.rolls)
