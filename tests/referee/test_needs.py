"""What the game waits for, and what the lights say, while a story is told: never longer than it is so."""

from __future__ import annotations

from itertools import groupby

import pytest

from boardcam.events import Need, Signal
from boardcam.referee import referee
from boardcam.rules.position import Side
from boardcam.rules.profile import changed
from boardcam.show.lit import signal
from tests.referee.stories import CIRCLE, Story, opened
from tests.referee.test_doubt import hidden, hidden_roll, unseen


def told(story: Story) -> list[tuple[Need, Signal]]:
    """What the game needs and the lights show, one after the other, without repeats."""
    state, found = referee.start(story.profile, story.length, ("Anna", "Ben")), []
    for event in story.events():
        state, _ = referee.advance(state, event)
        status = referee.status(state)
        found.append((status.needs, signal(status)))
    return [key for key, _ in groupby(found)]


def needs(story: Story) -> list[Need]:
    return [need for need, _ in groupby(told(story), lambda pair: pair[0])]


def signals(story: Story) -> list[Signal]:
    return [lit for lit, _ in groupby(told(story), lambda pair: pair[1])]


def test_a_legal_play_shines_until_the_next_roll() -> None:
    assert signals(opened().rolls(64)) == ["off", "legal", "off"]


def test_an_illegal_play_shines_until_it_stands() -> None:
    story = opened().rolls(64).plays("24/13").lifts()
    assert signals(story)[-1] == "illegal"
    assert needs(story) == ["", "correct"]
    assert signals(story.rolls(51, Side.WHITE))[-2:] == ["illegal", "off"]


def test_a_lost_camera_hides_an_illegal_play_and_no_longer() -> None:
    story = opened().rolls(64).plays("24/13").lifts().lost().waits(3.0)
    assert signals(story)[-3:] == ["illegal", "camera", "illegal"]


def test_a_bad_roll_is_made_again_until_a_good_one_lies_there() -> None:
    story = opened().rolls(64, flat=-3.0).lifts()
    assert (needs(story), signals(story)[-1]) == (["", "again"], "again")
    assert needs(story.rolls(51, Side.BLACK)) == ["", "again", ""]


def test_a_tie_is_rolled_again() -> None:
    story = Story().opens(light=4, dark=4)
    assert (needs(story), signals(story)[-1]) == (["", "again"], "again")


def test_one_die_of_a_roll_is_no_reason_to_roll_again() -> None:
    story = opened()
    story.rolls(64)
    story.dice = story.dice[:-1]
    assert "again" not in needs(story.waits(2.0))


@pytest.mark.parametrize(("button", "after"), [("take", "to roll"), ("pass", "set up")])
def test_a_double_waits_for_its_answer(button: str, after: str) -> None:
    story = opened().waits().presses("double", Side.BLACK)
    assert told(story)[-1] == ("answer", "ask")
    story.presses(button, Side.WHITE)  # type: ignore[arg-type]
    assert referee.status(story.refereed()[0]).phase == after
    assert told(story)[-1][0] == ""


def test_an_early_roll_waits_for_the_opponents_choice() -> None:
    story = opened(profile=changed(CIRCLE, {"premature_roll": "choice"})).rolls(64).plays("24/18 13/9")
    story.throws(52, Side.WHITE)
    assert told(story)[-1] == ("answer", "ask")
    assert needs(story.presses("take", Side.BLACK))[-1] == ""


def test_an_offered_way_waits_to_be_looked_at() -> None:
    story = hidden(opened(), 31, "8/5 6/5", faces=(0.0,) * 6)  # by 31 or by 11
    story = hidden_roll(story, 64).plays("24/14").lifts()
    assert told(story)[-1] == ("check", "ask")
    assert needs(story.presses("confirm"))[-1] == ""


def test_lost_the_thread_shines_until_it_is_found() -> None:
    story = hidden(opened(), 64, "24/14")
    for roll, text in ((31, "24/20"), (55, "13/3(2)"), (62, "24/18 8/6")):
        story = unseen(story, roll, text)
    assert "lost" in signals(story.turn(21, "13/11 24/23"))
    assert signals(story.turn(31, "8/4").turn(52, "13/8 13/11"))[-1] == "legal"


def test_what_was_said_since_does_not_hide_that_a_roll_is_void() -> None:
    story = opened().rolls(64, flat=-3.0).presses("cup", Side.WHITE)
    assert told(story)[-1] == ("again", "again")
