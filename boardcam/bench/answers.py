"""What GNU Backgammon has said, kept as text: a bench asks it once, and is repeated in a minute, also where it is not installed.

A line an answer, by the position ID from the seat of who decides, the stake as it is sent (`wire.stake`) and the plies:

    play 4HPwATDgc/ABMA 1.0.0.0.0.0.0 2 0.1234                     a play that led there, for who has made it
    cube 4HPwATDgc/ABMA 1.0.0.0.0.0.0 2 0.1234 0.2345 1.0 0.55     no double, double/take, double/pass, and the chance to win
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boardcam.coach import wire
from boardcam.coach.board import Board, position
from boardcam.coach.engine import EngineError
from boardcam.coach.remote import Remote
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value
from boardcam.rules import gnuid
from boardcam.rules.position import Side


class Answers:
    """GNU Backgammon as an engine that remembers. EngineError where it has not been asked and is not here."""

    def __init__(self, path: Path | None, engine: Remote | None) -> None:
        self._path, self._engine = path, engine
        self._known: dict[str, tuple[float, ...]] = {}
        if path is not None and path.exists():
            for line in path.read_text("ascii").splitlines():
                what, numbers = line.split()[:4], line.split()[4:]
                self._known[" ".join(what)] = tuple(map(float, numbers))

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        keys = [_key("play", board, stake, plies) for board in boards]
        missing = [(key, board) for key, board in zip(keys, boards, strict=True) if key not in self._known]
        if missing:
            told = self._asked.values([board for _, board in missing], stake, plies, root)
            self._keep({key: (value.equity,) for (key, _), value in zip(missing, told, strict=True)})
        return [Value(self._known[key][0], Chances(0.5, 0, 0, 0, 0)) for key in keys]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        key = _key("cube", board, stake, plies)
        if key not in self._known:
            told = self._asked.cube(board, stake, plies)
            self._keep({key: (told.nd, told.dt, told.dp, told.chances.win)})
        nd, dt, dp, win = self._known[key]
        return CubeValue(nd, dt, dp, Chances(win, 0, 0, 0, 0))

    def close(self) -> None:
        if self._engine is not None:
            self._engine.worker.close()

    @property
    def _asked(self) -> Remote:
        if self._engine is None:
            raise EngineError("GNU Backgammon was not asked this, and is not installed: sudo apt-get install -y gnubg")
        return self._engine

    def _keep(self, told: dict[str, tuple[float, ...]]) -> None:
        self._known |= told
        if self._path is not None:
            with self._path.open("a", encoding="ascii") as file:
                file.writelines(f"{key} {' '.join(f'{number:.4f}' for number in numbers)}\n" for key, numbers in told.items())


def _key(what: str, board: Board, stake: Stake, plies: int) -> str:
    return f"{what} {gnuid.format_position(position(board), Side.WHITE)} {'.'.join(map(str, wire.stake(stake)))} {plies}"
