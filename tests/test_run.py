"""`boardcam run` end to end, and what it says when it is asked for the impossible."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from boardcam.cli import main
from boardcam.commands import run
from boardcam.events import Verdict
from boardcam.record.journal import Journal
from boardcam.record.transcript import empty, fold
from boardcam.referee import referee
from boardcam.rules import profile_file, xgid
from boardcam.rules.profile import preset
from boardcam.show.languages import language
from boardcam.sim import table
from tests.record import gnubg

PACKAGE = Path(__file__).parents[1] / "boardcam"
NAMES = ("Ann", "Ben")
KEYS = ["t", "t_decided", "kind", "side", "player", "dice", "play", "xgid", "legal", "rule", "why", "margin"]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a refereed match of the simulated table."""
    out = tmp_path_factory.mktemp("run") / "match"
    assert main(["run", "--source", "sim:1", "--match", "1", "--players", "light=Ann,dark=Ben", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def lines(record: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (record / "events.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_record_is_whole(record: Path) -> None:
    there = sorted(path.name for path in record.iterdir())
    assert there == ["display.png", "events.jsonl", "evidence", "journal.sqlite", "match.mat"]


def test_every_line_follows_the_schema(lines: list[dict[str, object]]) -> None:
    assert lines
    for line in lines:
        assert list(line) == KEYS
        assert line["side"] in ("light", "dark", None)
        assert line["player"] == {"light": "Ann", "dark": "Ben", None: None}[line["side"]]  # type: ignore[index]
        assert isinstance(line["t_decided"], float)
        if line["xgid"] is not None:
            xgid.parse(str(line["xgid"]))


def test_the_match_is_won_as_the_table_knows(lines: list[dict[str, object]]) -> None:
    truth = table.script(1, match=1).truth
    ends = [(line["kind"], line["side"]) for line in lines if line["kind"] in ("game", "match")]
    assert ends == [(verdict.kind, verdict.side.colour) for verdict in truth if verdict.kind in ("game", "match") and verdict.side]
    said = {(line["side"], line["play"]) for line in lines if line["kind"] == "played"}
    known = {(verdict.side.colour, verdict.play) for verdict in truth if verdict.kind == "played" and verdict.side}
    assert len(said & known) >= 0.95 * len(known)


def test_the_display_shows_the_end(record: Path) -> None:
    with Image.open(record / "display.png") as picture:
        assert (picture.size, picture.mode) == ((128, 64), "1")


@pytest.mark.skipif(gnubg.PROGRAM is None, reason="GNU Backgammon is not installed (apt-get install gnubg)")
def test_other_programs_open_the_match(record: Path, lines: list[dict[str, object]], tmp_path: Path) -> None:
    found = gnubg.read((record / "match.mat").read_text(encoding="utf-8"), tmp_path)
    assert found.complaints == ()
    winner = next(line["side"] for line in lines if line["kind"] == "match")
    assert (found.score[0] > found.score[1]) == (winner == "light")


def test_the_match_is_the_fold_of_its_journal(record: Path) -> None:
    journal = Journal(record / "journal.sqlite")
    settings = journal.settings()
    assert settings is not None
    state, verdicts = referee.start(profile_file.parse(settings["profile"]), settings["length"], NAMES), []
    for event in journal.events():
        state, more = referee.advance(state, event)
        verdicts += more
    kept = list(journal.verdicts())
    journal.close()
    assert verdicts == kept
    before = empty(NAMES, 1, preset("circle-match"))
    assert fold(verdicts, before) == fold(kept, before)


def test_a_record_is_never_written_over(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (record / "events.jsonl").read_bytes()
    assert main(["run", "--source", "sim:2", "--out", str(record)]) == 2
    assert "holds the record of a match" in capsys.readouterr().err
    assert (record / "events.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--source", "file:/no/such.mp4"], "/no/such.mp4 does not exist"),
        (["--source", "v4l:/dev/no-such-camera"], "v4l:/dev/no-such-camera: it is not there"),
        (["--source", "sim:x"], "'sim:x' is no source"),
        (["--source", "webcam"], "'webcam' is no source"),
        (["--source", "sim:1", "--match", "-1"], "no length of a match"),
        (["--source", "sim:1", "--stake", "5"], "--stake: only for money games"),
        (["--source", "sim:1", "--match", "0", "--stake", "0"], "is no stake"),
        (["--source", "sim:1", "--match", "65"], "1 to 64"),
        (["--source", "sim:1", "--players", "Ann,Ben"], "light=NAME,dark=NAME"),
        (["--source", "sim:1", "--profile", "house"], "circle-match"),
        (["--source", "sim:1", "--profile", "house.toml"], "house.toml: No such file"),
        ([], "--source"),
    ],
)
def test_bad_orders_end_in_a_sentence(words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["run", "--out", str(tmp_path / "out"), *words])
    except SystemExit as refused:  # argparse
        code = int(refused.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert message in error
    assert "Traceback" not in error
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_no_video(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(b"not a video")
    assert main(["run", "--source", f"file:{clip}", "--out", str(tmp_path / "out")]) == 2
    assert "cannot be read as a video" in capsys.readouterr().err


def test_presses_are_read_from_beside_the_clip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clip = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    (tmp_path / "presses.jsonl").write_text('{"t": 1, "button": "fire"}')
    assert main(["run", "--source", f"file:{clip}", "--out", str(tmp_path / "out")]) == 2
    assert "presses.jsonl, line 1: there is no button 'fire'" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    assert main(["run", "--source", "sim:1", "--out", str(tmp_path / "file" / "out")]) == 2
    error = capsys.readouterr().err
    assert "Not a directory" in error
    assert "Traceback" not in error


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0), (signal.SIGKILL, -9)])
def test_a_stopped_match_leaves_its_record(sent: signal.Signals, code: int, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "boardcam", "run", "--source", "sim:3", "--match", "25", "--out", str(out)]
    root = Path(__file__).parents[1]
    process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(20):
        assert process.stdout.readline()
    os.kill(process.pid, sent)
    _, error = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in error
    told = (out / "events.jsonl").read_text(encoding="utf-8").splitlines()
    database = sqlite3.connect(out / "journal.sqlite")
    (kept,) = database.execute("SELECT count(*) FROM entry WHERE kind = 'verdict'").fetchone()
    database.close()
    assert kept >= len(told) >= 20
    assert kept == len(told) or sent is signal.SIGKILL
    assert " Game 1" in (out / "match.mat").read_text(encoding="utf-8")


COMMANDS = [[path.stem] for path in sorted((PACKAGE / "commands").glob("[a-z]*.py"))]
BENCHES = [
    ["bench", path.stem] for path in sorted((PACKAGE / "bench").glob("[a-z]*.py")) if "\ndef add(" in path.read_text("utf-8")
]


@pytest.mark.parametrize("words", [["--version"], ["--help"], *([*words, "--help"] for words in COMMANDS + BENCHES)], ids=" ".join)
def test_help_and_version(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(words)
    assert "boardcam" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "system", "spoken"),
    [((), "C.UTF-8", "en"), ((), "hu_HU.UTF-8", "hu"), (("--language", "et"), "hu_HU.UTF-8", "et")],
)
def test_the_language_of_the_table(
    words: tuple[str, ...], system: str, spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setenv("LC_ALL", system)
    monkeypatch.setattr(run, "_referee", lambda options, equipment, *_: told.append(equipment.language) or 0)
    assert main(["run", "--source", "sim:1", "--out", str(tmp_path / "match"), *words]) == 0
    assert told == [spoken]


def test_the_language_of_an_equipment_file_goes_before_that_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    monkeypatch.setattr(run, "_referee", lambda options, equipment, *_: told.append(equipment.language) or 0)
    (tmp_path / "table.toml").write_text('language = "pl"\n')
    command = ["run", "--source", "sim:1", "--out", str(tmp_path / "match"), "--equipment", str(tmp_path / "table.toml")]
    assert main(command) == 0
    assert main([*command, "--language", "et"]) == 0
    assert told == ["pl", "et"]


def test_a_film_in_which_the_board_was_never_seen_is_no_match(tmp_path: Path) -> None:
    lost = Verdict(0.0, 3.1, "camera", why="the board cannot be seen")
    match = empty(("Light", "Dark"), 7, preset("circle-match"))
    folder: Any = SimpleNamespace(match=lambda: match, told=(lost,), path=tmp_path)
    assert run._summary(folder, 1, language("en")).startswith("No game was seen.")
