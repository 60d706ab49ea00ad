"""What people do that no rule book expects: each story's sheet is what a good referee at the table would have written."""

from __future__ import annotations

from dataclasses import replace

from boardcam.record.transcript import empty, fold
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import CubeAction
from tests.referee.stories import CIRCLE, Story, ending, line, opened, resumed

LIGHT, DARK = Side.WHITE, Side.BLACK
REST = ["rolled light 31 (R16)", "played light 31: 24/23 13/10 (R85)"]
DARKS = ["rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


def after(story: Story) -> list[str]:
    """What was said after light's opening turn."""
    return story.sheet()[2:]


def test_a_premature_roll_is_taken_back() -> None:
    story = opened().rolls(64).plays("24/14").throws(31, LIGHT).waits(1.0).lifts(LIGHT).lifts(DARK).rolls(31, LIGHT)
    story.plays("24/23 13/10").lifts()
    assert after(story) == [DARKS[0], "premature light 31 (R86)", DARKS[1], *REST]


def test_a_premature_roll_is_played_before_the_opponent_lifts() -> None:
    story = opened().rolls(64).plays("24/14").throws(31, LIGHT).plays("24/23 13/10", LIGHT).lifts(DARK).lifts(LIGHT)
    assert after(story) == [DARKS[0], "premature light 31 (R86)", DARKS[1], REST[1]]
    assert story.said()[-1].why == "light has played; the roll did not count, was played on and not called: it stands"


def test_one_die_is_lifted_and_put_back() -> None:
    story = opened().rolls(64).plays("24/14")
    die = story.dice[0]
    story.lifts(count=1).hand(0.4)
    story.dice.insert(0, die)
    story.hand(0.3).waits(1.0).becomes(opened().position).plays("24/18 13/9").lifts().turn(31, "24/23 13/10")
    assert after(story) == [DARKS[0], "played dark 64: 24/18 13/9 (R85)", *REST]


def test_a_checker_goes_back_and_forth_after_the_lift() -> None:
    story = opened().turn(64, "24/14")
    end = story.position
    story.becomes(opened().plays("24/18", DARK).position).becomes(end).turn(31, "24/23 13/10")
    assert after(story) == [*DARKS, *REST]


def test_both_sides_roll_at_once() -> None:
    story = opened()
    story.hand(unseen=False, hidden=())
    story.side = DARK
    story.dice = [story._die(DARK, 6, 0), story._die(DARK, 4, 1), story._die(LIGHT, 3, 0), story._die(LIGHT, 1, 1)]
    story.waits(1.5).lifts(LIGHT).plays("24/14").lifts(DARK).turn(31, "24/23 13/10")
    assert after(story) == [*DARKS, *REST]


def test_a_stray_hand_for_ten_seconds() -> None:
    story = opened().rolls(64).hand(10.0).waits(1.0).plays("24/14").hand(10.0, hidden=tuple(range(12)), unseen=False).lifts()
    assert after(story.turn(31, "24/23 13/10")) == [*DARKS, *REST]


def test_a_die_drops_off_the_board_and_both_are_thrown_again() -> None:
    story = opened()
    story.hand(unseen=False, hidden=())
    story.dice = [story._die(DARK, 6, 0)]
    story.waits(2.0).lifts(DARK).rolls(64, DARK).plays("24/14").lifts().turn(31, "24/23 13/10")
    assert after(story) == ["void_roll dark (R84)", *DARKS, *REST]
    assert story.said()[2].why == "only one die of dark could be seen; it was taken up unplayed, and dark rolls again"


def test_a_die_that_is_caught_as_it_rolls_off_was_no_roll() -> None:
    story = opened()
    story.hand(unseen=False, hidden=())
    story.dice = [story._die(DARK, 6, 0)]
    story.waits(0.1).lifts(DARK).waits(1.0).rolls(64, DARK).plays("24/14").lifts().turn(31, "24/23 13/10")
    assert after(story) == [*DARKS, *REST]


def test_a_play_is_not_told_while_a_point_of_few_checkers_denies_it() -> None:
    story = opened().rolls(64).plays("24/14")
    played = story.position
    points = list(played.points)
    points[7] -= 1  # one of light's three on the eight point is hidden by a sleeve of its colour
    story.becomes(replace(played, points=tuple(points))).lifts().waits(2.0)
    assert after(story) == DARKS[:1]
    assert after(story.becomes(played).turn(31, "24/23 13/10")) == [*DARKS, *REST]


def test_a_die_that_was_seen_badly_and_is_seen_better_at_once_was_not_thrown_again() -> None:
    story = opened()
    story.hand(unseen=False, hidden=())
    story.dice = [story._die(DARK, 6, 0)]
    story.waits(2.0).lifts(DARK)
    story.dice, story.side = [story._die(DARK, 6, 0), story._die(DARK, 4, 1)], DARK
    assert after(story.waits(1.0).plays("24/14").lifts().turn(31, "24/23 13/10")) == [*DARKS, *REST]


def test_the_opponent_puts_an_illegal_play_right_himself() -> None:
    story = opened().rolls(64).plays("24/15").lifts().waits(1.5).becomes(opened().plays("24/14", DARK).position)
    said = after(story.turn(31, "24/23 13/10"))
    assert [word.split(":")[0] for word in said[:3]] == ["rolled dark 64 (R16)", "illegal dark 64", "corrected dark 64"]
    assert said[3:] == REST


def test_the_cube_is_turned_by_mistake_and_turned_back() -> None:
    story = Story().cubes("middle", 64).opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1)
    story.cubes("middle", 2).waits(1.0).cubes("middle", 64).turn(64, "24/14").turn(31, "24/23 13/10")
    assert after(story) == [*DARKS, *REST]


def test_the_next_game_is_set_up_wrongly_rolled_for_and_put_right() -> None:
    before = "white 1:2; black 1:3"
    story = ending(before, LIGHT).rolls(21, LIGHT).plays("1/off(2)").lifts()
    story.becomes(replace(START, points=(*START.points[:4], 1, 4, *START.points[6:]))).waits(3.0)
    story.opens(light=1, dark=2).waits(1.0).lifts(LIGHT).lifts(DARK).becomes(START).opens(light=1, dark=3).plays("8/5 6/5").lifts()
    said = [line(v) for v in resumed(story, before, LIGHT)[1]]
    assert said[2:] == ["game light (R57)", "unsure (R8)", "unsure (R8)", "opening dark 13 (R11)", "played dark 31: 8/5 6/5 (R85)"]


def test_a_player_moves_out_of_turn_without_a_roll_and_puts_it_back() -> None:
    story = opened().plays("24/23 13/10", LIGHT).waits(5.0).becomes(opened().position).waits(1.0).turn(64, "24/14")
    assert after(story) == ["lost", "warned", *DARKS]


def test_a_player_rolls_out_of_turn() -> None:
    story = opened().throws(52, LIGHT).waits(1.0).lifts(LIGHT).turn(64, "24/14").turn(31, "24/23 13/10")
    assert after(story) == ["rolled light 52 (R16)", "void_roll light 52 (R16)", *DARKS, *REST]
    assert story.said()[3].why == "it is dark's turn: the roll of light does not count"


def test_a_player_rolls_out_of_turn_and_leaves_his_dice_there() -> None:
    story = opened().throws(52, LIGHT).waits(1.0).rolls(64, DARK).plays("24/14").lifts().lifts(LIGHT).turn(31, "24/23 13/10")
    assert after(story) == ["rolled light 52 (R16)", "void_roll light 52 (R16)", *DARKS, *REST]


def test_the_cube_is_laid_on_the_board_by_mistake_and_put_back() -> None:
    story = Story().cubes("middle", 64).opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1)
    story.cubes("board", 2).waits(1.0).cubes("middle", 64).waits(6.0).turn(64, "24/14").turn(31, "24/23 13/10")
    assert after(story) == ["doubled dark (R49)", "unsure (R51)", "doubled dark (R49)", *DARKS, *REST]
    state, said = story.refereed()
    assert [v.legal for v in said if v.kind == "doubled"] == [True, False]
    assert (state.cube.value, state.cube.owner) == (1, None)
    (game,) = fold(said, empty(("Anna", "Ben"), 5, CIRCLE)).games
    assert not any(isinstance(action, CubeAction) for action in game.actions)
