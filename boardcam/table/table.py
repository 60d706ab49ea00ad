"""A table: match after match, set up and ended on its page. What breaks in between is taken up again by itself.

The folder of a table holds `matches/`, a folder for each; `current`, the name of the one that is being played; `setup.json`, how
the last was set up; `tokens.json` and `links.txt`, who may do what. Nobody ever waits for a camera that is not there: it is said on
the page, and tried again.
"""

from __future__ import annotations

import datetime
import errno
import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from boardcam import config
from boardcam.devices.camera import CameraError
from boardcam.record import evidence, whole_file
from boardcam.record.folder import FolderTaken, NoRecord
from boardcam.rules.sentence import Sentence, marked, sentence
from boardcam.table import customs, wishes
from boardcam.table.desk import Desk
from boardcam.table.inbox import Answer, Begin
from boardcam.table.rig import Rig
from boardcam.table.service import Service
from boardcam.table.sitting import Attendance, Closed, sit
from boardcam.vision.networks import NetworkMissing

AGAIN = 5.0
"""s until a source that could not be opened is tried again."""
ROUND = 1.0
"""s between two looks around while no match is played."""
DISK = {
    errno.ENOSPC: marked("the disk is full: delete old matches, or take a larger card"),
    errno.EROFS: marked("the disk can only be read: a card that does so is worn out, copy it and take a new one"),
    errno.EACCES: marked("give the folder to the user who runs boardcam"),
}
BROKEN = (CameraError, FolderTaken, NetworkMissing, NoRecord, OSError, sqlite3.OperationalError, ValueError)
"""What keeps a match from being played, and not the table from staying open."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its page, its parts and its folder."""

    state: Path
    usual: config.Options
    """Source, archive and calibration of every match here."""
    desk: Desk
    rig: Rig
    service: Service
    say: Callable[[str], None]
    closed: Closed
    evidence: int = config.EVIDENCE
    days: int = 0
    """After which pictures of matches are deleted; 0 = never."""
    pace: float | None = 1.0
    now: Callable[[], datetime.datetime] = datetime.datetime.now

    def run(self) -> None:
        """Match after match, until the program is told to stop. One that was broken off goes on first."""
        self._forget()
        self._shown_as(self._remembered())
        if (folder := self._unfinished()) is not None:
            self._match(replace(self.usual, out=folder), resume=True)
        while not self.desk.inbox.stopped:
            self.rig.waits()
            self.desk.troubled(self.rig.troubles)
            self._wait(ROUND)
            order = self.desk.inbox.order()
            if isinstance(order, Begin):
                self._begin(order)
            elif order is not None:
                self.desk.inbox.answer(order, Answer(True))

    # --- setting up ----------------------------------------------------------------------------------------------------------

    def _begin(self, order: Begin) -> None:
        told = order.wishes if isinstance(order.wishes, dict) else {}
        try:
            options = wishes.options(told, replace(self.usual, out=self._fresh()), customs.known(self.state))
        except ValueError as error:
            self.desk.inbox.answer(order, Answer(False, sentences=(error.args[0],)))
            return
        self._remember(told, options.out)
        self._shown_as(told)
        self.desk.inbox.answer(order, Answer(True))
        self._match(options, resume=False)

    def _fresh(self) -> Path:
        """A folder for a match that begins now."""
        name = f"{self.now():%Y-%m-%d-%H%M%S}"
        matches = self.state / "matches"
        return next(path for nth in range(1000) if not (path := matches / (f"{name}-{nth}" if nth else name)).exists())

    def _shown_as(self, told: Mapping[str, Any]) -> None:
        look = wishes.look(told)
        if told:
            self.rig.speak(look.language)
        self.desk.put(look=look, last=dict(told) or None)

    def _remember(self, told: Mapping[str, Any], folder: Path) -> None:
        setup, current = wishes.files(self.state)
        try:
            whole_file.replace(setup, json.dumps(told, ensure_ascii=False, indent=1).encode())
            whole_file.replace(current, folder.name.encode())
        except OSError as error:
            self.say(f"{self.state} cannot be written ({error.strerror}): this match will not be taken up again by itself")

    def _remembered(self) -> Mapping[str, Any]:
        try:
            told = json.loads(wishes.files(self.state)[0].read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return told if isinstance(told, dict) else {}

    def _unfinished(self) -> Path | None:
        """The folder of a match that was broken off."""
        try:
            name = wishes.files(self.state)[1].read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return None
        folder = self.state / "matches" / Path(name).name
        return folder if name and (folder / "journal.sqlite").is_file() else None

    # --- playing -------------------------------------------------------------------------------------------------------------

    def _match(self, options: config.Options, resume: bool) -> None:
        """One match, until it is ended at the page. What keeps it from being played is said, and tried again."""
        people = Attendance(self.desk.inbox, self.desk, self.pace)
        self.desk.begins(options)
        while True:
            try:
                sit(options, self.now(), resume, self.evidence, self.say, self.closed, self.service, self.rig, people)
            except BROKEN as error:
                self._trouble(_why(error))
                if self._called_off():
                    break
                resume = (options.out / "journal.sqlite").exists()
            else:
                break
        self._forget()
        if not self.desk.inbox.stopped:
            wishes.files(self.state)[1].unlink(missing_ok=True)
            self.desk.left()

    def _forget(self) -> None:
        """Old pictures are deleted: at the start, and whenever a match is closed."""
        if self.days:
            evidence.forget(self.state / "matches", (self.now() - datetime.timedelta(days=self.days)).timestamp())

    def _called_off(self) -> bool:
        """Whether the match is ended while its source cannot be had; else a while has passed."""
        until = time.monotonic() + AGAIN
        while (left := until - time.monotonic()) > 0 and not self._wait(left):
            self.desk.inbox.refuse(sentence("the board is not seen yet; end this match, or wait"))
            self.desk.troubled((*self.desk.scene.troubles[:1], *self.rig.troubles))
        return self.desk.inbox.ended

    def _trouble(self, why: str) -> None:
        """Said once, and shown as long as it lasts."""
        if self.desk.scene.troubles[:1] != (why,):
            self.say(why)
        self.rig.waits(why)
        self.desk.troubled((why, *self.rig.troubles))

    def _wait(self, seconds: float) -> bool:
        """So long, or until somebody says something; whether the match is to end."""
        self.service.plays(("referee",))
        self.service.beat("referee")
        self.service.wait(partial(self.desk.inbox.wait, seconds))
        return self.desk.inbox.ended


def _why(error: Exception) -> str:
    """What keeps a match from being played, as people are told it."""
    if isinstance(error, CameraError):
        return error.why
    if isinstance(error, OSError) and error.errno in DISK:
        return sentence("{path} cannot be written", path=str(error.filename or "")).then(sentence(DISK[error.errno]))
    told = error.args[0] if error.args else ""
    return told if isinstance(told, Sentence) else str(error)
