"""Strangers' .mat files: the habits of many programs and sites, and GNU Backgammon as the judge of what they say."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from boardcam.record import formats, mat, sgf_reading
from boardcam.record.mat_reading import decoded, matches, read
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import Side
from boardcam.rules.transcript import Game, Match, Result, Turn
from tests.record import gnubg
from tests.record.matches import alike, said, simulated
from tests.record.test_mat_reading import RECIPE, SAME, game, sub

LIGHT, DARK = Side.WHITE, Side.BLACK
Change = Callable[[str], str]
reads = pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")

HABITS: dict[str, Change] = {
    "small letters": lambda text: re.sub("Doubles|Takes|Drops|Wins|Game", lambda word: word[0].lower(), text),
    "row numbers off by one": lambda text: text.replace("  2) 55", "  3) 55").replace("  3)  D", "  4)  D"),
    "row numbers that start again": sub("  2\\) 55", "  1) 55"),
    "row numbers with a dot": sub("(?m)^( +\\d)\\)", "\\1."),
    "ratings in brackets": lambda text: text.replace("West :", "West(1523.4) :").replace("East :", "East (1600) :"),
    "ratings after a comma": lambda text: text.replace("West :", "West, 1523.4 :").replace("East :", "East,1600/350 :"),
    "Match of 3 points": sub("3 point match", "Match of 3 points"),
    "Match to 3": sub("3 point match", "Match to 3"),
    "a title": lambda text: "Played last Friday\n\n" + text,
    "the length before the header": lambda text: "3 point match\n" + text.replace("3 point match\n", ""),
    "No Move": sub("66:", "66: No Move"),
    "no play": sub("66:", "66: (no play)"),
    "Can't move": sub("66:", "66: Can't move"),
    "dashes": sub("8/5 6/5", "8-5 6-5"),
    "commas": sub("8/5 6/5", "8/5, 6/5"),
    "a hit behind the brackets": sub("6/1\\*\\(2\\)", "6/1(2)*"),
    "all stops": sub("24/14", "24/18/14"),
    "a blank before the colon": sub("31:", "31 :"),
    "no blank after the colon": sub("31: ", "31:"),
    "a dash between the dice": sub("31:", "3-1:"),
    "blanks at the ends": sub("\n", "   \n"),
    "hard blanks": sub(" {20}64", "\u00a0\u00a0\u00a0\u00a0 64"),
    "CR only": sub("\n", "\r"),
    "Ctrl-Z at the end": lambda text: text + "\x1a",
    "an advertisement": lambda text: text + "\nRecorded by Somebody's Board 1.2\nhttp://example.org/7\n",
    "a remark between games": sub("\n\n Game 2", "\n\nThe second one was better.\n\n Game 2"),
    "a remark before the names": sub(" Game 2\n", " Game 2\nCrawford is next\n"),
    "a remark of a player": sub("(  2\\) 63)", "; East thinks long\n\\1"),
    "Game 2 (Crawford)": sub(" Game 2", " Game 2 (not Crawford)"),
    "Game 02": sub(" Game 2", " Game 02"),
    "Game without a number": sub(" Game 2", " Game"),
    "Accepts, Rejects": lambda text: text.replace("Takes", "Accepts").replace("Drops", "Rejects"),
    "no blank lines": sub("\n\n+", "\n"),
    "three digits in the rows": sub("(?m)^  (\\d)\\)", "10\\1)"),
    "no blank behind the row's number": sub("  1\\) 31", "1)31"),
    "very wide columns": sub(" {20}64", " " * 300 + "64"),
    "times of the clock": lambda text: text.replace("8/5 6/5 ", "8/5 6/5 [0:12] ").replace("24/14", "24/14 [1:05]"),
    "names and scores close together": sub(" West : 0 +East : 0", "West:0 East:0"),
    "a header that names one player": lambda text: re.sub(r"(?s)^.*?\n\n", '; [Player 1 "West"]\n\n', text),
    "columns the other way round": lambda text: text.replace(
        text[text.index(" West : 1") :],
        " East : 0                            West : 1\n  1) 52: 13/11 13/8                   63: 24/15\n"
        "  2)  Doubles => 2                     Takes\n  3) 11: 8/7(2) 6/5(2)\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", HABITS.values(), ids=list(HABITS))
def test_habits_of_many_programs_say_the_same(change: Change) -> None:
    text = change(RECIPE)
    assert text != RECIPE
    alike(read(text), read(RECIPE))
    assert read(text).players == ("West", "East")


IN_THE_HEADER = ("ratings in brackets", "the length before the header", "a header that names one player")


@pytest.mark.parametrize("habit", [name for name in HABITS if name not in IN_THE_HEADER])
def test_habits_without_a_header(habit: str) -> None:
    """The names of the score lines are the players' then, without a rating behind a comma."""
    match = read(HABITS[habit](RECIPE[RECIPE.index("3 point") :]))
    alike(match, read(RECIPE))
    assert match.players == ("West", "East")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_any_encoding(encoding: str) -> None:
    text = RECIPE.replace("West", "Müller")
    assert read(decoded(text.encode(encoding))).players == ("Müller", "East")


ROW = "  1) 31: 8/5 6/5                      64: 24/14"
RIGHT = " " * 38
GAMES: dict[str, list[str]] = {
    "each player in a row of his own": ["  1) 31: 8/5 6/5", f"  2){RIGHT[4:]}64: 24/14", "  3) 55: 8/3(2) 6/1*(2)"],
    "both rows with one number": ["  1) 31: 8/5 6/5", f"  1){RIGHT[4:]}64: 24/14", "  2) 55: 8/3(2) 6/1*(2)"],
    "the win in a row": [ROW, f"  2){RIGHT[4:]}Wins 2 points"],
    "the win in the left column": [ROW, "  2) Wins 2 points"],
    "double and take in a row": [ROW, "  2)  Doubles => 2                     Takes", "  3) 21: 6/3"],
    "the right player doubles": ["  1) 31: 8/5 6/5                       Doubles => 2", "  2)  Takes                 64: 24/14"],
    "an unanswered double": [ROW, "  2)  Doubles => 2"],
    "a double, and no word of the pass": [ROW, "  2)  Doubles => 2", "      Wins 1 point"],
    "given up after a roll": [ROW, "  2) 21: ???", f"{RIGHT}Wins 1 point"],
    "many question marks": [ROW, "  2) 21: ????", f"{RIGHT}Wins 1 point"],
    "the words of OpenGammon": [ROW, "  2) 21: ???                     Wins 1 point", "     Resigned Game"],
    "a play that is too short": ["  1) 31: 8/5                          64: 24/14"],
    "a play that no rule allows": ["  1) 31: 8/5 6/4                      64: 24/14", "  2) 55: 8/3(2) 6/1*(2)          66:"],
    "a win that is worded": [ROW, "      Wins 2 points with a gammon"],
    "redoubles": [
        ROW, "  2)  Doubles => 2                     Takes", "  3) 55: 8/3(2) 6/1*(2)                Doubles => 4",
        "  4)  Takes                           66: ",
    ],
    "a position that is set": ["; Set Pos=-b----E-B---eC---c-eE-----/0", "  1) 31: 8/5 6/5                 62: 13/7 13/11"],
}  # fmt: skip


def whole(rows: list[str], length: int = 5) -> str:
    return f"{length} point match\n\n Game 1\n Ann : 0                            Ben : 0\n" + "\n".join(rows) + "\n"


@reads
def test_all_that_gnu_backgammon_reads_we_read_the_same(tmp_path: Path) -> None:
    """Where it has understood the whole file; where it drops what we read, the tests above say what the file means."""
    texts = {f"habit: {name}": change(RECIPE) for name, change in (HABITS | SAME).items()}
    texts |= {f"game: {name}": whole(rows) for name, rows in GAMES.items()}
    found = gnubg.converted({name: text.encode() for name, text in texts.items()}, tmp_path)
    agreed = set()
    for name, text in texts.items():
        ours = read(text)
        if name in found and (theirs := _understood(found[name])) is not None and _as_much(theirs, ours):
            alike(theirs, ours)
            agreed.add(name)
    assert {f"game: {name}" for name in GAMES} - agreed == set()
    assert len(agreed) > 55


def _understood(text: str) -> Match | None:
    try:
        return sgf_reading.read(text)
    except Unreadable:
        return None  # it wrote down what cannot have happened: it has dropped something


def _as_much(theirs: Match, ours: Match) -> bool:
    return [len(game.actions) for game in theirs.games] == [len(game.actions) for game in ours.games] and (
        theirs.games[-1].score == ours.games[-1].score and all(map(_in_turn, theirs.games))
    )


def _in_turn(game: Game) -> bool:
    """Nobody rolls twice in a row; it does that to a left player when the right one has moved first."""
    sides = [action.side for action in game.actions if isinstance(action, Turn)]
    return all(one is not other for one, other in pairwise(sides))


def test_words_that_give_a_game_up() -> None:
    for words in ("Resigns", "Resigned Match", "Forfeits", "Loses on time"):
        assert game(ROW, f"  2) {words}", f"{RIGHT}Wins 3 points and the match").result == Result(DARK, 3, "resigned", 3)


def test_an_automatic_double_shows_when_the_cube_is_first_turned() -> None:
    """R63: the stake was 2 then; in matches there are none."""
    rows = [
        "  1) 31: 8/5 6/5                      64: 24/14",
        "  2)  Doubles => 4                     Takes",
        "      Wins 4 points",
    ]
    money = read(whole(rows, 0)).games[0]
    assert said(money)[-2:] == ["light double 4", "dark take 4"]
    assert money.result == Result(LIGHT, 4, "resigned", 1)
    with pytest.raises(Unreadable, match="line 6: expected a double to 2"):
        read(whole(rows, 7))
    with pytest.raises(Unreadable, match="line 6: expected a double to 2"):
        read(whole([rows[0], "  2)  Doubles => 6                     Takes"], 0))


def test_several_matches_in_a_file() -> None:
    told = (simulated(1), replace(simulated(2), players=("Carl", "Dora")), simulated(4))
    back = matches("\n".join(map(mat.write, told)))
    assert [match.players for match in back] == [match.players for match in told]
    for one, other in zip(told, back, strict=True):
        alike(one, other)
    with pytest.raises(Unreadable, match="file: expected one match, not 3"):
        read("\n".join(map(mat.write, told)))
    for form in ("sgf", "jsonl"):
        again = formats.matches(b"".join(formats.write(match, form) for match in told))
        for one, other in zip(told, again, strict=True):
            alike(one, other)
    bare = "\n".join(text[text.index("point match") - 2 :] for text in map(mat.write, told))
    assert len(matches(bare)) == 3


def test_a_very_long_match(tmp_path: Path) -> None:
    """Hundreds of games, as in long sessions."""
    one = mat.write(replace(simulated(2), length=0))
    first = one.index(" Game 1")
    games = "\n".join(re.sub(r" Game \d+", f" Game {number}", one[first:].split("\n Game 2")[0]) for number in range(1, 301))
    assert len(read(one[:first] + games).games) == 300


NONE = [
    ("  1) 31: 8/5 6/5                      6: 24/14", 5), ("  1) 31: 8/5 6/5                      07: 24/14", 5),
    ("  1) 31: 8/5 6/5 13/12                64: 24/14 13", 5), ("  1) 31: 8/5 6/5\n     8/7 6/5", 6),
    ("  1) 31: 8/5 6/5                      64: 24/14 Takes Takes Takes", 5),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "line"), NONE)
def test_what_is_garbled_is_refused_by_line(rows: str, line: int) -> None:
    with pytest.raises(Unreadable) as error:
        read(whole([rows]))
    assert error.value.field == f"line {line}"
    assert error.value.message.endswith("nothing was taken from it")
