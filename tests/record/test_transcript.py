"""Verdicts fold into the record of the match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import Evidence, Verdict
from boardcam.record.transcript import empty, fold
from boardcam.rules import profile_file, xgid
from boardcam.rules.cube import Cube
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import changed, preset
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import CubeAction, Incident, Match, Result, Turn
from boardcam.sim.table import script

LIGHT, DARK = Side.WHITE, Side.BLACK


def after(position: Position, side: Side, roll: tuple[int, int], play: str) -> Position:
    return next(found for found, legal in legal_plays(position, side, roll).items() if str(legal) == play)


def spelled(position: Position, score: tuple[int, int] = (0, 0), cube: Cube | None = None) -> str:
    return xgid.format(Situation(position, score=score, length=7, cube=cube or Cube()))


def told(*verdicts: Verdict) -> Match:
    return fold(verdicts, empty(("Ann", "Ben"), 7, preset("circle-match")))


P1 = after(START, LIGHT, (6, 1), "13/7 8/7")
P2 = after(P1, DARK, (6, 4), "24/14")
OPENING = Verdict(1, 1, "opening", LIGHT, (6, 1), xgid=spelled(START))
FIRST = Verdict(5, 5, "played", LIGHT, (6, 1), "13/7 8/7", spelled(P1), True)
ROLLED = Verdict(6, 6, "rolled", DARK, (6, 4), xgid=spelled(P1))
SECOND = Verdict(9, 9, "played", DARK, (6, 4), "24/14", spelled(P2), True)
WRONG = Position((*P1.points[:20], P1.points[20] - 1, *P1.points[21:23], P1.points[23]), P1.bar, P1.off)


def test_turns_and_their_positions() -> None:
    (game,) = told(OPENING, FIRST, ROLLED, SECOND).games
    first, second = game.actions
    assert isinstance(first, Turn)
    assert isinstance(second, Turn)
    assert (game.starter, game.result, first.before, first.after, second.before, second.after) == (LIGHT, None, START, P1, P1, P2)
    assert (str(first.play), str(second.play), second.dice) == ("13/7 8/7", "24/14", (6, 4))


def test_an_illegal_play_stands_when_nobody_corrects_it() -> None:
    illegal = replace(FIRST, kind="illegal", play="13/6", legal=False, rule="R17")
    (game,) = told(OPENING, illegal, ROLLED, SECOND).games
    first = game.actions[0]
    assert isinstance(first, Turn)
    assert (first.legal, str(first.play)) == (False, "13/6") or first.after == P1


@pytest.mark.parametrize("kind", ["illegal", "unsure"])
def test_a_later_verdict_on_the_turn_replaces_it(kind: str) -> None:
    doubtful = replace(FIRST, kind=kind, play=None, xgid=spelled(P2), legal=False)
    right = replace(FIRST, kind="corrected" if kind == "illegal" else "played")
    (game,) = told(OPENING, doubtful, right, ROLLED, SECOND).games
    assert [action.legal for action in game.actions if isinstance(action, Turn)] == [True, True]
    first = game.actions[0]
    assert isinstance(first, Turn)
    assert (first.before, first.after) == (START, P1)


def test_an_unsure_turn_stays_unsure() -> None:
    unsure = Verdict(5, 5, "unsure", LIGHT, (6, 1), xgid=spelled(P1))
    match = told(OPENING, unsure, ROLLED, SECOND)
    assert not match.sure
    first = match.games[0].actions[0]
    assert isinstance(first, Turn)
    assert (first.legal, first.after) == (None, P1)


def test_an_unseen_position_is_what_the_next_turn_found() -> None:
    unsure = Verdict(5, 5, "unsure", LIGHT, None, evidence=Evidence(before=spelled(START)))
    found = replace(SECOND, evidence=Evidence(before=spelled(P1)))
    first, second = told(OPENING, unsure, found).games[0].actions
    assert isinstance(first, Turn)
    assert isinstance(second, Turn)
    assert (first.dice, first.after, second.before, second.after) == (None, P1, P1, P2)


def test_doubt_about_anything_else_is_no_turn() -> None:
    unsure = Verdict(5.5, 5.5, "unsure", DARK, why="light was doubled and must answer")
    (game,) = told(OPENING, FIRST, unsure, ROLLED, SECOND).games
    assert len(game.actions) == 2


def test_a_correction_may_be_decided_after_the_next_roll() -> None:
    illegal = replace(FIRST, kind="illegal", xgid=spelled(P2), legal=False)
    right = replace(FIRST, kind="corrected", t=5.9, t_decided=7)
    (game,) = told(OPENING, illegal, ROLLED, right, SECOND).games
    assert [(action.side, action.legal) for action in game.actions if isinstance(action, Turn)] == [(LIGHT, True), (DARK, True)]


def test_a_double_may_be_decided_before_the_turn_that_it_follows() -> None:
    late = replace(FIRST, t_decided=8)
    (game,) = told(OPENING, Verdict(6, 6, "doubled", DARK, legal=True), late, Verdict(7, 7, "taken", LIGHT)).games
    assert [type(action).__name__ for action in game.actions] == ["Turn", "CubeAction", "CubeAction"]


def test_a_void_double_is_no_double() -> None:
    (game,) = told(OPENING, FIRST, Verdict(6, 6, "doubled", LIGHT, legal=False), ROLLED, SECOND).games
    assert len(game.actions) == 2


def test_a_turn_taken_back_is_played_again() -> None:
    back = Verdict(5.5, 5.5, "corrected", LIGHT, xgid=spelled(START))
    other = after(START, LIGHT, (6, 1), "13/6")
    again = replace(FIRST, t=8, t_decided=8, play="13/6", xgid=spelled(other))
    (game,) = told(OPENING, FIRST, back, again).games
    (first,) = game.actions
    assert isinstance(first, Turn)
    assert (first.before, first.after, str(first.play)) == (START, other, "13/6")


def test_the_next_players_roll_is_not_forgotten() -> None:
    late = replace(FIRST, t=6.5, t_decided=7)
    end = Verdict(8, 8, "game", LIGHT, xgid=spelled(P1, (1, 0)))
    match = told(OPENING, ROLLED, late, Verdict(8, 8, "resigned", DARK), end)
    assert [action.dice for action in match.games[0].actions if isinstance(action, Turn)] == [(6, 1), (6, 4)]


def test_a_second_opening_roll_is_the_same_game() -> None:
    (game,) = told(replace(OPENING, side=None, dice=(3, 3)), OPENING, FIRST).games
    assert game.starter is LIGHT


def test_an_automatic_double_doubles_the_stake() -> None:
    """R63: a tied opening roll leaves the cube in the middle at 2."""
    tie = Verdict(0.5, 0.5, "opening", dice=(3, 3), rule="R11")
    opening = replace(OPENING, xgid=spelled(START, cube=Cube(2)))
    double = Verdict(10, 10, "doubled", LIGHT, xgid=spelled(P2, cube=Cube(2)), legal=True)
    passed = Verdict(11, 11, "passed", DARK, xgid=spelled(P2, cube=Cube(2)))
    game = Verdict(11, 11, "game", LIGHT, xgid=spelled(P2, (2, 0), Cube(2)))
    (record,) = told(tie, opening, FIRST, ROLLED, SECOND, double, passed, game).games
    assert record.actions[2] == CubeAction(LIGHT, "double", 4, 10)
    assert record.result == Result(LIGHT, 2, "passed", 1)


def test_the_cube() -> None:
    cube = Cube(2, LIGHT)
    match = told(
        OPENING, FIRST, Verdict(6, 6, "doubled", DARK), Verdict(7, 7, "taken", LIGHT, xgid=spelled(P1, cube=cube)),
        ROLLED, SECOND, Verdict(10, 10, "doubled", LIGHT), Verdict(11, 11, "passed", DARK),
        Verdict(11, 11, "game", LIGHT, xgid=spelled(P2, (2, 0))),
    )  # fmt: skip
    cubes = [action for action in match.games[0].actions if isinstance(action, CubeAction)]
    assert [(action.side, action.kind, action.value) for action in cubes] == [
        (DARK, "double", 2), (LIGHT, "take", 2), (LIGHT, "double", 4), (DARK, "pass", 4),
    ]  # fmt: skip
    assert match.games[0].result == Result(LIGHT, 2, "passed", 1)
    assert match.score == (2, 0)


def test_a_resignation_after_the_roll_keeps_the_roll() -> None:
    match = told(OPENING, FIRST, ROLLED, Verdict(8, 8, "resigned", DARK), Verdict(8, 8, "game", LIGHT, xgid=spelled(P1, (2, 0))))
    last = match.games[0].actions[-1]
    assert isinstance(last, Turn)
    assert (last.play, last.dice, match.games[0].result) == (None, (6, 4), Result(LIGHT, 2, "resigned", 2))


def test_the_next_game_starts_afresh() -> None:
    won = Verdict(10, 10, "game", DARK, xgid=spelled(P2, (0, 6)))
    match = told(OPENING, FIRST, ROLLED, SECOND, won, replace(OPENING, t=20), replace(FIRST, t=25))
    first, second = match.games
    assert (first.crawford, second.score, second.crawford, second.result) == (False, (0, 6), True, None)
    assert second.actions[0].before == START  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(6))
def test_the_record_of_a_simulated_match_is_its_truth(seed: int) -> None:
    table = script(seed, match=3, incidents=("illegal", "illegal_corrected", "premature"))
    match = fold(table.truth, empty(("Ann", "Ben"), 3, preset("circle-match")))
    turns = [action for game in match.games for action in game.actions if isinstance(action, Turn)]
    assert max(match.score) >= 3
    assert sum(turn.legal is False for turn in turns) <= 1
    for turn in turns:
        assert turn.dice is not None
        legal = legal_plays(turn.before, turn.side, turn.dice)
        assert (turn.after in legal or (not legal and turn.after == turn.before)) == bool(turn.legal)


def test_incidents_are_kept_with_their_game_and_their_reason() -> None:
    void = Verdict(4, 4, "void_roll", LIGHT, (6, 1), legal=False, rule="R84", why="A die leans.")
    won = Verdict(10, 10, "game", DARK, xgid=spelled(P2, (0, 6)))
    refused = Verdict(11, 11, "doubled", DARK, legal=False, rule="R72", why="This is the Crawford game.")
    assert told(OPENING, void, FIRST, ROLLED, SECOND, won, refused, replace(OPENING, t=20)).incidents == (
        Incident(1, "void_roll", LIGHT, (6, 1), None, "R84", "A die leans.", 4),
        Incident(2, "void_double", DARK, None, None, "R72", "This is the Crawford game.", 11),
    )


def test_a_profile_of_ones_own_is_kept_whole() -> None:
    own = changed(preset("circle-match"), {"name": "Thursdays", "cube_cap": 8})
    assert empty(("Ann", "Ben"), 7, preset("hungarian")).rules is None
    for profile in (own, changed(preset("circle-match"), {"cube_cap": 8})):
        kept = empty(("Ann", "Ben"), 7, profile)
        assert kept.rules is not None
        assert replace(profile_file.parse(kept.rules), name=own.name) == replace(profile, name=own.name)


def test_nothing_said_is_an_empty_record() -> None:
    assert told().games == ()


def test_a_game_whose_end_nobody_saw_stays_without_a_result() -> None:
    """The next opening roll begins another one, at the same score."""
    lost = Verdict(20, 21, "unsure", None, rule=None, why="the next game is set up, but the end of the last one was not seen")
    match = told(OPENING, FIRST, lost, Verdict(30, 31, "opening", DARK, (1, 3)), Verdict(35, 36, "rolled", DARK, (3, 1)))
    assert [game.result for game in match.games] == [None, None]
    assert [len(game.actions) for game in match.games] == [1, 0]


def test_its_loser_may_say_who_won_it() -> None:
    score = Verdict(25, 25, "game", LIGHT, xgid=spelled(START, score=(1, 0)), why="light wins 1 point: dark says that he has lost")
    match = told(OPENING, FIRST, score, Verdict(30, 31, "opening", DARK, (1, 3)))
    assert [game.result and game.result.winner for game in match.games] == [LIGHT, None]
    assert match.score == (1, 0)


def test_a_match_lost_on_time_is_an_incident() -> None:
    lost = Verdict(90, 90, "match", DARK, rule="§2.1", why="dark wins the match: the flag of light has fallen")
    assert told(OPENING, FIRST, lost).incidents[-1] == Incident(1, "time", DARK, rule="§2.1", why=lost.why, t=90)
