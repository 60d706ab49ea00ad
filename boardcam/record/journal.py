"""The journal: every event, verdict and correction, in order, safe against a power cut. A match is the fold of its journal.

SQLite in WAL mode with synchronous=FULL: what `event`, `verdict` and `correction` have returned from is on the disk. Rows are only
ever added; their key is (board, seq), so that copies of journals can be merged. A damaged file is set aside under another name and
a new one begun: the match goes on. A row that cannot be read is passed over and named in `unreadable`.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from boardcam.events import Correction, Event, Verdict
from boardcam.record.codec import Undecodable, decode, encode

KINDS = ("match", "event", "verdict", "correction", "retold")
"""retold: the verdicts from its number on are no longer told; those that follow stand in their place."""
VERSION = 2
"""1 knew no corrections."""
SCHEMA = f"""
CREATE TABLE IF NOT EXISTS entry (
  board TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN {KINDS}),
  t REAL,
  wall TEXT,
  json TEXT NOT NULL,
  PRIMARY KEY (board, seq)
);
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;
PRAGMA user_version = {VERSION};
"""
RENEWED = f"""
BEGIN;
DROP TRIGGER IF EXISTS no_update;
DROP TRIGGER IF EXISTS no_delete;
ALTER TABLE entry RENAME TO old;
{SCHEMA}
INSERT INTO entry SELECT * FROM old;
DROP TABLE old;
COMMIT;
"""
"""A journal of version 1 becomes one of this version, or stays what it was."""
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR)


class Entry(NamedTuple):
    """A row as it lies in the file."""

    board: str
    seq: int
    kind: str
    t: float | None
    wall: str | None
    json: str


class Journal:
    """One board's journal, open for writing; one writer at a time."""

    def __init__(self, path: Path, board: str = "board", now: Callable[[], str] | None = None) -> None:
        """`now` labels entries with the wall clock; nothing is ever decided by it. Raises sqlite3.OperationalError where no journal
        can be kept: no room, no permission, held by another."""
        self.path = path
        self.board = board
        self.set_aside: Path | None = None
        """Where a damaged journal was moved to, if there was one."""
        self.unreadable: tuple[int, ...] = ()
        """Entries that were met in reading and passed over, by seq."""
        self._now = now
        self._db = self._open()
        (self._seq,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM entry WHERE board = ?", (board,)).fetchone()

    def match(self, settings: dict[str, Any]) -> None:
        """How the match is played (length, profile, players, source): what a fold starts from."""
        self._add("match", None, settings)

    def event(self, event: Event) -> Event:
        """Keeps an event; returns it as it was kept, so that the live game and the fold of the journal are fed the same."""
        data = encode(event)
        self._add("event", event.t, data)
        kept: Event = decode(data)
        return kept

    def verdict(self, verdict: Verdict) -> None:
        self._add("verdict", verdict.t, encode(verdict))

    def correction(self, correction: Correction, kept: int, verdicts: Iterable[Verdict]) -> None:
        """Keeps what somebody says about what is already told, and what is told since: after the first `kept` verdicts these. All
        of it is on the disk, or nothing."""
        with self.together():
            self._add("correction", None, encode(correction))
            self._retold(kept, verdicts)

    def retold(self, kept: int, verdicts: Iterable[Verdict]) -> None:
        """After the first `kept` verdicts these are told, in place of all others."""
        with self.together():
            self._retold(kept, verdicts)

    def settings(self) -> dict[str, Any] | None:
        """What `match` was told last; None in a new journal."""
        told: list[dict[str, Any]] = [settings for _, settings in self._rows("match") if isinstance(settings, dict)]
        return told[-1] if told else None

    def events(self) -> Iterator[Event]:
        return self._values("event")

    def verdicts(self) -> tuple[Verdict, ...]:
        """What is told now: every verdict, and after a correction those that follow from it."""
        told: list[Verdict] = []
        query = "SELECT seq, kind, json FROM entry WHERE board = ? AND kind IN ('verdict', 'retold') ORDER BY seq"
        for seq, kind, text in self._db.execute(query, (self.board,)):
            try:
                data = json.loads(text)
                if kind == "retold":
                    del told[data["kept"] :]
                else:
                    told.append(decode(data))
            except (ValueError, KeyError, TypeError):
                self.unreadable += (seq,)
        return tuple(told)

    def corrections(self) -> Iterator[Correction]:
        """Everything that was corrected or undone, in the order in which it was said."""
        return self._values("correction")

    def missing(self, last: int) -> int:
        """How many of the verdicts that the last event led to, `last` of them, were not kept any more: a kill came between."""
        query = """SELECT count(*), coalesce(sum(kind = 'retold'), 0) FROM entry
                   WHERE board = :board AND kind IN ('verdict', 'retold')
                   AND seq > (SELECT coalesce(max(seq), 0) FROM entry WHERE board = :board AND kind = 'event')"""
        count, retold = self._db.execute(query, {"board": self.board}).fetchone()
        return 0 if retold else max(0, last - count)

    def entries(self) -> Iterator[Entry]:
        """All rows of all boards, as they lie in the file."""
        return map(Entry._make, self._db.execute("SELECT board, seq, kind, t, wall, json FROM entry ORDER BY board, seq"))

    def take_over(self, entries: Iterable[Entry]) -> None:
        """Adds entries of another journal as they are, all or none."""
        with self.together():
            for entry in entries:
                self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", entry)
                self._seq = max(self._seq, entry.seq) if entry.board == self.board else self._seq

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is added inside is on the disk all together, or not at all."""
        seq = self._seq
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._seq = seq
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Folds the WAL into the file, so that one file holds everything."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()

    def abandon(self) -> None:
        """Closes a journal that can no longer be written, as it is."""
        self._db.close()

    def _retold(self, kept: int, verdicts: Iterable[Verdict]) -> None:
        self._add("retold", None, {"kept": kept})
        for verdict in verdicts:
            self.verdict(verdict)

    def _add(self, kind: str, t: float | None, data: Any) -> None:
        wall = self._now() if self._now else None
        row = Entry(self.board, self._seq + 1, kind, t, wall, json.dumps(data, separators=(",", ":"), ensure_ascii=False))
        self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)
        self._seq += 1

    def _values(self, kind: str) -> Iterator[Any]:
        for seq, data in self._rows(kind):
            try:
                yield decode(data)
            except Undecodable:
                self.unreadable += (seq,)

    def _rows(self, kind: str) -> Iterator[tuple[int, Any]]:
        query = "SELECT seq, json FROM entry WHERE board = ? AND kind = ? ORDER BY seq"
        for seq, text in self._db.execute(query, (self.board, kind)):
            try:
                yield seq, json.loads(text)
            except ValueError:
                self.unreadable += (seq,)

    def _open(self) -> sqlite3.Connection:
        try:
            return _sound(self.path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
                raise
        self.set_aside = move_aside(self.path)
        return _sound(self.path)


def told_settings(path: Path) -> dict[str, Any]:
    """How the match of a journal is played, read beside whoever writes it; empty where that cannot be read."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=1.0)) as db:
            row = db.execute("SELECT json FROM entry WHERE kind = 'match' ORDER BY seq DESC LIMIT 1").fetchone()
        told = json.loads(row[0]) if row else {}
    except (sqlite3.Error, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault, not room, rights or another program."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE


def _sound(path: Path) -> sqlite3.Connection:
    """An open journal whose pages were checked; raises sqlite3.DatabaseError when it is damaged."""
    db = sqlite3.connect(path, isolation_level=None, timeout=5.0)
    db.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        if db.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError(f"{path} is damaged")
        db.executescript(RENEWED if db.execute("PRAGMA user_version").fetchone() == (1,) else SCHEMA)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def move_aside(path: Path) -> Path:
    """Renames a damaged journal and what belongs to it to the first free `NAME.damaged-N`."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for tail in ("", "-wal", "-shm"):
        if (part := Path(f"{path}{tail}")).exists():
            os.replace(part, f"{aside}{tail}")
    return aside
