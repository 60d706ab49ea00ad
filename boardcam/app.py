"""The one loop: camera → observe → settle → journal → advance → record → view.

Everything that decides is a pure function of the rooms; everything that touches the world (camera, disk, screen) is handed in. A
simulated table skips the eyes: its observations come without pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Literal, Protocol

from boardcam.devices.buttons import Buttons
from boardcam.devices.camera import Camera, CameraError, Frame, Image, Say
from boardcam.events import Event, Observation, Pressed, Verdict, no_counts
from boardcam.geometry import Board
from boardcam.referee import referee, settle
from boardcam.referee.state import Referee
from boardcam.replay.asked import Asked
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import Sentence, sentence
from boardcam.show.view import View, view
from boardcam.vision import motion, observe
from boardcam.vision.calibration import Calibration
from boardcam.vision.named import note
from boardcam.vision.networks import Floats, Networks
from boardcam.vision.sight import Sight, placed, start, unplaced

RATE = 15.0
"""Frames a second that the eyes are shown at most; dice rest and hands leave at human speed, and five would do."""

REPEATED = 0.14
"""s within which a frame like the one before may be the same one again: cameras and converters fill up their rate with such, and in
the midst of a movement nothing seems to move from one to the other."""

MONEY = 300.0
"""s for which a simulated table plays for money."""

Seen = Observation | Pressed | Board | Asked
"""What a source gives, in order of time. A Board tells the proportions of the one that is seen from now on; what is Asked puts
something right that is told already."""
Correct = Callable[[Asked], Referee | None]
"""Puts something right and gives the match as it stands then; None where that was refused."""
Heard = Callable[[Pressed, tuple[Verdict, ...], bool], None]
"""Told what was ruled on a press, and whether it has changed what is shown."""
Keep = Callable[[Image, Calibration | None, Observation], None]
"""Is shown a frame, where the board lies in it, and what the eyes make of it."""
Show = Callable[[View, tuple[Verdict, ...]], None]
"""Told the view and what was ruled since the last time."""


class Aim(Protocol):
    """Shows people where the board is taken to lie, and hands over what they say of that; `boardcam.table.aim.Aim` does."""

    def seen(self, image: Image, calibration: Calibration | None, why: Sentence | None) -> None: ...

    def wish(self) -> Calibration | Literal["search"] | None: ...


class Keeper(Protocol):
    """Keeps what happened and what was ruled; `record.folder.Folder` does so on disk."""

    def event(self, event: Event) -> Event: ...

    def verdicts(self, verdicts: Iterable[Verdict]) -> None: ...


def play(
    seen: Iterable[Seen],
    profile: Profile,
    length: int,
    players: tuple[str, str],
    keeper: Keeper,
    show: Show,
    *,
    up: tuple[Referee, settle.Settle] | None = None,
    correct: Correct | None = None,
    heard: Heard | None = None,
) -> None:
    """Referees what is seen, to its end. A match that goes on is taken `up` where it stands; see `later`."""
    match, settling = up or (referee.start(profile, length, players), settle.start(profile))
    shown = view(referee.status(match))
    show(shown, ())
    t = 0.0
    for item in seen:
        if isinstance(item, Asked):
            match = (correct(item) if correct else None) or match
            shown = view(referee.status(match), t)
            show(shown, ())
            continue
        t = getattr(item, "t", t)
        settling, events = _settled(settling, item)
        for event in events:
            match, verdicts = referee.advance(match, keeper.event(event))
            keeper.verdicts(verdicts)
            now = view(referee.status(match), t)
            if told := bool(verdicts) or now != shown:
                show(now, verdicts)
            shown = now
            if heard and event is item:
                heard(item, verdicts, told)
        if match.clock is not None and (now := view(referee.status(match), t)) != shown:
            show(now, ())  # the clock has moved on
            shown = now


def later(seen: Iterable[Seen], by: float) -> Iterator[Seen]:
    """What a source gives whose clock starts at 0, in a match that is so many seconds old."""
    for item in seen:
        yield replace(item, t=item.t + by) if isinstance(item, Observation | Pressed) else item


def _settled(state: settle.Settle, item: Observation | Pressed | Board) -> tuple[settle.Settle, tuple[Event, ...]]:
    if isinstance(item, Board):
        return replace(state, board=item), ()
    return (state, (item,)) if isinstance(item, Pressed) else settle.settle(state, item)


def simulated(seed: int, length: int) -> tuple[Iterator[Seen], float]:
    """What a camera above the simulated table would report, and how many seconds it plays."""
    from boardcam.sim import observe as seeing
    from boardcam.sim import table

    script = table.script(seed, match=length, seconds=None if length else MONEY)
    watched = seeing.watch(script, 12.0, seeing.Noise())

    def seen() -> Iterator[Seen]:
        yield script.board
        yield from watched

    return seen(), script.duration


def watched(
    camera: Camera, buttons: Buttons, networks: Networks, keep: Keep | None = None, calibration: Calibration | None = None,
    say: Say = lambda _: None, aim: Aim | None = None,
) -> Iterator[Seen]:  # fmt: skip
    """What the eyes make of a camera's frames, which `keep` and `aim` are shown, and the presses in between. `calibration` = where
    the board lies, if that is known; people may say otherwise by `aim`. A camera that is lost, and that is back, is said once; so
    is which side is light, where both are as bright.
    Closes the camera in the end; raises BadCalibration for one of another camera mode."""
    sight = start(networks, calibration)
    board: Board | None = None
    named = False
    with closing(camera):
        for frame in frames(camera, say):
            yield from buttons.pressed(frame.t)
            if isinstance(frame, Observation):
                yield frame
                continue
            if calibration is not None:
                calibration.check((frame.image.shape[1], frame.image.shape[0]), frame.mode)
            sight, observation = observe.observe(_aimed(sight, aim), frame.image, frame.t, frame.index)
            if sight.calibration is not None and sight.calibration.board != board:
                board = sight.calibration.board
                yield board
            if not named and sight.ground is not None and sight.exemplars is not None:  # the starting position was seen
                named, who = True, note(sight.exemplars)
                if who is not None:
                    say(who)
            if keep is not None:
                keep(frame.image, sight.calibration, observation)
            if aim is not None:
                aim.seen(frame.image, sight.calibration, sight.why)
            yield observation
    yield from buttons.pressed(float("inf"))


def _aimed(sight: Sight, aim: Aim | None) -> Sight:
    wish = aim.wish() if aim is not None else None
    if wish is None:
        return sight
    return unplaced(sight) if wish == "search" else placed(unplaced(sight), wish)


def frames(camera: Camera, say: Say = lambda _: None) -> Iterator[Frame | Observation]:
    """A camera's frames, thinned to RATE, without repetitions; a camera that fails gives observations in which no board is found,
    until it is back. Both are said, each time once."""
    t, index, lost = -1.0, 0, False
    last: Floats | None = None
    while True:
        try:
            frame = camera.read()
        except CameraError as error:
            if not lost:
                say(sentence("the camera is lost: {why}", why=error.why))
            t, index, lost = t + error.waited, index + 1, True
            yield Observation(t, index, no_counts(), None, still=False, found=False)
            continue
        if frame is None:
            return
        if lost:
            say(sentence("the camera is back"))
            lost = False
        if frame.t - t >= 0.99 / RATE:
            now = motion.small(frame.image)
            if last is not None and frame.t - t < REPEATED and motion.repeated(last, now):
                continue
            t, index, last = frame.t, frame.index, now
            yield frame
