"""A game whose end nobody saw: its loser says who won it, while the next one is set up or opened."""

from __future__ import annotations

import pytest

from boardcam.events import Pressed, Verdict
from boardcam.referee.state import Referee
from boardcam.rules.position import START, Side
from tests.boards import board
from tests.referee.stories import Story, line, resumed

MIDDLE = "white 20:2 16:2 10:3 7:4 4:4; black 20:3 15:4 10:3 4:5"


def broken(*buttons: tuple[Side | None, int | None], length: int = 5, opened: bool = False) -> tuple[Referee, list[Verdict]]:
    """In the middle of a game the next one is set up, and somebody presses resign."""
    story = Story(length=length)
    story.position, story.moments, story.side = board(MIDDLE), [], Side.BLACK
    story.waits(1.0).becomes(START)
    for side, value in buttons:
        story.moments.append(Pressed(0.0, "resign", side, value))
        story.waits(0.5)
    if opened:
        story.opens(light=3, dark=1)
    return resumed(story, MIDDLE, Side.WHITE)


def test_who_has_lost_says_so() -> None:
    state, said = broken((Side.BLACK, None))
    assert [line(verdict) for verdict in said] == ["unsure", "game light (R66)"]
    assert said[-1].why == "light wins 1 point: dark says that he has lost"
    assert state.score.points == (1, 0)
    assert state.winner is Side.WHITE


def test_it_may_have_been_a_gammon() -> None:
    assert broken((Side.WHITE, 2))[0].score.points == (0, 2)


def test_it_may_have_been_the_match() -> None:
    state, said = broken((Side.WHITE, 3), length=3)
    assert [verdict.kind for verdict in said] == ["unsure", "game", "match"]
    assert state.phase.value == "match over"


def test_it_is_said_once() -> None:
    state, said = broken((Side.BLACK, None), (Side.BLACK, None))
    assert said[-1].why == "there is no game to resign"
    assert state.score.points == (1, 0)


def test_nobody_knows_who_presses_without_a_side() -> None:
    assert broken((None, None))[1][-1].why == "who has lost the last game must press"


@pytest.mark.parametrize("opened", [False, True])
def test_unsaid_the_next_game_is_played_at_the_old_score(opened: bool) -> None:
    state, said = broken(opened=opened)
    assert state.score.points == (0, 0)
    assert said[0].why.endswith("its loser presses resign, or enter who has won")


SAVED = "white 1:2 off:13; black 12:1 6:6 5:4 4:4"
"""Light may bear off its last two; dark, if it is to roll, may save the gammon first."""


@pytest.mark.parametrize(("to_roll", "told"), [(Side.WHITE, ["unsure light", "game light (R58)"]), (Side.BLACK, ["unsure"])])
def test_a_gammon_that_may_have_been_saved_unseen_is_not_told(to_roll: Side, told: list[str]) -> None:
    story = Story(length=5)
    story.position, story.moments, story.side = board(SAVED), [], Side.BLACK
    said = resumed(story.waits(1.0).becomes(START), SAVED, to_roll)[1]
    assert [line(verdict) for verdict in said] == told
