"""Which way round a board lies, by what it shows."""

import numpy as np
import pytest

from boardcam.events import no_counts
from boardcam.vision import turned
from tests.vision.drawn import START

PLAYED = (-2, 0, 0, 0, 1, 4, 0, 3, *START[8:])
LATER = (-2, 0, 0, 2, 0, 4, 0, 2, *START[8:])
LAST = (2, 3, 0, 1, *[0] * 16, -1, 0, -2, -1)


def table(points: tuple[int, ...], unseen: tuple[int, ...] = ()) -> np.ndarray:
    counts = no_counts()
    counts[:26] = -12.0
    counts[np.arange(24), 15 + np.array(points)] = -0.01
    counts[24:26, 15] = -0.01
    counts[list(unseen)] = 0.0
    return counts


@pytest.mark.parametrize("now", [PLAYED, LATER])
def test_a_position_half_a_turn_on_was_turned_and_not_played(now: tuple[int, ...]) -> None:
    assert turned.by_half(table(PLAYED), turned.half(table(now)))
    assert turned.by_half(table(PLAYED), turned.half(table(now, unseen=(3, 4, 5, 6, 7))))
    assert not turned.by_half(table(PLAYED), table(now))


def test_few_checkers_are_enough_and_none_say_nothing() -> None:
    assert turned.by_half(table(LAST), turned.half(table(LAST)))
    assert not turned.by_half(table((0,) * 24), table((0,) * 24))
    assert not turned.by_half(table(LAST), no_counts())


def test_a_board_set_up_anew_was_not_turned() -> None:
    for points in (START, START[12:] + START[:12], tuple(-n for n in START)):
        assert not turned.by_half(table(LAST), table(points))


def test_what_is_enough_to_tell() -> None:
    assert turned.enough(table(PLAYED), table(LATER))
    assert turned.enough(table(PLAYED), table(LATER, unseen=tuple(range(10))))
    assert not turned.enough(table(PLAYED), table(LATER, unseen=tuple(range(22))))
    assert not turned.enough(table(PLAYED), turned.half(table(PLAYED, unseen=tuple(range(8)))))


def test_a_board_that_reads_wildly_does_not_tell_which_way_it_lies() -> None:
    """While it still turns, or before the search has its corners right, everything may be in view and nothing be right."""
    wild = turned.half(table((0, 0, *PLAYED[2:5], 0, 4, 3, 0, *PLAYED[9:12], 6, 4, *PLAYED[14:])))
    assert turned.agreement(table(PLAYED), turned.half(wild)) < turned.GOOD
    assert not turned.by_half(table(PLAYED), wild)
    assert not turned.enough(table(PLAYED), wild)


def test_half_a_turn_twice_is_none() -> None:
    rows = table(PLAYED)
    assert (turned.half(turned.half(rows)) == rows).all()
