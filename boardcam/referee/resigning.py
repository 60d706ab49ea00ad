"""Resignations: offered, accepted, played on (rules 62, 66, C9).

By the loser's checkers there is nothing to negotiate: the press shows what it costs, and the loser confirms by a second one. Where
resignations are offered, each press offers one more (a single game, a gammon, a backgammon), and the winner accepts it or plays on;
to roll on, or to double, declines it too. Who sets up the next game has accepted.
"""

from __future__ import annotations

from boardcam.events import BoardRested, Pressed
from boardcam.referee import opening
from boardcam.referee.finish import set_up_anew, won
from boardcam.referee.frozen import replace
from boardcam.referee.state import Phase, Referee, Step
from boardcam.rules import scoring
from boardcam.rules.cube import Refusal
from boardcam.rules.resignation import Resignation, resign
from boardcam.rules.sentence import Sentence, sentence


def offered(state: Referee, event: Pressed) -> Step:
    """ROLLING, MOVING, DOUBLED, RESIGNING: a side gives the game up, for what its checkers say or for what it offers."""
    assert state.side is not None
    side, before = event.side or (state.offer.loser if state.offer else state.side), state.offer
    if before and before.loser is not side:
        why = sentence("{side} has resigned: take or pass that first", side=before.loser)
        return state.ruled("unsure", event.t, event.t, why, rule="R66", side=side)
    if before and before.by is side:
        return accepted(state, event.t)
    highest = scoring.FACTORS[state.profile.finish]
    kind = event.value or (min(before.kind + 1, highest) if before else 1)
    found = resign(state.position, side, state.cube, state.profile, state.length, kind)
    if isinstance(found, Refusal):
        return state.ruled("unsure", event.t, event.t, found.why, rule=found.rule, side=side)
    state = replace(state, phase=Phase.RESIGNING, paused=state.paused or state.phase, offer=found)
    why = sentence("{side} resigns {kind}: {why}", side=side, kind=_kind(state, found), why=found.why).then(_asked(found))
    return state.ruled("offered", event.t, event.t, why, rule="R66", side=side)


def _kind(state: Referee, offer: Resignation) -> Sentence:
    return (scoring.NARDI if state.profile.resign == "actual" else scoring.ONE)[offer.kind]


def _asked(offer: Resignation) -> Sentence:
    if offer.by is offer.loser:
        return sentence("press once more to give the game up, or play on")
    return sentence("{side} accepts it or plays on", side=offer.by)


def answered(state: Referee, event: Pressed) -> Step:
    """RESIGNING: yes by `take` or `confirm`, no by `pass`; the loser may take his offer back."""
    offer = _offer(state)
    no = event.button in ("pass", "undo")
    if event.side is offer.by.other and not (no and event.side is offer.loser):
        why = sentence("it is for {side} to answer", side=offer.by)
        return state.ruled("unsure", event.t, event.t, why, rule="R66", side=event.side)
    return _declined(state, event.t) if no else accepted(state, event.t)


def accepted(state: Referee, t: float) -> Step:
    """The resignation ends the game."""
    offer = _offer(state)
    loser, kind = offer.loser, _kind(state, offer)
    why = sentence("{side} resigns {kind}", side=loser, kind=kind)
    state, told = state.ruled("resigned", t, t, why, rule="R66", side=loser)
    how = sentence("{side} resigned {kind}", side=loser, kind=kind)
    state, more = won(state, offer.loser.other, offer.kind, t, t, "R66", how)
    return state, told + more


def _declined(state: Referee, t: float) -> Step:
    offer = _offer(state)
    why = sentence("the resignation of {side} is off: play goes on", side=offer.loser)
    return resumed(state).ruled("declined", t, t, why, rule="R66")


def resumed(state: Referee) -> Referee:
    """The game as it was before the offer."""
    return replace(state, phase=state.paused or Phase.ROLLING, offer=None, paused=None)


def board(state: Referee, event: BoardRested) -> Step:
    """RESIGNING: checkers that are swept together mean nothing; the next game set up means yes."""
    if not set_up_anew(state, event):
        return state, ()
    state, told = accepted(state, event.t)
    state, more = opening.board(state, event) if state.phase is Phase.SETUP else (state, ())
    return state, told + more


def _offer(state: Referee) -> Resignation:
    assert state.offer is not None
    return state.offer


def goes_on(state: Referee, after: Referee) -> Referee:
    """What became of a resignation while dice rested or were lifted: a roll plays on, anything else leaves it waiting."""
    rolled = after.phase is Phase.MOVING and state.paused is not Phase.MOVING
    return replace(after, offer=None, paused=None) if rolled else replace(after, phase=Phase.RESIGNING, paused=after.phase)
