"""Grading in the background: matches that come into the archive are analysed when nothing is being played, one decision after the
other, by an engine that is nice. While a match is played nothing is asked, and no engine runs.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardcam.archive import keeping
from boardcam.coach import grade
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import decisions
from boardcam.coach.engine import EngineError
from boardcam.coaching import analysis
from boardcam.record.archive import ArchiveUnusable, NoSuchMatch
from boardcam.rules.transcript import Match

LOOK = 5.0
"""s between two looks into the archive, and at whether a match is still played."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a match is."""

    done: int = 0
    of: int = 0


class Grading:
    """Grades the matches of one archive in a thread of its own, which begins when it is first needed."""

    def __init__(
        self, archive: Path, coach: Callable[[], Coach], busy: Callable[[], bool], say: Callable[[str], None], since: str
    ) -> None:
        """`busy` = a match is being played; matches that came `since` then are graded unasked, others when they are wanted."""
        self._archive, self._coach, self._busy, self._say, self._since = archive, coach, busy, say, since
        self._there = threading.Condition()
        self._wanted: list[int] = []
        self._failed: dict[int, str] = {}
        self._progress: dict[int, Progress] = {}
        self._closed = False
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Watches for matches from now on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="grading", daemon=True)
            self._thread.start()

    def want(self, number: int) -> None:
        """This match is wanted next."""
        with self._there:
            self._failed.pop(number, None)
            self._wanted = [number, *(other for other in self._wanted if other != number)]
            self._there.notify()
        self.begin()

    def state(self, number: int) -> Mapping[str, Any]:
        """How far the analysis of a match is: `state` none, waiting, paused, working or failed."""
        with self._there:
            if (progress := self._progress.get(number)) is not None:
                return {"state": "paused" if self._busy() else "working", "done": progress.done, "of": progress.of}
            if number in self._failed:
                return {"state": "failed", "why": self._failed[number]}
            return {"state": "waiting" if number in self._wanted else "none"}

    def close(self) -> None:
        with self._there:
            self._closed = True
            self._there.notify()
        if self._thread is not None:
            self._thread.join(timeout=LOOK)

    def _run(self) -> None:
        while (number := self._next()) is not None:
            try:
                self._grade(number)
            except (NoSuchMatch, ArchiveUnusable, EngineError) as error:
                with self._there:
                    self._failed[number] = str(error.args[0] if error.args else error)
            finally:
                with self._there:
                    self._progress.pop(number, None)

    def _next(self) -> int | None:
        """The match to be graded now; None = no more."""
        while True:
            if not (busy := self._busy()):
                self._look()
            with self._there:
                if self._closed:
                    return None
                if self._wanted and not busy:
                    return self._wanted.pop(0)
                self._there.wait(LOOK)

    def _look(self) -> None:
        """Wants what has come."""
        if not self._archive.exists():
            return
        try:
            with keeping.opened(self._archive) as archive:
                found = archive.unanalysed(self._since)
        except ArchiveUnusable as error:
            self._say(f"matches are not graded: {error}")
            with self._there:
                self._closed = True
            return
        with self._there:
            self._wanted += [number for number in found if number not in self._wanted and number not in self._failed]

    def _grade(self, number: int) -> None:
        with keeping.opened(self._archive) as archive:
            match = archive.match(number)
        every = list(decisions(match))
        coach, found, engine = self._coach(), list[grade.Graded](), ""
        try:
            for decision in every:
                with self._there:
                    self._progress[number] = Progress(len(found), len(every))
                if not self._free(coach):
                    return
                found += grade.graded([decision], coach)
                engine = coach.title
        finally:
            coach.close()
        self._keep(number, match, found, engine)

    def _free(self, coach: Coach) -> bool:
        """Waits until no match is played, without an engine meanwhile; whether there is still somebody to grade for."""
        while self._busy() and not self._closed:
            coach.close()
            with self._there:
                self._there.wait(LOOK)
        return not self._closed

    def _keep(self, number: int, match: Match, found: list[grade.Graded], engine: str) -> None:
        """Keeps it, unless the match was put right meanwhile, and is graded again then."""
        with keeping.opened(self._archive) as archive:
            if archive.match(number) == match:
                archive.analyse(number, analysis.told(match, found, engine, "normal"), analysis.mistakes(match, number, found))
                return
        self.want(number)
