"""The folder of a match: `events.jsonl`, `match.mat` and `journal.sqlite`, kept up to date while the match goes on.

A folder belongs to one match and is never written over; a match that was broken off is taken up again in it. Lines are written one
by one, the match file is replaced as a whole after every game and every half minute, and the journal is safe at every moment;
whatever else is lost can be made again from it. Nothing that happens to disk or file stops play: it is said once, what cannot be
written waits, and the journal goes on elsewhere.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from boardcam.events import Correction, Event, Verdict
from boardcam.record import mat, salvage, whole_file
from boardcam.record.codec import decode, encode
from boardcam.record.journal import Entry, Journal, is_damage, move_aside
from boardcam.record.lines import line
from boardcam.record.transcript import fold
from boardcam.rules.sentence import sentence
from boardcam.rules.transcript import Match

JOURNAL = "journal.sqlite"
RECORD = ("events.jsonl", "match.mat", JOURNAL)
EVERY = 30.0
"""Seconds of the match between two match files: writing one takes 0.1 s late in a long match, and a power cut loses so much."""


class FolderTaken(Exception):
    """The folder holds the record of another match, or is being written by another program."""


class NoRecord(Exception):
    """The folder holds no match that could be taken up."""


class TakenUp(NamedTuple):
    """A match's journal opened again; `Folder` goes on with it."""

    journal: Journal
    held: int
    """File descriptor that keeps the folder."""
    notes: tuple[str, ...]
    """What was found to be damaged, for the players."""

    def close(self) -> None:
        self.journal.close()
        os.close(self.held)


def take_up(path: Path, now: Callable[[], str] | None = None) -> TakenUp:
    """Opens the journal in a folder. What is damaged is set aside, and what can be read of it goes into a new one. Raises NoRecord,
    FolderTaken, OSError and sqlite3.OperationalError."""
    if not (path / JOURNAL).exists():
        raise NoRecord(f"{path} holds no {JOURNAL}: there is no match to take up")
    held = hold(path)
    try:
        journal = Journal(path / JOURNAL, now=now)
        return TakenUp(journal, held, _salvaged(journal) if journal.set_aside else ())
    except BaseException:
        os.close(held)
        raise


def _salvaged(journal: Journal) -> tuple[str, ...]:
    """What can be read of a journal that was set aside goes into the new one."""
    assert journal.set_aside is not None
    found = salvage.read(journal.set_aside)
    journal.take_over(found.entries)
    lost = f"{found.lost} are lost" if found.lost else "none before the last of them is lost"
    return (
        f"the journal was damaged: {len(found.entries)} entries of it could be read, {lost}; it is kept as {journal.set_aside}",
    )


def hold(path: Path) -> int:
    """Keeps a folder from being written by two programs; ends with the file descriptor, and so with the process. FolderTaken."""
    held = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        why = sentence("{path} is being written by another boardcam: stop it first, or correct the match there", path=str(path))
        raise FolderTaken(why) from error
    return held


class Folder:
    """A match's folder, open for writing."""

    def __init__(
        self,
        path: Path,
        settings: dict[str, Any],
        empty: Match,
        now: Callable[[], str] | None = None,
        say: Callable[[str], None] | None = None,
        *,
        up: TakenUp | None = None,
        told: Iterable[Verdict] = (),
        entries: Iterable[Entry] = (),
    ) -> None:
        """`empty` is the record before the first game: names, length, date. A match that goes on: `up` has its journal, `told` what
        was ruled; both files are made again from that. A new journal may begin with the `entries` of another. Troubles with the
        disk are told to `say`. Raises FolderTaken and OSError."""
        self.path = path
        self._empty = empty
        self._told: list[Verdict] = list(told)
        self._written = self._told[-1].t_decided if self._told else 0.0
        self._lined = 0
        self._names = settings["players"]
        self._now, self._say, self._troubles = now, say, set[str]()
        self._waiting: list[Callable[[Journal], Any]] = []
        self._moved = False
        self._held, self._journal = (up.held, up.journal) if up else self._begun(settings, list(entries))
        if up and self._journal.settings() != settings:
            self._journal.match(settings)
        self._lines = self._renewed_lines() if up else (path / "events.jsonl").open("xb", buffering=0)
        if up:
            self._write_match()

    def _begun(self, settings: dict[str, Any], entries: list[Entry]) -> tuple[int, Journal]:
        taken = [name for name in RECORD if (self.path / name).exists()]
        if taken:
            raise FolderTaken(
                f"{self.path} holds the record of a match ({', '.join(taken)}); give another folder, or --resume to go on with it"
            )
        self.path.mkdir(parents=True, exist_ok=True)
        held = hold(self.path)
        journal = Journal(self.path / JOURNAL, now=self._now)
        if entries:
            journal.take_over(entries)
        else:
            journal.match(settings)
        return held, journal

    # --- what happens ------------------------------------------------------------------------------------------------------------

    def event(self, event: Event) -> Event:
        """Keeps an event, and returns it as it was kept."""
        self._keep(lambda journal: journal.event(event))
        kept: Event = decode(encode(event))
        return kept

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        """Keeps what was ruled."""
        for verdict in verdicts:
            self._keep(lambda journal, verdict=verdict: journal.verdict(verdict))  # type: ignore[misc]
            self._told.append(verdict)
            self._write_lines()
            if verdict.kind == "game" or verdict.t_decided - self._written >= EVERY:
                self._written = verdict.t_decided
                self._write_match()

    @property
    def told(self) -> tuple[Verdict, ...]:
        """All verdicts so far."""
        return tuple(self._told)

    def match(self) -> Match:
        """The record so far."""
        return fold(self._told, self._empty)

    def close(self) -> None:
        self._write_match()
        self._lines.close()
        try:
            self._flush()
            self._journal.close()
        except sqlite3.Error as error:
            self._trouble(sentence("the journal cannot be closed"), error)
            self._journal.abandon()
        os.close(self._held)

    # --- what is put right -------------------------------------------------------------------------------------------------------

    def settings(self) -> dict[str, Any] | None:
        return self._journal.settings()

    def events(self) -> Iterator[Event]:
        """Everything that happened, as it was kept."""
        self._flush()
        return self._journal.events()

    def corrections(self) -> Iterator[Correction]:
        return self._journal.corrections()

    def correction(self, correction: Correction, kept: int, verdicts: Iterable[Verdict]) -> None:
        """Keeps what somebody puts right, and what is told since: after the first `kept` verdicts these. The files say so too."""
        verdicts = list(verdicts)
        self._flush()
        self._journal.correction(correction, kept, verdicts)
        self._tell(kept, verdicts)

    def anew(self, verdicts: Iterable[Verdict]) -> None:
        """These are told in place of all that was told."""
        verdicts = list(verdicts)
        self._journal.retold(0, verdicts)
        self._tell(0, verdicts)

    def _tell(self, kept: int, verdicts: list[Verdict]) -> None:
        self._told[kept:] = verdicts
        self._lines.close()
        self._lines = self._renewed_lines()
        self._write_match()

    # --- files -------------------------------------------------------------------------------------------------------------------

    def _write_match(self) -> None:
        try:
            whole_file.replace(self.path / "match.mat", mat.write(self.match()).encode())
        except OSError as error:
            self._trouble(sentence("match.mat cannot be written"), error)

    def _write_lines(self) -> None:
        """The lines that are not in the file yet; all of them, or none."""
        text = "".join(line(verdict, self._names) + "\n" for verdict in self._told[self._lined :]).encode("utf-8")
        end = self._lines.seek(0, os.SEEK_END)
        try:
            if self._lines.write(text) != len(text):
                raise OSError("no room for a whole line")
            self._lined = len(self._told)
        except OSError as error:
            self._lines.truncate(end)
            self._trouble(sentence("events.jsonl cannot be written"), error)

    def _renewed_lines(self) -> Any:
        path = self.path / "events.jsonl"
        whole_file.replace(path, "".join(line(verdict, self._names) + "\n" for verdict in self._told).encode())
        self._lined = len(self._told)
        return path.open("ab", buffering=0)

    # --- the journal in trouble --------------------------------------------------------------------------------------------------

    def _keep(self, entry: Callable[[Journal], Any]) -> None:
        self._waiting.append(entry)
        try:
            self._flush()
        except sqlite3.Error as error:
            self._elsewhere(error)

    def _flush(self) -> None:
        """Into the journal with what waits, all of it or nothing."""
        if len(self._waiting) == 1:
            self._waiting[0](self._journal)
        elif self._waiting:
            with self._journal.together():
                for entry in self._waiting:
                    entry(self._journal)
        self._waiting.clear()

    def _elsewhere(self, error: sqlite3.Error) -> None:
        """The journal cannot be written: it goes on in another file, with all that can be read of it. Where that cannot be had
        either, entries wait in memory and are tried again with the next."""
        broken = self._journal
        if self._moved:
            return
        self._moved = True
        try:
            entries = salvage.read(broken.path).entries
            fresh = Journal(self._another_place(error), now=self._now)
            fresh.take_over(entries)
            self._journal = fresh
            broken.abandon()
            self._flush()
        except (sqlite3.Error, OSError) as again:
            why = sentence("the journal {path} cannot be written, and no other place was found", path=str(broken.path))
            self._trouble(why, again)
        else:
            why = sentence("the journal {path} cannot be written", path=str(broken.path))
            self._trouble(why.then(sentence("it goes on in {path}", path=str(fresh.path))), error)

    def _another_place(self, error: sqlite3.Error) -> Path:
        path = self._journal.path
        if is_damage(error):
            move_aside(path)
            return path
        return Path(tempfile.mkdtemp(prefix="boardcam-")) / JOURNAL

    def _trouble(self, what: str, error: BaseException) -> None:
        """Said once."""
        if what not in self._troubles and self._say:
            told = sentence("{what} ({error})", what=what, error=str(error)).then(sentence("the match goes on"))
            full = "full" in str(error) or "no room" in str(error) or getattr(error, "errno", None) == errno.ENOSPC
            self._say(told.then(sentence("make room on the disk: delete old matches, or take a larger card")) if full else told)
        self._troubles.add(what)
