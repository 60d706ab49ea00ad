"""What the coach does when an engine hangs or dies: fake workers, given time."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardcam.coach.board import Board
from boardcam.coach.coach import DEADLINE, PATIENCE, Coach
from boardcam.coach.engine import EngineError, EngineLate, Level, Look
from boardcam.coach.pips import Pips
from boardcam.coach.question import Question
from boardcam.coach.stake import Stake
from boardcam.coach.value import CubeValue, Value
from boardcam.rules.situation import Situation

OPENING = Question(Situation(dice=(3, 1)))
CUBE = Question(Situation())
LEVEL = Level((Look(0), Look(1, 3)), 1)


class Time:
    """Passes when an engine takes it."""

    now = 0.0


class Fake:
    """A kind of engine, its engine and its worker in one: counts pips until it `fails`, at looks of some depth, so many times."""

    levels = {"normal": LEVEL, "fast": LEVEL}  # noqa: RUF012
    pid = None

    def __init__(self, name: str, time: Time, hangs: Sequence[int] = (), dies: Sequence[int] = (), times: int = 99) -> None:
        self.name = self.title = name
        self.time, self.hangs, self.dies, self.times = time, hangs, dies, times
        self.seconds = 0.0
        self.asked = self.started = 0

    def open(self) -> Fake:
        return self

    @property
    def worker(self) -> Fake:
        return self

    def start(self) -> None:
        self.started += 1

    def close(self) -> None:
        pass

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        self._fail(plies)
        return Pips().values(boards, stake, plies, root)

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        self._fail(plies)
        return Pips().cube(board, stake, plies)

    def _fail(self, plies: int) -> None:
        self.asked += 1
        if plies in (*self.hangs, *self.dies) and self.times:
            self.times -= 1
            self.time.now += self.seconds * (plies in self.hangs)
            raise (EngineLate if plies in self.hangs else EngineError)(f"{self.name} {'hangs' if plies in self.hangs else 'dies'}")


def coach(time: Time, *kinds: Fake) -> Coach:
    return Coach(kinds, clock=lambda: time.now)  # type: ignore[arg-type]


def test_one_that_hangs_costs_its_patience_once_and_the_next_one_answers_as_deeply_as_ever() -> None:
    time = Time()
    first, second = Fake("first", time, hangs=(0,)), Fake("second", time)
    asked = coach(time, first, second)
    assert asked.best(OPENING)[0].plies == 1
    assert (time.now, asked.title, asked.news) == (PATIENCE, "second", ["first hangs"])
    asked.best(OPENING)
    assert (time.now, first.asked) == (PATIENCE, 1)


def test_the_same_for_the_cube() -> None:
    time = Time()
    asked = coach(time, Fake("first", time, hangs=(1,)), Fake("second", time))
    assert asked.advise(CUBE).action == "no double"
    assert (time.now, asked.title) == (PATIENCE, "second")


def test_one_that_hangs_at_a_deeper_look_leaves_the_first_answer_and_comes_last_from_then_on() -> None:
    time = Time()
    first, second = Fake("first", time, hangs=(1,)), Fake("second", time)
    asked = coach(time, first, second)
    assert asked.best(OPENING)[0].plies == 0
    assert (time.now, asked.news, second.asked, asked.title) == (PATIENCE, ["first hangs"], 0, "first")
    assert time.now > DEADLINE
    assert asked.best(OPENING)[0].plies == 1
    assert time.now == PATIENCE


def test_after_the_game_there_is_time_to_ask_the_next_one() -> None:
    time = Time()
    asked = coach(time, Fake("first", time, hangs=(1,)), Fake("second", time))
    assert asked.best(OPENING, seconds=600.0)[0].plies == 1
    assert asked.title == "second"


def test_one_that_was_killed_in_the_middle_of_a_look_is_asked_again_at_once() -> None:
    time = Time()
    asked = coach(time, Fake("first", time, dies=(1,), times=1), Fake("second", time))
    rankings = list(asked.rank(OPENING))
    assert [ranking[0].plies for ranking in rankings] == [0, 0, 1]
    assert (asked.title, asked.news) == ("first", ["first dies"])


def test_a_death_now_and_then_does_not_cost_the_engine() -> None:
    time = Time()
    first = Fake("first", time, dies=(0,), times=1)
    asked = coach(time, first, Fake("second", time))
    for _ in range(3):
        asked.best(OPENING)
        first.times = 1
    assert asked.title == "first"


def test_where_all_hang_each_is_given_up_after_twice() -> None:
    time = Time()
    kinds = [Fake(name, time, hangs=(0,)) for name in ("first", "second", "third")]
    asked = coach(time, *kinds)
    with pytest.raises(EngineError, match="no engine is here: third hangs"):
        asked.best(OPENING)
    assert [kind.asked for kind in kinds] == [2, 2, 2]
    assert time.now == 6 * PATIENCE


def test_where_all_are_gone_the_answer_that_came_stands() -> None:
    time = Time()
    asked = coach(time, Fake("first", time, dies=(1,)))
    assert asked.best(OPENING)[0].plies == 0
    assert asked.title == "first"
    assert asked.pid is None
