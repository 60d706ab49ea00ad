"""How turns end where lifting is not the only way: by touching the dice, by the clock, by a button; and what is said of it (85)."""

from __future__ import annotations

from boardcam.events import Verdict
from boardcam.referee import referee
from boardcam.referee.state import Phase
from boardcam.rules.position import Side
from boardcam.rules.profile import changed, preset
from tests.referee.stories import CIRCLE, Story

TOUCH = changed(CIRCLE, {"turn_end": "touch"})
CLOCK = changed(CIRCLE, {"turn_end": "clock"})


def opened(profile: object = TOUCH) -> Story:
    return Story(profile=profile).opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(Side.BLACK, 1)  # type: ignore[arg-type]


def last(story: Story) -> Verdict:
    return [verdict for verdict in story.said() if verdict.kind in ("played", "danced")][-1]


def test_dice_that_are_touched_end_the_turn_where_that_is_the_rule() -> None:
    story = opened().rolls(64).plays("24/14").nudges()
    assert story.sheet()[-1] == "played dark 64: 24/14 (R85)"
    assert last(story).why == "dark has touched his dice"
    assert story.refereed()[0].phase is Phase.ROLLING


def test_shifted_dice_end_no_turn_elsewhere() -> None:
    story = opened(CIRCLE).rolls(64).plays("24/14").nudges()
    assert story.refereed()[0].phase is Phase.MOVING


def test_one_die_lifted_has_touched_them() -> None:
    assert last(opened().rolls(64).plays("24/14").lifts(count=1)).play == "24/14"


def test_dice_touched_and_then_lifted_are_one_turn() -> None:
    story = opened().rolls(64).plays("24/14").nudges().lifts().turn(31, "8/5 6/5")
    assert [line for line in story.sheet() if "played" in line][-2:] == [
        "played dark 64: 24/14 (R85)", "played light 31: 8/5 6/5 (R85)",
    ]  # fmt: skip


def test_the_opponent_may_roll_once_dice_were_touched() -> None:
    story = opened().rolls(64).plays("24/14").nudges().rolls(31)
    assert not any("premature" in line for line in story.sheet())
    assert story.sheet()[-1] == "rolled light 31 (R16)"


def test_dice_touched_while_the_opponent_has_rolled_already_end_the_turn() -> None:
    profile = changed(TOUCH, {"premature_roll": "stands"})
    story = opened(profile).rolls(64).plays("24/14").throws(31, Side.WHITE).nudges()
    assert "played dark 64: 24/14 (R85)" in story.sheet()
    assert story.refereed()[0].side is Side.WHITE


def test_what_ended_the_turn_is_said() -> None:
    clock = Story(profile=CLOCK).opens(light=3, dark=1).plays("8/5 6/5").presses("clock", Side.WHITE).waits(1.0)
    assert last(clock).why == "light has pressed the clock"
    pressed = Story().opens(light=3, dark=1).plays("8/5 6/5").presses("confirm").waits(1.0)
    assert last(pressed).why == "light has said that he has played"
    assert last(Story().opens(light=3, dark=1).plays("8/5 6/5").lifts()).why == "light has lifted his dice"


# --- hints that are locked -----------------------------------------------------------------------------------------------------


def test_locked_hints_are_said_at_the_start_and_refused_at_a_press() -> None:
    story = Story(profile=preset("tournament")).presses("hint", Side.BLACK)
    assert [v.why for v in story.said() if v.rule == "§2.1"] == [
        "hints are locked in this match", "no hints: the rules of this table lock them",
    ]  # fmt: skip
    assert story.said()[-1].side is Side.BLACK


def test_hints_that_are_allowed_are_no_affair_of_the_referee() -> None:
    assert not Story().presses("hint", Side.BLACK).said()


def test_the_state_is_the_same_after_a_refused_hint() -> None:
    state, _ = Story(profile=preset("tournament")).refereed()
    assert referee.status(Story(profile=preset("tournament")).presses("hint").refereed()[0]).phase == state.phase.value
