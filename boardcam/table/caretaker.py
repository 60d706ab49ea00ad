"""The caretaker of a table: looks whether the file of its equipment was changed, takes up what can be taken up in the middle of a
match, says what wants a restart or cannot be obeyed, and tries parts when it is asked to.

Parts (display, lights, strip, buttons, buzzer, voice) and the language are taken up at once. Source, page, pictures, calibration,
mains and the folder of the matches are in force after a restart, after which a match goes on from its journal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardcam.rules.sentence import Sentence, marked, sentence
from boardcam.table import equipment_file, trial
from boardcam.table.equipment import Equipment
from boardcam.table.rig import Rig
from boardcam.table.scene import speaking

LOOK = 2.0
"""s between two looks at the file; it is taken up when it has stood still for one of them."""
LATER = ("source", "page", "pictures", "calibration", "mains", "matches")
"""Settings that a restart wants."""
Stamp = tuple[int, int]
"""What tells a changed file: when it was written, ns, and its bytes."""


@dataclass(slots=True)
class Trial:
    """How far a trial is."""

    now: Sentence | None = None
    """What is to be seen or heard; None = nothing is tried."""
    heard: tuple[Sentence, ...] = ()
    """Presses."""


class Caretaker:
    """Looks after the equipment of one table. Use it as a context: meanwhile a thread of its own looks at the file."""

    def __init__(
        self, path: Path | None, equipment: Equipment, rig: Rig, say: Callable[[str], None], stop: Callable[[], None]
    ) -> None:
        """`path` = the file of the equipment, None = there is none; `stop` ends the program."""
        self.again = False
        """The program is to begin anew when it has ended."""
        self._path, self._first, self._now, self._rig, self._say, self._stop = path, equipment, equipment, rig, say, stop
        self._wrong: tuple[str, ...] = ()
        self._seen = self._taken = self._stamp()
        self._trial = Trial()
        self._busy = threading.Lock()
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._watching, name="caretaker", daemon=True)

    def __enter__(self) -> Caretaker:
        if self._path is not None:
            self._watch.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._watch.is_alive():
            self._watch.join(LOOK)

    # --- the file ----------------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Takes the file up if it was changed and stands still."""
        stamp = self._stamp()
        still, self._seen = stamp == self._seen, stamp
        if still and stamp is not None and stamp != self._taken and self._busy.acquire(blocking=False):
            try:
                self._taken = stamp
                self._take_up()
            finally:
                self._busy.release()

    def _take_up(self) -> None:
        assert self._path is not None
        try:
            found = equipment_file.load(self._path)
        except (equipment_file.BadEquipment, OSError) as error:
            self._wrong = tuple(line.removeprefix(f"{self._path}: ") for line in str(error).splitlines())
            self._said(sentence("{file} was changed and cannot be obeyed, so that what was there goes on: see the page Equipment",
                                file=str(self._path)), *self._wrong)  # fmt: skip
            return
        self._wrong = ()
        if any(getattr(found, name) != getattr(self._now, name) for name in _parts(found)):
            self._rig.refit(found)
        self._now = found
        later = self.later
        told = sentence("{file} was changed; in force after a restart, on the page Equipment: {names}",
                        file=str(self._path), names=", ".join(later))  # fmt: skip
        self._said(told if later else None)

    def _said(self, trouble: Sentence | None, *more: str) -> None:
        self._rig.care = trouble
        for line in (trouble, *more):
            self._say(line or sentence("{file} was changed: it is in force", file=str(self._path)))

    @property
    def later(self) -> tuple[str, ...]:
        """Settings that were changed and want a restart."""
        return tuple(name for name in LATER if getattr(self._now, name) != getattr(self._first, name))

    def _stamp(self) -> Stamp | None:
        with suppress(OSError):
            if self._path is not None:
                found = self._path.stat()
                return found.st_mtime_ns, found.st_size
        return None

    def _watching(self) -> None:
        while not self._over.wait(LOOK):
            self.look()

    # --- what the page asks ------------------------------------------------------------------------------------------------------

    def told(self, code: str) -> Mapping[str, Any]:
        """The parts with what is wrong with them, the file, and how far a trial is, in the language of a code."""
        speech = speaking(code, None)
        now, heard = self._trial.now, self._trial.heard
        return {
            "file": None if self._path is None else str(self._path),
            "parts": [{"name": speech.say(name), "trouble": speech.say(trouble)} for name, trouble in self._rig.state()],
            "wrong": self._wrong,
            "later": self.later,
            "trial": {"now": None if now is None else speech.say(now), "heard": [speech.say(one) for one in heard]},
        }

    def trial(self) -> None:
        """Tries each part, in a thread of its own. ValueError, a sentence, while one is tried already."""
        if not self._busy.acquire(blocking=False):
            raise ValueError(marked("the parts are being tried already"))
        self._trial = Trial(trial.FRAME)
        threading.Thread(target=self._tried, name="trial", daemon=True).start()

    def _tried(self) -> None:
        def now(what: Sentence) -> None:
            self._trial = Trial(what, self._trial.heard)

        def heard(press: Sentence) -> None:
            self._trial = Trial(self._trial.now, (*self._trial.heard, press))

        try:
            trial.tried(self._rig, now, heard)
        finally:
            self._trial = Trial(None, self._trial.heard)
            self._busy.release()

    def restart(self) -> None:
        """Ends the program, to begin anew."""
        self.again = True
        self._stop()


def _parts(equipment: Equipment) -> Iterator[str]:
    """Settings that are taken up at once."""
    yield from (name for name in Equipment.__dataclass_fields__ if name not in LATER)
