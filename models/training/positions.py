"""Random positions by place: of careless games, of the start, of high piles, of anything."""

from __future__ import annotations

import numpy as np

from boardcam.geometry import Seating
from boardcam.rules.position import START

Rng = np.random.Generator
Counts = list[int]
"""24 signed counts, light positive: by White's point in `stroll` and `heap`, by place in `deal`."""

PILES = np.array([24, 4, 4, 6, 9, 14, 14, 11, 8, 6, 4, 2, 1, 1, 1, 1]) / 110
"""Chances of 0…15 checkers on a point of `piles`."""


def deal(rng: Rng) -> tuple[Counts, tuple[int, int], tuple[int, int]]:
    """Counts by place, and (light, dark) on the bar and off."""
    kind = rng.choice(["play", "start", "stacks", "any", "empty"], p=[0.55, 0.07, 0.13, 0.21, 0.04])
    seats = list(Seating)[rng.integers(4)]
    if kind == "play":
        points, bar, off = stroll(rng, int(rng.integers(1, 90)))
    elif kind == "start":
        points, bar, off = list(START.points), [0, 0], [0, 0]
    else:
        points, bar, off = heap(rng, kind)
    places = _seated(seats, points)
    if rng.random() < 0.5:
        places, bar, off = [-n for n in places], bar[::-1], off[::-1]
    return places, (bar[0], bar[1]), (off[0], off[1])


def lined_up(rng: Rng) -> Counts:
    """The starting position by place, whoever sits where."""
    return _seated(list(Seating)[rng.integers(4)], list(START.points))


def _seated(seats: Seating, points: Counts) -> Counts:
    places = [0] * 24
    for point in range(1, 25):
        places[seats.place(point)] = points[point - 1]
    return places


def piles(rng: Rng) -> tuple[Counts, tuple[int, int], tuple[int, int]]:
    """The same with more checkers than a set has: on most points a row or a high stack of either colour."""
    many = rng.choice(16, 24, p=PILES) * rng.choice([-1, 1], 24)
    bar, off = rng.integers(0, 5, 2), rng.integers(0, 16, 2)
    return [int(n) for n in many], (int(bar[0]), int(bar[1])), (int(off[0]), int(off[1]))


def stroll(rng: Rng, turns: int) -> tuple[Counts, list[int], list[int]]:
    """A game of careless players: forward moves that prefer company."""
    points, bar, off = list(START.points), [0, 0], [0, 0]
    for turn in range(turns):
        for roll in rng.integers(1, 7, 2):
            _step(rng, points, bar, off, turn % 2, int(roll))
        if max(off) == 15:
            break
    return points, bar, off


def _step(rng: Rng, points: Counts, bar: list[int], off: list[int], who: int, roll: int) -> None:
    sign = 1 if who == 0 else -1

    def at(n: int) -> int:
        return n - 1 if who == 0 else 24 - n

    mine = [25] if bar[who] else [n for n in range(1, 25) if points[at(n)] * sign > 0]
    home = not bar[who] and all(n <= 6 for n in mine)
    ways = [n for n in mine if (n > roll and points[at(n - roll)] * sign >= -1) or (n <= roll and home)]
    if not ways:
        return
    weight = np.array([3.0 if n > roll and points[at(n - roll)] * sign > 0 else (2.0 if n <= roll else 1.0) for n in ways])
    n = int(rng.choice(ways, p=weight / weight.sum()))
    if n == 25:
        bar[who] -= 1
    else:
        points[at(n)] -= sign
    if n <= roll:
        off[who] += 1
        return
    if points[at(n - roll)] == -sign:
        points[at(n - roll)] = 0
        bar[1 - who] += 1
    points[at(n - roll)] += sign


def heap(rng: Rng, kind: str) -> tuple[Counts, list[int], list[int]]:
    """Checkers anywhere; "stacks" in few high piles, "empty" none or nearly none."""
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    for who, sign in enumerate((1, -1)):
        left = 0 if kind == "empty" and rng.random() < 0.6 else int(rng.choice([15, 12, rng.integers(1, 16)], p=[0.7, 0.1, 0.2]))
        if kind == "empty":
            left = min(left, 2)
        while left > 0:
            n = int(
                min(
                    left,
                    rng.integers(3, 16)
                    if kind == "stacks"
                    else rng.choice([1, 2, 3, 4, 5, 6, 7], p=[0.25, 0.27, 0.2, 0.11, 0.08, 0.05, 0.04]),
                )
            )
            where = int(rng.integers(26))
            if where < 24 and points[where] * sign >= 0:
                points[where] += sign * n
                left -= n
            elif where == 24 and bar[who] < 4:
                bar[who] += min(n, 2)
                left -= min(n, 2)
            elif where == 25:
                off[who] += n
                left -= n
    return points, bar, off
