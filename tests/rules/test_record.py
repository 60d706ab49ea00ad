"""The record of a match as values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from boardcam.rules.notation import parse
from boardcam.rules.plays import carried_out
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn

PLAYED = carried_out(START, Side.WHITE, parse("8/5 6/5"))
TURN = Turn(Side.WHITE, (3, 1), parse("8/5 6/5"), START, PLAYED)
UNSURE = Turn(Side.BLACK, (6, 6), None, PLAYED, PLAYED, legal=None)
DOUBLE = CubeAction(Side.BLACK, "double", 2)


def test_a_match_knows_its_score() -> None:
    first = Game(
        actions=(TURN, DOUBLE, CubeAction(Side.WHITE, "pass", 2)), result=Result(Side.BLACK, 1, "passed"), starter=Side.WHITE
    )
    second = Game(score=(0, 1), result=Result(Side.WHITE, 4, kind=2))
    drawn = Game(score=(4, 1), result=Result(None, 0, "drawn"))
    assert Match(("Ann", "Bob"), 7).score == (0, 0)
    assert Match(("Ann", "Bob"), 7, (first,)).score == (0, 1)
    assert Match(("Ann", "Bob"), 7, (first, second)).score == (4, 1)
    assert Match(("Ann", "Bob"), 7, (first, second, drawn)).score == (4, 1)
    assert Match(("Ann", "Bob"), 7, (first, second, Game(score=(4, 1), actions=(TURN,)))).score == (4, 1)


def test_a_match_knows_whether_all_of_it_is_sure() -> None:
    assert Match(("Ann", "Bob"), 7, (Game(actions=(TURN, DOUBLE)),)).sure
    assert not Match(("Ann", "Bob"), 7, (Game(actions=(TURN, UNSURE)),)).sure


def test_a_record_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        TURN.legal = False  # type: ignore[misc]
