"""Open Sage (package `bgsage`, MPL-2.0, Mark Higgins) as an engine; opened in the worker's process only.

Its analyser looks deeply at every legal play; here only the boards that are asked for are, with the networks loaded once. It is
asked through the package's own module, or, where there is no wheel of it, through the library that `scripts/build-sage` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from boardcam.coach.board import Board, turned
from boardcam.coach.sage_library import Library
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value

FILTER = {"filter_max_moves": 5, "filter_threshold": 0.08}
"""Replies that it looks at deeper, as it does by default."""


class Source(Protocol):
    """A way to Open Sage. Boards and stakes are from the seat of the player on roll, and so is what it tells."""

    def value(self, board: Board, stake: Stake, plies: int, root: Board) -> tuple[float, Sequence[float]]:
        """Equity and five chances of a player whose opponent has just moved from `root`."""

    def cube(self, board: Board, stake: Stake, plies: int) -> tuple[float, float, float, Sequence[float]]:
        """Equities without a double, when doubled and taken, when doubled and passed; five chances."""


class Sage:
    """The engine. ImportError if it is not here."""

    def __init__(self, source: Source | None = None) -> None:
        self._source = source or (Module() if find_spec("bgbot_cpp") else Library())

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        return [self._value(board, stake.turned, plies, root) for board in boards]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        nd, dt, dp, chances = self._source.cube(board, stake, plies)
        # A money double that may be beavered is worth what is left after the beaver.
        return CubeValue(nd, dt, dp, Chances(*chances).kept)

    def _value(self, board: Board, other: Stake, plies: int, root: Board) -> Value:
        """Asked from the opponent's seat, who is on roll after the play."""
        equity, chances = self._source.value(turned(board), other, plies, root)
        return Value(-equity, Chances(*chances).kept.turned)


class Module:
    """The package's own Python module. ImportError if it is not installed."""

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

    def value(self, board: Board, stake: Stake, plies: int, root: Board) -> tuple[float, Sequence[float]]:
        told = self._cpp.cubeful_probs_and_equity_nply(
            list(board), self._owners[stake.owner], self._strategy, plies + 1, n_threads=1, cube_value=stake.cube,
            bearoff_db=self._table, root_board=list(root), **FILTER, **_score(stake),
        )  # fmt: skip
        return told["equity"], told["probs"]

    def cube(self, board: Board, stake: Stake, plies: int) -> tuple[float, float, float, Sequence[float]]:
        told = self._cpp.cube_decision_nply_unified(
            list(board), stake.cube, self._owners[stake.owner], plies + 1, *self._model,
            n_threads=1, bearoff_db=self._table, cube_x_override=-1.0, **FILTER, **_score(stake),
        )  # fmt: skip
        return told["equity_nd"], told["equity_dt"], told["equity_dp"], told["probs"]


def _score(stake: Stake) -> dict[str, Any]:
    money = stake.money
    return {
        "away1": stake.away[0], "away2": stake.away[1], "is_crawford": stake.crawford,
        "jacoby": money and stake.jacoby, "beaver": money and stake.beaver,
    }  # fmt: skip
