"""GNU Backgammon as an engine: `gnubg -t -q -r -p gnubg_script.py` answers the same lines as `serve`, through its own Python.

It stays a program of its own behind a pipe; this file alone calls its interface and needs nothing of boardcam. Its plies count as
ours do. Only what `question` has checked is sent here: a board that cannot stand ends GNU Backgammon.
"""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

PRUNE, DETERMINISTIC, NOISE = 1, 1, 0.0
HIGHEST = 32
"""A cube that ends any match, as every higher one does; of some of those GNU Backgammon dies."""


def _seats(board: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """26 counts from the seat of the player on roll → (the opponent's, its own), 24 points and the bar each."""
    own = (*(max(n, 0) for n in board[1:25]), board[25])
    other = (*(max(-n, 0) for n in reversed(board[1:25])), board[0])
    return other, own


def _turned(board: Sequence[int]) -> list[int]:
    return [board[25], *(-n for n in reversed(board[1:25])), board[0]]


class Answers:
    """What is answered to a line, by its `ask`."""

    def __init__(self, gnubg: Any) -> None:
        self.gnubg = gnubg
        self.rules: tuple[int, int] | None = None

    def values(self, boards: list[list[int]], stake: list[int], plies: int, root: list[int]) -> list[list[float]]:
        """The opponent is on roll after the play; its value with the right double is what the player loses."""
        cube, owner, away, other, *rules = stake
        turned = [cube, -owner, other, away, *rules]
        return [self._value(_turned(board), turned, plies) for board in boards]

    def cube(self, board: list[int], stake: list[int], plies: int) -> list[float]:
        seats, info = _seats(board), self._info(stake)
        _, nd, dt, dp, *_ = self.gnubg.cfevaluate(seats, info, self._context(1, plies))
        return [nd, dt, dp, *self._chances(seats, info, plies)]

    def _value(self, board: list[int], stake: list[int], plies: int) -> list[float]:
        seats, info = _seats(board), self._info(stake)
        best = self.gnubg.cfevaluate(seats, info, self._context(1, plies))[0]
        win, gammon, backgammon, lost, far = self._chances(seats, info, plies)
        return [-best, 1 - win, lost, far, gammon, backgammon]

    def _chances(self, seats: Any, info: Any, plies: int) -> Sequence[float]:
        told: Sequence[float] = self.gnubg.evaluate(seats, info, self._context(1, plies))[:5]
        return told

    def _context(self, cubeful: int, plies: int) -> Any:
        return self.gnubg.evalcontext(cubeful, plies, DETERMINISTIC, PRUNE, NOISE)

    def _info(self, stake: list[int]) -> Any:
        """A cubeinfo; the rules of money games are settings of the program."""
        cube, owner, away, other, crawford, jacoby, beaver = stake
        if self.rules != (jacoby, beaver):
            self.rules = (jacoby, beaver)
            self.gnubg.command("set jacoby " + ("on" if jacoby else "off"))
            self.gnubg.command("set beavers " + ("1" if beaver else "0"))
        length = max(away, other)
        cube = min(cube, HIGHEST) if length else cube
        score = (length - other, length - away)  # player 1 is on roll
        return self.gnubg.cubeinfo(cube, {1: 1, 0: -1, -1: 0}[owner], 1, length, score, int(crawford), 0)


def main(gnubg: Any) -> None:
    os.nice(10)
    answers = Answers(gnubg)
    print(json.dumps({"ready": "GNU Backgammon"}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        ask, number = asked.pop("ask"), asked.pop("id")
        try:
            told = {"id": number, ask: getattr(answers, ask)(**asked)}
        except Exception as error:
            told = {"id": number, "error": str(error)}
        print(json.dumps(told), flush=True)


if "gnubg" in globals():
    main(globals()["gnubg"])
