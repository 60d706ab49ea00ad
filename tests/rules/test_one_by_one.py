"""Legal plays on positions that no corpus has, in both variants, against an enumeration checker by checker."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Position, Side
from tests.rules import one_by_one


def told(position: Position) -> tuple[one_by_one.Own, one_by_one.Other]:
    own = [point for point in range(1, 25) for _ in range(max(0, position.points[point - 1]))]
    own += [25] * position.bar[0] + [0] * position.off[0]
    there = tuple((point, -position.points[point - 1]) for point in range(1, 25) if position.points[point - 1] < 0)
    return tuple((point, False) for point in sorted(own)), (there, position.bar[1])


def table(position: Position) -> one_by_one.Table:
    own, other = told(position)
    return tuple(point for point, _ in own), other


def scattered(rng: random.Random) -> Position:
    """Anything: bars, checkers off, a few stacks a side."""
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    for side, sign in ((0, 1), (1, -1)):
        off[side] = rng.choice([0, 0, rng.randint(0, 13)])
        bar[side] = min(15 - off[side], rng.choice([0, 0, 0, 1, 2, 3]))
        _stand(rng, points, sign, 15 - off[side] - bar[side], rng.choice([6, 9, 24]) if side == 0 else 24)
    return Position(tuple(points), (bar[0], bar[1]), (off[0], off[1]))


def hitting(rng: random.Random) -> Position:
    """Blots of the other side in the mover's home, where the Caucasian rule bites."""
    points = [0] * 24
    for point in rng.sample(range(7), rng.randint(1, 4)):
        points[point] = -1
    blots, off, bar = -sum(points), rng.choice([0, 0, rng.randint(0, 8)]), rng.choice([0, 0, 0, 1])
    points[rng.choice([20, 22])] = -(15 - blots)
    _stand(rng, points, 1, 15 - off - bar, rng.choice([7, 10, 20]))
    return Position(tuple(points), (bar, 0), (off, 0))


def _stand(rng: random.Random, points: list[int], sign: int, checkers: int, within: int) -> None:
    stacks = [rng.randrange(within) for _ in range(rng.randint(1, 7))]
    while checkers:
        point = rng.choice(stacks) if rng.random() < 0.8 else rng.randrange(24)
        if points[point] * sign >= 0:
            points[point] += sign
            checkers -= 1


@pytest.mark.parametrize("make", [scattered, hitting])
@pytest.mark.parametrize("variant", ["standard", "caucasian"])
def test_the_same_results(make: Callable[[random.Random], Position], variant: str) -> None:
    rng = random.Random(20)
    for _ in range(700):
        position, roll = make(rng), (rng.randint(1, 6), rng.randint(1, 6))
        own, other = told(position)
        ours = {table(after) for after in legal_plays(position, Side.WHITE, roll, variant)} or {table(position)}
        assert ours == one_by_one.results(own, other, roll, variant == "caucasian"), (position, roll)


def test_the_variant_matters_somewhere() -> None:
    """Otherwise the test above would prove nothing of it."""
    rng = random.Random(20)
    differing = 0
    for _ in range(300):
        position, roll = hitting(rng), (rng.randint(1, 6), rng.randint(1, 6))
        own, other = told(position)
        differing += one_by_one.results(own, other, roll, True) != one_by_one.results(own, other, roll, False)
    assert differing >= 15
