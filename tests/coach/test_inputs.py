"""What our own network is told: the same from both seats, and throws that hit counted as the rules find them."""

from __future__ import annotations

from random import Random

import numpy as np

from boardcam.coach import board
from boardcam.coach.inputs import ROLLS, SIZE, encode, hits, longest, sides
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from tests.boards import board as placed


def test_both_seats_see_the_same_start() -> None:
    (one,) = encode(np.array([board.canonical(START, Side.WHITE)], np.int8))
    (other,) = encode(np.array([board.canonical(START, Side.BLACK)], np.int8))
    assert one.shape == (SIZE,)
    assert (one == other).all()


def test_sides_are_told_apart_and_the_bar_is_theirs() -> None:
    here = placed("white bar:2 6:13; black bar:1 3:14")
    own, opp = sides(np.array([board.canonical(here, Side.WHITE)], np.int8))
    assert (own[0, 25], own[0, 6], opp[0, 25], opp[0, 3]) == (2, 13, 1, 14)
    assert own.sum() == opp.sum() == 15


def test_throws_that_hit_are_those_that_the_rules_allow() -> None:
    random, wrong, asked = Random(5), 0, 0
    position, side = START, Side.WHITE
    while asked < 150:
        roll = (random.randint(1, 6), random.randint(1, 6))
        after = list(legal_plays(position, side, roll))
        position, side = (random.choice(after) if after else position), side.other
        if not position.contact or any(position.off):
            position, side = START, Side.WHITE
            continue
        asked += 1
        wrong += counted(position, side) != told(position, side)
    assert wrong <= 3  # the other die may have to be played otherwise, which is not asked


def counted(position: Position, side: Side) -> int:
    before = position.bar[side.other.index]
    return sum(
        weight * any(after.bar[side.other.index] > before for after in legal_plays(position, side, (high, low)))
        for high, low, weight in ROLLS
    )


def told(position: Position, side: Side) -> int:
    return int(hits(*sides(np.array([board.canonical(position, side)], np.int8)))[0])


def test_the_longest_prime() -> None:
    made = np.zeros((2, 24), np.bool_)
    made[0, [3, 4, 5, 7, 8]] = True
    assert longest(made).tolist() == [3, 0]
