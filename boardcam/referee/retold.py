"""Turns that are told again, for the board denies where they have led to.

A turn is told when one explanation is likeliest by far, and may be wrong all the same: a stack was miscounted, or two hidden
turns end almost as two others do. When no play explains what the board shows later, all ways through the last turns are weighed
once more, by everything that was seen after each of them. If another one is likelier by far than what was told, its turns are told
again: put right where one way is plain, unsure where several remain. What the players have said is never doubted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardcam.events import BoardRested, Verdict
from boardcam.referee.doubt import followed
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ILLEGAL, MARGIN, Chain, Explanation, amiss, legal, weighed
from boardcam.referee.reading import UNREAD, Known, Reading, best, reading, remembered
from boardcam.referee.ruling import moved
from boardcam.referee.state import Line, Phase, Referee, Step, Told, Turn
from boardcam.rules.play import Play
from boardcam.rules.position import Position
from boardcam.rules.sentence import sentence

WIDTH, HIDDEN, SEEN = 24, 60, 4
"""Ways that are followed from turn to turn; of a turn after which the board was not seen; of each way, where it was."""
Place = tuple[Position, Known]
"""Where the checkers are, and how the board is known to read."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way through turns."""

    start: Place
    plays: tuple[Explanation, ...]
    score: float
    """Log-likelihood of the plays and of what was seen after each."""
    ends: Place
    near: float = 0.0
    """Log-likelihood of the next reading, where nothing was seen after the last turn."""


def told_again(state: Referee, turns: Sequence[Turn], event: BoardRested, worth: float = 0.0) -> Step | None:
    """The last turns, and these after them, if another way through them explains this reading and all before it better than what
    was told; `worth` = log-likelihood of how the new ones would be told after that."""
    line = state.line
    if line is None or line.end != state.position or not (line.told or (turns and len(line.starts) > 1)):
        return None
    nothing = Explanation((0, 0), state.position, Play(), 0.0)
    steps = [*line.told, *(Told(turn, nothing, None, UNREAD) for turn in turns)]
    steps[-1] = replace(steps[-1], board=event)
    ways, n = _ways(state, line, steps), len(line.told)
    if ways[0].score - _as_told(line, steps[:n]) - worth < MARGIN:
        return None
    if _denied(ways[0], steps):
        return None
    return _put_right(state, line, steps, turns, ways, event)


def _ways(state: Referee, line: Line, steps: Sequence[Told]) -> list[Way]:
    """The likeliest ways through turns, likeliest first."""
    ways = [Way((position, line.known), (), score, (position, line.known)) for position, score in line.starts]
    for nth, step in enumerate(steps):
        later = next(each.board for each in steps[nth:] if each.board)
        grown = [longer for way in ways for longer in _grown(state, way, step, later)]
        ways = sorted(grown, key=lambda way: -way.score - way.near)[: WIDTH if step.board else HIDDEN]
    return ways


def _grown(state: Referee, way: Way, step: Told, later: BoardRested) -> list[Way]:
    """A way with one more turn, in the ways in which it may have gone by the rules, or as it was told, where that broke them."""
    turn, variant, (position, _) = step.turn, state.profile.variant, way.ends
    read = _read(later, way.ends)
    found = weighed(legal(position, turn.side, turn.rolls, variant), read)
    rolled = dict(turn.rolls)
    if step.board is None:
        return [_longer(way, play, rolled[play.roll], None, play.score - rolled[play.roll]) for play in found[:HIDDEN]]
    likely = [*found[:SEEN]]
    if step.found.play is None and turn.before == position:
        likely.append(replace(step.found, score=read.score(step.found.position) - ILLEGAL))
    return [_longer(way, play, play.score, step.board) for play in likely]


def _longer(way: Way, play: Explanation, score: float, board: BoardRested | None, near: float = 0.0) -> Way:
    return Way(way.start, (*way.plays, play), way.score + score, _after(way.ends, play, board), near)


def _after(place: Place, play: Explanation, board: BoardRested | None) -> Place:
    """Where a play leads from a place, with what was seen then."""
    position, known = place
    return play.position, remembered(known, position, best(board.counts) if board else UNREAD, play.position)


def _read(board: BoardRested, place: Place) -> Reading:
    return reading(board.counts, *place).lenient.strict


def _denied(way: Way, steps: Sequence[Told]) -> bool:
    """Whether the last reading speaks clearly against a way, or one since a turn that was ruled illegal: eyes may err for long, but
    no ruling is taken back against what was seen."""
    place, ruled = way.start, False
    for play, step in zip(way.plays, steps, strict=True):
        ruled = ruled or step.found.play is None
        if (ruled or step is steps[-1]) and step.board and _read(step.board, place).denying(play.position):
            return True
        place = _after(place, play, step.board)
    return False


def _as_told(line: Line, steps: Sequence[Told]) -> float:
    """Log-likelihood of the line as it was told, with these readings."""
    place, score = (line.starts[0][0], line.known), line.starts[0][1]
    for step in steps:
        score += dict(step.turn.rolls).get(step.found.roll, 0.0) - ILLEGAL * (step.found.play is None)
        if step.board:
            score += _read(step.board, place).score(step.found.position)
        place = _after(place, step.found, step.board)
    return score


# --- telling it ----------------------------------------------------------------------------------------------------------------


def _put_right(
    state: Referee, line: Line, steps: Sequence[Told], turns: Sequence[Turn], ways: Sequence[Way], event: BoardRested
) -> Step:
    """The turns of the likeliest way: those of the line that it changes, and the new ones."""
    way, told = ways[0], tuple[Verdict, ...]()
    margins = [
        min(_over(ways, nth), amiss(step.turn.rolls, play.roll))
        for nth, (step, play) in enumerate(zip(steps, way.plays, strict=True))
    ]
    start, known = way.start
    now = replace(state, position=start, known=known, wrong=None, called=False, line=Line(((start, 0.0),), known))
    for step, play, margin in zip(line.told, way.plays, margins, strict=False):
        as_before = (step.found.roll, step.found.position, step.turn.before) == (play.roll, play.position, now.position)
        turn = replace(step.turn, before=now.position, margin=margin, choices=(play, *step.turn.choices))
        past = replace(now, phase=Phase.MOVING, side=turn.side, turn=turn, waiting=None, open=None, spoiled=None)
        before, now = now.position, replace(moved(now, turn, play, event.known, step.board), past=past)
        if not as_before:
            now, more = _told(now, turn, before, play, event.known)
            told += more
    if not turns:
        return replace(now, known=best(event.counts)), told
    ends = way.score - max((other.score for other in ways if other.ends[0] != way.ends[0]), default=way.score - ILLEGAL)
    now, more = followed(now, turns, Chain(way.plays[len(line.told) :], tuple(margins[len(line.told) :]), ends, ends), event)
    return now, told + more


def _over(ways: Sequence[Way], nth: int) -> float:
    """By how much the first way beats those in which the nth turn is another."""
    first, *others = ways
    return first.score - max((way.score for way in others if _part(way, nth) != _part(first, nth)), default=first.score - ILLEGAL)


def _part(way: Way, nth: int) -> tuple[object, Position, Position]:
    play = way.plays[nth]
    return play.roll, play.position, way.plays[nth - 1].position if nth else way.start[0]


def _told(state: Referee, turn: Turn, before: Position, play: Explanation, known: float) -> Step:
    """A turn of the line is told again; as one way is plain, or as unsure."""
    side, t, seen, xgid = turn.side, turn.end(known), state.evidence(turn, before), state.xgid(play.position, turn.side.other)
    if turn.margin < MARGIN:
        why = sentence("what the board shows now denies how the turn of {side} was told: enter it or go on", side=side)
        return state.ruled(
            "unsure", t, known, why, rule="R85", side=side, dice=turn.read, margin=turn.margin, xgid=xgid, evidence=seen
        )
    why = sentence("what the board shows now denies how the turn of {side} was told, and tells of this play", side=side)
    return state.ruled(
        "corrected", t, known, why, rule="R85", side=side, dice=play.roll, play=str(play.play), legal=True, margin=turn.margin,
        xgid=xgid, evidence=seen,
    )  # fmt: skip
