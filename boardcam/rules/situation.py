"""A situation: a position with all that decides the next play or double. XGIDs and GNU Backgammon IDs are two spellings of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import CHECKERS, START, Position, Side

Offer = Literal["double", "beaver", "raccoon"]


@dataclass(frozen=True, slots=True)
class Situation:
    """White is the bottom player of an XGID and player 1 of a GNU Backgammon ID."""

    position: Position = START
    turn: Side = Side.WHITE
    """Who is on roll."""
    dice: tuple[int, int] | None = None
    """None = not rolled."""
    cube: Cube = field(default_factory=Cube)
    offered: Offer | None = None
    """An offer of `turn` that waits for an answer."""
    score: tuple[int, int] = (0, 0)
    """(White's, Black's)."""
    length: int = 0
    """Points of the match; 0 = money."""
    crawford: bool = False
    """This is the Crawford game; matches only."""
    jacoby: bool = False
    """Money only, like `beaver`."""
    beaver: bool = False
    cube_cap: int = 1024
    """Highest value of the cube."""


def filled(name: str, points: tuple[int, ...], bar: tuple[int, int]) -> Position:
    """The position whose missing checkers are borne off; Unreadable, under the field's name, if there are too many."""
    white = CHECKERS - bar[0] - sum(n for n in points if n > 0)
    black = CHECKERS - bar[1] + sum(n for n in points if n < 0)
    for off, side in ((white, Side.WHITE), (black, Side.BLACK)):
        if off < 0:
            raise Unreadable(name, f"{side.colour} has {CHECKERS - off} checkers, {CHECKERS} are the most")
    return Position(points, bar, (white, black))
