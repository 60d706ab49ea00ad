"""What may be asked: nothing that could not stand on a table reaches an engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from boardcam.coach import board, wire
from boardcam.coach.question import Question, Unanswerable, asked, checked
from boardcam.rules import xgid
from boardcam.rules.cube import Cube
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from boardcam.rules.situation import Situation
from tests.boards import board as placed

OPENING = Situation(dice=(3, 1))
OVER = placed("white off:15; black 24:2 off:13")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"position": replace(START, points=(*START.points[:23], 3))}, "position"),
        ({"position": replace(START, bar=(-1, 0))}, "position"),
        ({"position": OVER}, "position"),
        ({"dice": (0, 1)}, "dice"),
        ({"dice": (3, 7)}, "dice"),
        ({"dice": None, "offered": "beaver"}, "dice"),
        ({"cube": Cube(3)}, "cube"),
        ({"cube": Cube(0)}, "cube"),
        ({"cube": Cube(4096)}, "cube"),
        ({"length": 7, "score": (7, 2)}, "score"),
        ({"length": 7, "score": (-1, 2)}, "score"),
        ({"length": 99}, "score"),
        ({"length": 5, "score": (4, 4), "crawford": True}, "score"),
        ({"length": 5, "score": (4, 2), "crawford": True, "cube": Cube(2, Side.WHITE)}, "score"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(Unanswerable) as error:
        checked(Question(replace(OPENING, **changes)))
    assert error.value.field == field


def test_ten_thousand_situations_are_refused_or_sound() -> None:
    random, sound = Random(1), 0
    for _ in range(10_000):
        question = Question(wild(random))
        try:
            checked(question)
        except Unanswerable:
            continue
        sound += 1
        assert board.fault(question.board) is None
        assert wire.read_stake(wire.stake(question.stake)).away == question.stake.away
    assert 300 < sound < 9_700


def wild(random: Random) -> Situation:
    """A situation that may stand, more or less damaged."""
    points = list(START.points)
    for _ in range(random.randrange(9)):
        a, b = random.randrange(24), random.randrange(24)
        points[a] += random.choice((-1, 0, 1))
        points[b] += random.choice((-1, 0, 1))
    white = 15 - sum(n for n in points if n > 0)
    black = 15 + sum(n for n in points if n < 0)
    bar = (random.choice((0, 0, 0, 1)), random.choice((0, 0, 0, 1)))
    position = Position(tuple(points), bar, (white - bar[0], black - bar[1]))
    dice = random.choice([None, (random.randrange(8), random.randrange(8)), (3, 1)])
    cube = Cube(random.choice((1, 1, 2, 3, 64)), random.choice((None, *Side)))
    length = random.choice((0, 0, 1, 5, 7, 40))
    score = (random.randrange(6), random.randrange(6))
    return Situation(position, random.choice(list(Side)), dice, cube, None, score, length, bool(length) and random.random() < 0.2)


def test_both_seats_ask_the_same() -> None:
    """A situation and its mirror image are the same question to an engine."""
    one = asked(xgid.parse("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:4:0:7:10"))
    s = one.situation
    other = replace(s, position=s.position.flipped(), turn=s.turn.other, cube=Cube(2, s.turn.other), score=s.score[::-1])
    assert Question(other).board == one.board
    assert Question(other).stake == one.stake


def test_a_board_turned_twice_is_itself() -> None:
    one = board.canonical(START, Side.WHITE)
    assert board.turned(board.turned(one)) == one
    assert board.canonical(START, Side.BLACK) == one
    assert board.position(one) == START


def test_hints_are_locked_at_the_table_and_nowhere_else() -> None:
    with pytest.raises(Unanswerable, match="the profile tournament locks hints"):
        asked(OPENING, preset("tournament"), coaching=False)
    assert asked(OPENING, preset("tournament")).situation == OPENING


def test_what_engines_do_not_know_is_said() -> None:
    assert "Caucasian" in asked(OPENING, preset("nardi-caucasian")).notes[0]
    assert "worked out from the chances" in asked(replace(OPENING, cube_cap=1)).notes[0]
    assert asked(OPENING).notes == ()


def test_a_double_that_cannot_be() -> None:
    def why(**changes: Any) -> str | None:
        refusal = Question(replace(Situation(length=7), **changes)).may_not_double
        return refusal and refusal.rule

    assert why() is None
    assert why(cube=Cube(2, Side.BLACK)) == "R50"
    assert why(score=(6, 3), crawford=True) == "R72"
    assert why(cube_cap=1) == "R48"
    assert why(score=(6, 3)) == "R52"
    assert why(score=(3, 6)) is None
