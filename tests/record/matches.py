"""Matches to write and read back, and what makes two records the same match."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boardcam.record.transcript import empty, fold
from boardcam.rules.errors import Unreadable
from boardcam.rules.notation import parse
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn
from boardcam.sim.table import script

LIGHT, DARK = Side.WHITE, Side.BLACK


def outcome(read: Callable[[str], object], text: str) -> str:
    """The line that a reader finds wrong, or "read"; any other error is the reader's fault."""
    try:
        read(text)
    except Unreadable as error:
        return error.field
    return "read"


def assert_refused(read: Callable[[str], object], text: str, line: int, why: str) -> None:
    """A reader refuses a text, naming the line and the reason."""
    with pytest.raises(Unreadable) as error:
        read(text)
    assert error.value.field == f"line {line}"
    assert why in error.value.message


def simulated(seed: int, illegal: bool = False) -> Match:
    """A match of the simulated table; matches of one to seven points."""
    table = script(seed, match=1 + seed % 7, incidents=("illegal", "illegal_corrected") if illegal else ())
    return fold(table.truth, empty(("Ann", "Ben"), table.match, preset("circle-match"), "2026-11-30", "19:05"))


def turn(before: Position, side: Side, dice: tuple[int, int] | None, play: str) -> Turn:
    """A turn as it was played, legal or not."""
    after = carried_out(before, side, parse(play))
    legal = legal_plays(before, side, dice) if dice else {}
    return Turn(side, dice, legal.get(after, parse(play)), before, after, None if dice is None else after in legal or not legal)


def odd() -> Match:
    """Games of every odd kind: drawn, given up after a roll, with a turn that nobody saw, passed, unfinished."""
    first = turn(START, LIGHT, (3, 1), "8/5 6/5")
    second = turn(first.after, DARK, (6, 4), "24/14")
    unseen = Turn(DARK, None, None, first.after, second.after, None)
    third = turn(second.after, LIGHT, (5, 5), "13/3(2)")
    unplayed = Turn(DARK, (2, 1), None, third.after, third.after)
    doubled = (CubeAction(DARK, "double", 2), CubeAction(LIGHT, "take", 2))
    passed = (CubeAction(DARK, "double", 2), CubeAction(LIGHT, "pass", 2))
    games = (
        Game((0, 0), (first, second), Result(None, 0, "drawn", 0), LIGHT),
        Game((0, 0), (first, *doubled, second, third, unplayed), Result(LIGHT, 4, "resigned", 2), LIGHT),
        Game((4, 0), (first, unseen, third, unplayed), Result(LIGHT, 1, "resigned", 1), LIGHT),
        Game((5, 0), (first, *passed), Result(DARK, 1, "passed"), LIGHT, crawford=False),
        Game((5, 1), (first, turn(first.after, DARK, (6, 4), "24/13")), None, LIGHT),
    )
    return Match(("Ann", 'Ben "B" Õie ]:'), 7, games, date="2026-11-30", event="Club", place="Tartu: home")


def said(game: Game) -> list[str]:
    """A game as a reader of it would tell it."""
    return [_said(action) for action in game.actions]


def _said(action: Turn | CubeAction) -> str:
    if isinstance(action, CubeAction):
        return f"{action.side.colour} {action.kind} {action.value}"
    dice = "{}{}".format(*action.dice) if action.dice else "--"
    play = "?" if action.play is None else str(action.play) or "dance"
    return f"{action.side.colour} {dice} {play}{ {True: '', False: ' illegal', None: ' unsure'}[action.legal] }"


def alike(one: Match, other: Match) -> None:
    """The same games, whoever wrote them."""
    assert [said(game) for game in one.games] == [said(game) for game in other.games]
    assert [_ends(game) for game in one.games] == [_ends(game) for game in other.games]
    assert [_positions(game) for game in one.games] == [_positions(game) for game in other.games]


def _ends(game: Game) -> tuple[object, ...]:
    return game.score, game.result, game.starter, game.crawford


def _positions(game: Game) -> list[Position]:
    return [action.after for action in game.actions if isinstance(action, Turn)]
