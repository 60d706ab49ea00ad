"""The starting position as a trial of the eyes."""

import numpy as np
import pytest

from boardcam.events import no_counts
from boardcam.geometry import Seating
from boardcam.rules.position import START
from boardcam.vision.opening import Otherwise, trial


def counts(by_place: list[int]) -> np.ndarray:
    rows = no_counts()
    rows[:24] = -12.0
    rows[range(24), [15 + n for n in by_place]] = -0.01
    return rows


def start(seating: Seating) -> list[int]:
    by_place = [0] * 24
    for point in range(1, 25):
        by_place[seating.place(point)] = START.points[point - 1]
    return by_place


@pytest.mark.parametrize("seating", Seating)
def test_a_right_start_tells_who_sits_where(seating: Seating) -> None:
    tried = trial(counts(start(seating)))
    assert tried.otherwise == ()
    assert start(tried.seating) == start(seating)


def test_wrong_and_hidden_points_are_named() -> None:
    read = start(Seating.BOTTOM_RIGHT)
    read[5] = 4
    rows = counts(read)
    rows[12] = 0.0
    assert trial(rows).otherwise == (Otherwise(5, 5, 4), Otherwise(12, start(Seating.BOTTOM_RIGHT)[12], None))
