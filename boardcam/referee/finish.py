"""The end of a game and of a match: what was won, and the score (rules 46, 51, 57-72)."""

from __future__ import annotations

from dataclasses import replace

from boardcam.events import BoardRested, Evidence
from boardcam.referee.reading import UNREAD, best
from boardcam.referee.state import Phase, Referee, Step
from boardcam.rules import scoring
from boardcam.rules.cube import Cube
from boardcam.rules.position import CHECKERS, START, Side

LIKE, FAR = 22, 8
"""Points of 24 that show the starting position; points by which the game has left it."""


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


def _cleared(state: Referee, winner: Side | None, points: int) -> Referee:
    """The state between two games."""
    return replace(
        state, phase=Phase.SETUP, score=state.score.won(winner, points), position=START, known=UNREAD, side=None, turn=None,
        open=None, spoiled=None, wrong=None, lost=False, cube=Cube(), ties=0, winner=winner, noted="",
    )  # fmt: skip


# --- a game whose end was not seen ---------------------------------------------------------------------------------------------


def set_up_anew(state: Referee, event: BoardRested) -> bool:
    """Whether the starting position stands there again in the middle of a game."""
    seen = best(event.counts)[:24]
    like = sum(read == count for read, count in zip(seen, START.points, strict=True))
    far = sum(a != b for a, b in zip(state.position.points, START.points, strict=True))
    return like >= LIKE and far >= FAR


def broken_off(state: Referee, event: BoardRested) -> Step:
    """The next game is set up: whoever could bear off his last checkers has won; else nobody can say who has."""
    t, known = event.t, event.known
    likely = [turn.side for turn in (state.open, state.turn, state.spoiled) if turn] + [side for side in (state.side,) if side]
    winner = next((side for side in [*likely, *Side] if state.position.off[side.index] >= CHECKERS - 4), None)
    if winner is None:
        why = "the next game is set up, but the end of the last one was not seen: enter who has won"
        return _cleared(state, None, 0).ruled("unsure", t, known, why)
    why = f"the last turn of {winner.colour} was not seen, but the next game is set up: he has borne off"
    before = Evidence(frames=event.frames, before=state.xgid(state.position, winner))
    state, told = state.ruled("unsure", t, known, why, side=winner, evidence=before)
    state, more = borne_off(state, winner, t, known)
    return state, told + more
