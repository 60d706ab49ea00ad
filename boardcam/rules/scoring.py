"""What a game is worth: single, gammon or backgammon (oin, mars, koks), times the cube (rules 57-66)."""

from __future__ import annotations

from typing import Literal

from boardcam.rules.cube import Cube
from boardcam.rules.position import CHECKERS, Position, Side
from boardcam.rules.sentence import sentence

Finish = Literal["oin", "mars", "koks"]

NAMES = {1: sentence("single game"), 2: sentence("gammon"), 3: sentence("backgammon")}
"""What a value is called."""
ONE = {1: sentence("a single game"), 2: sentence("a gammon"), 3: sentence("a backgammon")}
"""The same with its article."""
NARDI = {1: sentence("oin"), 2: sentence("mars"), 3: sentence("koks")}
"""What it is called in short nardi."""
FACTORS: dict[Finish, int] = {"oin": 1, "mars": 2, "koks": 3}
"""The most that a game is worth, by the finishing setting (61)."""


def winner(position: Position) -> Side | None:
    """Who has borne off all checkers (46); None = nobody yet."""
    return next((side for side in Side if position.off[side.index] >= CHECKERS), None)


def value(position: Position, winner: Side, *, finish: Finish = "koks", bar_counts: bool = True) -> int:
    """1 single, 2 gammon, 3 backgammon for the winner as the loser's checkers stand; `finish` caps it (61).

    A gammon: the loser has borne off none (58). A backgammon: besides, one of his checkers stands in the winner's home or, unless
    `bar_counts` is off (C1), on the bar (59).
    """
    loser = winner.other
    if position.off[loser.index]:
        return 1
    behind = any(position.count(loser, point) for point in range(19, 26 if bar_counts else 25))
    return min(3 if behind else 2, FACTORS[finish])


def points(kind: int, cube: Cube, *, jacoby: bool = False) -> int:
    """Points for a game of this value (62). By Jacoby's rule only a cube that was turned lets gammons count (64); an automatic
    double does not turn it (C8)."""
    return (1 if jacoby and cube.owner is None else kind) * cube.value


def highest_loss(stake: int, cap: int, finish: Finish) -> int:
    """What a balance must cover before a game with this cap on the cube (68)."""
    return stake * cap * FACTORS[finish]
