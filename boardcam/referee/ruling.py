"""What is ruled on a turn: played, danced, illegal, put right (rules 34, 46, 85, 87)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from boardcam.events import BoardRested, Verdict
from boardcam.referee import finish
from boardcam.referee.infer import MARGIN, Explanation, is_read, legal, weighed
from boardcam.referee.reading import Known, best, reading, remembered
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.rules import faults, scoring
from boardcam.rules.play import Play
from boardcam.rules.position import Position


def commit(state: Referee, turn: Turn, found: Explanation, known: float, read: Known) -> Step:
    """A turn is decided: played, danced or illegal. `read` is how the board read then."""
    before, turn = state.position, replace(turn, before=state.position)
    past = replace(state, phase=Phase.MOVING, side=turn.side, turn=turn, open=None, spoiled=None)
    remembers = remembered(state.known, before, read, found.position)
    state = replace(state, position=found.position, known=remembers, open=None, lost=False, past=past)
    if found.play is None:
        return _illegal(state, turn, before, found, known)
    state, told = _legal(state, turn, before, found, known)
    return _finished(state, told, known)


def _legal(state: Referee, turn: Turn, before: Position, found: Explanation, known: float) -> Step:
    colour, play = turn.side.colour, found.play or Play()
    inferred = "" if is_read(turn.rolls) and turn.roll == found.roll else "; the dice follow from the play"
    why = f"{colour} has lifted his dice" if play.moves else f"{colour} cannot move"
    return state.ruled(
        "played" if play.moves else "danced", turn.end(known), known, why + inferred + turn.remark,
        rule="R85" if play.moves else "R34", side=turn.side, dice=found.roll, play=str(play), legal=True, margin=turn.margin,
        xgid=state.xgid(found.position, turn.side.other), evidence=state.evidence(turn, before),
    )  # fmt: skip


def _finished(state: Referee, told: tuple[Verdict, ...], known: float) -> Step:
    """A decided turn may have ended the game (46)."""
    winner = scoring.winner(state.position)
    if winner is None:
        return state, told
    state, more = finish.borne_off(state, winner, told[-1].t, known)
    return state, told + more


def _illegal(state: Referee, turn: Turn, before: Position, found: Explanation, known: float) -> Step:
    """An illegal play is announced with its reason and the nearest legal play; it may be put right before the next roll (87)."""
    fault = faults.fault(before, turn.side, found.roll, found.position, state.profile.variant)
    assert fault is not None  # a legal position always explains itself better as legal
    play = faults.apparent(before, turn.side, found.position, found.roll)
    nearest = f"; the nearest legal play is {fault.nearest}" if fault.nearest.moves else ""
    return replace(state, wrong=turn).ruled(
        "illegal", turn.end(known), known, fault.why + nearest + turn.remark, rule=fault.rule, side=turn.side, dice=found.roll,
        play=None if play is None else str(play), legal=False, margin=turn.margin,
        xgid=state.xgid(found.position, turn.side.other), evidence=state.evidence(turn, before),
    )  # fmt: skip


def put_right(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """An illegal play lies there: has it been made a legal one before the next roll (87)?"""
    assert turn.before is not None
    roll = turn.rolls[0][0]
    read = reading(event.counts, state.position, state.known)
    ranked = weighed(legal(turn.before, turn.side, ((roll, 0.0),), state.profile.variant), read)
    found, margin = ranked[0], lead(ranked, read.score(state.position))
    if margin < MARGIN:
        return state, ()
    known = remembered(state.known, state.position, best(event.counts), found.position)
    state = replace(state, position=found.position, known=known, wrong=None)
    state, told = state.ruled(
        "corrected", event.t, event.known, f"{turn.side.colour} has put his play right before the next roll", rule="R87",
        side=turn.side, dice=roll, play=str(found.play), legal=True, margin=margin,
        xgid=state.xgid(found.position, turn.side.other), evidence=state.evidence(turn, turn.before),
    )  # fmt: skip
    return _finished(state, told, event.known)


def lead(ranked: Sequence[Explanation], unchanged: float) -> float:
    """By how much the first explanation beats the second and an unchanged board."""
    return ranked[0].score - max([unchanged] + [other.score for other in ranked[1:2]])
