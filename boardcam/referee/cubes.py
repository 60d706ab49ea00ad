"""The cube over time: where it rests, and what it shows.

A cube moves only in a hand. It rests when it has been seen in one spot for `REST` seconds, in most of the frames in which no hand
was over the board; it rests elsewhere only if a hand was there shortly before. What lies in doubt between two places says nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import inf

from boardcam.events import CubePlace, CubeSeen
from boardcam.geometry import Board, Seating
from boardcam.referee.frozen import replace

REST = 1.0
"""s"""
NEAR = 0.5
"""A cube seen this near to where it lies is still there, in pitches (an edge is about 0.7)."""
OFTEN = 0.7
"""Share of the free frames in which it must be seen."""
STALE = 2.0
"""s for which eyes may still report what they saw before a hand came."""
AWAY = 2.0
"""s without a hand after which a cube that is not seen where it lay is away."""
LEAST = 4
"""Frames in which it must be seen."""
CENTRE, END = 0.16, 0.24
"""Share of the board's depth from the middle line, within which it lies centred, and beyond which at somebody's end."""
EDGE = 0.25
"""Pitches that it must lie from the bar and from the frame to lie on the board."""
READ = 3.0
"""Log-likelihood by which a face that is read beats the next, in the mean of the frames: they share their errors."""


@dataclass(frozen=True)
class Spot:
    """A cube that stays where it is."""

    x: float
    y: float
    since: float
    values: tuple[float, ...]
    """Sums over the frames."""
    hits: int = 1
    reads: int = 0
    """Frames in which its face was read."""
    misses: int = 0
    """Frames without a hand in which it was not seen there."""

    @classmethod
    def of(cls, cube: CubeSeen, since: float) -> Spot:
        return cls(cube.x, cube.y, since, cube.values, reads=_is_read(cube))

    def seen(self, cube: CubeSeen) -> Spot:
        n, values = self.hits + 1, tuple(a + b for a, b in zip(self.values, cube.values, strict=True))
        x, y = self.x + (cube.x - self.x) / n, self.y + (cube.y - self.y) / n
        return replace(self, x=x, y=y, values=values, hits=n, reads=self.reads + _is_read(cube))

    def again(self, cube: CubeSeen) -> Spot:
        """Seen again after a hand was there, which may have turned it."""
        return Spot.of(cube, self.since)

    def near(self, cube: CubeSeen) -> bool:
        return math.hypot(cube.x - self.x, cube.y - self.y) <= NEAR

    @property
    def value(self) -> int | None:
        """The face on top, if it can be read."""
        second, first = sorted(self.values)[-2:]
        sure = self.reads >= LEAST and first - second >= READ * self.reads
        return 2 << self.values.index(max(self.values)) if sure else None


@dataclass(frozen=True)
class Cubes:
    """What is remembered of the cube from frame to frame."""

    lies: Spot | None = None
    """Where it rests."""
    coming: Spot | None = None
    """Where it was seen since, and may come to rest."""
    hand: float = inf
    """When a hand was last over the board, s; none is known of before the first frame, when it may have been put anywhere."""
    turned: bool = False
    """A hand was there since it was last seen to rest: its face may have been turned."""
    missed: float | None = None
    """Since when it is not seen where it lies though no hand is there, s."""
    told: tuple[CubePlace, int | None] | None = None
    """As it was last told."""


def follow(cubes: Cubes, cube: CubeSeen | None, t: float, hand: bool) -> Cubes:
    """Take in the cube of one frame."""
    if hand:
        cubes = replace(cubes, hand=t, turned=True, missed=None)
    elif cubes.missed is None:
        cubes = replace(cubes, missed=t)
    if cube is None:
        return replace(cubes, coming=_missed(cubes.coming, hand))
    if cubes.lies and cubes.lies.near(cube):
        lies = cubes.lies.again(cube) if cubes.turned else cubes.lies.seen(cube)
        return replace(cubes, lies=lies, coming=_missed(cubes.coming, hand), turned=hand, missed=None)
    if cubes.coming is None or not cubes.coming.near(cube):
        return replace(cubes, coming=Spot.of(cube, t))
    coming = cubes.coming.seen(cube)
    rests = t - coming.since >= REST - 1e-6 and coming.hits >= max(LEAST, OFTEN * (coming.hits + coming.misses))
    if rests and coming.since - cubes.hand <= STALE:
        return replace(cubes, lies=coming, coming=None, turned=hand, missed=None)
    return replace(cubes, coming=coming)


def _is_read(cube: CubeSeen) -> bool:
    return max(cube.values) > min(cube.values)


def _missed(spot: Spot | None, hand: bool) -> Spot | None:
    """Seldom seen where it was thought to be, it is not there."""
    if spot is None or hand:
        return spot
    missed = replace(spot, misses=spot.misses + 1)
    return None if missed.misses > LEAST + missed.hits else missed


def place(board: Board, seating: Seating, x: float, y: float) -> CubePlace | None:
    """Where a cube at (x, y) lies, in pitches, camera view; None = it cannot be said."""
    away = y / board.depth - 0.5
    on_board = EDGE <= x <= board.width - EDGE and EDGE <= y <= board.depth - EDGE
    from_bar = abs(x - 6.0 - board.bar / 2) - board.bar / 2
    if on_board and from_bar >= EDGE:
        return "board"
    if on_board and from_bar > 0.0:
        return None
    if abs(away) <= CENTRE:
        return "middle"
    if abs(away) < END:
        return None
    return "light" if (away > 0) == seating.light_at_bottom else "dark"
