"""An engine behind a worker: the protocol of `engine`, with a deadline for every question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.coach import equity, wire
from boardcam.coach.board import Board, position
from boardcam.coach.engine import EngineError
from boardcam.coach.stake import Stake
from boardcam.coach.value import CubeValue, Value
from boardcam.coach.worker import Worker
from boardcam.rules.position import Side

TOGETHER = 256
"""Boards of one question, so that it fits into a pipe and writing it never waits for a process that hangs."""


class Remote:
    """Asks a process. Stakes that engines do not know are asked for their chances, and valued here."""

    def __init__(self, worker: Worker, seconds: float = 20.0) -> None:
        self.worker = worker
        self.seconds = seconds
        """How long one question may take."""

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        told: list[Value] = []
        for at in range(0, len(boards), TOGETHER):
            some = boards[at : at + TOGETHER]
            question = {"ask": "values", "boards": some, "stake": wire.stake(stake), "plies": plies, "root": root}
            told += wire.values(self._asked(question, "values"), len(some))
        if stake.plain:
            return told
        return equity.values([value.chances for value in told], stake, np.array([_liveliness(board) for board in boards]))

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        told = wire.cube(self._asked({"ask": "cube", "board": board, "stake": wire.stake(stake), "plies": plies}, "cube"))
        return told if stake.plain else equity.cube_value(told.chances, stake, _liveliness(board))

    def _asked(self, question: dict[str, object], what: str) -> object:
        answer = self.worker.ask(question, self.seconds)
        if what not in answer:
            raise EngineError(f"{self.worker.name} answered something else than {what}")
        return answer[what]


def _liveliness(board: Board) -> float:
    here = position(board)
    return float(equity.liveliness(here.pips(Side.WHITE) + here.pips(Side.BLACK), here.contact))
