"""The archive: every match that was kept, in one file, to be listed, searched, shown and given out again.

SQLite in WAL mode with synchronous=FULL: what `keep` has returned from is on the disk, and it is there as a whole or not at all.
A match is kept as its lossless lines (`match_lines`), compressed; what lists and searches need stands beside them. A match that
comes again, in whatever format, is recognised (`fingerprint`); one that comes again with more to it (a match that went on, times
and incidents that a first file did not have) takes the place of what was there, under its old number. Numbers are never used twice.
What the coach thinks of a match stands beside it, and goes with it when the match is put right.
"""

from __future__ import annotations

import errno
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from boardcam.record import match_lines
from boardcam.record.archive_search import EVERYTHING, Search
from boardcam.record.fingerprint import beginning, fingerprint, told
from boardcam.record.incidents import doubts, kinds
from boardcam.record.mistakes import Mistake, Sought
from boardcam.rules.errors import Unreadable
from boardcam.rules.transcript import Match

VERSION = 2
PATIENCE = 10.0
"""Seconds to wait for another program that is writing."""
SCHEMA = """
CREATE TABLE match (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  fingerprint TEXT NOT NULL UNIQUE,
  beginning TEXT NOT NULL,
  added TEXT NOT NULL,
  light TEXT NOT NULL, dark TEXT NOT NULL,
  length INTEGER NOT NULL,
  light_points INTEGER NOT NULL, dark_points INTEGER NOT NULL,
  games INTEGER NOT NULL, finished INTEGER NOT NULL, doubts INTEGER NOT NULL,
  date TEXT, time TEXT, event TEXT, place TEXT, profile TEXT NOT NULL, source TEXT
);
CREATE INDEX match_beginning ON match (beginning);
CREATE TABLE lines (match INTEGER PRIMARY KEY REFERENCES match ON DELETE CASCADE, zlib BLOB NOT NULL);
CREATE TABLE incident (
  match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, kind TEXT NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (match, kind)
) WITHOUT ROWID;
"""
THOUGHTS = """
CREATE TABLE analysis (match INTEGER PRIMARY KEY REFERENCES match ON DELETE CASCADE, zlib BLOB NOT NULL);
CREATE TABLE mistake (
  match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, game INTEGER NOT NULL, number INTEGER NOT NULL, player TEXT NOT NULL,
  kind TEXT NOT NULL, loss REAL NOT NULL, made TEXT NOT NULL, best TEXT NOT NULL, xgid TEXT NOT NULL
);
CREATE INDEX mistake_match ON mistake (match);
"""
"""What version 2 has more than version 1."""
_FIELDS = (
    "id", "added", "light", "dark", "length", "light_points", "dark_points", "games", "finished", "doubts", "date", "time", "event",
    "place", "profile", "source",
)  # fmt: skip


class ArchiveUnusable(Exception):
    """The file cannot be used as an archive; the text says why, and what to do."""


class NoSuchMatch(LookupError):
    """No match has this number."""


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a list."""

    id: int
    added: str
    """When it came into the archive, ISO 8601."""
    light: str
    dark: str
    length: int
    light_points: int
    dark_points: int
    games: int
    finished: bool
    """Whether it was played to its end; a session never is."""
    doubts: int
    """Turns that are not sure."""
    date: str | None
    time: str | None
    event: str | None
    place: str | None
    profile: str
    source: str | None
    incidents: Mapping[str, int]
    """How many of each kind."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a match that was brought."""

    id: int
    how: Literal["new", "known", "completed"]
    """`known`: it was there; `completed`: there was less of it, which it has replaced."""


def usual_place(environment: Mapping[str, str], home: Path) -> Path:
    """The user's archive, by the XDG base directory specification: a relative XDG_DATA_HOME is to be ignored."""
    data = Path(environment.get("XDG_DATA_HOME", ""))
    return (data if data.is_absolute() else home / ".local" / "share") / "boardcam" / "matches.sqlite"


class Archive:
    """An archive, open for reading and writing. Several programs may have it open."""

    def __init__(self, path: Path, now: Callable[[], str]) -> None:
        """`now` labels what is brought with the wall clock. Makes the file and its folder. Raises ArchiveUnusable."""
        self.path = path
        self._now = now
        with self._usable():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def keep(self, match: Match) -> Kept:
        """Takes a match in. ValueError if nothing was played in it."""
        _check(match)
        sentences = told(match)
        with self._usable(), self._writing():
            known = self._known(sentences, fingerprint(sentences, match))
            if known is None:
                return Kept(self._put(match, sentences, None, self._now()), "new")
            number, added = known
            if not _tells_more(match, self.match(number)):
                return Kept(number, "known")
            return Kept(self._put(match, sentences, number, added), "completed")

    def replace(self, before: Match, after: Match) -> int | None:
        """Puts a match that was put right in the place of what it was: its number. None if that was not kept, or if more was kept
        than `before` tells; ValueError if nothing was played."""
        _check(after)
        was, sentences = told(before), told(after)
        with self._usable(), self._writing():
            known = self._known(was, fingerprint(was, before))
            if known is None or len(told(self.match(known[0]))) > len(was):
                return None
            # Where it was brought again after it had been put right it is there twice.
            self._db.execute("DELETE FROM match WHERE fingerprint = ? AND id != ?", (fingerprint(sentences, after), known[0]))
            return self._put(after, sentences, *known)

    def match(self, number: int) -> Match:
        """The match with this number. Raises NoSuchMatch."""
        with self._usable():
            found = self._db.execute("SELECT zlib FROM lines WHERE match = ?", (number,)).fetchone()
            if found is None:
                raise NoSuchMatch(f"no match has the number {number}; boardcam matches list shows them all")
            try:
                return match_lines.read(zlib.decompress(found[0]).decode("utf-8"))
            except Unreadable as error:
                raise ArchiveUnusable(f"match {number} of {self.path} cannot be read: {error}") from error

    def rows(self, search: Search = EVERYTHING) -> Iterator[Row]:
        """The matches that a search finds, newest first; what has no date of its own counts from when it was brought."""
        where, values = search.clause()
        with self._usable():
            happened: dict[int, dict[str, int]] = {}
            for number, kind, times in self._db.execute("SELECT match, kind, times FROM incident"):
                happened.setdefault(number, {})[kind] = times
            newest = "coalesce(date, substr(added, 1, 10)) DESC, coalesce(time, '') DESC, id DESC"
            for row in self._db.execute(f"SELECT {', '.join(_FIELDS)} FROM match WHERE {where} ORDER BY {newest}", values):
                fields = dict(zip(_FIELDS, row, strict=True))
                yield Row(**fields | {"finished": bool(fields["finished"])}, incidents=happened.get(row[0], {}))

    def analyse(self, number: int, analysis: Mapping[str, Any], mistakes: Iterable[Mistake]) -> None:
        """Keeps what the coach thinks of a match, in the place of what it thought before. Raises NoSuchMatch."""
        with self._usable(), self._writing():
            if self._db.execute("SELECT 1 FROM match WHERE id = ?", (number,)).fetchone() is None:
                raise NoSuchMatch(f"no match has the number {number}; boardcam matches list shows them all")
            packed = zlib.compress(json.dumps(analysis, ensure_ascii=False).encode("utf-8"))
            self._db.execute("INSERT OR REPLACE INTO analysis VALUES (?, ?)", (number, packed))
            self._db.execute("DELETE FROM mistake WHERE match = ?", (number,))
            rows = [(number, m.game, m.number, m.player, m.kind, m.loss, m.made, m.best, m.xgid) for m in mistakes]
            self._db.executemany("INSERT INTO mistake VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def analysis(self, number: int) -> Mapping[str, Any] | None:
        """What the coach thinks of a match; None = it has not been asked."""
        with self._usable():
            found = self._db.execute("SELECT zlib FROM analysis WHERE match = ?", (number,)).fetchone()
            return None if found is None else dict(json.loads(zlib.decompress(found[0])))

    def unanalysed(self, since: str) -> list[int]:
        """Matches that were brought since then and that the coach has not been asked about, the oldest first."""
        with self._usable():
            asked = "SELECT id FROM match WHERE added >= ? AND id NOT IN (SELECT match FROM analysis) ORDER BY id"
            return [number for (number,) in self._db.execute(asked, (since,))]

    def mistakes(self, sought: Sought) -> Iterator[Mistake]:
        """Mistakes that are as sought, the dearest first."""
        where, values = sought.clause()
        fields = "match.id, game, number, player, kind, loss, made, best, xgid, coalesce(date, substr(added, 1, 10))"
        joined = "mistake JOIN match ON mistake.match = match.id"
        with self._usable():
            for row in self._db.execute(
                f"SELECT {fields} FROM {joined} WHERE {where} ORDER BY loss DESC, match.id, game, number", values
            ):
                yield Mistake(*row)

    def remove(self, numbers: Iterable[int]) -> None:
        """Takes matches out for good: nothing of them stays in the file. Raises NoSuchMatch, and then none is out."""
        with self._usable():
            with self._writing():
                for number in numbers:
                    if not self._db.execute("DELETE FROM match WHERE id = ?", (number,)).rowcount:
                        raise NoSuchMatch(f"no match has the number {number}; nothing was removed")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self._db.close()

    def _prepare(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise ArchiveUnusable(f"{self.path} was made by a newer boardcam (version {version}): update boardcam")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("PRAGMA secure_delete = ON")
        self._db.create_function("folded", 1, _folded, deterministic=True)
        if version == 0:
            self._begin()
        elif version < VERSION:
            self._grow()

    def _begin(self) -> None:
        """Makes the tables, unless another program has just done so."""
        if self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise ArchiveUnusable(f"{self.path} is another program's file; choose another one for the archive")
        self._db.execute("PRAGMA journal_mode = WAL")
        with self._writing():
            if self._db.execute("PRAGMA user_version").fetchone() == (0,):
                for statement in (SCHEMA + THOUGHTS).split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    def _grow(self) -> None:
        """Makes what an older archive has not, unless another program has just done so."""
        with self._writing():
            if self._db.execute("PRAGMA user_version").fetchone() == (1,):
                for statement in THOUGHTS.split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {VERSION}")

    def _known(self, sentences: tuple[str, ...], mark: str) -> tuple[int, str] | None:
        """The same match, or what it was when it had not yet gone so far, or goes further: (number, when it came)."""
        same = self._db.execute("SELECT id, added FROM match WHERE fingerprint = ?", (mark,)).fetchone()
        begun = beginning(sentences)
        if same is not None or not begun:
            return same and (same[0], same[1])
        for number, added in self._db.execute("SELECT id, added FROM match WHERE beginning = ?", (begun,)).fetchall():
            other = told(self.match(number))
            both = min(len(other), len(sentences))
            if other[:both] == sentences[:both]:
                return number, added
        return None

    def _put(self, match: Match, sentences: tuple[str, ...], number: int | None, added: str) -> int:
        if number is not None:
            self._db.execute("DELETE FROM match WHERE id = ?", (number,))
        light, dark = match.score
        values = {
            "id": number, "fingerprint": fingerprint(sentences, match), "beginning": beginning(sentences), "added": added,
            "light": match.players[0], "dark": match.players[1], "length": match.length, "light_points": light, "dark_points": dark,
            "games": len(match.games), "finished": 0 < match.length <= max(light, dark), "doubts": len(list(doubts(match))),
            "date": match.date, "time": match.time, "event": match.event, "place": match.place, "profile": match.profile,
            "source": match.source,
        }  # fmt: skip
        statement = f"INSERT INTO match ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
        row = self._db.execute(statement, tuple(values.values())).lastrowid
        assert row is not None
        lines = match_lines.write(match).encode("utf-8")
        self._db.execute("INSERT INTO lines VALUES (?, ?)", (row, zlib.compress(lines)))
        for kind, times in kinds(match).items():
            self._db.execute("INSERT INTO incident VALUES (?, ?, ?)", (row, kind, times))
        return row

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Everything inside is done, or nothing of it."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """Says in one sentence what is wrong with the file."""
        try:
            yield
        except OSError as error:
            raise ArchiveUnusable(_unreachable(self.path, error)) from error
        except sqlite3.OperationalError as error:
            raise ArchiveUnusable(f"{self.path} cannot be used: {error}") from error
        except (sqlite3.DatabaseError, zlib.error) as error:
            raise ArchiveUnusable(
                f"{self.path} is damaged ({error}); move it away, and bring the matches again from their folders: "
                "boardcam matches import DIR"
            ) from error


def _unreachable(path: Path, error: OSError) -> str:
    """Why the file cannot be reached, and what to do."""
    remedies = {
        errno.EACCES: "give it to the user who runs boardcam (chown), or choose another one with --archive",
        errno.EROFS: "the disk can only be read: a card that does so is worn out, copy it and take a new one",
        errno.ENOSPC: "the disk is full: delete what is not needed",
    }
    return f"{path}: {error.strerror}" + (f"; {remedies[error.errno]}" if error.errno in remedies else "")


def _check(match: Match) -> None:
    if not any(game.actions or game.result for game in match.games):
        raise ValueError("nothing was played in this match")


def _tells_more(match: Match, other: Match) -> bool:
    """Whether a record of the same match knows something that the other does not, and forgets nothing that counts."""
    one, two = _weight(match), _weight(other)
    return one != two and all(mine >= theirs for mine, theirs in zip(one, two, strict=True))


def _weight(match: Match) -> tuple[int, ...]:
    """How much a record tells: actions, their times, incidents, headings."""
    actions = [action for game in match.games for action in game.actions]
    headings = (match.date, match.time, match.event, match.place, match.rules, match.clock)
    ended = sum(game.result is not None for game in match.games)
    timed = sum(action.t is not None for action in actions)
    return len(actions), ended, timed, len(match.incidents), sum(heading is not None for heading in headings)


def _folded(text: str | None) -> str:
    return (text or "").casefold()
