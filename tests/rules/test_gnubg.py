"""Debian's GNU Backgammon as an independent judge of legal plays and of both IDs; skipped where it is not installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boardcam.rules import gnuid, xgid
from boardcam.rules.cube import Cube
from boardcam.rules.notation import parse
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import Side
from boardcam.rules.situation import Situation
from tests.rules.corpus import played

PROGRAM = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="GNU Backgammon is not installed")

ASK = """
import json
for nobody in (0, 1):
    gnubg.command("set player %d human" % nobody)
for option in ("game", "roll", "move", "bearoff", "crawford"):
    gnubg.command("set automatic %s off" % option)
gnubg.command("set evaluation chequerplay evaluation plies 0")
for line in open("questions"):
    kind, text = line.split()
    gnubg.command("set %s %s" % (kind, text))
    answer = {"id": gnubg.gnubgid(), "board": gnubg.board()}
    if kind == "gnubgid":
        hint = gnubg.hint(20000)
        answer["plays"] = [one["move"] for one in hint["hint"]] if hint else []
    print("ANSWER " + json.dumps(answer))
"""


def ask(folder: Path, questions: list[str]) -> list[dict[str, Any]]:
    """What it answers to IDs, in order."""
    (folder / "questions").write_text("\n".join(questions))
    (folder / "ask.py").write_text(ASK)
    command = [str(PROGRAM), "-t", "-q", "-r", "-p", "ask.py"]
    run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=100, check=False)
    answers = [line.removeprefix("ANSWER ") for line in run.stdout.splitlines() if line.startswith("ANSWER ")]
    return [json.loads(answer) for answer in answers]


def situations(count: int) -> list[Situation]:
    """Situations of random games that are not among the corpus."""
    random = Random(7)
    return [_situation(random) for _ in range(count)]


def _situation(random: Random) -> Situation:
    turn = played(random.randrange(10**9), random.randrange(80))
    score = (random.randrange(6), random.randrange(6))
    cube = Cube(2, random.choice(list(Side))) if random.random() < 0.5 else Cube()
    return Situation(turn.position, turn.side, (max(turn.roll), min(turn.roll)), cube, score=score, length=7)


def test_legal_plays_and_gnu_ids_agree(tmp_path: Path) -> None:
    asked = situations(60)
    answers = ask(tmp_path, [f"gnubgid {gnuid.format(situation)}" for situation in asked])
    assert len(answers) == len(asked)
    for situation, answer in zip(asked, answers, strict=True):
        position, side = situation.position, situation.turn
        assert answer["id"] == gnuid.format(situation)
        seats = [[position.count(one, point) for point in range(1, 26)] for one in (side.other, side)]
        assert answer["board"] == seats
        found = {carried_out(position, side, parse(play)) for play in answer["plays"]}
        assert found == set(legal_plays(position, side, situation.dice or (0, 0)))


def test_xgids_agree(tmp_path: Path) -> None:
    asked = [situation for situation in situations(60) if situation.turn is Side.WHITE]
    answers = ask(tmp_path, [f"xgid {xgid.format(situation)}" for situation in asked])
    assert [answer["id"] for answer in answers] == [gnuid.format(situation) for situation in asked]
