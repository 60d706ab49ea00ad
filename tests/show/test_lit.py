"""What the lights of the points show: what a ruling is about, in White's points."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from boardcam.events import Evidence, Kind, Need, Signal, Status, Verdict
from boardcam.rules import xgid
from boardcam.rules.position import START, Position, Side
from boardcam.rules.situation import Situation
from boardcam.show.lit import NEEDS, lit, marks, signal, stands

LIGHT, DARK = Side.WHITE, Side.BLACK
STATUS = Status("to play", ("Ann", "Ben"), 7, position=START, turn=LIGHT)


def shown(verdict: Verdict, **how: object) -> dict[int, str]:
    return dict(marks(replace(STATUS, verdict=verdict, **how)))  # type: ignore[arg-type]


def test_a_play_is_marked_where_it_left_and_came_to() -> None:
    assert shown(Verdict(1, 1, "played", LIGHT, (3, 1), "8/5 6/5", legal=True)) == {8: "from", 6: "from", 5: "to"}
    assert shown(Verdict(1, 1, "played", DARK, (3, 1), "8/5 6/5", legal=True)) == {17: "from", 19: "from", 20: "to"}
    assert shown(Verdict(1, 1, "played", LIGHT, (6, 4), "bar/21 6/off", legal=True)) == {21: "to", 6: "from"}


def test_a_way_through_marks_its_end() -> None:
    assert shown(Verdict(1, 1, "played", DARK, (6, 4), "24/14", legal=True)) == {1: "from", 11: "to"}


def test_a_play_onto_a_blocked_point_is_marked_as_such() -> None:
    before = xgid.format(Situation(position=START, turn=LIGHT))
    verdict = Verdict(1, 1, "illegal", LIGHT, (5, 1), "24/19 8/7", legal=False, evidence=Evidence(before=before))
    assert shown(verdict) == {24: "from", 19: "blocked", 8: "from", 7: "to"}


def test_where_nobody_can_enter_is_blocked() -> None:
    hit = Position((-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, -1, 0, 1), (1, 0), (0, 0))
    assert shown(Verdict(1, 1, "danced", LIGHT, (6, 3)), position=hit) == {19: "blocked"}
    assert shown(Verdict(1, 1, "danced", LIGHT, (6, 6)), position=START) == {}  # nobody is on the bar


@pytest.mark.parametrize("text", ["nonsense", "", None])
def test_what_cannot_be_read_is_not_marked(text: str | None) -> None:
    assert shown(Verdict(1, 1, "illegal", LIGHT, (3, 1), text, legal=False, evidence=Evidence(before="nonsense"))) == {}


def test_what_is_not_seen_is_not_marked() -> None:
    played = Verdict(1, 1, "played", LIGHT, (3, 1), "8/5 6/5", legal=True)
    assert lit(replace(STATUS, verdict=played, seen=False)).marks == ()
    assert lit(replace(STATUS, verdict=replace(played, kind="rolled"))).marks == ()
    assert lit(STATUS).signal == "off"


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_ruling_has_its_signal(kind: Kind) -> None:
    assert signal(replace(STATUS, verdict=Verdict(1, 1, kind, LIGHT))) in get_args(Signal)


def test_what_was_wrong_before_the_board_stood_is_over() -> None:
    complaint = Verdict(1, 1, "unsure", rule="R8", why="the starting position differs on point 6")
    assert signal(replace(STATUS, phase="set up", verdict=complaint)) == "ask"
    assert signal(replace(STATUS, phase="opening roll", verdict=complaint)) == "off"
    assert not stands(replace(STATUS, phase="opening roll", verdict=Verdict(1, 1, "void_roll")))


def test_the_gravest_is_shown() -> None:
    wrong = replace(STATUS, verdict=Verdict(1, 1, "warned", LIGHT), needs="correct")
    assert signal(wrong) == "illegal"
    assert signal(replace(wrong, phase="lost the thread")) == "lost"
    assert signal(replace(wrong, phase="lost the thread", seen=False)) == "camera"
    assert set(NEEDS) == set(get_args(Need)) - {""}
