"""The cube on the table: offered, taken and passed by where it stands (47-54, 63, 67, 72)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.bench.referee import compared, refereed
from boardcam.events import BoardRested, CubePlace, CubeRested
from boardcam.geometry import Seating
from boardcam.referee import referee
from boardcam.referee.state import Phase, Referee
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import START, Side
from boardcam.rules.profile import changed
from boardcam.sim import observe, table
from tests.boards import board
from tests.referee.stories import CIRCLE, Story, ending, line, opened, resumed

RACE = "white 6:5 5:5 4:5; black 6:5 5:5 4:5"
WHITE, BLACK = Side.WHITE, Side.BLACK


def race(home: CubePlace = "middle") -> Story:
    """Light is to roll in a race; the cube has been seen where it belongs."""
    return ending(RACE, WHITE).cubes(home)


def told(story: Story, **how: object) -> tuple[Referee, list[str]]:
    state, said = resumed(story, RACE, WHITE, **how)
    return state, [line(verdict) for verdict in said]


def test_laid_on_the_board_it_is_offered_at_the_other_end_taken() -> None:
    """R49, R52."""
    state, said = told(race().cubes("board").cubes("dark").rolls(61, WHITE))
    assert said == ["doubled light (R49)", "taken dark (R52)", "rolled light 61 (R16)"]
    assert state.cube == Cube(2, BLACK)


@pytest.mark.parametrize("seating", Seating)
def test_whose_end_it_is_depends_on_who_sits_where(seating: Seating) -> None:
    story = opened(seating=seating).cubes("middle").cubes("board").cubes("light")
    state, said = story.refereed()
    assert [line(verdict) for verdict in said[2:]] == ["doubled dark (R49)", "taken light (R52)"]
    assert state.cube == Cube(2, WHITE)


def test_its_owner_redoubles() -> None:
    """R53."""
    state, said = told(race("light").cubes("board", 4).cubes("dark", 4), cube=Cube(2, WHITE))
    assert said == ["doubled light (R49)", "taken dark (R52)"]
    assert state.cube == Cube(4, BLACK)


def test_presses_and_the_cube_say_the_same_twice() -> None:
    story = race().presses("double", WHITE).cubes("board").presses("take", BLACK).cubes("dark").rolls(61, WHITE)
    assert told(story)[1] == ["doubled light (R49)", "taken dark (R52)", "rolled light 61 (R16)"]


def test_a_cube_that_settles_after_the_answer_was_pressed_is_no_new_offer() -> None:
    story = race().cubes("board", seconds=0.5).presses("double", WHITE).presses("take", BLACK).waits(2.0).cubes("dark")
    assert told(story)[1] == ["doubled light (R49)", "taken dark (R52)"]


def test_who_sets_up_the_next_game_has_passed() -> None:
    """R51."""
    state, said = told(race().cubes("board").cubes("middle").becomes(START).opens(light=3, dark=1))
    assert said == ["doubled light (R49)", "passed dark (R51)", "game light (R51)", "opening light 31 (R11)"]
    assert state.score.points == (1, 0)


def test_the_match_may_end_with_it() -> None:
    state, said = told(race().cubes("board").becomes(START), score=Score(5, (4, 3), crawford_played=True))
    assert said == ["doubled light (R49)", "warned light (C6)", "passed dark (R51)", "game light (R51)", "match light (R70)"]
    assert state.phase is Phase.OVER


def test_a_cube_put_back_unanswered_is_asked_about_once() -> None:
    story = race().cubes("board").cubes("middle").hand().waits(3.0).hand().waits(4.0).hand().waits(4.0)
    state, said = told(story)
    assert said == ["doubled light (R49)", "unsure (R51)"]
    assert state.phase is Phase.DOUBLED


def test_a_roll_before_the_answer_is_void_and_played_on_shows_that_it_was_taken() -> None:
    """R49, §1.5: nobody gets stuck because the eyes lost the cube."""
    story = race().cubes("board").rolls(61, WHITE).plays("6/off 6/5").lifts()
    state, said = told(story)
    assert said == ["doubled light (R49)", "void_roll light 61 (R49)", "taken dark (R52)", "played light 61: 6/off 6/5 (R85)"]
    assert state.cube == Cube(2, BLACK)


def test_a_roll_right_after_the_cube_was_taken_counts() -> None:
    """The dice are known to rest before the cube is."""
    state, said = told(race().cubes("board").cubes("dark", seconds=0.1).rolls(61, WHITE).plays("6/off 6/5").lifts())
    assert said == ["doubled light (R49)", "taken dark (R52)", "rolled light 61 (R16)", "played light 61: 6/off 6/5 (R85)"]
    assert state.cube == Cube(2, BLACK)


def test_a_roll_under_an_unanswered_double_is_said_to_be_void_though_it_lies_there() -> None:
    """R49, and R84 if it lies badly besides."""
    assert told(race().cubes("board").rolls(61, WHITE).waits(3.0))[1] == ["doubled light (R49)", "void_roll light 61 (R49)"]
    bad = race().cubes("board").rolls(61, WHITE, flat=-3.0).waits(3.0).lifts()
    assert told(bad)[1] == ["doubled light (R49)", "void_roll light 61 (R84)"]


def test_offered_and_taken_in_one_go() -> None:
    """Only if its face says so; else it is asked."""
    assert told(race().cubes("dark", 2))[1] == ["doubled light (R49)", "taken dark (R52)"]
    state, said = told(race().cubes("dark"))
    assert said == ["unsure (R52)"]
    assert state.cube == Cube()
    assert told(race().cubes("light", 2))[1] == []


def test_before_the_dice_came_to_rest_it_was_not_too_late() -> None:
    """The cube is known to rest only after the dice are."""
    quick = race().cubes("dark", 2, seconds=0.1).rolls(61, WHITE)
    state, said = told(quick)
    assert said == ["rolled light 61 (R16)", "doubled light (R49)", "taken dark (R52)"]
    assert (state.phase, state.cube) == (Phase.MOVING, Cube(2, BLACK))
    hasty = race().cubes("board", seconds=0.1).rolls(61, WHITE)
    state, said = told(hasty)
    assert said == ["rolled light 61 (R16)", "doubled light (R49)", "void_roll light 61 (R49)"]
    assert state.phase is Phase.DOUBLED


@pytest.mark.parametrize(
    ("cube", "home", "side", "why"),
    [
        (Cube(2, WHITE), "light", "light", "light has rolled already"),
        (Cube(2, BLACK), "dark", "dark", "light has not lifted his dice"),
        (Cube(), "middle", "dark", "light has not lifted his dice"),
    ],
)
def test_on_a_roll_that_lies_there_it_is_void(cube: Cube, home: CubePlace, side: str, why: str) -> None:
    """R49, §1.5."""
    state, said = told(race(home).rolls(61, WHITE).cubes("board"), cube=cube)
    assert said == ["rolled light 61 (R16)", f"doubled {side} (R49)"]
    assert state.last
    assert (state.last.legal, state.last.why) == (False, f"the double is void: {why}")


@pytest.mark.parametrize(
    ("how", "home", "rule"),
    [
        ({"cube": Cube(2, BLACK)}, "dark", "R50"),
        ({"score": Score(5, (4, 0))}, "middle", "R72"),
        ({"profile": changed(CIRCLE, {"cube": "off"})}, "middle", "R48"),
    ],
)
def test_who_may_not_double_is_told_why(how: dict[str, object], home: CubePlace, rule: str) -> None:
    """R48, R50, R72."""
    state, said = told(race(home).cubes("board"), **how)
    assert said == [f"doubled light ({rule})"]
    assert state.phase is Phase.ROLLING
    assert told(race(home).cubes("light" if home == "dark" else "dark"), **how)[1] == []


def test_only_a_cube_that_was_seen_where_it_belongs_says_anything() -> None:
    """Eyes lose it, and take other things for it."""
    assert told(ending(RACE, WHITE).cubes("board").cubes("dark"))[1] == []
    assert told(race("dark").cubes("board"))[1] == []


# --- where it lies and what it shows -------------------------------------------------------------------------------------------


def at_a_roll(cube: Cube, rested: CubeRested) -> list[str]:
    """What is said at light's roll, six seconds after the cube came to rest so."""
    story = ending(RACE, WHITE).waits(6.0).rolls(61, WHITE)
    state = replace(
        referee.start(CIRCLE, 5, ("Anna", "Ben")), phase=Phase.ROLLING, position=board(RACE), side=WHITE, cube=cube
    )  # fmt: skip
    said = list[str]()
    for event in [rested, *story.events()]:
        state, verdicts = referee.advance(state, event)
        said += [line(verdict) for verdict in verdicts]
    return said


@pytest.mark.parametrize(
    ("cube", "place", "value", "warned"),
    [
        (Cube(), "middle", None, False),
        (Cube(), "middle", 64, False),
        (Cube(), "middle", 2, True),
        (Cube(), "dark", None, True),
        (Cube(2), "middle", 2, False),
        (Cube(2, BLACK), "dark", 2, False),
        (Cube(2, BLACK), "dark", 4, True),
        (Cube(2, BLACK), "light", 2, True),
        (Cube(64, WHITE), "light", 64, False),
    ],
)
def test_a_cube_that_lies_or_shows_wrong_is_noticed_at_the_next_roll(
    cube: Cube, place: CubePlace, value: int | None, warned: bool
) -> None:
    """R47: centred its 64 is worth 1, owned 64."""
    said = at_a_roll(cube, CubeRested(0.0, 1.0, place, value))
    assert said == ["rolled light 61 (R16)", *(["warned (R47)"] if warned else [])]


def test_a_cube_out_of_sight_is_not_said_to_lie_wrong() -> None:
    story = Story().cubes("dark")
    story.cube = None
    assert story.waits(4.0).opens(light=3, dark=1).sheet() == ["opening light 31 (R11)"]


def test_a_cube_out_of_sight_is_no_answer() -> None:
    story = race().cubes("board")
    story.cube = None
    assert told(story.waits(5.0))[1] == ["doubled light (R49)"]


def test_it_is_said_once_a_game_and_players_have_time_to_put_it_right() -> None:
    """R47."""
    story = Story().cubes("dark").opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(BLACK, 1).turn(64, "24/14").rolls(52)
    assert [text for text in story.sheet() if text.startswith("warned")] == ["warned (R47)"]
    quick = Story().cubes("dark", seconds=1.2).opens(light=3, dark=1).cubes("middle")
    assert quick.sheet() == ["opening light 31 (R11)"]


# --- simulated matches, in which the cube is not pressed -----------------------------------------------------------------------


def test_a_match_with_the_cube_alone_is_ruled_as_with_buttons() -> None:
    script = table.script(2, match=7, incidents=("doubled",), turns=3, buttons=False)
    said = refereed(script, observe.watch(script, 12.0, observe.Noise()))
    kinds = ("doubled", "taken", "passed", "warned", "lost", "unsure")
    assert [(v.kind, v.side) for v in said if v.kind in kinds] == [(v.kind, v.side) for v in script.truth if v.kind in kinds]
    assert {"doubled", "taken"} <= {verdict.kind for verdict in said}
    assert not script.presses
    sums = compared(script.truth, said, "cube")
    assert (sums.right, sums.wrong, sums.unsure, sums.alarms) == (sums.turns, 0, 0, 0)


def test_boards_do_not_answer_a_double() -> None:
    story = race().cubes("board").hand().waits(8.0)
    assert told(story)[1] == ["doubled light (R49)"]
    assert any(isinstance(event, BoardRested) for event in story.events())
