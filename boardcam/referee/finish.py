"""The end of a game and of a match: what was won, and the score (rules 46, 51, 57-72)."""

from __future__ import annotations

from dataclasses import replace

from boardcam.referee.reading import UNREAD
from boardcam.referee.state import Phase, Referee, Step
from boardcam.rules import scoring
from boardcam.rules.cube import Cube
from boardcam.rules.position import START, Side


def borne_off(state: Referee, winner: Side, t: float, known: float) -> Step:
    """All fifteen are off: the loser's checkers say whether it is a gammon or a backgammon."""
    profile = state.profile
    kind = scoring.value(state.position, winner, finish=profile.finish, bar_counts=profile.bar_counts)
    return won(state, winner, kind, t, known, f"R{56 + kind}", f"a {scoring.NAMES[kind]}")


def won(state: Referee, winner: Side, kind: int, t: float, known: float, rule: str, how: str) -> Step:
    """The game is over; perhaps the match. The next game waits for the starting position."""
    points = scoring.points(kind, state.cube, jacoby=state.profile.jacoby and not state.length)
    end = state.position
    state = _cleared(state, winner, points)
    why = f"{winner.colour} wins {points} point{'s' if points > 1 else ''}: {how}"
    state, verdicts = state.ruled("game", t, known, why, rule=rule, side=winner, xgid=state.xgid(end, winner))
    if state.score.winner is None:
        return state, verdicts
    high, low = max(state.score.points), min(state.score.points)
    state = replace(state, phase=Phase.OVER)
    state, last = state.ruled(
        "match", t, known, f"{winner.colour} wins the match {high}-{low}", rule="R70", side=winner, xgid=state.xgid(end, winner)
    )
    return state, verdicts + last


def _cleared(state: Referee, winner: Side, points: int) -> Referee:
    """The state between two games."""
    return replace(
        state, phase=Phase.SETUP, score=state.score.won(winner, points), position=START, known=UNREAD, side=None, turn=None,
        open=None, spoiled=None, wrong=None, lost=False, cube=Cube(), ties=0, winner=winner, noted="",
    )  # fmt: skip
