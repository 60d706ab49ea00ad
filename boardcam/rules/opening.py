"""Who starts, and with which dice (rules 11-15, 63)."""

from __future__ import annotations

from typing import Literal

from boardcam.rules.cube import Cube
from boardcam.rules.position import Side


def starter(light: int, dark: int) -> Side | None:
    """Who starts after each rolled one die: the higher, who plays both numbers (11); None = a tie, rolled again."""
    if light == dark:
        return None
    return Side.WHITE if light > dark else Side.BLACK


def opener(first_move: Literal["roll", "loser", "alternate"], last_starter: Side | None, last_winner: Side | None) -> Side | None:
    """Who starts the next game and rolls two dice for it, doublets allowed (14, C7); None = an opening roll decides.

    `last_starter` None = this is the first game. After a draw (`last_winner` None) "loser" is the opponent of the last starter.
    """
    if first_move == "roll" or last_starter is None:
        return None
    if first_move == "loser" and last_winner is not None:
        return last_winner.other
    return last_starter.other


def automatic(ties: int, allowed: int) -> Cube:
    """The centred cube after tied opening rolls: each doubles the stake, as often as agreed (63)."""
    return Cube(1 << min(ties, allowed))
