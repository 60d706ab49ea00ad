"""The protocol of an engine, and where ours come from.

An engine gives values, nothing more: which plays are legal, how they are written and which of them are worth a deeper look is not
its business. `plies` are turns looked ahead: 0 is the network's own word (Open Sage and eXtreme Gammon call that 1-ply).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from boardcam.coach.board import Board
from boardcam.coach.stake import Stake
from boardcam.coach.value import CubeValue, Value


class EngineError(Exception):
    """An engine did not answer; one sentence for the display."""


class EngineLate(EngineError):
    """It did not answer in time, and would not the next time either."""


@dataclass(frozen=True, slots=True)
class Look:
    """One step of ranking: the plays that are looked at so deeply."""

    plies: int
    most: int = 999
    """So many of the best of the step before."""
    near: float = 99.0
    """Only those so near to the best of the step before."""


@dataclass(frozen=True, slots=True)
class Level:
    """How thoroughly an engine is asked."""

    looks: tuple[Look, ...]
    """The first one takes every play."""
    cube: int
    """Plies for a double."""


class Engine(Protocol):
    """Gives values. EngineError if it cannot."""

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        """The value of each board for the player who has just moved from `root`; boards and stake are from that player's seat."""

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        """What doubling is worth for the player on roll."""
