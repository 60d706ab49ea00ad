"""Nonsense for the coach, more or less: lines for an engine's process, and XGIDs. Whether what was accepted can stand is looked at
here without the checks that are on trial."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from boardcam.coach.board import canonical
from boardcam.coach.engine import EngineError
from boardcam.coach.question import Unanswerable, asked
from boardcam.coach.worker import Worker
from boardcam.rules import xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation

SIGNS = "-ABCDEFGHIJKLMNOPabcdefghijklmnop"
LONG = 600.0


def lines(worker: Worker, random: Random, count: int) -> tuple[int, int]:
    """How many questions an engine's process answers, and how many of those it should not have. EngineError if it dies."""
    answered = accepted = 0
    for _ in range(count):
        question = _question(random)
        try:
            worker.ask(question, LONG)
        except EngineError as error:
            if worker.pid is None:
                raise error
            continue
        answered += 1
        accepted += not _sound(question)
    return answered, accepted


def ids(random: Random, count: int) -> tuple[int, int]:
    """How many XGIDs are taken as questions, and how many of those should not have been."""
    read = wrong = 0
    for _ in range(count):
        try:
            question = asked(xgid.parse(_id(random)))
        except (Unreadable, Unanswerable):
            continue
        read += 1
        wrong += not _stands(question.board) or not _allowed(question.situation)
    return read, wrong


def _question(random: Random) -> dict[str, Any]:
    board = _damaged(list(canonical(START, Side.WHITE)), random, (-99, -16, -1, 1, 1, 15, 10**9, None, "3", 0.5))
    away = random.choice(((0, 0), (0, 0), (3, 4), (1, 25), (0, 9), (99, 1)))
    stake = [random.choice((1, 1, 1, 2, 4, 0, 3, "x")), random.choice((0, 0, 0, 1, -1, 2, None)), *away, 0, 0, 0]
    ask = random.choice(("cube", "values", "values", "quit"))
    asked: dict[str, Any] = {"ask": ask, "board": board, "boards": [board], "root": board,
             "stake": stake, "plies": random.choice((0, 0, 0, 0, 1, -1, "x", 9))}  # fmt: skip
    if random.random() < 0.1:
        asked[random.choice(("board", "boards", "root", "stake", "plies"))] = random.choice((None, [], {}, "", [[]], 7))
    return asked


def _damaged(board: list[Any], random: Random, by: Sequence[Any]) -> list[Any]:
    """A board with up to two checkers moved, and up to two of its numbers spoilt."""
    for _ in range(random.randrange(3)):
        start, end = random.randrange(1, 25), random.randrange(1, 25)
        sign = (board[start] > 0) - (board[start] < 0)
        board[start], board[end] = board[start] - sign, board[end] + sign
    for _ in range(random.choice((0, 0, 1, 2))):
        change, at = random.choice(by), random.randrange(26)
        board[at] = board[at] + change if type(change) is int and type(board[at]) is int else change
    return board if random.random() < 0.95 else board[: random.randrange(26)]


def _id(random: Random) -> str:
    """An XGID of a position, with a few of its signs replaced."""
    start = xgid.format(Situation(dice=(3, 1), length=random.choice((0, 7)), score=(0, 0)))
    signs = list(start)
    for _ in range(random.randrange(6)):
        at = random.randrange(len("XGID="), len(signs))
        signs[at] = random.choice(SIGNS if at < len("XGID=") + 26 else "0123456789:-D")
    return "".join(signs) if random.random() < 0.95 else "".join(signs)[: random.randrange(len(signs))]


def _sound(question: dict[str, Any]) -> bool:
    """Whether a question may be answered by what it shows."""
    boards = question["boards"] if question["ask"] == "values" else [question["board"]]
    return isinstance(boards, list) and all(map(_stands, boards))


def _stands(board: Any) -> bool:
    """Whether both sides have one to fifteen checkers on the board."""
    if not isinstance(board, list | tuple) or len(board) != 26 or any(type(n) is not int for n in board):
        return False
    own = board[25] + sum(n for n in board[1:25] if n > 0)
    other = board[0] - sum(n for n in board[1:25] if n < 0)
    return bool(min(board[0], board[25]) >= 0 and 1 <= own <= 15 and 1 <= other <= 15)


def _allowed(s: Situation) -> bool:
    """Whether dice, cube and score can be."""
    dice = s.dice is None or all(1 <= die <= 6 for die in s.dice)
    score = not s.length or max(s.score) < s.length
    crawford = not s.crawford or (s.length - 1 in s.score and s.score[0] != s.score[1] and s.cube.value == 1)
    return dice and score and crawford and s.cube.value & (s.cube.value - 1) == 0
