"""What was there before the first roll is no die; what was thrown is one."""

import numpy as np
import pytest

from boardcam.events import DieSeen, no_counts
from boardcam.geometry import Board, Seating
from boardcam.rules.position import START
from boardcam.vision import furniture

BOARD = Board(bar=1.2, depth=11.0)


def counts(points: tuple[int, ...], seating: Seating) -> np.ndarray:
    table = no_counts()
    table[:] = -9.0
    table[:, 15] = 0.0
    for point, count in enumerate(points, 1):
        row = table[seating.place(point)]
        row[15], row[15 + count] = -9.0, 0.0
    return table


def die(x: float, y: float) -> DieSeen:
    return DieSeen(x, y, (0.0,) * 6, 4.0, -4.0, 0.0, 24.0)


@pytest.mark.parametrize("seating", list(Seating))
def test_the_starting_position_is_known_from_every_seat(seating: Seating) -> None:
    assert furniture.starting(counts(START.points, seating))
    assert furniture.starting(counts(tuple(-n for n in START.points), seating))
    played = list(START.points)
    played[5], played[4], played[7], played[3] = 4, 1, 2, 1
    assert not furniture.starting(counts(tuple(played), seating))


def test_nothing_read_is_no_starting_position() -> None:
    assert not furniture.starting(np.zeros_like(no_counts()))


def test_what_lies_off_both_halves_is_furniture_and_stays_so() -> None:
    screws = furniture.noticed([die(6.6, 2.0), die(6.6, 9.0), die(-1.0, 5.0), die(3.0, 5.0)], BOARD)
    assert screws == ((6.6, 2.0), (6.6, 9.0), (-1.0, 5.0))
    thrown = die(10.0, 5.0)
    assert furniture.without([die(6.65, 2.1), thrown, die(-1.1, 5.1)], screws) == (thrown,)
    assert furniture.without([die(6.6, 5.0)], screws) == (die(6.6, 5.0),)
