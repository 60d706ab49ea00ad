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
        other, worth = stake.turned, equity.Worth(stake.turned)
        told = [self._begun(Roots(self, turned(board)), other, plies) for board in boards] if plies else self._told(boards, other)
        return [Value(-float(worth.normal(left)), Chances(*map(float, row)).kept.turned) for left, row in told]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        here, worth = Roots(self, board), equity.Worth(stake)
        nd, row = self._stays(here, stake, plies)
        taken, _ = self._stays(here, stake.doubled, plies)
        return CubeValue(float(worth.normal(nd)), float(worth.normal(taken)), 1.0, Chances(*map(float, row)).kept)

    def _told(self, boards: Sequence[Board], stake: Stake) -> list[tuple[Floats, Floats]]:
        """At the network's own word, what opponents have who are to roll, and their chances."""
        seen = np.array([turned(board) for board in boards], np.int8)
        rows = self.chances(seen)
        return list(zip(equity.worths(rows, stake, liveliness(seen)), rows, strict=True))

    def _begun(self, here: Roots, stake: Stake, plies: int) -> tuple[Floats, Floats]:
        """What the player has who is to roll and doubles where that is right, and his chances."""
        stays, row = self._stays(here, stake, plies)
        if stake.may_double:
            stays = equity.with_double(stays, self._stays(here, stake.doubled, plies)[0], stake)
        return stays, row

    def _stays(self, here: Roots, stake: Stake, plies: int) -> tuple[Floats, Floats]:
        """The same without a double now."""
        if not plies:
            return equity.worths(here.row, stake, liveliness(here.seen))[0], here.row[0]
        worth = equity.Worth(stake)
        other = equity.worths(here.rows, stake.turned, here.live)
        left = worth.other(equity.begun(here.rows, stake.turned, here.live, other))
        liked = left + UNCAPPED * worth.other(other)
        best = [start + int(np.argmax(liked[start:end])) for start, end in zip([0, *here.ends], here.ends, strict=False)]
        if plies == 1:
            return np.asarray(THROWS @ left[best]), THROWS @ _turned(here.rows[best])
        told = [self._after(here, one, stake, plies - 1, left) for one in best]
        return np.asarray(THROWS @ [float(worth) for worth, _ in told]), THROWS @ np.array([row for _, row in told])

    def _after(self, here: Roots, at: int, stake: Stake, plies: int, left: Floats) -> tuple[Floats, Floats]:
        """What is left after one of the plays, looking further ahead, and the chances of who has made it."""
        if here.over[at]:
            return left[at], _turned(here.rows[at : at + 1])[0]
        begun, row = self._begun(here.next(at), stake.turned, plies)
        return equity.Worth(stake).other(begun), _turned(row[None])[0]

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

    network: Network
    board: Board

    def __post_init__(self) -> None:
        self._next: dict[int, Roots] = {}

    @property
    def seen(self) -> Boards:
        return np.array([self.board], np.int8)

    @cached_property
    def row(self) -> Floats:
        """(1, 5) chances of who is to roll."""
        return self.network.chances(self.seen)

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

    @cached_property
    def rows(self) -> Floats:
        """(n, 5) chances of the opponent after every play."""
        told = self.network.chances(self.others)
        for at in (at for at, over in enumerate(self.over) if over):
            kind = scoring.value(self._follow[0][at], Side.WHITE)
            told[at] = (0, 0, 0, kind >= 2, kind >= 3)
        return told

    @cached_property
    def live(self) -> Floats:
        return liveliness(self.others)

    def next(self, at: int) -> Roots:
        """The board after a play, from the other seat."""
        return self._next.setdefault(at, Roots(self.network, tuple(map(int, self.others[at]))))


def liveliness(boards: Boards) -> Floats:
    """How live the cube is on (n, 26) boards."""
    pips, rear = [], []
    for side in sides(boards):
        pips.append(side @ np.arange(26))
        rear.append(25 - np.argmax(side[:, ::-1] > 0, axis=1))
    return equity.liveliness(np.asarray(sum(pips), np.float64), rear[0] + rear[1] > 24)


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
