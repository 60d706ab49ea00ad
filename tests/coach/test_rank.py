"""Ranking: which plays are looked at deeper, and in what order they come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from boardcam.coach.advice import action, advise
from boardcam.coach.board import Board
from boardcam.coach.engine import EngineError, Level, Look
from boardcam.coach.pips import Pips
from boardcam.coach.question import Question
from boardcam.coach.rank import rank
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value
from boardcam.rules.cube import Cube
from boardcam.rules.position import Position
from boardcam.rules.situation import Situation
from tests.boards import board as placed

OPENING = Question(Situation(dice=(3, 1)))
EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)
LEVEL = Level((Look(0), Look(1, 3, 0.5)), 1)


class Scripted:
    """An engine that likes boards by their place in a list, upside down when it looks deeper; it keeps what it was asked."""

    def __init__(self, dies_at: int = 9) -> None:
        self.order: list[Board] = []
        self.asked: list[tuple[int, int]] = []
        self.dies_at = dies_at

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        if plies >= self.dies_at:
            raise EngineError("it has ended")
        self.asked.append((plies, len(boards)))
        self.order = self.order or list(boards)
        places = [self.order.index(board) for board in boards]
        return [Value(-0.1 * place if plies == 0 else 0.01 * place, EVEN) for place in places]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        return CubeValue(0.5, 0.6, 1.0, EVEN)


def test_a_deeper_look_takes_the_best_and_puts_them_first() -> None:
    engine = Scripted()
    first, second = rank(OPENING, engine, LEVEL)
    assert engine.asked == [(0, 16), (1, 1), (1, 1), (1, 1)]
    assert [play.position for play in second[:3]] == [play.position for play in reversed(first[:3])]
    assert {play.plies for play in second[:3]} == {1}
    assert [play.position for play in second[3:]] == [play.position for play in first[3:]]


def test_losses_grow_down_the_list_and_tell_the_equities() -> None:
    *_, last = rank(OPENING, Scripted(), LEVEL)
    losses = [play.loss for play in last]
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert [play.equity for play in last] == pytest.approx([last[0].equity - loss for loss in losses])


def test_the_play_that_was_made_is_looked_at_as_deeply() -> None:
    *_, plain = rank(OPENING, Scripted(), LEVEL)
    made = plain[-1].position
    *_, last = rank(OPENING, Scripted(), LEVEL, keep=[made])
    assert next(play for play in last if play.position == made).plies == 1


def test_late_or_dead_the_first_answer_stands() -> None:
    assert len(list(rank(OPENING, Scripted(), LEVEL, lambda: True))) == 1
    deeper = rank(OPENING, Scripted(dies_at=1), LEVEL)
    assert next(deeper)
    with pytest.raises(EngineError):
        next(deeper)
    with pytest.raises(EngineError):
        list(rank(OPENING, Scripted(dies_at=0), LEVEL))


def test_it_gets_late_in_the_middle_of_a_look() -> None:
    """Plays of one look are compared with each other only: half a look is thrown away."""
    told = iter([False, False, True])
    assert len(list(rank(OPENING, Scripted(), LEVEL, lambda: next(told)))) == 1


def test_a_forced_play_needs_no_thought_and_a_dance_no_engine() -> None:
    barred = placed("white bar:1 6:5; black 6:2 5:2 4:2 3:2 2:2 1:2")
    assert list(rank(Question(Situation(barred, dice=(6, 6))), Scripted(dies_at=0), LEVEL)) == [()]


def test_who_bears_off_the_last_checker_has_won_what_the_rules_say() -> None:
    question = Question(Situation(placed("white 1:2; black 1:15"), dice=(2, 1)))
    ((best,),) = rank(question, Scripted(dies_at=0), LEVEL)
    assert (best.equity, best.plies, str(best.play)) == (2.0, -1, "1/off(2)")
    single = replace(question, finish="oin")
    ((best,),) = rank(single, Scripted(dies_at=0), LEVEL)
    assert best.equity == 1.0


def test_mirrored_questions_have_mirrored_answers() -> None:
    s = OPENING.situation
    mirrored = Question(replace(s, position=s.position.flipped(), turn=s.turn.other))
    (one,), (other,) = rank(OPENING, Pips(), Level((Look(0),), 0)), rank(mirrored, Pips(), Level((Look(0),), 0))
    assert [(play.equity, str(play.play)) for play in one] == [(play.equity, str(play.play)) for play in other]
    assert [play.position.flipped() for play in one] == [play.position for play in other]


@pytest.mark.parametrize(
    ("nd", "dt", "dp", "right"),
    [
        (0.3, 0.2, 1.0, "no double"),
        (0.7, 0.8, 1.0, "double/take"),
        (0.9, 1.1, 1.0, "double/pass"),
        (1.2, 1.4, 1.0, "too good to double"),
        (1.1, 0.9, 1.0, "too good to double, still a take"),
        (0.5, 0.5, 1.0, "no double"),
    ],
)
def test_the_right_action(nd: float, dt: float, dp: float, right: str) -> None:
    assert action(CubeValue(nd, dt, dp, EVEN)) == right


def test_who_trails_after_the_crawford_game_doubles_at_a_tie() -> None:
    tie = CubeValue(0.4, 0.4, 1.0, EVEN)
    assert action(tie) == "no double"
    assert action(tie, behind=True) == "double/take"
    assert [Stake(away=away).behind for away in ((3, 1), (1, 3), (3, 2), (0, 0))] == [True, False, False, False]
    assert not Stake(away=(3, 1), crawford=True).behind


def test_advice_counts_what_each_action_gives_up() -> None:
    told = advise(Question(Situation()), Scripted(), 0)
    assert told.action == "double/take"
    assert told.losses == pytest.approx({"no double": 0.1, "double": 0.0, "take": 0.0, "pass": 0.4})
    assert told.best == pytest.approx(0.6)


def test_no_advice_where_no_double_is_allowed() -> None:
    told = advise(Question(Situation(cube=Cube(2, Situation().turn.other))), Scripted(), 0)
    assert told.action == "not allowed"
    assert told.losses == {}
    assert "belongs to dark" in told.why


def test_positions_are_unique() -> None:
    (ranking,) = rank(OPENING, Pips(), Level((Look(0),), 0))
    positions: list[Position] = [play.position for play in ranking]
    assert len(set(positions)) == len(positions) == 16
