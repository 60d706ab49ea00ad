"""The one loop: camera → observe → settle → journal → advance → record → view.

Everything that decides is a pure function of the rooms; everything that touches the world (camera, disk, screen) is handed in. A
simulated table skips the eyes: its observations come without pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Protocol

from boardcam.devices.buttons import Buttons
from boardcam.devices.camera import Camera, CameraError, Frame
from boardcam.events import Event, Observation, Pressed, Verdict, no_counts
from boardcam.geometry import Board
from boardcam.referee import referee, settle
from boardcam.rules.profile import Profile
from boardcam.show.view import View, view
from boardcam.vision import observe
from boardcam.vision.networks import Networks

RATE = 15.0
"""Frames a second that the eyes are shown at most; dice rest and hands leave at human speed, and five would do."""

Seen = Observation | Pressed | Board
"""What a source gives, in order of time. A Board tells the proportions of the one that is seen from now on."""
Show = Callable[[View, tuple[Verdict, ...]], None]
"""Told the view and what was ruled since the last time."""


class Keeper(Protocol):
    """Keeps what happened and what was ruled; `record.folder.Folder` does so on disk."""

    def event(self, event: Event) -> Event: ...

    def verdicts(self, verdicts: Iterable[Verdict]) -> None: ...


def play(seen: Iterable[Seen], profile: Profile, length: int, players: tuple[str, str], keeper: Keeper, show: Show) -> None:
    """Referees what is seen, to its end."""
    settling = settle.start(profile)
    match = referee.start(profile, length, players)
    shown = view(referee.status(match))
    show(shown, ())
    for item in seen:
        settling, events = _settled(settling, item)
        for event in events:
            match, verdicts = referee.advance(match, keeper.event(event))
            keeper.verdicts(verdicts)
            now = view(referee.status(match), getattr(item, "t", 0.0))
            if verdicts or now != shown:
                show(now, verdicts)
            shown = now
        if match.clock is not None and (now := view(referee.status(match), getattr(item, "t", 0.0))) != shown:
            show(now, ())  # the clock has moved on
            shown = now


def _settled(state: settle.Settle, item: Seen) -> tuple[settle.Settle, tuple[Event, ...]]:
    if isinstance(item, Board):
        return replace(state, board=item), ()
    return (state, (item,)) if isinstance(item, Pressed) else settle.settle(state, item)


def simulated(seed: int, length: int) -> tuple[Iterator[Seen], float]:
    """What a camera above the simulated table would report, and how many seconds it plays."""
    from boardcam.sim import observe as seeing
    from boardcam.sim import table

    script = table.script(seed, match=length)
    watched = seeing.watch(script, 12.0, seeing.Noise())

    def seen() -> Iterator[Seen]:
        yield script.board
        yield from watched

    return seen(), script.duration


def watched(camera: Camera, buttons: Buttons, networks: Networks) -> Iterator[Seen]:
    """What the eyes make of a camera's frames, and the presses in between. Closes the camera in the end."""
    sight = observe.start(networks)
    board: Board | None = None
    with closing(camera):
        for frame in frames(camera):
            yield from buttons.pressed(frame.t)
            if isinstance(frame, Observation):
                yield frame
                continue
            sight, observation = observe.observe(sight, frame.image, frame.t, frame.index)
            if sight.calibration is not None and sight.calibration.board != board:
                board = sight.calibration.board
                yield board
            yield observation
    yield from buttons.pressed(float("inf"))


def frames(camera: Camera) -> Iterator[Frame | Observation]:
    """A camera's frames, thinned to RATE; a camera that fails gives observations in which no board is found, until it is back."""
    t, index = -1.0, 0
    while True:
        try:
            frame = camera.read()
        except CameraError as error:
            t, index = t + error.waited, index + 1
            yield Observation(t, index, no_counts(), None, still=False, found=False)
            continue
        if frame is None:
            return
        if frame.t - t >= 0.99 / RATE:
            t, index = frame.t, frame.index
            yield frame
