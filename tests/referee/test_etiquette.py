"""The manners of the table, rule by rule (83-87 and §1.5)."""

from __future__ import annotations

import pytest

from boardcam.referee import etiquette
from boardcam.referee.infer import ANY
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed, preset
from tests.boards import board
from tests.referee.stories import CIRCLE, Story, ending, line, opened, resumed

RACE = "white 6:5 5:5 4:5; black 6:5 5:5 4:5"


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"flat": -3.0}, "roll again: a die does not lie flat"),
        ({"on_checker": 3.0}, "roll again: a die lies on a checker"),
        ({"half": "wrong"}, "roll again: the dice do not lie in the roller's right half"),
        ({"half": "both"}, "roll again: the dice do not both lie in the roller's right half"),
        ({"x": 6.6}, "roll again: a die does not lie in a half of the board"),
    ],
)
def test_a_bad_roll_is_rolled_again(how: dict[str, object], why: str) -> None:
    story = opened().rolls(64, **how).lifts()
    assert story.sheet()[2:] == ["void_roll dark 64 (R84)"]
    assert story.said()[2].why == why
    assert story.rolls(51, Side.BLACK).plays("13/8 6/5").lifts().sheet()[3:] == [
        "rolled dark 51 (R16)",
        "played dark 51: 13/8 6/5 (R85)",
    ]


def test_a_bad_roll_played_on_and_not_called_stands() -> None:
    story = opened().rolls(64, flat=-3.0).plays("24/14").lifts()
    assert story.sheet()[2:] == ["void_roll dark 64 (R84)", "played dark 64: 24/14 (R85)"]
    assert story.said()[-1].why.endswith("was played on and not called: it stands")


def test_profiles_say_where_dice_may_lie() -> None:
    tournament = changed(preset("tournament"), {"dice": "pairs", "turn_end": "lift"})
    assert opened(profile=tournament).rolls(64, on_checker=3.0).sheet()[-1] == "rolled dark 64 (R16)"
    anywhere = changed(CIRCLE, {"half": "any"})
    assert opened(profile=anywhere).rolls(64, half="both").sheet()[-1] == "rolled dark 64 (R16)"


@pytest.mark.parametrize(
    ("how", "rule"),
    [({"flat": -3.0}, "R84"), ({"half": Side.BLACK}, "R11")],
)
def test_in_the_opening_one_bad_die_means_both_again(how: dict[str, object], rule: str) -> None:
    story = Story().opens(light=5, dark=2, **how)
    assert story.sheet() == [f"void_roll 52 ({rule})"]
    story.lifts(Side.WHITE).lifts(Side.BLACK).opens(light=5, dark=2)
    assert story.sheet()[1:] == ["opening light 52 (R11)"]


def test_the_openers_turn_ends_with_his_own_die() -> None:
    story = Story().opens(light=3, dark=1).lifts(Side.BLACK, 1).plays("8/5 6/5")
    assert story.sheet() == ["opening light 31 (R11)"]
    assert story.lifts().sheet()[1:] == ["played light 31: 8/5 6/5 (R85)"]


def test_a_roll_before_the_lift_is_void() -> None:
    story = opened().rolls(64).plays("24/14").throws(52, Side.WHITE).lifts(Side.WHITE)
    assert story.sheet()[3:] == ["premature light 52 (R86)"]
    story.lifts(Side.BLACK).rolls(52, Side.WHITE)
    assert story.sheet()[4:] == ["played dark 64: 24/14 (R85)", "rolled light 52 (R16)"]


def test_a_premature_roll_may_stand() -> None:
    hasty = changed(CIRCLE, {"premature_roll": "stands"})
    story = opened(profile=hasty).rolls(64).plays("24/14").throws(52, Side.WHITE)
    assert story.sheet()[3:] == ["rolled light 52 (R16)", "played dark 64: 24/14 (R85)"]


def test_rolls_may_overlap_where_both_bear_off() -> None:
    story = ending(RACE, Side.WHITE).rolls(61, Side.WHITE).plays("6/off 6/5").throws(52, Side.BLACK)
    story.lifts(Side.WHITE).plays("5/off 6/4", Side.BLACK).lifts(Side.BLACK)
    _, said = resumed(story, RACE, Side.WHITE)
    assert [line(verdict) for verdict in said] == [
        "rolled light 61 (R16)",
        "rolled dark 52 (R16)",
        "played light 61: 6/off 6/5 (R85)",
        "played dark 52: 6/4 5/off (R85)",
    ]


def test_a_forced_play_may_be_made_after_the_next_roll() -> None:
    start = "white 24:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2; black bar:1 6:14"
    story = ending(start, Side.BLACK).rolls(62, Side.BLACK).throws(51, Side.WHITE)
    _, said = resumed(story, start, Side.BLACK)
    assert [line(verdict) for verdict in said] == ["rolled dark 62 (R16)", "rolled light 51 (R16)", "danced dark 62 (R34)"]


def test_a_closed_out_player_may_leave_his_roll_out() -> None:
    start = "white 24:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2; black bar:1 6:14"
    story = ending(start, Side.BLACK).throws(51, Side.WHITE)
    _, said = resumed(story, start, Side.BLACK)
    assert [line(verdict) for verdict in said] == ["danced dark (R37)", "rolled light 51 (R16)"]


def test_an_illegal_play_is_announced_with_its_reason() -> None:
    story = opened().rolls(64).plays("24/18").lifts()
    verdict = story.said()[-1]
    assert line(verdict) == "illegal dark 64: 24/18 (R23)"
    assert verdict.why.startswith("the 4 had to be played: ")
    assert "nearest legal play" in verdict.why
    assert verdict.legal is False


def test_an_illegal_play_may_be_put_right_before_the_next_roll() -> None:
    story = opened().rolls(64).plays("24/18").lifts().plays("13/9")
    assert story.sheet()[3:] == ["illegal dark 64: 24/18 (R23)", "corrected dark 64: 24/18 13/9 (R87)"]
    assert story.turn(52, "13/8 13/11").sheet()[-1] == "played light 52: 13/8 13/11 (R85)"


def test_an_illegal_play_stands_once_the_opponent_has_rolled() -> None:
    story = opened().rolls(64).plays("24/18").lifts().turn(52, "13/8 13/11").turn(61, "13/7 8/7")
    assert story.sheet()[4:] == [
        "rolled light 52 (R16)",
        "played light 52: 13/8 13/11 (R85)",
        "rolled dark 61 (R16)",
        "played dark 61: 13/7 8/7 (R85)",
    ]


def test_moving_though_nothing_may_be_moved_is_illegal() -> None:
    start = "white 6:2 5:2 4:2 3:2 2:2 1:2 13:3; black bar:1 6:14"
    story = ending(start, Side.BLACK).rolls(62, Side.BLACK).plays("6/4").lifts()
    _, said = resumed(story, start, Side.BLACK)
    assert said[-1].kind == "illegal"


def test_lifting_either_or_both() -> None:
    lying, one = frozenset({1, 2}), frozenset({1, 9})
    assert not etiquette.over(lying, one, CIRCLE)
    assert etiquette.over(lying, frozenset({1, 2}), CIRCLE)
    assert etiquette.over(lying, one, changed(CIRCLE, {"lift": "either"}))
    assert not etiquette.over(lying, frozenset({9}), changed(CIRCLE, {"lift": "either"}))


def test_races_and_close_outs() -> None:
    assert etiquette.racing(board(RACE))
    assert not etiquette.racing(START)
    assert etiquette.closed_out(board("white 6:2 5:2 4:2 3:2 2:2 1:2 13:3; black bar:1 6:14"), Side.BLACK)
    assert not etiquette.closed_out(board("white 6:2 5:2 4:2 3:2 2:2 13:5; black bar:1 6:14"), Side.BLACK)


def test_dice_that_cannot_be_read_force_nothing() -> None:
    before = board("white 24:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2; black bar:1 6:14")
    assert etiquette.forced(before, Side.BLACK, (((6, 2), 0.0),), CIRCLE)
    assert not etiquette.forced(before, Side.BLACK, ANY, CIRCLE)


def test_a_doubtful_roll_taken_up_unplayed_was_void() -> None:
    story = opened().rolls(64, flat=0.5).lifts().rolls(51, Side.BLACK).plays("13/8 6/5").lifts()
    assert story.sheet()[2:] == [
        "rolled dark 64 (R16)",
        "void_roll dark 64 (R84)",
        "rolled dark 51 (R16)",
        "played dark 51: 13/8 6/5 (R85)",
    ]
    assert story.said()[3].why == "roll again: a die does not lie flat, and the roll was taken up unplayed"


def test_a_player_who_rolls_again_unplayed_is_not_taken_for_the_other() -> None:
    story = opened().rolls(64).lifts().rolls(51, Side.BLACK).plays("13/8 6/5").lifts()
    assert story.sheet()[3:] == ["illegal dark 64 (R22)", "rolled dark 51 (R16)", "played dark 51: 13/8 6/5 (R85)"]
