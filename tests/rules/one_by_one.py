"""Legal plays the slow way: each checker by itself, each order of the dice, nothing clever. Written from the rule texts (22-45, 88)
and independent of `boardcam.rules`, so that the two can be held against each other where no corpus has an answer.

The mover's checkers are a sorted tuple of (point, has hit in its own home this turn), 25 = bar, 0 = off; the other side is a sorted
tuple of (point, count) by the mover's numbers, and how many wait on its bar.
"""

from __future__ import annotations

from collections.abc import Iterator

Own = tuple[tuple[int, bool], ...]
Other = tuple[tuple[tuple[int, int], ...], int]
Table = tuple[tuple[int, ...], Other]
"""The mover's points, sorted, and the other side."""


def results(own: Own, other: Other, roll: tuple[int, int], caucasian: bool) -> set[Table]:
    """Every table that a legal play leads to; after a dance the one as it is."""
    orders = {roll, roll[::-1]} if roll[0] != roll[1] else {roll * 2}
    ended: list[tuple[tuple[int, ...], Table]] = []
    for dice in orders:
        _play(own, other, dice, (), caucasian, ended, set())
    most = max(len(used) for used, _ in ended)
    full = [(used, table) for used, table in ended if len(used) == most]
    if most == 1 and roll[0] != roll[1]:
        high = max(used[0] for used, _ in full)
        full = [(used, table) for used, table in full if used[0] == high]
    return {table for _, table in full}


def _play(
    own: Own, other: Other, left: tuple[int, ...], used: tuple[int, ...], caucasian: bool,
    ended: list[tuple[tuple[int, ...], Table]], been: set[object],
) -> None:  # fmt: skip
    if (own, other, left) in been:
        return
    been.add((own, other, left))
    ended.append((used, (tuple(point for point, _ in own), other)))
    for after, met in _moves(own, other, left[0], caucasian) if left else ():
        _play(after, met, left[1:], (*used, left[0]), caucasian, ended, been)


def _moves(own: Own, other: Other, die: int, caucasian: bool) -> Iterator[tuple[Own, Other]]:
    points, there = [point for point, _ in own], dict(other[0])
    for n, (start, hitter) in enumerate(own):
        end = start - die
        if start == 0 or (25 in points and start != 25) or own[n - 1 : n] == own[n : n + 1]:
            continue
        if end <= 0:
            if max(points) <= 6 and (end == 0 or start == max(points)):
                yield _put(own, n, 0, False), other
            continue
        hidden = caucasian and hitter and end <= 6 and end in points
        if there.get(end, 0) >= 2 or hidden:
            continue
        hit = there.get(end) == 1
        left = tuple(pair for pair in other[0] if not hit or pair[0] != end)
        yield _put(own, n, end, hitter or (hit and end <= 6)), (left, other[1] + hit)


def _put(own: Own, n: int, point: int, hitter: bool) -> Own:
    return tuple(sorted((*own[:n], (point, hitter), *own[n + 1 :])))
