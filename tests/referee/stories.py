"""Games told as on a score sheet, and what cameras would report of them.

    Story().opens(light=3, dark=1).plays("8/5 6/5").lifts().rolls(64)...

A story keeps the table's state as stretches of time in which nothing changes; `watched` samples them at any frame rate. `sheet` has
the referee's verdicts as lines like the story itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from boardcam.events import (
    BAR_DARK,
    BAR_LIGHT,
    OFF_DARK,
    OFF_LIGHT,
    Button,
    CubePlace,
    CubeSeen,
    DieSeen,
    Event,
    Observation,
    Pressed,
    Verdict,
)
from boardcam.geometry import Board, Seating
from boardcam.referee import referee, settle
from boardcam.referee.reading import ROWS, ZERO, rows
from boardcam.referee.state import Phase, Referee
from boardcam.rules import notation
from boardcam.rules.plays import carried_out
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import Profile, preset
from tests.boards import board

CIRCLE = preset("circle-match")
SPOTS = {Side.WHITE: ((2.0, 5.2), (3.6, 6.0)), Side.BLACK: ((9.4, 5.2), (11.1, 6.0))}
"""Where dice come to rest, by half: (x for the left half), shifted as the seating wants."""


@dataclass(frozen=True)
class Moment:
    """A stretch of time in which nothing changes."""

    seconds: float
    position: Position
    dice: tuple[tuple[Side, DieSeen], ...]
    seating: Seating
    cube: CubeSeen | None = None
    hand: bool = False
    hidden: tuple[int, ...] = ()
    """Rows that are covered."""
    unseen: bool = False
    """Dice cannot be seen."""
    moving: bool = False
    found: bool = True


class Story:
    def __init__(
        self, seating: Seating = Seating.BOTTOM_RIGHT, start: Position = START, profile: Profile = CIRCLE, length: int = 5
    ):
        self.seating, self.profile, self.length = seating, profile, length
        self.board = Board()
        self.position, self.side = start, Side.WHITE
        self.dice: list[tuple[Side, DieSeen]] = []
        self.cube: CubeSeen | None = None
        self.moments: list[Moment | Pressed] = []
        self.roll = (0, 0)
        self.waits(1.0)

    # --- time ----------------------------------------------------------------------------------------------------------------

    def waits(self, seconds: float = 1.0) -> Story:
        return self._moment(seconds)

    def _moment(self, seconds: float, **how: object) -> Story:
        now = Moment(seconds, self.position, tuple(self.dice), self.seating, self.cube)
        self.moments.append(replace(now, **how))  # type: ignore[arg-type]
        return self

    def hand(self, seconds: float = 0.6, hidden: tuple[int, ...] = tuple(range(ROWS)), unseen: bool = True) -> Story:
        """A hand over the board; it covers everything unless told otherwise."""
        return self._moment(seconds, hand=True, hidden=hidden, unseen=unseen, moving=True)

    def presses(self, button: Button, side: Side | None = None) -> Story:
        self.moments.append(Pressed(0.0, button, side))
        return self

    def lost(self, seconds: float = 5.0) -> Story:
        return self._moment(seconds, found=False)

    # --- dice ----------------------------------------------------------------------------------------------------------------

    def opens(self, light: int, dark: int, **how: object) -> Story:
        """Each rolls a die; after a tie or a void roll call `lifts` and open again."""
        self.hand()
        self.dice = [self._die(Side.WHITE, light, 0, **how), self._die(Side.BLACK, dark, 0)]
        self.side = Side.WHITE if light > dark else Side.BLACK
        self.roll = (light, dark)
        return self.waits(0.9)

    def rolls(self, roll: int, side: Side | None = None, half: str = "right", **how: object) -> Story:
        """The other side (or `side`) rolls; `half` may be wrong or both, `how` are fields of the first die."""
        self.side = side or self.side.other
        return self.throws(roll, self.side, half, **how)

    def throws(self, roll: int, side: Side, half: str = "right", **how: object) -> Story:
        """Dice come to rest; whose turn it is stays as it is."""
        self.roll = divmod(roll, 10)
        self.hand(unseen=False, hidden=())
        first, second = self.roll
        place = {"right": (side, side), "wrong": (side.other, side.other), "both": (side, side.other)}[half]
        self.dice += [self._die(side, first, 0, half=place[0], **how), self._die(side, second, 1, half=place[1])]
        return self.waits(1.2)

    def _die(self, side: Side, face: int, nth: int, half: Side | None = None, **how: object) -> tuple[Side, DieSeen]:
        right = self.seating.right_half(half or side) == "right"
        x, y = SPOTS[Side.BLACK if right else Side.WHITE][nth]
        if any(abs(die.x - x) < 0.5 for _, die in self.dice):
            y += 2.0
        faces = tuple(0.0 if value == face else -5.0 for value in range(1, 7))
        die = DieSeen(x, y, faces, light=3.0 * side)
        return side, replace(die, **how)  # type: ignore[arg-type]

    def lifts(self, side: Side | None = None, count: int = 2) -> Story:
        """A side (that whose turn it is) takes up its dice."""
        whose = side or self.side
        self.hand(0.4)
        gone = [die for die in self.dice if die[0] is whose][:count]
        self.dice = [die for die in self.dice if die not in gone]
        self.hand(0.3)
        return self.waits(1.0)

    def nudges(self, dx: float = 0.8) -> Story:
        """The first die is shifted to free a point."""
        side, die = self.dice[0]
        self.hand(0.4)
        self.dice[0] = side, replace(die, x=die.x + dx)
        self.hand(0.3)
        return self.waits(1.0)

    # --- cube ----------------------------------------------------------------------------------------------------------------

    def cubes(self, place: CubePlace, value: int | None = None, seconds: float = 1.5) -> Story:
        """A hand puts the cube there; its face can be read if told."""
        top = "light" if not self.seating.light_at_bottom else "dark"
        x, y = {"middle": (6.6, 5.5), "board": (9.0, 6.5)}.get(place, (6.6, 0.5 if place == top else 10.5))
        values = tuple(0.0 if 2**n == (value or 2**n) else -4.0 for n in range(1, 7))
        self.hand(0.6)
        self.cube = CubeSeen(x, y, values)
        self.hand(0.3)
        return self.waits(seconds)

    # --- checkers ------------------------------------------------------------------------------------------------------------

    def plays(self, text: str, side: Side | None = None) -> Story:
        """The side whose turn it is moves checkers, legally or not."""
        for move in notation.parse(text).moves:
            self.hand(0.4)
            self.position = carried_out(self.position, side or self.side, replace(notation.parse(""), moves=(move,)))
            self.hand(0.3)
            self.waits(0.2)
        return self.waits(0.5)

    def becomes(self, position: Position) -> Story:
        """Hands arrange the checkers anew."""
        self.hand(1.0)
        self.position = position
        self.hand(0.5)
        return self.waits(1.0)

    def turn(self, roll: int, text: str) -> Story:
        """A whole turn of the other side."""
        return self.rolls(roll).plays(text).lifts() if text else self.rolls(roll).lifts()

    # --- what is seen and said -----------------------------------------------------------------------------------------------

    def watched(self, fps: float = 12.0, seed: int | None = None) -> Iterator[Observation | Pressed]:
        """Frames and presses in order; with a seed hands cover some places, dice jitter and frames are dropped."""
        rng = None if seed is None else random.Random(seed)
        start = due = 0.0
        frame = 0
        for moment in self.moments:
            if isinstance(moment, Pressed):
                yield replace(moment, t=start)
                continue
            start += moment.seconds
            while frame / fps < start:
                due = frame / fps
                if rng is None or rng.random() > 0.05:
                    yield self._seen(moment, due, frame, rng)
                frame += 1

    def _seen(self, moment: Moment, t: float, frame: int, rng: random.Random | None) -> Observation:
        counts = table(moment.position, moment.seating)
        hidden = list(moment.hidden)
        if rng:
            hidden += [row for row in range(ROWS) if rng.random() < 0.1]
        counts[hidden] = 0.0
        dice = None if moment.unseen else tuple(_jittered(die, rng) for _, die in moment.dice)
        cube = None if moment.unseen else moment.cube
        return Observation(
            t, frame, counts, dice, cube, hand=0.95 if moment.hand else 0.02, still=not moment.moving, found=moment.found
        )  # fmt: skip

    def events(self, fps: float = 12.0, seed: int | None = None) -> list[Event]:
        state, events = settle.start(self.profile, self.board), list[Event]()
        for seen in self.watched(fps, seed):
            state, more = (state, (seen,)) if isinstance(seen, Pressed) else settle.settle(state, seen)
            events += more
        return events

    def refereed(self, fps: float = 12.0, seed: int | None = None) -> tuple[Referee, list[Verdict]]:
        state, said = referee.start(self.profile, self.length, ("Anna", "Ben")), list[Verdict]()
        for event in self.events(fps, seed):
            state, verdicts = referee.advance(state, event)
            said += verdicts
        return state, said

    def said(self, fps: float = 12.0, seed: int | None = None) -> list[Verdict]:
        return self.refereed(fps, seed)[1]

    def sheet(self, fps: float = 12.0, seed: int | None = None) -> list[str]:
        return [line(verdict) for verdict in self.said(fps, seed)]


def line(verdict: Verdict) -> str:
    """A verdict as a line of a score sheet: "played light 31: 8/5 6/5 (R85)"."""
    side = f" {verdict.side.colour}" if verdict.side else ""
    dice = f" {verdict.dice[0]}{verdict.dice[1]}" if verdict.dice else ""
    play = f": {verdict.play}" if verdict.play else ""
    return f"{verdict.kind}{side}{dice}{play}" + (f" ({verdict.rule})" if verdict.rule else "")


def table(position: Position, seating: Seating, sharp: float = 5.0) -> np.ndarray:
    """What good eyes say of a position, by place."""
    counts = rows(position)
    order = [counts[seating.place(place + 1)] for place in range(24)]
    true = np.array([*order, *(counts[row] for row in (BAR_LIGHT, BAR_DARK, OFF_LIGHT, OFF_DARK))])
    away = np.abs(np.arange(2 * ZERO + 1)[None, :] - (true + ZERO)[:, None])
    return (-sharp * np.minimum(away, 3)).astype(np.float32)


def _jittered(die: DieSeen, rng: random.Random | None) -> DieSeen:
    return die if rng is None else replace(die, x=die.x + rng.gauss(0, 0.03), y=die.y + rng.gauss(0, 0.03))


def opened(**how: object) -> Story:
    """Light has opened with 31 and made his 5-point; dark is to roll."""
    return Story(**how).opens(light=3, dark=1).plays("8/5 6/5").lifts().lifts(Side.BLACK, 1)  # type: ignore[arg-type]


def ending(position: str, side: Side) -> Story:
    """A story that begins from a position, `side` to roll; see `resumed`."""
    story = Story()
    story.position, story.moments, story.side = board(position), [], side.other
    return story.waits(1.0)


def resumed(
    story: Story, position: str, side: Side, events: Iterable[Event] | None = None, **how: object
) -> tuple[Referee, list[Verdict]]:
    """The story, or these events of it, refereed from a position, `side` to roll."""
    state = replace(
        referee.start(story.profile, story.length, ("Anna", "Ben")),
        phase=Phase.ROLLING, position=board(position), side=side, **how,
    )  # type: ignore[arg-type]  # fmt: skip
    said = list[Verdict]()
    for event in story.events() if events is None else events:
        state, verdicts = referee.advance(state, event)
        said += verdicts
    return state, said
