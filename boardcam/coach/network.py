"""boardcam's own network as an engine: always there, a few thousand positions a second and more; imported in the worker's process.

`models/coach.onnx` gives the five chances of the player on roll. One turn is looked ahead by trying all 21 rolls of the opponent,
each played as the network itself thinks best.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from boardcam.coach import equity
from boardcam.coach.board import Board, canonical, position, turned
from boardcam.coach.engine import EngineError
from boardcam.coach.inputs import ROLLS, encode
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value
from boardcam.resources import folder
from boardcam.rules import scoring
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Position, Side

Floats = npt.NDArray[np.float32]
BATCH = 1024
"""Positions asked at once; more would not be faster."""


class Network:
    """The engine. EngineError if the network cannot be opened."""

    def __init__(self, path: Path | None = None) -> None:
        self._session = _opened(path or folder("models") / "coach.onnx")

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        other = [turned(board) for board in boards]
        told = self._chances(other) if plies == 0 else [self._ahead(board, stake.turned) for board in other]
        return [_value(board, Chances(*row).turned, stake) for board, row in zip(boards, told, strict=True)]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        row = self._chances([board])[0] if plies == 0 else self._ahead(board, stake)
        return equity.cube_value(Chances(*map(float, row)).kept, stake, _liveliness(board))

    def _ahead(self, board: Board, stake: Stake) -> Floats:
        """Chances of the player on roll, over all rolls."""
        here, weights = position(board), _weights(stake)
        after: list[Position] = []
        ends = []
        for high, low, _ in ROLLS:
            after += legal_plays(here, Side.WHITE, (high, low)) or [here]
            ends.append(len(after))
        chances = self._after(after)
        worth = chances @ weights
        best = [start + int(np.argmax(worth[start:end])) for start, end in zip([0, *ends], ends, strict=False)]
        throws = np.array([weight / 36 for *_, weight in ROLLS], np.float32)
        return np.asarray(throws @ chances[best], np.float32)

    def _after(self, positions: Sequence[Position]) -> Floats:
        """(n, 5) chances of White, who has just moved."""
        playing = [at for at, after in enumerate(positions) if scoring.winner(after) is None]
        told = np.zeros((len(positions), 5), np.float32)
        for at in range(0, len(playing), BATCH):
            some = playing[at : at + BATCH]
            told[some] = self._chances([canonical(positions[one], Side.BLACK) for one in some])
        told = np.stack([1 - told[:, 0], told[:, 3], told[:, 4], told[:, 1], told[:, 2]], axis=1)
        for at in set(range(len(positions))) - set(playing):
            kind = scoring.value(positions[at], Side.WHITE)
            told[at] = (1, kind >= 2, kind >= 3, 0, 0)
        return told

    def _chances(self, boards: Sequence[Board]) -> Floats:
        """(n, 5) chances of the players on roll."""
        inputs = encode(np.array(boards, np.int8).reshape(-1, 26))
        told: Floats = self._session.run(None, {self._session.get_inputs()[0].name: inputs})[0]
        return told


def _value(board: Board, chances: Chances, stake: Stake) -> Value:
    return equity.value(Chances(*map(float, chances)), stake, _liveliness(board))


def _liveliness(board: Board) -> float:
    here = position(board)
    return equity.liveliness((here.pips(Side.WHITE), here.pips(Side.BLACK)), here.contact)


def _weights(stake: Stake) -> Floats:
    """What each of the five chances adds to a game without further doubles, as the score has it."""
    worth = equity.Worth(stake)
    cube = stake.cube
    won, lost = ([worth.points(sign * n * cube) for n in (1, 2, 3)] for sign in (1, -1))
    return np.array([won[0] - lost[0], won[1] - won[0], won[2] - won[1], lost[1] - lost[0], lost[2] - lost[1]], np.float32)


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
