"""Matches are graded in the background: those that come, those that are wanted, and none while one is played."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from boardcam.archive import keeping
from boardcam.coach.coach import Coach
from boardcam.coach.engines import KINDS
from boardcam.coaching.grading import Grading
from boardcam.record.mistakes import Sought
from boardcam.rules.transcript import Match
from tests.record.matches import simulated

PATIENCE = 60.0


@pytest.fixture
def match() -> Match:
    whole = simulated(3)
    return replace(whole, games=(replace(whole.games[0], actions=whole.games[0].actions[:6], result=None),))


@pytest.fixture
def archive(tmp_path: Path, match: Match) -> Path:
    path = tmp_path / "matches.sqlite"
    keeping.keep(path, match)
    return path


def quick() -> Coach:
    return Coach([KINDS["pips"]])


def grading(
    archive: Path, since: str = "9999", busy: Callable[[], bool] = lambda: False, coach: Callable[[], Coach] = quick
) -> Grading:
    return Grading(archive, coach, busy, lambda said: None, since)


def until(done: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < ends
        time.sleep(0.01)


def analysed(archive: Path) -> bool:
    with keeping.opened(archive) as opened:
        return opened.analysis(1) is not None


def test_what_is_wanted_is_graded_and_can_be_searched(archive: Path, match: Match) -> None:
    job = grading(archive)
    assert job.state(1) == {"state": "none"}
    job.want(1)
    until(lambda: analysed(archive))
    job.close()
    with keeping.opened(archive) as opened:
        told = opened.analysis(1)
        assert told is not None
        assert [player["name"] for player in told["players"]] == list(match.players)
        found = list(opened.mistakes(Sought()))
        assert [one.loss for one in found] == sorted(
            (one["loss"] for one in told["decisions"] if one["loss"] > 0.001), reverse=True
        )
        assert all(one.loss >= 0.1 for one in opened.mistakes(Sought(least=0.1)))


def test_what_comes_is_graded_unasked(archive: Path) -> None:
    job = grading(archive, since="2000")
    job.begin()
    until(lambda: analysed(archive))
    job.close()


def test_nothing_is_asked_while_a_match_is_played(archive: Path) -> None:
    playing = threading.Event()
    playing.set()
    job = grading(archive, busy=playing.is_set)
    job.want(1)
    time.sleep(0.1)
    assert job.state(1) == {"state": "waiting"}
    assert not analysed(archive)
    job.close()


def test_what_cannot_be_graded_says_why(archive: Path) -> None:
    job = grading(archive, coach=lambda: Coach([]))
    job.want(1)
    until(lambda: job.state(1)["state"] == "failed")
    assert "no engine is here" in job.state(1)["why"]
    job.want(7)
    until(lambda: job.state(7)["state"] == "failed")
    assert "no match has the number 7" in job.state(7)["why"]
    job.close()
