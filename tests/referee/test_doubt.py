"""Turns that nobody could see: explained with the next, or said to be unsure; the game goes on."""

from __future__ import annotations

from dataclasses import replace

from boardcam.referee.reading import ROWS
from boardcam.rules.position import Side
from tests.referee.stories import Moment, Story, opened

ALL = tuple(range(ROWS))


def hidden(story: Story, roll: int, text: str, rows: tuple[int, ...] = ALL, **how: object) -> Story:
    """A turn of which the dice are seen but, from the first move to the lift, not these rows."""
    story.rolls(roll, **how)  # type: ignore[arg-type]
    seen = len(story.moments)
    story = story.plays(text).lifts() if text else story.lifts()
    for i, moment in enumerate(story.moments[seen:], seen):
        assert isinstance(moment, Moment)
        story.moments[i] = replace(moment, hidden=rows)
    return story


def hidden_roll(story: Story, roll: int) -> Story:
    """A roll that comes to rest before anything else is seen."""
    seen = len(story.moments)
    story.rolls(roll)
    for i, moment in enumerate(story.moments[seen:], seen):
        story.moments[i] = replace(moment, hidden=ALL)  # type: ignore[type-var]
    return story


def test_a_hidden_play_is_told_as_soon_as_it_is_seen() -> None:
    assert hidden(opened(), 64, "24/14").rolls(31).sheet()[3:] == ["rolled light 31 (R16)", "played dark 64: 24/14 (R85)"]


def test_a_hidden_play_is_told_by_the_next_turn() -> None:
    story = hidden_roll(hidden(opened(), 64, "24/14"), 31).plays("24/20").lifts().turn(21, "24/23 13/11")
    assert story.sheet()[3:] == [
        "rolled light 31 (R16)",
        "played dark 64: 24/14 (R85)",
        "played light 31: 24/20 (R85)",
        "rolled dark 21 (R16)",
        "played dark 21: 24/23 13/11 (R85)",
    ]


def test_two_plays_that_end_alike_are_unsure_and_the_game_goes_on() -> None:
    story = hidden(opened(), 31, "8/5 6/5", faces=(0.0,) * 6)  # by 31 or by 11
    story = hidden_roll(story, 64).plays("24/14").lifts().turn(21, "24/23 6/4")
    assert story.sheet()[4:] == ["unsure dark", "unsure light 64", "rolled dark 21 (R16)", "played dark 21: 24/23 6/4 (R85)"]


def test_three_hidden_turns_are_unsure_and_the_board_is_taken_on() -> None:
    story = hidden_roll(hidden(opened(), 64, "24/14"), 31)
    seen = len(story.moments)
    story.plays("24/20").lifts()
    for i, moment in enumerate(story.moments[seen:], seen):
        story.moments[i] = replace(moment, hidden=ALL)  # type: ignore[type-var]
    story = hidden_roll(story, 55)
    story.plays("13/3(2)").lifts().turn(62, "24/18 8/6").turn(21, "13/11 24/23")
    sheet = story.sheet()
    assert "unsure dark 64" in sheet
    assert "unsure light 31" in sheet
    assert sheet[-1] == "played dark 21: 24/23 13/11 (R85)"


def test_a_roll_that_nobody_saw_is_told_by_the_board() -> None:
    story = opened()
    story.side = Side.BLACK
    story.plays("24/13").turn(31, "24/20")
    assert story.sheet()[2:] == ["rolled light 31 (R16)", "played dark 65: 24/13 (R85)", "played light 31: 24/20 (R85)"]


def test_one_die_that_is_never_seen() -> None:
    story = opened()
    story.rolls(65)
    story.dice.pop()
    story.moments.pop()
    assert story.waits(1.2).plays("24/13").lifts().sheet()[2:] == ["played dark 65: 24/13 (R85)"]


def test_one_die_that_leaves_the_board_is_rolled_again_with_the_other() -> None:
    story = opened()
    story.rolls(65)
    story.dice.pop()
    story.moments.pop()
    story.waits(1.2).lifts().rolls(64, Side.BLACK).plays("24/14").lifts()
    assert story.sheet()[2:] == ["rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


def test_dice_that_cannot_be_read_follow_from_the_play() -> None:
    story = opened().rolls(65, faces=(0.0,) * 6).plays("24/13").lifts()
    assert story.sheet()[2:] == ["rolled dark (R16)", "played dark 65: 24/13 (R85)"]
    assert story.said()[-1].why == "dark has lifted his dice; the dice follow from the play"


def test_dice_that_are_read_later_are_told_again() -> None:
    story = opened().rolls(65, faces=(0.0,) * 6)
    side, die = story.dice[-2]
    story.dice[-2] = side, replace(die, faces=tuple(0.0 if n == 6 else -9.0 for n in range(1, 7)))
    assert story.waits(3.0).sheet()[2:] == ["rolled dark (R16)", "rolled dark 65 (R16)"]


def overlooked(story: Story, seconds: float, rows: tuple[int, ...] = ()) -> Story:
    """The dice are not seen for a while though no hand is near."""
    dice, story.dice = story.dice, []
    story._moment(seconds, hidden=rows)
    story.dice = dice
    return story._moment(1.0, hidden=rows)


def test_dice_overlooked_for_a_while_were_not_lifted() -> None:
    story = opened().rolls(64).plays("24/14")
    story.hand(0.5)._moment(1.0, hidden=ALL)
    overlooked(story, 0.7, ALL)
    assert story.sheet()[2:] == ["rolled dark 64 (R16)"]
    assert story.lifts().sheet()[3:] == ["played dark 64: 24/14 (R85)"]


def test_a_turn_decided_too_early_is_taken_back() -> None:
    story = overlooked(opened().rolls(64).plays("24/14"), 2.5)
    assert story.sheet()[3:] == ["played dark 64: 24/14 (R85)", "corrected dark (R85)"]
    story.becomes(opened().position).plays("24/18 13/9").lifts()
    assert story.sheet()[5:] == ["played dark 64: 24/18 13/9 (R85)"]


def test_a_bad_roll_that_cannot_be_told_to_be_played_on_waits() -> None:
    story = opened().rolls(64, flat=-3.0)
    seen = len(story.moments)
    story.plays("24/14").lifts()
    for i, moment in enumerate(story.moments[seen:], seen):
        story.moments[i] = replace(moment, hidden=tuple(range(12)))  # type: ignore[type-var]
    assert story.sheet()[2:] == ["void_roll dark 64 (R84)"]
    assert story.waits().sheet()[3:] == ["played dark 64: 24/14 (R85)"]
