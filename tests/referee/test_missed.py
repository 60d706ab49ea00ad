"""Turns that nobody saw, neither roll nor play: one or two are found by what the board shows, and nothing is invented."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from boardcam.events import OFF_LIGHT, BoardRested, DiceLifted, DiceRested, DieSeen, Verdict
from boardcam.geometry import Seating
from boardcam.referee import missed, referee
from boardcam.referee.infer import ANY
from boardcam.referee.reading import Reading, reading, turned
from boardcam.referee.state import Phase
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed, preset
from tests.boards import board
from tests.referee.stories import CIRCLE, ROWS, Moment, Story, ending, line, opened, resumed, table

LIGHT, DARK = Side.WHITE, Side.BLACK


def unseen(story: Story, *acts: Callable[[Story], Story]) -> Story:
    """What is done meanwhile is hidden by a hand over everything."""
    first = len(story.moments)
    for act in acts:
        story = act(story)
    for nth in range(first, len(story.moments)):
        moment = story.moments[nth]
        if isinstance(moment, Moment):
            story.moments[nth] = replace(moment, hand=True, hidden=tuple(range(ROWS)), unseen=True, moving=True)
    return story.waits(1.0)


def turn(roll: int, play: str) -> Callable[[Story], Story]:
    return lambda story: story.turn(roll, play)


def sheet(story: Story) -> list[str]:
    """What is said of turns, after the opening."""
    return [line(v) for v in story.said() if v.kind in ("played", "danced", "illegal", "unsure", "lost")][1:]


def last(story: Story, kind: str) -> Verdict:
    return [verdict for verdict in story.said() if verdict.kind == kind][-1]


def test_a_turn_whose_dice_follow_from_the_play() -> None:
    story = unseen(opened(), turn(64, "24/14")).turn(31, "24/23 13/10")
    assert sheet(story) == ["played dark 64: 24/14 (R85)", "played light 31: 24/23 13/10 (R85)"]
    assert [v.why for v in story.said() if v.side is DARK] == ["dark has played; the dice follow from the play"]


def test_a_turn_that_several_rolls_explain_is_unsure_and_the_next_one_is_not() -> None:
    """13/8 may have been 41 or 32."""
    story = unseen(opened(), turn(41, "13/8")).turn(31, "24/23 13/10")
    assert sheet(story) == ["unsure dark", "played light 31: 24/23 13/10 (R85)"]
    doubt = last(story, "unsure")
    assert doubt.xgid is not None
    assert "likeliest is 13/8" in doubt.why


def test_the_likeliest_is_taken_by_one_press() -> None:
    story = unseen(opened(), turn(41, "13/8")).rolls(31, LIGHT)
    doubt = story.said()[-1] if story.said()[-1].kind == "unsure" else last(story, "unsure")
    story.plays("24/23 13/10").lifts().presses("confirm")
    told = [v for v in story.said() if v.kind == "played" and v.side is DARK]
    assert doubt.side is DARK
    assert not told or told[-1].play == "13/8"


def test_two_turns_in_a_row() -> None:
    story = unseen(opened(), turn(64, "24/14"), turn(52, "13/8 24/22")).turn(31, "13/10 14/13")
    said = sheet(story)
    assert said[-1] == "played dark 31: 14/10 (R85)"
    assert [word.split()[1] for word in said[:2]] == ["dark", "light"]
    assert not any("illegal" in word or "lost" in word for word in said)


def test_a_turn_is_not_called_illegal_because_the_next_one_was_missed() -> None:
    """Light's own turn is still undecided when the hand comes that hides dark's."""
    story = Story().opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1).turn(64, "24/14").rolls(52).plays("13/8 24/22")
    story = unseen(story, lambda story: story.lifts(), turn(31, "13/10 14/13")).turn(61, "13/7 8/7")
    said = sheet(story)
    assert not any("illegal" in word or "lost" in word for word in said)
    assert said[1:3] == ["played light 52: 24/22 13/8 (R85)", "played dark 31: 14/10 (R85)"]
    assert said[-1] == "played light 61: 13/7 8/7 (R85)"


def test_nor_because_the_next_two_were() -> None:
    story = Story().opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1).turn(64, "24/14").rolls(52).plays("13/8 24/22")
    story = unseen(story, lambda s: s.lifts(), turn(31, "14/10"), turn(61, "13/7 8/7")).turn(42, "8/4 6/4")
    said = sheet(story)
    assert not any("illegal" in word or "lost" in word for word in said)
    assert said[1] == "played light 52: 24/22 13/8 (R85)"
    assert said[-1] == "played dark 42: 8/4 6/4 (R85)"


def test_an_illegal_play_is_still_one() -> None:
    story = opened().rolls(64).plays("24/15").lifts().waits(1.0)
    assert sheet(story)[-1].startswith("illegal dark 64")


def test_where_dice_are_shared_the_board_says_whose_roll_it_is() -> None:
    profile = replace(preset("nardi-standard"), first_move="roll")
    story = Story(profile=profile).opens(light=3, dark=1).plays("8/5 6/5").lifts(count=1).lifts(DARK, 1)
    story = unseen(story, turn(64, "24/14")).turn(31, "24/23 13/10")
    assert sheet(story) == ["played dark 64: 24/14 (R85)", "played light 31: 24/23 13/10 (R85)"]


def test_the_opening_roll_and_the_first_turn() -> None:
    story = unseen(Story(), lambda story: story.opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1)).turn(64, "24/14")
    said = [line(v) for v in story.said()]
    assert said == ["played light 31: 8/5 6/5 (R85)", "rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]
    assert story.refereed()[0].starter is LIGHT


def test_the_whole_start_of_a_game() -> None:
    """Not even the starting position was seen."""
    story = Story()
    story.moments.clear()
    story = unseen(story, lambda s: s.opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1)).turn(64, "24/14")
    assert [line(v) for v in story.said()][-1] == "played dark 64: 24/14 (R85)"


def test_a_board_set_up_wrongly_is_no_game() -> None:
    story = Story()
    wrong = replace(START, points=(*START.points[:4], 1, 4, *START.points[6:]))
    story.becomes(wrong).waits(9.0)
    assert story.refereed()[0].phase in (Phase.SETUP, Phase.OPENING)


def test_a_double_tells_that_a_turn_was_missed() -> None:
    """Light doubles by a press; dark's turn before it was hidden."""
    story = unseen(opened(), turn(64, "24/14")).presses("double", LIGHT).waits(0.5).presses("take", DARK).turn(31, "24/23 13/10")
    assert [line(v) for v in story.said()][2:] == [
        "played dark 64: 24/14 (R85)", "doubled light (R49)", "taken dark (R52)", "rolled light 31 (R16)",
        "played light 31: 24/23 13/10 (R85)",
    ]  # fmt: skip


def test_a_double_that_was_pressed_before_the_board_was_read() -> None:
    story = unseen(opened(), turn(64, "24/14"))
    story.moments[-1] = replace(story.moments[-1], seconds=0.1)  # type: ignore[type-var]
    story.presses("double", LIGHT).waits(1.0).presses("take", DARK).turn(31, "24/23 13/10")
    assert [line(v) for v in story.said()][2:6] == [
        "doubled light (R49)", "played dark 64: 24/14 (R85)", "doubled light (R49)", "taken dark (R52)",
    ]  # fmt: skip
    assert [v.legal for v in story.said() if v.kind == "doubled"] == [False, True]


def test_a_checker_that_entered_is_enough() -> None:
    story = Story().opens(light=3, dark=1).plays("13/10 24/23").lifts().lifts(DARK, 1).turn(32, "24/22 13/10")
    story = story.turn(64, "24/14").waits(1.0)
    assert missed.caught_up(story.refereed()[0])[1] == ()


def test_who_rolls_after_a_double_is_who_doubled() -> None:
    """Dark's turn, a dance, was hidden: light's cube on the board looked like a double of dark's."""
    before = "white 6:3 5:3 4:3 3:2 2:2 8:2; black bar:1 6:5 8:3 13:6"
    story = Story()
    story.position, story.moments, story.side = board(before), [], DARK
    story.waits(1.0).cubes("middle", 64).cubes("board", 2).waits(1.0).turn(21, "8/5")
    state, said = resumed(story, before, DARK)
    assert [line(v) for v in said] == [
        "doubled dark (R49)", "unsure dark", "taken dark (R52)", "rolled light 21 (R16)", "played light 21: 8/5 (R85)",
    ]  # fmt: skip
    assert (state.cube.owner, state.cube.value) == (DARK, 2)


BARRED = "white 6:3 5:3 4:3 3:2 2:2 8:2; black bar:1 6:5 8:3 13:6"
"""Dark is on the bar and may dance."""


def barred(text: str = BARRED) -> Story:
    """Dark is to roll; the cube has been seen in the middle."""
    story = Story()
    story.position, story.moments, story.side = board(text), [], DARK
    return story.waits(1.0).cubes("middle", 64)


def resumed_sheet(story: Story, text: str = BARRED) -> list[str]:
    return [line(verdict) for verdict in resumed(story, text, DARK)[1]]


def test_who_says_that_he_doubles_and_lays_the_cube_on_the_board_was_to_roll() -> None:
    """Dark's dance was hidden; light's press alone is a void double, with the cube on the board it is one."""
    story = barred().presses("double", LIGHT).cubes("board", 2).presses("take", DARK).cubes("dark", 2).turn(21, "8/5")
    assert resumed_sheet(story) == [
        "doubled light (R49)", "unsure dark", "doubled light (R49)", "taken dark (R52)", "rolled light 21 (R16)",
        "played light 21: 8/5 (R85)",
    ]  # fmt: skip


def test_where_no_roll_is_a_dance_the_cube_on_the_board_does_not_make_a_double_valid() -> None:
    story = barred("white 6:5 8:5 13:5; black 6:5 8:5 13:5").presses("double", LIGHT).cubes("board", 2)
    assert resumed_sheet(story, "white 6:5 8:5 13:5; black 6:5 8:5 13:5") == ["doubled light (R49)"]


def test_who_takes_was_doubled() -> None:
    """By a press, or by the cube: dark was taken for the doubler, for its dance was hidden."""
    by_press = barred().cubes("board", 2).presses("take", DARK)
    by_cube = barred().cubes("board", 2).cubes("dark", 2)
    for story in (by_press, by_cube):
        assert resumed_sheet(story) == ["doubled dark (R49)", "unsure dark", "taken dark (R52)"]


def test_dice_in_the_doubled_sides_half_were_rolled_by_the_doubler() -> None:
    """Alike dice tell by where they lie."""
    story = Alike()
    story.position, story.moments, story.side = board(BARRED), [], DARK
    story.waits(1.0).cubes("middle", 64).cubes("board", 2).turn(21, "8/5")
    assert resumed_sheet(story)[1:3] == ["unsure dark", "taken dark (R52)"]


def test_what_the_doubled_side_rolled_and_played_shows_that_it_had_doubled() -> None:
    """Dark could play whatever it rolled; light's roll seems to lie in the wrong half until light has played it."""
    race = "white 6:5 8:5 13:5; black 6:5 8:5 13:5"
    story = Alike()
    story.position, story.moments, story.side = board(race), [], DARK
    story.waits(1.0).cubes("middle", 64).cubes("board", 2).turn(21, "8/5").waits(1.0)
    assert resumed_sheet(story, race)[1:] == [
        "void_roll dark 21 (R84)", "unsure dark", "taken dark (R52)", "played light 21: 8/5 (R85)",
    ]  # fmt: skip


def test_a_roll_of_which_one_die_was_seen_was_a_dance_if_the_other_side_doubles() -> None:
    story = barred().rolls(65, DARK)
    story.dice.pop()
    moment = story.moments[-1]
    assert isinstance(moment, Moment)
    story.moments[-1] = replace(moment, dice=tuple(story.dice))
    story.lifts().presses("double", LIGHT).presses("take", DARK)
    assert resumed_sheet(story) == ["unsure dark", "doubled light (R49)", "taken dark (R52)"]


def test_two_turns_that_were_hidden_are_found_before_a_double() -> None:
    story = unseen(opened(), turn(64, "24/14"), turn(31, "24/20")).presses("double", DARK)
    assert [line(v) for v in story.said()][2:] == ["played dark 64: 24/14 (R85)", "unsure light", "doubled dark (R49)"]


def test_a_play_after_turns_that_nothing_explains_is_not_called_illegal() -> None:
    """Checkers of both sides had moved before light's roll: what was missed is said to be, and the game goes on from the board."""
    story = opened().becomes(ELSEWHERE).rolls(31, DARK).plays("13/10 9/8").lifts().waits(1.0).turn(21, "8/6 6/5")
    said = story.sheet()[2:]
    assert not any(word.startswith("illegal") for word in said)
    assert said[:6] == ["rolled dark 31 (R16)", "unsure dark", "unsure light", "unsure dark 31", "lost", "rolled light 21 (R16)"]
    assert said[-1] == "played light 21: 8/5 (R85)"


def test_so_does_a_cube_that_is_laid_on_the_board() -> None:
    story = unseen(Story().cubes("middle", 64).opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1), turn(64, "24/14"))
    story.cubes("board", 2).cubes("dark", 2).turn(31, "24/23 13/10")
    assert [line(v) for v in story.said()][2:5] == ["played dark 64: 24/14 (R85)", "doubled light (R49)", "taken dark (R52)"]


def test_a_double_out_of_turn_is_void_where_nothing_was_missed() -> None:
    assert "void: it is dark's turn" in opened().presses("double", LIGHT).said()[-1].why


THROWN = board("white 24:1 20:1 13:4 11:1 8:2 6:4 5:2; black 24:1 21:1 19:1 13:3 9:1 8:3 6:5")
"""Checkers of both sides were thrown about: no two turns lead there from light's 31."""


ELSEWHERE = board("white 24:1 20:1 13:4 11:1 8:2 6:4 5:2; black 24:1 21:1 18:1 13:3 9:1 8:3 6:5")
"""Some turns later."""


def test_where_no_turns_explain_the_board_nothing_is_found() -> None:
    story = opened().becomes(THROWN)
    assert missed.caught_up(story.refereed()[0])[1] == ()
    assert "void: it is dark's turn" in story.presses("double", LIGHT).said()[-1].why
    rolled = opened().becomes(THROWN).rolls(64)
    assert [line(v) for v in rolled.said()][-1] == "rolled dark 64 (R16)"


def test_a_game_of_which_nobody_saw_how_it_came_there_goes_on_from_the_board() -> None:
    said = Story().becomes(ELSEWHERE).rolls(64, DARK).waits(1.0).plays("13/7 13/9").lifts().sheet()
    assert said == ["lost", "rolled dark 64 (R16)", "played dark 64: 13/7 13/9 (R85)"]


def test_a_board_with_too_many_checkers_begins_no_game() -> None:
    crowded = board("white 24:2 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5 4:2 3:2 2:2 off:0")
    said = Story().becomes(crowded).rolls(64, DARK).waits(1.0).said()
    assert {verdict.kind for verdict in said} <= {"void_roll", "unsure"}


def test_a_board_without_evidence_explains_nothing() -> None:
    blind = Reading(np.zeros((28, 31), np.float32))
    assert missed.explained(START, [(LIGHT, ANY)], blind, "standard") is None
    assert missed.explained(START, [(LIGHT, ANY), (DARK, ANY)], blind, "standard") is None


def test_a_roll_that_nothing_explains_is_played_on() -> None:
    """The checkers are thrown about: no two turns lead there; the thread is lost, and said to be."""
    story = opened().becomes(replace(START, points=tuple(reversed([-n for n in START.points])))).waits(5.0)
    state, said = story.refereed()
    assert referee.status(state).phase in ("lost the thread", "to roll", "set up")
    assert changed(CIRCLE, {}) == CIRCLE
    assert all(verdict.kind != "illegal" for verdict in said)


def test_a_board_that_nobody_has_set_up_is_no_new_game() -> None:
    """The double was not passed, as it was pressed by mistake: play goes on where it stood."""
    story = opened().turn(64, "24/14").presses("double", LIGHT).presses("pass", DARK).waits(1.0).turn(61, "13/7 8/7")
    assert sheet(story) == ["played dark 64: 24/14 (R85)", "unsure (R8)"], "the start is not set up rightly"


def test_a_void_double_is_no_double_later_where_the_board_tells_of_no_turn() -> None:
    """It was pressed out of turn; the board that is read soon after is the one that was known."""
    story = opened().presses("double", LIGHT).becomes(THROWN).waits(1.5).becomes(opened().position).waits(1.5).turn(64, "24/14")
    assert [line(v) for v in story.said() if v.kind in ("doubled", "taken")] == ["doubled light (R49)"]
    assert sheet(story)[-1] == "played dark 64: 24/14 (R85)"


class Alike(Story):
    """All dice are of one colour: where they lie tells whose they are."""

    def _die(self, side: Side, face: int, nth: int, half: Side | None = None, **how: object) -> tuple[Side, DieSeen]:
        owner, die = super()._die(side, face, nth, half, **how)
        return owner, replace(die, light=0.0)


def test_dice_that_tell_no_owner_are_those_of_the_side_that_the_board_says_is_to_roll() -> None:
    """Dark's turn was hidden; light's roll looked like one of dark's in the wrong half."""
    story: Story = Alike().opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1)
    story = unseen(story, turn(64, "24/14")).turn(31, "24/23 13/10")
    assert sheet(story) == ["played dark 64: 24/14 (R85)", "played light 31: 24/23 13/10 (R85)"]


def test_where_nothing_was_missed_such_dice_lie_in_the_wrong_half() -> None:
    story: Story = Alike().opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1).rolls(64, DARK, "wrong").waits(1.0)
    assert [v.kind for v in story.said()][-1] == "void_roll"


def test_one_die_of_the_other_side_is_no_roll_of_this_one() -> None:
    """Dark is to roll; a die of light's comes to rest before its second one."""
    story = opened()
    story.hand(unseen=False, hidden=())
    story.dice += [story._die(LIGHT, 3, 0)]
    story.waits(3.0)
    state, said = story.refereed()
    assert (state.spoiled, state.side) == (None, DARK)
    assert [v.kind for v in said][-1] == "played"


def test_a_tray_that_is_read_badly_denies_no_turn() -> None:
    """Borne-off checkers lie in heaps: a tray that shows three too few and points that agree tell of the turn all the same."""
    before, after = board("white 6:5 5:2 4:2; black 1:2 2:3 3:2"), board("white 6:1 5:2 4:2; black 1:2 2:3 3:2")
    counts = table(after, Seating.BOTTOM_RIGHT)
    counts[OFF_LIGHT] = np.roll(counts[OFF_LIGHT], -3)
    read = reading(turned(counts, Seating.BOTTOM_RIGHT), before)
    assert OFF_LIGHT in read.against(after)
    chain = missed.explained(before, [(LIGHT, (((6, 6), 0.0),))], read, "standard")
    assert chain is not None
    assert chain.plays[-1].position == after


def test_one_point_that_is_off_by_two_checkers_is_astray_enough() -> None:
    """Light's 4/off(2) was hidden: only one point has changed, for trays deny nothing."""
    before = "white 6:2 4:4; black 24:1 1:2 2:3 3:2"
    story = ending(before, LIGHT)
    story = unseen(story, lambda s: s.rolls(54, LIGHT).plays("4/off(2)").lifts()).rolls(21, DARK).plays("3/1 3/2").lifts()
    said = [line(v) for v in resumed(story, before, LIGHT)[1]]
    assert said[-1] == "played dark 21: 3/1 3/2 (R85)"
    assert not any(word.startswith("illegal") for word in said)


def test_the_end_of_a_game_that_nobody_saw_is_seen_by_the_empty_board() -> None:
    """Light's last but one turn and dark's last were hidden: light has a checker off, so it is no gammon."""
    before = "white 6:8 5:7; black 1:2"
    story = ending(before, LIGHT)
    story = unseen(
        story, lambda s: s.rolls(65, LIGHT).plays("6/off 5/off").lifts(), lambda s: s.rolls(21).plays("1/off(2)").lifts()
    )
    state, said = resumed(story.waits(2.0), before, LIGHT)
    assert [line(v) for v in said][-1] == "game dark (R57)"
    assert state.score.points == (0, 1)


def test_checkers_borne_off_unseen_are_no_end_while_some_are_left() -> None:
    before = "white 6:1 5:2 4:1; black 1:2"
    story = unseen(ending(before, LIGHT), lambda s: s.rolls(65, LIGHT).plays("6/off 5/off").lifts())
    state, said = resumed(story.waits(2.0), before, LIGHT)
    assert not [verdict for verdict in said if verdict.kind == "game"]
    assert state.score.points == (0, 0)


def test_a_game_that_was_begun_unseen_while_the_last_one_was_not_over() -> None:
    """The end of a game, the setting up, the opening and the first turn were hidden."""
    before = "white 6:2; black 1:8 2:7"
    story = ending(before, LIGHT)

    def whole(story: Story) -> Story:
        story.rolls(65, LIGHT).plays("6/off(2)").lifts().becomes(START)
        return story.opens(light=1, dark=6).plays("13/7 8/7").lifts().lifts(LIGHT, 1)

    story = unseen(story, whole).rolls(31, LIGHT).plays("8/5 6/5").lifts()
    state, said = resumed(story, before, LIGHT)
    assert [line(v) for v in said][1:] == [
        "unsure light", "game light (R58)", "played dark 61: 13/7 8/7 (R85)", "played light 31: 8/5 6/5 (R85)",
    ]  # fmt: skip
    assert state.starter is DARK


def test_a_roll_that_the_other_side_plays_was_its_own() -> None:
    """Dark is thought to be on roll, but light was: dice without colour in light's half, and light plays them."""
    story: Story = Alike().opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(DARK, 1)
    story.rolls(64, LIGHT).plays("24/14").lifts()
    assert [line(v) for v in story.said()][2:] == [
        "void_roll dark 64 (R84)", "unsure dark", "played light 64: 24/14 (R85)",
    ]  # fmt: skip


def test_what_no_side_can_have_done_in_a_turn_is_no_illegal_play() -> None:
    """Dark's roll and play were seen, but checkers of both sides were moved about meanwhile."""
    story = opened().rolls(64).becomes(THROWN).lifts().waits(2.0)
    said = sheet(story)
    assert said[-1] == "lost"
    assert not any(word.startswith("illegal") for word in said)


def test_a_play_that_is_under_way_is_not_learnt_as_the_start() -> None:
    """The opening roll and play were hidden but for its last checker: light's 13/8 is seen point by point."""
    story = unseen(Story(), lambda s: s.opens(light=4, dark=1))
    story.hand(0.5, hidden=())
    story.plays("13/8").lifts().lifts(DARK, 1).turn(41, "13/8")
    assert sheet(story)[-1] == "played dark 41: 13/8 (R85)" or [line(v) for v in story.said()][-1].startswith("played dark 41")


def test_a_play_of_other_dice_than_those_that_were_ruled_void_tells_its_dice() -> None:
    """What was taken for a die of dark's 54 in both halves was none: 64 was rolled, and is played."""
    story = opened().rolls(54, half="both").plays("24/14").lifts().turn(31, "24/23 13/10")
    assert [line(v) for v in story.said()][2:] == [
        "void_roll dark 54 (R84)", "played dark 64: 24/14 (R85)", "rolled light 31 (R16)", "played light 31: 24/23 13/10 (R85)",
    ]  # fmt: skip


def test_where_several_rolls_explain_it_is_unsure() -> None:
    story = opened().rolls(66, half="both").plays("13/8").lifts().turn(31, "24/23 13/10")
    assert sheet(story) == ["unsure dark", "played light 31: 24/23 13/10 (R85)"]


def test_what_no_roll_explains_is_waited_for() -> None:
    story = opened().rolls(54, half="both").becomes(THROWN).lifts().waits(1.0)
    assert [line(v) for v in story.said()][2:] == ["void_roll dark 54 (R84)"]


def test_a_turn_in_which_the_other_side_bore_off_too_is_not_called_illegal() -> None:
    """Light's 53 was hidden, and the board not read before dark had rolled and played."""
    before = "white 6:3 5:3 3:2 1:5 off:2; black 12:1 8:2 6:5 5:2 4:3 off:2"
    story = ending(before, DARK).rolls(32, DARK)
    story.becomes(board("white 6:3 5:2 3:1 1:5 off:4; black 8:2 7:1 6:5 5:2 4:3 off:2")).lifts()
    said = [line(verdict) for verdict in resumed(story, before, DARK)[1]]
    assert said == ["rolled dark 32 (R16)", "played dark 32: 12/7 (R85)", "played light 53: 5/off 3/off (R85)"]


def test_a_dance_that_was_hidden_is_not_a_roll_that_was_taken_up() -> None:
    """Both sides dance, dark unseen; then light rolls again."""
    both = "white bar:1 6:2 5:2 4:2 3:2 2:2 8:4; black bar:1 6:2 5:2 4:2 3:2 2:2 8:4"
    story = Alike()
    story.position, story.moments, story.side = board(both), [], DARK
    story = unseen(story.waits(1.0).turn(32, ""), turn(43, "")).turn(61, "bar/24 8/2").waits(1.0)
    said = [line(verdict) for verdict in resumed(story, both, LIGHT)[1]]
    assert "unsure dark" in said
    assert said[-1] == "played light 61: bar/24 8/2 (R85)"
    assert not any(word.startswith("void") for word in said[:-1])


def test_a_turn_is_not_told_by_half_a_look() -> None:
    """Dark's roll was not seen; when the board was read last, a hand hid where a checker had gone to."""
    looked = [event for event in opened().plays("24/18", DARK).events() if isinstance(event, BoardRested)][-1]
    hidden = looked.counts.copy()
    hidden[6] = 0.0
    state = replace(opened().refereed()[0], board=looked)
    assert missed.caught_up(state, least=1)[1] != ()
    assert missed.caught_up(replace(state, board=replace(looked, counts=hidden)), least=1)[1] == ()


def test_what_was_played_is_told_before_a_dance_is_thought_of() -> None:
    """Dark's 61 was hidden until its play stood there, and then one thing was seen that looked like a five: dark might have danced
    with it, but it entered."""
    story = Alike()
    story.position, story.moments, story.side = board(BARRED), [], LIGHT

    def half_hidden(story: Story) -> Story:
        story = story.rolls(61, DARK).plays("bar/24 13/7")
        owner, die = story.dice.pop()
        story.dice = [(owner, replace(die, faces=(-5.0, -5.0, -5.0, -5.0, 0.0, -5.0)))]
        return story

    story = unseen(story.waits(1.0), half_hidden).lifts().rolls(21, LIGHT).plays("8/5").lifts()
    events = story.events()
    lifted = next(nth for nth, event in enumerate(events) if isinstance(event, DiceLifted))
    rolled = next(nth for nth, event in enumerate(events) if isinstance(event, DiceRested) and len(event.dice) == 2)
    events = [event for nth, event in enumerate(events) if not (lifted < nth < rolled and isinstance(event, BoardRested))]
    assert [line(verdict) for verdict in resumed(story, BARRED, DARK, events)[1]] == [
        "played dark 61: bar/24 13/7 (R85)", "rolled light 21 (R16)", "played light 21: 8/5 (R85)",
    ]  # fmt: skip
