"""Where things lie on a simulated table: the places of checkers for a given seating, the trays, the cube, the players' edges.

*Rows* are those of `Observation.counts`: places 0…23 in camera view, then the bar of light and dark, then their trays.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from boardcam.events import BAR_DARK, BAR_LIGHT, OFF_DARK, OFF_LIGHT
from boardcam.geometry import Board, Seating
from boardcam.rules.position import Position, Side
from boardcam.sim import measures as sizes
from boardcam.sim.measures import TRAY_FLOOR, Measures
from boardcam.sim.scene import CheckerPose

OFFSET = 0.06
"""How far from its spot, in pitches, a player sets a checker down."""


@dataclass(frozen=True, slots=True)
class Layout:
    board: Board
    seating: Seating
    measures: Measures
    bar_own: bool = True
    """Hit checkers lie in their owner's half of the bar (else in the opponent's)."""
    on_edge: bool = True
    """Borne-off checkers stand on their rims in the tray, if it is long enough for all fifteen."""

    def row(self, side: Side, point: int) -> int:
        """The row of a point in the side's own numbering: 25 = bar, 0 = off."""
        if point == 25:
            return BAR_LIGHT if side is Side.WHITE else BAR_DARK
        if point == 0:
            return OFF_LIGHT if side is Side.WHITE else OFF_DARK
        return self.seating.place(point if side is Side.WHITE else 25 - point)

    def rows(self, position: Position) -> tuple[int, ...]:
        """Signed counts of the 28 rows, light positive."""
        places = self.seating.points([*position.points])  # seatings are involutions on places
        return (*places, position.bar[0], -position.bar[1], position.off[0], -position.off[1])

    def at_top(self, side: Side) -> bool:
        """Sits at the top edge of the camera view."""
        return (side is Side.WHITE) != self.seating.light_at_bottom

    def home_right(self) -> bool:
        """The home boards, and so the trays in use, are on the right of the camera view."""
        return self.seating in (Seating.BOTTOM_RIGHT, Seating.TOP_RIGHT)

    def edge(self, side: Side, inwards: float) -> float:
        """y at a distance from the long edge of a side, towards the middle; negative = outside."""
        return inwards if self.at_top(side) else self.board.depth - inwards

    def pose(self, side: Side, row: int, stack: list[CheckerPose], rng: random.Random) -> CheckerPose:
        """Where the next checker goes on a row that holds `stack`, set down by hand: close to its spot, touching nothing."""
        if row in (BAR_LIGHT, BAR_DARK):
            return self._on_bar(side, stack, rng)
        if row in (OFF_LIGHT, OFF_DARK):
            return self._off(side, len(stack))
        return self._on_place(side, row, stack, rng)

    def _on_place(self, side: Side, place: int, stack: list[CheckerPose], rng: random.Random) -> CheckerPose:
        d, nth = self.measures.diameter, len(stack)
        room = max(0.0, min(OFFSET, (1.0 - d) / 2 - 0.005))
        if nth >= 5:  # the sixth goes on top of the first
            under = stack[nth - 5]
            return CheckerPose(side, under.x, under.y, under.z + self.measures.thickness)
        x = self.board.column(place) + rng.uniform(-room, room)
        if nth == 0:
            along = d / 2 + rng.uniform(0.0, OFFSET)
        else:  # pushed against the one before
            before = stack[-1].y if self.board.is_top(place) else self.board.depth - stack[-1].y
            along = before + math.sqrt(d * d - (x - stack[-1].x) ** 2) + rng.uniform(0.002, OFFSET / 2)
        return CheckerPose(side, x, along if self.board.is_top(place) else self.board.depth - along)

    def _on_bar(self, side: Side, stack: list[CheckerPose], rng: random.Random) -> CheckerPose:
        if len(stack) >= 3:
            under = stack[-3]
            return CheckerPose(side, under.x, under.y, under.z + self.measures.thickness)
        x, y, _ = self.board.bar_spot(self.at_top(side) == self.bar_own, len(stack), self.measures.diameter + 0.08)
        return CheckerPose(side, x + rng.uniform(-0.03, 0.03), y + rng.uniform(-0.03, 0.03), self.measures.bar)

    def _off(self, side: Side, nth: int) -> CheckerPose:
        m = self.measures
        x = self.tray_x()
        floor = TRAY_FLOOR if m.tray else m.table
        step = m.thickness + 0.01
        if m.tray and self.on_edge and 15 * step < 0.38 * self.board.depth:
            return CheckerPose(side, x, self.edge(side, 0.2 + (nth + 0.5) * step), floor, on_edge=True)
        pile, layer = divmod(nth, 5)
        return CheckerPose(side, x, self.edge(side, 0.2 + (pile + 0.5) * (m.diameter + 0.1)), floor + layer * m.thickness)

    def tray_x(self) -> float:
        """x of the middle of the trays in use, or of the checkers beside the board."""
        m = self.measures
        out = self.reach() - (m.tray or m.diameter) / 2
        return self.board.width + out if self.home_right() else -out

    def reach(self) -> float:
        """How far beyond the playing surface things may lie, at the home end."""
        m = self.measures
        return m.margin + m.rail + (m.tray or 0.4 + m.diameter)

    def cube_spot(self, owner: Side | None) -> tuple[float, float]:
        """Where the cube lies: in the middle of the bar, or at the owner's end of it."""
        x = 6.0 + self.board.bar / 2
        return (x, self.board.depth / 2) if owner is None else (x, self.edge(owner, self.measures.cube / 2 + 0.1))


def table(seed: int, seating: Seating | None = None) -> Layout:
    """The table of a seed; the seating is one of all four unless given."""
    rng = random.Random(f"table {seed}")
    return Layout(
        board=Board(bar=rng.uniform(1.05, 1.5), depth=rng.uniform(10.8, 12.0)),
        seating=seating or rng.choice(list(Seating)),
        measures=sizes.draw(rng),
        bar_own=rng.random() < 0.5,
        on_edge=rng.random() < 0.6,
    )
