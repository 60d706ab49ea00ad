"""Turns that nobody could see: explained with the next, or said to be unsure; the game goes on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from boardcam.events import BoardRested
from boardcam.referee import doubt, referee
from boardcam.referee.infer import Chain, Explanation, unread
from boardcam.referee.reading import ROWS, Reading
from boardcam.referee.state import Turn
from boardcam.rules.notation import parse
from boardcam.rules.position import START, Side
from tests.boards import board
from tests.referee.stories import CIRCLE, Moment, Story, ending, line, opened, resumed

ALL = tuple(range(ROWS))
BLANK = Reading(np.zeros((ROWS, 31), np.float32))


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


def test_an_illegal_play_of_which_nothing_was_read_is_told_by_the_next_turn() -> None:
    """The four was not played, and light rolled at once."""
    story = hidden_roll(hidden(opened(), 64, "24/18"), 31).plays("24/23 13/10").lifts()
    assert story.sheet()[4:] == ["illegal dark 64: 24/18 (R23)", "stands dark (R87)", "played light 31: 24/23 13/10 (R85)"]


def test_an_illegal_play_in_the_next_turn_is_told_with_it() -> None:
    story = hidden_roll(hidden(opened(), 64, "24/14"), 31).plays("24/20").lifts()
    assert story.sheet()[4:] == ["played dark 64: 24/14 (R85)", "played light 31: 24/20 (R85)"]
    story = hidden_roll(hidden(opened(), 64, "24/14"), 31).plays("13/8").lifts()
    assert story.sheet()[4:] == ["played dark 64: 24/14 (R85)", "illegal light 31: 13/8 (R17)"]


def test_two_plays_that_end_alike_are_unsure_and_the_game_goes_on() -> None:
    story = hidden(opened(), 31, "8/5 6/5", faces=(0.0,) * 6)  # by 31 or by 11
    story = hidden_roll(story, 64).plays("24/14").lifts().turn(21, "24/23 6/4")
    assert story.sheet()[4:] == [
        "unsure dark", "played light 64: 24/14 (R85)", "rolled dark 21 (R16)", "played dark 21: 24/23 6/4 (R85)",
    ]  # fmt: skip


def unseen(story: Story, roll: int, text: str) -> Story:
    """A turn of which only the dice are seen."""
    story = hidden_roll(story, roll)
    seen = len(story.moments)
    story.plays(text).lifts()
    for i, moment in enumerate(story.moments[seen:], seen):
        story.moments[i] = replace(moment, hidden=ALL)  # type: ignore[type-var]
    return story


def test_three_hidden_turns_are_told_by_the_board_after_the_last() -> None:
    story = hidden_roll(unseen(hidden(opened(), 64, "24/14"), 31, "24/20"), 55).plays("13/3(2)").lifts()
    assert story.turn(62, "24/18 8/6").sheet()[5:] == [
        "played dark 64: 24/14 (R85)",
        "played light 31: 24/20 (R85)",
        "played dark 55: 13/3(2) (R85)",
        "rolled light 62 (R16)",
        "played light 62: 24/18 8/6 (R85)",
    ]


def test_what_ends_alike_is_offered_and_one_press_takes_it() -> None:
    story = hidden(opened(), 31, "8/5 6/5", faces=(0.0,) * 6)  # by 31 or by 11
    story = hidden_roll(story, 64).plays("24/14").lifts()
    assert [verdict.why for verdict in story.said()[4:]] == [
        "the play of dark could not be seen: enter it or go on; likeliest is 8/5 6/5",
        "light has lifted his dice",
    ]
    sheet = story.presses("confirm").turn(21, "24/23 6/4").sheet()
    assert sheet[6].startswith("played dark ")
    assert sheet[7:] == ["rolled dark 21 (R16)", "played dark 21: 24/23 6/4 (R85)"]


def test_more_hidden_turns_lose_the_thread_which_is_found_on_the_board() -> None:
    story = hidden(opened(), 64, "24/14")
    for roll, text in ((31, "24/20"), (55, "13/3(2)"), (62, "24/18 8/6")):
        story = unseen(story, roll, text)
    sheet = story.turn(21, "13/11 24/23").turn(31, "8/4").turn(52, "13/8 13/11").sheet()
    assert "lost" in sheet
    assert {"unsure dark 64", "unsure light 31", "unsure dark 55"} <= set(sheet)
    assert "warned" in sheet
    assert sheet[-1].startswith("played dark 52")


def moved(story: Story) -> Story:
    """Two checkers are knocked from their points, and nobody puts them back."""
    return story.becomes(board("white 24:2 13:4 11:1 8:2 6:4 5:2; black 24:1 23:1 13:5 8:3 6:5"))


def test_a_board_that_changed_between_two_turns_is_said_to_have_changed() -> None:
    story = moved(opened()).waits(6.0)
    state, said = story.refereed()
    assert line(said[-1]) == "lost"
    assert said[-1].why == (
        "the board has changed though nobody rolled: look at light's 1-point, light's 2-point, light's 11-point, light's 13-point; "
        "put it back, or confirm to go on from what it shows"
    )
    assert referee.status(state).phase == "lost the thread"


def test_the_thread_is_found_when_the_checkers_go_back() -> None:
    before = opened().position
    story = moved(opened()).waits(6.0).becomes(before).waits(1.0).turn(64, "24/14")
    assert story.sheet()[2:] == ["lost", "warned", "rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


def test_one_press_goes_on_from_what_the_board_shows() -> None:
    story = moved(opened()).waits(12.0).presses("confirm").turn(64, "24/14*")
    assert story.sheet()[2:] == ["lost", "warned", "rolled dark 64 (R16)", "played dark 64: 24/14* (R85)"]


def test_a_lost_thread_is_found_by_the_next_turn() -> None:
    story = moved(opened()).waits(6.0).turn(64, "24/14*").turn(21, "bar/23 6/5")
    assert story.sheet()[2:5] == ["lost", "rolled dark 64 (R16)", "unsure dark 64"]
    assert story.sheet()[-1] == "played light 21: bar/23 6/5 (R85)"


def test_it_is_found_though_nobody_saw_the_board_at_the_roll() -> None:
    story = hidden_roll(moved(opened()).waits(6.0), 64).plays("24/14*").lifts().turn(21, "bar/23 6/5")
    assert story.sheet()[2:6] == ["lost", "rolled dark 64 (R16)", "unsure dark 64", "warned"]


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
    assert story.sheet()[2:] == ["void_roll dark (R84)", "rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


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
    overlooked(story, 2.5, ALL)
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


def test_a_game_whose_end_was_not_seen_is_concluded_when_the_next_is_set_up() -> None:
    start = "white 2:2; black 1:2"
    story = ending(start, Side.WHITE).becomes(START).opens(light=3, dark=1)
    state, said = resumed(story, start, Side.WHITE)
    assert [line(verdict) for verdict in said] == ["unsure light", "game light (R57)", "opening light 31 (R11)"]
    assert state.score.points == (1, 0)


def test_a_game_that_nobody_can_have_won_is_asked_about() -> None:
    start = "white 13:15; black 13:15"
    story = ending(start, Side.WHITE).becomes(START).opens(light=3, dark=1)
    state, said = resumed(story, start, Side.WHITE)
    assert [line(verdict) for verdict in said] == ["unsure", "opening light 31 (R11)"]
    assert state.score.points == (0, 0)


def test_a_board_that_denies_the_best_explanation_is_taken_on() -> None:
    """Somebody changed the position between two turns: that is not called illegal, and not overlooked."""
    story = opened()
    moved = board("white 24:2 13:5 8:2 6:4 5:2; black 24:2 13:4 8:3 7:2 6:4")
    story = story.rolls(64)
    story.becomes(moved).lifts().waits(2.0)
    assert story.sheet()[3].startswith(("illegal", "unsure"))


def test_what_was_taken_for_a_die_gives_way() -> None:
    story = opened()
    ghost = story._die(Side.BLACK, 2, 1, y=9.0, light=0.0)
    story.hand(unseen=False, hidden=())
    story.side = Side.BLACK
    story.dice = [story._die(Side.BLACK, 6, 0), ghost]
    story.waits(0.8)
    story.dice.append(story._die(Side.BLACK, 4, 1))
    story.waits(1.0)
    story.dice.remove(ghost)
    story.waits(3.0).plays("24/14").lifts()
    assert story.sheet()[2:] == ["rolled dark 62 (R16)", "rolled dark 64 (R16)", "played dark 64: 24/14 (R85)"]


ONE, TWO = [(24, 1)], [(24, 3), (19, -4)]


@pytest.mark.parametrize(("seconds", "wrong", "kinds"), [(0.3, TWO, []), (0.7, TWO, ["unsure", "lost"]), (0.7, ONE, [])])
def test_a_thread_that_is_lost_is_said_to_be_lost(seconds: float, wrong: list[tuple[int, int]], kinds: list[str]) -> None:
    """Two places that nobody touched read otherwise all at once: after a longer look the play is not taken for sure. With one it
    waits for the next turn."""
    *events, last = [event for event in opened().events() if event.known <= 6.0]  # type: ignore[union-attr]
    assert isinstance(last, BoardRested)
    counts = last.counts.copy()
    for point, count in wrong:
        counts[point - 1] = -20.0
        counts[point - 1, count + 15] = 0.0
    state = referee.start(CIRCLE, 5, ("Anna", "Ben"))
    for event in events:
        state, _ = referee.advance(state, event)
    _, said = referee.advance(state, replace(last, counts=counts, known=last.t + seconds))
    assert [verdict.kind for verdict in said] == kinds


def test_what_was_read_of_a_turn_tells_how_it_may_have_gone_rules_broken_or_not() -> None:
    """Read with a small margin, it starts the chain as it was read; what nobody can have done in one turn does not."""
    state = replace(referee.start(CIRCLE, 5, ("Anna", "Ben")), position=START)
    roll = ((6, 4), 0.0)
    slip, wild = (Explanation((6, 4), board(text), None, -7.0) for text in (
        "white 24:2 13:5 8:3 6:5; black 24:1 18:1 13:5 8:3 6:5", "white 24:2 13:5 8:3 6:5; black 1:15",
    ))  # fmt: skip
    legal = [
        Explanation(e.roll, e.position, e.play, -float(nth)) for nth, e in enumerate(unread(START, Side.BLACK, (roll,), BLANK))
    ]
    turn = Turn(Side.BLACK, (roll,), 1.0, choices=legal, breaches=(wild, slip), margin=1.0)
    starts = doubt._starts(state, turn, BLANK)
    assert starts[0] == legal[0]
    assert slip in starts
    assert wild not in starts
    assert [start.score for start in starts] == sorted((start.score for start in starts), reverse=True)


GUESSED = "white 3:1 2:1 1:7 off:6; black 4:3 3:3 2:3 off:6"
"""Light bears off; the thread was lost, and nobody can tell whether seven or six checkers lie on its first point."""


def test_from_a_guess_nothing_is_told_for_sure_until_the_stack_can_be_counted() -> None:
    story = ending(GUESSED, Side.WHITE).turn(32, "3/off 2/off")
    state, said = resumed(story, GUESSED, Side.WHITE, guessed=True)
    assert [line(v) for v in said] == ["rolled light 32 (R16)", "unsure light 32"]
    assert "likeliest is 3/off 2/off" in said[-1].why
    assert state.guessed
    assert [line(v) for v in resumed(story.presses("confirm"), GUESSED, Side.WHITE, guessed=True)[1]][2:] == [
        "played light 32: 3/off 2/off (R85)"
    ]


def test_a_low_stack_ends_the_guessing() -> None:
    low = "white 3:1 2:1 1:4 off:9; black 4:3 3:3 2:3 off:6"
    state, said = resumed(ending(low, Side.WHITE).turn(32, "3/off 2/off"), low, Side.WHITE, guessed=True)
    assert line(said[-1]) == "played light 32: 3/off 2/off (R85)"
    assert not state.guessed


def test_a_guess_that_turns_in_a_row_start_from_is_offered_as_well() -> None:
    story = ending(GUESSED, Side.WHITE)
    turn = Turn(Side.WHITE, (((3, 2), 0.0),), 2.0, lifted=3.0)
    state = resumed(story, GUESSED, Side.WHITE, guessed=True)[0]
    played = Explanation((3, 2), board("white 1:7 off:8; black 4:3 3:3 2:3 off:6"), parse("3/off 2/off"), 0.0)
    event = [event for event in story.events() if isinstance(event, BoardRested)][-1]
    state, said = doubt.followed(replace(state, side=Side.BLACK), (turn,), Chain((played,), (9.0,), 9.0, 9.0), event)
    assert [verdict.kind for verdict in said] == ["unsure"]
    assert [play for _, play in state.ways] == [played]
