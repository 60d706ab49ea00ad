"""`boardcam hint`: plays, cube, what is wrong with a question; and the words for why."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from boardcam import cli
from boardcam.coach import engines, why
from boardcam.coach.board import canonical
from boardcam.coach.coach import Coach
from boardcam.coach.engines import KINDS
from boardcam.coach.hint import hints
from boardcam.coach.question import asked
from boardcam.commands import bearoff
from boardcam.rules import xgid
from boardcam.rules.notation import parse
from boardcam.rules.play import Play
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from tests.boards import board

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


@pytest.fixture(autouse=True)
def pips_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "present", lambda: [KINDS["pips"]])


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_json_is_one_object_a_line_best_play_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hint", "--json", OPENING, OPENING.replace("31", "00")]) == 0
    rolled, waiting = map(json.loads, lines(capsys))
    assert rolled["xgid"] == OPENING
    losses = [play["loss"] for play in rolled["plays"]]
    assert len(losses) == 16
    assert losses == sorted(losses)
    assert losses[0] == 0
    assert rolled["plays"][0]["xgid"].startswith("XGID=")
    assert waiting["plays"] == []
    assert waiting["cube"]["action"] == "no double"
    assert {"no_double", "double_take", "double_pass", "take_point"} <= set(waiting["cube"])


def test_words_for_a_roll_a_cube_an_answer_and_a_dance(capsys: pytest.CaptureFixture[str]) -> None:
    dance = "XGID=-------------------bbbbbbA:0:0:1:66:0:0:0:7:10"
    assert cli.main(["hint", OPENING, OPENING.replace(":31:", ":00:"), OPENING.replace(":31:", ":DD:"), dance]) == 0
    told = "\n".join(lines(capsys))
    assert "O (light) to play 31, asked pip counting" in told
    assert "O (light) on roll, cube 1" in told
    assert "take; to pass gives up" in told
    assert "no legal play, the turn is lost" in told


def test_a_double_that_is_not_allowed_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hint", "XGID=-b----E-C---eE---c-e----B-:1:-1:1:00:0:0:0:7:10"]) == 0
    assert "the cube belongs to dark" in "\n".join(lines(capsys))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo", "neither an XGID"),
        (OPENING.replace("-b--", "-p--"), "checkers"),
        (OPENING.replace(":7:10", ":99:10"), "known up to 25"),
    ],
)
def test_bad_questions_are_answered_in_their_place(capsys: pytest.CaptureFixture[str], line: str, why: str) -> None:
    assert cli.main(["hint", line, OPENING]) == 2
    told = "\n".join(lines(capsys))
    assert why in told
    assert "O (light) to play 31" in told
    assert cli.main(["hint", "--json", line]) == 2
    assert json.loads(lines(capsys)[0])["input"] == line


def test_the_rules_of_the_table_are_kept_and_their_limits_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["hint", "--json", "--profile", "nardi-caucasian", OPENING]) == 0
    assert "Caucasian" in json.loads(lines(capsys)[0])["notes"][0]


def test_no_engine_is_one_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "present", lambda: [])
    assert cli.main(["hint", OPENING]) == 2
    assert "no engine is here" in "\n".join(lines(capsys))


def told(before: Position, dice: tuple[int, int], play: str) -> str:
    plays = legal_plays(before, Side.WHITE, dice)
    after = next(position for position, one in plays.items() if str(one) == str(parse(play)))
    return why.words(why.facts(before, Side.WHITE, plays[after], after))


def test_why_in_words() -> None:
    assert told(START, (3, 1), "8/5 6/5") == "makes the 5 point, leaves no blot"
    blitz = board("white 24:2 13:5 8:3 6:5; black 24:1 20:1 13:5 8:3 6:5")
    assert told(blitz, (3, 1), "8/5* 6/5").startswith("hits, makes the 5 point")
    assert "leaves blots on" in told(START, (4, 1), "13/9 24/23")
    race = board("white 6:3 5:2; black 6:3 5:2")
    assert told(race, (6, 5), "6/off 5/off") == "bears off 2, a race, 17 pips to 28"


def test_shots_are_those_of_the_opponent() -> None:
    """A blot six away from one checker: 11 throws with a six, 51 and 42 each two ways, 33, 22."""
    blot = canonical(board("white 7:1; black 24:1"), Side.WHITE)
    assert why.shots(blot) == 17


def test_a_short_bear_off_without_its_table_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    short = "XGID=-AB-A-A------------b-aaa--:1:1:1:00:0:0:0:0:10"
    assert cli.main(["hint", "--json", short, OPENING]) == 0
    bare, opening = map(json.loads, lines(capsys))
    assert bare["notes"] == ["Short bear-offs are exact once boardcam bearoff has been run."]
    assert "notes" not in opening


def test_an_engine_that_is_not_here_is_named_with_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "gnubg", replace(KINDS["gnubg"], found=lambda: None))
    for command in (["hint", OPENING], ["analyse", "match.mat"]):
        assert cli.main([*command, "--engine", "gnubg"]) == 2
        assert capsys.readouterr().err == f"boardcam {command[0]}: GNU Backgammon is not here: sudo apt-get install -y gnubg\n"


def test_the_table_of_bear_offs_is_a_command() -> None:
    assert cli.parser().parse_args(["bearoff", "--out", "x"]).run is bearoff.run


def test_a_hint_for_the_table() -> None:
    coach = Coach([KINDS["pips"]])
    question = asked(xgid.parse(OPENING.replace("-b----E", "-a---aE")), preset("circle-match"), coaching=False)
    worse = next(iter(reversed(coach.best(question))))
    (shown,) = hints(coach, question, worse.position)
    assert shown.headline == str(coach.best(question)[0].play)
    assert shown.moves == ()
    *_, before = hints(coach, question)
    assert before.headline == str(Play(before.moves))
    assert len(shown.others) == 2
    assert shown.others[0].removesuffix(" is as good") in {str(one.play) for one in coach.best(question)}
    assert shown.yours == f"yours gives up {round(worse.loss, 2)}"
    best, second, *_ = coach.best(question)
    assert [next(hints(coach, question, one.position)).yours for one in (best, second)] == [
        "yours was the best",
        "yours was as good",
    ]
    first, deeper = hints(coach, asked(xgid.parse(OPENING.replace(":31:", ":00:"))))
    assert first.headline == deeper.headline == "No double"
    assert "a take needs 22% at this score" in first.why
    assert first.others[0].startswith("a double gives up 0.")
    answer, _ = hints(coach, asked(xgid.parse(OPENING.replace(":31:", ":DD:"))))
    assert answer.headline == "Take"
    assert answer.others[0].startswith("a pass gives up 1.")
    assert answer.why == "a take needs 22% at this score, you have 46%"
    money, _ = hints(coach, asked(xgid.parse(OPENING.replace(":0:0:1:31:0:0:0:7", ":1:1:1:00:0:0:0:0"))))
    assert money.headline == "No redouble"
    assert money.why.startswith("a take needs 21%, the opponent has ")
    coach.close()


def test_a_hint_where_there_is_nothing_to_do() -> None:
    coach = Coach([KINDS["pips"]])
    (shown,) = hints(coach, asked(xgid.parse("XGID=-------------------bbbbbbA:0:0:1:66:0:0:0:7:10")))
    assert shown.headline == "No move"
    first, _ = hints(coach, asked(xgid.parse(OPENING.replace(":0:0:1:31:", ":1:-1:1:00:"))))
    assert (first.headline, first.why) == ("No double", "the cube belongs to dark: only its owner may double")
    coach.close()
