"""An engine that only counts pips: for tests, for the demo without any engine, and to show how little an engine has to do."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from boardcam.coach import equity
from boardcam.coach.board import Board
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value

ROLL = 49 / 6
"""Pips of an average roll."""


class Pips:
    """Who is ahead in the race is winning; nobody wins a gammon."""

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        return equity.values([self._chances(board, on_roll=False) for board in boards], stake)

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        return equity.cube_value(self._chances(board, on_roll=True), stake)

    def _chances(self, board: Board, *, on_roll: bool) -> Chances:
        own = sum(n * point for point, n in enumerate(board[1:25], 1) if n > 0) + 25 * board[25]
        opp = sum(-n * (25 - point) for point, n in enumerate(board[1:25], 1) if n < 0) + 25 * board[0]
        lead = opp - own + (ROLL / 2 if on_roll else -ROLL / 2)
        return Chances(1 / (1 + exp(-lead / (0.06 * (own + opp) + ROLL))), 0.0, 0.0, 0.0, 0.0)
