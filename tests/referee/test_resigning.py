"""Resignations: what they cost, who says yes, what says no (62, 66, C9)."""

from __future__ import annotations

import pytest

from boardcam.events import Button, Pressed
from boardcam.referee import referee
from boardcam.referee.state import Phase, Referee
from boardcam.rules.cube import Cube
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed, preset
from tests.referee.stories import CIRCLE, Story, ending, line, opened, resumed

RACE = "white 6:5 5:5 4:5; black 6:5 5:5 4:5"
BACK = "white 6:5 5:5 off:5; black 24:1 6:14"
WHITE, BLACK = Side.WHITE, Side.BLACK
NARDI = preset("nardi-standard")

Press = tuple[Button, Side | None] | tuple[Button, Side | None, int]


def presses(*buttons: Press, position: str = RACE, **how: object) -> tuple[Referee, list[str]]:
    """Light is to roll; what the buttons do."""
    story = ending(position, WHITE)
    story.moments += [Pressed(0.0, *button) for button in buttons]
    state, said = resumed(story, position, WHITE, **how)
    return state, [line(verdict) for verdict in said]


def test_the_winner_accepts_what_is_offered() -> None:
    """R66: a single game unless told."""
    state, said = presses(("resign", BLACK), ("take", WHITE), cube=Cube(2, WHITE))
    assert said == ["offered dark (R66)", "resigned dark (R66)", "game light (R66)"]
    assert state.score.points == (2, 0)
    assert state.last
    assert state.last.why == "light wins 2 points: dark resigned a single game"


@pytest.mark.parametrize(
    ("buttons", "points"),
    [
        ([("resign", BLACK, 2)], 2),
        ([("resign", BLACK, 3)], 3),
        ([("resign", BLACK), ("resign", BLACK)], 2),
        ([("resign", BLACK), ("resign", None), ("resign", BLACK)], 3),
        ([("resign", BLACK)] * 5, 3),
    ],
)
def test_each_press_offers_one_more(buttons: list[Press], points: int) -> None:
    """C9: a gammon or a backgammon is told at once, or by further presses."""
    state, said = presses(*buttons, ("confirm", None))
    assert said[-1] == "game light (R66)"
    assert state.score.points == (points, 0)


def test_what_it_costs_is_shown_and_who_answers() -> None:
    state, _ = presses(("resign", None, 2), cube=Cube(2, WHITE))
    assert state.last
    assert state.last.why == "light resigns a gammon: this costs light 4 points (gammon × 2); dark accepts it or plays on"
    assert referee.status(state).phase == "resigning"


@pytest.mark.parametrize(("button", "side"), [("pass", WHITE), ("pass", None), ("undo", BLACK), ("pass", BLACK)])
def test_the_winner_plays_on_or_the_loser_takes_it_back(button: Button, side: Side | None) -> None:
    state, said = presses(("resign", BLACK), (button, side))
    assert said == ["offered dark (R66)", "declined (R66)"]
    assert (state.phase, state.offer) == (Phase.ROLLING, None)


def test_nobody_answers_his_own_resignation() -> None:
    state, said = presses(("resign", BLACK), ("take", BLACK), ("resign", WHITE))
    assert said == ["offered dark (R66)", "unsure dark (R66)", "unsure light (R66)"]
    assert state.phase is Phase.RESIGNING


def test_more_than_a_game_can_cost_is_not_offered() -> None:
    """R61: where a game counts one at most."""
    state, said = presses(("resign", BLACK, 2), profile=changed(CIRCLE, {"finish": "oin"}))
    assert said == ["unsure dark (R66)"]
    assert state.last
    assert state.last.why == "say what is offered: a single game"


@pytest.mark.parametrize("button", ["resign", "confirm"])
def test_by_the_checkers_the_loser_confirms(button: Button) -> None:
    """R66, C9: this costs 12 points (koks × 4)."""
    state, said = presses(("resign", BLACK), (button, BLACK), position=BACK, cube=Cube(4, BLACK), profile=NARDI)
    assert said == ["offered dark (R66)", "resigned dark (R66)", "game light (R66)", "match light (R70)"]
    assert state.score.points == (12, 0)
    shown, _ = presses(("resign", BLACK), position=BACK, cube=Cube(4, BLACK), profile=NARDI)
    assert shown.last
    assert (
        shown.last.why == "dark resigns koks: this costs dark 12 points (koks × 4); press once more to give the game up, or play on"
    )


def test_by_the_checkers_the_winner_has_no_say() -> None:
    _, said = presses(("resign", BLACK), ("take", WHITE), profile=NARDI)
    assert said == ["offered dark (R66)", "unsure light (R66)"]


def test_who_rolls_plays_on() -> None:
    story = opened().rolls(64).plays("24/14").lifts().presses("resign", BLACK).rolls(52, WHITE)
    assert story.sheet()[4:] == ["offered dark (R66)", "rolled light 52 (R16)"]
    assert story.presses("take", WHITE).refereed()[0].phase is Phase.MOVING


def test_dice_lifted_and_checkers_swept_together_leave_it_waiting() -> None:
    story = opened().rolls(64).presses("resign", BLACK).lifts().becomes(opened().position).presses("take", WHITE)
    assert story.sheet()[3:] == ["offered dark (R66)", "resigned dark (R66)", "game light (R66)"]


def test_who_sets_up_the_next_game_has_accepted() -> None:
    story = ending(RACE, WHITE).presses("resign", BLACK).becomes(START).opens(light=3, dark=1)
    _, said = resumed(story, RACE, WHITE)
    assert [line(verdict) for verdict in said] == [
        "offered dark (R66)",
        "resigned dark (R66)",
        "game light (R66)",
        "opening light 31 (R11)",
    ]


def test_who_doubles_plays_on() -> None:
    _, said = presses(("resign", BLACK), ("double", WHITE))
    assert said == ["offered dark (R66)", "doubled light (R49)"]


def test_a_player_may_resign_instead_of_answering_a_double() -> None:
    state, said = presses(("double", WHITE), ("resign", BLACK, 1), ("pass", None), ("take", None))
    assert said == ["doubled light (R49)", "offered dark (R66)", "declined (R66)", "taken dark (R52)"]
    assert state.cube == Cube(2, BLACK)


def test_a_resignation_is_no_part_of_the_opening() -> None:
    said = Story().presses("resign", WHITE).said()
    assert [(verdict.kind, verdict.why) for verdict in said] == [("unsure", "there is no game to resign")]
