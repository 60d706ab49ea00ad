"""The thread of the game: whether the board is still what the last turn left, and what to do when it is not.

Between two turns nobody may move a checker. If the board then shows for a while what no play of the side to roll explains, the
thread is lost: it is said which points differ. It is found again by itself when the checkers go back, and by one press
(`confirm`) when the game is to go on from what the board shows.
"""

from __future__ import annotations

from boardcam.events import BoardRested
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ANY, find
from boardcam.referee.reading import UNREAD, Reading, points, reading
from boardcam.referee.shown import shown
from boardcam.referee.state import Referee, Step
from boardcam.rules.sentence import sentence

ASTRAY = 2
"""Points that eyes hardly misread anew at the same time."""
PATIENCE = 4.0
"""s for which the board must rest so; a roll that was not seen may have been played, and is soon told by the next."""


def watched(state: Referee, event: BoardRested) -> Step:
    """ROLLING, nothing undecided: is the board as the last turn left it?"""
    if not state.lost and event.known - event.t < PATIENCE:
        return state, ()
    read = reading(event.counts, state.position, state.known)
    differ = [row for row in read.against(state.position) if row < 24]
    if state.lost and not differ and read.score(state.position) > shown(read, state.position)[1] - 1.0:
        why = sentence("the board is again as it was: the game goes on")
        return replace(state, lost="", shown=None).ruled("warned", event.t, event.known, why)
    if state.lost:
        return replace(state, shown=shown(read, state.position)[0]), ()
    if len(differ) < ASTRAY or _played(state, read):
        return state, ()
    where = points(differ)
    state = replace(state, lost=where, shown=shown(read, state.position)[0])
    why = sentence(
        "the board has changed though nobody rolled: look at {places}; put it back, or confirm to go on from what it shows",
        places=where,
    )
    return state.ruled("lost", event.t, event.known, why, xgid=state.xgid(state.position, state.side))


def _played(state: Referee, read: Reading) -> bool:
    """Whether a play of the side to roll explains the board: a roll that was not seen."""
    assert state.side is not None
    best = find(state.position, state.side, ANY, read, state.profile.variant).best
    return best.play is not None and len(read.against(best.position)) < ASTRAY


def picked_up(state: Referee, t: float) -> Step:
    """The players say that the game goes on from what the board shows."""
    state = replace(state, position=state.shown or state.position, known=UNREAD, lost="", guessed=False, shown=None)
    why = sentence("the game goes on from what the board shows")
    return state.ruled("warned", t, t, why, xgid=state.xgid(state.position, state.side))
