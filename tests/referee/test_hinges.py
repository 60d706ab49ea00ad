"""What eyes take for dice though it belongs to the board: hinges with two screws on the bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from boardcam.bench.referee import compared, refereed
from boardcam.events import DieSeen, Observation, Pressed
from boardcam.sim import observe, table

TWO = (-5.0, 0.0, -5.0, -5.0, -5.0, -5.0)


def hinged(source: Iterable[Observation | Pressed]) -> Iterator[Observation | Pressed]:
    for seen in source:
        if isinstance(seen, Observation) and seen.dice is not None:
            screws = (DieSeen(6.6, 1.5, TWO), DieSeen(6.6, 2.0, TWO, flat=-0.5), DieSeen(6.6, 9.0, TWO))
            seen = replace(seen, dice=(*seen.dice, *screws))
        yield seen


@pytest.mark.parametrize("seed", [1, 2])
def test_hinges_are_no_roll(seed: int) -> None:
    script = table.script(seed, match=1, turns=4)
    sums = compared(script.truth, refereed(script, hinged(observe.watch(script, 12.0, observe.Noise()))), "hinges")
    assert (sums.right, sums.wrong, sums.unsure, sums.alarms) == (sums.turns, 0, 0, 0)
