"""How games end: the last-roll right, resignations, stakes and sessions, corrections, and what is only warned of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules import caution, opening, session
from boardcam.rules.cube import Cube, Refusal
from boardcam.rules.ending import Ending, ending, last_roll
from boardcam.rules.match import Correction, Score
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Side, check
from boardcam.rules.profile import Profile, changed, preset
from boardcam.rules.resignation import Resignation, resign
from tests.boards import board
from tests.rules.corpus import properties

WHITE, BLACK = Side.WHITE, Side.BLACK
CIRCLE, NARDI, FREE = preset("circle-match"), preset("nardi-standard"), preset("circle-free")
DRAWS = changed(NARDI, {"draw": True})

# The last roll


def test_the_second_player_has_a_last_roll_after_the_first_has_borne_off() -> None:
    """R67."""
    position = board("white off:15; black 1:2 off:13")
    assert last_roll(position, WHITE, DRAWS) is BLACK
    assert ending(position, WHITE, DRAWS) is None
    assert last_roll(position.flipped(), BLACK, DRAWS) is WHITE


def test_if_he_clears_too_the_game_is_drawn() -> None:
    """R67."""
    position = board("white off:15; black 1:2 off:13")
    (after,) = legal_plays(position, BLACK, (5, 2))
    assert check(after) == ()
    assert last_roll(after, WHITE, DRAWS) is None
    assert ending(after, WHITE, DRAWS, rolled=True) == Ending(None, 0)


@pytest.mark.parametrize(
    ("loser", "kind"),
    [("1:1 off:14", 1), ("6:15", 2), ("6:14 19:1", 3), ("6:14 bar:1", 3)],
)
def test_if_not_the_game_is_worth_what_the_board_says_after_the_last_roll(loser: str, kind: int) -> None:
    """R67, C10."""
    position = board(f"white off:15; black {loser}")
    assert ending(position, WHITE, DRAWS) is None
    assert ending(position, WHITE, DRAWS, rolled=True) == Ending(WHITE, kind)
    assert ending(position, WHITE, changed(DRAWS, {"finish": "mars"}), rolled=True) == Ending(WHITE, min(2, kind))


def test_a_mars_can_be_saved_by_the_last_roll() -> None:
    """C10, C20: an ordinary full turn, doublets too."""
    position = board("white off:15; black 4:2 6:13")
    saved = ending(next(iter(legal_plays(position, BLACK, (6, 6)))), WHITE, DRAWS, rolled=True)
    assert saved == Ending(WHITE, 1)


def test_the_right_is_only_against_who_moved_first() -> None:
    """C10."""
    position = board("white off:15; black 1:2 off:13")
    assert last_roll(position, BLACK, DRAWS) is None
    assert ending(position, BLACK, DRAWS) == Ending(WHITE, 1)


def test_without_the_setting_the_first_to_bear_off_has_won() -> None:
    """R46."""
    position = board("white off:15; black 1:2 off:13")
    assert last_roll(position, WHITE, NARDI) is None
    assert ending(position, WHITE, NARDI) == Ending(WHITE, 1)
    assert ending(board("white 1:1; black 1:2"), WHITE, DRAWS) is None


def test_the_bar_counts_unless_the_circle_is_read_literally() -> None:
    """R59, C1."""
    position = board("white off:15; black 6:14 bar:1")
    assert ending(position, WHITE, CIRCLE) == Ending(WHITE, 3)
    assert ending(position, WHITE, changed(CIRCLE, {"bar_counts": False})) == Ending(WHITE, 2)


def test_the_cube_is_frozen_in_the_last_roll() -> None:
    """R67, C10."""
    refusal = Cube().refusal(BLACK, cap=64, last_roll=True)
    assert refusal is not None
    assert refusal == Refusal("R67", "the last roll is played without the cube")


def test_after_a_draw_the_loser_is_the_opponent_of_the_last_starter() -> None:
    """R14, R67, §1.5."""
    assert opening.opener("loser", WHITE, None) is BLACK
    assert opening.opener("alternate", WHITE, None) is BLACK
    assert opening.opener("roll", WHITE, None) is None
    drawn = Score(5, (4, 2)).won(None, 0)
    assert drawn.points == (4, 2)


# Resignations

GAMMON = board("white 6:10 1:5; black 6:14 7:1")


@pytest.mark.parametrize(
    ("position", "kind", "why"),
    [
        ("white 6:10; black 6:14", 1, "this costs dark 4 points (oin × 4)"),
        ("white 6:10; black 6:14 7:1", 2, "this costs dark 8 points (mars × 4)"),
        ("white 6:10; black 6:14 20:1", 3, "this costs dark 12 points (koks × 4)"),
        ("white 6:10; black 6:14 bar:1", 3, "this costs dark 12 points (koks × 4)"),
    ],
)
def test_a_resignation_costs_what_the_checkers_say(position: str, kind: int, why: str) -> None:
    """R66, R62, C9: nothing is negotiated, the loser confirms."""
    for offered in (None, 1):
        found = resign(board(position), BLACK, Cube(4, WHITE), NARDI, 0, offered)
        assert found == Resignation(BLACK, kind, 4 * kind, BLACK, why)


def test_the_finishing_setting_caps_a_resignation() -> None:
    """R61, R66."""
    for finish, points in (("oin", 2), ("mars", 4), ("koks", 6)):
        found = resign(board("white 6:10; black 6:14 bar:1"), BLACK, Cube(2, WHITE), changed(NARDI, {"finish": finish}), 0)
        assert isinstance(found, Resignation)
        assert found.points == points


def test_a_resignation_is_offered_and_accepted() -> None:
    """C9."""
    assert resign(GAMMON, BLACK, Cube(2, BLACK), CIRCLE, 7, 2) == Resignation(
        BLACK, 2, 4, WHITE, "this costs dark 4 points (gammon × 2)"
    )
    cheap = resign(GAMMON, BLACK, Cube(), CIRCLE, 7, 1)
    assert cheap == Resignation(BLACK, 1, 1, WHITE, "this costs dark 1 point"), "nothing is multiplied"
    for offered in (None, 0, 4):
        why = "say what is offered: a single game or a gammon or a backgammon"
        assert resign(GAMMON, BLACK, Cube(), CIRCLE, 7, offered) == Refusal("R66", why)
    assert resign(GAMMON, BLACK, Cube(), changed(CIRCLE, {"finish": "oin"}), 7, 2) == Refusal(
        "R66", "say what is offered: a single game"
    )


def test_jacoby_makes_a_resignation_cheap_until_the_cube_is_turned() -> None:
    """R64, C8: an automatic double does not turn it; in matches Jacoby is out (65)."""
    found = resign(GAMMON, BLACK, opening.automatic(1, 1), FREE, 0, 2)
    assert found == Resignation(BLACK, 2, 2, WHITE, "gammon counts 1, for the cube was not turned: this costs dark 2 points")
    for cube, length in ((Cube(2, WHITE), 0), (Cube(2), 5)):
        found = resign(GAMMON, BLACK, cube, FREE, length, 2)
        assert isinstance(found, Resignation)
        assert found.points == 4


# Stakes


def test_the_cover_is_stake_times_cap_times_finish() -> None:
    """R68: the example is 5 × 8 × 3 = 120."""
    profile = changed(NARDI, {"cube_cap": 8})
    assert session.cover(5, profile) == 120
    assert session.uncovered(120, 5, profile) is None
    why = "a balance of 119 does not cover stake 5 × cube 8 × koks 3 = 120"
    assert session.uncovered(119, 5, profile) == Refusal("R68", why)
    assert session.cover(5, changed(profile, {"finish": "mars"})) == 80
    assert session.cover(5, changed(profile, {"finish": "oin"})) == 40


def test_the_cover_is_asked_for_an_active_cube_only() -> None:
    """R68."""
    assert session.uncovered(0, 5, changed(NARDI, {"cube": "off"})) is None
    assert session.uncovered(0, 5, CIRCLE) is None
    assert session.cover(5, CIRCLE) is None
    refusal = session.uncovered(10**9, 5, changed(NARDI, {"cube_cap": None}))
    assert refusal is not None
    assert refusal.why == "without a cap on the cube no balance covers the highest loss"


# Warnings


def test_even_lengths_are_warned_of_and_played() -> None:
    """R71, C4."""
    assert [points for points in range(0, 28) if caution.length(points)] == [*range(2, 25, 2), 26, 27]
    warning = caution.length(8)
    assert warning == caution.Caution("R71", "matches go to an odd number of points, as 7 or 9; 8 is played all the same")
    assert Score(8, (7, 0)).crawford


def test_a_dead_cube_is_warned_of_and_may_be_turned() -> None:
    """C5, C6."""
    score, cube = Score(7, (5, 0)), Cube(2, WHITE)
    assert caution.double(score, cube, WHITE) == caution.Caution(
        "C6", "light needs 2 and plays for 2 already: a double can gain nothing"
    )
    assert cube.may_offer(WHITE)
    assert caution.double(score, Cube(), WHITE) is None
    assert caution.double(Score(0), Cube(64, WHITE), WHITE) is None


# Corrections


def test_a_score_is_corrected_with_a_reason() -> None:
    """§2.1: whenever it is noticed."""
    score, kept = Score(7, (3, 2)).corrected((4, 2), " the gammon was forgotten ")
    assert score == Score(7, (4, 2))
    assert kept == Correction((3, 2), (4, 2), "the gammon was forgotten")
    with pytest.raises(ValueError, match="needs a reason"):
        score.corrected((4, 2), " ")
    with pytest.raises(ValueError, match="0 or more, not 4--1"):
        score.corrected((4, -1), "x")


@pytest.mark.parametrize(
    ("before", "points", "crawford", "played"),
    [
        (Score(7, (5, 0)), (6, 0), True, False),  # noticed before the game: it is the Crawford game
        (Score(7, (6, 1), crawford_played=True), (6, 2), False, True),
        (Score(7, (6, 1), crawford_played=True), (5, 1), False, False),  # it was not due: it comes when it is
        (Score(7, (6, 6), crawford_played=True), (6, 5), False, True),
    ],
)
def test_a_corrected_score_decides_the_crawford_game(before: Score, points: tuple[int, int], crawford: bool, played: bool) -> None:
    """R72."""
    after, _ = before.corrected(points, "miscounted")
    assert (after.crawford, after.crawford_played) == (crawford, played)


# Whatever the position

KINDS = st.sampled_from(["oin", "mars", "koks"])


@properties
@given(
    st.lists(st.integers(0, 6), min_size=15, max_size=15),
    st.lists(st.integers(0, 6), min_size=15, max_size=15),
    st.sampled_from(Side),
    st.booleans(),
    KINDS,
)
def test_an_ending_mirrors_and_a_last_roll_is_never_due_twice(
    mine: list[int], theirs: list[int], starter: Side, draw: bool, finish: str
) -> None:
    """R67."""
    profile: Profile = changed(NARDI, {"draw": draw, "finish": finish})

    def placed(side: str, points: list[int]) -> str:
        return side + "".join(f" {point}:{points.count(point)}" for point in set(points) if point) + f" off:{points.count(0)}"

    position = board(f"{placed('white', mine)}; {placed('black', theirs)}")
    for rolled in (False, True):
        found = ending(position, starter, profile, rolled=rolled)
        mirrored = ending(position.flipped(), starter.other, profile, rolled=rolled)
        assert (found and found.kind) == (mirrored and mirrored.kind)
        assert (found is None) == (max(position.off) < 15 or (not rolled and last_roll(position, starter, profile) is not None))
        if found is not None and found.winner is None:
            assert position.off == (15, 15)
