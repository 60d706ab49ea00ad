"""Games as a score sheet: what is played, what is written down."""

from __future__ import annotations

import pytest

from boardcam.geometry import Seating
from boardcam.referee import missed, opening, referee
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed, preset
from tests.boards import board
from tests.referee.stories import CIRCLE, Story, ending, line, opened, resumed


@pytest.mark.parametrize("seating", Seating)
def test_turns_are_written_down_from_every_seat(seating: Seating) -> None:
    story = opened(seating=seating).turn(64, "24/14").turn(55, "8/3(2) 6/1*(2)").turn(63, "")
    assert story.sheet() == [
        "opening light 31 (R11)",
        "played light 31: 8/5 6/5 (R85)",
        "rolled dark 64 (R16)",
        "played dark 64: 24/14 (R85)",
        "rolled light 55 (R16)",
        "played light 55: 8/3(2) 6/1*(2) (R85)",
        "rolled dark 63 (R16)",
        "danced dark 63 (R34)",
    ]


def test_ties_are_rolled_again() -> None:
    story = Story().opens(light=4, dark=4).lifts(Side.WHITE).lifts(Side.BLACK).opens(light=2, dark=6).plays("24/18 13/11")
    assert story.lifts().sheet() == ["opening 44 (R11)", "opening dark 26 (R11)", "played dark 62: 24/18 13/11 (R85)"]


def test_the_position_after_stands_in_the_verdict() -> None:
    played = opened().said()[-1]
    assert played.xgid == "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:5:10".replace("-b----E-C", "-b---BD-B")
    assert played.evidence.legal[0] == "8/5 6/5"
    assert played.evidence.before is not None
    assert played.margin is not None
    assert played.margin > 3
    assert played.legal


def test_a_play_may_be_changed_before_the_dice_are_lifted() -> None:
    story = opened().rolls(64).plays("24/14")
    story.becomes(opened().position).plays("24/18 13/9").lifts()
    assert story.sheet()[-1] == "played dark 64: 24/18 13/9 (R85)"


def test_a_nudged_die_is_not_lifted() -> None:
    story = opened().rolls(64).nudges().plays("24/14")
    assert story.sheet()[-1] == "rolled dark 64 (R16)"
    assert story.lifts().sheet()[-1] == "played dark 64: 24/14 (R85)"


def test_a_die_under_a_hand_is_not_lifted() -> None:
    assert opened().rolls(64).plays("24/14").hand(5.0).waits().sheet()[-1] == "rolled dark 64 (R16)"


def test_one_die_lifted_is_not_the_end_where_both_count() -> None:
    assert opened().rolls(64).plays("24/14").lifts(count=1).sheet()[-1] == "rolled dark 64 (R16)"
    either = changed(CIRCLE, {"lift": "either"})
    assert opened(profile=either).rolls(64).plays("24/14").lifts(count=1).sheet()[-1] == "played dark 64: 24/14 (R85)"


def test_a_game_is_won_and_the_next_is_set_up_from_other_seats() -> None:
    story = ending("white 1:2; black 1:3", Side.WHITE).rolls(21, Side.WHITE).plays("1/off(2)").lifts().becomes(START)
    story.opens(light=1, dark=2).plays("13/11 6/5").lifts()
    state, said = resumed(story, "white 1:2; black 1:3", Side.WHITE)
    assert [line(verdict) for verdict in said] == [
        "rolled light 21 (R16)",
        "played light 21: 1/off(2) (R85)",
        "game light (R57)",
        "opening dark 12 (R11)",
        "played dark 21: 13/11 6/5 (R85)",
    ]
    assert referee.status(state).score == (1, 0)


@pytest.mark.parametrize(
    ("position", "points", "rule"),
    [
        ("white 2:1; black 1:2 off:13", 1, "R57"),
        ("white 2:1; black 6:15", 2, "R58"),
        ("white 2:1; black 24:1 6:14", 3, "R59"),
        ("white 2:1; black bar:1 6:14", 3, "R59"),
    ],
)
def test_what_a_game_is_worth(position: str, points: int, rule: str) -> None:
    story = ending(position, Side.WHITE).rolls(62, Side.WHITE).plays("2/off")
    state, said = resumed(story, position, Side.WHITE)
    assert line(said[-1]) == f"game light ({rule})"
    assert referee.status(state).score == (points, 0)


def test_the_match_is_over_when_a_side_has_its_points() -> None:
    story = ending("white 1:1; black 6:15", Side.WHITE).rolls(62, Side.WHITE).plays("1/off").becomes(START).opens(light=1, dark=2)
    story.length = 2
    state, said = resumed(story, "white 1:1; black 6:15", Side.WHITE)
    assert line(said[-1]) == "match light (R70)"
    assert referee.status(state).phase == "match over"


def test_where_the_loser_starts_he_rolls_two_dice() -> None:
    profile = preset("nardi-standard")
    story = ending("white 1:1; black 1:2", Side.WHITE)
    story.profile = profile
    story.rolls(62, Side.WHITE).plays("1/off").lifts().becomes(START)
    story.rolls(66, Side.BLACK).plays("24/18(2) 13/7(2)").lifts()
    _, said = resumed(story, "white 1:1; black 1:2", Side.WHITE, starter=Side.WHITE)
    assert [line(verdict) for verdict in said[3:]] == ["rolled dark 66 (R16)", "played dark 66: 24/18(2) 13/7(2) (R85)"]


@pytest.mark.parametrize(
    "lying", [((1, 5, 0), (-1, 2, 0)), ((1, 5, 0), (1, 2, 1)), ((1, 5, 0),)], ids=["a half each", "one half", "one"]
)
def test_dice_that_lie_there_when_the_camera_is_switched_on_are_no_opening_roll(lying: tuple[tuple[int, int, int], ...]) -> None:
    """R11: with one in each half they look like one, until they are taken up with nothing played."""
    story = Story()
    story.moments.clear()
    story.dice = [story._die(Side(side), face, nth) for side, face, nth in lying]
    story.waits(3.0).hand()
    story.dice = []
    story.waits(1.0).opens(3, 1).plays("8/5 6/5").lifts().lifts(Side.BLACK, 1).turn(64, "24/14")
    sheet = story.sheet()
    if len({side for side, *_ in lying}) == 2:
        assert sheet.pop(0) == "opening light 52 (R11)"
    assert sheet == [
        "opening light 31 (R11)", "played light 31: 8/5 6/5 (R85)", "rolled dark 64 (R16)", "played dark 64: 24/14 (R85)",
    ]  # fmt: skip


def test_each_may_throw_his_die_anew_after_the_other() -> None:
    story = Story().opens(5, 2).lifts().lifts(Side.BLACK, 1).hand()
    story.dice = [story._die(Side.WHITE, 3, 0)]
    story.waits(0.9).hand()
    story.dice.append(story._die(Side.BLACK, 1, 0))
    story.side, story.roll = Side.WHITE, (3, 1)
    story.waits(0.9).plays("8/5 6/5").lifts()
    assert story.sheet() == ["opening light 52 (R11)", "opening light 31 (R11)", "played light 31: 8/5 6/5 (R85)"]


def test_who_takes_his_opening_roll_up_unplayed_has_passed_if_the_other_side_rolls() -> None:
    story = Story().opens(5, 2).lifts().lifts(Side.BLACK, 1).rolls(64, Side.BLACK)
    assert story.sheet() == ["opening light 52 (R11)", "rolled dark 64 (R16)", "illegal light 52 (R22)"]


def test_nobody_looks_for_the_beginning_of_a_game_in_its_midst(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would cost a tenth of a second each time the board rests."""
    monkeypatch.setattr(missed, "explained", lambda *_: pytest.fail("looked for it"))
    midst = board("white 20:2 13:3 8:2 6:3 5:2 4:3; black 22:2 13:3 8:3 6:3 5:2 4:2")
    story = Story(start=midst).rolls(62, Side.WHITE).lifts().rolls(31, Side.BLACK).lifts()
    assert [said.why for said in story.said()] == [opening.MIDWAY]


def test_a_game_that_is_in_its_midst_is_not_refereed_which_is_said_once_and_the_next_one_is() -> None:
    midst = board("white 20:2 13:3 8:3 6:5 4:2; black 22:2 13:4 8:4 6:3 4:2")
    story = Story(start=midst).rolls(62, Side.WHITE).lifts().rolls(31, Side.BLACK).lifts().becomes(START).waits(3.0).opens(3, 1)
    assert story.sheet() == ["unsure (R8)", "opening light 31 (R11)"]
    assert story.said()[0].why == opening.MIDWAY


def test_a_board_set_up_wrongly_is_refused_with_the_points_named() -> None:
    wrong = board("white 24:2 13:5 8:2 7:1 6:5; black 24:2 13:5 8:3 6:5")
    story = Story(start=wrong).waits(3.0)
    assert story.sheet() == ["unsure (R8)"]
    assert story.said()[0].why == "the starting position is not there: look at light's 7-point, light's 8-point"
    story.opens(light=3, dark=1).lifts(Side.WHITE).lifts(Side.BLACK)
    assert story.sheet()[1:] == ["unsure (R8)"]
    assert story.becomes(START).opens(light=3, dark=1).sheet()[2:] == ["opening light 31 (R11)"]


def test_players_may_insist_on_a_starting_position() -> None:
    wrong = board("white 24:2 13:5 8:2 7:1 6:5; black 24:2 13:5 8:3 6:5")
    story = Story(start=wrong).waits(3.0).presses("confirm").opens(light=3, dark=1)
    assert story.sheet() == ["unsure (R8)", "opening light 31 (R11)"]


def test_a_starting_position_that_reads_badly_is_remarked_on() -> None:
    bad = board("white 24:2 13:6 8:3 6:6; black 24:2 13:5 8:3 6:6 off:0")
    story = Story(start=bad).waits(3.0)
    story.position = START
    assert story.opens(light=3, dark=1).sheet() == ["unsure (R8)", "opening light 31 (R11)"]


def test_an_empty_board_is_waited_for() -> None:
    assert Story(start=board("white ; black ")).waits(5.0).opens(light=3, dark=1).sheet() == ["unsure (R8)"]


def test_the_camera_is_lost_and_comes_back() -> None:
    story = opened().lost(5.0).turn(64, "24/14")
    assert story.sheet()[2:] == ["camera", "camera", "rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


def test_money_games_know_jacoby_and_automatic_doubles() -> None:
    free = preset("circle-free")
    story = Story(profile=free, length=0).opens(light=4, dark=4)
    state, said = story.refereed()
    assert said[-1].why == "a tie: both roll again, the cube stands at 2"
    assert referee.status(state).cube == 2
