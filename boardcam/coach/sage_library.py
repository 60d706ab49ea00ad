"""Open Sage through a C library of our own (`sage/sage.cpp`), for computers that it has no wheel for: a Raspberry Pi.

`scripts/build-sage` compiles it, together with Open Sage's own files, into a folder: the library, `model.json`, the networks, the
bear-off table. Reads nothing before it is opened.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from boardcam.coach import wire
from boardcam.coach.board import Board
from boardcam.coach.stake import Stake

PLACE = Path(sys.prefix) / "lib" / "boardcam-sage"
"""Where it lies: in the environment that the program runs in."""


def version(folder: Path = PLACE) -> str | None:
    """Of the Open Sage that was built there; None if none was."""
    try:
        return str(json.loads((folder / "model.json").read_text(encoding="utf-8"))["version"])
    except (OSError, ValueError, KeyError):
        return None


class Library:
    """The library, its networks loaded. ImportError if it is not there or does not load."""

    def __init__(self, folder: Path = PLACE) -> None:
        try:
            model = json.loads((folder / "model.json").read_text(encoding="utf-8"))
            paths = [str(folder / name).encode() for name, _ in model["networks"]]
            hidden, table = [size for _, size in model["networks"]], str(folder / model["table"]).encode()
            self._c = ctypes.CDLL(str(folder / "libboardcam-sage.so"))
        except (OSError, ValueError, KeyError) as error:
            raise ImportError(f"Open Sage was not built here: {error}") from error
        self._c.sage_open.restype, self._c.sage_error.restype = ctypes.c_void_p, ctypes.c_char_p
        opened = self._c.sage_open((ctypes.c_char_p * len(paths))(*paths), _ints(hidden), len(paths), table)
        if not opened:
            raise ImportError(self._error())
        self._sage = ctypes.c_void_p(opened)

    def value(self, board: Board, stake: Stake, plies: int, root: Board) -> tuple[float, Sequence[float]]:
        told = (ctypes.c_double * 6)()
        self._tried(self._c.sage_value(self._sage, _ints(board), _ints(wire.stake(stake)), plies, _ints(root), told))
        return told[0], told[1:]

    def cube(self, board: Board, stake: Stake, plies: int) -> tuple[float, float, float, Sequence[float]]:
        told = (ctypes.c_double * 8)()
        self._tried(self._c.sage_cube(self._sage, _ints(board), _ints(wire.stake(stake)), plies, told))
        return told[0], told[1], told[2], told[3:]

    def _tried(self, good: int) -> None:
        if not good:
            raise ValueError(self._error())

    def _error(self) -> str:
        return str(self._c.sage_error().decode(errors="replace"))


def _ints(numbers: Sequence[int]) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * len(numbers))(*numbers)
