"""The journal keeps what it has acknowledged, whatever happens to the process or the file."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from boardcam.events import BoardRested, Button, DieSeen, Evidence, Observation, Pressed, Verdict
from boardcam.geometry import Seating
from boardcam.record.codec import VOCABULARY, Undecodable, decode, encode
from boardcam.record.journal import Journal
from boardcam.rules.position import Side


def counts() -> np.ndarray:
    return -np.random.default_rng(7).exponential(3.0, (28, 31)).astype(np.float32)


DIE = DieSeen(9.25, 4.5, (0.0, -3.5, -4.0, -9.0, -9.0, -9.0), flat=3.0)
EVENTS = (
    Observation(1.5, 30, counts(), (DIE, DIE), hand=0.25),
    BoardRested(2.0, 3.0, counts(), (10, 12), Seating.TOP_LEFT),
    Observation(1.5, 30, counts(), None),
    Pressed(4.0, "double", Side.WHITE),
    Pressed(4.5, "confirm"),
)
VERDICT = Verdict(
    1.0, 2.0, "played", Side.WHITE, (6, 1), "13/7 8/7", "XGID=…", True, why="Õige.", evidence=Evidence((1, 9), None, ("13/7 8/7",))
)


def same(one: object, other: object) -> bool:
    """Equal, but for the last digits of the tables."""
    return type(one) is type(other) and encode(decode(encode(one))) == encode(other)


@pytest.mark.parametrize("event", [*EVENTS, VERDICT], ids=lambda event: type(event).__name__)
def test_a_value_comes_back_as_it_was(event: object) -> None:
    assert same(decode(encode(event)), event)
    again = decode(encode(decode(encode(event))))
    assert same(again, event)


def test_counts_keep_a_thousandth() -> None:
    table = decode(encode(EVENTS[1])).counts
    assert table.dtype == np.float32
    assert not table.flags.writeable
    np.testing.assert_allclose(table, counts(), rtol=1e-3)


def test_enums_come_back_as_members() -> None:
    assert decode(encode(EVENTS[3])).side is Side.WHITE


@pytest.mark.parametrize(
    "data", [{"is": "Path"}, {"is": "Pressed"}, {"is": "Pressed", "moon": 1}, {}, 7, None, {"is": "Pressed", "t": 1, "side": "UP"}]
)
def test_what_is_not_of_the_vocabulary_is_refused(data: object) -> None:
    with pytest.raises(Undecodable):
        decode(data)


def test_only_the_vocabulary_is_ever_built() -> None:
    assert "Verdict" in VOCABULARY
    assert all(kind.__module__.startswith("boardcam.") for kind in VOCABULARY.values())


def test_what_was_written_is_read_in_order(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite", now=lambda: "2026-11-30T19:00:00")
    journal.match({"length": 7})
    kept = [journal.event(event) for event in EVENTS]
    journal.verdict(VERDICT)
    journal.close()
    again = Journal(tmp_path / "journal.sqlite")
    assert [encode(event) for event in again.events()] == [encode(event) for event in kept]
    assert list(again.verdicts()) == [VERDICT]
    assert again.settings() == {"length": 7}
    again.event(EVENTS[3])
    assert len(list(again.events())) == len(EVENTS) + 1
    again.close()


def test_the_live_game_gets_what_was_kept(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    live = journal.event(EVENTS[1])
    (kept,) = journal.events()
    np.testing.assert_array_equal(live.counts, kept.counts)
    journal.close()


def test_nothing_is_ever_changed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.verdict(VERDICT)
    journal.close()
    database = sqlite3.connect(tmp_path / "journal.sqlite")
    for statement in ("UPDATE entry SET json = '{}'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            database.execute(statement)
    database.close()


def test_boards_are_kept_apart(tmp_path: Path) -> None:
    one, two = (Journal(tmp_path / "journal.sqlite", board) for board in ("1", "2"))
    one.event(EVENTS[3])
    two.event(EVENTS[4])
    assert list(one.events()) == [EVENTS[3]]
    assert list(two.events()) == [EVENTS[4]]
    one.close()
    two.close()


WRITER = """
import sys
from pathlib import Path
from boardcam.events import Pressed
from boardcam.record.journal import Journal
journal = Journal(Path(sys.argv[1]))
for number in range(100_000):
    journal.event(Pressed(float(number), "confirm"))
    print(number, flush=True)
"""


def test_every_acknowledged_event_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    acknowledged = 0
    for _ in range(3):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        for _ in range(25):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged += 25 + writer.communicate()[0].count("\n")
        journal = Journal(path)
        assert journal.set_aside is None
        assert len(list(journal.events())) >= acknowledged
        journal.close()


@pytest.mark.parametrize("tail", [b"", b"\x00" * 100, b"garbage" * 500])
def test_a_torn_wal_leaves_a_prefix(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    for number in range(20):
        journal.event(Pressed(float(number), "confirm"))
    wal = Path(f"{path}-wal").read_bytes()
    torn = tmp_path / "torn.sqlite"
    torn.write_bytes(path.read_bytes())
    Path(f"{torn}-wal").write_bytes(wal[: len(wal) * 2 // 3] + tail)
    journal.close()
    again = Journal(torn)
    assert again.set_aside is None
    times = [event.t for event in again.events()]
    assert times == [float(number) for number in range(len(times))]
    again.close()


def test_a_damaged_journal_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"SQLite format 3\x00" + os.urandom(5000))
    journal = Journal(path)
    assert journal.set_aside == tmp_path / "journal.sqlite.damaged-1"
    assert journal.set_aside.exists()
    journal.event(EVENTS[3])
    assert list(journal.events()) == [EVENTS[3]]
    journal.close()


def test_a_damaged_page_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    for number in range(500):
        journal.event(Pressed(float(number), "confirm"))
    journal.close()
    content = bytearray(path.read_bytes())
    content[8192:12288] = b"\xff" * 4096
    path.write_bytes(content)
    again = Journal(path)
    assert again.set_aside is not None
    assert list(again.events()) == []
    again.close()


def test_every_button_can_be_kept() -> None:
    from typing import get_args

    for button in get_args(Button):
        assert decode(encode(Pressed(1.0, button))).button == button
