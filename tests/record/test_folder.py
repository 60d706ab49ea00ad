"""The folder of a match: killed, damaged, without room, it holds what was acknowledged, and play goes on."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from pathlib import Path

import pytest

from boardcam import app
from boardcam.cli import main
from boardcam.events import Event, Pressed
from boardcam.record import salvage
from boardcam.record.codec import encode
from boardcam.record.folder import Folder, FolderTaken, NoRecord, take_up
from boardcam.record.journal import Journal
from boardcam.record.lines import line
from boardcam.referee import referee, settle
from boardcam.replay.asked import Asked
from boardcam.replay.fold import Fold, blank, fold, folded, record
from boardcam.table import resume
from tests.referee.stories import CIRCLE, Story, opened
from tests.referee.test_frame_rate import game
from tests.replay.kept import SETTINGS

ROOT = Path(__file__).parents[2]
WRITER = """
import json, sys
from pathlib import Path
from boardcam.table import resume
from boardcam.replay import fold
from boardcam.record.codec import decode
from boardcam.record.folder import Folder, take_up
from boardcam.referee import referee
path, events = Path(sys.argv[1]), [decode(json.loads(text)) for text in Path(sys.argv[2]).read_text().splitlines()]
settings = json.loads(sys.argv[3])
if (path / "journal.sqlite").exists():
    up = take_up(path)
    was = fold.folded(up.journal)
    resume.mend(up, was)
    folder = Folder(path, settings, fold.blank(settings), up=up, told=was.verdicts)
    state, done = was.state, sum(1 for _ in folder.events())
else:
    folder, done = Folder(path, settings, fold.blank(settings)), 0
    state = fold.begun(settings).state
print("ready", flush=True)
for event in events[done:]:
    state, verdicts = referee.advance(state, folder.event(event))
    folder.verdicts(verdicts)
    print(len(verdicts), flush=True)
folder.close()
"""


@lru_cache
def events() -> tuple[Event, ...]:
    return tuple(game().events())


def whole() -> Fold:
    return fold(SETTINGS, events())


def written(path: Path, upto: int | None = None) -> Folder:
    """A folder with the first events of the story in it, not closed."""
    folder, state = Folder(path, dict(SETTINGS), blank(SETTINGS)), referee.start(CIRCLE, 5, ("Anna", "Ben"))
    for event in events()[:upto]:
        state, verdicts = referee.advance(state, folder.event(event))
        folder.verdicts(verdicts)
    return folder


def lines(path: Path) -> list[str]:
    return (path / "events.jsonl").read_text(encoding="utf-8").splitlines()


def test_killed_again_and_again_it_is_the_same_match(tmp_path: Path) -> None:
    out, script, rng, acknowledged = tmp_path / "out", tmp_path / "events", random.Random(1), 0
    script.write_text("\n".join(json.dumps(encode(event)) for event in events()))
    for kills in range(12):
        command = [sys.executable, "-c", WRITER, str(out), str(script), json.dumps(SETTINGS)]
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        patience = rng.randrange(len(events()) // 5) if kills < 5 else len(events())
        told = sum(1 for _ in zip(range(patience), child.stdout, strict=False))
        os.kill(child.pid, signal.SIGKILL)
        acknowledged += told + len(child.communicate()[0].splitlines())
        with closing(Journal(out / "journal.sqlite")) as journal:
            assert journal.set_aside is None
            kept = list(journal.events())
            assert len(kept) >= acknowledged
            acknowledged = len(kept)
        if acknowledged == len(events()):
            break
    with resume.opened(out, pytest.fail) as (folder, found):
        assert found.verdicts == whole().verdicts == folder.told
        assert found.match == whole().match
        assert lines(out) == [line(verdict, ("Anna", "Ben")) for verdict in found.verdicts]
    with closing(Journal(out / "journal.sqlite")) as journal:
        assert journal.verdicts() == found.verdicts


@pytest.mark.parametrize("cut", [1, 40])
def test_a_torn_line_is_mended(tmp_path: Path, cut: int) -> None:
    written(tmp_path / "out").close()
    path = tmp_path / "out" / "events.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    with resume.opened(tmp_path / "out", pytest.fail):
        pass
    assert lines(tmp_path / "out") == [line(verdict, ("Anna", "Ben")) for verdict in whole().verdicts]


def test_verdicts_that_a_kill_came_before_are_kept_once(tmp_path: Path) -> None:
    folder = written(tmp_path / "out", -1)
    folder.event(events()[-1])  # killed before it was ruled upon
    folder.close()
    for _ in range(2):
        with resume.opened(tmp_path / "out", pytest.fail):
            pass
    with closing(Journal(tmp_path / "out" / "journal.sqlite")) as journal:
        assert journal.verdicts() == whole().verdicts
        assert record(journal) == folded(journal).match


def test_a_folder_has_one_writer(tmp_path: Path) -> None:
    folder = written(tmp_path / "out", 10)
    with pytest.raises(FolderTaken, match="by another boardcam"):
        take_up(tmp_path / "out")
    folder.close()
    take_up(tmp_path / "out").close()
    with pytest.raises(FolderTaken, match="--resume"):
        Folder(tmp_path / "out", dict(SETTINGS), blank(SETTINGS))
    with pytest.raises(NoRecord, match="no match to take up"):
        take_up(tmp_path)


# --- going on with another source ----------------------------------------------------------------------------------------------


def seen(story: Story, start: float = 0.0, end: float = 1e9) -> Iterator[app.Seen]:
    yield story.board
    for item in story.watched():
        if start <= item.t < end:
            yield next(iter(app.later([item], -start)))


@pytest.mark.parametrize("at", [2.0, 5.0, 8.5, 14.0, 21.0, 30.0])
def test_in_the_middle_of_a_turn_it_goes_on_with_a_new_source(tmp_path: Path, at: float) -> None:
    story = opened().turn(64, "24/14").turn(61, "13/7 8/7").turn(52, "13/8 24/22").turn(43, "24/20 13/10")
    folder = Folder(tmp_path / "out", dict(SETTINGS), blank(SETTINGS))
    app.play(seen(story, end=at), CIRCLE, 5, ("Anna", "Ben"), folder, lambda view, verdicts: None)
    folder.close()
    up = take_up(tmp_path / "out")
    was = folded(up.journal)
    folder = Folder(tmp_path / "out", dict(SETTINGS), blank(SETTINGS), up=up, told=was.verdicts)
    again = was.state, settle.again(CIRCLE, folder.events(), was.end + resume.PAUSE)
    rest = app.later(seen(story, start=at), was.end + resume.PAUSE)
    app.play(rest, CIRCLE, 5, ("Anna", "Ben"), folder, lambda view, verdicts: None, up=again)
    folder.close()
    with closing(Journal(tmp_path / "out" / "journal.sqlite")) as journal:
        found = folded(journal)
        assert journal.verdicts() == found.verdicts
    said = [(turn.verdict.kind, turn.verdict.dice, turn.verdict.play) for turn in found.turns]
    truth = fold(SETTINGS, story.events())
    assert said == [(turn.verdict.kind, turn.verdict.dice, turn.verdict.play) for turn in truth.turns]
    numbers = [die for turn in found.turns for die in turn.verdict.evidence.dice]
    assert len(set(numbers)) == len(numbers)


def test_run_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "out", 30).close()
    before = lines(tmp_path / "out")
    assert main(["run", "--resume", "--out", str(tmp_path / "out"), "--match", "3", "--source", "sim:1"]) == 2
    assert "--match is what the record says" in capsys.readouterr().err
    assert main(["run", "--resume", "--source", "sim:1"]) == 2
    assert "say --out" in capsys.readouterr().err
    assert main(["run", "--resume", "--source", "sim:1", "--out", str(tmp_path / "none")]) == 2
    assert "no match to take up" in capsys.readouterr().err
    assert lines(tmp_path / "out") == before


# --- damage --------------------------------------------------------------------------------------------------------------------


def damaged(tmp_path: Path, start: int, stop: int, byte: bytes = b"\xff") -> Path:
    path = tmp_path / "out" / "journal.sqlite"
    content = bytearray(path.read_bytes())
    content[start:stop] = byte * (min(stop, len(content)) - start)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("start", "stop"), [(0, 100), (0, 4096), (4096, 8192), (20480, 24576), (20480, 20500), (40000, 60000)])
def test_damaged_pages_cost_what_is_on_them_and_no_more(tmp_path: Path, start: int, stop: int) -> None:
    written(tmp_path / "out").close()
    path = tmp_path / "out" / "journal.sqlite"
    everything = salvage.read(path)
    assert not everything.gaps
    damaged(tmp_path, start, stop)
    found = salvage.read(path)
    assert set(found.entries) <= set(everything.entries)
    assert len(found.entries) + found.lost <= len(everything.entries)
    assert len(found.entries) >= len(everything.entries) - 8 * ((stop - start) // 4096 + 2)


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00", b"\x00" * 5000, b"garbage" * 2000])
def test_a_file_of_garbage_stops_no_play(tmp_path: Path, content: bytes) -> None:
    written(tmp_path / "out").close()
    (tmp_path / "out" / "journal.sqlite").write_bytes(content)
    up = take_up(tmp_path / "out")
    assert up.journal.settings() is None
    assert bool(up.notes) == bool(content)
    up.journal.event(Pressed(1.0, "confirm"))
    up.close()


def test_torn_anywhere_it_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    folder = written(tmp_path / "out", 60)
    path = tmp_path / "out" / "journal.sqlite"
    file, wal = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    folder.close()
    rng = random.Random(2)
    for nth in range(20):
        copy = tmp_path / f"torn-{nth}" / "journal.sqlite"
        copy.parent.mkdir()
        copy.write_bytes(file[: rng.randrange(len(file) + 1)] if nth % 2 else file)
        Path(f"{copy}-wal").write_bytes(wal[: rng.randrange(len(wal) + 1)])
        up = take_up(copy.parent)
        kept = list(up.journal.events())
        assert [encode(event) for event in kept] == [encode(event) for event in events()[: len(kept)]]
        up.close()


def test_what_was_salvaged_is_taken_up_at_once(tmp_path: Path) -> None:
    written(tmp_path / "out").close()
    damaged(tmp_path, 4096, 12288)
    said: list[str] = []
    with resume.opened(tmp_path / "out", said.append) as (folder, found):
        assert found.turns
        assert folder.told == found.verdicts
    assert len(said) == 1
    assert "the journal was damaged" in said[0]
    with closing(Journal(tmp_path / "out" / "journal.sqlite")) as journal:
        assert journal.verdicts() == found.verdicts == folded(journal).verdicts


def test_salvage_makes_the_files_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "out").close()
    path = damaged(tmp_path, 0, 100)
    before = path.read_bytes()
    assert main(["salvage", str(path), "--out", str(tmp_path / "new")]) == 0
    assert "Nothing is missing" in capsys.readouterr().out
    assert lines(tmp_path / "new") == lines(tmp_path / "out")
    assert (tmp_path / "new" / "match.mat").read_text() == (tmp_path / "out" / "match.mat").read_text()
    assert path.read_bytes() == before
    damaged(tmp_path, 20480, 28672)
    assert main(["salvage", str(path), "--out", str(tmp_path / "part")]) == 1
    assert "Lost: entries " in capsys.readouterr().out
    assert main(["salvage", str(path), "--out", str(tmp_path / "new")]) == 2
    path.write_bytes(b"nothing")
    assert main(["salvage", str(path), "--out", str(tmp_path / "third")]) == 2
    assert "no entry of a journal" in capsys.readouterr().err
    assert not (tmp_path / "third").exists()


def test_a_full_disk_stops_no_play(tmp_path: Path) -> None:
    said: list[str] = []
    folder = Folder(tmp_path / "out", dict(SETTINGS), blank(SETTINGS), say=said.append)
    journal = folder._journal
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages + 4}")
    state = referee.start(CIRCLE, 5, ("Anna", "Ben"))
    for event in events():
        state, verdicts = referee.advance(state, folder.event(event))
        folder.verdicts(verdicts)
    elsewhere = folder._journal.path
    folder.close()
    assert state == whole().state
    assert len(said) == 1
    assert "the match goes on" in said[0]
    assert str(elsewhere) in said[0]
    with closing(Journal(elsewhere)) as kept:
        assert kept.verdicts() == whole().verdicts == folded(kept).verdicts


def test_where_no_journal_can_be_had_what_happens_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    folder = Folder(tmp_path / "out", dict(SETTINGS), blank(SETTINGS), say=said.append)
    journal = folder._journal

    def full(*entry: object, **how: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "_add", full)
        patch.setattr("boardcam.record.folder.Journal", full)
        for nth in range(5):
            folder.event(Pressed(float(nth), "confirm"))
    assert len(said) == 1
    assert list(journal.events()) == []
    folder.event(Pressed(5.0, "confirm"))
    assert [event.t for event in folder.events()] == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
    folder.close()


# --- correcting in a folder ----------------------------------------------------------------------------------------------------


def test_a_correction_rewrites_the_files_and_undoing_it_restores_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    written(out).close()
    files = [(out / name).read_bytes() for name in ("events.jsonl", "match.mat")]
    assert main(["correct", str(out), "--turn", "2", "--dice", "63", "--play", "24/18 13/10"]) == 0
    assert "turn 2: dark 63: 24/18 13/10 (was: dark 64: 24/14)" in capsys.readouterr().out
    with closing(Journal(out / "journal.sqlite")) as journal:
        assert journal.verdicts() == folded(journal).verdicts
        assert record(journal) == folded(journal).match
    assert "63: 24/18 13/10" in (out / "match.mat").read_text()
    assert main(["correct", str(out)]) == 0
    assert "Correction 1" in capsys.readouterr().out
    assert main(["correct", str(out), "--undo"]) == 0
    assert [(out / name).read_bytes() for name in ("events.jsonl", "match.mat")] == files


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--turn", "99", "--dice", "63"], "there is no turn 99"),
        (["--turn", "2"], "say what is to be put right there"),
        (["--dice", "63"], "say which turn"),
        (["--won", "light"], "say which game"),
        (["--turn", "2", "--dice", "63", "--cube", "take"], "one after the other"),
        (["--score", "2-1"], "needs a reason"),
        (["--undo", "4"], "there is no correction to take back"),
    ],
)
def test_what_cannot_be_corrected_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], why: str) -> None:
    out = tmp_path / "out"
    written(out).close()
    files = {path: path.read_bytes() for path in out.iterdir() if path.suffix != ".sqlite"}
    assert main(["correct", str(out), *words]) == 2
    assert why in capsys.readouterr().err
    assert {path: path.read_bytes() for path in out.iterdir() if path.suffix != ".sqlite"} == files


def test_a_live_match_is_corrected_as_its_journal_is(tmp_path: Path) -> None:
    story = opened().turn(64, "24/14").turn(61, "13/7 8/7")
    folder, said = Folder(tmp_path / "out", dict(SETTINGS), blank(SETTINGS)), list[str]()
    more = [Asked(turn=2, dice=(6, 3), play="24/18 13/10"), Asked(turn=77, dice=(1, 1)), Pressed(99.0, "double")]
    correct_ = resume.corrector(folder, said.append)
    app.play([*seen(story), *more], CIRCLE, 5, ("Anna", "Ben"), folder, lambda view, verdicts: None, correct=correct_)
    folder.close()
    assert said[-1].startswith("not put right: there is no turn 77")
    with closing(Journal(tmp_path / "out" / "journal.sqlite")) as journal:
        assert journal.verdicts() == folded(journal).verdicts == folder.told
        assert folded(journal).turns[1].verdict.play == "24/18 13/10"
