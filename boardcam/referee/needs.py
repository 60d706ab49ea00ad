"""What the game waits for besides its next move, by its state alone: what lights and displays say must not outlive its cause."""

from __future__ import annotations

from boardcam.events import Need
from boardcam.referee.state import Phase, Referee


def needs(state: Referee) -> Need:
    """The most urgent of them; "" = nothing."""
    if state.wrong is not None and state.turn is None:
        return "correct"  # once the opponent has rolled, it stands as a rule
    if state.phase in (Phase.DOUBLED, Phase.RESIGNING) or (state.waiting is not None and state.waiting.early):
        return "answer"
    if _to_roll_again(state):
        return "again"
    return "check" if state.ways else ""


def _to_roll_again(state: Referee) -> bool:
    """A roll was ruled void, or tied, and nothing has followed it; one that still lies there is known whatever was said since."""
    if state.phase not in (Phase.OPENING, Phase.ROLLING):
        return False
    last, spoiled = state.last, state.spoiled
    if last is not None and (last.kind == "void_roll" or (last.kind == "opening" and last.side is None)):
        return True
    return spoiled is not None and spoiled.bad is None and spoiled.read is not None
