"""Matches of mixed quality: an engine plays at a glance, each side as carelessly as it is told to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import log
from random import Random

from boardcam.bench.situations import GLANCE
from boardcam.coach.advice import Advice, advise
from boardcam.coach.question import Question
from boardcam.coach.rank import Ranked, rank
from boardcam.coach.remote import Remote
from boardcam.rules import scoring
from boardcam.rules.play import Play
from boardcam.rules.position import Side
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn

CARES = (0.0, 0.02, 0.05, 0.1, 0.2)
"""How far off, about, a side thinks the worth of a play is: from a strong player to one who has just learnt the rules."""


@dataclass(frozen=True, slots=True)
class Careless:
    """Two players of one engine."""

    engine: Remote
    random: Random
    cares: tuple[float, float]
    """Light's and dark's."""

    def match(self, length: int) -> Match:
        """A match to so many points, by the Crawford rule."""
        games: list[Game] = []
        match = Match(tuple(f"off by {care}" for care in self.cares), length)  # type: ignore[arg-type]
        while max(match.score) < length:
            crawford = match.score.count(length - 1) == 1 and not any(game.crawford for game in games)
            games.append(self._game(Situation(score=match.score, length=length, crawford=crawford)))
            match = replace(match, games=tuple(games))
        return match

    def _game(self, s: Situation) -> Game:
        begun = Game(s.score, crawford=s.crawford)
        actions: list[Turn | CubeAction] = []
        s = replace(s, turn=self.random.choice(list(Side)))
        while True:
            for action in self._cube(s) if actions else ():
                actions.append(action)
                if action.kind == "take":
                    s = replace(s, cube=s.cube.taken(action.side))
                elif action.kind == "pass":
                    return replace(begun, actions=tuple(actions), result=Result(action.side.other, s.cube.value, "passed"))
            turn = self._turn(replace(s, dice=self._dice(opening=not actions)))
            actions.append(turn)
            if scoring.winner(turn.after) is not None:
                kind = scoring.value(turn.after, s.turn)
                return replace(begun, actions=tuple(actions), result=Result(s.turn, scoring.points(kind, s.cube), kind=kind))
            s = replace(s, position=turn.after, turn=s.turn.other)

    def _dice(self, opening: bool) -> tuple[int, int]:
        while True:
            high, low = sorted((self.random.randint(1, 6), self.random.randint(1, 6)), reverse=True)
            if high != low or not opening:
                return high, low

    def _cube(self, s: Situation) -> Iterator[CubeAction]:
        """A double, if there is one, and the answer to it."""
        question = Question(s)
        if question.may_not_double is not None:
            return
        advice = advise(question, self.engine, 0)
        if advice.value is None or self._off(s.turn) + min(advice.value.dt, advice.value.dp) <= advice.value.nd:
            return
        value = 2 * s.cube.value
        yield CubeAction(s.turn, "double", value)
        yield CubeAction(s.turn.other, "take" if self._takes(advice, s.turn.other) else "pass", value)

    def _takes(self, advice: Advice, side: Side) -> bool:
        assert advice.value is not None
        return advice.value.dt + self._off(side) <= advice.value.dp

    def _turn(self, s: Situation) -> Turn:
        assert s.dice is not None
        ranking = next(rank(Question(s), self.engine, GLANCE))
        if not ranking:
            return Turn(s.turn, s.dice, Play(()), s.position, s.position)
        chosen: Ranked = max(ranking, key=lambda one: one.equity + self._off(s.turn))
        return Turn(s.turn, s.dice, chosen.play, s.position, chosen.position)

    def _off(self, side: Side) -> float:
        """By how much a side is wrong about something (Gumbel's distribution)."""
        return self.cares[side.index] * -log(-log(self.random.random() or 0.5))


def matches(engine: Remote, random: Random, count: int, length: int) -> Iterator[Match]:
    """So many matches, by players of every quality."""
    for number in range(count):
        cares = CARES[number % len(CARES)], CARES[(3 * number + 1) % len(CARES)]
        yield Careless(engine, random, cares).match(length)
