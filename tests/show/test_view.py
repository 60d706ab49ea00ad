"""What the players are told, in words."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import get_args

import pytest
from rich.console import Console

from boardcam.events import Kind, Status, Verdict
from boardcam.rules.clock import Change, Control, fold
from boardcam.rules.position import START, Position, Side
from boardcam.rules.sentence import sentence
from boardcam.show.languages import CODES, language
from boardcam.show.ruling import WORDS, ruling
from boardcam.show.terminal import LiveScreen, PlainScreen, match_panel
from boardcam.show.text import board
from boardcam.show.view import HEADLINES, view

LIGHT, DARK = Side.WHITE, Side.BLACK
STATUS = Status("to play", ("Ann", "Ben"), 7, (3, 5), position=START, turn=LIGHT)
WRONG = Verdict(61.25, 63, "illegal", LIGHT, (6, 1), "13/7 8/6", None, False, "R23", "the 6 had to be played")


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_verdict_has_words(kind: Kind) -> None:
    verdict = Verdict(1, 1, kind, LIGHT, (6, 1), "13/7 8/7", why="so it is", rule="R1")
    assert kind in HEADLINES
    assert kind in WORDS
    for words in (view(replace(STATUS, verdict=verdict)).headline, ruling(verdict, ("Ann", "Ben"))):
        assert words.strip()
        assert "{" not in words
    bare = Verdict(1, 1, kind)
    assert "None" not in view(replace(STATUS, verdict=bare)).headline + ruling(bare, ("Ann", "Ben"))


def test_a_double_that_waits_is_told_although_the_play_before_it_was_told_after_it() -> None:
    played = Verdict(1, 1, "played", DARK, (5, 3), "8/3 6/3", legal=True, rule="R85", why="dark has lifted his dice")
    shown = view(replace(STATUS, phase="doubled", verdict=played, dice=None, cube=2))
    assert (shown.headline, shown.why, shown.status.verdict and shown.status.verdict.rule) == (
        "Double to 4",
        "light doubles to 4",
        "R49",
    )
    assert view(replace(STATUS, verdict=played)).headline == "8/3 6/3"


def test_what_is_put_right_and_is_no_play_is_not_called_one() -> None:
    back = Verdict(1, 1, "corrected", DARK, why="the turn of dark is taken back", rule="R87")
    assert ruling(back, ("Ann", "Ben")).endswith("put right: the turn of dark is taken back [R87]")
    assert "Ben corrects it to 13/7" in ruling(replace(back, play="13/7"), ("Ann", "Ben"))


def test_the_score_line() -> None:
    assert view(STATUS).score_line == "Ann 3 – 5 Ben (to 7)"
    assert view(replace(STATUS, crawford=True)).match == "to 7, Crawford"
    assert view(replace(STATUS, length=0)).match == "money"


def test_a_double_names_what_it_doubles_to() -> None:
    """The cube is turned when it is taken."""
    doubled = Verdict(1, 1, "doubled", DARK)
    assert view(replace(STATUS, verdict=doubled, cube=2, owner=DARK)).headline == "Double to 4"
    assert view(replace(STATUS, verdict=replace(doubled, legal=False))).headline == "No double"
    assert view(replace(STATUS, verdict=replace(doubled, kind="taken"), cube=4)).headline == "Taken: 4"


def test_the_cube_names_its_owner() -> None:
    assert view(STATUS).cube == "1"
    assert view(replace(STATUS, cube=4, owner=DARK)).cube == "4 Ben"


@pytest.mark.parametrize(
    ("kind", "legal", "signal"),
    [
        ("played", True, "legal"), ("played", False, "illegal"), ("played", None, "ask"), ("illegal", False, "illegal"),
        ("corrected", True, "legal"), ("unsure", None, "ask"), ("rolled", None, "off"), ("void_roll", None, "off"),
    ],
)  # fmt: skip
def test_the_light_follows_from_the_ruling(kind: Kind, legal: bool | None, signal: str) -> None:
    assert view(replace(STATUS, verdict=Verdict(1, 1, kind, LIGHT, legal=legal))).signal == signal


@pytest.mark.parametrize(
    ("bronstein", "t", "clocks"),
    [
        (False, 100, ("14:00 +12", "14:00")), (False, 104.5, ("14:00 +8", "14:00")), (False, 112, ("14:00", "14:00")),
        (False, 112.5, ("14:00", "14:00")), (False, 173, ("12:59", "14:00")), (False, 951.5, ("0:01", "14:00")),
        (False, 952, ("0:00", "14:00")), (True, 100, ("14:12", "14:12")), (True, 173, ("12:59", "14:12")),
    ],
)  # fmt: skip
def test_the_clocks_stand_as_they_do_at_that_time(bronstein: bool, t: float, clocks: tuple[str, str]) -> None:
    control = Control(12, 840, bronstein)
    status = replace(STATUS, clock=fold(control, [Change(100, "runs", LIGHT)]))
    assert view(status, t).clock == clocks
    assert view(STATUS, t).clock is None


def test_the_terminal_shows_the_clocks() -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(match_panel(view(replace(STATUS, clock=fold(Control(12, 840), []))), ()))
    assert "clock 14:00 and 14:00" in console.export_text()


def test_rulings_give_reason_and_rule_where_there_is_something_to_explain() -> None:
    assert ruling(WRONG, ("Ann", "Ben")) == "  1:01.2  Ann plays 13/7 8/6: illegal: the 6 had to be played [R23]"
    played = replace(WRONG, kind="played", legal=True, rule="R85", why="dice lifted")
    assert ruling(played, ("Ann", "Ben")) == "  1:01.2  Ann plays 13/7 8/6"


def test_a_tied_opening_roll_has_no_starter() -> None:
    tie = Verdict(2, 2, "opening", None, (3, 3), why="a tie", rule="R11")
    assert ruling(tie, ("Ann", "Ben")).endswith("both roll 3-3: a tie, roll again")
    assert view(replace(STATUS, verdict=tie)).headline == "Tie: roll again"


def test_a_drawn_game_has_no_winner() -> None:
    """R67."""
    drawn = Verdict(2, 2, "game", None, why="both have borne off", rule="R67")
    assert ruling(drawn, ("Ann", "Ben")) == "  0:02.0  the game is drawn: both have borne off [R67]"
    assert view(replace(STATUS, verdict=drawn)).headline == "A draw"


def test_the_starting_position_as_text() -> None:
    assert board(START) == (
        "+13-14-15-16-17-18-+-----+19-20-21-22-23-24-+\n"
        "| O           X    |     | X              O |\n"
        "| O           X    |     | X              O |\n"
        "| O           X    |     | X                |\n"
        "| O                |     | X                |\n"
        "| O                |     | X                |\n"
        "|                  | BAR |                  |\n"
        "| X                |     | O                |\n"
        "| X                |     | O                |\n"
        "| X           O    |     | O                |\n"
        "| X           O    |     | O              X |\n"
        "| X           O    |     | O              X |\n"
        "+12-11-10--9--8--7-+-----+-6--5--4--3--2--1-+"
    )


def test_tall_points_bar_and_off_show_numbers() -> None:
    text = board(Position((0,) * 5 + (11,) + (0,) * 17 + (-7,), (1, 3), (3, 5)))
    assert "11" in text
    assert " 7 " in text
    assert "X off 5" in text.splitlines()[1]
    assert "O off 3" in text.splitlines()[-2]


def test_lines_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with PlainScreen(("Ann", "Ben")) as screen:
        screen.show(view(replace(STATUS, verdict=WRONG)), (WRONG,))
        screen.at(5.0)
    assert capsys.readouterr().out == ruling(WRONG, ("Ann", "Ben")) + "\n"


def test_a_live_picture_in_a_terminal() -> None:
    console = Console(force_terminal=True, width=110, record=True, file=open("/dev/null", "w"))  # noqa: SIM115
    with LiveScreen(("Ann", "Ben"), 100.0, console) as screen:
        screen.show(view(replace(STATUS, verdict=WRONG)), (WRONG,))
        screen.at(50.0)
    console.print(match_panel(view(replace(STATUS, verdict=WRONG)), ("a line",)))
    told = console.export_text()
    assert "Illegal play" in told
    assert "Ann 3 – 5 Ben (to 7) · cube 1" in told
    assert "50%" in told
    console.file.close()


def test_a_reason_does_not_say_the_headline_again() -> None:
    why = sentence("roll again: {why}", why=sentence("a die does not lie flat"))
    status = replace(STATUS, needs="again", verdict=Verdict(1, 2, "void_roll", Side.BLACK, (6, 1), why=why))
    for code in CODES:
        shown = view(status, 0.0, language(code))
        assert not shown.why.casefold().startswith(shown.headline.casefold()), code
