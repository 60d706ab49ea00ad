"""A match taken apart into decisions, and what they come to."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from boardcam import cli
from boardcam.archive import keeping
from boardcam.coach import engines
from boardcam.coach.advice import Advice
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import Decision, decisions
from boardcam.coach.engines import KINDS
from boardcam.coach.grade import Graded, cube, graded, summary, worst
from boardcam.coach.inputs import ROLLS
from boardcam.coach.luck import luck
from boardcam.coach.pips import Pips
from boardcam.coach.question import Question
from boardcam.coach.value import Chances, CubeValue
from boardcam.record import formats
from boardcam.rules.position import START
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import Match
from tests.boards import board
from tests.record.matches import DARK, LIGHT, odd, simulated

EVEN = Chances(0.5, 0.0, 0.0, 0.0, 0.0)
TAKEN = Advice("double/take", CubeValue(0.5, 0.6, 1.0, EVEN), 0.2)


def told(match: Match) -> list[str]:
    return [f"{one.side.colour} {one.kind}" + ("" if one.kind == "play" else f" {one.made}") for one in decisions(match)]


def test_the_decisions_of_odd_games() -> None:
    """What nobody saw, what was not played and what no rule allows is not judged; after a double nobody asks for one again."""
    plays = ["light play", "dark double no double", "dark play"]
    doubled = ["light play", "dark double double", "light answer take", "dark play", "light double no double", "light play"]
    unseen = ["light play", "light double no double", "light play"]
    passed = ["light play", "dark double double", "light answer pass"]
    found = told(odd())
    assert found[:3] == plays
    assert found[3:9] == doubled
    assert "light answer pass" in found
    assert [line for line in passed if line not in found] == []
    assert [line for line in unseen if line not in found] == []


def test_the_first_roll_is_marked_and_the_cube_is_followed() -> None:
    found = list(decisions(odd()))
    assert [one.opening for one in found[:3]] == [True, False, False]
    after = [one for one in found if one.game == 2][-1]
    assert (after.question.situation.cube.value, after.question.situation.cube.owner) == (2, LIGHT)


def test_scores_that_cannot_be_are_left_out() -> None:
    match = odd()
    broken = replace(match, games=(replace(match.games[0], score=(9, 0)),))
    assert list(decisions(broken)) == []


def test_every_turn_of_a_simulated_match_can_be_asked() -> None:
    match = simulated(3)
    plays = [one for one in decisions(match) if one.kind == "play"]
    assert len(plays) > 40
    for one in plays:
        assert one.made in one.question.plays or not one.question.plays


def test_a_cube_action_is_judged_by_what_it_gives_up() -> None:
    question = Question(Situation())
    missed = cube(Decision("double", LIGHT, question, "no double", 1, 2), TAKEN)
    assert (missed.loss, missed.best, missed.fault, missed.counted) == (pytest.approx(0.1), "double", "missed double", True)
    passed = cube(Decision("answer", DARK, question, "pass", 1, 3), TAKEN)
    assert (passed.loss, passed.best, passed.fault, passed.grade) == (pytest.approx(0.4), "take", "wrong pass", "blunder")
    right = cube(Decision("answer", DARK, question, "take", 1, 3), TAKEN)
    assert (right.loss, right.fault, right.counted) == (0.0, None, True)


def test_a_double_that_nobody_thinks_of_is_no_decision() -> None:
    far = Advice("no double", CubeValue(0.1, -0.5, 1.0, EVEN), 0.2)
    assert not cube(Decision("double", LIGHT, Question(Situation()), "no double", 1, 2), far).counted
    assert cube(Decision("double", LIGHT, Question(Situation()), "double", 1, 2), far).counted
    barred = Advice("not allowed", None, None, why="the cube is out of play")
    assert not cube(Decision("double", LIGHT, Question(Situation()), "no double", 1, 2), barred).counted


def test_the_error_rate_is_five_hundred_times_the_mean_loss() -> None:
    decision = Decision("play", LIGHT, Question(Situation(dice=(3, 1))), START, 1, 1)
    found = [
        Graded(decision, loss, counted, "", "", 0.1) for loss, counted in ((0.0, True), (0.03, True), (0.09, True), (0.0, False))
    ]
    mine = summary(found, LIGHT)
    assert (mine.counted, mine.errors, mine.blunders) == (3, 1, 1)
    assert mine.rate == pytest.approx(20.0)
    assert mine.luck == pytest.approx(0.4)
    assert summary(found, DARK).rate is None
    assert [one.loss for one in worst(found, 5)] == [0.09, 0.03]


def test_luck_is_even_over_all_throws() -> None:
    here = Situation(board("white 24:2 13:4 8:3 6:5 5:1; black 24:2 13:5 8:3 6:5"))
    lucks = [weight * luck(Question(replace(here, dice=(high, low))), Pips()) for high, low, weight in ROLLS]
    assert sum(lucks) == pytest.approx(0.0, abs=1e-9)
    assert luck(Question(replace(here, dice=(6, 6))), Pips()) > 0 > luck(Question(replace(here, dice=(2, 1))), Pips())


def test_an_opening_roll_is_compared_with_opening_rolls() -> None:
    question = Question(Situation(dice=(6, 5)))
    assert luck(question, Pips(), opening=True) > luck(question, Pips())


def test_a_match_is_graded_through_a_process() -> None:
    match = simulated(3)
    short = replace(match, games=(replace(match.games[0], actions=match.games[0].actions[:8], result=None),))
    coach = Coach([KINDS["pips"]])
    found = list(graded(decisions(short), coach))
    coach.close()
    assert len(found) == len(list(decisions(short)))
    assert all(one.loss >= 0 for one in found)
    assert all(one.luck is not None for one in found if one.decision.kind == "play")


def test_the_command_tells_rates_and_writes_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "present", lambda: [KINDS["pips"]])
    match = simulated(3)
    short = replace(match, games=(replace(match.games[0], actions=match.games[0].actions[:6], result=None),))
    path, cards = tmp_path / "short.jsonl", tmp_path / "cards.txt"
    path.write_bytes(formats.write(short, "jsonl"))
    (tmp_path / "bad.mat").write_text("nothing")
    assert cli.main(["analyse", str(path), "--json", "--cards", str(cards), "--from", "0"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in told["players"]] == list(short.players)
    assert cards.read_text().count("XGID=") == len(cards.read_text().splitlines()) > 0
    assert cli.main(["analyse", str(tmp_path / "bad.mat"), str(path)]) == 2
    shown = capsys.readouterr()
    assert "bad.mat" in shown.err
    assert "error rate" in shown.out


def test_what_is_found_of_a_match_of_the_archive_is_kept_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "present", lambda: [KINDS["pips"]])
    match = simulated(3)
    short = replace(match, games=(replace(match.games[0], actions=match.games[0].actions[:4], result=None),))
    archive = tmp_path / "matches.sqlite"
    assert cli.main(["analyse", "1", "--archive", str(archive)]) == 2
    assert "there is no archive" in capsys.readouterr().err
    keeping.keep(archive, short)
    assert cli.main(["analyse", "1", "7", "--archive", str(archive)]) == 2
    assert "no match has the number 7" in capsys.readouterr().err
    with keeping.opened(archive) as opened:
        told = opened.analysis(1)
    assert told is not None
    assert [player["name"] for player in told["players"]] == list(short.players)
