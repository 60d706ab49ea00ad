"""XGID and GNU Backgammon IDs, both ways."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules import gnuid, xgid
from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import START, Position, Side, check
from boardcam.rules.situation import Situation
from tests.boards import board
from tests.rules.corpus import Turn, anything, position, properties, records

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"

SAME = [
    # measured with "set xgid" of GNU Backgammon 1.07.001, the first in its manual's words too
    ("XGID=-b----E-C---eE---c-e----B-:1:1:1:52:2:4:0:9:10", "4HPwATDgc/ABMA:UYkqAUAAEAAE"),
    ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:52:2:4:0:9:10", "4HPwATDgc/ABMA:QYkqAUAAEAAE"),
    ("XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:2:4:0:9:10", "4HPwATDgc/ABMA:QQkgAUAAEAAE"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:61:6:1:1:7:10", "4HPwATDgc/ABMA:8AnnABAAMAAE"),
    ("XGID=-b----E-C---eE---c-e----B-:1:0:1:61:0:0:0:0:10", "4HPwATDgc/ABMA:cQkHAAAAAAAE"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:1:0:10", "4HPwATDgc/ABMA:cAkHAAAAAAAA"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:DD:2:1:0:7:10", "4HPwATDgc/ABMA:cBHgABAAEAAE"),
]


@pytest.mark.parametrize(("xg", "gnu"), SAME)
def test_two_spellings_of_one_situation(xg: str, gnu: str) -> None:
    situation = xgid.parse(xg)
    assert gnuid.parse(gnu) == situation
    assert (xgid.format(situation), gnuid.format(situation)) == (xg, gnu)


def test_the_start() -> None:
    assert xgid.parse(START_XGID) == Situation(length=7)
    assert xgid.format(Situation(length=7)) == START_XGID
    assert xgid.parse("  " + START_XGID.removeprefix("XGID=") + "\n") == Situation(length=7)


def test_bottom_is_white_whoever_is_on_roll() -> None:
    """Colours were swapped here by another program."""
    situation = xgid.parse("XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8")
    assert situation.position == board("white 6:5 7:2 8:2 13:4 24:2; black 24:1 23:1 11:1 13:4 8:3 6:5 off:0")
    assert (situation.dice, situation.jacoby, situation.beaver, situation.cube_cap) == ((1, 6), True, True, 256)
    top = xgid.parse("XGID=-aa---EBB---dDa--c-e----B-:0:1:-1:BB:0:0:3:0:8")
    assert (top.position, top.turn, top.cube.owner, top.offered) == (situation.position, Side.BLACK, Side.WHITE, "beaver")


def test_the_opponent_of_the_player_on_roll_comes_first() -> None:
    """The order trap: on roll 15 on the own 5 point, opponent 2 on his ace and 13 on his 6."""
    on_roll = board("white 5:15; black 1:2 6:13")
    assert gnuid.format_position(on_roll, Side.WHITE) == "g/8PAADw/wcAAA"
    assert gnuid.format_position(on_roll.flipped(), Side.BLACK) == "g/8PAADw/wcAAA"
    assert gnuid.parse_position("g/8PAADw/wcAAA", Side.WHITE) == on_roll
    assert gnuid.parse_position("g/8PAADw/wcAAA", Side.BLACK) == on_roll.flipped()


def test_the_manuals_match_id() -> None:
    """9 points, 2-4, player 0 holds a 2-cube, player 1 has rolled 52."""
    found = gnuid.parse("4HPwATDgc/ABMA:QYkqASAAIAAA")
    assert found == Situation(START, Side.WHITE, (5, 2), Cube(2, Side.BLACK), score=(4, 2), length=9)


def test_every_id_of_the_corpus() -> None:
    for record in [*records("plays.jsonl.gz")]:
        found = gnuid.parse(record["gnubg_id"])
        assert (found.position, found.dice, found.turn) == (position(record["pos"]), tuple(record["dice"]), Side.WHITE)
        assert gnuid.format(found) == record["gnubg_id"]


XGID_ERRORS = [
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7", "fields", "10 fields, this has 9"),
    ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:7:10", "position", "25 characters, 26 are needed"),
    ("XGID=-b----E-C---eE---c-e-----B-:0:0:1:00:0:0:0:7:10", "position", "27 characters, 26 are needed"),
    ("XGID=-b----E-C---eE---c-e---?B-:0:0:1:00:0:0:0:7:10", "position", "character 24, '?'"),
    ("XGID=-b----E-C---eE---c-e---ıB-:0:0:1:00:0:0:0:7:10", "position", "character 24"),
    ("XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "position", "character 1 is the top player's bar"),
    ("XGID=-b----E-C---eE---c-e----Ba:0:0:1:00:0:0:0:7:10", "position", "character 26 the bottom player's"),
    ("XGID=-b----E-C---eE---c-e---BB-:0:0:1:00:0:0:0:7:10", "position", "light has 17 checkers"),
    ("XGID=-p----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "position", "dark has 29 checkers"),
    ("XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:7:10", "cube", "'x'"),
    ("XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:7:10", "owner", "from -1 to 1"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:7:10", "turn", "bottom player"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:7:10", "dice", "'70'"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:X:0:0:0:7:10", "dice", "'X'"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:-1:0:0:7:10", "scoreBottom", "'-1'"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:1e9:0:7:10", "scoreTop", "'1e9'"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:7:10", "rules", "Crawford"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0::10", "length", "''"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:99", "maxcube", "'99'"),
]


@pytest.mark.parametrize(("text", "field", "why"), XGID_ERRORS)
def test_an_xgid_that_is_none_names_the_field(text: str, field: str, why: str) -> None:
    with pytest.raises(Unreadable) as error:
        xgid.parse(text)
    assert error.value.field == field
    assert why in error.value.message
    assert str(error.value) == f"{field}: {error.value.message}"


@pytest.mark.parametrize(
    ("text", "field", "why"),
    [
        ("4HPwATDgc/ABMA", "fields", "a colon"),
        ("4HPwATDgc/ABM:cAkFAAAAAAAA", "position ID", "14 letters"),
        ("4HPwATDgc/AB!A:cAkFAAAAAAAA", "position ID", "14 letters"),
        ("4HPwATDgc/ABMÄ:cAkFAAAAAAAA", "position ID", "14 letters"),
        ("4HPwATDgc/ABMA:cAkFAAAA", "match ID", "12 letters"),
        ("4HPwATDgc/ABMA:cAkFAAAAAA=A", "match ID", "12 letters"),
        ("/////////////w:cAkFAAAAAAAA", "position ID", "80 checkers"),
        ("AQAAAAAAAgAAAA:cAkFAAAAAAAA", "position ID", "both sides on one point"),
        ("4HPwATDgc/ABMA:cIkDAAAAAAAA", "dice", "1 to 6"),
        ("4HPwATDgc/ABMA:IAkFAAAAAAAA", "owner", "not 2"),
    ],
)
def test_a_gnu_id_that_is_none_names_the_field(text: str, field: str, why: str) -> None:
    with pytest.raises(Unreadable) as error:
        gnuid.parse(text)
    assert error.value.field == field
    assert why in error.value.message


def test_which_of_the_two_a_text_means_to_be() -> None:
    assert gnuid.alike("4HPwATDgc/ABMA:cAkFAAAAAAAA")
    assert gnuid.alike("gnubgid=4HPwATDgc/ABMA:cAkFAAAAAAAA")
    assert not gnuid.alike(START_XGID)
    assert gnuid.parse("GNUBGID 4HPwATDgc/ABMA:cAkFAAAAAAAA").dice == (2, 1)


def test_more_than_sixteen_in_one_place_cannot_be_shown() -> None:
    with pytest.raises(ValueError, match="more than 16"):
        xgid.board(Position((17, *[0] * 23)))


sides = st.sampled_from(Side)
points = st.integers(0, 6)
situations = st.builds(
    Situation,
    anything.map(lambda turn: turn.position).filter(lambda position: not check(position)),
    sides,
    st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda dice: (max(dice), min(dice))),
    st.builds(Cube, st.integers(0, 9).map(lambda n: 1 << n), st.none() | sides),
    st.none(),
    st.tuples(points, points),
    st.just(7),
    st.booleans(),
)
money = st.builds(lambda situation, jacoby: replace(situation, length=0, crawford=False, jacoby=jacoby), situations, st.booleans())


@properties
@given(situations | money, st.booleans(), st.sampled_from([None, "double", "beaver", "raccoon"]))
def test_xgids_round_trip(situation: Situation, beaver: bool, offered: str | None) -> None:
    situation = replace(
        situation, beaver=beaver and not situation.length, offered=offered, dice=None if offered else situation.dice
    )
    text = xgid.format(situation)
    assert xgid.parse(text) == situation
    assert xgid.format(xgid.parse(text)) == text


@properties
@given(situations | money, st.booleans())
def test_gnu_ids_round_trip(situation: Situation, offered: bool) -> None:
    situation = replace(situation, offered="double" if offered else None)
    assert gnuid.parse(gnuid.format(situation)) == situation


@properties
@given(anything)
def test_position_ids_are_one_for_each_position(turn: Turn) -> None:
    if not check(turn.position):
        text = gnuid.format_position(turn.position, turn.side)
        assert gnuid.parse_position(text, turn.side) == turn.position
        assert gnuid.format_position(turn.position.flipped(), turn.side.other) == text


@properties
@given(st.text(max_size=90) | st.text("-ABCDEabcde:0123456789", min_size=20, max_size=70))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (xgid.parse, gnuid.parse):
        with suppress(Unreadable):
            assert check(parse(text).position) == ()


@pytest.mark.parametrize(("sign", "offer"), [("D", "double"), ("B", "beaver"), ("R", "raccoon")])
def test_an_offer_is_one_letter_or_two(sign: str, offer: str) -> None:
    for written in (sign, 2 * sign):
        assert xgid.parse(START_XGID.replace(":00:", f":{written}:")).offered == offer
