"""The board as engines see it: 26 counts from the seat of one player.

[1…24] that player's points, own checkers positive, the opponent's negative; [25] own checkers on the bar, [0] the opponent's, both
≥ 0. What is missing of fifteen is off.
"""

from __future__ import annotations

from collections.abc import Sequence

from boardcam.rules.position import CHECKERS, Position, Side

Board = tuple[int, ...]


def canonical(position: Position, side: Side) -> Board:
    """The board of a position from the seat of `side`."""
    if side is Side.WHITE:
        return (position.bar[1], *position.points, position.bar[0])
    return (position.bar[0], *(-n for n in reversed(position.points)), position.bar[1])


def turned(board: Sequence[int]) -> Board:
    """The same board from the other seat."""
    return (board[25], *(-n for n in reversed(board[1:25])), board[0])


def position(board: Sequence[int]) -> Position:
    """The position of a board whose player is White."""
    own = CHECKERS - board[25] - sum(n for n in board[1:25] if n > 0)
    opp = CHECKERS - board[0] + sum(n for n in board[1:25] if n < 0)
    return Position(tuple(board[1:25]), (board[25], board[0]), (own, opp))


def fault(board: Sequence[int]) -> str | None:
    """Why a board cannot stand while a game is played; None if it can."""
    if len(board) != 26:
        return f"a board is 26 counts, not {len(board)}"
    if board[0] < 0 or board[25] < 0:
        return "a bar holds 0 checkers or more"
    for counts, whose in ((board[1:], "on roll"), (turned(board)[1:], "opponent")):
        if not 0 < sum(n for n in counts if n > 0) <= CHECKERS:
            return f"a player has 1 to {CHECKERS} checkers on the board while a game is played; {whose} has not"
    return None
