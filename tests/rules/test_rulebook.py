"""The rule book read aloud: one test for each rule of the list that decides something, by its number.

Etiquette (83-87) is tested where it is ruled on, with the referee; the chouette, endings and profiles have files of their own.
"""

from __future__ import annotations

from dataclasses import fields

import pytest

from boardcam.rules import caution, opening, scoring
from boardcam.rules.cube import Cube
from boardcam.rules.faults import fault
from boardcam.rules.match import Score
from boardcam.rules.notation import parse
from boardcam.rules.play import BAR, OFF
from boardcam.rules.plays import carried_out, forced, legal_plays
from boardcam.rules.position import CHECKERS, START, Position, Side, check
from boardcam.rules.profile import PRESETS, Profile, changed, preset
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn
from boardcam.rules.xgid import parse as situation
from tests.boards import board

WHITE, BLACK = Side.WHITE, Side.BLACK
SIX_PRIME = "black 1:2 2:2 3:2 4:2 5:2 6:2 off:3"


def legal(line: str, high: int, low: int, side: Side = WHITE) -> set[str]:
    return {str(play) for play in legal_plays(board(line), side, (high, low)).values()}


def blamed(line: str, roll: tuple[int, int], play: str) -> str:
    """The rule that a play breaks."""
    before = board(line)
    found = fault(before, WHITE, roll, carried_out(before, WHITE, parse(play)))
    assert found is not None
    return found.rule


# Object, equipment, board


def test_two_players_with_fifteen_checkers_each() -> None:
    """R1."""
    assert len(Side) == 2
    assert [START.checkers(side) for side in Side] == [CHECKERS, CHECKERS] == [15, 15]
    assert check(START) == ()


def test_the_object_is_to_bring_all_home_and_bear_all_off() -> None:
    """R2, R46: who has borne off all fifteen first has won."""
    assert scoring.winner(board("white off:15; black 1:1")) is WHITE
    assert scoring.winner(board("white 1:1; black off:15")) is BLACK
    assert scoring.winner(board("white 1:1; black 1:1")) is None


def test_24_points_six_to_a_board() -> None:
    """R3, R4: the home board is the own points 1 to 6."""
    assert len(START.points) == 24
    assert board("white 6:15; black 6:15").home(WHITE)
    assert not board("white 7:1 6:14; black 6:15").home(WHITE)


def test_the_bar_is_no_point_and_costs_no_pips() -> None:
    """R5: from 7 to 6 is one pip."""
    assert legal("white 7:1 off:14; black 1:2", 1, 1) == {"7/3"}  # 7, 6, 5, 4, 3


def test_each_player_counts_from_his_own_home() -> None:
    """R6, C13: Black's 1 is White's 24; kept is one view only."""
    position = board("white 24:1; black 24:1")
    assert (position.points[23], position.points[0]) == (1, -1)
    assert (position.count(WHITE, 24), position.count(BLACK, 24)) == (1, 1)


def test_records_know_both_seats() -> None:
    """R7: how the board is turned changes what is seen, never what is legal."""
    for roll in ((3, 1), (6, 6)):
        turned = {after.flipped() for after in legal_plays(START.flipped(), BLACK, roll)}
        assert turned == set(legal_plays(START, WHITE, roll))


def test_the_starting_position() -> None:
    """R8."""
    for side in Side:
        assert {point: START.count(side, point) for point in range(26) if START.count(side, point)} == {24: 2, 13: 5, 8: 3, 6: 5}


def test_checkers_move_forward_only_and_the_sides_in_opposite_directions() -> None:
    """R9."""
    for side in Side:
        for after in legal_plays(START, side, (2, 1)):
            assert after.pips(side) == START.pips(side) - 3


def test_any_number_of_own_checkers_may_stand_on_a_point() -> None:
    """R10."""
    after = carried_out(board("white 8:1 7:1 6:13; black 1:2"), WHITE, parse("8/6 7/6"))
    assert after in legal_plays(board("white 8:1 7:1 6:13; black 1:2"), WHITE, (2, 1))
    assert after.count(WHITE, 6) == 15


# Who starts


def test_the_higher_die_starts_and_plays_both() -> None:
    """R11, R12: no second roll, so that the first is never a doublet; a tie is rolled again."""
    assert (opening.starter(5, 2), opening.starter(2, 5), opening.starter(4, 4)) == (WHITE, BLACK, None)


def test_whoever_decides_the_starter_later_games_follow_the_setting() -> None:
    """R13, R14, C7: loser or alternate; then the starter rolls two dice."""
    assert opening.opener("roll", WHITE, BLACK) is None
    assert opening.opener("loser", WHITE, WHITE) is BLACK
    assert opening.opener("alternate", WHITE, BLACK) is BLACK


def test_ties_double_the_stake_once_where_that_is_agreed() -> None:
    """R15, R63."""
    assert [opening.automatic(ties, preset("circle-free").automatic_doubles).value for ties in (0, 1, 2)] == [1, 2, 2]
    assert opening.automatic(3, preset("circle-match").automatic_doubles) == Cube()


# Moves


def test_the_dice_are_two_moves_of_one_checker_or_two() -> None:
    """R16, R17, R18: 4-2 by two checkers, or by one in either order."""
    assert legal("white 13:1 8:1 off:13; black 1:2", 4, 2) == {"13/7", "13/9 8/6", "13/11 8/4", "8/2"}


def test_the_place_in_between_must_be_free_in_one_order() -> None:
    """R19: 5-4 with 4 and 5 both blocked cannot be played by one checker."""
    assert legal("white 13:1 off:14; black 17:2", 5, 4) == {"13/4"}  # 8 is blocked, 9 is free
    assert legal("white 13:1 off:14; black 16:2 17:2", 5, 4) == set()


def test_a_doublet_is_four_moves() -> None:
    """R20: 4-0, 3-1, 2-2, 1-3, four different, 2-1-1."""
    plays = legal("white 24:4 13:4 off:7; black 2:1", 3, 3)
    assert plays >= {"24/12", "24/15 13/10", "24/18(2)", "24/18 13/7", "24/21(4)", "13/10(4)", "24/18 24/21 13/10"}
    assert len(plays) == 20  # 2 + 4 + 3 + 6 + 5 ways to share out 4, 3-1, 2-2, 2-1-1, 1-1-1-1


def test_where_a_checker_may_land() -> None:
    """R21, R29: an empty point, an own one, one enemy checker; never two; jumping over is free."""
    assert legal("white 13:1 off:14; black 13:2", 1, 1) == set()
    assert legal("white 13:1 off:14; black 13:1", 1, 1) == {"13/12*/9"}
    assert legal("white 13:1 off:14; black 13:2", 2, 1) == {"13/10"}  # over 12 by way of 11


def test_passing_is_forbidden_while_a_move_is_possible() -> None:
    """R22."""
    assert START not in legal_plays(START, WHITE, (6, 5))
    found = fault(START, WHITE, (6, 5), START)
    assert found is not None
    assert found.rule == "R22"


def test_both_numbers_must_be_played() -> None:
    """R23: also where one of them has to be played in the way that leaves the other."""
    assert legal("white 18:1 3:1; black 14:2", 6, 1) == {"18/12 3/2"}
    assert blamed("white 18:1 3:1; black 14:2", (6, 1), "18/17") == "R23"


def test_the_only_number_that_can_be_played_is() -> None:
    """R24."""
    assert legal("white 20:1 off:14; black 10:2 11:2", 5, 1) == {"20/19"}


def test_of_two_numbers_that_exclude_each_other_the_higher() -> None:
    """R25, C3."""
    assert legal("white 18:1; black 14:2", 6, 1) == {"18/12"}


def test_as_many_of_a_doublet_as_possible() -> None:
    """R26, R27: the rest is lost."""
    assert legal("white 24:1 off:14; black 7:2", 2, 2) == {"24/20"}  # two of four: 18 is blocked
    assert legal("white 24:1 off:14; black 9:2", 2, 2) == {"24/18"}


def test_full_value_means_the_die_as_played_at_that_moment() -> None:
    """R28, C11: 6-1 with a checker on 7 and one on 6."""
    assert legal("white 7:1 6:1; black 1:1", 6, 1) == {"7/1 6/5", "7/off"}


# Hitting and the bar


def test_a_blot_is_hit_and_goes_to_the_bar() -> None:
    """R30: and hitting is never compulsory."""
    before = board("white 8:1 6:1 off:13; black 21:1 off:14")
    after = carried_out(before, WHITE, parse("8/4*"))
    assert (after.bar, after.points[3]) == ((0, 1), 1)
    results = legal_plays(before, WHITE, (4, 1))
    assert {bool(play.hits) for play in results.values()} == {True, False}


def test_from_the_bar_first() -> None:
    """R31."""
    assert all(play.startswith("bar") for play in legal("white bar:1 6:14; black 13:15", 5, 2))
    assert blamed("white bar:1 6:2; black 1:2", (5, 2), "6/4 6/1") == "R31"


def test_a_checker_enters_with_one_die() -> None:
    """R32: 3-2 with 22 and 23 made: no entry on 20, the sum."""
    assert legal("white bar:1 6:14; black 2:2 3:2 off:11", 3, 2) == set()


def test_where_a_checker_may_enter() -> None:
    """R33: on an empty point, an own one, or a blot, which is hit."""
    assert legal("white bar:1 off:14; black 3:1 6:2", 3, 3) == {"bar/22*"}
    assert legal("white bar:1 22:1 off:13; black 6:2", 3, 3) == {"bar/22"}
    assert legal("white bar:1 off:14; black 6:2", 3, 3) == {"bar/22"}


def test_no_entry_loses_the_turn_and_one_entry_is_made() -> None:
    """R34."""
    assert legal(f"white bar:1 6:14; {SIX_PRIME}", 6, 1) == set()
    assert legal("white bar:1 6:1 off:13; black 5:2", 5, 2) == {"bar/18", "bar/23 6/1"}  # 20 is blocked: by way of 23


def test_of_several_on_the_bar_as_many_as_can_enter() -> None:
    """R35."""
    assert legal("white bar:2 6:13; black 4:2 5:2 6:2 24:9", 5, 1) == {"bar/24"}
    assert legal("white bar:3 6:12; black 6:2 13:13", 2, 1) == {"bar/23 bar/24"}  # the third stays there


def test_after_the_last_has_entered_the_other_number_is_played() -> None:
    """R36."""
    assert legal("white bar:1 13:1 off:13; black 1:2", 4, 2) == {"bar/19", "bar/21 13/11", "bar/23 13/9"}


def test_six_points_in_a_row_stop_everything() -> None:
    """R37: a closed board, and a full prime."""
    for roll in ((6, 5), (1, 1), (6, 6)):
        assert legal(f"white bar:1 6:14; {SIX_PRIME}", *roll) == set()
        assert forced(board(f"white bar:1 6:14; {SIX_PRIME}"), WHITE, roll)
    prime = "white 24:1 off:14; black 2:2 3:2 4:2 5:2 6:2 7:2 off:3"
    assert all(legal(prime, high, low) == set() for high in range(1, 7) for low in range(1, high + 1))


# Bearing off


def test_nobody_bears_off_before_all_are_home() -> None:
    """R38."""
    assert not any("off" in play for play in legal("white 13:1 6:14; black 1:2", 6, 5))
    assert blamed("white 7:1 6:2; black 1:1", (6, 5), "6/off 6/1") == "R38"


def test_the_exact_number_bears_off() -> None:
    """R39: and what is off stays off."""
    after = {play: position for position, play in legal_plays(board("white 6:2 5:1 4:1 off:11; black 1:2"), WHITE, (5, 4)).items()}
    assert "5/off 4/off" in map(str, after)
    assert all(position.off[0] >= 11 for position in after.values())


def test_a_move_inside_may_be_made_instead() -> None:
    """R40: the 4 of 6-4 from the 4-point off, or 5/1, or 6/2."""
    plays = legal("white 6:2 5:2 4:2 3:2 2:2 1:2 off:3; black 1:2", 6, 4)
    assert plays == {"6/off 4/off", "6/off 5/1", "6/off 6/2"}


def test_the_six_must_bear_off_where_no_other_is_legal() -> None:
    """R41."""
    assert all("6/off" in play for play in legal("white 6:2 5:2 4:2 3:2 2:2 1:2 off:3; black 1:2", 6, 4))


def test_from_an_empty_point_first_a_higher_one_moves() -> None:
    """R42, R44: with a checker on 6 a 4 may not bear off from 3."""
    assert legal("white 6:1 3:1; black 1:2", 4, 1) == {"6/1", "6/2 3/2"}
    assert legal("white 6:1 3:1; black 1:2", 4, 4) == {"6/off 3/off"}  # 6/2, 2/off, then nothing is higher than 3
    assert blamed("white 6:1 4:2; black 1:1", (5, 1), "4/off 6/5") == "R44"


def test_a_number_too_high_bears_off_from_the_highest_point() -> None:
    """R43, §1.5."""
    assert legal("white 4:1 2:1 off:13; black 1:2", 6, 5) == {"4/off 2/off"}


def test_who_was_hit_must_come_home_again() -> None:
    """R45."""
    assert legal("white bar:1 3:1 off:13; black 1:2", 6, 5) == {"bar/14"}  # 3/off is not to be had
    assert legal("white 3:1 off:14; black 1:2", 6, 5) == {"3/off"}


# The cube


def test_the_cube_lies_in_the_middle_and_shows_64() -> None:
    """R47, §1.5: centred it is worth 1, owned 64."""
    assert (Cube().value, Cube().face, Cube().owner) == (1, 64, None)
    assert (Cube.seen(64, None).value, Cube.seen(64, WHITE).value) == (1, 64)


def test_the_cube_can_be_off_or_capped() -> None:
    """R48, C5, C6."""
    assert preset("nardi-standard").cap(0) == 64
    assert changed(preset("nardi-standard"), {"cube": "off"}).cap(0) == 1
    assert [preset("hungarian").cap(length) for length in (3, 5, 9)] == [4, 8, 16]


def test_a_player_who_cannot_move_may_double() -> None:
    """R49: on his turn, before he rolls."""
    assert Cube().may_offer(WHITE)
    assert forced(board(f"white bar:1 6:14; {SIX_PRIME}"), WHITE, (6, 5))


def test_the_cube_from_the_middle_to_its_owner_and_back() -> None:
    """R50, R52, R53: either may double a centred cube, only the owner an owned one; each take changes hands and doubles."""
    cube = Cube()
    assert cube.may_offer(WHITE)
    assert cube.may_offer(BLACK)
    for by in (BLACK, WHITE, BLACK):
        cube = cube.taken(by)
        assert (cube.may_offer(by), cube.may_offer(by.other)) == (True, False)
    assert cube == Cube(8, BLACK)
    assert not cube.may_offer(BLACK, cap=8)


def test_a_pass_loses_the_stake_before_the_offer() -> None:
    """R51: once, whatever the position."""
    double, drop = CubeAction(WHITE, "double", 2), CubeAction(BLACK, "pass", 2)
    assert Match(("a", "b"), 5, (Game(actions=(double, drop), result=Result(WHITE, 1, "passed")),)).score == (1, 0)


def test_after_a_take_the_doubler_rolls() -> None:
    """R54: the turn does not change."""
    turn = Turn(WHITE, (3, 1), parse("8/5 6/5"), START, carried_out(START, WHITE, parse("8/5 6/5")))
    game = Game(actions=(CubeAction(WHITE, "double", 2), CubeAction(BLACK, "take", 2), turn))
    assert game.actions[2].side is game.actions[0].side


def test_the_hungarian_cube_is_for_matches() -> None:
    """R55."""
    assert (preset("hungarian").cap(0), preset("hungarian").cap(5)) == (1, 8)


def test_there_are_no_beavers() -> None:
    """R56: in no rules and in no option; only foreign IDs may know them."""
    assert not any("beaver" in field.name for field in fields(Profile))


# What a game is worth

ENDS = [("6:14 off:1", 1), ("6:15 off:0", 2), ("6:14 24:1", 3), ("6:14 19:1", 3), ("6:14 bar:1", 3), ("6:14 18:1", 2)]


@pytest.mark.parametrize(("loser", "value"), ENDS)
def test_single_gammon_and_backgammon(loser: str, value: int) -> None:
    """R57, R58, R59, C1: none off doubles it, one in the winner's home or on the bar besides makes it three."""
    assert scoring.value(board(f"white off:15; black {loser}"), WHITE) == value


def test_in_some_countries_a_backgammon_is_worth_two() -> None:
    """R60, R61, C2: the finishing settings."""
    end = board("white off:15; black 6:14 bar:1")
    assert [scoring.value(end, WHITE, finish=finish) for finish in ("oin", "mars", "koks")] == [1, 2, 3]


def test_the_value_is_multiplied_by_the_cube() -> None:
    """R62: Mars on a 4-cube."""
    assert scoring.points(2, Cube(4, WHITE)) == 8


def test_jacoby() -> None:
    """R64, C8: without a double a gammon counts one; an automatic double is none."""
    assert scoring.points(2, Cube(), jacoby=True) == 1
    assert scoring.points(2, opening.automatic(1, 1), jacoby=True) == 2
    assert scoring.points(2, Cube(2, WHITE), jacoby=True) == 4


def test_matches_have_neither_jacoby_nor_automatic_doubles() -> None:
    """R65."""
    assert [(preset(name).jacoby, preset(name).automatic_doubles) for name in ("circle-match", "tournament")] == [(False, 0)] * 2


def test_points_are_no_rating() -> None:
    """R69: a score counts points of games and nothing else."""
    assert {field.name for field in fields(Score)} == {"length", "points", "crawford_rule", "crawford_played"}


# The match


def test_the_first_to_reach_or_pass_the_length_has_won() -> None:
    """R70."""
    assert Score(5, (3, 2)).won(WHITE, 1).winner is None
    assert Score(5, (3, 2)).won(WHITE, 2).winner is WHITE
    assert Score(5, (3, 2)).won(WHITE, 8).winner is WHITE


def test_matches_are_odd() -> None:
    """R71, C4: even ones are warned of."""
    assert [length for length in (3, 5, 7, 9, 11, 13) if caution.length(length)] == []
    assert caution.length(4)


def test_the_crawford_game() -> None:
    """R72: one game without the cube, the first in which a player stands one point short."""
    score = Score(5, (3, 0)).won(WHITE, 1)
    assert score.crawford
    refusal = Cube().refusal(BLACK, crawford=score.crawford)
    assert refusal is not None
    assert refusal.rule == "R72"
    assert not score.won(BLACK, 1).crawford


# Etiquette, as far as it is data


def test_the_circle_rolls_with_a_cup_into_the_right_half() -> None:
    """R83, R84, R85, R86, R87: what its profile says; the rulings are the referee's."""
    circle = preset("circle-match")
    assert (circle.half, circle.cup, circle.dice) == ("right", True, "pairs")
    assert (circle.on_checker, circle.turn_end, circle.lift) == ("void", "lift", "both")
    assert (circle.premature_roll, circle.moves_policy, circle.deadline) == ("void", "circle", "roll")


def test_what_other_tables_do() -> None:
    """C14, C15, C16: premature rolls, illegal plays and the end of a turn by profile."""
    told = {name: (p.premature_roll, p.moves_policy, p.turn_end) for name, p in PRESETS.items()}
    assert told["circle-match"] == told["circle-free"] == ("void", "circle", "lift")
    assert told["tournament"] == ("choice", "legal", "clock")
    assert told["nardi-standard"] == told["nardi-caucasian"] == told["hungarian"] == ("stands", "legal", "lift")


# The variant


def test_a_hitter_at_home_may_not_hide() -> None:
    """R88, §1.5: 8/4*/3 onto own checkers; it may be covered, or go on to a free point, or bear off."""
    before = board("white 8:1 3:2; black 21:1 1:2")
    hiding = carried_out(before, WHITE, parse("8/4*/3"))
    assert hiding in legal_plays(before, WHITE, (4, 1))
    assert hiding not in legal_plays(before, WHITE, (4, 1), "caucasian")
    assert carried_out(before, WHITE, parse("8/4* 3/2")) in legal_plays(before, WHITE, (4, 1), "caucasian")
    outside = board("white 13:1 8:2; black 16:1 1:2")
    assert carried_out(outside, WHITE, parse("13/9*/8")) in legal_plays(outside, WHITE, (4, 1), "caucasian")


def test_which_checker_hit_is_decided_for_the_player() -> None:
    """C19: hit, covered, and one of the two goes on to an own checker: the other may have been the hitter."""
    before = board("white 6:3 4:2 off:10; black 20:1 1:2")
    assert carried_out(before, WHITE, parse("6/5*(3) 5/4")) in legal_plays(before, WHITE, (1, 1), "caucasian")
    alone = board("white 6:1 4:3 off:11; black 20:1 1:2")
    assert carried_out(alone, WHITE, parse("6/5*/4 4/3(2)")) not in legal_plays(alone, WHITE, (1, 1), "caucasian")


def test_places_that_are_no_points() -> None:
    """R5, R39: the bar is 25, off is 0."""
    assert (BAR, OFF) == (25, 0)
    assert Position((0,) * 24, (1, 0), (14, 15)).count(WHITE, BAR) == 1
    assert situation("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10").position == START
