"""Bugs that other programs had: each row of §5 with its input and the right value, by the row's number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.record import mat
from boardcam.record.mat_reading import read
from boardcam.rules import opening, scoring, xgid
from boardcam.rules.cube import Cube, Refusal
from boardcam.rules.match import Score
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import START, Side
from boardcam.rules.profile import preset
from boardcam.rules.resignation import Resignation, resign
from boardcam.rules.transcript import Result, Turn
from tests.boards import board
from tests.referee.stories import opened

WHITE, BLACK = Side.WHITE, Side.BLACK


def theirs(points: str) -> str:
    """The opponent's checkers, which §5 counts as the player on roll does, as he counts them himself."""
    places = (word.split(":") for word in points.split())
    return " ".join(f"{25 - int(point)}:{n}" if point.isdigit() else f"{point}:{n}" for point, n in places)


def plays(me: str, opp: str, high: int, low: int) -> set[str]:
    """The plays of a player on roll, whichever colour he has."""
    position = board(f"white {me}; black {theirs(opp)}")
    white = {str(play) for play in legal_plays(position, WHITE, (high, low)).values()}
    assert {str(play) for play in legal_plays(position.flipped(), BLACK, (low, high)).values()} == white
    return white


def game(*rows: str, length: int = 5) -> list[str]:
    return [f"{length} point match", "", " Game 1", " Ann : 0                            Ben : 0", *rows]


def test_the_higher_die() -> None:
    """§5 row 1."""
    assert plays("18:1", "11:2", 6, 1) == {"18/12"}


def test_the_bar_counts_for_a_backgammon() -> None:
    """§5 row 3: winner 15 off, loser one on the bar, fourteen outside, none off."""
    assert scoring.value(board("white off:15; black bar:1 13:14"), WHITE) == 3


def test_two_dice_where_one_was_thought_possible() -> None:
    """§5 row 5."""
    found = plays("bar:1 24:1 22:1 6:3 5:2 3:2 2:3", "19:6 17:3 12:3 7:1 1:2", 5, 3)
    assert found == {"bar/20 24/21", "bar/20 6/3", "bar/20 5/2"}


def test_hits_in_passing_make_a_difference() -> None:
    """§5 row 7."""
    found = plays("13:1 6:14", "11:1 12:1 1:13", 2, 1)
    assert len(found) == 6
    assert found >= {"13/12*/10", "13/11*/10"}


def test_not_every_bear_off_is_automatic() -> None:
    """§5 row 9: 5/1 2/off, or 5/off with the 2 left."""
    assert plays("5:1 2:1", "24:1", 4, 2) == {"5/1 2/off", "5/off"}


def test_the_other_side_mirrors() -> None:
    """§5 row 11: the start, O to play 3-1."""
    found = legal_plays(START, BLACK, (3, 1))
    assert len(found) == 16
    assert {after.flipped() for after in found} == set(legal_plays(START, WHITE, (3, 1)))


def test_a_gammon_on_a_cube_of_two() -> None:
    """§5 row 13."""
    assert scoring.points(2, Cube(2, WHITE)) == 4


@pytest.mark.parametrize(("loser", "points"), [("13:15", 4), ("13:14 24:1", 6), ("13:14 bar:1", 6)])
def test_gammons_and_backgammons_count(loser: str, points: int) -> None:
    """§5 row 15."""
    assert scoring.points(scoring.value(board(f"white off:15; black {loser}"), WHITE), Cube(2, BLACK)) == points


def test_nobody_resigns_more_than_he_says() -> None:
    """§5 row 17: what is not certain is not resigned; the loser says what he offers, or sees what it costs and confirms."""
    losing = board("white 1:3 off:12; black 6:14 7:1")
    assert isinstance(resign(losing, BLACK, Cube(), preset("circle-match"), 7), Refusal)
    shown = resign(losing, BLACK, Cube(), preset("nardi-standard"), 0)
    assert isinstance(shown, Resignation)
    assert (shown.by, shown.kind) == (BLACK, 2)


def test_a_match_goes_on_until_somebody_has_enough() -> None:
    """§5 row 19: five points, 3-2, a single win on 1."""
    after = Score(5, (3, 2)).won(WHITE, scoring.points(1, Cube()))
    assert (after.points, after.winner) == ((4, 2), None)


def test_the_starter_and_a_forced_play() -> None:
    """§5 row 21: the higher die starts, and a forced play is carried out once."""
    assert (opening.starter(6, 2), opening.starter(2, 6)) == (WHITE, BLACK)
    ((after, play),) = legal_plays(board("white 18:1; black 14:2"), WHITE, (6, 1)).items()
    assert carried_out(board("white 18:1; black 14:2"), WHITE, play) == after
    with pytest.raises(ValueError, match="no light checker on 18"):
        carried_out(after, WHITE, play)


def test_the_same_event_twice_changes_nothing() -> None:
    """§5 row 23."""
    from boardcam.referee import referee

    story = opened().rolls(64).plays("24/14").lifts()
    state = referee.start(story.profile, story.length, ("Ann", "Ben"))
    twice = state
    for event in story.events():
        state, _ = referee.advance(state, event)
        twice, _ = referee.advance(twice, event)
        twice, _ = referee.advance(twice, event)
    assert state.position == twice.position
    assert [twice.position.checkers(side) for side in Side] == [15, 15]


def test_colours_of_an_xgid() -> None:
    """§5 row 25."""
    found = xgid.parse("XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8")
    bottom, top = "24:2 13:4 8:2 7:2 6:5", theirs("1:1 2:1 14:1 12:4 17:3 19:5")
    assert found.position == board(f"white {bottom}; black {top}")
    assert (found.dice, found.jacoby, found.beaver, found.length) == ((1, 6), True, True, 0)


def test_a_refused_double_is_over() -> None:
    """§5 row 27: centred 1, double, drop: one point, the cube at 1, no offer."""
    told = read("\n".join(game("  1) 31: 8/5 6/5                      Doubles => 2", "  2)  Drops"))).games[0]
    assert told.result == Result(BLACK, 1, "passed")
    assert Cube() == Cube(1, None)


def test_the_other_die_after_an_entry() -> None:
    """§5 row 29."""
    found = plays("bar:1 24:1 13:5 8:3 6:5", "1:2 12:5 17:3 19:5", 4, 1)
    assert found == {"bar/20", "bar/21 24/23", "bar/21 8/7", "bar/21 6/5", "bar/24 13/9", "bar/24 8/4", "bar/24 6/2"}


def test_each_die_once() -> None:
    """§5 row 31: 5-1 is one 5 and one 1."""
    for play in legal_plays(START, WHITE, (5, 1)).values():
        assert sorted(move.start - move.end for move in play.moves) == [1, 5]


def test_one_checker_with_both_dice() -> None:
    """§5 row 33."""
    assert plays("24:1 5:14", "21:2 2:2 1:2", 6, 3) == {"24/15"}


def test_points_in_the_plural() -> None:
    """§5 row 35: `Wins 2 points`."""
    row = "  1) 31: 8/5 6/5                      64: 24/14"
    assert read("\n".join(game(row, "      Wins 2 points"))).games[0].result == Result(WHITE, 2, "resigned", 2)
    assert read("\n".join(game(row, "      Wins 1 point"))).games[0].result == Result(WHITE, 1, "resigned")


def test_crawford_follows_from_the_score_alone() -> None:
    """§5 row 37: seven points, 6-0 after a win."""
    assert Score(7, (5, 0)).won(WHITE, 1).crawford
    rows = ["", " Game 2", " Ann : 6                            Ben : 0", "  1) 31: 8/5 6/5"]
    assert [one.crawford for one in read("\n".join(game("  1) 31: 8/5 6/5", "      Wins 6 points", *rows, length=7))).games] == [
        False,
        True,
    ]


def test_whose_cube_a_set_position_has() -> None:
    """§5 row 39: owner 1 of an XGID is the bottom player; what we set in a .mat file comes back with the same owner."""
    assert xgid.parse("XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:0:0:0:7:10").cube == Cube(2, WHITE)
    for owner, first in (
        (WHITE, "  1)                                   Doubles => 2"),
        (BLACK, "  1)  Doubles => 2                     Takes"),
    ):
        rows = [first, "  2)  Takes" if owner is WHITE else "  2) 31: 8/5 6/5"]
        told = read("\n".join(game(*rows)))
        unseen = Turn(BLACK, None, None, START, board("white 24:2 13:5 8:3 6:5; black 24:1 13:6 8:3 6:5"), None)
        late = Turn(WHITE, (6, 4), None, unseen.after, unseen.after, None)
        record = replace(told, games=(replace(told.games[0], actions=(*told.games[0].actions, unseen, late)),))
        sign = "-" if owner is WHITE else ""
        assert f"/{sign}1\n" in mat.write(record)
        again = read(mat.write(record) + f"  9) {'Doubles => 4':33}Takes\n")
        assert again.games[0].actions[-1].value == 4  # type: ignore[union-attr]


def test_what_xg_writes_for_resignations_and_dances() -> None:
    """§5 row 41: `21: ???` and `Cannot Move`."""
    told = read(
        "\n".join(game("  1) 31: 8/5 6/5                      64: 24/14", "  2) 21: ???", f"{' ' * 38}Wins 1 point"))
    ).games[0]
    assert told.result == Result(BLACK, 1, "resigned")
    closed = f"; Set Pos={xgid.board(board('white bar:1 6:14; black 1:2 2:2 3:2 4:2 5:2 6:2 13:3'))}/0"
    danced = read("\n".join(game(closed, "  1) 66: Cannot Move                    31: 13/10 13/12"))).games[0].actions[0]
    assert isinstance(danced, Turn)
    assert (danced.play is not None and danced.play.moves, danced.legal) == ((), True)


def test_two_checkers_off_at_once() -> None:
    """§5 row 43."""
    assert plays("1:4", "10:1", 4, 2) == {"1/off(2)"}
