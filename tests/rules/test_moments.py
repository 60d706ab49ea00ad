"""The moments of a recorded game, as IDs."""

from __future__ import annotations

from dataclasses import replace

from boardcam.rules import gnuid, xgid
from boardcam.rules.moments import moments
from boardcam.rules.notation import parse
from boardcam.rules.plays import carried_out
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn

LIGHT, DARK = Side.WHITE, Side.BLACK
P1 = carried_out(START, LIGHT, parse("8/5 6/5"))
P2 = carried_out(P1, DARK, parse("24/14"))
ACTIONS = (
    Turn(LIGHT, (3, 1), parse("8/5 6/5"), START, P1),
    CubeAction(DARK, "double", 2),
    CubeAction(LIGHT, "take", 2),
    Turn(DARK, (6, 4), parse("24/14"), P1, P2),
    CubeAction(LIGHT, "double", 4),
    CubeAction(DARK, "pass", 4),
)
MATCH = Match(("Ann", "Ben"), 7, (Game((2, 3), ACTIONS, Result(LIGHT, 2, "passed"), LIGHT),))


def test_every_moment_is_what_the_one_who_acts_finds() -> None:
    """R49, R52: rolled, to double, offered, taken."""
    told = [xgid.format(moment) for moment in moments(MATCH, MATCH.games[0])]
    first, second = xgid.board(P1), xgid.board(P2)
    assert told == [
        f"XGID={xgid.board(START)}:0:0:1:31:2:3:0:7:10",
        f"XGID={first}:0:0:-1:00:2:3:0:7:10",
        f"XGID={first}:0:0:-1:DD:2:3:0:7:10",
        f"XGID={first}:1:1:-1:64:2:3:0:7:10",
        f"XGID={second}:1:1:1:00:2:3:0:7:10",
        f"XGID={second}:1:1:1:DD:2:3:0:7:10",
        f"XGID={second}:1:1:1:DD:2:3:0:7:10",
    ]


def test_ids_of_both_kinds_tell_the_same_moment() -> None:
    for moment in moments(MATCH, MATCH.games[0]):
        assert xgid.parse(xgid.format(moment)) == moment
        assert gnuid.parse(gnuid.format(moment)) == moment


def test_settings_of_the_match() -> None:
    money = replace(MATCH, length=0, jacoby=True, cube_cap=8)
    assert xgid.format(moments(money, money.games[0])[0]).endswith(":31:2:3:1:0:3")
    crawford = replace(MATCH.games[0], score=(6, 3), crawford=True, actions=(), start=P1)
    assert [xgid.format(moment) for moment in moments(replace(MATCH, jacoby=True), crawford)] == [
        f"XGID={xgid.board(P1)}:0:0:1:00:6:3:1:7:10"
    ]
