"""The position: counting, checking, flipping."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from boardcam.rules.position import START, Position, Side, check
from tests.boards import board
from tests.rules.corpus import Turn, anything, properties


def test_the_start_is_that_of_the_rules() -> None:
    assert board("white 24:2 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5") == START  # R8
    assert [START.pips(side) for side in Side] == [167, 167]
    assert check(START) == ()


def test_each_side_counts_from_its_own_home() -> None:
    position = board("white 1:2 bar:1 off:12; black 1:3 bar:2 off:10")
    assert [position.count(Side.WHITE, point) for point in (0, 1, 24, 25)] == [12, 2, 0, 1]
    assert [position.count(Side.BLACK, point) for point in (0, 1, 24, 25)] == [10, 3, 0, 2]
    assert position.pips(Side.WHITE) == 27
    assert position.pips(Side.BLACK) == 53


def test_sides_know_what_players_call_them() -> None:
    assert [(side.colour, side.index, side.other.colour) for side in Side] == [("light", 0, "dark"), ("dark", 1, "light")]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (Position((0,) * 23), "24 points"),
        (replace(START, off=(0, 1)), "dark has 16 checkers"),
        (replace(START, bar=(-1, 0)), "light has 14 checkers"),
        (replace(START, bar=(-1, 0), off=(1, 0)), "holds -1 checkers"),
    ],
)
def test_what_cannot_stand_is_named(position: Position, reason: str) -> None:
    assert any(reason in sentence for sentence in check(position))


@pytest.mark.parametrize(
    ("line", "contact"),
    [
        ("white 6:15; black 6:15", False),
        ("white 13:1; black 13:1", True),
        ("white 13:1; black 11:1", False),
        ("white 1:1; black bar:1", True),
        ("white bar:1; black 1:1", True),
        ("white off:15; black bar:1", False),
    ],
)
def test_contact(line: str, contact: bool) -> None:
    assert board(line).contact is contact
    assert board(line).flipped().contact is contact


def test_home_means_all_of_them() -> None:
    assert board("white 6:5 1:5; black 7:1").home(Side.WHITE)
    assert not board("white 6:5 1:5; black 7:1").home(Side.BLACK)
    assert not board("white bar:1; black off:1").home(Side.WHITE)


@properties
@given(anything)
def test_flipping_exchanges_the_sides(turn: Turn) -> None:
    position = turn.position
    assert position.flipped().flipped() == position
    for point in range(26):
        assert position.flipped().count(Side.WHITE, point) == position.count(Side.BLACK, point)
    assert position.flipped().contact is position.contact
