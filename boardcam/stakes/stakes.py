"""The stakes of a table: the evening that is being played, kept in one journal of what was entered; what was entered last can be
taken back.

A line of JSON an entry, only ever added, on the disk before it counts. Taking back is an entry too. A line that a power cut tore
was never answered, and is cut off; a file that cannot be read is set aside, and what stands before the damage goes on. Safe to use
from every thread.
"""

from __future__ import annotations

import fcntl
import json
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from boardcam.rules.chouette import Corrected
from boardcam.rules.cube import Refusal
from boardcam.rules.sentence import sentence
from boardcam.stakes import entries
from boardcam.stakes.evening import Evening, Opened, What, after
from boardcam.stakes.sheet import offer, rules, sheet, told
from boardcam.table.scene import speaking
from boardcam.web.access import Role, may

FILE = "stakes.jsonl"
LOG = 12
"""Entries that are shown."""
Seen = Mapping[str, Any]
"""The last result of the referee in a game for money: {"id", "winner", "kind", "how", "cube"}."""


class Entered(NamedTuple):
    """An entry, and the evening after it."""

    what: What
    evening: Evening


class Stakes:
    """The stakes of one table."""

    def __init__(
        self, file: Path, say: Callable[[str], None], changed: Callable[[int], None], seen: Callable[[], Seen | None],
        die: Callable[[], int], now: Callable[[], str],
    ) -> None:  # fmt: skip
        """`changed` is told how many lines there are, `seen` gives the referee's last result, `die` throws, `now` labels."""
        self.file, self._say, self._changed, self._seen, self._die, self._now = file, say, changed, seen, die, now
        self._there = threading.RLock()
        self._held: int | None = None
        self._lines = 0
        self._entered: list[Entered] = []
        self._load()
        if self._lines:
            changed(self._lines)

    @property
    def evening(self) -> Evening | None:
        """None = none was opened."""
        return self._entered[-1].evening if self._entered else None

    # --- the page's side -----------------------------------------------------------------------------------------------------

    def told(self, code: str) -> Mapping[str, Any]:
        """All that its page shows, in the language of a code."""
        seen = self._seen()
        with self._there:
            lines, entered = self._lines, tuple(self._entered[-LOG:])
        evening = entered[-1].evening if entered else None
        speech = speaking(code, evening.chouette.profile if evening else None)
        log = [speech.say(entries.said(one.what)) for one in reversed(entered)]
        found = {"n": lines, "log": log, "back": bool(entered), "opened": bool(entered) and isinstance(entered[-1].what, Opened)}
        if evening is None:
            return {**found, "stage": "closed", "rules": rules(code)}
        return {**found, **sheet(evening, speech), "offer": offer(evening, seen), "rules": rules(code)}

    def enter(self, asked: Mapping[str, Any], role: Role, code: str) -> Mapping[str, Any]:
        """Enters what a player or a director says: {"good", "said", "now"}. `n` = the lines that he knew, where it matters."""
        with self._there:
            evening = self.evening
            speech = speaking(code, evening.chouette.profile if evening else None)
            try:
                why = self._done(asked, role)
            except ValueError as error:
                why = speech.say(error.args[0])
            except OSError as error:
                why = speech.text("this cannot be kept: {file}: {why}", file=str(self.file), why=str(error.strerror))
            words = told(why, speech) if isinstance(why, Refusal) else why
        return {"good": words is None, "said": [] if words is None else [words], "now": self.told(code)}

    def _done(self, asked: Mapping[str, Any], role: Role) -> Refusal | str | None:
        """None, or why not. Raises ValueError and OSError."""
        if "n" in asked and asked["n"] != self._lines:
            raise ValueError(sentence("somebody else was faster: look again"))
        if "back" in asked:
            self._take_back(role)
            return None
        if "throw" in asked and "die" not in asked:
            asked = {**asked, "die": self._die()}
        what = entries.read(asked)
        if isinstance(what, Opened | Corrected) and not may(role, "director"):
            raise ValueError(sentence("only the director opens an evening and corrects the ledger"))
        seen = self._seen()
        return self._kept(what, seen["id"] if seen else "")

    def _take_back(self, role: Role) -> None:
        if not self._entered:
            raise ValueError(sentence("there is nothing to take back"))
        if isinstance(self._entered[-1].what, Opened | Corrected) and not may(role, "director"):
            raise ValueError(sentence("only the director takes that back"))
        self._write({"back": True})
        self._entered.pop()
        self._changed(self._lines)

    def _kept(self, what: What, seen: str) -> Refusal | None:
        found = after(self.evening, what, seen)
        if isinstance(found, Refusal):
            return found
        self._write(entries.told(what) | ({"seen": seen} if seen else {}))
        self._entered.append(Entered(what, found))
        self._changed(self._lines)
        return None

    # --- the journal ---------------------------------------------------------------------------------------------------------

    def _write(self, entry: Mapping[str, Any]) -> None:
        """A line, on the disk when this returns. Raises OSError; the file is then as it was."""
        if self._held is None:
            self._held = self._open()
        size = os.fstat(self._held).st_size
        line = json.dumps({**entry, "at": self._now()}, ensure_ascii=False).encode() + b"\n"
        try:
            if os.write(self._held, line) != len(line):
                raise OSError(28, os.strerror(28))
            os.fsync(self._held)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._held, size)
            raise
        self._lines += 1

    def _open(self) -> int:
        held = os.open(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(held)
            raise OSError(error.errno, "another boardcam is writing it") from error
        return held

    def close(self) -> None:
        """Nothing more is entered."""
        with self._there:
            if self._held is not None:
                os.close(self._held)
            self._held = None

    def _load(self) -> None:
        """Takes up what lies there."""
        try:
            data = self.file.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            self._say(f"{self.file} cannot be read ({error.strerror}): the stakes begin anew, and cannot be kept")
            return
        whole = data[: data.rfind(b"\n") + 1]
        sound = 0
        for line in whole.splitlines(keepends=True):
            if (why := self._again(line)) is not None:
                return self._set_aside(whole[:sound], why)
            sound += len(line)
        if len(whole) < len(data):
            self._begin_with(whole)

    def _again(self, line: bytes) -> str | None:
        """Takes up a line; else why that is not possible."""
        try:
            told = json.loads(line)
            if "back" in told:
                self._entered.pop()
            else:
                what = entries.read(told)
                found = after(self.evening, what, str(told.get("seen", "")))
                if isinstance(found, Refusal):
                    return found.why
                self._entered.append(Entered(what, found))
        except (ValueError, TypeError, LookupError) as error:
            return str(error)
        self._lines += 1
        return None

    def _set_aside(self, sound: bytes, why: str) -> None:
        aside = next(path for nth in range(1, 1000) if not (path := self.file.with_name(f"{FILE}.damaged-{nth}")).exists())
        self._say(f"{self.file}: line {self._lines + 1} cannot be read ({why}): the stakes go on from before it; all is in {aside}")
        with suppress(OSError):
            os.rename(self.file, aside)
            self._begin_with(sound)

    def _begin_with(self, sound: bytes) -> None:
        from boardcam.record import whole_file

        try:
            whole_file.replace(self.file, sound)
        except OSError as error:
            self._say(f"{self.file} cannot be written: {error.strerror}")
