"""boardcam's own network as an engine: always there, a few thousand positions a second and more; imported in the worker's process.

`models/coach.onnx` gives the five chances of the player on roll; `equity` makes worths of them. Looking ahead, every roll is tried,
each played as the network itself thinks best with the cube as it lies, and doubled before it where that is right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from boardcam.coach import equity
from boardcam.coach.board import Board, canonical, position, turned
from boardcam.coach.engine import EngineError
from boardcam.coach.inputs import ROLLS, encode, sides
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value
from boardcam.resources import folder
from boardcam.rules import scoring
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Position, Side

Floats = npt.NDArray[np.float64]
Boards = npt.NDArray[np.int8]
Ints = npt.NDArray[np.intp]
BATCH = 1024
"""Positions asked at once; more would not be faster."""
UNCAPPED = 0.1
"""Weight of what a play leaves without a double, by which plays are told apart that all let the opponent cash."""
THROWS = np.array([weight / 36 for *_, weight in ROLLS])


class Network:
    """The engine. EngineError if the network cannot be opened."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = _opened(path or folder("models") / "coach.onnx")

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        if not boards:
            return []
        other, seen = stake.turned, [Roots(turned(board)) for board in boards]
        left, rows = self._begun(seen, other, plies) if plies else self._stays(seen, other, 0)
        worths = equity.Worth(other).normal(left)
        return [Value(-float(worth), Chances(*map(float, row)).kept.turned) for worth, row in zip(worths, rows, strict=True)]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        here, worth = [Roots(board)], equity.Worth(stake)
        nd, rows = self._stays(here, stake, plies)
        taken, _ = self._stays(here, stake.doubled, plies)
        return CubeValue(float(worth.normal(nd)[0]), float(worth.normal(taken)[0]), 1.0, Chances(*map(float, rows[0])).kept)

    def _begun(self, many: Sequence[Roots], stake: Stake, plies: int) -> tuple[Floats, Floats]:
        """(n,) what the players have who are to roll and double where that is right, and their (n, 5) chances."""
        stays, rows = self._stays(many, stake, plies)
        if stake.may_double:
            stays = equity.with_double(stays, self._stays(many, stake.doubled, plies)[0], stake)
        return stays, rows

    def _stays(self, many: Sequence[Roots], stake: Stake, plies: int) -> tuple[Floats, Floats]:
        """The same without a double now; all boards at once, which is half again as quick as one by one."""
        if not plies:
            seen = np.array([here.board for here in many], np.int8)
            rows = self.chances(seen)
            return equity.worths(rows, stake, liveliness(seen)), rows
        self._look(many)
        rows, live = np.concatenate([here.rows for here in many]), np.concatenate([here.live for here in many])
        worth, other = equity.Worth(stake), equity.worths(rows, stake.turned, live)
        left = worth.other(equity.begun(rows, stake.turned, live, other))
        best = _best(left + UNCAPPED * worth.other(other), many)
        at = np.concatenate(best)
        worths, told = left[at], _turned(rows[at])
        if plies > 1:
            self._deeper(many, best, stake, plies - 1, worths, told)
        return worths.reshape(-1, len(THROWS)) @ THROWS, np.einsum("nrc,r->nc", told.reshape(-1, len(THROWS), 5), THROWS)

    def _deeper(self, many: Sequence[Roots], best: Sequence[Ints], stake: Stake, plies: int, worths: Floats, told: Floats) -> None:
        """Puts what is left after the best plays, looking further ahead, in the place of what they seemed to be worth."""
        picked = [(here, int(at)) for here, start, some in zip(many, _starts(many), best, strict=True) for at in some - start]
        on = np.array([not here.over[at] for here, at in picked])
        replies = [here.next(at) for here, at in picked if not here.over[at]]
        if replies:
            begun, rows = self._begun(replies, stake.turned, plies)
            worths[on], told[on] = equity.Worth(stake).other(begun), _turned(rows)

    def _look(self, many: Sequence[Roots]) -> None:
        """Has the chances after every play of boards that were not asked about before."""
        fresh = [here for here in many if not len(here.rows)]
        if fresh:
            rows = self.chances(np.concatenate([here.others for here in fresh]))
            for here, some in zip(fresh, np.split(rows, _starts(fresh)[1:]), strict=True):
                here.hear(some)

    def chances(self, boards: Boards) -> Floats:
        """(n, 5) chances of the players on roll, without what networks say by a hair."""
        found = [self._session.run(None, {"inputs": encode(boards[at : at + BATCH])})[0] for at in range(0, len(boards), BATCH)]
        told = np.concatenate(found).astype(np.float64)
        told[:, 1], told[:, 3] = np.minimum(told[:, 1], told[:, 0]), np.minimum(told[:, 3], 1 - told[:, 0])
        told[:, 2], told[:, 4] = np.minimum(told[:, 2], told[:, 1]), np.minimum(told[:, 4], told[:, 3])
        return told


@dataclass
class Roots:
    """A board from the seat of who is to roll, and what every roll may lead to; worked out once, however the cube lies."""

    board: Board

    def __post_init__(self) -> None:
        self._next: dict[int, Roots] = {}
        self.rows: Floats = np.zeros((0, 5))
        """(n, 5) chances of the opponent after every play; none before `hear`."""

    @cached_property
    def _follow(self) -> tuple[list[Position], list[int]]:
        here = position(self.board)
        after: list[Position] = []
        ends = []
        for high, low, _ in ROLLS:
            after += legal_plays(here, Side.WHITE, (high, low)) or [here]
            ends.append(len(after))
        return after, ends

    @property
    def ends(self) -> list[int]:
        """Where the plays of each of the 21 rolls end."""
        return self._follow[1]

    @cached_property
    def others(self) -> Boards:
        """(n, 26) boards after every play, from the seat of the opponent, who is then to roll."""
        return np.array([canonical(after, Side.BLACK) for after in self._follow[0]], np.int8)

    @cached_property
    def over(self) -> list[bool]:
        """Whether the game is over after a play."""
        return [scoring.winner(after) is not None for after in self._follow[0]]

    def hear(self, rows: Floats) -> None:
        """What the network says of the plays; where the game is over, nobody needs to."""
        self.rows = rows
        for at in (at for at, over in enumerate(self.over) if over):
            kind = scoring.value(self._follow[0][at], Side.WHITE)
            rows[at] = (0, 0, 0, kind >= 2, kind >= 3)

    @cached_property
    def live(self) -> Floats:
        return liveliness(self.others)

    def next(self, at: int) -> Roots:
        """The board after a play, from the other seat."""
        return self._next.setdefault(at, Roots(tuple(map(int, self.others[at]))))


def liveliness(boards: Boards) -> Floats:
    """How live the cube is on (n, 26) boards."""
    pips, rear = [], []
    for side in sides(boards):
        pips.append(side @ np.arange(26))
        rear.append(25 - np.argmax(side[:, ::-1] > 0, axis=1))
    return equity.liveliness(np.asarray(sum(pips), np.float64), rear[0] + rear[1] > 24)


def _starts(many: Sequence[Roots]) -> Ints:
    """Where the plays of each board begin when those of all stand one after the other."""
    return np.cumsum([0, *(len(here.others) for here in many)])[:-1]


def _best(liked: Floats, many: Sequence[Roots]) -> list[Ints]:
    """By board: where the best play of each of the 21 rolls stands."""
    return [
        np.array(
            [
                start + first + int(np.argmax(liked[start + first : start + end]))
                for first, end in zip([0, *here.ends], here.ends, strict=False)
            ]
        )
        for start, here in zip(_starts(many), many, strict=True)
    ]


def _turned(rows: Floats) -> Floats:
    """(n, 5) chances from the other seat."""
    return np.stack([1 - rows[:, 0], rows[:, 3], rows[:, 4], rows[:, 1], rows[:, 2]], axis=1)


def _opened(path: Path) -> Any:
    try:
        import onnxruntime

        content = path.read_bytes()
    except (ImportError, OSError) as error:
        raise EngineError(f"boardcam's own network cannot be opened: {error}") from error
    listed = _listed(path)
    if listed is not None and listed != hashlib.sha256(content).hexdigest():
        raise EngineError(f"{path} is not the file listed in SHA256SUMS: install boardcam again")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def _listed(path: Path) -> str | None:
    """The sum that `SHA256SUMS` beside a network lists for it."""
    try:
        lines = path.with_name("SHA256SUMS").read_text("ascii").splitlines()
    except OSError:
        return None
    return next((digest for digest, name in map(str.split, lines) if name.lstrip("*") == path.name), None)
