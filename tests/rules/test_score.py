"""The cube, the value of a game, the match score, who starts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardcam.rules import opening, scoring
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import START, Side
from tests.boards import board
from tests.rules.corpus import Turn, anything, properties

WHITE, BLACK = Side.WHITE, Side.BLACK

ENDS = [
    # the loser's checkers when White has borne off; value; value if the bar does not count
    ("6:14 off:1", 1, 1),
    ("6:15 off:0", 2, 2),
    ("6:14 19:1", 3, 3),
    ("6:14 18:1", 2, 2),
    ("6:14 bar:1", 3, 2),
    ("13:14 bar:1 off:0", 3, 2),
    ("bar:1 off:14", 1, 1),
]


@pytest.mark.parametrize(("loser", "value", "literal"), ENDS)
def test_single_gammon_backgammon(loser: str, value: int, literal: int) -> None:
    end = board(f"white off:15; black {loser}")
    for position, winner in ((end, WHITE), (end.flipped(), BLACK)):
        assert scoring.winner(position) is winner
        assert scoring.value(position, winner) == value
        assert scoring.value(position, winner, bar_counts=False) == literal
        assert scoring.value(position, winner, finish="mars") == min(value, 2)
        assert scoring.value(position, winner, finish="oin") == 1


def test_nobody_has_won_before_the_last_checker_is_off() -> None:
    assert scoring.winner(START) is None
    assert set(scoring.NAMES) == {1, 2, 3}


def test_points_are_value_times_cube() -> None:
    assert scoring.points(2, Cube(2, WHITE)) == 4
    assert scoring.points(3, Cube(2, WHITE)) == 6
    assert scoring.points(2, Cube(4, BLACK)) == 8


def test_jacoby_wants_a_turned_cube() -> None:
    assert scoring.points(3, Cube(), jacoby=True) == 1
    assert scoring.points(3, opening.automatic(1, 1), jacoby=True) == 2  # C8: an automatic double is none
    assert scoring.points(3, Cube(2, WHITE), jacoby=True) == 6


def test_the_highest_loss() -> None:
    assert scoring.highest_loss(5, 8, "koks") == 120  # the example of R68


def test_who_may_double() -> None:
    cube = Cube()
    assert cube.may_offer(WHITE)
    assert cube.may_offer(BLACK)
    taken = cube.taken(BLACK)
    assert taken == Cube(2, BLACK)
    assert taken.may_offer(BLACK)
    refusal = taken.refusal(WHITE)
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("R50", "the cube belongs to dark: only its owner may double")
    assert taken.taken(WHITE) == Cube(4, WHITE)


@pytest.mark.parametrize(
    ("cube", "options", "rule"),
    [
        (Cube(), {"cap": 1}, "R48"),
        (Cube(), {"crawford": True}, "R72"),
        (Cube(8, WHITE), {"cap": 8}, "R53"),
        (Cube(4, WHITE), {"cap": 8}, None),
        (Cube(64, WHITE), {}, None),
    ],
)
def test_what_forbids_a_double(cube: Cube, options: dict[str, int], rule: str | None) -> None:
    refusal = cube.refusal(WHITE, **options)
    assert (refusal and refusal.rule) == rule


def test_a_centred_64_is_worth_one() -> None:
    assert Cube.seen(64, None) == Cube(1)
    assert Cube.seen(64, BLACK) == Cube(64, BLACK)
    assert Cube.seen(2, None) == Cube(2)
    assert (Cube().face, Cube(2, WHITE).face, Cube(64, WHITE).face) == (64, 2, 64)


def test_a_match_is_won_by_reaching_or_passing_its_length() -> None:
    score = Score(5, (3, 2)).won(WHITE, 1)
    assert (score.points, score.winner) == ((4, 2), None)
    assert score.won(WHITE, 4).winner is WHITE
    assert Score(5, (3, 4)).won(BLACK, 1).winner is BLACK
    assert [score.away(side) for side in Side] == [1, 3]


def test_the_crawford_game_is_the_first_with_one_point_to_go() -> None:
    score = Score(7, (4, 0)).won(WHITE, 2)
    assert (score.points, score.crawford, score.post_crawford) == ((6, 0), True, False)
    after = score.won(BLACK, 1)
    assert (after.crawford, after.post_crawford) == (False, True)
    assert not after.won(BLACK, 5).crawford  # 6-6
    assert not after.won(WHITE, 1).post_crawford  # won


def test_where_there_is_no_crawford_game() -> None:
    assert not Score(1).crawford
    assert not Score(0, (5, 6)).crawford
    assert not Score(7, (6, 0), crawford_rule=False).crawford
    assert not Score(7, (6, 6)).crawford


def test_a_draw_changes_no_points() -> None:
    drawn = Score(7, (6, 0)).won(None, 0)
    assert (drawn.points, drawn.crawford_played) == ((6, 0), True)


def test_a_session_has_no_end() -> None:
    score = Score(0).won(BLACK, 12)
    assert (score.points, score.winner, score.away(WHITE), score.dead(Cube(), WHITE)) == ((0, 12), None, None, False)


def test_a_dead_cube() -> None:
    assert Score(7, (5, 0)).dead(Cube(2, WHITE), WHITE)
    assert not Score(7, (5, 0)).dead(Cube(1), WHITE)


def test_the_higher_die_starts() -> None:
    assert opening.starter(6, 1) is WHITE
    assert opening.starter(1, 6) is BLACK
    assert opening.starter(3, 3) is None


@pytest.mark.parametrize(
    ("first_move", "starter", "winner", "opener"),
    [
        ("roll", WHITE, WHITE, None),
        ("loser", None, None, None),
        ("loser", WHITE, WHITE, BLACK),
        ("loser", WHITE, BLACK, WHITE),
        ("loser", WHITE, None, BLACK),
        ("alternate", WHITE, WHITE, BLACK),
        ("alternate", BLACK, WHITE, WHITE),
    ],
)
def test_who_opens_the_next_game(first_move: str, starter: Side | None, winner: Side | None, opener: Side | None) -> None:
    assert opening.opener(first_move, starter, winner) is opener


def test_automatic_doubles() -> None:
    assert [opening.automatic(ties, 1).value for ties in range(3)] == [1, 2, 2]
    assert opening.automatic(2, 0) == Cube()


@properties
@given(anything)
def test_a_game_is_worth_the_same_from_both_sides(turn: Turn) -> None:
    for side in Side:
        value = scoring.value(turn.position, side)
        assert value == scoring.value(turn.position.flipped(), side.other)
        assert scoring.value(turn.position, side, bar_counts=False) <= value


@properties
@given(st.integers(0, 11), st.lists(st.tuples(st.sampled_from(Side), st.integers(1, 6)), max_size=30))
def test_there_is_one_crawford_game_at_most(length: int, games: list[tuple[Side, int]]) -> None:
    score, crawford = Score(length), 0
    for side, points in games:
        if score.winner is None:
            crawford += score.crawford
            score = score.won(side, points)
    assert crawford <= 1
