"""What the page is told of a table: complete, fit for JSON, in the viewer's language."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from boardcam.events import Evidence, Status, Verdict
from boardcam.geometry import Seating
from boardcam.replay.fold import Fold
from boardcam.rules.clock import Clock, Control
from boardcam.rules.position import START, Side
from boardcam.rules.profile import preset
from boardcam.show.view import view
from boardcam.table.scene import Look, Scene, buttons, told, turn_numbers
from tests.table.test_orders import TOLD

STATUS = Status("to play", ("Ann", "Ben"), 7, (1, 2), position=START, turn=Side.WHITE, dice=(6, 3), verdict=TOLD[0])
SCENE = Scene("playing", view(STATUS, 5.0), TOLD, preset("circle-match"), "sim")


def test_it_says_everything_and_is_json() -> None:
    said = json.loads(json.dumps(told(SCENE, "en")))
    assert said["names"] == ["Ann", "Ben"]
    assert said["score"] == [1, 2]
    assert said["board"]["pips"] == [167, 167]
    assert said["turn"] == "light"
    assert said["dice"] == [6, 3]
    assert len(said["text"].splitlines()) == 13
    assert [ruling["n"] for ruling in said["rulings"]] == [5, 4, 3, 2, 1]
    assert said["rulings"][3]["words"] == "Ann plays 24/18 13/10"


def test_an_empty_table_is_one_too() -> None:
    assert told(Scene(), "en")["stage"] == "waiting"
    assert told(Scene(), "en")["rulings"] == []


@pytest.mark.parametrize("code", ["en", "et", "pl", "hu", "tlh", "", "../../etc"])
def test_every_viewer_is_told_in_a_language(code: str) -> None:
    assert told(SCENE, code)["language"] in ("en", code)


def test_turns_are_numbered_as_the_fold_numbers_them() -> None:
    turns = Fold({}, None, TOLD).turns  # type: ignore[arg-type]
    numbers = turn_numbers(TOLD)
    assert numbers == {2: 1, 3: 2, 4: 3, 5: 3}
    assert [turn.number for turn in turns] == [1, 2, 3]


@pytest.mark.parametrize(
    ("seating", "turned", "mirrored"),
    [
        (None, False, False),
        (Seating.BOTTOM_RIGHT, False, False),
        (Seating.BOTTOM_LEFT, False, True),
        (Seating.TOP_LEFT, True, False),
        (Seating.TOP_RIGHT, True, True),
    ],
)
def test_the_board_lies_as_the_camera_sees_it(seating: Seating | None, turned: bool, mirrored: bool) -> None:
    scene = replace(SCENE, view=view(replace(STATUS, seating=seating)))
    said = told(scene, "en")
    assert (said["turned"], said["mirrored"]) == (turned, mirrored)
    said = told(replace(scene, look=Look(turned=False, mirrored=True)), "en")
    assert (said["turned"], said["mirrored"]) == (False, True)


@pytest.mark.parametrize(
    ("phase", "needs", "answers"),
    [
        ("to roll", "", []),
        ("to roll", "correct", ["confirm", "review"]),
        ("to roll", "check", ["confirm"]),
        ("doubled", "answer", ["take", "pass"]),
        ("resigning", "answer", ["take", "pass"]),
        ("to play", "answer", ["take", "pass"]),
        ("lost the thread", "", ["confirm"]),
        ("set up", "", []),
    ],
)
def test_what_answers_a_question(phase: str, needs: str, answers: list[str]) -> None:
    can = buttons(replace(STATUS, phase=phase, needs=needs))  # type: ignore[arg-type]
    assert can["answers"] == answers
    assert not set(can["others"]) & set(answers)


@pytest.mark.parametrize(
    ("change", "may"),
    [({}, True), ({"crawford": True}, False), ({"owner": Side.BLACK}, False), ({"owner": Side.WHITE}, True)],
)
def test_a_double_is_offered_where_there_can_be_one(change: dict[str, object], may: bool) -> None:
    can = buttons(replace(STATUS, phase="to roll", turn=Side.WHITE, **change))  # type: ignore[arg-type]
    assert ("double" in can["others"]) is may


def test_a_clock_is_paused_while_there_is_something_to_play() -> None:
    status = replace(STATUS, clock=Clock(Control(12.0, 120.0), (120.0, 120.0)))
    assert "pause" in buttons(replace(status, phase="to roll"))["others"]
    assert "pause" not in buttons(replace(status, phase="match over"))["others"]


def test_only_the_last_rulings_are_shown() -> None:
    many = tuple(Verdict(float(n), float(n), "rolled", Side.WHITE, (2, 1), evidence=Evidence()) for n in range(100))
    assert [ruling["n"] for ruling in told(replace(SCENE, told=many), "en")["rulings"]] == list(range(100, 60, -1))
