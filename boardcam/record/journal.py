"""The journal: every event and every verdict, in order, safe against a power cut. A match is the fold of its journal.

SQLite in WAL mode with synchronous=FULL: what `event` and `verdict` have returned from is on the disk. Rows are only ever added;
their key is (board, seq), so that copies of journals can be merged. A damaged file is set aside under another name and a new one
begun: the match goes on.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from boardcam.events import Verdict
from boardcam.record.codec import decode, encode

SCHEMA = """
CREATE TABLE IF NOT EXISTS entry (
  board TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('match', 'event', 'verdict')),
  t REAL,
  wall TEXT,
  json TEXT NOT NULL,
  PRIMARY KEY (board, seq)
);
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
PRAGMA user_version = 1;
"""


class Journal:
    """One board's journal, open for writing; one writer at a time."""

    def __init__(self, path: Path, board: str = "board", now: Callable[[], str] | None = None) -> None:
        """`now` labels entries with the wall clock; nothing is ever decided by it."""
        self.path = path
        self.board = board
        self.set_aside: Path | None = None
        """Where a damaged journal was moved to, if there was one."""
        self._now = now
        self._db = self._open()
        (self._seq,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM entry WHERE board = ?", (board,)).fetchone()

    def match(self, settings: dict[str, Any]) -> None:
        """How the match is played (length, profile, players, source): what a fold starts from."""
        self._add("match", None, settings)

    def event(self, event: Any) -> Any:
        """Keeps an event; returns it as it was kept, so that the live game and the fold of the journal are fed the same."""
        data = encode(event)
        self._add("event", event.t, data)
        return decode(data)

    def verdict(self, verdict: Verdict) -> None:
        self._add("verdict", verdict.t, encode(verdict))

    def settings(self) -> dict[str, Any] | None:
        """What `match` was told last; None in a new journal."""
        return next((settings for _, settings in reversed(list(self._rows("match")))), None)

    def events(self) -> Iterator[Any]:
        return (decode(data) for _, data in self._rows("event"))

    def verdicts(self) -> Iterator[Verdict]:
        return (decode(data) for _, data in self._rows("verdict"))

    def close(self) -> None:
        """Folds the WAL into the file, so that one file holds everything."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()

    def _add(self, kind: str, t: float | None, data: Any) -> None:
        self._seq += 1
        wall = self._now() if self._now else None
        row = (self.board, self._seq, kind, t, wall, json.dumps(data, separators=(",", ":"), ensure_ascii=False))
        self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)

    def _rows(self, kind: str) -> Iterator[tuple[int, Any]]:
        query = "SELECT seq, json FROM entry WHERE board = ? AND kind = ? ORDER BY seq"
        return ((seq, json.loads(text)) for seq, text in self._db.execute(query, (self.board, kind)))

    def _open(self) -> sqlite3.Connection:
        try:
            return _sound(self.path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise  # no room, no permission, held by another: not damage
        self.set_aside = _move_aside(self.path)
        return _sound(self.path)


def _sound(path: Path) -> sqlite3.Connection:
    """An open journal whose pages were checked; raises sqlite3.DatabaseError when it is damaged."""
    db = sqlite3.connect(path, isolation_level=None, timeout=5.0)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError(f"{path} is damaged")
        db.executescript(SCHEMA)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _move_aside(path: Path) -> Path:
    """Renames a damaged journal and what belongs to it to the first free `NAME.damaged-N`."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for tail in ("", "-wal", "-shm"):
        if (part := Path(f"{path}{tail}")).exists():
            os.replace(part, f"{aside}{tail}")
    return aside
