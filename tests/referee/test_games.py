"""From game to game: the last roll, draws, who starts, seats, money, and what is only warned of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.geometry import Seating
from boardcam.referee import referee
from boardcam.referee.state import Phase
from boardcam.rules.match import Score
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed, preset
from tests.referee.stories import CIRCLE, Story, ending, line, resumed

WHITE, BLACK = Side.WHITE, Side.BLACK
DRAWS = changed(CIRCLE, {"draw": True, "first_move": "loser"})


def last_roll(dark: str, *, lifts: bool = True) -> Story:
    """Light, who started, bears off his last checker; dark's checkers stand so."""
    story = ending(f"white 1:1 off:14; black {dark}", WHITE).rolls(62, WHITE).plays("1/off")
    story.profile = DRAWS
    return story.lifts() if lifts else story


def sheet(story: Story, dark: str, **how: object) -> tuple[referee.Referee, list[str]]:
    state, said = resumed(story, f"white 1:1 off:14; black {dark}", WHITE, starter=WHITE, **how)
    return state, [line(verdict) for verdict in said]


def test_who_moved_second_has_a_last_roll() -> None:
    """R67."""
    state, said = sheet(last_roll("1:4 off:11"), "1:4 off:11")
    assert said[1:] == ["played light 62: 1/off (R85)", "warned dark (R67)"]
    assert (state.phase, state.side, state.score.points) == (Phase.ROLLING, BLACK, (0, 0))
    assert state.last
    assert state.last.why == "light has borne off; dark has a last roll, without the cube"


def test_with_two_checkers_left_after_any_play_the_game_goes_on() -> None:
    start = "white 6:4 off:11; black 1:15"
    story = ending(start, WHITE).rolls(62, WHITE).plays("6/off 6/4")
    state, said = resumed(story, start, WHITE)
    assert ([line(verdict) for verdict in said], state.phase) == (["rolled light 62 (R16)"], Phase.MOVING)


def test_the_cube_is_frozen_then() -> None:
    """R67, C10."""
    state, said = sheet(last_roll("1:4 off:11").presses("double", BLACK), "1:4 off:11")
    assert said[3:] == ["doubled dark (R67)"]
    assert state.last
    assert state.last.legal is False


def test_if_he_clears_too_the_game_is_drawn() -> None:
    """R67, R14: then the opponent of the last starter starts."""
    story = last_roll("1:2 off:13").rolls(62, BLACK).plays("1/off(2)").becomes(START).rolls(31, BLACK)
    state, said = sheet(story, "1:2 off:13")
    assert said[3:] == [
        "rolled dark 62 (R16)",
        "played dark 62: 1/off(2) (R85)",
        "game (R67)",
        "rolled dark 31 (R16)",
    ]
    assert (state.score.points, state.winner, state.starter) == ((0, 0), None, BLACK)


def test_if_not_the_game_counts_what_the_board_says_then() -> None:
    """R67, C10: a mars is saved by the last roll."""
    state, said = sheet(last_roll("6:15").rolls(61, BLACK).plays("6/off 6/5").lifts(), "6:15")
    assert said[3:] == ["rolled dark 61 (R16)", "played dark 61: 6/off 6/5 (R85)", "game light (R57)"]
    assert state.score.points == (1, 0)


def test_an_illegal_last_roll_is_put_right_first() -> None:
    """R67, R87, R58."""
    dark = "bar:1 6:14"
    story = last_roll(dark).rolls(61, BLACK).plays("bar/24", BLACK).lifts()
    state, said = sheet(story, dark)
    assert said[4:] == ["illegal dark 61: bar/24 (R23)"]
    assert state.score.points == (0, 0)
    state, said = sheet(story.plays("24/18", BLACK), dark)
    assert said[5:] == ["corrected dark 61: bar/18 (R87)", "game light (R58)"]
    assert state.score.points == (2, 0)


def test_who_moved_second_and_is_off_first_has_won() -> None:
    """C10: the right is against the first mover only."""
    story = last_roll("1:4 off:11")
    state, said = resumed(story, "white 1:1 off:14; black 1:4 off:11", WHITE, starter=BLACK)
    assert [line(verdict) for verdict in said][1:] == ["played light 62: 1/off (R85)", "game light (R57)"]
    assert state.score.points == (1, 0)


@pytest.mark.parametrize(("dark", "said", "score"), [("6:15", "game light (R58)", (2, 0)), ("1:4 off:11", "unsure", (0, 0))])
def test_a_last_roll_that_nobody_saw(dark: str, said: str, score: tuple[int, int]) -> None:
    """Who cannot have cleared has lost; else it is asked."""
    state, lines = sheet(last_roll(dark).becomes(START), dark)
    assert lines[-1] == said
    assert state.score.points == score


# --- who starts, and where ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first_move", "starter"), [("loser", BLACK), ("alternate", BLACK), ("roll", None)])
def test_who_starts_the_next_game(first_move: str, starter: Side | None) -> None:
    """R14, C7."""
    story = ending("white 1:1; black 1:2", WHITE).rolls(62, WHITE).plays("1/off").lifts().becomes(START)
    story.profile = changed(CIRCLE, {"first_move": first_move})
    state, _ = resumed(story, "white 1:1; black 1:2", WHITE, starter=WHITE)
    assert state.side is starter
    assert state.phase is (Phase.ROLLING if starter else Phase.OPENING)


@pytest.mark.parametrize("seating", Seating)
@pytest.mark.parametrize("swap", [True, False])
def test_seats_are_changed_after_a_game_where_that_is_the_rule(seating: Seating, swap: bool) -> None:
    """R7: who sits where is read from the starting position; who should have changed and did not is told."""
    start = "white 1:1; black 1:2"
    story = ending(start, WHITE).rolls(62, WHITE).plays("1/off").lifts()
    story.profile = changed(CIRCLE, {"swap": swap})
    story.hand(1.0)
    story.seating, story.position = seating, START
    story.hand(0.5).waits(1.0).opens(light=3, dark=1).plays("8/5 6/5").lifts()
    state, said = resumed(story, start, WHITE, starter=WHITE, seating=Seating.BOTTOM_RIGHT)
    stayed = swap and seating is Seating.BOTTOM_RIGHT
    assert [line(verdict) for verdict in said[3:]] == [
        *(["warned (R7)"] if stayed else []),
        "opening light 31 (R11)",
        "played light 31: 8/5 6/5 (R85)",
    ]
    assert state.seating is seating


# --- warnings -----------------------------------------------------------------------------------------------------------------


def test_an_even_length_is_warned_of_and_played() -> None:
    """R71."""
    story = Story(length=4).opens(light=3, dark=1)
    assert story.sheet() == ["warned (R71)", "opening light 31 (R11)"]
    assert Story(length=5).opens(light=3, dark=1).sheet() == ["opening light 31 (R11)"]


def test_a_dead_cube_is_warned_of_and_may_be_turned() -> None:
    """C5, C6."""
    race = "white 6:5 5:5 4:5; black 6:5 5:5 4:5"
    score = Score(5, (4, 3), crawford_played=True)
    state, said = resumed(ending(race, WHITE).presses("double"), race, WHITE, score=score)
    assert [line(verdict) for verdict in said] == ["doubled light (R49)", "warned light (C6)"]
    assert (state.phase, said[0].legal) == (Phase.DOUBLED, True)


# --- money --------------------------------------------------------------------------------------------------------------------

FREE = preset("circle-free")


def test_one_tie_doubles_the_stake_and_no_more() -> None:
    """R63: and Jacoby still holds (C8)."""
    story = Story(profile=FREE, length=0).opens(light=4, dark=4).lifts(WHITE).lifts(BLACK).opens(light=2, dark=2)
    state, said = story.refereed()
    assert [verdict.why for verdict in said] == ["a tie: both roll again, the cube stands at 2", "a tie: both roll again"]
    assert (state.cube.value, state.cube.owner) == (2, None)


def test_a_match_has_no_automatic_doubles() -> None:
    """R65."""
    state, _ = Story(profile=FREE, length=5).opens(light=4, dark=4).refereed()
    assert state.cube.value == 1


def test_a_session_goes_on_without_end_and_without_crawford() -> None:
    """R64: gammons count one until the cube was turned."""
    start = "white 1:1; black 6:15"
    story = ending(start, WHITE).rolls(62, WHITE).plays("1/off").lifts().becomes(START).opens(light=3, dark=1)
    story.profile, story.length = FREE, 0
    state, said = resumed(story, start, WHITE, score=Score(0, (40, 6), crawford_rule=False))
    assert [line(verdict) for verdict in said[2:]] == ["game light (R58)", "opening light 31 (R11)"]
    assert (state.score.points, state.score.crawford) == ((41, 6), False)


@pytest.mark.parametrize(("points", "said"), [((0, 0), []), ((0, 1), ["warned (R68)"])])
def test_a_stake_must_be_covered_before_each_game(points: tuple[int, int], said: list[str]) -> None:
    """R68: 5 × 8 × 3 = 120."""
    profile = changed(preset("nardi-standard"), {"cube_cap": 8})
    state = referee.start(profile, 0, ("Anna", "Ben"), stake=5, balances=(120, 500))
    state = replace(state, score=replace(state.score, points=points))
    verdicts = []
    for event in Story(profile=profile, length=0).events():
        state, more = referee.advance(state, event)
        verdicts += more
    assert [line(verdict) for verdict in verdicts] == said
    if said:
        assert verdicts[0].why == "light: a balance of 115 does not cover stake 5 × cube 8 × koks 3 = 120"
