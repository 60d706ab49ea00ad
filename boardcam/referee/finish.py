"""The end of a game and of a match: what was won, and the score (rules 46, 51, 57-72)."""

from __future__ import annotations

from math import inf
from operator import ne

import numpy as np

from boardcam.events import BoardRested, Evidence
from boardcam.referee import correction
from boardcam.referee.frozen import replace
from boardcam.referee.reading import UNREAD, ZERO
from boardcam.referee.shown import near_home
from boardcam.referee.state import Phase, Referee, Step
from boardcam.rules import scoring
from boardcam.rules.cube import Cube
from boardcam.rules.ending import Ending
from boardcam.rules.position import CHECKERS, START, Side
from boardcam.rules.sentence import Sentence, counted, sentence

COLUMNS = np.array(START.points) + ZERO
"""Of the starting position in a reading; a place that is not seen shows none of them."""
LIKE, FAR = 22, 8
"""Points of 24 that show the starting position; points by which the game has left it."""


def ended(state: Referee, how: Ending, t: float, known: float) -> Step:
    """The game is over on the board: the loser's checkers say whether it is a gammon or a backgammon; both off, it is drawn."""
    if how.winner is None:
        return won(state, None, 0, t, known, "R67", sentence("both have borne off"))
    return won(state, how.winner, how.kind, t, known, f"R{56 + how.kind}", scoring.ONE[how.kind])


def won(state: Referee, winner: Side | None, kind: int, t: float, known: float, rule: str, how: Sentence) -> Step:
    """The game is over; perhaps the match. The next game waits for the starting position. Winner None = a draw."""
    if said := correction.won(state):
        winner, kind, rule = said.winner, said.kind, f"R{56 + said.kind}" if said.winner else "R67"
        how = (scoring.ONE[kind] if winner else sentence("nobody has won")).then(correction.SAID)
    points = scoring.points(kind, state.cube, jacoby=state.profile.jacoby and not state.length) if winner else 0
    end = state.position
    state = _cleared(state, winner, points)
    why = sentence("the game is drawn: {how}", how=how)
    if winner:
        why = counted("{side} wins {n} point: {how}", "{side} wins {n} points: {how}", points, side=winner, how=how)
    state, verdicts = state.ruled("game", t, known, why, rule=rule, side=winner, xgid=state.xgid(end, winner))
    if winner is None or state.score.winner is None:
        return state, verdicts
    high, low = max(state.score.points), min(state.score.points)
    state = replace(state, phase=Phase.OVER)
    why = sentence("{side} wins the match {high}-{low}", side=winner, high=high, low=low)
    state, last = state.ruled("match", t, known, why, rule="R70", side=winner, xgid=state.xgid(end, winner))
    return state, verdicts + last


def _cleared(state: Referee, winner: Side | None, points: int) -> Referee:
    """The state between two games."""
    return replace(
        state, phase=Phase.SETUP, score=state.score.won(winner, points), position=START, known=UNREAD, side=None, turn=None,
        waiting=None, open=None, spoiled=None, wrong=None, called=False, lost="", guessed=False, shown=None, ways=(),
        left=state.position, cube=Cube(), cube_told=-inf, cube_back=None, cube_noted=False, ties=0, winner=winner, noted="",
        offer=None, paused=None, reminded=False, unended=None,
    )  # fmt: skip


# --- a game whose end was not seen ---------------------------------------------------------------------------------------------


def set_up_anew(state: Referee, event: BoardRested) -> bool:
    """Whether the starting position stands there again in the middle of a game."""
    far = sum(map(ne, state.position.points, START.points))
    return far >= FAR and int(np.count_nonzero(event.counts[:24].argmax(1) == COLUMNS)) >= LIKE


def broken_off(state: Referee, event: BoardRested) -> Step:
    """The next game is set up: whoever could bear off his last checkers has won; else nobody can say who has, nor how much if the
    loser may have saved a gammon in a turn that nobody saw."""
    t, known = event.t, event.known
    if correction.won(state):
        return won(state, None, 0, t, known, "", Sentence(""))
    winner = _unseen_winner(state)
    if winner is None or _escaped(state, winner):
        why = sentence(
            "the next game is set up, but the end of the last one was not seen: its loser presses resign, or enter who has won"
        )
        unended = replace(state, past=None, unended=None)
        return replace(_cleared(state, None, 0), unended=unended).ruled("unsure", t, known, why)
    why = sentence("the last turn of {side} was not seen, but the next game is set up: he has borne off", side=winner)
    if state.last_roll:
        why = sentence("the last roll of {side} was not seen; the next game is set up, and he could not clear", side=winner.other)
    before = Evidence(frames=event.frames, before=state.xgid(state.position, winner))
    state, told = state.ruled("unsure", t, known, why, side=winner, evidence=before)
    profile = state.profile
    kind = scoring.value(state.position, winner, finish=profile.finish, bar_counts=profile.bar_counts)
    state, more = ended(state, Ending(winner, kind), t, known)
    return state, told + more


def _escaped(state: Referee, winner: Side) -> bool:
    """Whether more points were won by the last board than the loser may have lost after a turn of his that was not seen."""
    loser, position, profile = winner.other, state.position, state.profile
    turn = state.open or state.turn
    if (turn.side if turn else state.side) is not loser or state.last_roll:
        return False
    kind = scoring.value(position, winner, finish=profile.finish, bar_counts=profile.bar_counts)
    return kind > 2 or (kind > 1 and near_home(position, loser))


def _unseen_winner(state: Referee) -> Side | None:
    """Who must have won a game whose end was not seen; a last roll may have drawn it (67)."""
    near = [side for side in Side if state.position.off[side.index] >= CHECKERS - 4]
    if state.last_roll:
        return None if state.last_roll in near else state.last_roll.other
    likely = [turn.side for turn in (state.open, state.turn, state.spoiled) if turn] + [side for side in (state.side,) if side]
    return next((side for side in [*likely, *Side] if side in near), None)
