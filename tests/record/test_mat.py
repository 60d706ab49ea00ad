"""The .mat file: its text, and that GNU Backgammon reads it without a word and finds the same score."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from boardcam.record.mat import names, write
from boardcam.record.transcript import empty, fold
from boardcam.rules.notation import parse
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn
from boardcam.sim.table import script
from tests.record import gnubg

LIGHT, DARK = Side.WHITE, Side.BLACK
reads = pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")


def turn(before: Position, side: Side, dice: tuple[int, int] | None, play: str, legal: bool | None = True) -> Turn:
    """A turn as it was played; the moves of a legal one as the rules find them."""
    after = carried_out(before, side, parse(play))
    found = legal_plays(before, side, dice) if dice else {}
    return Turn(side, dice, found.get(after, parse(play)), before, after, legal)


def turns(*played: tuple[Side, tuple[int, int] | None, str, bool | None]) -> tuple[Turn, ...]:
    position, found = START, []
    for side, dice, play, legal in played:
        found.append(turn(position, side, dice, play, legal))
        position = found[-1].after
    return tuple(found)


def match(*games: Game, players: tuple[str, str] = ("Ann", "Ben"), length: int = 3) -> Match:
    return Match(players, length, games, date="2026-11-30", time="19:05", place="Club")


TWO = turns((LIGHT, (3, 1), "8/5 6/5", True), (DARK, (6, 4), "24/14", True))
DROPPED = Game((0, 0), (*TWO, CubeAction(LIGHT, "double", 2), CubeAction(DARK, "pass", 2)), Result(LIGHT, 1, "passed"), LIGHT)


def test_the_text() -> None:
    second = Game((1, 0), turns((DARK, (5, 2), "13/11 13/8", True)), None, DARK)
    assert write(match(DROPPED, second)).splitlines() == [
        '; [Site "Club"]',
        '; [Player 1 "Ann"]',
        '; [Player 2 "Ben"]',
        '; [EventDate "2026.11.30"]',
        '; [EventTime "19.05"]',
        '; [Variation "Backgammon"]',
        '; [Unrated "Off"]',
        '; [Crawford "On"]',
        '; [CubeLimit "1024"]',
        '; [Transcriber "boardcam"]',
        "",
        "3 point match",
        "",
        " Game 1",
        " Ann : 0                              Ben : 0",
        "  1) 31: 8/5 6/5                      64: 24/18 18/14",
        "  2)  Doubles => 2                     Drops",
        "      Wins 1 point",
        "",
        " Game 2",
        " Ann : 1                              Ben : 0",
        "  1)                                  52: 13/8 13/11",
    ]


@pytest.mark.parametrize(
    ("told", "written"),
    [
        (("Ann", "Ben"), ("Ann", "Ben")),
        (("A:n,n;", "Ö[ü]"), ("A n n", "Ö ü")),
        (("", ":"), ("Light", "Dark")),
        (("x" * 60, "Ben"), ("x" * 31, "Ben")),
        (("Ann", "Ann"), ("Ann 1", "Ann 2")),
        (("two\n lines", "tab\tbed"), ("two lines", "tab bed")),
    ],
)
def test_names_are_cleaned(told: tuple[str, str], written: tuple[str, str]) -> None:
    assert names(told) == written


def test_a_drawn_game_is_left_out_and_named() -> None:
    text = write(match(Game((0, 0), TWO, Result(None, 0, "drawn"), LIGHT), DROPPED))
    assert "; Game 1 was drawn and is left out." in text
    assert text.count(" Game ") == 2  # the remark and one game


def imported(text: str, folder: Path) -> gnubg.Imported:
    found = gnubg.read(text, folder)
    assert found.complaints == ()
    return found


@reads
def test_every_kind_of_ending_is_read(tmp_path: Path) -> None:
    by_dark = Game(
        (1, 0), (*TWO[:1], CubeAction(DARK, "double", 2), CubeAction(LIGHT, "pass", 2)), Result(DARK, 1, "passed"), LIGHT
    )
    unplayed = Turn(LIGHT, (6, 5), None, TWO[1].after, TWO[1].after)
    resigned = Game((1, 1), (*TWO, unplayed), Result(DARK, 2, "resigned", 2), LIGHT)
    gave_up = Game((1, 3), TWO[:1], Result(LIGHT, 3, "resigned", 3), LIGHT)
    open_end = Game((4, 3), TWO, None, LIGHT)
    text = write(match(DROPPED, by_dark, resigned, gave_up, open_end, length=7))
    found = imported(text, tmp_path)
    assert found.score == (4, 3)
    assert len(found.games) == 5


@reads
@pytest.mark.parametrize("seed", range(12))
def test_simulated_matches_are_read(seed: int, tmp_path: Path) -> None:
    table = script(seed, match=1 + seed % 7, incidents=("illegal", "illegal_corrected") if seed % 2 else ())
    told = fold(table.truth, empty(("Ann", "Ben"), table.match, preset("circle-match")))
    found = imported(write(told), tmp_path)
    assert found.score == told.score
    assert len(found.games) == len(told.games)
    assert found.rolls == sum(isinstance(action, Turn) for game in told.games for action in game.actions)


@reads
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_an_illegal_play_that_stood_is_read_as_its_position(side: Side, tmp_path: Path) -> None:
    played: list[tuple[Side, tuple[int, int] | None, str, bool | None]] = [
        (LIGHT, (3, 1), "8/5 6/5" if side is DARK else "8/6 6/5", side is DARK),
        (DARK, (6, 4), "24/14" if side is LIGHT else "24/13", side is LIGHT),
        (LIGHT, (5, 5), "13/3(2)", True),
        (DARK, (2, 1), "13/11 6/5", True),
    ]
    text = write(match(Game((0, 0), turns(*played), Result(LIGHT, 1, "resigned"), LIGHT)))
    assert text.count("Illegal play (") == 1
    assert f"{'Ann 3-1' if side is LIGHT else 'Ben 6-4'}: an illegal play stood." in text
    found = imported(text, tmp_path)
    assert found.score == (1, 0)
    assert ";W[55mhmhhchc]" in found.games[0]
    assert re.search(r";B\[21(lnst|stln)\]", found.games[0])


@reads
@pytest.mark.parametrize("side", [LIGHT, DARK])
@pytest.mark.parametrize("cube", [None, LIGHT, DARK])
def test_a_turn_whose_dice_nobody_saw_sets_the_next_position(side: Side, cube: Side | None, tmp_path: Path) -> None:
    first, second, third, fourth = turns(
        (LIGHT, (3, 1) if side is DARK else None, "8/5 6/5", True if side is DARK else None),
        (DARK, (6, 4) if side is LIGHT else None, "24/14", True if side is LIGHT else None),
        (LIGHT, (5, 5), "13/3(2)", True),
        (DARK, (2, 1), "13/11 6/5", True),
    )
    doubled = () if cube is None else (CubeAction(cube.other, "double", 2), CubeAction(cube, "take", 2))
    before, late = ((first, *doubled), second) if cube is LIGHT else ((*doubled, first), second)
    text = write(match(Game((0, 0), (*before, late, third, fourth), Result(DARK, 1 if cube is None else 2, "resigned"), LIGHT)))
    assert "; Set Pos=" in text
    found = imported(text, tmp_path)
    assert found.score == ((0, 1) if cube is None else (0, 2))
    assert ";W[55mhmhhchc]" in found.games[0]


@reads
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_a_turn_that_nobody_saw_is_left_open(side: Side, tmp_path: Path) -> None:
    first, second, third, fourth = turns(
        (LIGHT, (3, 1), "8/5 6/5", True),
        (DARK, (6, 4), "24/14", True),
        (LIGHT, (5, 5), "13/3(2)", True),
        (DARK, (2, 1), "13/11 6/5", True),
    )
    if side is LIGHT:
        first = replace(first, play=None, legal=None)
    else:
        second = replace(second, play=None, legal=None)
    text = write(match(Game((0, 0), (first, second, third, fourth), Result(DARK, 1, "resigned"), LIGHT)))
    assert f"; Game 1, {'Ann' if side is LIGHT else 'Ben'}: a turn was not seen." in text
    found = imported(text, tmp_path)
    assert found.score == (0, 1)
    assert ";W[55mhmhhchc]" in found.games[0]


@reads
@pytest.mark.parametrize("side", [LIGHT, DARK])
def test_a_game_won_by_an_illegal_play_keeps_its_result(side: Side, tmp_path: Path) -> None:
    mine = Position((3,) + (0,) * 22 + (-15,), (0, 0), (12, 0))
    before = mine if side is LIGHT else mine.flipped()
    end = Position((0,) * 23 + (-15,), (0, 0), (15, 0))
    last = Turn(side, (2, 1), parse("1/off(3)"), before, end if side is LIGHT else end.flipped(), False)
    first = Turn(side.other, None, None, START, before, None)
    game = Game((0, 0), (first, last), Result(side, 2, kind=2), side.other)
    found = imported(write(match(game, replace(DROPPED, score=(2, 0) if side is LIGHT else (0, 2)))), tmp_path)
    assert found.score == ((3, 0) if side is LIGHT else (1, 2))
