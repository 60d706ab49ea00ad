"""From noisy observations to events: what has come to rest, what was lifted, how the board reads.

Measured in seconds, not in frames: the same game at 30, 12, 8 or 5 frames a second gives the same events. Time is what the
observations carry. Places are turned into White's points here, by the seating that the last starting position showed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from boardcam.events import (
    BoardRested,
    CameraBack,
    CameraLost,
    Counts,
    CubeRested,
    DiceLifted,
    DiceRested,
    Die,
    Event,
    Observation,
)
from boardcam.geometry import Board, Half, Seating
from boardcam.referee.cubes import AWAY, Cubes, place
from boardcam.referee.cubes import follow as follow_cube
from boardcam.referee.frozen import replace
from boardcam.referee.reading import turned
from boardcam.referee.seating import seated
from boardcam.referee.stretch import Stretch, due, extended, fused, told
from boardcam.referee.tracks import Track, Tracks, follow, hidden, lain
from boardcam.rules.position import Side
from boardcam.rules.profile import Profile

STAY = 1.0
"""s for which dice lie on, when others were lifted, if they are not just about to be."""
EAGER = 1.5
"""s after dice came to rest or were lifted, and the board was told with places hidden: what comes to light is told at once."""
GAP = 3.0
"""s without a frame, or without the board, after which the camera is lost."""


@dataclass(frozen=True)
class Settle:
    """What is remembered from frame to frame."""

    profile: Profile
    board: Board
    seating: Seating = Seating.BOTTOM_RIGHT
    tracks: Tracks = field(default_factory=Tracks)
    cubes: Cubes = field(default_factory=Cubes)
    stretch: Stretch = field(default_factory=Stretch)
    readings: tuple[tuple[int | None, int, bool, bool], ...] = ()
    """(number, value, whether read, whether long looked at) of the dice as last told."""
    thinned: float | None = None
    """When dice were lifted last from beside others that lay on."""
    wanted: bool = False
    """Dice have come to rest or were lifted, and the board could not be read since: a hand was over it."""
    partly: float | None = None
    """When it was told then, if some points were hidden still."""
    t: float | None = None
    """Of the last frame in which the board was found."""
    lost: bool = False


Settled = tuple[Settle, tuple[Event, ...]]


def start(profile: Profile, board: Board | None = None) -> Settle:
    """Before the first frame; `board` gives the halves."""
    return Settle(profile, board or Board())


def again(profile: Profile, events: Iterable[Event], t: float) -> Settle:
    """Before the first frame of a source that goes on at time t after these events: the board is as it was seated, new dice get new
    numbers, and those that lay there keep theirs if they still do; else they were lifted meanwhile."""
    state, lying, last = start(profile), dict[int, Die](), 0
    for event in events:
        if isinstance(event, DiceRested):
            lying = {die.number: die for die in event.dice}
            last = max(last, *lying, 0)
        elif isinstance(event, DiceLifted):
            lying = {number: die for number, die in lying.items() if number not in event.dice}
        elif isinstance(event, BoardRested):
            state = replace(state, seating=event.seating)
        elif isinstance(event, CubeRested):
            state = replace(state, cubes=replace(state.cubes, told=(event.place, event.value)))
    return replace(state, tracks=Tracks(resting=tuple(lain(die, t) for die in lying.values()), next=last + 1))


def settle(state: Settle, seen: Observation) -> Settled:
    """Take in one observation. One that is not later than the last is ignored."""
    if state.t is not None and seen.t <= state.t:
        return state, ()
    state, events = _camera(state, seen)
    if not seen.found:
        return state, events
    state, dice = _dice(replace(state, t=seen.t), seen)
    state, board = _board(state, seen, now=bool(dice))
    state, cube = _cube(state, seen)
    return state, events + dice + board + cube


def _camera(state: Settle, seen: Observation) -> Settled:
    """Whether the board was lost or is back. A gap forgets the stretch, not the dice."""
    since = seen.t if state.t is None else state.t
    if seen.t - since > GAP and not state.lost:
        state, back = replace(state, lost=True, stretch=Stretch()), seen.found
        lost: tuple[Event, ...] = (CameraLost(since, seen.t),)
        return (replace(state, lost=False), (*lost, CameraBack(seen.t, seen.t))) if back else (state, lost)
    if seen.found and state.lost:
        return replace(state, lost=False), (CameraBack(seen.t, seen.t),)
    return (state if seen.found or state.t is not None else replace(state, t=seen.t)), ()


# --- dice ----------------------------------------------------------------------------------------------------------------------


def _dice(state: Settle, seen: Observation) -> Settled:
    if seen.dice is None:
        return replace(state, tracks=hidden(state.tracks)), ()

    def covered(x: float, y: float) -> bool:
        return seen.hand >= 0.5 and not _in_view(state.board, seen.counts, x)

    tracks, rested, lifted = follow(state.tracks, seen.dice, seen.t, covered, seen.hand >= 0.5)
    state = replace(state, tracks=tracks)
    events: tuple[Event, ...] = ()
    taken = [track for track in lifted if track.handled]
    if taken:
        gone = tuple(track.number for track in taken if track.number is not None)
        events = (DiceLifted(min(track.gone or seen.t for track in taken), seen.t, gone),)
    readings = tuple((track.number, track.value, track.read, track.long) for track in tracks.resting)
    thinned = seen.t if taken and len(readings) > 1 else state.thinned
    stay = thinned is not None and seen.t - thinned >= STAY
    state = replace(state, thinned=None if stay or len(readings) < 2 else thinned)
    if rested or stay or len(taken) < len(lifted) or any(reading not in state.readings for reading in readings):
        since = max((track.since for track in rested), default=seen.t)
        events += (DiceRested(since, seen.t, tuple(_die(state, track) for track in tracks.resting)),)
    return replace(state, readings=readings), events


def _in_view(board: Board, counts: Counts, x: float) -> bool:
    """With a hand over the board: whether the places above and below a spot are seen, so that the spot is free."""
    columns = [place for place in range(24) if abs(board.column(place) - x) <= 0.75]
    return bool(columns) and bool((np.ptp(counts[columns], axis=1) > 0).all())


def _die(state: Settle, track: Track) -> Die:
    return Die(
        number=track.number or 0, x=track.x, y=track.y, faces=track.reading, flat=track.flat, on_checker=track.on_checker,
        light=track.own, half=_whose(state, state.board.half(track.x, track.y)), since=track.since, seen=track.seen,
    )  # fmt: skip


def _whose(state: Settle, half: Half) -> Side | None:
    """The side to whose right a half lies."""
    return next((side for side in Side if state.seating.right_half(side) == half), None)


# --- cube ----------------------------------------------------------------------------------------------------------------------


def _cube(state: Settle, seen: Observation) -> Settled:
    """Told when it rests in another place, when its face is read, or read otherwise, there, and when it is away."""
    cubes = follow_cube(state.cubes, seen.cube, seen.t, seen.hand >= 0.5)
    news = _news(cubes, state, seen)
    if news is None:
        return replace(state, cubes=cubes), ()
    return replace(state, cubes=replace(cubes, told=(news.place, news.value))), (news,)


def _news(cubes: Cubes, state: Settle, seen: Observation) -> CubeRested | None:
    """What is not told yet of the cube."""
    lies, told, t = cubes.lies, cubes.told, seen.t
    if lies is None or (told == ("away", None) and not (seen.cube and lies.near(seen.cube))):
        return None
    if cubes.missed is not None:
        return CubeRested(cubes.missed, t, "away") if told and t - cubes.missed >= AWAY else None
    where, value = place(state.board, state.seating, lies.x, lies.y), lies.value
    same = told is not None and where == told[0] and value in (None, told[1])
    return None if where is None or same else CubeRested(lies.since, t, where, value)


# --- board ---------------------------------------------------------------------------------------------------------------------


def _board(state: Settle, seen: Observation, now: bool) -> Settled:
    stretch, now = extended(state.stretch, seen), now or state.wanted
    eager = state.partly is not None and seen.t - state.partly < EAGER
    if not due(stretch, now or eager):
        return replace(state, stretch=stretch, wanted=now), ()
    counts = fused(stretch)
    stretch, worth = told(stretch, counts, now)
    seating = seated(counts) or state.seating
    state = replace(state, stretch=stretch, seating=seating, wanted=False, partly=_partly(state, counts, seen.t, now))
    if not worth:
        return state, ()
    frames = stretch.frames[0].frame, stretch.frames[-1].frame
    return state, (BoardRested(stretch.since, seen.t, turned(counts, seating), frames, seating),)


def _partly(state: Settle, counts: Counts, t: float, now: bool) -> float | None:
    """Since when the board is told with points hidden, if it is."""
    whole = bool((np.ptp(counts[:24], axis=1) > 0).all())
    return None if whole else t if now else state.partly
