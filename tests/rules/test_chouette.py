"""The chouette: rules 73-82, C17 and what §1.5 decides about them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules import cover, line
from boardcam.rules.chouette import (
    Answered,
    Begun,
    Chouette,
    Corrected,
    Disagreed,
    Doubled,
    Event,
    Joined,
    Left,
    Rolled,
    Threw,
    Won,
    advance,
)
from boardcam.rules.chouette_game import decided
from boardcam.rules.cube import Cube, Refusal
from boardcam.rules.ledger import Ledger, Payment, settling
from boardcam.rules.line import Line
from boardcam.rules.position import Side
from boardcam.rules.profile import Profile, changed, preset
from tests.rules.corpus import properties

BOX, TEAM = Side.BLACK, Side.WHITE
FREE = preset("circle-free")
EACH = changed(FREE, {"cubes": "each"})
NO_JACOBY = changed(FREE, {"jacoby": False})


def after(state: Chouette, *events: Event) -> Chouette:
    """The state after events that are all allowed."""
    for event in events:
        state, refusal = advance(state, event)
        assert refusal is None, (event, refusal)
    return state


def refused(state: Chouette, event: Event) -> str:
    """The rule that is against an event, which changes nothing."""
    same, refusal = advance(state, event)
    assert same == state
    assert refusal is not None
    assert refusal.why
    return refusal.rule


def seated(players: str = "ABCD", profile: Profile = FREE) -> Chouette:
    """A chouette whose line is decided: A in the box, B captain."""
    dice = range(6, 6 - len(players), -1)
    joined = after(Chouette(profile), *map(Joined, players))
    return after(joined, *(Threw(player, die) for player, die in zip(players, dice, strict=True)))


def begun(players: str = "ABCD", profile: Profile = FREE, ties: int = 0) -> Chouette:
    return after(seated(players, profile), Begun(BOX, ties))


def names(state: Chouette) -> str:
    assert state.line is not None
    return "".join(state.line.players)


def balances(state: Chouette) -> dict[str, int]:
    return {player: points for player, points in sorted(state.ledger.balances.items()) if points}


def cubes(state: Chouette) -> list[Cube]:
    assert state.game is not None
    return [member.cube for member in state.game.standing]


# The order


def test_three_players_at_least() -> None:
    """R73."""
    two = after(Chouette(), Joined("A"), Joined("B"))
    assert refused(two, Threw("A", 6)) == "R73"
    assert refused(two, Joined("A")) == "R73"
    assert refused(two, Joined(" ")) == "R73"


def test_the_highest_die_is_in_the_box_and_the_second_captain() -> None:
    """R74, R75, R77."""
    state = after(Chouette(), *map(Joined, "ABC"), Threw("B", 6), Threw("A", 2), Threw("C", 4))
    assert state.line is not None
    assert (names(state), state.line.box, state.line.team) == ("BCA", "B", ("C", "A"))
    assert state.waiting == ()


@pytest.mark.parametrize(
    ("throws", "order", "waiting"),
    [
        ({"A": [6], "B": [5], "C": [4]}, "ABC", ""),
        ({"A": [], "B": [], "C": []}, None, "ABC"),
        ({"A": [6], "B": [], "C": [4]}, None, "B"),
        ({"A": [6], "B": [6], "C": [4]}, None, "AB"),
        ({"A": [6, 1], "B": [6], "C": [4]}, None, "B"),
        ({"A": [6, 1], "B": [6, 2], "C": [4]}, "BAC", ""),
        ({"A": [6, 1], "B": [6, 1], "C": [4]}, None, "AB"),
        ({"A": [6, 1, 3], "B": [6, 1, 2], "C": [4]}, "ABC", ""),
        ({"A": [3], "B": [3], "C": [3]}, None, "ABC"),
        ({"A": [3, 5], "B": [3, 5], "C": [3, 6]}, None, "AB"),
        ({"A": [3, 5, 1], "B": [3, 5, 4], "C": [3, 6]}, "CBA", ""),
        ({"A": [2], "B": [2], "C": [5], "D": [5]}, None, "CDAB"),
        ({"A": [2, 6], "B": [2, 1], "C": [5, 1], "D": [5, 2]}, "DCAB", ""),
    ],
)
def test_ties_are_thrown_again_among_the_tied(throws: dict[str, list[int]], order: str | None, waiting: str) -> None:
    """R74, C17: a second throw never lifts anybody over a higher first one."""
    decided = line.line(throws)
    assert decided == (None if order is None else Line(tuple(order)))
    assert "".join(line.waiting(throws)) == waiting


def test_nobody_throws_out_of_turn() -> None:
    """R74."""
    state = after(Chouette(), *map(Joined, "ABC"), Threw("A", 5))
    assert refused(state, Threw("A", 6)) == "R74"
    assert refused(state, Threw("X", 6)) == "R74"
    assert refused(state, Threw("B", 7)) == "R74"
    assert refused(state, Begun(BOX)) == "R74"
    assert refused(state, Joined("D")) == "R77"


def test_newcomers_go_to_the_end_of_the_line() -> None:
    """R77."""
    assert names(after(seated("ABC"), Joined("D"))) == "ABCD"
    assert refused(begun("ABC"), Joined("D")) == "R77"


def test_who_leaves_goes_between_games_and_those_behind_move_up() -> None:
    """R77: his balance stays, and is his again when he comes back at the end of the line."""
    state = after(begun(), Won(BOX), Left("C"))
    assert (names(state), state.players) == ("ADB", ("A", "B", "D"))
    assert balances(state) == {"A": 3, "B": -1, "C": -1, "D": -1}
    assert names(after(state, Joined("C"))) == "ADBC"
    assert refused(state, Left("C")) == "R73"
    assert refused(begun(), Left("C")) == "R73"
    assert names(after(state, Left("A"))) == "DB"
    empty = after(state, Left("A"), Left("D"), Left("B"))
    assert (empty.line, empty.players) == (None, ())


def test_who_leaves_before_the_order_is_decided() -> None:
    """R74: the others throw on; where fewer than three are left no die counts, so that others can join."""
    state = after(Chouette(), *map(Joined, "ABCD"), Threw("A", 6), Threw("B", 6), Threw("C", 1), Threw("D", 2))
    assert names(after(state, Left("B"))) == "ADC"
    assert after(state, Left("C")).waiting == ("A", "B")
    three = after(state, Left("C"), Left("B"), Left("A"))
    assert three.throws == (("D", ()),)
    assert names(after(three, Joined("E"), Joined("F"), Threw("F", 6), Threw("D", 5), Threw("E", 1))) == "FDE"


def test_two_play_each_other_without_throwing() -> None:
    """Single games for a stake; a third who joins makes it a chouette."""
    two = after(Chouette(FREE), Joined("A"), Joined("B"))
    assert two.waiting == ()
    state = after(two, Begun(BOX), Doubled("B"), Answered("A", True), Won(TEAM, 2))
    assert balances(state) == {"A": -4, "B": 4}
    assert names(state) == "AB"  # they keep their places
    assert names(after(state, Joined("C"))) == "ABC"
    assert refused(after(state, Left("A")), Begun(BOX)) == "R73"
    assert balances(after(seated("ABC"), Left("A"), Begun(BOX), Won(BOX))) == {"B": 1, "C": -1}


# After a game


def test_when_the_team_loses_the_old_captain_goes_last_and_the_box_stays() -> None:
    """R78."""
    state = after(begun(), Won(BOX))
    assert names(state) == "ACDB"
    assert names(after(state, Begun(BOX), Won(BOX))) == "ADBC"


def test_when_the_team_wins_the_captain_goes_into_the_box_and_the_old_box_last() -> None:
    """R79."""
    state = after(begun(), Won(TEAM))
    assert names(state) == "BCDA"
    assert names(after(state, Begun(BOX), Won(TEAM))) == "CDAB"


def test_a_draw_leaves_everything_as_it_was() -> None:
    """R67 in a chouette."""
    state = after(begun(), Won(None))
    assert (names(state), balances(state), state.game) == ("ABCD", {}, None)


# The team


def test_only_the_captain_moves_the_checkers_of_the_team() -> None:
    """R75."""
    game = begun().game
    assert game is not None
    assert (game.mover(BOX), game.mover(TEAM)) == ("A", "B")


def test_without_agreement_the_captain_decides() -> None:
    """R76."""
    assert decided("B", {"B": "8/5 6/5", "C": "13/10 6/5", "D": "13/10 6/5"}) == "8/5 6/5"


def test_the_double_of_the_team_is_unanimous() -> None:
    """R80."""
    state = after(begun(), Doubled("B"), Doubled("C"))
    assert state.game is not None
    assert (state.game.agreed, state.game.asked) == (("B", "C"), ())
    assert refused(state, Answered("A", True)) == "R52"
    state = after(state, Doubled("C"), Doubled("D"))
    assert state.game is not None
    assert state.game.asked == ("B", "C", "D")
    assert refused(state, Doubled("B")) == "R52"
    assert refused(state, Rolled()) == "R49"
    assert refused(state, Won(TEAM)) == "R52"
    assert refused(state, Answered("B", True)) == "R52"
    assert cubes(after(state, Answered("A", True))) == [Cube(2, BOX)] * 3


def test_one_who_disagrees_or_a_roll_ends_the_wish_to_double() -> None:
    """R80, R49."""
    wished = after(begun(), Doubled("B"), Doubled("C"))
    for end in (Disagreed("D"), Rolled()):
        state = after(wished, end, Doubled("D"))
        assert state.game is not None
        assert state.game.agreed == ("D",)
    assert refused(wished, Disagreed("A")) == "R80"


def test_the_box_drops_and_pays_everybody_the_old_stake() -> None:
    """R51, R79, R82."""
    state = after(begun(ties=1), Doubled("B"), Doubled("C"), Doubled("D"), Answered("A", False))
    assert balances(state) == {"A": -6, "B": 2, "C": 2, "D": 2}
    assert (names(state), state.game) == ("BCDA", None)


# The box doubles


def test_each_member_takes_or_drops_alone() -> None:
    """R81: who drops pays the stake before the double and leaves; who takes plays on at twice the stake."""
    state = after(begun(), Doubled("A"), Answered("C", False), Answered("B", True))
    assert refused(state, Answered("C", True)) == "R81"
    assert refused(state, Rolled()) == "R49"
    state = after(state, Answered("D", True))
    assert balances(state) == {"A": 1, "C": -1}
    assert cubes(state) == [Cube(2, TEAM)] * 2
    state = after(state, Rolled(), Won(TEAM, 2))
    assert balances(state) == {"A": -7, "B": 4, "C": -1, "D": 4}
    assert names(state) == "BDCA"  # who dropped is behind who took


def test_takers_who_lose_pay_the_box() -> None:
    """R82, R78 and §1.5."""
    state = after(begun(), Doubled("A"), Answered("B", True), Answered("C", False), Answered("D", True), Won(BOX, 3))
    assert balances(state) == {"A": 13, "B": -6, "C": -1, "D": -6}
    assert names(state) == "ADBC"


def test_when_the_captain_drops_the_next_taker_plays_on() -> None:
    """C17 and §1.5: as captain, and if he wins he goes into the box."""
    state = after(begun(), Doubled("A"), Answered("B", False), Answered("C", True), Answered("D", True))
    assert state.game is not None
    assert state.game.mover(TEAM) == "C"
    assert names(after(state, Won(TEAM))) == "CDBA"
    assert names(after(state, Won(BOX))) == "ADCB"


def test_when_all_drop_the_game_is_over() -> None:
    """C17: the box stays, the captain goes last."""
    state = after(begun(), Doubled("A"), *(Answered(player, False) for player in "DBC"))
    assert balances(state) == {"A": 3, "B": -1, "C": -1, "D": -1}
    assert (names(state), state.game) == ("ACDB", None)


def test_those_who_remain_redouble_together() -> None:
    """R53, R80, C17: the cube is theirs jointly, and the box drops at the stake before the redouble."""
    state = after(begun(), Doubled("A"), Answered("B", True), Answered("C", False), Answered("D", True))
    assert refused(state, Doubled("A")) == "R50"
    assert refused(state, Doubled("C")) == "R81"
    offered = after(state, Doubled("D"), Doubled("B"))
    dropped = after(offered, Answered("A", False))
    assert balances(dropped) == {"A": -3, "B": 2, "C": -1, "D": 2}
    assert names(dropped) == "BDCA"
    taken = after(offered, Answered("A", True))
    assert cubes(taken) == [Cube(4, BOX)] * 2
    again = after(taken, Doubled("A"), Answered("D", False), Answered("B", True))
    assert cubes(again) == [Cube(8, TEAM)]
    won = after(again, Won(TEAM))
    assert balances(won) == {"A": -3, "B": 8, "C": -1, "D": -4}
    assert names(won) == "BCDA"
    both = after(taken, Doubled("A"), Answered("D", False), Answered("B", False))
    assert names(both) == "ADBC"  # C, who dropped first, is behind those who took


def test_the_cap_and_the_crawford_game_are_no_matter_of_wishes() -> None:
    """R48, R53."""
    assert refused(begun(profile=changed(FREE, {"cube": "off", "jacoby": False})), Doubled("B")) == "R48"
    capped = begun(profile=changed(FREE, {"cube_cap": 2}))
    state = after(capped, Doubled("A"), *(Answered(player, True) for player in "BCD"))
    assert refused(state, Doubled("B")) == "R53"


def test_jacoby_and_an_automatic_double_in_a_chouette() -> None:
    """R63, R64, C8."""
    assert balances(after(begun(ties=2), Won(TEAM, 2))) == {"A": -6, "B": 2, "C": 2, "D": 2}
    assert balances(after(begun(ties=2, profile=NO_JACOBY), Won(TEAM, 2))) == {"A": -12, "B": 4, "C": 4, "D": 4}
    assert balances(after(begun(profile=changed(NO_JACOBY, {"finish": "mars"})), Won(BOX, 3))) == {
        "A": 6,
        "B": -2,
        "C": -2,
        "D": -2,
    }
    no_cube = changed(FREE, {"cube": "off", "jacoby": False})
    assert balances(after(begun(profile=no_cube, ties=1), Won(BOX))) == {"A": 3, "B": -1, "C": -1, "D": -1}


# A cube each (C17)


def test_with_a_cube_each_members_double_alone() -> None:
    """C17: the box may take one and drop another."""
    state = after(begun(profile=EACH), Doubled("C"), Answered("A", True), Doubled("D"), Answered("A", False))
    assert balances(state) == {"A": -1, "D": 1}
    assert cubes(state) == [Cube(), Cube(2, BOX)]
    assert refused(state, Doubled("C")) == "R50"
    assert refused(state, Doubled("D")) == "R81"
    state = after(state, Doubled("A", "C"), Answered("C", True))
    assert cubes(state) == [Cube(), Cube(4, TEAM)]
    assert refused(state, Doubled("A", "C")) == "R50"
    assert refused(state, Doubled("A", "D")) == "R81"
    state = after(state, Doubled("A"), Answered("B", False))  # all it may: B alone
    assert balances(after(state, Won(TEAM, 2))) == {"A": -8, "B": -1, "C": 8, "D": 1}
    assert names(after(state, Won(TEAM))) == "CDBA"


def test_with_a_cube_each_the_last_to_leave_decides_who_won() -> None:
    """C17."""
    state = after(begun("ABC", EACH), Doubled("C"), Answered("A", False))
    assert names(after(state, Doubled("B"), Answered("A", False))) == "BCA"
    assert names(after(state, Doubled("A"), Answered("B", False))) == "ACB"


# The ledger


def test_nothing_happens_between_games() -> None:
    """R73."""
    for event in (Doubled("A"), Disagreed("B"), Answered("A", True), Rolled(), Won(BOX)):
        assert refused(seated(), event) == "R73"
    assert refused(begun(), Begun(BOX)) == "R73"


def test_payments_are_corrected_with_a_reason() -> None:
    """R82; a correction is a payment of its own."""
    state = after(begun(), Won(BOX), Corrected("A", "C", 1, "C had left the table"))
    assert balances(state) == {"A": 2, "B": -1, "D": -1}
    assert state.ledger.payments[-1] == Payment("A", "C", 1, "correction: C had left the table")
    assert (state.ledger.balance("B"), state.ledger.balance("nobody")) == (-1, 0)
    for wrong in (("A", "X", 1, "x"), ("A", "C", 1, " "), ("A", "C", 0, "x"), ("A", "A", 1, "x")):
        assert refused(state, Corrected(*wrong)) == "R82"


def test_a_payment_is_more_than_nothing() -> None:
    with pytest.raises(ValueError, match="more than 0"):
        Ledger().paid(Payment("A", "B", -1))


@properties
@given(st.dictionaries(st.sampled_from("ABCDEF"), st.integers(-50, 50)))
def test_a_few_payments_settle_everything(owed: dict[str, int]) -> None:
    owed["Z"] = -sum(owed.values())
    payments = settling(owed)
    ledger = Ledger().paid(*payments)
    assert all(ledger.balance(player) == points for player, points in owed.items())
    assert len(payments) < len(owed)


# Cover


def risks(state: Chouette, doubled: str = "") -> dict[str, int]:
    assert state.game is not None
    return cover.risks(state.game, state.profile, doubled)


def test_what_a_game_can_still_cost() -> None:
    """R68, R64: by Jacoby's rule a centred cube costs one; the box can lose to everybody."""
    assert risks(begun()) == {"A": 3, "B": 1, "C": 1, "D": 1}
    assert risks(begun(profile=NO_JACOBY)) == {"A": 9, "B": 3, "C": 3, "D": 3}
    assert risks(begun(), "BCD") == {"A": 18, "B": 6, "C": 6, "D": 6}
    state = after(begun(), Doubled("A"), Answered("B", True), Answered("C", False), Answered("D", True))
    assert risks(state) == {"A": 12, "B": 6, "D": 6}
    each = after(begun(profile=EACH), Doubled("C"), Answered("A", True))
    assert risks(each, "C") == {"A": 14, "B": 1, "C": 12, "D": 1}


def test_whose_balance_is_too_short_is_told() -> None:
    """R68: only who has brought a balance."""
    found = cover.short({"A": 18, "B": 6, "C": 6}, {"A": 89, "B": 30}, 5)
    assert found == (Refusal("R68", "A could lose 90 and has 89"),)


def test_where_balances_are_demanded_the_box_covers_every_cube() -> None:
    """R68."""
    strict = changed(NO_JACOBY, {"stake_cover": True, "cube_cap": 2})
    order = Line(("A", "B", "C"))
    assert cover.unaccepted(order, {"A": 60, "B": 30, "C": 30}, 5, strict) == ()
    found = cover.unaccepted(order, {"A": 59, "B": 29}, 5, strict)
    assert [(one.rule, one.why.partition(":")[0]) for one in found] == [("R68", "A"), ("R68", "B"), ("R68", "C")]
    assert cover.unaccepted(order, {}, 5, FREE) == ()


# Whatever happens

PLAYERS = st.sampled_from("ABCDE")
SIDES = st.sampled_from(Side)
EVENTS = st.one_of(
    st.builds(Joined, PLAYERS),
    st.builds(Left, PLAYERS),
    st.builds(Threw, PLAYERS, st.integers(0, 7)),
    st.builds(Begun, SIDES, st.integers(-1, 3)),
    st.builds(Doubled, PLAYERS, st.none() | PLAYERS),
    st.builds(Disagreed, PLAYERS),
    st.builds(Answered, PLAYERS, st.booleans()),
    st.just(Rolled()),
    st.builds(Won, st.none() | SIDES, st.integers(0, 4)),
    st.builds(Corrected, PLAYERS, PLAYERS, st.integers(-1, 3), st.sampled_from(["", "miscounted"])),
)
STARTS = st.sampled_from([Chouette(), seated(), begun(), begun("ABCDE", EACH), begun("ABC", NO_JACOBY)])


@properties
@given(STARTS, st.lists(EVENTS, max_size=60))
def test_no_events_raise_and_the_ledger_always_sums_to_zero(state: Chouette, events: list[Event]) -> None:
    """R73-R82: and nobody ever gets lost in the line; with one cube all who are in the game play for the same."""
    for event in events:
        state, refusal = advance(state, event)
        assert refusal is None or refusal.why
        assert sum(state.ledger.balances.values()) == 0
        if state.line is not None:
            assert sorted(state.line.players) == sorted(state.players)
            assert len(set(state.players)) == len(state.players)
        if state.game is not None and not state.game.asked and not state.game.each:
            assert len(set(cubes(state))) == 1


@properties
@given(st.lists(st.tuples(PLAYERS, st.integers(1, 6)), max_size=60))
def test_an_order_is_decided_once_nobody_waits(throws: list[tuple[str, int]]) -> None:
    """R74: the line is by the dice, compared one after another."""
    state = after(Chouette(), *map(Joined, "ABCDE"))
    for player, die in throws:
        state, _ = advance(state, Threw(player, die))
    assert (state.line is None) == bool(state.waiting)
    if state.line is not None:
        dice = dict(state.throws)
        assert list(state.line.players) == sorted(dice, key=lambda player: dice[player], reverse=True)
