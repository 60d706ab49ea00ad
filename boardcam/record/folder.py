"""The folder of a match: `events.jsonl`, `match.mat` and `journal.sqlite`, kept up to date while the match goes on.

A folder belongs to one match and is never written over. Lines are flushed one by one, the match file is replaced as a whole after
every game and every half minute, and the journal is safe at every moment; whatever else is lost can be made again from it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from boardcam.events import Event, Verdict
from boardcam.record import mat
from boardcam.record.journal import Journal
from boardcam.record.lines import line
from boardcam.record.transcript import fold
from boardcam.rules.transcript import Match

RECORD = ("events.jsonl", "match.mat", "journal.sqlite")
EVERY = 30.0
"""Seconds of the match between two match files: writing one takes 0.1 s late in a long match, and a power cut loses so much."""


class FolderTaken(Exception):
    """The folder holds the record of another match."""


class Folder:
    """A match's folder, open for writing."""

    def __init__(self, path: Path, settings: dict[str, Any], empty: Match, now: Callable[[], str] | None = None) -> None:
        """`empty` is the record before the first game: names, length, date. Raises FolderTaken and OSError."""
        taken = [name for name in RECORD if (path / name).exists()]
        if taken:
            raise FolderTaken(f"{path} holds the record of a match ({', '.join(taken)}); give another folder")
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._empty = empty
        self._told: list[Verdict] = []
        self._written = 0.0
        self._names = settings["players"]
        self._lines = (path / "events.jsonl").open("x", encoding="utf-8")
        self._journal = Journal(path / "journal.sqlite", now=now)
        self._journal.match(settings)

    def event(self, event: Event) -> Event:
        """Keeps an event, and returns it as it was kept."""
        kept: Event = self._journal.event(event)
        return kept

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        """Keeps what was ruled."""
        for verdict in verdicts:
            self._journal.verdict(verdict)
            self._told.append(verdict)
            self._lines.write(line(verdict, self._names) + "\n")
            self._lines.flush()
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
        self._journal.close()

    def _write_match(self) -> None:
        _replace(self.path / "match.mat", mat.write(self.match()))


def _replace(path: Path, text: str) -> None:
    """Writes a file so that at every moment either the old or the new one is there, whole."""
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
