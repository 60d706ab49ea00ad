"""A match at the table, from opening its source to closing its record: what `boardcam run` and `boardcam table` both do."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from boardcam import app, config
from boardcam.archive import keeping
from boardcam.coaching.hinting import Hints, best_coach, hinted, marks, words
from boardcam.events import Observation, Pressed, Status, Verdict
from boardcam.evidence import reviewing
from boardcam.evidence.witness import Frames, witness
from boardcam.record.evidence import FOLDER
from boardcam.record.folder import Folder
from boardcam.referee import settle
from boardcam.replay.asked import Asked, Refused
from boardcam.replay.correcting import Change
from boardcam.replay.fold import begun, blank
from boardcam.rules.profile import Profile
from boardcam.show.view import View
from boardcam.table import resume as resuming
from boardcam.table.heartbeats import PARTS, Part
from boardcam.table.inbox import Answer, Inbox, attended
from boardcam.table.service import Service

if TYPE_CHECKING:
    from boardcam.app import Keep, Seen
    from boardcam.coach.hint import Hint
    from boardcam.show.terminal import Screen
    from boardcam.table.aim import Aim
    from boardcam.table.rig import Rig
    from boardcam.vision.networks import Networks

Say = Callable[[str], None]
PICTURELESS: tuple[Part, ...] = ("eyes", "referee", "journal")
"""What is at work where observations come without a camera."""
QUIET = ("clock", "pause", "hint", "review", "cup")
"""Buttons that do their work though nothing is ruled."""


class Page(Protocol):
    """What is told of a match while it is played; `desk.Desk` shows it to people."""

    @property
    def aim(self) -> Aim:
        """Where the camera is aimed."""

    def seated(self, options: config.Options, folder: Folder) -> None:
        """A match begins, or goes on, and is kept there."""

    def show(self, view: View, verdicts: tuple[Verdict, ...]) -> None: ...

    def hint(self, hint: Hint) -> None:
        """What the coach says of the decision that is to be made."""

    def remark(self, what: str) -> None:
        """What somebody wanted to know, until the next ruling."""

    def beat(self, t: float, found: bool, lag: float | None = None) -> None:
        """A picture was read, whether the board was on it, and how old it is by now, s, if that is known."""

    def troubled(self, troubles: tuple[str, ...]) -> None:
        """What does not work at the table now, a sentence each."""

    def over(self) -> None:
        """Nothing more is to be seen: the source has ended."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """The people who attend a match by the page."""

    inbox: Inbox
    page: Page
    pace: float | None = 1.0
    """How many times as fast as life a source with an end is played; None = as fast as the machine can."""
    stays: bool = True
    """The match can be put right after its source has ended, until somebody ends it."""

    def pressed(self, press: Pressed, verdicts: tuple[Verdict, ...], told: bool) -> None:
        """What a press has led to. One that means nothing, or was too early or too late, is refused by its ruling."""
        refused = [verdict for verdict in verdicts if verdict.kind == "unsure" or verdict.legal is False]
        self.inbox.answer(press, Answer(not refused and (told or press.button in QUIET), verdicts))

    def put_right(self, asked: Asked, came: Change | Refused) -> None:
        """What came of a correction."""
        told = Answer(True, sentences=came.said) if isinstance(came, Change) else Answer(False, sentences=(came.why,))
        self.inbox.answer(asked, told)


Closed = Callable[[Folder, config.Options, str | None], None]
"""Is told of a match that was closed, however it ended: its folder, the options as the record has them, what the archive said."""


def sit(
    options: config.Options,
    now: datetime.datetime,
    resume: bool,
    evidence: int,
    say: Say,
    closed: Closed,
    service: Service,
    rig: Rig,
    people: Attendance | None = None,
) -> Folder:
    """Referees a match to its end; its folder, closed. `evidence` = MB of pictures; `service` = the program that does it, which is
    watched and may be told to stop; `rig` = what stands at the table. Raises CameraError, FolderTaken, NetworkMissing, NoRecord,
    BadCalibration, OSError, sqlite3.OperationalError."""
    from boardcam.show.terminal import screen

    frames, noted = Frames(), partial(_noted, say, rig)
    seen, seconds, eyes = _source(options, frames.add, say, noted, service, rig, people.page.aim if people else None)
    if resume:
        folder, options, up, seen = resuming.resumed(options, seen, wall, say)
    else:
        settings = options.settings() | {"date": f"{now:%Y-%m-%d}", "time": f"{now:%H:%M}"}
        folder = Folder(options.out, settings, blank(settings), wall, noted)
        up = begun(settings).state, settle.start(options.profile)
    before = folder.match() if resume else None
    rig.seated(options.profile)
    proof = options.out / FOLDER
    keeper, close = witness(folder, proof, evidence * 1_000_000, frames, options.profile.variant, noted, options.pictures)
    hints = Hints(best_coach, say)
    try:
        with screen(options.players, seconds) as terminal, rig.picture(options.out / "display.png"):
            shown = Shown(rig, terminal, options.profile, hints, people.page if people else None)
            seen = _pressed(seen, rig, people.page if people else None)
            if people:
                people.page.seated(options, folder)
                seen = _attended(seen, people, options.source.live, service, rig)
            seen = hinted(seen, hints, shown.stands, shown.hint)
            timed: Iterator[Seen] = _timed(seen, terminal)
            if eyes is not None:
                told = partial(_remarked, say, people.page) if people else say
                timed = reviewing.pressed(timed, partial(reviewing.last, folder, proof, eyes, told))
            service.ready(f"watching {options.source}")
            service.plays(PARTS if eyes is not None else PICTURELESS)
            app.play(
                service.seen(timed, people.inbox.stop if people else None), options.profile, options.length, options.players,
                service.keeper(keeper), shown, up=up, correct=resuming.corrector(folder, say, people.put_right if people else None),
                heard=people.pressed if people else None,
            )  # fmt: skip
    finally:
        hints.close()
        close()
        folder.close()
        kept = (
            keeping.keep(options.archive, folder.match(), before, options.out) if options.archive and folder.match().games else None
        )
        rig.unkept = None if kept is None or kept.good else kept.said
        closed(folder, options, kept and kept.said)
    return folder


def _noted(say: Say, rig: Rig, what: str) -> None:
    """Says what works less well than it should, and shows it as long as the match lasts."""
    say(what)
    rig.note(what)


def _remarked(say: Say, page: Page, what: str) -> None:
    say(what)
    page.remark(what)


def _pressed(seen: Iterator[Seen], rig: Rig, page: Page | None = None) -> Iterator[Seen]:
    """What is seen, and after each picture the presses of the buttons at the table; the page is told what does not work there."""
    for item in seen:
        yield item
        if isinstance(item, Observation):
            yield from rig.taken(item.t)
            if page is not None:
                page.troubled(rig.troubles)


def _attended(seen: Iterator[Seen], people: Attendance, live: bool, service: Service, rig: Rig) -> Iterator[Seen]:
    left = None if live or people.pace is None else Pace(people.pace, time.monotonic).left

    def beat(t: float, found: bool) -> None:
        if not rig.camera:
            people.page.beat(t, found, rig.lag(t))

    def over() -> None:
        service.plays(("referee",))
        rig.rests()
        people.page.over()

    yield from attended(_ending(seen, over), people.inbox, beat, left, people.stays, partial(service.beat, "referee"))


def _ending(seen: Iterator[Seen], over: Callable[[], None]) -> Iterator[Seen]:
    yield from seen
    over()


class Pace:
    """Shows a recording as fast as life, or so many times faster. What takes longer than life is never caught up with."""

    def __init__(self, times: float, clock: Callable[[], float]) -> None:
        self._times, self._clock = times, clock
        self._began: float | None = None

    def left(self, t: float) -> float:
        """s until something of time t is to be seen."""
        now = self._clock()
        due = t / self._times
        if self._began is None or now - self._began > due:
            self._began = now - due
        return self._began + due - now


def wall() -> str:
    """A label for the journal."""
    return datetime.datetime.now().isoformat(timespec="milliseconds")


@dataclass(slots=True)
class Shown:
    """Shows a view, and hints, on everything that shows them; remembers the newest view."""

    rig: Rig
    terminal: Screen
    profile: Profile
    hints: Hints
    page: Page | None = None
    view: View | None = None

    def __call__(self, view: View, verdicts: tuple[Verdict, ...]) -> None:
        self.view = view
        if verdicts:
            self.hints.ruled(view.status.position)
        if self.page is not None:
            self.page.show(view, verdicts)
        self.rig.show(view, verdicts)
        self.terminal.show(self.rig.translated(view), verdicts)

    def stands(self) -> tuple[Status, Profile] | None:
        """How the match stands, and by which rules."""
        return None if self.view is None else (self.view.status, self.profile)

    def hint(self, hint: Hint) -> None:
        if self.page is not None:
            self.page.hint(hint)
        self.rig.hint(words(hint, self.rig.language), marks(hint, self.view.turn if self.view else None))


def _source(
    options: config.Options, keep: Keep, say: Say, noted: Say, service: Service, rig: Rig, aim: Aim | None = None
) -> tuple[Iterator[Seen], float | None, Networks | None]:
    """What is seen, how many seconds of it there are (None where it has no end), and the eyes if it has pictures, which `keep` is
    shown; `say` and the rig are told of the camera's troubles. Raises CameraError, NetworkMissing and BadCalibration."""
    if options.source.kind == "sim":
        return (*app.simulated(int(options.source.name), options.length), None)
    from boardcam.devices.buttons import ScriptedButtons, read_presses
    from boardcam.devices.camera import open_camera
    from boardcam.devices.clip import Clip
    from boardcam.vision import calibration, networks, observe

    placed = calibration.load(options.calibration) if options.calibration else None
    eyes = networks.load(observe.NETWORKS)
    if eyes.remark:
        noted(eyes.remark)
    camera = open_camera(str(options.source), noted, options.mains)
    recording = camera if isinstance(camera, Clip) else None
    presses = recording.path.with_name("presses.jsonl") if recording else None
    buttons = ScriptedButtons(read_presses(presses) if presses and presses.is_file() else ())
    if aim is not None:
        aim.opened(eyes)
    seen = app.watched(rig.watching(service.camera(camera)), buttons, eyes, keep, placed, say, aim)
    return seen, recording.seconds if recording else None, eyes


def _timed(seen: Iterable[Seen], terminal: Screen) -> Iterator[Seen]:
    """Passes on what is seen, and tells the terminal how far it is."""
    for item in seen:
        terminal.at(getattr(item, "t", 0.0))
        yield item
