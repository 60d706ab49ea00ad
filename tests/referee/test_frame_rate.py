"""The same game at 30, 12, 8 and 5 frames a second, with places covered and frames dropped, gives the same verdicts."""

from __future__ import annotations

from functools import lru_cache

import pytest

from boardcam.rules.position import Side
from tests.referee.stories import Story, opened

GAME = [
    "opening light 31 (R11)",
    "played light 31: 8/5 6/5 (R85)",
    "void_roll dark 66 (R84)",
    "rolled dark 64 (R16)",
    "premature light 52 (R86)",
    "played dark 64: 24/14 (R85)",
    "rolled light 55 (R16)",
    "played light 55: 8/3(2) 6/1*(2) (R85)",
    "rolled dark 63 (R16)",
    "danced dark 63 (R34)",
    "rolled light 21 (R16)",
    "illegal light 21: 24/22 (R23)",
    "corrected light 21: 24/22 6/5 (R87)",
    "rolled dark 21 (R16)",
    "played dark 21: bar/23 6/5 (R85)",
]


@lru_cache
def game() -> Story:
    story = opened().rolls(66, flat=-3.0).lifts()
    story.rolls(64, Side.BLACK).plays("24/14").throws(52, Side.WHITE).lifts(Side.WHITE).lifts(Side.BLACK)
    story.rolls(55, Side.WHITE).plays("8/3(2) 6/1*(2)").lifts().turn(63, "")
    return story.rolls(21).nudges().plays("24/22").lifts().plays("6/5").turn(21, "bar/23 6/5")


@pytest.mark.parametrize("fps", [30, 12, 8, 5])
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_the_verdicts_are_the_same(fps: float, seed: int | None) -> None:
    assert game().sheet(fps, seed) == GAME


def test_they_become_true_at_the_same_time() -> None:
    times = [[verdict.t for verdict in game().said(fps)] for fps in (30, 12, 8, 5)]
    assert all(max(of_one) - min(of_one) <= 0.5 for of_one in zip(*times, strict=True))
    assert all(verdict.t_decided - verdict.t <= 1.5 for verdict in game().said(30))
