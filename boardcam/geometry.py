"""The board as shapes, in board units; eyes and simulator share it.

Unit: one *pitch*, the distance between the middles of neighbouring points (about a checker's diameter). The camera view: x runs
right, y runs down, (0, 0) is the top left corner of the playing surface (24 points and the bar; trays and frame excluded),
(width, depth) its bottom right corner. z rises from the surface.

*Places* are the 24 points as the camera sees them, numbered as White's points would be if White's home were bottom right:
0…11 run along the bottom row from right to left, 12…23 along the top row from left to right. A `Seating` says which of four
ways the players really sit and so turns places into White's points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeVar

from boardcam.rules.position import Side

T = TypeVar("T")
Half = Literal["left", "bar", "right", "outside"]


@dataclass(frozen=True, slots=True)
class Board:
    """A board's proportions, in pitches."""

    bar: float = 1.2
    """Width of the bar; 0 = the halves touch."""
    depth: float = 11.0
    """From the base line of the top points to that of the bottom points."""

    @property
    def width(self) -> float:
        return 12.0 + self.bar

    def column(self, place: int) -> float:
        """x of the middle of a place."""
        from_left = 11 - place if place < 12 else place - 12
        return from_left + 0.5 + (self.bar if from_left >= 6 else 0.0)

    def is_top(self, place: int) -> bool:
        return place >= 12

    def spot(self, place: int, nth: int, diameter: float = 1.0, row: int = 5) -> tuple[float, float, int]:
        """(x, y, layer) of the middle of the nth checker (from 0) on a place: `row` lie along the point, the next on top."""
        along = (nth % row + 0.5) * diameter
        return self.column(place), along if self.is_top(place) else self.depth - along, nth // row

    def bar_spot(self, top: bool, nth: int, diameter: float = 1.0) -> tuple[float, float, int]:
        """(x, y, layer) of the nth checker on the bar, filled from the middle towards the top or the bottom edge, three a row."""
        away = (nth % 3 + 1.0) * diameter
        return 6.0 + self.bar / 2, self.depth / 2 + (-away if top else away), nth // 3

    def half(self, x: float, y: float) -> Half:
        """Where a thing lies whose middle is at (x, y)."""
        if not (0.0 <= x <= self.width and 0.0 <= y <= self.depth):
            return "outside"
        if x < 6.0:
            return "left"
        return "right" if x > 6.0 + self.bar else "bar"


class Seating(Enum):
    """Where the light side's home board is, seen by the camera; light sits at that long edge, dark opposite."""

    BOTTOM_RIGHT = "bottom right"
    BOTTOM_LEFT = "bottom left"
    TOP_RIGHT = "top right"
    TOP_LEFT = "top left"

    def place(self, point: int) -> int:
        """The place (0…23) of White's point `point` (1…24). An involution up to the offset: point = place(place + 1) + 1."""
        i = point - 1
        match self:
            case Seating.BOTTOM_RIGHT:
                return i
            case Seating.TOP_RIGHT:
                return 23 - i
            case Seating.BOTTOM_LEFT:
                return 11 - i if i < 12 else 35 - i
            case Seating.TOP_LEFT:
                return 12 + i if i < 12 else i - 12

    def points(self, places: Sequence[T]) -> tuple[T, ...]:
        """Values by place → values by White's point, 24 each."""
        return tuple(places[self.place(point)] for point in range(1, 25))

    @property
    def light_at_bottom(self) -> bool:
        return self in (Seating.BOTTOM_RIGHT, Seating.BOTTOM_LEFT)

    def right_half(self, side: Side) -> Literal["left", "right"]:
        """The half that lies to the right hand of the player of `side` (rule 83), as the camera names it."""
        return "right" if (side is Side.WHITE) == self.light_at_bottom else "left"
