"""Something on the board looks like a die and is none: a roll is still a roll."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import DieSeen
from boardcam.rules.position import Side
from tests.referee.stories import Story, opened

LIGHT, DARK = Side.WHITE, Side.BLACK
BLURRED = tuple(0.0 if face in (2, 4) else -0.5 for face in range(1, 7))
TWO = tuple(0.0 if face == 2 else -6.0 for face in range(1, 7))
THING = DieSeen(5.0, 8.5, BLURRED, light=-2.0)
"""In dark's right half, of the colour of his dice."""


def strewn(thing: DieSeen, roll: tuple[int, int] = (6, 4)) -> Story:
    """Dark rolls, and beside his dice lies a thing, which is no hand's to lift."""
    story = opened()
    story.hand(unseen=False, hidden=())
    story.side = DARK
    story.dice = [(LIGHT, thing), story._die(DARK, roll[0], 0), story._die(DARK, roll[1], 1)]
    return story.waits(1.2)


def without(story: Story) -> Story:
    """A hand comes, and the thing is gone."""
    story.dice = story.dice[1:]
    return story.hand(0.4).waits(1.3)


@pytest.mark.parametrize("fps", [30, 12, 5])
def test_what_cannot_be_read_is_none_of_two_that_can(fps: float) -> None:
    story = strewn(THING).plays("24/14").lifts().turn(31, "24/23 13/10")
    assert story.sheet(fps)[2:4] == ["rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


def test_of_three_plain_dice_the_play_tells() -> None:
    story = strewn(replace(THING, faces=TWO)).plays("24/14").lifts()
    assert story.sheet()[-1] == "played dark 64: 24/14 (R85)"


def test_nobody_breaks_the_rules_with_dice_of_which_three_lie_there() -> None:
    """24/13 is no play of 64, and none of 62 or 42 either."""
    story = strewn(replace(THING, faces=TWO)).plays("24/13").lifts()
    assert not [line for line in story.sheet() if line.startswith("illegal")]


def test_what_went_while_the_dice_lay_on_was_none_of_the_roll() -> None:
    story = without(strewn(replace(THING, faces=TWO))).plays("24/13").lifts()
    assert story.sheet()[-1].startswith("illegal dark 64: 24/13")


def test_one_die_and_a_thing_elsewhere_make_no_bad_roll() -> None:
    """R84: it is rather a roll of which one die is not seen."""
    story = strewn(replace(THING, x=10.0, light=0.0))
    story.dice.pop()
    story.moments[-1] = replace(story.moments[-1], dice=tuple(story.dice))
    story = story.waits(1.0).plays("24/14")
    story.dice = []
    said = story.hand(0.4).waits(1.0).said()
    assert "void_roll" not in [verdict.kind for verdict in said]
    assert (said[-1].kind, said[-1].play) == ("played", "24/14")


def test_two_things_are_no_roll() -> None:
    story = strewn(replace(THING, x=10.0, light=0.0))
    story.dice = [story.dice[0], (LIGHT, replace(THING, x=11.5, light=0.0))]
    story.moments[-1] = replace(story.moments[-1], dice=tuple(story.dice))
    assert story.waits(2.0).sheet()[2:] == []


def test_one_where_only_the_other_side_rolls_is_no_half_of_a_roll() -> None:
    story = opened()
    story.hand(unseen=False, hidden=())
    story.dice = [(DARK, replace(THING, x=10.0, faces=TWO, light=0.0))]
    story.waits(2.0).lifts(DARK).rolls(64, DARK).plays("24/14").lifts()
    assert story.sheet()[2:] == ["rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]
