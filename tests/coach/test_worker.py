"""The engine's process: asked, killed, silent, talking nonsense; and what it does with lines that nobody should send."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from random import Random

import pytest

from boardcam.coach import serve, wire
from boardcam.coach.board import canonical
from boardcam.coach.coach import Coach
from boardcam.coach.engine import EngineError
from boardcam.coach.engines import KINDS, Kind
from boardcam.coach.pips import Pips
from boardcam.coach.question import Question
from boardcam.coach.remote import Remote
from boardcam.coach.stake import Stake
from boardcam.coach.worker import PATIENCE, Worker
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation

BOARD = canonical(START, Side.WHITE)
ASKED = {"ask": "cube", "board": list(BOARD), "stake": wire.stake(Stake()), "plies": 0}
LONG = 100.0
NONSENSE = """
print('{"ready": 1}', flush=True)
for n in range(1, 9):
    input()
    print('{"id": %d, "cube": [1, 2]}' % n, flush=True)
"""


def child(program: str) -> Worker:
    return Worker("the engine", [sys.executable, "-c", program])


@pytest.fixture
def pips() -> Iterator[Remote]:
    remote = KINDS["pips"].open()
    remote.seconds = LONG
    yield remote
    remote.worker.close()


def test_a_process_answers_as_the_engine_does(pips: Remote) -> None:
    assert pips.cube(BOARD, Stake(), 0) == Pips().cube(BOARD, Stake(), 0)
    assert pips.values([BOARD], Stake(away=(3, 5)), 0, BOARD) == Pips().values([BOARD], Stake(away=(3, 5)), 0, BOARD)
    assert pips.values([], Stake(), 0, BOARD) == []


def test_a_killed_process_is_one_sentence_and_comes_back(pips: Remote) -> None:
    pips.cube(BOARD, Stake(), 0)
    first = pips.worker.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)  # as one that hangs
    with pytest.raises(EngineError, match="pip counting gives no answer: it did not answer in time"):
        pips.worker.ask(ASKED, 0.05)
    assert pips.worker.pid is None
    pips.cube(BOARD, Stake(), 0)
    assert pips.worker.pid not in (None, first)


def test_what_an_engine_does_not_know_is_worked_out_from_its_chances(pips: Remote) -> None:
    without = Stake(live=False)
    told = pips.values([BOARD], without, 0, BOARD)[0]
    assert told.equity == pytest.approx(2 * told.chances.win - 1)


def test_one_that_dies_at_once_is_not_started_for_ever() -> None:
    worker = child("pass")
    for _ in range(PATIENCE):
        with pytest.raises(EngineError, match="it has ended"):
            worker.ask(ASKED, LONG)
    with pytest.raises(EngineError, match="not asked any more"):
        worker.ask(ASKED, LONG)


def test_one_that_is_not_there() -> None:
    with pytest.raises(EngineError, match="the engine cannot be started: No such file"):
        Worker("the engine", ["/nowhere/engine"]).ask(ASKED, LONG)


def test_noise_and_old_answers_are_passed_over() -> None:
    worker = child(
        'print(\'hello\\n[1]\\n{"ready": 1}\', flush=True); input(); print(\'{"id": 0}\\n{"id": 1, "cube": 5}\', flush=True)'
    )
    assert worker.ask(ASKED, LONG)["cube"] == 5
    worker.close()


def test_nonsense_is_no_value() -> None:
    remote = Remote(child(NONSENSE))
    remote.seconds = LONG
    with pytest.raises(EngineError, match="no value"):
        remote.cube(BOARD, Stake(), 0)
    with pytest.raises(EngineError, match="something else than values"):
        remote.values([BOARD], Stake(), 0, BOARD)
    remote.worker.close()


def test_an_engine_that_refuses_is_still_alive() -> None:
    remote = KINDS["pips"].open()
    with pytest.raises(EngineError, match="plies are 0 to 3"):
        remote.worker.ask(ASKED | {"plies": 77}, LONG)
    assert remote.worker.pid is not None
    remote.worker.close()


def test_ten_thousand_wild_lines_never_reach_the_engine() -> None:
    class Sound:
        """An engine that fails where it is asked what cannot stand."""

        def values(self, boards: list[tuple[int, ...]], stake: Stake, plies: int, root: tuple[int, ...]) -> list[object]:
            for board in (*boards, root):
                assert len(board) == 26
                assert 0 < sum(n for n in board[1:] if n > 0) <= 15
            return []

        def cube(self, board: tuple[int, ...], stake: Stake, plies: int) -> object:
            self.values([board], stake, plies, board)
            return Pips().cube(board, stake, plies)

    random, reached = Random(2), 0
    for _ in range(10_000):
        told = serve.answer(Sound(), wild(random))  # type: ignore[arg-type]
        assert json.loads(json.dumps(told)) == told
        reached += "error" not in told
    assert 100 < reached < 9_000


def wild(random: Random) -> str:
    """A question, more or less damaged."""
    board = [*BOARD]
    for _ in range(random.randrange(3)):
        board[random.randrange(26)] += random.choice((-99, -1, 1, 1, 10**9))
    stake: list[object] = [
        random.choice((0, 1, 2, 3)),
        random.choice((-1, 0, 2)),
        *random.choice(((0, 0), (3, 4), (0, 9))),
        0,
        0,
        0,
    ]
    asked: dict[str, object] = {"id": 1, "ask": random.choice(("cube", "values", "quit")), "board": board, "boards": [board],
                                "root": list(BOARD), "stake": stake, "plies": random.choice((0, 1, 2, "x", 9))}  # fmt: skip
    if random.random() < 0.2:
        asked.pop(random.choice(list(asked)))
    line = json.dumps(asked)
    return line if random.random() < 0.9 else line[: random.randrange(len(line))]


def test_lines_too_long_or_too_deep_are_refused() -> None:
    assert "too long" in serve.answer(Pips(), " " * (serve.LONGEST + 1))["error"]
    assert "error" in serve.answer(Pips(), "[" * 100_000)


def test_a_dead_engine_is_one_sentence_and_the_next_one_answers() -> None:
    gone = Kind("sage", "the first", lambda: "1", lambda: [sys.executable, "-c", "pass"], KINDS["pips"].levels, "")
    coach = Coach([gone, KINDS["pips"]])
    ranking = coach.best(Question(Situation(dice=(3, 1))))
    assert len(ranking) == 16
    assert coach.news == ["the first gives no answer: it has ended"]
    assert coach.title == "pip counting"
    assert coach.advise(Question(Situation())).action == "no double"
    coach.close()


def test_no_engine_at_all() -> None:
    with pytest.raises(EngineError, match="no engine is here"):
        Coach([]).advise(Question(Situation()))
