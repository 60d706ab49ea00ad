"""The decisions of a match, in order: every play, every double made or not made, every answer to one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from boardcam.coach.question import HIGHEST, Question, Unanswerable, checked
from boardcam.rules import profile_file
from boardcam.rules.cube import Cube
from boardcam.rules.position import Position, Side
from boardcam.rules.profile import Profile
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import CubeAction, Game, Match, Turn

Kind = Literal["play", "double", "answer"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of one player. The question is put from the seat of who is on roll, also for an answer."""

    kind: Kind
    side: Side
    """Who decides."""
    question: Question
    made: Position | Literal["no double", "double", "take", "pass"]
    """What was decided: the position played to, or the cube action."""
    game: int
    """1 = the first game."""
    number: int
    """Of the game's actions, 1 = the first."""
    opening: bool = False
    """The first roll of a game, which is never a doublet."""


def decisions(match: Match) -> Iterator[Decision]:
    """What can be judged. Left out: what nobody saw, illegal plays that stood, turns that were not played, and scores or cubes
    that cannot be."""
    profile = profile_file.played_by(match.profile, match.rules) or Profile()
    blank = Situation(length=match.length, jacoby=match.jacoby, cube_cap=match.cube_cap or HIGHEST)
    for number, game in enumerate(match.games, 1):
        situation = replace(blank, score=game.score, crawford=game.crawford, position=game.start)
        for decision in _of_game(game, situation, number):
            question = Question(decision.question.situation, match.variant, profile.finish, profile.bar_counts)  # type: ignore[arg-type]
            try:
                yield replace(decision, question=checked(question))
            except Unanswerable:
                continue


def _of_game(game: Game, situation: Situation, number: int) -> Iterator[Decision]:
    cube, doubled, rolled = Cube(), False, False
    for at, action in enumerate(game.actions, 1):
        here = replace(situation, cube=cube)
        if isinstance(action, CubeAction):
            doubler = action.side if action.kind == "double" else action.side.other
            asked = Question(replace(here, turn=doubler, offered=None if action.kind == "double" else "double"))
            yield Decision("double" if action.kind == "double" else "answer", action.side, asked, action.kind, number, at)
            cube = cube.taken(action.side) if action.kind == "take" else cube
            doubled = True
            continue
        here = replace(here, turn=action.side, position=action.before)
        if rolled and not doubled and Question(here).may_not_double is None:
            yield Decision("double", action.side, Question(here), "no double", number, at)
        if _played(action):
            yield Decision("play", action.side, Question(replace(here, dice=action.dice)), action.after, number, at, not rolled)
        situation, doubled, rolled = replace(situation, position=action.after), False, True


def _played(turn: Turn) -> bool:
    return turn.dice is not None and turn.play is not None and bool(turn.legal)
