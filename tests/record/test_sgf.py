"""SGF, as GNU Backgammon saves it: written, read back, and through the program itself."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.record import sgf
from boardcam.record.sgf_reading import read
from boardcam.rules.play import Play
from boardcam.rules.position import Side
from boardcam.rules.transcript import Match, Result, Turn
from tests.boards import board
from tests.record import gnubg
from tests.record.matches import alike, assert_refused, odd, outcome, said, simulated
from tests.rules.corpus import properties

LIGHT, DARK = Side.WHITE, Side.BLACK
HEAD = "(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[West]PB[East]DT[2026-11-30]RU[Crawford]"
SAMPLE = HEAD + "RE[W+1]\n;W[31hefe];B[64aggk]\n;W[55hchcfafa];B[66]\n;W[double];B[drop])\n"


def test_the_text() -> None:
    """§3.2."""
    lines = sgf.write(odd()).splitlines()
    assert lines[0] == (
        '(;FF[4]GM[6]CA[UTF-8]AP[boardcam]MI[length:7][game:0][ws:0][bs:0]PW[Ann]PB[Ben "B" Õie \\]:]DT[2026-11-30]EV[Club]'
        "PC[Tartu: home]RU[Crawford]RE[0]"
    )
    assert lines[1:4] == [";W[31hefe]", ";B[64aggk]", ")"]
    assert ";B[double]" in lines
    assert ";PL[B]DI[21]" in lines
    assert sum(line.startswith(";PL[W]AE[a:y]AW[") for line in lines) == 2  # after a turn that nobody saw, and an illegal play
    assert sgf.write(replace(odd(), players=("a\\b", "c"))).count("PW[a\\\\b]") == 5


def test_letters_are_those_of_whites_points() -> None:
    """§3.2: both colours use White's; y is the bar, z off."""
    assert [sgf.letter(LIGHT, point) for point in (1, 24, 25, 0)] == ["a", "x", "y", "z"]
    assert [sgf.letter(DARK, point) for point in (1, 24, 25, 0)] == ["x", "a", "y", "z"]


def test_a_file_of_gnu_backgammon() -> None:
    """§3.2."""
    match = read(SAMPLE)
    assert (match.players, match.length, match.date, match.crawford, match.jacoby) == (
        ("West", "East"),
        3,
        "2026-11-30",
        True,
        False,
    )
    assert said(match.games[0]) == [
        "light 31 8/5 6/5", "dark 64 24/14", "light 55 8/3(2) 6/1*(2)", "dark 66 dance", "light double 2", "dark pass 2",
    ]  # fmt: skip
    assert match.games[0].result == Result(LIGHT, 1, "passed")


@pytest.mark.parametrize(
    "changed",
    [
        SAMPLE.replace("31hefe", "13fehe"),
        SAMPLE.replace("aggk", "ak"),
        SAMPLE.replace("\n", "\r\n"),
        "\ufeff" + SAMPLE,
        SAMPLE.replace(";B[66]", "(;B[66]").replace("drop])", "drop])(;W[31hefe]))"),  # variations: the first is the game
        SAMPLE.replace(";B[66]", ";B[66]A[0][akab E ver 3 0.5]LU[-inf]C[a \\] b (;W[31\\]) c]"),
        SAMPLE.replace("RE[W+1]", ""),
        SAMPLE.replace("RE[W+1]", "RE[W+1R]"),
        SAMPLE.replace("[drop]", "[pass]"),
    ],
)
def test_variations_that_say_the_same(changed: str) -> None:
    alike(read(changed), read(SAMPLE))


def test_rules_and_money() -> None:
    """§3.2: RU."""
    money = read(SAMPLE.replace("length:3", "length:0").replace("RU[Crawford]", "RU[Jacoby:NoCube]"))
    assert (money.length, money.jacoby, money.cube_cap) == (0, True, 1)
    crawford = read(SAMPLE.replace("RU[Crawford]", "RU[Crawford:CrawfordGame]")).games[0]
    assert crawford.crawford
    told = replace(odd(), length=0, jacoby=True, cube_cap=1, games=(replace(odd().games[1], crawford=False),))
    assert "RU[Jacoby:NoCube]" in sgf.write(told)
    alike(read(sgf.write(told)), told)


def test_a_position_that_is_set() -> None:
    """§3.2: AE, AW, AB, DI, CV, and CP, which the program writes for the specification's CO."""
    head = HEAD + "\n;PL[B]AE[a:y]AW[a:b][f]AB[x][x][y]CV[2]{}[b]\n;B[double];W[take]\n;PL[B]DI[21])"
    for owner in ("CP", "CO"):
        game = read(head.format(owner)).games[0]
        assert game.start == board("white 1:1 2:1 6:1; black 1:2 bar:1")
        assert said(game) == ["dark double 4", "light take 4", "dark 21 ? unsure"]


def test_a_turn_that_nobody_saw_is_told_by_the_side_to_move() -> None:
    setup = "AE[a:y]AW[x][x][m][m][m][m][m][h][h][f][f][f][f][e][e]AB[a][k][l][l][l][l][l][q][q][q][s][s][s][s][s]"
    unseen = read(f"{HEAD}\n;W[31hefe]\n;PL[W]{setup}\n;W[55mhmhhchc])").games[0]
    assert said(unseen) == ["light 31 8/5 6/5", "dark -- ? unsure", "light 55 13/3(2)"]
    stood = read(f"{HEAD}\n;W[31hefe]\n;B[64ab]\n;PL[W]{setup}\n;W[55mhmhhchc])").games[0]
    assert said(stood) == ["light 31 8/5 6/5", "dark 64 24/14", "light 55 13/3(2)"]


WRONG = [
    ("", 1, "expected a game like '(;FF[4]GM[6]…)'"),
    ("()", 1, "expected a game like"),
    ("hello", 1, "expected '(;' before a game's first node"),
    (SAMPLE.replace("GM[6]", "GM[1]"), 1, "expected backgammon, GM[6]"),
    (SAMPLE.replace("RU[Crawford]", "RU[Crawford:Nackgammon]"), 1, "expected backgammon, GM[6]"),
    (SAMPLE.replace("drop])", "drop]"), 5, "expected ')' at the end of the game: the file is cut short"),
    (SAMPLE.replace("drop])", "drop]))"), 4, "expected a game that begins with '(', not ')'"),
    (SAMPLE.replace("drop])", "drop"), 4, "expected a property like W[31hefe], or the end of one, at '[drop'"),
    (SAMPLE.replace("(;FF", "(FF"), 1, "expected ';' before a node's properties"),
    (SAMPLE.replace(";B[66]", ";[66]"), 3, "expected the name of a property before [66]"),
    (SAMPLE.replace("31hefe", "31hefe,"), 2, "expected dice and letters like 31hefe"),
    (SAMPLE.replace("31hefe", "31gefe"), 2, "there is no light checker on 7"),
    (SAMPLE.replace("B[drop]", "B[66]"), 4, "expected dark to take or to drop the double"),
    (SAMPLE.replace("B[drop]", "DI[70]"), 4, "expected two dice, like DI[31], not '70'"),
    (SAMPLE.replace("B[drop]", "CV[x]"), 4, "expected the value of the cube, like CV[2], not 'x'"),
    (SAMPLE.replace("B[drop]", "AE[a-y]"), 4, "expected a place a to y"),
    (SAMPLE.replace("B[drop]", "AE[a:y]AW[f]AB[f]"), 4, "expected 15 checkers a side at most, and on a point those of one side"),
]


@pytest.mark.parametrize(("text", "line", "why"), WRONG)
def test_what_is_none_is_told_by_line_and_nothing_is_imported(text: str, line: int, why: str) -> None:
    assert_refused(read, text, line, why)


@properties
@given(st.integers(0, len(SAMPLE)), st.integers(0, 40), st.text(st.characters(codec="utf-8"), max_size=6))
def test_no_text_raises_anything_else(at: int, length: int, by: str) -> None:
    """A file may be torn anywhere."""
    assert re.fullmatch(r"line \d+|read", outcome(read, SAMPLE[:at] + by + SAMPLE[at + length :]))


# Round trips


def test_games_of_every_odd_kind_are_read_back() -> None:
    back = read(sgf.write(odd()))
    alike(back, odd())
    assert (back.players, back.date, back.event, back.place) == (odd().players, "2026-11-30", "Club", "Tartu: home")


@pytest.mark.parametrize("seed", range(8))
def test_what_we_write_we_read(seed: int) -> None:
    told = simulated(seed, illegal=seed % 2 == 1)
    back = read(sgf.write(told))
    alike(back, told)
    assert sgf.write(back) == sgf.write(told)


def test_an_illegal_play_that_cannot_be_carried_out_is_the_position_that_stood() -> None:
    first = odd().games[0].actions[0]
    assert isinstance(first, Turn)
    impossible = replace(
        first, play=Play(((7, 3, False),)), after=board("white 24:2 13:5 8:3 6:4 5:1; black 24:2 13:5 8:3 6:5"), legal=False
    )  # type: ignore[arg-type]
    told = Match(("Ann", "Ben"), 3, (replace(odd().games[4], score=(0, 0), actions=(impossible,)),))
    assert said(read(sgf.write(told)).games[0]) == ["light 31 6/5 illegal"]


@pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")
@pytest.mark.parametrize(
    "told", [*(simulated(seed, illegal=seed % 2 == 1) for seed in range(4)), odd()], ids=["0", "1", "2", "3", "odd"]
)
def test_what_gnu_backgammon_made_of_ours_is_the_same_match(told: Match, tmp_path: Path) -> None:
    """§3.2: illegal plays, resignations, passes, unfinished games too; a drawn one it knows as unfinished."""
    assert gnubg.PROGRAM
    (tmp_path / "in.sgf").write_text(sgf.write(told), encoding="utf-8")
    (tmp_path / "commands").write_text("load match in.sgf\nsave match out.sgf\n", encoding="utf-8")
    command = [gnubg.PROGRAM, "-t", "-q", "-r", "-b", "-c", "commands"]
    run = subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert not re.search(r"warn|invalid|illegal|unable", run.stdout + run.stderr, re.IGNORECASE)
    back = read((tmp_path / "out.sgf").read_text(encoding="utf-8"))
    known = tuple(replace(game, result=None) if game.result and game.result.winner is None else game for game in told.games)
    alike(back, replace(told, games=known))
    assert back.players == told.players


def test_an_illegal_play_keeps_what_it_was_said_to_be() -> None:
    setup = "AE[a:y]AW[x][x][m][m][m][m][m][h][h][h][f][f][f][e][e]AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]"
    assert said(read(f"{HEAD}\n;W[31fdfe]\n;PL[B]{setup})").games[0]) == ["light 31 6/4 6/5 illegal"]
