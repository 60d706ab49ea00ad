"""Buttons: the cube, resigning, confirming, taking back (rules 49-54, 66, 72)."""

from __future__ import annotations

from dataclasses import replace

from boardcam.events import Pressed
from boardcam.referee.finish import won
from boardcam.referee.opening import ready
from boardcam.referee.ruling import commit
from boardcam.referee.state import Phase, Referee, Step
from boardcam.referee.turn import close
from boardcam.rules import scoring
from boardcam.rules.position import Side


def double(state: Referee, event: Pressed) -> Step:
    """ROLLING: the side whose turn it is may double before it rolls."""
    assert state.side is not None
    side = event.side or state.side
    if side is not state.side:
        return _void(state, event, side, "R49", f"it is {state.side.colour}'s turn")
    refusal = state.cube.refusal(side, cap=state.profile.cap(state.length), crawford=state.score.crawford)
    if refusal:
        return _void(state, event, side, refusal.rule, refusal.why)
    why = f"{side.colour} doubles to {2 * state.cube.value}"
    return replace(state, phase=Phase.DOUBLED).ruled(
        "doubled", event.t, event.t, why, rule="R49", side=side, legal=True, xgid=state.xgid(state.position, side)
    )


def double_late(state: Referee, event: Pressed) -> Step:
    """MOVING: too late for the side that has rolled, too early for the other (§1.5 on 49)."""
    assert state.side is not None
    side = event.side or state.side
    late = side is state.side
    why = f"{side.colour} has rolled already" if late else f"{state.side.colour} has not lifted his dice"
    return _void(state, event, side, "R49", why)


def _void(state: Referee, event: Pressed, side: Side, rule: str, why: str) -> Step:
    return state.ruled("doubled", event.t, event.t, f"the double is void: {why}", rule=rule, side=side, legal=False)


def take(state: Referee, event: Pressed) -> Step:
    """DOUBLED: the doubled side owns the cube at twice its value (52)."""
    side = _doubled(state)
    if event.side is side.other:
        return state.ruled("unsure", event.t, event.t, f"{side.colour} was doubled and must answer", rule="R52", side=side.other)
    cube = state.cube.taken(side)
    state = replace(state, phase=Phase.ROLLING, cube=cube)
    why = f"{side.colour} takes and owns the cube at {cube.value}"
    return state.ruled("taken", event.t, event.t, why, rule="R52", side=side, xgid=state.xgid(state.position, side.other))


def give(state: Referee, event: Pressed) -> Step:
    """DOUBLED: the doubled side passes and loses the stake before the offer (51)."""
    side = _doubled(state)
    if event.side is side.other:
        return state.ruled("unsure", event.t, event.t, f"{side.colour} was doubled and must answer", rule="R51", side=side.other)
    state, told = state.ruled("passed", event.t, event.t, f"{side.colour} passes", rule="R51", side=side)
    state, more = won(state, side.other, 1, event.t, event.t, "R51", f"{side.colour} passed")
    return state, told + more


def _doubled(state: Referee) -> Side:
    assert state.side is not None
    return state.side.other


def resign(state: Referee, event: Pressed) -> Step:
    """ROLLING, MOVING, DOUBLED: a side gives the game up, for what its checkers say or, where that is negotiated, for a single game
    (66, C9)."""
    assert state.side is not None
    side, profile = event.side or state.side, state.profile
    kind = 1
    if profile.resign == "actual":
        kind = scoring.value(state.position, side.other, finish=profile.finish, bar_counts=profile.bar_counts)
    state, told = state.ruled("resigned", event.t, event.t, f"{side.colour} resigns a {scoring.NAMES[kind]}", rule="R66", side=side)
    state, more = won(state, side.other, kind, event.t, event.t, "R66", f"{side.colour} resigned a {scoring.NAMES[kind]}")
    return state, told + more


def start(state: Referee, event: Pressed) -> Step:
    """SETUP: the players say that the starting position is there, whatever it looks like."""
    return ready(state, state.known, event.t), ()


def end(state: Referee, event: Pressed) -> Step:
    """MOVING: the turn is over though no die was seen to be lifted."""
    return close(state, event.t, event.t)


def clock(state: Referee, event: Pressed) -> Step:
    """MOVING: with a clock the press ends the turn; without one it says nothing."""
    return close(state, event.t, event.t) if state.profile.turn_end == "clock" else (state, ())


def accept(state: Referee, event: Pressed) -> Step:
    """ROLLING: the likeliest play of an undecided turn was played, the players say."""
    turn = state.open
    if turn is None or turn.earlier or not turn.choices:
        return state, ()
    return commit(state, turn, turn.choices[0], event.t, state.known)


def undo(state: Referee, event: Pressed) -> Step:
    """The last decided turn is taken back: its roll lies there again, to be played and confirmed."""
    past = state.past
    if past is None or past.turn is None:
        return state.ruled("unsure", event.t, event.t, "there is no turn to take back")
    side = past.turn.side
    past = replace(past, turn=replace(past.turn, lying=frozenset()), spent=state.spent)
    why = f"the turn of {side.colour} is taken back: play it again, then confirm"
    return past.ruled("corrected", event.t, event.t, why, rule="R87", side=side, xgid=past.xgid(past.position, side))
