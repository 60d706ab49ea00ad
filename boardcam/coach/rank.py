"""Legal plays, ranked: every play at a glance, the best of them looked at deeper and deeper.

A play that a glance has dropped keeps the loss that it had there, but never ranks above one that was looked at deeper: numbers of
different depth are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from boardcam.coach import equity
from boardcam.coach.board import Board, canonical
from boardcam.coach.engine import Engine, Level, Look
from boardcam.coach.question import Question
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, Value
from boardcam.rules import scoring
from boardcam.rules.play import Play
from boardcam.rules.position import Position


@dataclass(frozen=True, slots=True)
class Ranked:
    """One legal play and what it is worth to the player who makes it."""

    play: Play
    position: Position
    """The position after it."""
    value: Value
    loss: float
    """What it gives up against the best play, ≥ 0."""
    plies: int
    """How deep it was looked at; −1 = the game is over then, nothing was to be looked at."""

    @property
    def equity(self) -> float:
        return self.value.equity


Ranking = tuple[Ranked, ...]
"""Best first. () = a dance."""


def rank(
    question: Question,
    engine: Engine,
    level: Level,
    late: Callable[[], bool] = lambda: False,
    keep: Collection[Position] = (),
) -> Iterator[Ranking]:
    """The ranking after every look, better each time. The first comes however late it is; once it is `late`, no more.

    `keep`: positions that are looked at as deeply as the best, such as the play that was made. EngineError if a look fails; what
    came before it stands.
    """
    best = _glance(question, engine, level.looks[0])
    yield best
    for look in level.looks[1:]:
        chosen = _chosen(best, look, keep)
        if len(best) < 2 or late():  # a forced play needs no thought
            return
        deeper = _deeper(question, engine, look, chosen, late)
        if deeper is None:
            return
        best = _merged(deeper, [play for play in best if play not in chosen])
        yield best


def _glance(question: Question, engine: Engine, look: Look) -> Ranking:
    plays = question.plays
    return _ranked(plays, values(question, engine, list(plays), look.plies), look.plies)


def _chosen(best: Ranking, look: Look, keep: Collection[Position]) -> list[Ranked]:
    """The plays that deserve a look: the best by the look before, and those to keep."""
    near = [play for play in best[: look.most] if play.loss <= look.near]
    return near + [play for play in best if play.position in keep and play not in near]


def _deeper(question: Question, engine: Engine, look: Look, chosen: Sequence[Ranked], late: Callable[[], bool]) -> Ranking | None:
    """The chosen plays looked at one by one; None if it got late."""
    found = []
    for play in chosen:
        if late():
            return None
        found += values(question, engine, [play.position], look.plies)
    return _ranked({play.position: play.play for play in chosen}, found, look.plies)


def _ranked(plays: dict[Position, Play], told: Sequence[Value], plies: int) -> Ranking:
    pairs = sorted(zip(plays.items(), told, strict=True), key=lambda pair: -pair[1].equity)
    top = pairs[0][1].equity if pairs else 0.0
    return tuple(
        Ranked(play, position, value, top - value.equity, -1 if scoring.winner(position) is not None else plies)
        for (position, play), value in pairs
    )


def _merged(deeper: Ranking, dropped: Sequence[Ranked]) -> Ranking:
    """The dropped plays behind those looked at deeper, their equities told from the deeper best."""
    top, least = deeper[0].equity, deeper[-1].loss
    behind = (replace(play, loss=max(play.loss, least)) for play in dropped)
    placed = [replace(play, value=Value(top - play.loss, play.value.chances)) for play in behind]
    return (*deeper, *sorted(placed, key=lambda play: play.loss))


def values(question: Question, engine: Engine, positions: Sequence[Position], plies: int) -> list[Value]:
    """Values in order. A game that is over is valued by the rules, not by an engine."""
    side, stake = question.situation.turn, question.stake
    playing = [position for position in positions if scoring.winner(position) is None]
    boards: list[Board] = [canonical(position, side) for position in playing]
    told = iter(engine.values(boards, stake, plies, question.board) if boards else [])
    return [next(told) if scoring.winner(position) is None else _won(question, position, stake) for position in positions]


def _won(question: Question, position: Position, stake: Stake) -> Value:
    """The worth of a game that the player on roll has just won."""
    kind = scoring.value(position, question.situation.turn, finish=question.finish, bar_counts=question.bar_counts)
    chances = Chances(1.0, float(kind >= 2), float(kind >= 3), 0.0, 0.0)
    return Value(equity.cubeless(chances, stake), chances)
