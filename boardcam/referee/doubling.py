"""The cube: offered, taken, passed, by a press or from where it stands (rules 47-54, 63, 67, 72).

A cube that rests on the playing surface is offered, at the other side's end it is taken. What the players press and what they do
with the cube say the same thing twice; whichever comes first is ruled on. Only a cube that came from where it belongs says
anything: eyes lose it, and take other things for it.
"""

from __future__ import annotations

from math import inf

from boardcam.events import BoardRested, CubePlace, CubeRested, Pressed, Verdict
from boardcam.referee import etiquette, missed
from boardcam.referee.correction import due
from boardcam.referee.doubt import chain, doubted
from boardcam.referee.finish import won
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ANY
from boardcam.referee.ruling import left_out, rolled, stood, too_late
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.rules import caution
from boardcam.rules.position import Side
from boardcam.rules.sentence import Sentence, sentence

UNANSWERED = ("R49", sentence("the double is not answered yet: take or pass first, then roll again"))
"""Why a roll is void while a double waits for its answer (§1.5 on 49)."""
TAKEN_BY = sentence("it was the other side that doubled")
"""How the side that was taken for the doubler can take."""
HASTE = 2.0
"""s after such a roll in which the cube may still be seen to have been taken before."""
LONG = 15.0
"""s that an answer to a double is waited for which was taken for void."""
PATIENCE = 5.0
"""s that players have to put the cube where it belongs before they are told to."""

# --- what is ruled -------------------------------------------------------------------------------------------------------------


def offered(state: Referee, side: Side, t: float, known: float) -> Step:
    """ROLLING: a side doubles. Only the one whose turn it is may, before it rolls (49); a closed-out one has none to roll."""
    due = state.side
    assert due is not None
    if side is not due and state.open is None and etiquette.closed_out(state.position, due):
        state, told = left_out(state, t, known)
        state, more = offered(state, side, t, known)
        return state, told + more
    if side is not due:
        return _out_of_turn(state, side, t, known)
    state, told = missed.caught_up(state, turns=2)
    state, more = _in_turn(state, side, t, known) if state.phase is Phase.ROLLING else (state, ())
    return state, told + more


def _out_of_turn(state: Referee, side: Side, t: float, known: float) -> Step:
    """The other side was to roll. A void double, if it does not show that the other's turn was missed."""
    due = state.side
    assert due is not None
    state, told = missed.caught_up(state)
    state, told = (state, told) if told else missed.half_danced(state, known)
    if not told:
        return _void(replace(state, claim=(side, t)), side, t, known, "R49", sentence("it is {side}'s turn", side=due))
    state, more = offered(state, side, t, known) if state.phase is Phase.ROLLING else (state, ())
    return state, told + more


def _in_turn(state: Referee, side: Side, t: float, known: float) -> Step:
    cap = state.profile.cap(state.length)
    refusal = state.cube.refusal(side, cap=cap, crawford=state.score.crawford, last_roll=state.last_roll is not None)
    if refusal:
        return _void(state, side, t, known, refusal.rule, refusal.why)
    state, told = _counts(state, side, t, known)
    if state.profile.deadline == "roll or double":
        state, more = stood(state, t, known, too_late(state))
        told += more
    return state, told


def _counts(state: Referee, side: Side, t: float, known: float) -> Step:
    """A double that may be made waits for its answer; that it gains nothing is said, and no more (C6)."""
    dead = caution.double(state.score, state.cube, side)
    why = sentence("{side} doubles to {cube}", side=side, cube=2 * state.cube.value)
    state, told = replace(state, phase=Phase.DOUBLED, cube_told=t).ruled(
        "doubled", t, known, why, rule="R49", side=side, legal=True, xgid=state.xgid(state.position, side)
    )
    if dead is None:
        return state, told
    state, more = state.ruled("warned", t, known, dead.why, rule=dead.rule, side=side)
    return state, told + more


def out_of_time(state: Referee, side: Side, t: float, known: float) -> Step:
    """MOVING: too late for the side that has rolled, too early for the other (§1.5 on 49)."""
    assert state.side is not None
    why = sentence("{side} has not lifted his dice", side=state.side)
    if side is state.side:
        why = sentence("{side} has rolled already", side=side)
    return _void(state, side, t, known, "R49", why)


def _void(state: Referee, side: Side, t: float, known: float, rule: str, why: Sentence) -> Step:
    state = replace(state, cube_told=t)
    return state.ruled("doubled", t, known, sentence("the double is void: {why}", why=why), rule=rule, side=side, legal=False)


def taken(state: Referee, t: float, known: float, how: Sentence | None = None) -> Step:
    """DOUBLED: the doubled side owns the cube at twice its value (52)."""
    assert state.side is not None
    side = state.side.other
    state, told = hasty(state, known)
    cube = state.cube.taken(side)
    state = replace(state, phase=Phase.ROLLING, cube=cube, cube_told=t, cube_back=None)
    why = sentence("{side} takes and owns the cube at {cube}", side=side, cube=cube.value)
    if how is not None:
        why = sentence("{side} takes and owns the cube at {cube}: {how}", side=side, cube=cube.value, how=how)
    state, more = state.ruled("taken", t, known, why, rule="R52", side=side, xgid=state.xgid(state.position, side.other))
    return state, told + more


def hasty(state: Referee, known: float) -> Step:
    """DOUBLED: a roll did not wait for the answer, and is void (§1.5 on 49)."""
    turn = state.spoiled
    if turn is None or turn.bad != UNANSWERED:
        return state, ()
    state = replace(state, spoiled=replace(turn, bad=None))
    return state.ruled("void_roll", turn.t, known, UNANSWERED[1], rule=UNANSWERED[0], side=turn.side, dice=turn.roll)


def passed(state: Referee, t: float, known: float, how: Sentence | None = None) -> Step:
    """DOUBLED: the doubled side passes and loses the stake before the offer (51)."""
    assert state.side is not None
    side, told = state.side.other, tuple[Verdict, ...]()
    for turn in chain(state.open) if state.open else ():
        state, more = doubted(state, turn, state.position, known)
        told += more
    why = sentence("{side} passes", side=side) if how is None else sentence("{side} passes: {how}", side=side, how=how)
    state, more = state.ruled("passed", t, known, why, rule="R51", side=side)
    state, end = won(state, side.other, 1, t, known, "R51", sentence("{side} passed", side=side))
    return state, told + more + end


# --- what is read off the cube -------------------------------------------------------------------------------------------------


def moved(state: Referee, event: CubeRested) -> Step:
    """Any phase: where the cube rests now, and what it shows."""
    if event.place == "away":
        return replace(state, cube_away=True), ()
    return replace(state, cube_at=event.place, cube_face=event.value, cube_away=False), ()


def to_roll(state: Referee, event: CubeRested) -> Step:
    """ROLLING: laid on the board it is offered; at the other side's end it was offered and taken."""
    state, told = missed.caught_up(state)
    if told:
        state, more = _by_cube(state, event) if state.phase is Phase.ROLLING else moved(state, event)
        return state, told + more
    return _by_cube(state, event)


def _by_cube(state: Referee, event: CubeRested) -> Step:
    assert state.side is not None
    side, claim, news = state.side, state.claim, _news(state, event)
    state, _ = moved(state, event)
    if news == "board" and claim:
        return _meant(state, event, *claim)
    if news == "board":
        return offered(state, side, event.t, event.known)
    if news is None or not _may(state, side):
        return state, ()
    if event.value == 2 * state.cube.value:
        return _handed_over(state, event, side)
    why = sentence("the cube lies at {side}'s end: if it was offered and taken, press double and take", side=side.other)
    return state.ruled("unsure", event.t, event.known, why, rule="R52")


def _meant(state: Referee, event: CubeRested, side: Side, t: float) -> Step:
    """ROLLING: who has said that he doubles, though it was not his turn, lays the cube on the board as well: it was, if the other
    may have danced. If not, the double stays void."""
    state, told = missed.danced(replace(state, claim=None), t, event.known)
    if not told:
        return state, ()
    state, more = offered(state, side, t, event.known)
    return state, told + more


def during(state: Referee, event: CubeRested) -> Step:
    """MOVING: the same, if the cube lay there before the dice did; else it is too late, or too early."""
    assert state.turn is not None
    side, news, before = state.turn.side, _news(state, event), event.t <= state.turn.t
    state, _ = moved(state, event)
    if news == "board" and not before:
        return out_of_time(state, state.cube.owner or side.other, event.t, event.known)
    if news is None or not before or not _may(state, side):
        return state, ()
    if news != "board":
        return _handed_over(state, event, side)
    return _rolled_unanswered(state, event, side)


def answered(state: Referee, event: CubeRested) -> Step:
    """DOUBLED: at the doubled side's end it is taken; put back where it was, it may have been passed."""
    assert state.side is not None
    doubler, doubled, late = state.side.colour, state.side.other.colour, event.t > state.cube_told and event.place != state.cube_at
    state, _ = moved(state, event)
    if late and event.place == doubled:
        return _in_time(state, event)
    if late and event.place == doubler and home(state) == "middle" and missed.may_dance(state):
        return missed.turned_about(state, event.t, event.known, TAKEN_BY)
    if event.place == "away":
        return state, ()
    return replace(state, cube_back=event.t if late and event.place != "board" else None), ()


def _in_time(state: Referee, event: CubeRested) -> Step:
    """The cube was taken; a roll that came to rest after that counts, though it was known first."""
    turn = state.spoiled
    if turn is None or turn.bad != UNANSWERED or turn.t < event.t:
        return taken(state, event.t, event.known)
    state, told = taken(replace(state, spoiled=None), event.t, event.known)
    turn = replace(turn, bad=None)
    state, more = rolled(replace(state, phase=Phase.MOVING, side=turn.side, turn=turn), turn, event.known)
    return state, told + more


def agreed(state: Referee, event: Pressed) -> Step | None:
    """ROLLING: a side answers a double that was refused, for its own turn was missed, and what the board shows next tells of it."""
    if state.claim is None or state.side is None or state.open or event.side is not state.side or event.t - state.claim[1] > LONG:
        return None
    doubler, t = state.claim
    missing = Turn(state.side, ANY, due(state), lifted=t)
    state = replace(state, side=doubler, claim=None, open=missing, spoiled=None, half_seen=None, since=t)
    state, told = offered(state, doubler, t, event.t)
    if state.phase is not Phase.DOUBLED:
        return state, told
    state, more = taken(state, event.t, event.t) if event.button == "take" else passed(state, event.t, event.t)
    return state, told + more


def claimed(state: Referee, event: BoardRested) -> Step:
    """ROLLING: a side has doubled out of turn, if the board does not show now that the turn of the other was missed."""
    assert state.claim is not None
    (side, t), late = state.claim, event.known - state.claim[1] > PATIENCE
    state = replace(state, claim=None if late else state.claim)
    state, told = (state, ()) if late else missed.caught_up(state)
    if not told or state.phase is not Phase.ROLLING:
        return state, told
    state, more = offered(replace(state, claim=None), side, t, event.known)
    return state, told + more


def waited(state: Referee, event: BoardRested) -> Step:
    """DOUBLED: the cube went back, or a roll lies there; if nothing explains it in a while, it is said."""
    if state.spoiled and event.known - state.spoiled.t >= HASTE:
        return hasty(state, event.known)
    if state.side is None or state.cube_back is None or event.known - state.cube_back < PATIENCE:
        return state, ()
    why = sentence("the cube went back unanswered: press take or pass for {side}", side=state.side.other)
    return replace(state, cube_back=inf).ruled("unsure", state.cube_back, event.known, why, rule="R51")


def put_back(state: Referee) -> bool:
    """DOUBLED: whether the cube was laid on the board and lies again where it was, showing what it showed."""
    return state.cube_back is not None and state.cube_at == home(state) and state.cube_face in (None, state.cube.face)


def withdrawn(state: Referee, t: float, known: float) -> Step:
    """DOUBLED: a side that has put the cube back unanswered rolls: it has not doubled."""
    assert state.side is not None
    why = sentence("the cube was put back unanswered, and {side} rolls", side=state.side)
    return _void(replace(state, phase=Phase.ROLLING, cube_back=None), state.side, t, known, "R49", why)


def home(state: Referee) -> CubePlace:
    """Where the cube belongs: in the middle, or with its owner."""
    if state.cube.owner is None:
        return "middle"
    return "light" if state.cube.owner is Side.WHITE else "dark"


def _news(state: Referee, event: CubeRested) -> CubePlace | None:
    """Where the cube went, if it was seen where it belongs and has now left there for the board or for the other side's end."""
    assert state.side is not None
    fresh = event.t > state.cube_told and state.cube_at == home(state) != event.place
    return event.place if fresh and event.place in ("board", state.side.other.colour) else None


def _may(state: Referee, side: Side) -> bool:
    cap = state.profile.cap(state.length)
    frozen = state.last_roll is not None
    return state.cube.refusal(side, cap=cap, crawford=state.score.crawford, last_roll=frozen) is None


def _handed_over(state: Referee, event: CubeRested, side: Side) -> Step:
    """Offered and taken in one go."""
    phase, turn = state.phase, state.turn
    state, told = offered(replace(state, phase=Phase.ROLLING, side=side), side, event.t, event.known)
    state, more = taken(state, event.t, event.known)
    return replace(state, phase=phase, turn=turn), told + more


def _rolled_unanswered(state: Referee, event: CubeRested, side: Side) -> Step:
    """The doubler did not wait for the answer: his roll is void (§1.5 on 49)."""
    turn = state.turn
    assert turn is not None
    state = replace(state, phase=Phase.ROLLING, side=side, turn=None, spoiled=replace(turn, bad=UNANSWERED))
    state, told = offered(state, side, event.t, event.known)
    state, more = hasty(state, event.known)
    return state, told + more


def checked(state: Referee, t: float, known: float) -> Step:
    """At a roll that counts: a cube that lies or shows wrong is said to, once a game (47)."""
    belongs, owner = home(state), state.cube.owner
    right = state.cube_at in (None, belongs) and state.cube_face in (None, state.cube.face)
    soon = known - max(state.cube_told, state.stood) < PATIENCE
    if right or soon or state.cube_away or state.cube_noted or state.profile.cap(state.length) == 1:
        return state, ()
    face = state.cube.face
    if owner is None:
        why = sentence("the cube belongs in the middle, showing {face}: please put it right", face=face)
    else:
        why = sentence("the cube belongs at {side}'s end, showing {face}: please put it right", side=owner, face=face)
    return replace(state, cube_noted=True).ruled("warned", t, known, why, rule="R47")
