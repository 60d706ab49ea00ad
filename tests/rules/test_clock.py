"""The clock: what a turn costs, what stops it, when a flag falls (§2.1)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules.clock import Change, Clock, Control, What, changed, control, fold, start, told
from boardcam.rules.position import Side
from boardcam.rules.profile import preset
from tests.rules.corpus import properties

WHITE, BLACK = Side.WHITE, Side.BLACK
TOURNAMENT = preset("tournament")
SIMPLE = Control(12.0, 600.0)
BRONSTEIN = replace(SIMPLE, bronstein=True)

sides = st.sampled_from(Side)
times = st.integers(0, 8000).map(lambda eighths: eighths / 8)
kinds: list[What] = ["begins", "runs", "ends", "pauses", "over"]
lists = st.lists(st.builds(Change, times, st.sampled_from(kinds), sides), max_size=25, unique_by=lambda change: change.t)


@pytest.mark.parametrize(
    ("length", "scored", "minutes"),
    [(7, 0, 14), (7, 5, 9), (1, 0, 2), (11, 20, 2), (3, 99, 0)],
)
def test_two_minutes_a_point_less_one_for_each_scored_by_either(length: int, scored: int, minutes: float) -> None:
    assert control(TOURNAMENT, length, scored) == Control(12.0, 60.0 * minutes)


def test_doubles_and_old_clocks_are_options() -> None:
    assert control(replace(TOURNAMENT, reserve=150, delay=18), 7, 3) == Control(18.0, 60 * (2.5 * 7 - 1.25 * 3))
    assert control(replace(TOURNAMENT, reserve=360, delay=0), 5, 1) == Control(0.0, 60 * (6 * 5 - 3))
    assert control(replace(TOURNAMENT, bronstein=True), 1) == Control(12.0, 120.0, bronstein=True)


@pytest.mark.parametrize(("profile", "length"), [(preset("circle-match"), 7), (TOURNAMENT, 0)])
def test_no_clock_where_the_profile_has_none_and_for_money(profile: object, length: int) -> None:
    assert control(profile, length) is None  # type: ignore[arg-type]


def test_a_turn_within_the_delay_costs_nothing() -> None:
    clock = fold(SIMPLE, [Change(10, "runs", WHITE), Change(22, "ends", WHITE)])
    assert (clock.reserve, clock.turn) == ((600, 600), BLACK)
    clock = fold(SIMPLE, [Change(10, "runs", WHITE), Change(35, "ends", WHITE)])
    assert clock.reserve == (587, 600)


def test_what_the_two_clocks_show_in_a_turn() -> None:
    simple, bronstein = (fold(how, [Change(0, "runs", WHITE)]) for how in (SIMPLE, BRONSTEIN))
    assert [(simple.delay(t), simple.shown(WHITE, t)) for t in (0, 5, 12, 20)] == [(12, 600), (7, 600), (0, 600), (0, 592)]
    assert [bronstein.shown(WHITE, t) for t in (0, 5, 12, 20)] == [612, 607, 600, 592]
    bronstein = changed(bronstein, Change(20, "ends", WHITE))
    assert bronstein.shown(WHITE, 25) == 604  # twelve seconds come back
    assert simple.shown(BLACK, 20) == 600


def test_a_clock_never_starts_by_itself() -> None:
    clock = start(SIMPLE)
    assert (clock.turn, clock.left(WHITE, 1e6), clock.flag(1e6), clock.spent(1e6)) == (None, 600, None, 0)
    nothing = fold(SIMPLE, [Change(1, "ends", WHITE), Change(2, "pauses"), Change(3, "over")])
    assert replace(nothing, history=()) == clock


def test_the_first_roll_of_a_game_begins_it_and_a_later_one_says_nothing() -> None:
    clock = fold(SIMPLE, [Change(1, "begins", WHITE), Change(5, "begins", BLACK)])
    assert (clock.turn, clock.since) == (WHITE, 1)


def test_a_second_press_says_nothing() -> None:
    clock = fold(SIMPLE, [Change(0, "runs", WHITE), Change(20, "ends", WHITE), Change(21, "ends", WHITE)])
    assert (clock.turn, clock.since, clock.reserve) == (BLACK, 20, (592, 600))
    assert fold(SIMPLE, [Change(0, "runs", WHITE), Change(20, "ends")]).turn is BLACK


def test_a_pause_stops_both_and_gives_no_new_delay() -> None:
    clock = fold(SIMPLE, [Change(0, "runs", WHITE), Change(10, "pauses"), Change(100, "pauses")])
    assert (clock.delay(100), clock.left(WHITE, 105)) == (2, 597)
    stands = fold(SIMPLE, [Change(0, "runs", WHITE), Change(10, "pauses")])
    assert stands.left(WHITE, 1e6) == 600
    assert fold(SIMPLE, [Change(0, "runs", WHITE), Change(10, "pauses"), Change(50, "ends", WHITE)]).turn is BLACK
    assert fold(SIMPLE, [Change(0, "runs", WHITE), Change(10, "pauses"), Change(50, "ends", BLACK)]).since == 50


def test_the_end_of_a_game_stops_the_clock() -> None:
    clock = fold(SIMPLE, [Change(0, "runs", WHITE), Change(30, "over")])
    assert (clock.turn, clock.left(WHITE, 1e6), clock.left(BLACK, 1e6)) == (None, 582, 600)


def test_a_flag_falls_when_delay_and_reserve_are_spent() -> None:
    clock = fold(SIMPLE, [Change(0, "runs", BLACK)])
    assert clock.flag(611.9) is None
    assert clock.flag(612) == (BLACK, 612)
    assert clock.left(BLACK, 700) == 0
    later = fold(SIMPLE, [Change(0, "runs", BLACK), Change(700, "ends", BLACK), Change(1400, "over")])
    assert later.flag(0) == (BLACK, 612)  # the first flag is remembered
    assert (later.left(WHITE, 2000), later.left(BLACK, 2000)) == (0, 0)


def test_a_flag_that_fell_before_a_pause_has_fallen() -> None:
    assert fold(SIMPLE, [Change(0, "runs", BLACK), Change(700, "pauses")]).fallen == (BLACK, 612)


@given(lists, sides, st.lists(times, min_size=2, max_size=2))
@properties
def test_time_only_falls_and_only_for_the_side_whose_time_it_is(changes: list[Change], side: Side, when: list[float]) -> None:
    clock = fold(SIMPLE, changes)
    early, late = sorted(when)
    assert 0 <= clock.left(side, late) <= clock.left(side, early) <= 600
    if side is not clock.turn:
        assert clock.left(side, late) == clock.left(side, early)


@given(lists, sides)
@properties
def test_no_change_gives_time_back(changes: list[Change], side: Side) -> None:
    clock, before = start(SIMPLE), 600.0
    for change in sorted(changes, key=lambda change: change.t):
        held = clock.left(side, change.t)
        clock = changed(clock, change)
        assert clock.left(side, change.t) == held <= before
        before = held


@given(lists)
@properties
def test_a_turn_never_spares_more_than_the_delay(changes: list[Change]) -> None:
    """Of all the time that ran, a delay for each turn was free at most."""
    ran, turns, clock, last = 0.0, 0, start(Control(12.0, 10_000.0)), 0.0
    for change in sorted(changes, key=lambda change: change.t):
        ran += change.t - last if clock.since is not None else 0.0
        last, was = change.t, clock.turn
        clock = changed(clock, change)
        turns += clock.turn is not None and clock.turn is not was
    cost = 20_000 - clock.left(WHITE, last) - clock.left(BLACK, last)
    assert ran - 12 * turns <= cost <= ran


@given(lists, st.integers(0, 10**6))
@properties
def test_it_does_not_matter_in_which_order_changes_become_known(changes: list[Change], seed: int) -> None:
    shuffled = Random(seed).sample(changes, len(changes))
    assert fold(SIMPLE, shuffled) == fold(SIMPLE, changes) == told(start(SIMPLE), shuffled)


@given(lists, times)
@properties
def test_bronstein_costs_the_same_and_falls_at_the_same_moment(changes: list[Change], t: float) -> None:
    simple, bronstein = fold(SIMPLE, changes), fold(BRONSTEIN, changes)
    assert simple.flag(t) == bronstein.flag(t)
    for side in Side:
        assert simple.left(side, t) == bronstein.left(side, t)
        assert 0 <= bronstein.shown(side, t) - simple.shown(side, t) <= 12


def test_a_clock_is_a_value() -> None:
    clock = fold(SIMPLE, [Change(0, "runs", WHITE)])
    asked = [clock.left(WHITE, t) for t in (50, 5, 500, 5)]
    assert asked == [562, 600, 112, 600]
    assert clock == Clock(SIMPLE, (600, 600), WHITE, 0, history=(Change(0, "runs", WHITE),))
