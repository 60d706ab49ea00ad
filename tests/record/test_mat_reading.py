"""Reading .mat files: those of §3.1 in all their variations, ours, GNU Backgammon's, and what is none."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.record import mat
from boardcam.record.mat_reading import decoded, read
from boardcam.rules import xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import Game, Result, Turn
from tests.boards import board
from tests.record import gnubg
from tests.record.matches import alike, assert_refused, outcome, said, simulated
from tests.rules.corpus import properties

LIGHT, DARK = Side.WHITE, Side.BLACK
RECIPE = """; [Site "Kitchen table"]
; [Match ID "17"]
; [Player 1 "West"]
; [Player 2 "East"]
; [EventDate "2026.11.30"]
; [EventTime "19.05"]
; [Variation "Backgammon"]
; [Unrated "Off"]
; [Crawford "On"]
; [CubeLimit "1024"]

3 point match

 Game 1
 West : 0                            East : 0
  1) 31: 8/5 6/5                      64: 24/14
  2) 55: 8/3(2) 6/1*(2)               66:
  3)  Doubles => 2                     Drops
      Wins 1 point

 Game 2
 West : 1                            East : 0
  1)                                  52: 13/11 13/8
  2) 63: 24/15                         Doubles => 2
  3)  Takes                           11: 8/7(2) 6/5(2)
"""


def test_the_recipe() -> None:
    """§3.1."""
    match = read(RECIPE)
    assert (match.players, match.length, match.crawford, match.cube_cap) == (("West", "East"), 3, True, None)
    assert (match.date, match.time, match.place, match.event) == ("2026-11-30", "19:05", "Kitchen table", None)
    first, second = match.games
    assert said(first) == [
        "light 31 8/5 6/5", "dark 64 24/14", "light 55 8/3(2) 6/1*(2)", "dark 66 dance", "light double 2", "dark pass 2",
    ]  # fmt: skip
    assert (first.result, first.starter, first.score) == (Result(LIGHT, 1, "passed"), LIGHT, (0, 0))
    assert said(second) == ["dark 52 13/8 13/11", "light 63 24/15", "dark double 2", "light take 2", "dark 11 8/7(2) 6/5(2)"]
    assert (second.result, second.starter, second.score, second.crawford) == (None, DARK, (1, 0), False)


def sub(pattern: str, by: str, flags: re.RegexFlag = re.NOFLAG) -> Callable[[str], str]:
    """A change to a text that must change something."""

    def change(text: str) -> str:
        changed = re.sub(pattern, by, text, flags=flags)
        assert changed != text
        return changed

    return change


SAME = {
    "no blank before Game": sub(" Game", "Game"),
    "CRLF": sub("\n", "\r\n"),
    "BOM": lambda text: "\ufeff" + text,
    "blank lines inside a game": sub("(  2\\))", "\n\n\\1"),
    "low die first": sub("31:", "13:"),
    "missing hits": sub("\\*", ""),
    "a spurious hit": sub("24/14", "24/14*"),
    "moves one by one": sub("24/14", "24/18 18/14"),
    "moves in any order": sub("8/5 6/5", "6/5 8/5"),
    "doublets one by one": sub("8/3\\(2\\) 6/1\\*\\(2\\)", "8/3 8/3 6/1* 6/1"),
    "doublets, second marked": sub("8/3\\(2\\) 6/1\\*\\(2\\)", "8/3 8/3 6/1 6/1*"),
    "narrow columns": sub(" {5,}(?=\\d\\d:|Drops|Doubles)", "  "),
    "a tab before a roll": sub("1\\) 31:", "1)\t31:"),
    "a tab between players": sub("8/5 6/5 +64", "8/5 6/5\t64"),
    "tabs for the left column": sub("1\\) +52", "1)\t\t\t\t\t52"),
    "Drop and Take": lambda text: sub("Takes", "Take")(sub("Drops", "Drop")(text)),
    "no Wins line after a drop": sub(" +Wins 1 point\n", ""),
    "Point Match": sub("point match", "Point Match"),
    "points match": sub("point match", "points match"),
    "point-match": sub("3 point match", "3-point match"),
    "Redoubles": sub("Doubles =>", "Redoubles =>"),
    "Doubles without a value": sub("Doubles => 2", "Doubles"),
    "Passes": sub("Drops", "Passes"),
    "capitals": sub("Doubles|Takes|Drops|Wins", lambda match: match[0].upper()),  # type: ignore[arg-type]
    "no colon": sub("64: 24", "64 24"),
    "Cannot Move": sub("66:", "66: Cannot Move"),
    "a remark after Game": sub(" Game 2\n", " Game 2\n; a remark\n"),
    "a remark inside a game": sub("(  2\\))", "; a remark 31: 8/5\n\\1"),
    "no empty left column": sub("1\\) +52", "1) 52"),
    "Wins in the row": sub(" +Drops\n +Wins 1 point", "    Drops   Wins 1 point"),
    "Wins in the right column": sub("\n +Wins 1 point", "\n" + " " * 40 + "Wins 1 point"),
    "and the match": sub("Wins 1 point", "Wins 1 point and the match"),
    "numbers with three digits": sub("  1\\)", "101)"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=list(SAME))
def test_variations_that_say_the_same(change: Callable[[str], str]) -> None:
    """§3.1: what GNU Backgammon reads, and what it refuses or misreads for no reason."""
    alike(read(change(RECIPE)), read(RECIPE))


def test_without_a_header() -> None:
    """§3.1."""
    match = read(RECIPE[RECIPE.index("3 point") :])
    alike(match, read(RECIPE))
    assert (match.players, match.date, match.crawford) == (("West", "East"), None, True)


def test_names() -> None:
    """§3.1: colons, blanks, letters of any alphabet; the header knows them best."""
    bare = RECIPE[RECIPE.index("3 point") :]
    assert read(bare.replace("West", "Õie Šõ")).players == ("Õie Šõ", "East")
    assert read(bare.replace("West :", "We:st :")).players == ("We:st", "East")
    assert read(bare.replace(" : ", ": ")).players == ("West", "East")
    assert read(bare.replace("West : ", "West:").replace("East : ", "East:")).players == ("West", "East")
    assert read(RECIPE.replace(" West :", " W :")).players == ("West", "East")


def test_any_length() -> None:
    """§3.1: GNU Backgammon refuses more than 64."""
    for length in (1, 25, 64, 65, 101):
        assert read(RECIPE.replace("3 point match", f"{length} point match")).length == length


def test_money() -> None:
    """§3.1: 0 points are a session, with Jacoby unless the header says no."""
    money = RECIPE.replace("3 point match", "0 point match")
    assert (read(money).length, read(money).jacoby) == (0, True)
    assert not read(money.replace('[Crawford "On"]', '[Jacoby "Off"]')).jacoby
    assert read(RECIPE.replace("3 point match", "Unlimited match")).length == 0
    assert not read(RECIPE).jacoby


def test_settings_of_the_header() -> None:
    """§3.1: Crawford and CubeLimit; 1 is no cube."""
    match = read(RECIPE.replace('[Crawford "On"]', '[Crawford "Off"]').replace('"1024"', '"1"'))
    assert (match.crawford, match.cube_cap) == (False, 1)
    assert read(RECIPE.replace('"2026.11.30"', '"tomorrow"')).date is None


RIGHT = " " * 38
ROW = "  1) 31: 8/5 6/5                      64: 24/14"
TAKEN = "  1) 31: 8/5 6/5                      Doubles => 2"


def game(*rows: str, length: int = 5, then: str = "") -> Game:
    """The first game of a match with these rows."""
    text = f"{length} point match\n\n Game 1\n Ann : 0                            Ben : 0\n" + "\n".join(rows) + "\n" + then
    return read(text).games[0]


@pytest.mark.parametrize(
    ("rows", "result"),
    [
        ([ROW, "      Wins 1 point"], Result(LIGHT, 1, "resigned")),
        ([ROW, "      Wins 2 points"], Result(LIGHT, 2, "resigned", 2)),
        (["  1) 31: 8/5 6/5                       Wins 2 points"], Result(DARK, 2, "resigned", 2)),
        ([ROW, f"{RIGHT}Wins 3 points"], Result(DARK, 3, "resigned", 3)),
        ([ROW, "  2) 21: ???", f"{RIGHT}Wins 1 point"], Result(DARK, 1, "resigned")),
        ([TAKEN, "  2)  Takes", "      Wins 4 points"], Result(LIGHT, 4, "resigned", 2)),
        ([TAKEN, "  2)  Takes", "      Wins 5 points"], Result(LIGHT, 5, "resigned", 3)),
        (["  1) 31: 8/5 6/5                      Resigns", "      Wins 1 point"], Result(LIGHT, 1, "resigned")),
        (["  1) 31: 8/5 6/5", "      Resigned Game", f"{RIGHT}Wins 1 point"], Result(DARK, 1, "resigned")),
        (["  1) 31: 8/5 6/5"], None),
        (["  1) 31:"], None),
    ],
)  # fmt: skip
def test_games_that_are_given_up(rows: list[str], result: Result | None) -> None:
    """§3.1: no word is needed; up to the cube a single game, up to twice a gammon, else a backgammon."""
    assert game(*rows).result == result


def test_a_roll_before_a_resignation_was_not_played() -> None:
    """§3.1: `21: ???`, which XG writes."""
    for rest in (" ???", ""):
        last = game("  1) 31: 8/5 6/5                      64: 24/14", f"  2) 21:{rest}", f"{' ' * 38}Wins 1 point").actions[-1]
        assert isinstance(last, Turn)
        assert (last.dice, last.play, last.legal) == ((2, 1), None, True)


def test_the_next_score_tells_who_won() -> None:
    """§3.1: scores are what readers trust."""
    then = "\n Game 2\n Ann : {}                            Ben : {}\n"
    assert game(ROW, then=then.format(0, 2)).result == Result(DARK, 2, "resigned", 2)
    assert game(ROW, "      Wins 2 points", then=then.format(0, 2)).result == Result(DARK, 2, "resigned", 2)
    assert game(ROW, then=then.format(0, 0)).result is None


def placed(position: str, cube: str = "0") -> str:
    return f"; Set Pos={xgid.board(board(position))}/{cube}"


def test_a_forced_play_that_is_not_written_was_played() -> None:
    """§3.1: as GNU Backgammon reads it; of several plays nobody knows."""
    forced = game(placed("white 13:1 1:14; black 2:15"), "  1) 66:                                21: 2/off 2/1")
    assert said(forced) == ["light 66 13/off 1/off", "dark 21 2/off 2/1"]
    unknown = game("  1) 31:                                21: 24/23 24/22").actions[0]
    assert isinstance(unknown, Turn)
    assert (unknown.play, unknown.legal, unknown.after) == (None, None, START)


@pytest.mark.parametrize(("cube", "doubles"), [("0", 2), ("1", 4), ("-2", 8)])
def test_a_position_that_is_set(cube: str, doubles: int) -> None:
    """§3.1: XG's Set Pos, with the cube."""
    told = game(placed("white 13:1 1:14; black 2:15", cube), f"  1)  Doubles => {doubles}                     Takes")
    assert told.start == board("white 13:1 1:14; black 2:15")
    assert said(told)[1] == f"dark take {doubles}"
    with pytest.raises(Unreadable, match="line 5: character 1 is the top player's bar"):
        game("; Set Pos=A-------------------------/0")


def test_a_play_that_no_rule_allows_is_kept_as_it_stood() -> None:
    """§3.1: one of them makes GNU Backgammon doubt the whole file."""
    assert said(game("  1) 31: 8/5 6/4                      64: 24/14")) == ["light 31 8/5 6/4 illegal", "dark 64 24/14"]
    assert said(game("  1) 31: 8/5 6/5                      64: Cannot Move"))[1] == "dark 64 dance illegal"


def test_an_illegal_play_as_snowie_writes_it() -> None:
    """§3.1: 40 fields, the board as the player sees it who is named first."""
    board = "0;-2;0;0;0;0;4;1;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0"
    fields = f"5;0;0;0;1;Ann;Ben;0;0;0;1;0;{board};3;1;"
    first, _ = game(f"  1) 31: Illegal play ({fields})  64: 24/14").actions
    assert isinstance(first, Turn)
    assert (first.legal, first.after.points[5:7]) == (False, (4, 1))
    mirrored = game(f"  1)                                    31: Illegal play ({fields.replace('Ann;Ben', 'Ben;Ann')})").actions[0]
    assert isinstance(mirrored, Turn)
    assert mirrored.after == first.after.flipped()
    with pytest.raises(Unreadable, match="expected 40 numbers"):
        game("  1) 31: Illegal play (1;2;3)")
    with pytest.raises(Unreadable, match="expected 15 checkers a side at most"):
        game(f"  1) 31: Illegal play ({fields.replace(';5;', ';6;')})")


@pytest.mark.parametrize(
    ("row", "end"),
    [
        ("13/12 12/10", "hits on 12"), ("13/12*/10", "hits on 12"), ("13/12* 12/10", "hits on 12"),
        ("13/11 11/10", "hits on 11"), ("13/11*/10", "hits on 11"),
    ],
)  # fmt: skip
def test_which_blot_was_hit_is_told_by_the_way(row: str, end: str) -> None:
    """§5 row 7."""
    turn = game(placed("white 13:1 6:14; black 14:1 13:1 1:13"), f"  1) 21: {row}").actions[0]
    assert isinstance(turn, Turn)
    assert turn.legal
    assert turn.play is not None
    assert [f"hits on {point}" for point in turn.play.hits] == [end]


# What is none

WRONG = [
    ("", 1, "expected a line like '7 point match'"),
    ("\nhello\n", 1, "expected a line like '7 point match'"),
    (RECIPE.replace("Backgammon", "NackGammon"), 7, "expected the variation Backgammon: 'NackGammon'"),
    (RECIPE.replace(" West : 0", " West   0"), 15, "expected the names and the score, like 'Ann : 0    Ben : 0', not 'West   0"),
    (RECIPE + " Game 3\n", 26, "expected the names and the score"),
    (RECIPE.replace("31: 8/5", "71: 8/5"), 16, "expected a roll like 31: or Doubles, Takes, Drops, Wins, not '71: 8/5"),
    (RECIPE.replace("8/5 6/5 ", "5/8 6/5 "), 16, "checkers move from a higher point to a lower one"),
    (RECIPE.replace("8/5 6/5 ", "9/6 6/5 "), 16, "there is no light checker on 9 to play 9/6"),
    (RECIPE.replace("8/5 6/5 ", "8/5 24/19 "), 16, "point 19 is blocked"),
    (RECIPE.replace("8/5 6/5 ", "8+5 6/5 "), 16, "'8+5' is no move"),
    (RECIPE.replace("  2) 55", "  2) 11:  55"), 17, "expected two players in a row, not 3"),
    (RECIPE.replace("  2) 55", "     55"), 17, "expected a row with its number"),
    (RECIPE.replace(" Drops", " 31: 8/5 6/5"), 18, "expected dark to take or to drop the double"),
    (RECIPE.replace("Takes ", "Drops "), 25, "expected the next game: this one is over"),
    (RECIPE.replace("Wins 1 point\n", "Wins 1 point\n      Wins 1 point\n"), 20, "expected the next game: this one is over"),
    (RECIPE.replace("Doubles => 2  ", "Doubles => 4  "), 18, "expected a double to 2"),
    (RECIPE.replace("Doubles => 2  ", "              "), 18, "expected a double before it is dropped"),
    (RECIPE.replace("Takes ", "Beavers "), 25, "beavers and raccoons are in no rules"),
    (RECIPE.replace("Drops", "Drops at once"), 18, "expected nothing after 'Drops'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "why"), WRONG)
def test_what_is_none_is_told_by_line_and_nothing_is_imported(text: str, line: int, why: str) -> None:
    assert_refused(read, text, line, why)


@properties
@given(st.integers(0, len(RECIPE)), st.integers(0, 40), st.text(st.characters(codec="utf-8"), max_size=6))
def test_no_text_raises_anything_else(at: int, length: int, by: str) -> None:
    """A file may be torn anywhere."""
    assert re.fullmatch(r"line \d+|read", outcome(read, RECIPE[:at] + by + RECIPE[at + length :]))


def test_bytes_of_any_age() -> None:
    assert decoded("\ufeffÕie".encode()) == "Õie"
    assert decoded("Müller".encode("cp1252")) == "Müller"


# Round trips


@pytest.mark.parametrize("seed", range(12))
def test_what_we_write_we_read(seed: int) -> None:
    told = simulated(seed, illegal=seed % 2 == 1)
    back = read(mat.write(told))
    alike(back, told)
    assert (back.players, back.length, back.date, back.time) == (told.players, told.length, told.date, told.time)
    assert mat.write(back) == mat.write(told)


def exported(text: str, folder: Path) -> str:
    """A .mat text through GNU Backgammon and out again."""
    assert gnubg.PROGRAM
    (folder / "in.mat").write_text(text, encoding="utf-8")
    (folder / "commands").write_text("import mat in.mat\nexport match mat out.mat\n", encoding="utf-8")
    command = [gnubg.PROGRAM, "-t", "-q", "-r", "-c", "commands"]
    subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    return decoded((folder / "out.mat").read_bytes())


@pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")
@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_what_gnu_backgammon_made_of_ours_is_the_same_match(seed: int, tmp_path: Path) -> None:
    told = simulated(seed)
    alike(read(exported(mat.write(told), tmp_path)), told)


def test_habits_of_other_writers() -> None:
    """§3.1, §3.8: 25 for the bar and 0 for off, one blank between the columns, names with a colon at once, an empty first row."""
    rows = [
        " ; [Site \"Elsewhere\"]", "", " 7 point match", "", " Game 1", " charlot1: 0    charlot2: 0",
        "  1)                             41: 13/9 24/23 ", "  2) 31: 6/5 8/5                 41: 6/5 9/5 ",
        "  3) 31: 24/21 6/5               65: 24/18 23/18 ", "  4) 41: 8/4 5/4                 21: 6/4* 18/17* ",
        "  5) 21: 25/23 25/24 53: 18/13 17/14 ", "                                  Wins 2 points", "",
        " Game 2", " charlot1: 0    charlot2: 2", "  1)                ", "   Wins 5 points and the match",
    ]  # fmt: skip
    match = read("\n".join(rows))
    first, second = match.games
    assert (match.players, match.place) == (("charlot1", "charlot2"), "Elsewhere")
    assert said(first)[-4:] == ["light 41 8/4 5/4", "dark 21 18/17* 6/4*", "light 21 bar/23 bar/24", "dark 53 18/13 17/14"]
    assert (first.result, second.result) == (Result(DARK, 2, "resigned", 2), Result(LIGHT, 5, "resigned", 3))
