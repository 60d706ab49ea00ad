"""What the coach's bench is made of: answers that are kept, nonsense, matches of mixed quality, situations known by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from boardcam.bench import careless, situations, wild
from boardcam.bench.answers import Answers
from boardcam.bench.named import NAMED
from boardcam.coach.board import Board, canonical
from boardcam.coach.decisions import decisions
from boardcam.coach.engine import EngineError
from boardcam.coach.engines import KINDS
from boardcam.coach.pips import Pips
from boardcam.coach.remote import Remote
from boardcam.coach.stake import Stake
from boardcam.coach.value import CubeValue, Value
from boardcam.rules.position import START, Side

BOARD = canonical(START, Side.WHITE)


class Counted:
    """Counts pips, and how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        self.asked += len(boards)
        return Pips().values(boards, stake, plies, root)

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        self.asked += 1
        return Pips().cube(board, stake, plies)


def test_nothing_is_asked_twice_and_all_of_it_is_kept(tmp_path: Path) -> None:
    engine, path = Counted(), tmp_path / "answers.txt"
    told = Answers(path, engine)  # type: ignore[arg-type]
    first = told.values([BOARD], Stake(), 0, BOARD), told.cube(BOARD, Stake(away=(3, 5)), 2)
    again = Answers(path, None)
    assert again.values([BOARD], Stake(), 0, BOARD)[0].equity == pytest.approx(first[0][0].equity, abs=1e-4)
    assert again.cube(BOARD, Stake(away=(3, 5)), 2).nd == pytest.approx(first[1].nd, abs=1e-4)
    told.cube(BOARD, Stake(away=(3, 5)), 2)
    assert engine.asked == 2
    with pytest.raises(EngineError, match="was not asked this"):
        again.cube(BOARD, Stake(away=(5, 3)), 2)


def test_some_nonsense_can_stand_and_none_that_cannot_is_taken() -> None:
    read, wrong = wild.ids(Random(1), 600)
    assert 20 < read < 400
    assert not wrong


def test_whoever_takes_nonsense_is_found_out() -> None:
    class Gullible:
        pid = 1

        def ask(self, question: object, seconds: float) -> dict[str, object]:
            return {}

    answered, accepted = wild.lines(Gullible(), Random(2), 200)  # type: ignore[arg-type]
    assert answered == 200
    assert accepted > 20


def test_everything_known_by_name_may_be_asked() -> None:
    assert len({named.id for named in NAMED}) == len(NAMED)
    for named in NAMED:
        assert named.question.situation.turn in (Side.WHITE, Side.BLACK)


def test_careless_players_play_whole_matches() -> None:
    (match,) = careless.matches(_quick(), Random(1), 1, 1)
    found = list(decisions(match))
    assert max(match.score) >= match.length == 1
    assert {decision.side for decision in found if decision.kind == "play"} == set(Side)
    (other,) = careless.matches(_quick(), Random(1), 1, 1)
    assert other == match


def test_decisions_have_a_choice_and_doubles_are_allowed() -> None:
    assert all(len(question.plays) >= 3 for question in situations.plays(_quick(), Random(1), 3))
    assert all(question.may_not_double is None for question in situations.doubles(_quick(), Random(1), 3))


def _quick() -> Remote:
    """Pip counting without a process."""
    return Pips()  # type: ignore[return-value]


def test_the_judge_is_gnu_backgammon() -> None:
    from boardcam.bench import coach

    assert coach.JUDGE.looks[-1].plies == 2
    assert KINDS["gnubg"].levels["normal"] == coach.JUDGE
