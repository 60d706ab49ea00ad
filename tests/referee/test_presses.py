"""Buttons: cube, resigning, confirming, taking back (49-54, 66, 72)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import Button
from boardcam.referee import referee
from boardcam.referee.state import Phase, Referee
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed
from tests.referee.stories import CIRCLE, Moment, Story, ending, line, opened, resumed

RACE = "white 6:5 5:5 4:5; black 6:5 5:5 4:5"


def presses(*buttons: tuple[Button, Side | None], **how: object) -> tuple[Referee, list[str]]:
    """Light is to roll in a race; what the buttons do."""
    story = ending(RACE, Side.WHITE)
    for button, side in buttons:
        story.presses(button, side)
    state, said = resumed(story, RACE, Side.WHITE, **how)
    return state, [line(verdict) for verdict in said]


def test_a_double_is_taken_and_the_cube_changes_hands() -> None:
    state, said = presses(("double", Side.WHITE), ("take", None))
    assert said == ["doubled light (R49)", "taken dark (R52)"]
    status = referee.status(state)
    assert (status.cube, status.owner, status.phase, status.turn) == (2, Side.BLACK, "to roll", Side.WHITE)


def test_a_double_passed_loses_the_stake_before_it() -> None:
    state, said = presses(("double", None), ("pass", Side.BLACK), cube=Cube(2, Side.WHITE))
    assert said == ["doubled light (R49)", "passed dark (R51)", "game light (R51)"]
    assert state.score.points == (2, 0)


@pytest.mark.parametrize("button", ["take", "pass"])
def test_the_doubler_cannot_answer(button: Button) -> None:
    state, said = presses(("double", None), (button, Side.WHITE))
    assert said[1].startswith("unsure light")
    assert state.phase is Phase.DOUBLED


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ({"cube": Cube(2, Side.BLACK)}, "R50"),
        ({"score": Score(5, (4, 0))}, "R72"),
        ({"profile": changed(CIRCLE, {"cube": "off"})}, "R48"),
    ],
)
def test_who_may_not_double_is_told_why(how: dict[str, object], rule: str) -> None:
    state, said = presses(("double", None), **how)
    assert said == [f"doubled light ({rule})"]
    assert state.last
    assert state.last.legal is False
    assert state.phase is Phase.ROLLING


def test_only_the_side_to_roll_may_double() -> None:
    assert presses(("double", Side.BLACK))[1] == ["doubled dark (R49)"]
    story = opened().rolls(64).presses("double").presses("double", Side.WHITE)
    assert [verdict.why for verdict in story.said()[-2:]] == [
        "the double is void: dark has rolled already",
        "the double is void: dark has not lifted his dice",
    ]


def test_a_roll_before_the_answer_is_void() -> None:
    story = ending(RACE, Side.WHITE).presses("double").rolls(61, Side.WHITE).lifts().presses("take").rolls(52, Side.WHITE)
    _, said = resumed(story, RACE, Side.WHITE)
    assert [line(verdict) for verdict in said[1:]] == ["void_roll light 61 (R49)", "taken dark (R52)", "rolled light 52 (R16)"]


def test_confirming_ends_a_turn() -> None:
    assert opened().rolls(64).plays("24/14").presses("confirm").waits(1.0).sheet()[-1] == "played dark 64: 24/14 (R85)"


def test_a_clock_ends_a_turn_where_there_is_one() -> None:
    clocked = changed(CIRCLE, {"turn_end": "clock"})
    assert opened(profile=clocked).rolls(64).plays("24/14").presses("clock").waits().sheet()[-1] == "played dark 64: 24/14 (R85)"
    assert opened().rolls(64).plays("24/14").presses("clock").waits().sheet()[-1] == "rolled dark 64 (R16)"


def test_what_cannot_be_told_may_be_confirmed() -> None:
    story = opened().rolls(64)
    seen = len(story.moments)
    story.plays("24/14").lifts()
    for i, moment in enumerate(story.moments[seen:], seen):
        assert isinstance(moment, Moment)
        story.moments[i] = replace(moment, hidden=tuple(range(18)))
    assert story.sheet()[-1] == "rolled dark 64 (R16)"
    assert story.presses("confirm").sheet()[-1].startswith("played dark 64: ")
    assert opened().presses("confirm").sheet() == opened().sheet()


def test_a_turn_is_taken_back_and_played_again() -> None:
    story = opened().rolls(64).plays("24/14").lifts().presses("undo")
    assert story.sheet()[3:] == ["played dark 64: 24/14 (R85)", "corrected dark (R87)"]
    story.position = opened().position
    story.plays("24/18 13/9").presses("confirm").waits().turn(21, "13/11 6/5")
    assert story.sheet()[5:] == ["played dark 64: 24/18 13/9 (R85)", "rolled light 21 (R16)", "played light 21: 13/11 6/5 (R85)"]


def test_a_game_that_ended_wrongly_is_taken_back() -> None:
    start = "white 1:1; black 1:2"
    story = ending(start, Side.WHITE).rolls(62, Side.WHITE).plays("1/off").presses("undo")
    state, said = resumed(story, start, Side.WHITE)
    assert [line(verdict) for verdict in said[2:]] == ["game light (R57)", "corrected light (R87)"]
    assert referee.status(state).score == (0, 0)


def test_nothing_to_take_back() -> None:
    assert opened().presses("undo").sheet()[-1] == "corrected light (R87)"
    assert presses(("undo", None))[1] == ["unsure"]


def test_a_press_that_means_nothing_now_is_said_to() -> None:
    story = Story().presses("take").presses("hint").presses("review")
    assert story.said()[0].why == "“take” was pressed, which means nothing now: opening roll"
    assert len(story.said()) == 1
    assert story.position == START
