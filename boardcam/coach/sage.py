"""Open Sage (package `bgsage`, MPL-2.0, Mark Higgins) as an engine; imported in the worker's process only.

Its analyser looks deeply at every legal play; here only the boards that are asked for are, with the network loaded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardcam.coach.board import Board, turned
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value

FILTER = {"filter_max_moves": 5, "filter_threshold": 0.08}
"""Replies that it looks at deeper, as it does by default."""


class Sage:
    """The engine. ImportError if the package is not installed."""

    def __init__(self) -> None:
        import bgbot_cpp
        from bgsage.weights import bearoff_db_path, default_weights

        self._cpp: Any = bgbot_cpp
        self._weights: Any = default_weights()
        self._table: Any = bgbot_cpp.BearoffDB()
        if not self._table.load(bearoff_db_path()):
            raise ImportError("its bear-off table is missing")
        # Both stay referenced here: the C++ side does not keep them alive.
        self._base: Any = bgbot_cpp.create_strategy(*self._model)
        self._strategy: Any = bgbot_cpp.BearoffStrategy(self._base, self._table)
        owner = bgbot_cpp.CubeOwner
        self._owners = {1: owner.PLAYER, 0: owner.CENTERED, -1: owner.OPPONENT}

    @property
    def _model(self) -> tuple[str, list[str], list[int]]:
        weights = self._weights
        return weights.strategy_type, weights.weight_paths_list, weights.hidden_sizes_list

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        return [self._value(board, stake, plies, root) for board in boards]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        told = self._cpp.cube_decision_nply_unified(
            list(board), stake.cube, self._owners[stake.owner], plies + 1, *self._model,
            n_threads=1, bearoff_db=self._table, cube_x_override=-1.0, **FILTER, **self._score(stake),
        )  # fmt: skip
        # A money double that may be beavered is worth what is left after the beaver.
        return CubeValue(told["equity_nd"], told["equity_dt"], told["equity_dp"], Chances(*told["probs"]).kept)

    def _value(self, board: Board, stake: Stake, plies: int, root: Board) -> Value:
        """Asked from the opponent's seat, who is on roll after the play."""
        other = stake.turned
        told = self._cpp.cubeful_probs_and_equity_nply(
            list(turned(board)), self._owners[other.owner], self._strategy, plies + 1, n_threads=1, cube_value=stake.cube,
            bearoff_db=self._table, root_board=list(root), **FILTER, **self._score(other),
        )  # fmt: skip
        return Value(-told["equity"], Chances(*told["probs"]).kept.turned)

    def _score(self, stake: Stake) -> dict[str, Any]:
        money = stake.money
        return {
            "away1": stake.away[0], "away2": stake.away[1], "is_crawford": stake.crawford,
            "jacoby": money and stake.jacoby, "beaver": money and stake.beaver,
        }  # fmt: skip
