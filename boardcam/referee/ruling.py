"""What is ruled on a turn: played, danced, illegal, put right (rules 34, 46, 85, 87)."""

from __future__ import annotations

from collections.abc import Sequence

from boardcam.events import BoardRested, Evidence, Verdict
from boardcam.referee import finish
from boardcam.referee.correction import CERTAIN
from boardcam.referee.frozen import replace
from boardcam.referee.infer import MARGIN, Explanation, legal, weighed
from boardcam.referee.reading import UNREAD, best, reading, remembered
from boardcam.referee.state import End, Line, Phase, Referee, Step, Told, Turn
from boardcam.rules import ending, faults
from boardcam.rules.play import Play
from boardcam.rules.position import CHECKERS, Position, Side
from boardcam.rules.sentence import Sentence, marked, sentence

OVER: dict[End, str] = {
    "lifted": marked("{side} has lifted his dice"),
    "touched": marked("{side} has touched his dice"),
    "clock": marked("{side} has pressed the clock"),
    "pressed": marked("{side} has said that he has played"),
    "seen": marked("{side} has played"),
}
"""Why a turn is over."""
PLAYED_ON = sentence("the roll did not count, was played on and not called: it stands")


REMEMBERED = 6
"""Turns that may be told again."""


def commit(state: Referee, turn: Turn, found: Explanation, known: float, board: BoardRested | None) -> Step:
    """A turn is decided: played, danced or illegal. `board` = how it was seen after it, before the next; None = it was not."""
    before, turn = state.position, replace(turn, before=state.position)
    past = replace(state, phase=Phase.MOVING, side=turn.side, turn=turn, waiting=None, open=None, spoiled=None)
    state = moved(state, turn, found, known, board)
    state = replace(state, open=None, lost="", shown=None, ways=(), past=past)
    if found.play is None:
        return _illegal(state, turn, before, found, known)
    state, told = _legal(state, turn, before, found, known)
    return finished(state, turn, told, known)


def moved(state: Referee, turn: Turn, found: Explanation, known: float, board: BoardRested | None) -> Referee:
    """The position after a turn, with the line of the last turns."""
    reads = remembered(state.known, state.position, best(board.counts) if board else UNREAD, found.position)
    told = Told(replace(turn, lifted=turn.end(known), before=state.position), found, board, reads)
    return replace(state, position=found.position, known=reads, line=_longer(state, told))


def _longer(state: Referee, told: Told) -> Line | None:
    """The line with one more turn; a new one where something else happened between. What players have said starts one, too."""
    line = state.line
    if told.turn.margin >= CERTAIN:
        return Line(((told.found.position, 0.0),), told.known)
    if line is None or line.end != state.position or (line.told and line.told[-1].turn.side is told.turn.side):
        line = Line(((state.position, 0.0),), state.known)
    if len(line.told) == REMEMBERED:
        first = line.told[0]
        line = Line(((first.found.position, 0.0),), first.known, line.told[1:])
    return replace(line, told=(*line.told, told))


def confirmed(state: Referee, known: float) -> Step:
    """The way through turns that could not be told was as it was offered, the players say."""
    told: tuple[Verdict, ...] = ()
    for turn, play in state.ways:
        state, more = _legal(state, turn, turn.before or state.position, play, known)
        told += more
    return replace(state, ways=()), told


def _legal(state: Referee, turn: Turn, before: Position, found: Explanation, known: float) -> Step:
    side, play = turn.side, found.play or Play()
    inferred = None if turn.read == found.roll else sentence("the dice follow from the play")
    why = sentence(OVER[turn.ended], side=side) if play.moves else _stuck(before, side, found)
    return state.ruled(
        "played" if play.moves else "danced", turn.end(known), known, why.then(inferred, *turn.remarks),
        rule="R85" if play.moves else "R34", side=turn.side, dice=found.roll, play=str(play), legal=True, margin=turn.margin,
        xgid=state.xgid(found.position, turn.side.other), evidence=state.evidence(turn, before),
    )  # fmt: skip


def _stuck(before: Position, side: Side, found: Explanation) -> Sentence:
    """Why a side cannot move."""
    roll = "{}{}".format(*found.roll)
    if before.bar[side.index]:
        why = sentence("no checker can enter with {roll}: the turn is lost", roll=roll)
    else:
        why = sentence("no checker can be played with {roll}: everything stays where it was", roll=roll)
    return sentence("{side} cannot move", side=side).then(why)


def finished(state: Referee, turn: Turn, told: tuple[Verdict, ...], known: float) -> Step:
    """A decided turn may have ended the game (46), or have left the other side the right of a last roll (67)."""
    before, t = turn.before or state.position, told[-1].t
    starter = state.starter or turn.side.other
    rolled = before.off[turn.side.other.index] >= CHECKERS
    end = ending.ending(state.position, starter, state.profile, rolled=rolled)
    if end is not None:
        state, more = finish.ended(state, end, t, known)
        return state, told + more
    if state.last_roll is turn.side.other:
        why = sentence("{side} has borne off; {other} has a last roll, without the cube", side=turn.side, other=turn.side.other)
        state, more = state.ruled("warned", t, known, why, rule="R67", side=turn.side.other)
        return state, told + more
    return state, told


def _illegal(state: Referee, turn: Turn, before: Position, found: Explanation, known: float) -> Step:
    """An illegal play is announced with its reason and the nearest legal play; it may be put right before the next roll (87)."""
    fault = faults.fault(before, turn.side, found.roll, found.position, state.profile.variant)
    assert fault is not None  # a legal position always explains itself better as legal
    play = faults.apparent(before, turn.side, found.position, found.roll)
    legal = sentence("the nearest legal play is {play}", play=str(fault.nearest)) if fault.nearest.moves else None
    then = {
        "circle": None,
        "legal": sentence("it must be put right"),
        "responsible": sentence("{side} may call it or let it stand", side=turn.side.other),
    }
    why = fault.why.then(legal, *turn.remarks, then[state.profile.moves_policy])
    return replace(state, wrong=turn, called=False).ruled(
        "illegal", turn.end(known), known, why, rule=fault.rule, side=turn.side, dice=found.roll,
        play=None if play is None else str(play), legal=False, margin=turn.margin,
        xgid=state.xgid(found.position, turn.side.other), evidence=state.evidence(turn, before),
    )  # fmt: skip


def put_right(state: Referee, turn: Turn, event: BoardRested) -> Step:
    """An illegal play lies there: has it been made a legal one before the next roll (87)?"""
    before, roll = turn.before, turn.rolls[0][0]
    assert before is not None
    read = reading(event.counts, state.position, state.known)
    ranked = weighed(legal(before, turn.side, ((roll, 0.0),), state.profile.variant), read)
    found, margin = ranked[0], lead(ranked, read.score(state.position))
    if margin < MARGIN or (state.spoiled and read.against(found.position)):
        return state, ()  # behind one die that is seen a roll may be played
    known = remembered(state.known, state.position, best(event.counts), found.position)
    turn = replace(turn, choices=ranked[:50], frames=event.frames)
    state = replace(state, position=found.position, known=known, wrong=None, called=False, spoiled=None)
    why = sentence("{side} has put his play right before the next roll", side=turn.side)
    state, told = state.ruled(
        "corrected", event.t, event.known, why, rule="R87", side=turn.side, dice=roll, play=str(found.play), legal=True,
        margin=margin,
        xgid=state.xgid(found.position, turn.side.other), evidence=state.evidence(turn, before),
    )  # fmt: skip
    return finished(state, turn, told, event.known)


def rolled(state: Referee, turn: Turn, known: float) -> Step:
    """A roll that counts is told, or that it cannot be read."""
    side, dice = turn.side, turn.read
    if dice:
        why = sentence("{side} rolls {high} and {low}", side=side, high=dice[0], low=dice[1])
    else:
        why = sentence("the dice of {side} cannot be read for sure: the play will tell", side=side)
    return state.ruled("rolled", turn.t, known, why, rule="R16", side=side, dice=dice)


def bad_roll(state: Referee, turn: Turn, bad: tuple[str, Sentence], known: float) -> Step:
    """A roll does not count; where any roll ends the time to call an illegal play, it does (§1.5 on 87)."""
    state, told = _void(state, turn, bad, known)
    if state.profile.deadline == "roll" and state.wrong and state.wrong.side is turn.side.other:
        state, more = stood(state, turn.t, known, too_late(state))
        told += more
    return state, told


def taken_up(state: Referee, turn: Turn, known: float) -> Step:
    """Dice were taken up unplayed and are rolled again by the same side: the players saw that the roll does not count (84). A turn
    that was ruled on it, a dance or an illegal pass, is none."""
    bad = turn.doubtful or ("R84", sentence("{side} took the roll up unplayed and rolls again", side=turn.side))
    return _void(replace(state, side=turn.side, open=None, wrong=None, called=False), turn, bad, known)


def _void(state: Referee, turn: Turn, bad: tuple[str, Sentence], known: float) -> Step:
    (rule, why), seen = bad, Evidence(rolled=turn.t, dice=turn.dice)
    return state.ruled("void_roll", turn.t, known, why, rule=rule, side=turn.side, dice=turn.read, evidence=seen)


def stood(state: Referee, t: float, known: float, why: Sentence) -> Step:
    """The time to put an illegal play right is over, or the opponent lets it stand (87)."""
    if state.wrong is None:
        return state, ()
    side = state.wrong.side
    state = replace(state, wrong=None, called=False)
    why = sentence("the illegal play of {side} stands: {why}", side=side, why=why)
    return state.ruled("stands", t, known, why, rule="R87", side=side)


def too_late(state: Referee) -> Sentence:
    """Why an illegal play stands once the deadline is over."""
    if state.called:
        return sentence("it was called, but play went on")
    if state.profile.moves_policy == "legal":
        return sentence("it was not put right in time")
    return sentence("it was not called in time")


def left_out(state: Referee, t: float, known: float) -> Step:
    """The side whose turn it is cannot move whatever it rolls, and leaves its roll out (§1.5 on 49)."""
    assert state.side is not None
    side = state.side
    why = sentence("{side} is closed out and does not roll", side=side)
    return replace(state, side=side.other).ruled(
        "danced", t, known, why, rule="R37", side=side, play="", legal=True,
        xgid=state.xgid(state.position, side.other),
    )  # fmt: skip


def lead(ranked: Sequence[Explanation], unchanged: float) -> float:
    """By how much the first explanation beats the second and an unchanged board."""
    return ranked[0].score - max([unchanged] + [other.score for other in ranked[1:2]])
