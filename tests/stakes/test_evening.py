"""An evening for a stake: a fold of its entries, whose balances sum to zero whatever is entered; and entries as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules.chouette import Answered, Begun, Corrected, Disagreed, Doubled, Joined, Left, Rolled, Threw, Won
from boardcam.rules.cube import Refusal
from boardcam.rules.ledger import Payment
from boardcam.rules.position import Side
from boardcam.rules.profile import changed, preset
from boardcam.stakes import entries
from boardcam.stakes.evening import MOST, Brought, Came, Evening, Opened, What, after
from tests.rules.corpus import properties

BOX, TEAM = Side.BLACK, Side.WHITE
FREE, NARDI = preset("circle-free"), preset("nardi-standard")


def opened(purse: int | None = None, names: str = "ABCD") -> Opened:
    return Opened(tuple(Came(name, purse) for name in names), FREE, 5)


def ordered(purse: int | None = None, names: str = "ABCD") -> list[What]:
    """An evening whose line is decided: A in the box, B captain."""
    return [opened(purse, names), *(Threw(name, 6 - nth) for nth, name in enumerate(names))]


def fold(*what: What) -> Evening:
    evening: Evening | None = None
    for one in what:
        found = after(evening, one)
        assert isinstance(found, Evening), found
        evening = found
    assert evening is not None
    return evening


def refused(evening: Evening | None, what: What) -> str:
    found = after(evening, what)
    assert isinstance(found, Refusal)
    assert found.why
    return found.rule


def test_money_is_points_times_the_stake_and_what_was_brought() -> None:
    """R82."""
    evening = fold(*ordered(100), Begun(BOX), Won(TEAM), Brought("A", 50))
    assert evening.balances == {"A": 135, "B": 105, "C": 105, "D": 105}
    assert fold(*ordered(), Begun(BOX), Won(TEAM)).balances == {}
    assert fold(*ordered(), Begun(BOX), Won(TEAM)).money("A") == -15


def test_how_the_last_game_ended_is_kept_until_the_next() -> None:
    """R78-R82: what was dropped is among its payments."""
    evening = fold(*ordered(), Begun(BOX), Doubled("A"), Answered("B", True), Answered("C", False), Answered("D", True), Won(TEAM))
    last = evening.last
    assert last is not None
    assert (last.winner, last.game.box, last.game.captain) == (TEAM, "A", "B")
    assert last.payments == (
        Payment("C", "A", 1, "dropped"),
        Payment("A", "B", 2, "single game"),
        Payment("A", "D", 2, "single game"),
    )
    again = fold(*ordered(), Begun(BOX), Won(None), Begun(TEAM))
    assert (again.last, again.paid) == (None, ())


@pytest.mark.parametrize(
    ("entered", "winner"),
    [
        ([Doubled("A"), *(Answered(name, False) for name in "BCD")], BOX),
        ([*(Doubled(name) for name in "BCD"), Answered("A", False)], TEAM),
    ],
)
def test_who_drops_last_has_lost(entered: list[What], winner: Side) -> None:
    """R51, C17."""
    last = fold(*ordered(), Begun(BOX), *entered).last
    assert last is not None
    assert last.winner is winner


def test_players_come_and_go_between_games() -> None:
    """R77: what somebody who left has won stays his."""
    evening = fold(*ordered(100), Begun(BOX), Won(BOX), Left("C"), Came("Eva"), Came("C", 20))
    assert evening.line is not None
    assert evening.line.players == ("A", "D", "B", "Eva", "C")
    assert (evening.money("C"), evening.money("Eva")) == (115, 0)
    assert fold(*ordered(), Begun(BOX), Won(BOX), Left("C")).gone == ("C",)
    assert refused(fold(*ordered(), Begun(BOX)), Came("Eva")) == "R77"


def test_an_evening_takes_players_who_can_be_told_apart() -> None:
    assert refused(None, opened(names="A")) == "R73"
    assert refused(None, opened(names="AA")) == "R73"
    assert refused(fold(opened()), Came("a")) == "R73"
    assert refused(fold(opened()), Brought("X", 1)) == "R73"
    assert refused(None, Won(BOX)) == "R73"
    assert refused(None, Opened(tuple(Came(str(n)) for n in range(MOST + 1)), FREE)) == "R73"


def test_short_nardi_is_for_two() -> None:
    assert refused(None, Opened((Came("A"), Came("B"), Came("C")), NARDI)) == "R73"
    assert fold(Opened((Came("A"), Came("B")), NARDI), Begun(BOX)).chouette.game


def test_balances_cover_the_highest_loss_where_the_rules_demand_it() -> None:
    """R68: stake 5 × cube 8 × koks 3 = 120."""
    strict = changed(NARDI, {"cube_cap": 8})
    rich = fold(Opened((Came("A", 120), Came("B", 120)), strict, 5))
    assert isinstance(after(rich, Begun(BOX)), Evening)
    poor = fold(Opened((Came("A", 120), Came("B", 119)), strict, 5))
    assert refused(poor, Begun(BOX)) == "R68"
    assert isinstance(after(fold(Opened((Came("A"), Came("B")), strict, 5)), Begun(BOX)), Evening)  # nobody counts


def test_a_double_that_a_balance_does_not_cover_is_told_before_it_is_made() -> None:
    """R68: a cube of 2 costs a backgammon, 6 × 5, from each; the box from all three."""
    evening = fold(*ordered(30), Begun(BOX))
    assert evening.short() == ()
    assert [one.why for one in evening.short("BCD")] == ["A could lose 90 and has 30"]
    assert isinstance(after(evening, Doubled("A")), Evening)
    assert fold(*ordered(30)).short("BCD") == ()


# Entries

PLAYERS = st.sampled_from(["A", "B", "C", "D", "Eva"])
SIDES = st.sampled_from(Side)
PURSES = st.none() | st.integers(0, 500)
PROFILES = st.sampled_from(
    [FREE, changed(FREE, {"cubes": "each", "jacoby": False}), changed(FREE, {"cube_cap": 2, "finish": "mars"})]
)
ENTRIES = st.one_of(
    st.builds(Opened, st.lists(st.builds(Came, PLAYERS, PURSES), max_size=5).map(tuple), PROFILES, st.integers(1, 9)),
    st.builds(Came, PLAYERS, PURSES),
    st.builds(Brought, PLAYERS, st.integers(1, 9)),
    st.builds(Left, PLAYERS),
    st.builds(Threw, PLAYERS, st.integers(1, 6)),
    st.builds(Begun, SIDES, st.integers(0, 1)),
    st.builds(Doubled, PLAYERS, st.none() | PLAYERS),
    st.builds(Disagreed, PLAYERS),
    st.builds(Answered, PLAYERS, st.booleans()),
    st.just(Rolled()),
    st.builds(Won, st.none() | SIDES, st.integers(1, 3)),
    st.builds(Corrected, PLAYERS, PLAYERS, st.integers(1, 3), st.sampled_from(["", "miscounted"])),
)
STARTS = st.sampled_from([[opened(100)], ordered(50), [*ordered(50), Begun(BOX)], [*ordered(names="AB")[:1], Begun(TEAM)]])


def entered(start: Iterable[What], more: Iterable[What]) -> Iterable[Evening]:
    """The evening after each entry that is allowed."""
    evening = fold(*start)
    for what in more:
        found = after(evening, what)
        if isinstance(found, Evening):
            evening = found
        yield evening


@properties
@given(STARTS, st.lists(ENTRIES, max_size=60))
def test_balances_always_sum_to_zero_and_nobody_is_lost(start: list[What], more: list[What]) -> None:
    """R73-R82: what one wins the others lose; whoever plays stands in the line once; money neither comes nor goes."""
    for evening in entered(start, more):
        state = evening.chouette
        assert sum(state.ledger.balances.values()) == 0
        assert sum(evening.money(name) for name in {*state.players, *evening.gone, *evening.purses}) == sum(evening.purses.values())
        if evening.line is not None:
            assert sorted(evening.line.players) == sorted(state.players)
            assert len(set(state.players)) == len(state.players)
        if state.game is not None:
            assert {state.game.box, *(member.name for member in state.game.members)} == set(state.players)


@properties
@given(ENTRIES)
def test_an_entry_comes_back_from_its_json(what: What) -> None:
    assert entries.read(entries.told(what)) == what
    assert entries.said(what)


def test_who_joins_comes() -> None:
    assert entries.read(entries.told(Joined("Eva"))) == Came("Eva")


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({}, "that is no entry"),
        ({"come": "A", "leave": "A"}, "that is no entry"),
        ({"come": 5}, "short text"),
        ({"come": "  "}, "the name of the player"),
        ({"come": "x" * 41}, "40 letters at most"),
        ({"come": "A", "purse": -1}, "a balance is a whole number"),
        ({"come": "A", "purse": "1"}, "a balance is a whole number"),
        ({"throw": "A", "die": 7}, "a die is a whole number from 1 to 6"),
        ({"begin": "red"}, "light or dark"),
        ({"answer": "A", "take": 1}, "that is no entry"),
        ({"win": "light", "kind": 4}, "from 1 to 3"),
        ({"open": "A"}, "who plays"),
        ({"open": [["A"]], "stake": 1}, "who plays"),
        ({"open": [["A", None], ["B", None]], "stake": 0}, "the stake is a whole number"),
        ({"open": [["A", None], ["B", None]], "stake": 1, "profile": "tournament"}, "no rules called tournament"),
        ({"open": [["A", None], ["B", None]], "stake": 1, "changes": {"cup": False}}, "cannot be changed"),
        ({"open": [["A", None], ["B", None]], "stake": 1, "changes": {"jacoby": 3}}, "jacoby"),
    ],
)
def test_what_is_no_entry_is_refused_in_words(told: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        entries.read(told)


def test_names_are_put_on_one_line() -> None:
    assert entries.read({"come": "  Ann \n Lee\t"}) == Came("Ann Lee")
