"""Matches as JSON lines: nothing is lost."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.record.match_lines import read, write
from boardcam.rules.play import Play
from boardcam.rules.position import Position, Side
from boardcam.rules.sentence import Sentence, sentence
from boardcam.rules.transcript import Clock, CubeAction, Game, Incident, Match, Result, Turn
from tests.boards import board
from tests.record.matches import assert_refused, odd, outcome, simulated
from tests.rules.corpus import properties


@pytest.mark.parametrize(
    "told", [*(simulated(seed, illegal=seed % 2 == 1) for seed in range(4)), odd()], ids=["0", "1", "2", "3", "odd"]
)
def test_nothing_is_lost(told: Match) -> None:
    """R67: drawn games are kept; and times, doubts, illegal plays, everything."""
    assert read(write(told)) == told


def test_every_field_is_kept() -> None:
    strange = Position((3,) * 24, (1, 2), (20, 0))
    turn = Turn(odd().games[0].actions[0].side, None, Play(), strange, strange, None, 12.345)
    cube = CubeAction(turn.side, "take", 4, 0.5)
    game = Game((3, 4), (turn, cube), Result(turn.side, 8, "resigned", 2), turn.side, True, board("white 1:2; black 2:3"))
    bad = Incident(1, "void_roll", turn.side, (6, 1), "13/7", "R84", "A die leans.", 7.5)
    told = Match(
        ("", "B\nC\u2028D\x85"), 0, (game,), "our club", False, True, 1, "caucasian", "2026-11-30", "19:05", "Cup", "Tartu",
        'base = "circle-free"\ncube_cap = 8\n', Clock(12, 840.5, 0), "file:clip.mp4", (bad, Incident(1, "camera")),
    )  # fmt: skip
    for record in (told, replace(told, cube_cap=None, date=None), replace(told, games=()), replace(told, clock=Clock(2.5))):
        assert read(write(record)) == record


def test_the_lines() -> None:
    lines = [json.loads(line) for line in write(odd()).splitlines()]
    assert lines[0] == {
        "match": 1,
        "players": list(odd().players),
        "length": 7,
        "date": "2026-11-30",
        "event": "Club",
        "place": "Tartu: home",
    }
    assert lines[1] == {"game": 1, "score": [0, 0], "starter": "light"}
    assert lines[2] == {
        "turn": "light", "dice": [3, 1], "moves": [[8, 5], [6, 5]], "play": "8/5 6/5",
        "after": [-2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0, 0, 0, 0],
    }  # fmt: skip
    assert lines[4] == {"result": None, "points": 0, "how": "drawn", "kind": 0}


GOOD = write(odd())
LINES = GOOD.splitlines()


def changed(number: int, **by: object) -> str:
    """The text with a line changed; None takes a key away."""
    line = json.loads(LINES[number - 1]) | by
    line = {key: value for key, value in line.items() if value is not ...}
    return "\n".join([*LINES[: number - 1], json.dumps(line), *LINES[number:]])


WRONG = [
    ("", 1, 'expected a line like {"match": 1'),
    ("{", 1, "expected one JSON object"),
    ("7", 1, "expected an object like {…}"),
    ("{}", 1, 'expected {"match": 1, …} first'),
    (changed(1, match=2), 1, "of another version of boardcam"),
    (changed(1, players=["Ann"]), 1, "not enough values"),
    (changed(1, players=["Ann", 7]), 1, "expected a name, not 7"),
    (changed(1, length="7"), 1, "expected a whole number, not '7'"),
    (changed(1, length=10**30), 1, "expected a whole number, not 1000000"),
    (changed(1, players=["Ann", "\ud800"]), 1, "surrogates not allowed"),
    (changed(1, event="\ud800"), 1, "surrogates not allowed"),
    (changed(1, jacoby=1), 1, '"jacoby" cannot be 1'),
    (changed(1, date=20261130), 1, '"date" cannot be 20261130'),
    (changed(1, length=...), 1, "'length' is missing"),
    ("\n".join([LINES[0], LINES[2]]), 2, 'expected a line with "game"'),
    (changed(3, turn=...), 3, 'expected a line with "game", or "turn", "cube", "result"'),
    (changed(3, turn="white"), 3, 'a side is "light" or "dark", not \'white\''),
    (changed(3, dice=[3]), 3, "expected two dice of 1 to 6, not [3]"),
    (changed(3, dice=[7, 1]), 3, "expected two dice of 1 to 6, not [7, 1]"),
    (changed(3, moves=[[8, 26]]), 3, "a move is between places 0 (off) to 25 (bar)"),
    (changed(3, moves=[8]), 3, "must be an iterable"),
    (changed(3, after=[1, 2]), 3, "a position is 28 numbers, not 2"),
    (changed(3, legal="yes"), 3, "\"legal\" is true, false or null, not 'yes'"),
    (changed(3, t="yes"), 3, "\"t\" is a number of seconds, not 'yes'"),
    ("\n".join([*LINES[:5], LINES[3]]), 6, 'expected a line with "game": the last game is over'),
    (changed(8, cube="beaver"), 8, '"cube" is "double", "take" or "pass", not \'beaver\''),
    (changed(5, how="lost"), 5, '"how" is "borne off"'),
    (changed(1, clock={}), 1, "'delay' is missing"),
    (changed(1, clock={"delay": "12"}), 1, "\"delay\" is a number of seconds, not '12'"),
    ("\n".join([*LINES[:2], '{"incident": "illegal"}']), 3, "'game' is missing"),
    ("\n".join([*LINES[:2], '{"incident": "illegal", "game": 1, "said": {"template": "{x.y}"}}']), 3, '"said" cannot be'),
    ("\n".join([*LINES[:2], '{"incident": "illegal", "game": 1, "said": {"side": "red"}}']), 3, '"said" cannot be'),
    ("\n".join([*LINES[:2], '{"incident": 1, "game": 1}']), 3, "expected a name, not 1"),
]


@pytest.mark.parametrize(("text", "line", "why"), WRONG)
def test_what_is_none_is_told_by_line_and_nothing_is_imported(text: str, line: int, why: str) -> None:
    assert_refused(read, text, line, why)


@properties
@given(st.integers(0, len(GOOD)), st.integers(0, 40), st.text(st.characters(codec="utf-8"), max_size=6))
def test_no_text_raises_anything_else(at: int, length: int, by: str) -> None:
    """A file may be torn anywhere."""
    assert re.fullmatch(r"line \d+|read", outcome(read, GOOD[:at] + by + GOOD[at + length :]))


def test_blank_lines_and_a_byte_order_mark_are_nothing() -> None:
    assert read("\ufeff" + GOOD.replace("\n", "\r\n\r\n")) == odd()


def test_a_reason_comes_back_as_it_can_be_said_in_every_language() -> None:
    why = sentence("{side} has lifted his dice", side=Side.WHITE)
    match = replace(odd(), incidents=(Incident(1, "played", why=why),))
    told = read(write(match)).incidents[0].why
    assert isinstance(told, Sentence)
    assert (told, told.made) == (why, why.made)
    other = read(write(match).replace('"why": "light has', '"why": "nobody has')).incidents[0].why
    assert other == "nobody has lifted his dice", "what is written counts"
    assert not isinstance(other, Sentence)
