"""An engine in a process of its own: `python -m boardcam.coach.serve sage` answers questions line by line until its input ends.

Every line is checked again before the engine sees it; a bad one is answered with what is wrong. The process is nice, and
single-threaded unless the engine is not.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from boardcam.coach import wire
from boardcam.coach.engine import Engine

NICE = 10
LONGEST = 200_000
"""Characters of a question; the longest honest one has a few hundred boards."""


def main(name: str) -> None:
    os.nice(NICE)
    # One thread: the camera keeps its core. Set before a library starts its own.
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BGBOT_MULTIPLY_THREADS"), "1"))
    engine = ENGINES[name]()
    print(json.dumps({"ready": name}), flush=True)
    for line in answers(engine, sys.stdin):
        print(line, flush=True)


def answers(engine: Engine, lines: Iterable[str]) -> Iterator[str]:
    """The answer to every line."""
    for line in lines:
        yield json.dumps(answer(engine, line))


def answer(engine: Engine, line: str) -> dict[str, Any]:
    """The answer to one line; whatever is in it, an answer."""
    number = None
    try:
        if len(line) > LONGEST:
            raise ValueError("the question is too long")
        asked = json.loads(line)
        number = asked["id"]
        return {"id": number, asked["ask"]: _ASKED[asked["ask"]](engine, asked)}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return {"id": number, "error": f"{type(error).__name__}: {error}"}


def _values(engine: Engine, asked: dict[str, Any]) -> list[list[float]]:
    if not isinstance(asked["boards"], list):
        raise ValueError("boards are a list")
    boards = [wire.read_board(board) for board in asked["boards"]]
    root, stake, plies = wire.read_board(asked["root"]), wire.read_stake(asked["stake"]), wire.read_plies(asked["plies"])
    return [[value.equity, *value.chances] for value in engine.values(boards, stake, plies, root)]


def _cube(engine: Engine, asked: dict[str, Any]) -> list[float]:
    board, stake, plies = wire.read_board(asked["board"]), wire.read_stake(asked["stake"]), wire.read_plies(asked["plies"])
    told = engine.cube(board, stake, plies)
    return [told.nd, told.dt, told.dp, *told.chances]


def _sage() -> Engine:
    from boardcam.coach.sage import Sage

    return Sage()


def _network() -> Engine:
    from boardcam.coach.network import Network

    return Network()


def _pips() -> Engine:
    from boardcam.coach.pips import Pips

    return Pips()


_ASKED: dict[str, Callable[[Engine, dict[str, Any]], Any]] = {"values": _values, "cube": _cube}
ENGINES: dict[str, Callable[[], Engine]] = {"sage": _sage, "network": _network, "pips": _pips}
"""Engines that run in Python; GNU Backgammon has `gnubg_script`."""

if __name__ == "__main__":
    main(sys.argv[1])
