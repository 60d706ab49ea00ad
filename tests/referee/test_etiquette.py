"""The manners of the table, rule by rule (83-87 and §1.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import Button, DiceRested
from boardcam.referee import etiquette, referee
from boardcam.referee.infer import ANY
from boardcam.referee.state import Phase
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed, preset
from tests.boards import board
from tests.referee.stories import CIRCLE, Moment, Story, ending, line, opened, resumed

RACE = "white 6:5 5:5 4:5; black 6:5 5:5 4:5"


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"flat": -3.0}, "roll again: a die does not lie flat"),
        ({"on_checker": 4.0}, "roll again: a die lies on a checker"),
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
    assert opened(profile=tournament).rolls(64, on_checker=4.0).sheet()[-1] == "rolled dark 64 (R16)"
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
    story = opened(profile=hasty).rolls(64).plays("24/14").throws(52, Side.WHITE).lifts()
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
        "stands dark (R87)",
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
    assert story.sheet()[3:] == ["void_roll dark 64 (R84)", "rolled dark 51 (R16)", "played dark 51: 13/8 6/5 (R85)"]
    assert story.said()[3].why == "dark took the roll up unplayed and rolls again"


def test_who_rolls_again_is_known_by_the_half_where_dice_have_no_colour() -> None:
    story = opened().rolls(64).lifts().rolls(51, Side.BLACK, light=0.0).plays("13/8 6/5").lifts()
    assert story.sheet()[3:] == ["void_roll dark 64 (R84)", "rolled dark 51 (R16)", "played dark 51: 13/8 6/5 (R85)"]
    late = opened().rolls(64).lifts().waits(8.0).rolls(51, Side.BLACK, light=0.0).plays("13/8 6/5").lifts()
    assert late.sheet()[4:] == ["void_roll dark 64 (R84)", "rolled dark 51 (R16)", "played dark 51: 13/8 6/5 (R85)"]


def test_a_roll_in_the_wrong_half_after_a_play_is_the_opponents() -> None:
    story = opened().rolls(64).plays("24/14").lifts().rolls(31, Side.WHITE, half="wrong", light=0.0)
    assert story.sheet()[-1] == "void_roll light 31 (R84)"


BARRED = "white 6:3 4:3 13:5 8:4; black bar:1 6:5 8:4 13:5"
"""Dark is on the bar; a 6 and a 4 do not enter."""


def barred(**how: object) -> Story:
    """Dark's 64 dances, though its first die leaned; then two dice come to rest in dark's half once more."""
    return ending(BARRED, Side.BLACK).rolls(64, Side.BLACK, **how).lifts().rolls(31, Side.BLACK, light=0.0)  # type: ignore[arg-type]


def colourless(story: Story) -> Story:
    """Colours tell no owner."""
    story.moments = [
        replace(moment, dice=tuple((side, replace(die, light=0.0)) for side, die in moment.dice))
        if isinstance(moment, Moment)
        else moment
        for moment in story.moments
    ]
    return story


def test_a_dance_on_a_doubtful_roll_is_none_if_its_player_rolls_again() -> None:
    story = colourless(barred(flat=0.5).plays("bar/24 8/5").lifts())
    assert [line(v) for v in resumed(story, BARRED, Side.BLACK)[1]] == [
        "rolled dark 64 (R16)", "danced dark 64 (R34)", "void_roll dark 64 (R84)", "rolled dark 31 (R16)",
        "played dark 31: bar/24 8/5 (R85)",
    ]  # fmt: skip


def test_dice_with_an_owner_tell_so_at_once() -> None:
    story = ending(BARRED, Side.BLACK).rolls(64, Side.BLACK).lifts().rolls(31, Side.BLACK)
    assert [line(v) for v in resumed(story, BARRED, Side.BLACK)[1]][2:] == ["void_roll dark 64 (R84)", "rolled dark 31 (R16)"]


def test_what_is_played_tells_whose_roll_it_was_that_followed_a_dance() -> None:
    story = colourless(barred())
    assert [line(v) for v in resumed(story, BARRED, Side.BLACK)[1]] == ["rolled dark 64 (R16)", "danced dark 64 (R34)"]
    story = colourless(barred().plays("bar/24 8/5").lifts())
    assert [line(v) for v in resumed(story, BARRED, Side.BLACK)[1]][2:] == [
        "void_roll dark 64 (R84)", "played dark 31: bar/24 8/5 (R85)",
    ]  # fmt: skip


def test_a_roll_into_the_half_of_a_side_that_danced_is_void_if_nothing_is_played() -> None:
    story = colourless(barred().lifts().rolls(52, Side.WHITE).plays("13/6").lifts())
    assert [line(v) for v in resumed(story, BARRED, Side.BLACK)[1]][2:] == [
        "void_roll light 31 (R84)", "rolled light 52 (R16)", "played light 52: 13/6 (R85)",
    ]  # fmt: skip


def test_a_roll_long_after_a_dance_is_out_of_turn() -> None:
    story = ending(BARRED, Side.BLACK).rolls(64, Side.BLACK).lifts().waits(8.0).rolls(31, Side.BLACK)
    assert [line(v) for v in resumed(story, BARRED, Side.BLACK)[1]][2:] == ["rolled dark 31 (R16)", "void_roll dark 31 (R16)"]


def test_a_player_who_passes_has_played_illegally_once_the_opponent_rolls() -> None:
    story = opened().rolls(64).lifts().turn(31, "8/5 6/5")
    assert story.sheet()[3:6] == ["rolled light 31 (R16)", "illegal dark 64 (R22)", "stands dark (R87)"]


def test_a_player_who_passes_is_told_so_when_nobody_rolls() -> None:
    assert opened().rolls(64).lifts().waits(1.0).sheet()[3:] == []
    assert opened().rolls(64).lifts().waits(8.0).sheet()[3:] == ["illegal dark 64 (R22)"]


def test_a_roll_that_could_not_be_read_and_was_taken_up_unplayed_does_not_lose_the_thread() -> None:
    """One of dark's dice leant and showed nothing; dark saw that himself and rolls again."""
    story = opened().rolls(21, Side.BLACK, faces=(0.0,) * 6).lifts().waits(3.0)
    assert story.sheet()[2:] == ["rolled dark (R16)"]
    story.rolls(43, Side.BLACK).plays("13/10 13/9").lifts()
    assert story.sheet()[3:] == ["void_roll dark (R84)", "rolled dark 43 (R16)", "played dark 43: 13/9 13/10 (R85)"]


def test_a_die_that_may_lean_a_little_counts_until_it_is_taken_up_unplayed() -> None:
    assert opened().rolls(64, flat=-1.0).sheet()[2:] == ["rolled dark 64 (R16)"]
    assert opened().rolls(64, flat=-1.0).lifts().sheet()[3:] == ["void_roll dark 64 (R84)"]
    assert opened().rolls(64, flat=-2.0).sheet()[2:] == ["void_roll dark 64 (R84)"]


# --- early rolls ---------------------------------------------------------------------------------------------------------------

CHOICE = changed(CIRCLE, {"premature_roll": "choice"})


def early() -> Story:
    """Light has rolled before dark has lifted his dice."""
    return opened(profile=CHOICE).rolls(64).plays("24/14").throws(52, Side.WHITE)


@pytest.mark.parametrize("press", [("take", Side.BLACK), ("confirm", None)])
def test_the_opponent_lets_an_early_roll_stand(press: tuple[Button, Side | None]) -> None:
    """C14."""
    story = early().presses(*press).lifts(Side.BLACK).plays("13/8 13/11*", Side.WHITE).lifts(Side.WHITE)
    assert story.sheet()[3:] == [
        "premature light 52 (C14)",
        "stands light 52 (C14)",
        "played dark 64: 24/14 (R85)",
        "played light 52: 13/8 13/11* (R85)",
    ]


@pytest.mark.parametrize("press", [("pass", Side.BLACK), ("review", None)])
def test_the_opponent_has_an_early_roll_made_again(press: tuple[Button, Side | None]) -> None:
    """C14: and goes on playing, knowing what it was."""
    story = early().presses(*press).lifts(Side.WHITE).becomes(opened().position).plays("24/18 13/9", Side.BLACK).lifts(Side.BLACK)
    story.rolls(31, Side.WHITE)
    assert story.sheet()[3:] == [
        "premature light 52 (C14)",
        "void_roll light 52 (C14)",
        "played dark 64: 24/18 13/9 (R85)",
        "rolled light 31 (R16)",
    ]


def test_who_rolled_early_has_no_choice() -> None:
    story = early().presses("take", Side.WHITE).presses("pass", Side.WHITE)
    assert story.sheet()[3:] == ["premature light 52 (C14)"]
    assert opened(profile=CHOICE).rolls(64).presses("take").presses("pass").sheet()[3:] == []


def test_an_early_roll_stands_if_nobody_objects() -> None:
    story = early().lifts(Side.BLACK).plays("13/8 13/11*", Side.WHITE).lifts(Side.WHITE)
    assert story.sheet()[3:] == [
        "premature light 52 (C14)",
        "stands light 52 (C14)",
        "played dark 64: 24/14 (R85)",
        "played light 52: 13/8 13/11* (R85)",
    ]


def test_an_early_roll_may_be_taken_back() -> None:
    story = early().lifts(Side.WHITE).lifts(Side.BLACK).rolls(31, Side.WHITE)
    assert story.sheet()[3:] == [
        "premature light 52 (C14)",
        "void_roll light 52 (C14)",
        "played dark 64: 24/14 (R85)",
        "rolled light 31 (R16)",
    ]


def test_an_early_roll_must_lie_well_too() -> None:
    story = opened(profile=CHOICE).rolls(64).plays("24/14").throws(52, Side.WHITE, flat=-3.0).waits(1.0)
    assert story.sheet()[3:] == ["void_roll light 52 (R84)"]


def test_where_rolls_overlap_the_next_turn_may_be_over_first() -> None:
    """R86, §1.5: no lift need come between."""
    story = ending(RACE, Side.WHITE).rolls(61, Side.WHITE).plays("6/off 6/5").throws(52, Side.BLACK)
    story.plays("5/off 6/4", Side.BLACK).lifts(Side.BLACK).lifts(Side.WHITE).rolls(31, Side.WHITE)
    _, said = resumed(story, RACE, Side.WHITE)
    assert [line(verdict) for verdict in said] == [
        "rolled light 61 (R16)",
        "rolled dark 52 (R16)",
        "played light 61: 6/off 6/5 (R85)",
        "played dark 52: 6/4 5/off (R85)",
        "rolled light 31 (R16)",
    ]


FORCED = "white 6:2 5:2 4:2 3:2 2:2 24:1 off:4; black bar:1 6:14"
"""Dark enters with a 1 and can move nothing else."""


@pytest.mark.parametrize("lifts", [True, False])
def test_the_forced_checker_may_be_moved_after_the_next_roll(lifts: bool) -> None:
    """R86, §1.5."""
    (forced,) = map(str, legal_plays(board(FORCED), Side.BLACK, (2, 1)).values())
    story = ending(FORCED, Side.BLACK).rolls(21, Side.BLACK)
    story = story.lifts() if lifts else story
    story = story.throws(51, Side.WHITE).plays(forced, Side.BLACK).plays("24/18", Side.WHITE).lifts(Side.WHITE)
    _, said = resumed(story, FORCED, Side.BLACK)
    assert [line(verdict) for verdict in said] == [
        "rolled dark 21 (R16)",
        "rolled light 51 (R16)",
        f"played dark 21: {forced} (R85)",
        "played light 51: 24/18 (R85)",
    ]


def test_a_forced_checker_that_is_never_moved_is_an_illegal_play() -> None:
    story = ending(FORCED, Side.BLACK).rolls(21, Side.BLACK).lifts()
    assert [line(verdict) for verdict in resumed(story, FORCED, Side.BLACK)[1]] == ["rolled dark 21 (R16)"]
    _, said = resumed(story.waits(8.0), FORCED, Side.BLACK)
    assert [verdict.kind for verdict in said] == ["rolled", "illegal"]


def test_who_forgets_it_until_the_next_turn_is_over_has_played_illegally() -> None:
    """R22, R87."""
    story = ending(FORCED, Side.BLACK).rolls(21, Side.BLACK).lifts().throws(51, Side.WHITE).plays("24/18", Side.WHITE)
    _, said = resumed(story.lifts(Side.WHITE), FORCED, Side.BLACK)
    assert [line(verdict) for verdict in said[2:]] == [
        "illegal dark 21 (R22)",
        "stands dark (R87)",
        "played light 51: 24/18 (R85)",
    ]


def test_dice_out_of_sight_when_the_next_ones_came_to_rest_were_lifted() -> None:
    """What cannot be seen to lie there makes no roll premature."""
    rested = [e for e in opened().rolls(64).plays("24/14").throws(52, Side.WHITE).events() if isinstance(e, DiceRested)]
    four = next(event for event in rested if len(event.dice) == 4)
    two = [event for event in rested[: rested.index(four)] if len(event.dice) == 2][-1]
    lying = {die.number for die in two.dice}
    hidden = tuple(replace(die, seen=four.t - 1.0) if die.number in lying else die for die in four.dice)
    state, said = referee.start(CIRCLE, 5, ("Anna", "Ben")), list[str]()
    state = replace(state, phase=Phase.ROLLING, side=Side.BLACK, position=opened().position)
    for event in (two, replace(four, dice=hidden)):
        state, verdicts = referee.advance(state, event)
        said += [line(verdict) for verdict in verdicts]
    assert said == ["rolled dark 64 (R16)", "rolled light 52 (R16)"]


# --- illegal plays by policy ---------------------------------------------------------------------------------------------------


def slipped(**options: object) -> Story:
    """Dark has left his 4 unplayed and lifted his dice."""
    return opened(profile=changed(CIRCLE, options)).rolls(64).plays("24/18").lifts()


@pytest.mark.parametrize("policy", ["circle", "legal", "responsible"])
def test_a_call_is_a_press(policy: str) -> None:
    """R87, C15."""
    story = slipped(moves_policy=policy).presses("review", Side.WHITE).presses("review").plays("13/9")
    assert story.sheet()[3:] == ["illegal dark 64: 24/18 (R23)", "called dark (R87)", "corrected dark 64: 24/18 13/9 (R87)"]
    assert story.said()[4].why == "light calls the play of dark: it must be put right before the next roll"


def test_the_announcement_says_what_follows() -> None:
    """C15."""
    ends = {policy: slipped(moves_policy=policy).said()[-1].why.rpartition("; ")[2] for policy in ("legal", "responsible")}
    assert ends == {"legal": "it must be put right", "responsible": "light may call it or let it stand"}


@pytest.mark.parametrize("policy", ["circle", "responsible"])
def test_the_opponent_may_condone(policy: str) -> None:
    """C15: then it stands at once."""
    story = slipped(moves_policy=policy).presses("confirm", Side.BLACK).presses("confirm", Side.WHITE).plays("13/9").waits(1.0)
    assert story.sheet()[4:] == ["stands dark (R87)"]
    assert story.said()[-1].why == "the illegal play of dark stands: light lets it stand"


def test_where_only_legal_plays_count_nobody_condones() -> None:
    """C15."""
    story = slipped(moves_policy="legal").presses("confirm", Side.WHITE).plays("13/9")
    assert story.sheet()[4:] == ["warned dark (C15)", "corrected dark 64: 24/18 13/9 (R87)"]


@pytest.mark.parametrize(
    ("policy", "called", "why"),
    [
        ("circle", False, "it was not called in time"),
        ("legal", False, "it was not put right in time"),
        ("circle", True, "it was called, but play went on"),
    ],
)
def test_what_is_not_put_right_stands_and_is_logged(policy: str, called: bool, why: str) -> None:
    """R87."""
    story = slipped(moves_policy=policy)
    story = (story.presses("review") if called else story).turn(52, "13/8 13/11")
    (stands,) = [verdict for verdict in story.said() if verdict.kind == "stands"]
    assert (line(stands), stands.why) == ("stands dark (R87)", f"the illegal play of dark stands: {why}")


@pytest.mark.parametrize(
    ("deadline", "sheet"),
    [
        ("roll", ["void_roll light 52 (R84)", "stands dark (R87)"]),
        ("roll or double", ["void_roll light 52 (R84)", "corrected dark 64: 24/18 13/9 (R87)"]),
    ],
)
def test_any_roll_or_only_a_valid_one_ends_the_time_to_call(deadline: str, sheet: list[str]) -> None:
    """§1.5 on 87."""
    story = slipped(deadline=deadline).throws(52, Side.WHITE, flat=-3.0).lifts(Side.WHITE).plays("13/9", Side.BLACK).waits(1.0)
    assert story.sheet()[4:] == sheet


@pytest.mark.parametrize(
    ("deadline", "sheet"),
    [
        ("roll", ["doubled light (R49)", "taken dark (R52)", "corrected dark 64: 24/18 13/9 (R87)"]),
        ("roll or double", ["doubled light (R49)", "stands dark (R87)", "taken dark (R52)"]),
    ],
)
def test_a_double_ends_it_in_tournaments_only(deadline: str, sheet: list[str]) -> None:
    """§1.5 on 87."""
    story = slipped(deadline=deadline).presses("double", Side.WHITE).presses("take").plays("13/9", Side.BLACK).waits(1.0)
    assert story.sheet()[4:] == sheet


# --- doubles, cups -------------------------------------------------------------------------------------------------------------

SHUT = "white 24:1 6:2 5:2 4:2 3:2 2:2 1:2 off:2; black bar:1 6:14"


def test_who_faces_a_closed_out_player_may_double_at_once() -> None:
    """R37, §1.5 on 49."""
    story = ending(SHUT, Side.BLACK).presses("double", Side.WHITE)
    _, said = resumed(story, SHUT, Side.BLACK)
    assert [line(verdict) for verdict in said] == ["danced dark (R37)", "doubled light (R49)"]


def test_a_closed_out_player_may_still_double_first() -> None:
    """R49."""
    _, said = resumed(ending(SHUT, Side.BLACK).presses("double", Side.BLACK), SHUT, Side.BLACK)
    assert [line(verdict) for verdict in said] == ["doubled dark (R49)"]


def test_who_forgets_the_cup_is_reminded_once_a_game() -> None:
    """R83: never void."""
    story = opened().rolls(64).presses("cup", Side.BLACK).plays("24/14").lifts().presses("cup", Side.BLACK)
    assert story.sheet()[3:] == ["warned dark (R83)", "played dark 64: 24/14 (R85)"]
    assert opened(profile=changed(CIRCLE, {"cup": False})).rolls(64).presses("cup").sheet()[3:] == []
