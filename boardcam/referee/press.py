"""Buttons: the cube, calling a play or a roll, confirming, taking back (rules 49-54, 83, 86, 87)."""

from __future__ import annotations

from boardcam.events import Pressed
from boardcam.referee import doubling, missed, thread
from boardcam.referee.finish import won
from boardcam.referee.frozen import replace
from boardcam.referee.opening import ready
from boardcam.referee.ruling import commit, confirmed, stood
from boardcam.referee.state import Phase, Referee, Step, Turn
from boardcam.referee.turn import close
from boardcam.rules.sentence import sentence


def double(state: Referee, event: Pressed) -> Step:
    """ROLLING: the side whose turn it is may double before it rolls."""
    assert state.side is not None
    return doubling.offered(state, event.side or state.side, event.t, event.t)


def double_late(state: Referee, event: Pressed) -> Step:
    """MOVING: too late for the side that has rolled, too early for the other (§1.5 on 49)."""
    assert state.side is not None
    return doubling.out_of_time(state, event.side or state.side, event.t, event.t)


def take(state: Referee, event: Pressed) -> Step:
    """DOUBLED: the doubled side owns the cube at twice its value (52)."""
    if event.side is state.side and state.cube.owner is None and missed.may_dance(state):
        return missed.turned_about(state, event.t, event.t, doubling.TAKEN_BY)
    return _not_doubled(state, event, "R52") or doubling.taken(state, event.t, event.t)


def give(state: Referee, event: Pressed) -> Step:
    """DOUBLED: the doubled side passes and loses the stake before the offer (51)."""
    return _not_doubled(state, event, "R51") or doubling.passed(state, event.t, event.t)


def _not_doubled(state: Referee, event: Pressed, rule: str) -> Step | None:
    """The doubler cannot answer his own double."""
    if state.side is None or event.side is not state.side:
        return None
    why = sentence("{side} was doubled and must answer", side=state.side.other)
    return state.ruled("unsure", event.t, event.t, why, rule=rule, side=event.side)


def start(state: Referee, event: Pressed) -> Step:
    """SETUP: the players say that the starting position is there, whatever it looks like."""
    return ready(state, state.known, event.t, None)


def end(state: Referee, event: Pressed) -> Step:
    """MOVING: the turn is over though no die was seen to be lifted; while a premature roll waits for a choice, it stands."""
    return let_stand(state, event) if state.waiting and state.waiting.early else close(state, event.t, event.t, "pressed")


def let_stand(state: Referee, event: Pressed) -> Step:
    """MOVING: whose dice still lie there lets a premature roll stand (C14)."""
    waiting = _chosen(state, event)
    if waiting is None:
        return state, ()
    why = sentence("{side} lets the roll of {eager} stand", side=waiting.side.other, eager=waiting.side)
    state = replace(state, waiting=replace(waiting, early=False))
    return state.ruled("stands", event.t, event.t, why, rule="C14", side=waiting.side, dice=waiting.roll)


def roll_again(state: Referee, event: Pressed) -> Step:
    """MOVING: whose dice still lie there has a premature roll made again (C14)."""
    waiting = _chosen(state, event)
    if waiting is None:
        return state, ()
    side, eager = waiting.side.other, waiting.side
    why = sentence("{side} had not lifted his dice and has {eager} roll again", side=side, eager=eager)
    return replace(state, waiting=None).ruled("void_roll", event.t, event.t, why, rule="C14", side=waiting.side, dice=waiting.roll)


def _chosen(state: Referee, event: Pressed) -> Turn | None:
    """The premature roll that waits for this choice; the roller himself has none."""
    waiting = state.waiting
    return None if waiting is None or not waiting.early or event.side is waiting.side else waiting


def review(state: Referee, event: Pressed) -> Step:
    """ROLLING: an illegal play is called and must be put right (87)."""
    wrong = state.wrong
    if wrong is None or state.called:
        return state, ()
    who = event.side or wrong.side.other
    why = sentence("{who} calls the play of {side}: it must be put right before the next roll", who=who, side=wrong.side)
    return replace(state, called=True).ruled("called", event.t, event.t, why, rule="R87", side=wrong.side)


def cup(state: Referee, event: Pressed) -> Step:
    """Any phase: somebody rolled without a cup; a reminder, once a game at most (83)."""
    if not state.profile.cup or state.reminded:
        return state, ()
    why = sentence("dice are rolled with the cup: please use it from now on; the roll counts")
    return replace(state, reminded=True).ruled("warned", event.t, event.t, why, rule="R83", side=event.side)


def clock(state: Referee, event: Pressed) -> Step:
    """MOVING: with a clock the press ends the turn; without one it says nothing."""
    return close(state, event.t, event.t, "clock") if state.profile.turn_end == "clock" else (state, ())


def flag(state: Referee, event: Pressed) -> Step:
    """Any phase: the opponent, or the director, claims that a flag has fallen, and the match is over (§2.1). The referee never ends
    it by itself."""
    fallen = state.clock.flag(event.t) if state.clock else None
    if fallen is None or state.phase is Phase.OVER:
        return state.ruled("unsure", event.t, event.t, sentence("no flag has fallen"), rule="§2.1", side=event.side)
    loser, position = fallen[0], state.position
    if event.side is loser:
        why = sentence("the flag of {side} has fallen: {other} or the director may claim it", side=loser, other=loser.other)
        return state.ruled("unsure", event.t, event.t, why, rule="§2.1", side=event.side)
    why = sentence("{winner} wins the match: the flag of {loser} has fallen", winner=loser.other, loser=loser)
    over = replace(state, phase=Phase.OVER)
    return over.ruled("match", event.t, event.t, why, rule="§2.1", side=loser.other, xgid=state.xgid(position))


def hint(state: Referee, event: Pressed) -> Step:
    """Any phase: whoever shows hints gives one; where the profile locks them, it is refused (§2.1)."""
    if state.profile.hints:
        return state, ()
    why = sentence("no hints: the rules of this table lock them")
    return state.ruled("warned", event.t, event.t, why, rule="§2.1", side=event.side)


def lost_it(state: Referee, event: Pressed) -> Step:
    """SETUP, OPENING: nobody could say who won the last game; its loser says so, and for how much."""
    before, loser = state.unended, event.side
    if before is None or loser is None:
        why = sentence("there is no game to resign") if before is None else sentence("who has lost the last game must press")
        return state.ruled("unsure", event.t, event.t, why, rule="R66", side=loser)
    how = sentence("{side} says that he has lost", side=loser)
    after, told = won(replace(before, score=state.score), loser.other, event.value or 1, event.t, event.t, "R66", how)
    if after.phase is Phase.OVER:
        return after, told
    return replace(state, score=after.score, winner=after.winner, unended=None, last=after.last), told


def accept(state: Referee, event: Pressed) -> Step:
    """ROLLING: what was asked is so, the players say: the likeliest play of an undecided turn was played, the board is as it is
    shown, or an illegal play may stand."""
    turn = state.open
    if turn is None and state.lost:
        return thread.picked_up(state, event.t)
    if turn is None and state.ways:
        return confirmed(state, event.t)
    if turn is None and state.wrong:
        return _condoned(state, event, state.wrong)
    if turn is None or turn.earlier or not turn.choices:
        return state, ()
    return commit(state, turn, turn.choices[0], event.t, None)


def _condoned(state: Referee, event: Pressed, wrong: Turn) -> Step:
    """The opponent lets an illegal play stand; he may not where only legal plays count (C15)."""
    if event.side is wrong.side:
        return state, ()
    if state.profile.moves_policy == "legal":
        why = sentence("only legal plays count here: {side} must put his play right", side=wrong.side)
        return state.ruled("warned", event.t, event.t, why, rule="C15", side=wrong.side)
    return stood(state, event.t, event.t, sentence("{side} lets it stand", side=wrong.side.other))


def undo(state: Referee, event: Pressed) -> Step:
    """The last decided turn is taken back: its roll lies there again, to be played and confirmed."""
    past = state.past
    if past is None or past.turn is None:
        return state.ruled("unsure", event.t, event.t, sentence("there is no turn to take back"))
    side = past.turn.side
    past = replace(past, turn=replace(past.turn, lying=frozenset()), spent=state.spent)
    why = sentence("the turn of {side} is taken back: play it again, then confirm", side=side)
    return past.ruled("corrected", event.t, event.t, why, rule="R87", side=side, xgid=past.xgid(past.position, side))
