"""Fifteen a side tell what one place alone does not."""

import numpy as np
import pytest

from boardcam.events import BAR_DARK, BAR_LIGHT, OFF_DARK, OFF_LIGHT, no_counts
from boardcam.vision import fifteen
from tests.vision.drawn import START


def table(points: tuple[int, ...] = START, bar: tuple[int, int] = (0, 0), off: tuple[int, int] = (0, 0)) -> np.ndarray:
    counts = no_counts()
    counts[:] = -12.0
    signed = (*points, bar[0], -bar[1], off[0], -off[1])
    counts[np.arange(28), 15 + np.array(signed)] = -0.001
    return counts


def read(counts: np.ndarray) -> list[int]:
    return [int(n) - 15 for n in counts.argmax(1)]


def doubtful(counts: np.ndarray, row: int, chances: dict[int, float]) -> np.ndarray:
    counts[row] = -12.0
    for count, chance in chances.items():
        counts[row, 15 + count] = np.log(chance)
    return counts


def test_what_is_sure_stays_so() -> None:
    settled = fifteen.settled(table())
    assert read(settled)[:24] == list(START)
    assert (settled.max(1) > np.log(0.999)).all()
    assert np.exp(settled).sum(1) == pytest.approx(1.0, abs=1e-3)


def test_a_high_stack_is_what_is_missing() -> None:
    points = (-2, 0, 0, 0, 0, 9, 0, 3, 0, 0, 0, -5, 1, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)
    settled = fifteen.settled(doubtful(table(points), 5, {5: 0.8, 6: 0.15, 9: 0.01}))
    assert read(settled)[5] == 9
    assert settled[5, 15 + 9] > np.log(0.98)


def test_two_doubtful_stacks_stay_doubtful_but_add_up() -> None:
    points = (-2, 0, 0, 0, 0, 7, 0, 6, 0, 0, 0, -5, 0, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)
    counts = doubtful(doubtful(table(points), 5, {5: 0.4, 6: 0.3, 7: 0.3}), 7, {5: 0.4, 6: 0.5, 7: 0.1})
    settled = fifteen.settled(counts)
    assert read(settled)[5] + read(settled)[7] == 13
    assert settled[5].max() < np.log(0.95)


def test_a_covered_place_holds_what_is_missing_or_nothing() -> None:
    for place in (5, 9):
        counts = table()
        counts[place] = 0.0
        assert read(fifteen.settled(counts))[:24] == list(START)


def test_where_trays_are_not_seen_checkers_may_be_off() -> None:
    points = (2, 2, 2, 0, 0, *[0] * 13, -2, -2, -5, 0, 0, -3)
    counts = table(points)
    counts[[OFF_LIGHT, OFF_DARK]] = 0.0
    settled = fifteen.settled(counts)
    assert read(settled) == [*points, 0, 0, 9, -3]


def test_the_bar_counts() -> None:
    points = (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 1)
    settled = fifteen.settled(doubtful(table(points), BAR_LIGHT, {0: 0.7, 1: 0.3}))
    assert read(settled)[BAR_LIGHT] == 1
    assert read(settled)[BAR_DARK] == 0


def test_a_picture_of_any_board_has_fifteen_a_side_if_that_explains_what_is_seen() -> None:
    points = (-2, 0, 0, 0, 0, 9, 0, 3, 0, 0, 0, -5, 1, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)
    supposed = fifteen.supposed(doubtful(table(points), 5, {5: 0.8, 6: 0.15, 9: 0.01}))
    assert read(supposed)[5] == 9
    assert np.log(0.8) < supposed[5].max() < np.log(0.99)


def test_a_picture_of_another_set_is_read_as_it_is() -> None:
    for points in ((3,) * 12 + (-3,) * 12, (0,) * 24, (1,) * 12 + (-1,) * 12):
        counts = table(points)
        assert read(fifteen.supposed(counts)) == read(counts)


def test_on_a_picture_of_any_board_what_is_covered_stays_unknown() -> None:
    counts = table()
    counts[5] = 0.0
    assert not fifteen.supposed(counts)[5].any()


def test_other_sets_are_read_as_they_are() -> None:
    for points in ((3,) * 12 + (-3,) * 12, (0,) * 24):
        counts = table(points)
        assert fifteen.settled(counts) is counts


def test_a_board_is_complete_with_thirty_checkers() -> None:
    assert fifteen.complete(table())
    cut = tuple(int(np.sign(n)) * max(0, abs(n) - 1) for n in START)
    assert not fifteen.complete(table(cut))


def test_what_is_missing_may_lie_where_nobody_sees() -> None:
    points = (0, *START[1:])
    assert not fifteen.complete(table(points))
    covered = table(points)
    covered[3] = 0.0
    assert fifteen.complete(covered)
    assert fifteen.complete(table(points, off=(0, 2)))
