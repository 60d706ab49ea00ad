"""Situations that hints are measured on: met in games that an engine plays with itself at a glance, or known by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from boardcam.coach.board import turned
from boardcam.coach.engine import Level, Look
from boardcam.coach.question import Question
from boardcam.coach.rank import rank
from boardcam.coach.remote import Remote
from boardcam.rules import scoring
from boardcam.rules.cube import Cube
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation

GLANCE = Level((Look(0),), 0)
SCORES = ((0, (0, 0)), (7, (0, 0)), (7, (5, 3)), (5, (1, 3)), (9, (2, 6)))
"""Lengths and scores at which doubles are asked, money first."""


def plays(engine: Remote, random: Random, count: int) -> list[Question]:
    """Plays with three choices or more, one in six of those met."""
    met = (one for one in _played(engine, random) if len(one.plays) >= 3 and random.random() < 1 / 6)
    return list(islice(met, count))


def doubles(engine: Remote, random: Random, count: int) -> list[Question]:
    """Doubles that somebody may think about, at scores in turn; a third are redoubles."""
    return list(islice(_doubles(engine, random), count))


def _doubles(engine: Remote, random: Random) -> Iterator[Question]:
    asked = 0
    for question in _played(engine, random):
        length, score = SCORES[asked % len(SCORES)]
        s = question.situation
        cube = Cube(2, s.turn) if asked % 3 == 2 else Cube()
        here = Question(replace(s, dice=None, length=length, score=score, cube=cube))
        if here.may_not_double is None and random.random() < 1 / 3 and 0.25 <= _standing(here, engine) <= 1.15:
            asked += 1
            yield here


def _standing(question: Question, engine: Remote) -> float:
    """The equity at a glance of who is on roll, before rolling."""
    board, stake = question.board, question.stake
    return -engine.values([turned(board)], stake.turned, 0, turned(board))[0].equity


def _played(engine: Remote, random: Random) -> Iterator[Question]:
    """Turns of games without end, played at a glance."""
    while True:
        position, side = START, random.choice(list(Side))
        while scoring.winner(position) is None:
            question = Question(Situation(position, side, (random.randint(1, 6), random.randint(1, 6))))
            ranking = next(rank(question, engine, GLANCE))
            if ranking:
                yield question
                position = ranking[0].position
            side = side.other
