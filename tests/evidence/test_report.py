"""A report holds what helps, and no name of anybody."""

from __future__ import annotations

import getpass
import json
import socket
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from boardcam.cli import main
from boardcam.doctor import examine
from boardcam.doctor.finding import Finding
from boardcam.doctor.machine import Machine
from boardcam.events import DiceRested, Die, Evidence, Pressed, ScoreCorrected, Verdict
from boardcam.record.evidence import Entry, Store
from boardcam.record.folder import Folder
from boardcam.replay.fold import blank
from boardcam.rules import profile_file, xgid
from boardcam.rules.position import START, Side
from boardcam.rules.profile import preset
from boardcam.rules.situation import Situation
from boardcam.table.equipment import Equipment

LIGHT, DARK = "Zsófia Nagy-Kovács", "Ben O'Hara"
PARTS = ("zsófia", "nagy", "kovács", "ben o", "o'hara", "hara", "szeged", "kitchen", "tuesday", "1a2b3c4d", "secretclip", "gabor")
WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match whose names stand wherever a careless program could have put them."""
    monkeypatch.setattr(getpass, "getuser", lambda: "gabor")
    monkeypatch.setattr(socket, "gethostname", lambda: "szeged-laptop")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/gabor"))
    monkeypatch.setattr(examine, "CHECKS", (hostile,))
    path = tmp_path / "zsófia_nagy_vs_ben"
    rules = profile_file.format(preset("circle-match")).replace('# name = "circle-match"', 'name = "Rules of Zsófia"')
    settings = {
        "source": "file:/home/gabor/Zsófia/secretclip.mp4", "length": 3, "profile": rules, "players": [LIGHT, DARK],
        "event": "Tuesday Cup", "place": "Kitchen of the Nagys", "date": "2026-11-30",
    }  # fmt: skip
    folder = Folder(path, settings, blank(settings), lambda: "2026-11-30T19:05:00.000")
    die = Die(1, 3.0, 5.0, (0.0,) * 6, 4.0, -4.0, 0.0, WHITE, 1.0, 1.2)
    folder.event(DiceRested(1.0, 1.3, (die,)))
    folder.event(Pressed(9.0, "double", WHITE))
    before = xgid.format(Situation(position=START, turn=WHITE))
    told = Evidence((1, 9), before, ("8/5 6/5",))
    folder.verdicts([
        Verdict(1.0, 1.0, "opening", WHITE, (3, 1), why=f"{LIGHT} starts"),
        Verdict(4.0, 4.5, "played", WHITE, (3, 1), "8/5 6/5", before, True, "R85", f"{LIGHT} has lifted her dice", 9.0, told),
    ])  # fmt: skip
    folder.correction(ScoreCorrected(1, 5.0, (1, 0), "O'Hara said so, and Kovács agreed"), 2, [])
    folder.close()
    store = Store(path / "evidence", free=lambda: 10**12)
    image = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    store.keep(Entry(0, "played", 4.0, 4.5, "light", (3, 1), "8/5 6/5", why="played by Zsófia", before=before), {"after": image})
    store.close()
    return path


def hostile(_: Machine, __: Equipment | None) -> Iterator[Finding]:
    found = "/dev/v4l/by-id/usb-046d_C920_1A2B3C4D-video-index0"
    yield Finding("webcam", True, found, "", "extra")
    yield Finding("disk", True, "free in /home/gabor/club on szeged-laptop at 10.0.0.7", "", "base")


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_no_name_survives(match: Path, tmp_path: Path) -> None:
    assert main(["report", str(match), "--out", str(tmp_path / "r.zip")]) == 0
    files = members(tmp_path / "r.zip")
    assert set(files) == {
        "README.txt", "doctor.txt", "settings.json", "journal.jsonl", "events.jsonl", "match.mat", "evidence/entries.jsonl",
    }  # fmt: skip
    for name, content in files.items():
        text = (name + content.decode()).casefold()
        found = [part for part in PARTS if part in text]
        assert found == [], name
        assert "10.0.0.7" not in text
    raw = (tmp_path / "r.zip").read_bytes()
    assert b"gabor" not in raw
    assert LIGHT.encode() not in raw


def test_what_helps_is_there(match: Path, tmp_path: Path) -> None:
    assert main(["report", str(match), "--out", str(tmp_path / "r.zip")]) == 0
    files = {name: content.decode() for name, content in members(tmp_path / "r.zip").items()}
    settings = json.loads(files["settings.json"])
    assert (settings["players"], settings["length"], settings["source"]) == (["light", "dark"], 3, "file:…")
    assert "premature_roll" in settings["profile"]
    rows = [json.loads(line) for line in files["journal.jsonl"].splitlines()]
    assert [row["kind"] for row in rows][:6] == ["match", "event", "event", "verdict", "verdict", "correction"]
    assert rows[1]["json"]["dice"][0]["faces"] == [0.0] * 6
    assert rows[4]["json"]["play"] == "8/5 6/5"
    played = json.loads(files["events.jsonl"].splitlines()[1])
    assert (played["player"], played["why"]) == ("light", "light has lifted her dice")
    assert "3 point match" in files["match.mat"]
    assert json.loads(files["evidence/entries.jsonl"])["why"] == "played by light"
    assert "/dev/v4l/…" in files["doctor.txt"]
    assert "There are no pictures" in files["README.txt"]
    for name in files:
        assert name == "README.txt" or name in files["README.txt"]


def test_pictures_only_when_they_are_wanted(match: Path, tmp_path: Path) -> None:
    assert main(["report", str(match), "--out", str(tmp_path / "r.zip"), "--pictures"]) == 0
    files = members(tmp_path / "r.zip")
    assert files["evidence/00001-after.jpg"] == (match / "evidence" / "00001-after.jpg").read_bytes()
    assert b"look at them before you send it" in files["README.txt"]


def test_the_record_is_only_read(match: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in match.rglob("*") if path.is_file()}
    assert main(["report", str(match), "--out", str(tmp_path / "r.zip")]) == 0
    assert {path: path.read_bytes() for path in match.rglob("*") if path.is_file()} == before


def test_a_damaged_record_is_packed_as_far_as_it_goes(match: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (match / "events.jsonl").open("a", encoding="utf-8") as lines:
        lines.write('{"player": "Zsófia Na')
    (match / "journal.sqlite").write_text("no database, and Zsófia in it")
    assert main(["report", str(match), "--out", str(tmp_path / "r.zip")]) == 0
    assert "the journal cannot be read" in capsys.readouterr().err
    files = members(tmp_path / "r.zip")
    assert "match.mat" not in files
    assert b"events.jsonl" in files["README.txt"]


def test_a_damaged_journal_takes_its_names_from_the_rulings(match: Path, tmp_path: Path) -> None:
    (match / "journal.sqlite").write_bytes(b"no database")
    assert main(["report", str(match), "--out", str(tmp_path / "r.zip")]) == 0
    for name, content in members(tmp_path / "r.zip").items():
        assert "kovács" not in content.decode().casefold(), name


def test_a_journal_that_is_being_written_is_read(match: Path, tmp_path: Path) -> None:
    with sqlite3.connect(match / "journal.sqlite") as writing:
        press = '{"is":"Pressed","t":10,"button":"confirm"}'
        writing.execute("INSERT INTO entry VALUES ('board', 99, 'event', 10.0, NULL, ?)", (press,))
        writing.commit()
        assert main(["report", str(match), "--out", str(tmp_path / "r.zip")]) == 0
    writing.close()
    assert b'"seq":99' in members(tmp_path / "r.zip")["journal.jsonl"]


def test_no_match_no_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "r.zip")]) == 2
    assert "holds no journal.sqlite" in capsys.readouterr().err
    assert not (tmp_path / "r.zip").exists()
