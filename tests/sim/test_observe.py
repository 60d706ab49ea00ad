"""Observations of a script: right without noise, seldom wrong with it, fast enough for whole matches."""

import itertools

import numpy as np
import pytest

from boardcam.events import Observation, Pressed
from boardcam.geometry import Seating
from boardcam.rules.position import START
from boardcam.sim import Noise, source
from boardcam.sim.incidents import INCIDENTS
from boardcam.sim.observe import watch
from boardcam.sim.script import Script
from boardcam.sim.table import script


@pytest.fixture(scope="module")
def session() -> Script:
    return script(1, incidents=INCIDENTS, turns=20)


@pytest.fixture(scope="module")
def clean(session: Script) -> list[Observation]:
    return [seen for seen in watch(session, 12, Noise.none()) if isinstance(seen, Observation)]


@pytest.fixture(scope="module")
def noisy(session: Script) -> list[Observation]:
    return [seen for seen in watch(session, 12, Noise()) if isinstance(seen, Observation)]


def _wrong(seen: Observation, session: Script) -> int:
    """Rows that are seen and read wrong."""
    covered = np.ptp(seen.counts, axis=1) == 0
    best = seen.counts.argmax(axis=1) - 15
    return int(np.sum(~covered & (best != np.array(session.span(seen.t).counts))))


def test_perfect_eyes_read_everything_right(session: Script, clean: list[Observation]) -> None:
    assert sum(_wrong(seen, session) for seen in clean) == 0
    for seen in clean:
        lying = [die for die in session.span(seen.t).dice if die.tilt == 0.0]
        for die in seen.dice or ():
            if seen.still and die.flat > 0:
                assert any(abs(die.x - true.x) < 1e-6 and die.value == true.face for true in lying)


def test_tired_eyes_err_at_about_the_ordered_rate(session: Script, noisy: list[Observation]) -> None:
    places = sum(int(np.sum(np.ptp(seen.counts, axis=1) > 0)) for seen in noisy)
    rate = sum(_wrong(seen, session) for seen in noisy) / places
    assert 0.005 < rate < 0.02


def test_places_under_a_hand_carry_no_evidence(clean: list[Observation]) -> None:
    hidden = [int(np.sum(np.ptp(seen.counts, axis=1) == 0)) for seen in clean if seen.hand > 0.5]
    assert max(hidden) <= 14
    assert sum(n > 0 for n in hidden) > 0.6 * len(hidden)
    assert all(np.all(np.ptp(seen.counts, axis=1) > 0) for seen in clean if seen.hand < 0.5)


def test_nothing_is_still_while_something_moves(session: Script, clean: list[Observation]) -> None:
    for seen in clean:
        assert seen.still == session.span(seen.t).still


def test_bad_rolls_are_seen_as_bad(clean: list[Observation]) -> None:
    assert any(die.flat < 0 for seen in clean if seen.still for die in seen.dice or ())
    assert any(die.on_checker > 0 for seen in clean if seen.still for die in seen.dice or ())


def test_the_starting_position_tells_the_seating() -> None:
    for seating in Seating:
        first = next(source(2, 12, Noise.none(), turns=1, seating=seating))
        assert isinstance(first, Observation)
        places = first.counts.argmax(axis=1)[:24] - 15
        assert tuple(seating.points(list(places))) == START.points


def test_frames_count_on_and_some_are_dropped(noisy: list[Observation], clean: list[Observation]) -> None:
    frames = [seen.frame for seen in noisy]
    assert frames == sorted(set(frames))
    assert 0 < len(clean) - len(noisy) < 0.05 * len(clean)


@pytest.mark.parametrize("fps", [30, 12, 8, 5])
def test_a_source_keeps_its_rate(fps: int) -> None:
    times = [seen.t for seen in source(3, fps, Noise.none(), turns=2)]
    assert all(b - a == pytest.approx(1 / fps) for a, b in itertools.pairwise(times))


def test_presses_come_in_order_of_time() -> None:
    seen = list(source(4, 12, match=1, turns=5, resign=True))
    assert any(isinstance(one, Pressed) for one in seen)
    assert all(a.t <= b.t + 1 / 12 for a, b in itertools.pairwise(seen))


def test_the_same_seed_sees_the_same() -> None:
    one, two = (list(source(5, 12, turns=3)) for _ in range(2))
    assert all(
        np.array_equal(a.counts, b.counts) and a.dice == b.dice
        for a, b in zip(one, two, strict=True)
        if isinstance(a, Observation) and isinstance(b, Observation)
    )


def test_counts_cannot_be_written(clean: list[Observation]) -> None:
    with pytest.raises(ValueError, match="read-only"):
        clean[0].counts[0, 0] = 1.0


def test_dice_under_a_hand_are_unknown_not_lifted(session: Script, clean: list[Observation]) -> None:
    """While dice lie there, they are all seen or none is said to be known."""
    for seen in clean:
        lying = session.span(seen.t).dice
        assert seen.dice is None or len(seen.dice) >= len(lying) or seen.hand > 0.5
    assert any(seen.dice is None for seen in clean)
    assert all(seen.hand > 0.5 for seen in clean if seen.dice is None)
