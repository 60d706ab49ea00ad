"""Who was last alive: pure, with the time as an argument."""

from __future__ import annotations

import pytest

from boardcam.table.heartbeats import PARTS, Heartbeats, Part, beat, begun, silent


def test_all_are_fresh_at_first() -> None:
    assert silent(begun(PARTS, 5.0), 15.0, 10.0) == ()


def test_a_part_at_rest_owes_nothing() -> None:
    beats = begun(("referee",), 0.0)
    assert beat(beats, "camera", 3.0) == beats
    assert silent(beat(beats, "referee", 100.0), 100.0, 10.0) == ()
    assert silent(Heartbeats(), 100.0, 10.0) == ()


@pytest.mark.parametrize("hung", PARTS)
def test_the_one_that_hangs_is_named_first(hung: Part) -> None:
    """They work one after the other, so when one hangs all fall silent; it has been so for longest."""
    beats, t = begun(PARTS, 0.0), 0.0
    for step in range(4, 100):
        part = PARTS[step % 4]
        if step > 40 and part == hung:
            break
        t = step / 10
        beats = beat(beats, part, t)
    late = silent(beats, t + 20.0, 10.0)
    assert {part for part, _ in late} == set(PARTS)
    assert late[0][0] == hung
    assert late[0][1] == pytest.approx(20.4 - 0.1, abs=0.11)
