"""Chances and equities: known take points, and what must hold at every score."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from boardcam.coach import equity, met
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances

EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)


@some.composite
def chances(draw: some.DrawFn) -> Chances:
    win = draw(some.floats(0.01, 0.99))
    gammon, lost = draw(some.floats(0, win)), draw(some.floats(0, 1 - win))
    return Chances(win, gammon, draw(some.floats(0, gammon)), lost, draw(some.floats(0, lost)))


@some.composite
def stakes(draw: some.DrawFn) -> Stake:
    away = draw(some.one_of(some.just((0, 0)), some.tuples(some.integers(1, 25), some.integers(1, 25))))
    power, owner = draw(some.sampled_from([(1, 0), (2, 1), (2, -1), (4, 1), (4, -1)]))
    factor, live = draw(some.sampled_from([1, 2, 3])), draw(some.booleans())
    return Stake(power, owner, away, jacoby=away == (0, 0) and draw(some.booleans()), factor=factor, live=live)  # type: ignore[arg-type]


@settings(deadline=None)
@given(chances(), stakes())
def test_what_one_side_has_the_other_lacks(one: Chances, stake: Stake) -> None:
    assert equity.equity(one, stake) == pytest.approx(-equity.equity(one.turned, stake.turned), abs=1e-6)


@settings(deadline=None)
@given(chances(), stakes())
def test_winning_more_is_worth_more(one: Chances, stake: Stake) -> None:
    better = replace_win(one, min(0.995, one.win + 0.05))
    assert equity.equity(better, stake) >= equity.equity(one, stake) - 1e-6


def replace_win(one: Chances, win: float) -> Chances:
    """The same shares of gammons at another chance to win."""
    up, down = win / one.win, (1 - win) / (1 - one.win)
    return Chances(win, one.gammon * up, one.backgammon * up, one.lost_gammon * down, one.lost_backgammon * down)


@settings(deadline=None)
@given(chances(), stakes())
def test_the_cube_is_worth_most_to_its_owner(one: Chances, stake: Stake) -> None:
    mine, centred, theirs = (equity.equity(one, replace(stake, owner=owner, jacoby=False)) for owner in (1, 0, -1))
    assert mine >= centred - 1e-6
    assert centred >= theirs - 1e-6


def test_nobody_cashes_who_is_better_off_playing_on() -> None:
    """At 3 away, 12 away, with a backgammon nearly sure, a double would only be turned against the player: the cube is no use."""
    one = Chances(0.91, 0.91, 0.91, 0.04, 0.04)
    centred, theirs = (equity.equity(one, Stake(1, owner, (3, 12))) for owner in (0, -1))
    assert centred == pytest.approx(theirs, abs=0.02)


def test_take_points_in_money_games() -> None:
    """A dead cube is taken from 25 %, a fully live one from 20 % (Janowski 1993)."""
    assert equity.take_point(Stake(), 0.0) == pytest.approx(0.25, abs=1e-6)
    assert equity.take_point(Stake(), 1.0) == pytest.approx(0.20, abs=1e-4)


def test_at_two_away_two_away_the_cube_dies_and_decides_the_match() -> None:
    drop, lost, won = met.chance(2, 1, False), 0.0, 1.0
    assert equity.take_point(Stake(away=(2, 2))) == pytest.approx((drop - lost) / (won - lost), abs=1e-4)


def test_who_trails_after_the_crawford_game_has_nothing_to_lose_by_doubling() -> None:
    told = equity.cube_value(EVEN, Stake(away=(3, 1)))
    assert told.dt > told.nd


def test_nobody_doubles_in_the_crawford_game() -> None:
    stake = Stake(away=(1, 3), crawford=True)
    assert not stake.may_double
    assert not stake.turned.may_double
    assert equity.equity(EVEN, stake) == pytest.approx(equity.cubeless(EVEN, stake))


def test_a_game_without_the_cube_is_worth_its_chances() -> None:
    one = Chances(0.6, 0.2, 0.01, 0.1, 0.0)
    assert equity.equity(one, Stake(live=False)) == pytest.approx(2 * 0.6 - 1 + 0.2 + 0.01 - 0.1)


def test_gammons_count_by_the_rules_of_the_table() -> None:
    one = Chances(0.6, 0.2, 0.05, 0.1, 0.0)
    assert equity.cubeless(one, Stake(factor=1)) == pytest.approx(0.2)
    assert equity.cubeless(one, Stake(factor=2)) == pytest.approx(0.3)
    assert equity.cubeless(one, Stake(jacoby=True)) == pytest.approx(0.2)
    assert equity.cubeless(one, Stake(2, 1, jacoby=True)) == pytest.approx(0.35)


@settings(deadline=None)
@given(some.integers(1, 25), some.integers(1, 25), some.booleans())
def test_the_table_of_match_equities_is_even(away: int, other: int, after: bool) -> None:
    assert met.chance(away, other, after) + met.chance(other, away, after) == pytest.approx(1.0, abs=2e-5)
    assert met.chance(away, other, after) >= met.chance(away + 1, other, after) if away < 25 else True


@settings(deadline=None)
@given(some.lists(chances(), min_size=1, max_size=5), stakes())
def test_many_at_once_are_as_one_by_one(many: list[Chances], stake: Stake) -> None:
    told = equity.Worth(stake).normal(equity.worths(np.array(many), stake))
    assert told == pytest.approx([equity.equity(one, stake) for one in many], abs=1e-9)


def test_who_is_to_roll_doubles_where_that_is_right() -> None:
    rows = np.array([Chances(0.9, 0.0, 0.0, 0.0, 0.0), Chances(0.9, 0.8, 0.0, 0.0, 0.0), EVEN])
    passed, played_on, even = equity.begun(rows, Stake())
    assert passed == pytest.approx(1.0)  # nobody has more than the cube who cannot win a gammon
    assert played_on > 1.0
    assert even == pytest.approx(equity.equity(EVEN, Stake()))


def test_gammons_make_a_take_dearer() -> None:
    """Half of the games lost being gammons, one lost costs 3 points of the doubled cube instead of 2 (Janowski's formula, dead)."""
    plain, dear = equity.take_point(Stake(), 0.0), equity.take_point(Stake(), 0.0, Chances(0.6, 0.3, 0.0, 0.0, 0.0))
    assert plain == pytest.approx(0.25, abs=1e-6)
    assert dear == pytest.approx((3 - 1) / (3 + 2), abs=1e-6)
