"""A match as players read it: the score sheet, the list, and names that are harmless on any terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

from boardcam.rules.position import Side
from boardcam.rules.transcript import Clock, Game, Incident, Match
from boardcam.show.fitted import fitted, harmless
from boardcam.show.listing import TITLE, Listed, line, listing
from boardcam.show.sheet import WIDTH, sheet
from tests.record.matches import odd, simulated

LIGHT, DARK = Side.WHITE, Side.BLACK
INCIDENTS = (
    Incident(2, "void_roll", DARK, (6, 4), None, "R84", "A die leans.", 12.0),
    Incident(5, "illegal", DARK, (6, 4), "24/13", "R17", "24/13 is 11 pips, the roll has 10."),
    Incident(9, "camera", why="The board was not seen."),
)


def test_the_sheet() -> None:
    told = replace(odd(), players=("Ann", "Ben"), clock=Clock(12, 840), cube_cap=64, source="a")
    assert (
        "\n".join(sheet(told, INCIDENTS, "Match 12: "))
        == """\
Match 12: Ann (light) – Ben (dark), match to 7
2026-11-30, Club, Tartu: home
Rules: circle-match; cube up to 64; clock: 12 s a turn and 14 min each; from a

Game 1 (0–0)
     Ann                                  Ben
   1 3-1: 8/5 6/5                       2 6-4: 24/14
     drawn

Game 2 (0–0)
     Ann                                  Ben
   1 3-1: 8/5 6/5                       2 doubles to 2
   3 takes                              4 6-4: 24/14
   5 5-5: 13/3(2)                       6 2-1: not played
     Ann wins 4 points, a gammon (Ben resigns): 4–0
   * Ben 6-4: roll void. A die leans. (R84)

Game 3 (4–0)
     Ann                                  Ben
   1 3-1: 8/5 6/5                       2 dice not seen: play not seen ?
   3 5-5: 13/3(2)                       4 2-1: not played
     Ann wins 1 point (Ben resigns): 5–0

Game 4 (5–0)
     Ann                                  Ben
   1 3-1: 8/5 6/5                       2 doubles to 2
   3 passes
     Ben wins 1 point (Ann passes): 5–1

Game 5 (5–1)
     Ann                                  Ben
   1 3-1: 8/5 6/5                       2 6-4: 24/13 !
     not finished
   * at 2: Ben 6-4 24/13: illegal play. 24/13 is 11 pips, the roll has 10. (R17)

   * camera. The board was not seen.

  ! = illegal, and stood   ? = not sure"""
    )


def test_an_incident_stands_at_what_was_done_next() -> None:
    told = simulated(1)
    times = [action.t for action in told.games[0].actions]
    assert times[3] is not None
    shown = "\n".join(sheet(told, (Incident(1, "void_roll", DARK, t=times[3] - 0.5),)))
    assert "   * at 4: Ben: roll void." in shown


def test_crawford_and_sessions() -> None:
    money = replace(odd(), length=0, jacoby=True, cube_cap=1, variant="caucasian", games=())
    assert next(iter(sheet(money, ()))).endswith("session without a target")
    assert "Rules: circle-match, Caucasian; no cube; Jacoby" in list(sheet(money, ()))
    assert "Game 1 (6–2, Crawford game)" in list(sheet(replace(odd(), games=(Game((6, 2), crawford=True),)), ()))


@pytest.mark.parametrize("seed", range(6))
def test_no_line_is_too_wide(seed: int) -> None:
    told = replace(simulated(seed, illegal=True), players=("A" * 70, "Õ" * 70))
    wide = [row for row in sheet(told, told.incidents) if cell_len(row) > WIDTH]
    assert [row for row in wide if "(light)" not in row and "wins" not in row] == []


LISTED = Listed(12, "2026-11-30", 7, ("Ann", "Ben"), (7, 4), "Club cup", 3, 1, True)


def test_a_line_of_the_list() -> None:
    assert list(listing(iter((LISTED, replace(LISTED, id=3, length=0, finished=False, incidents=0, event=""))))) == [
        TITLE,
        "   12  2026-11-30   7  Ann 7-4 Ben                       Club cup      3! 1?",
        "    3  2026-11-30   -  Ann 7-4 Ben                                     1? …",
    ]
    assert list(listing(iter(()))) == []


@pytest.mark.parametrize("name", ["A" * 60, "字" * 40, "🎲" * 30, "é" * 30, ""])
def test_a_line_fits_the_terminal_whatever_the_names(name: str) -> None:
    long = replace(LISTED, players=(name, name), event=name, score=(15, 13), incidents=12, doubts=10, finished=False, id=99999)
    assert cell_len(line(long)) <= WIDTH
    at = cell_len(line(long)[: line(long).index("12!")])
    assert at == cell_len("   12  2026-11-30   7  Ann 7-4 Ben                       Club cup      ")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b[2J\x1b]0;owned\x07Ann", "�[2J�]0;owned�Ann"), ("Ann\nBen", "Ann Ben"), ("\u202enehB", "�nehB"), ("A\x00b", "A�b"),
        ("Õie Müller", "Õie Müller"), ("\ud800", "�"),
    ],
)  # fmt: skip
def test_names_do_nothing_to_a_terminal(name: str, shown: str) -> None:
    assert harmless(name) == shown
    told = Match((name, "Ben"), 7, odd().games, event=name)
    assert "\x1b" not in "\n".join(sheet(told, (Incident(1, "illegal", LIGHT, play=name, why=name),)))


def test_cut_names_say_so() -> None:
    assert fitted("Annabella", 5) == "Anna…"
    assert cell_len(fitted("字字字字", 6)) == 6
