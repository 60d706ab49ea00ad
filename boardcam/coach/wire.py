"""Questions and answers as lines of JSON, between the program and an engine's process.

    {"id": 7, "ask": "values", "boards": [[26 counts], …], "root": […], "stake": […], "plies": 1}
                                                                  → {"id": 7, "values": [[equity, five chances], …]}
    {"id": 8, "ask": "cube", "board": […], "stake": […], "plies": 2} → {"id": 8, "cube": [nd, dt, dp, five chances]}

A stake is [cube, owner, away, away of the other, crawford, jacoby, beaver].
An engine's first line is {"ready": its name}; {"id": …, "error": sentence} is an answer as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from boardcam.coach import board as boards
from boardcam.coach.board import Board
from boardcam.coach.engine import EngineError
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value

DEEPEST = 3
"""Most plies that anybody asks for."""


def stake(asked: Stake) -> list[int]:
    """A stake as it is sent."""
    return [asked.cube, asked.owner, *asked.away, int(asked.crawford), int(asked.jacoby), int(asked.beaver)]


def read_stake(told: Any) -> Stake:
    """A stake as it arrives. ValueError if it is none."""
    if not isinstance(told, list) or len(told) != 7 or not all(type(n) is int for n in told):
        raise ValueError("a stake is seven whole numbers")
    cube, owner, away, other, crawford, jacoby, beaver = told
    if cube < 1 or cube & (cube - 1) or owner not in (-1, 0, 1):
        raise ValueError("a cube is a power of two, its owner −1, 0 or 1")
    if (away, other) != (0, 0) and not (1 <= away <= 25 and 1 <= other <= 25):
        raise ValueError("points away are 1 to 25, or 0 and 0 for money")
    return Stake(cube, owner, (away, other), bool(crawford), bool(jacoby), bool(beaver))


def read_board(told: Any) -> Board:
    """A board as it arrives. ValueError if it cannot stand."""
    if not isinstance(told, list) or not all(type(n) is int for n in told):
        raise ValueError("a board is a list of whole numbers")
    if (why := boards.fault(told)) is not None:
        raise ValueError(why)
    return tuple(told)


def read_plies(told: Any) -> int:
    if type(told) is not int or not 0 <= told <= DEEPEST:
        raise ValueError(f"plies are 0 to {DEEPEST}")
    return told


def values(told: Any, count: int) -> list[Value]:
    """Values as an engine tells them; EngineError if they are none."""
    rows = [_numbers(row, 6) for row in told] if isinstance(told, list) else []
    if len(rows) != count:
        raise EngineError(f"it answered {len(rows)} values instead of {count}")
    return [Value(row[0], Chances(*row[1:]).kept) for row in rows]


def cube(told: Any) -> CubeValue:
    nd, dt, dp, *chances = _numbers(told, 8)
    return CubeValue(nd, dt, dp, Chances(*chances).kept)


def _numbers(told: Any, count: int) -> Sequence[float]:
    good = isinstance(told, list) and len(told) == count and all(isinstance(n, int | float) and math.isfinite(n) for n in told)
    if not good:
        raise EngineError("it answered something that is no value")
    return [float(n) for n in told]
