"""What ideal or tired eyes would report of a scene: Observations without pictures, for the referee.

The noise imitates a camera's: a wrong count now and then, soft likelihoods, places under a hand unseen, dice that jitter, are
misread or missed. Places are in camera view; who sits where can only be told from the starting position, as with a real camera.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from boardcam.events import Counts, CubeSeen, DieSeen, Observation, Pressed
from boardcam.rules.position import Side
from boardcam.sim import table
from boardcam.sim.layout import Layout
from boardcam.sim.scene import DiePose, HandPose, Scene
from boardcam.sim.script import Script, Span

COCKED = 0.15
"""Tilt from which a die at rest is cocked, radians."""
ARM = 0.9
"""Half the width of what a hand and its forearm hide, pitches."""


@dataclass(frozen=True, slots=True)
class Noise:
    """How badly the eyes see. Rates are shares of readings."""

    wrong_count: float = 0.01
    """A place in a frame is read one checker off."""
    stuck_count: float = 0.001
    """A place is read one off, and unsurely so, for a whole stretch of rest."""
    sharpness: float = 4.0
    """Log-likelihood by which the count read beats its neighbours."""
    wrong_face: float = 0.03
    """A die in a frame is read as another face."""
    missed_die: float = 0.02
    """A die in a frame is not seen."""
    jitter: float = 0.03
    """Spread of the middle of a die, pitches."""
    flat_spread: float = 1.0
    """Spread of the log-odds on flat, on a checker, and of whose pair."""
    hand_spread: float = 0.1
    """Spread of the probability of a hand."""
    restless: float = 0.01
    """A frame is taken for not still though nothing moved."""
    dropped: float = 0.01
    """A frame never arrives."""

    @classmethod
    def none(cls) -> Noise:
        """Perfect eyes."""
        return cls(0.0, 0.0, 12.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    def gaze(self, script: Script, rng: np.random.Generator) -> Look:
        """Such eyes above a table."""
        return lambda scene, frame, lain: observe(scene, script, frame, rng, self, lain)


def source(seed: int, fps: float = 12.0, noise: Noise | None = None, **orders: Any) -> Iterator[Observation | Pressed]:
    """A session from the table `seed`, seen without pictures, in order of time; `orders` are those of `table.script`."""
    return watch(table.script(seed, **orders), fps, Noise() if noise is None else noise)


class Look(Protocol):
    """What eyes make of a scene, a frame's number and the dice that lay there when they were last seen."""

    def __call__(self, scene: Scene, frame: int, lain: Sequence[DieSeen], /) -> Observation: ...


class Sighted(Protocol):
    """Eyes of some kind: `Noise`, or `eyes.Eyes`."""

    @property
    def dropped(self) -> float: ...

    def gaze(self, script: Script, rng: np.random.Generator, /) -> Look:
        """These eyes above a table."""
        ...


def watch(script: Script, fps: float, noise: Sighted, seed: int = 0) -> Iterator[Observation | Pressed]:
    """The whole script as a camera of so many frames a second would see it, and the presses, in order of time."""
    rng, presses, lain = np.random.default_rng((script.seed, seed)), list(script.presses), tuple[DieSeen, ...]()
    look = noise.gaze(script, rng)
    for frame in range(int(script.duration * fps)):
        t = frame / fps
        while presses and presses[0].t <= t:
            yield presses.pop(0)
        if rng.random() >= noise.dropped:
            seen = look(script.scene(t), frame, lain)
            lain = lain if seen.dice is None else seen.dice
            yield seen
    yield from presses


def observe(
    scene: Scene, script: Script, frame: int, rng: np.random.Generator, noise: Noise, lain: Sequence[DieSeen] = ()
) -> Observation:
    """What the eyes make of a scene of this script. While a hand covers one of the dice that had `lain` there, dice are unknown."""
    span, layout = script.span(scene.t), script.layout
    unseen = any(covers(die.x, die.y, scene.hands) for die in lain)
    return Observation(
        t=scene.t,
        frame=frame,
        counts=_counts(span, script, scene.hands, rng, noise),
        dice=None
        if unseen
        else tuple(die_seen(die, layout, rng, noise) for die in scene.dice if _seen(die, scene.hands, rng, noise)),
        cube=_cube(scene, rng, noise),
        hand=_hand(scene.hands, layout, rng, noise),
        still=span.still and rng.random() >= noise.restless,
    )


# --- counts ------------------------------------------------------------------------------------------------------------------


def _counts(span: Span, script: Script, hands: Sequence[HandPose], rng: np.random.Generator, noise: Noise) -> Counts:
    """Log-likelihoods of the counts, softened for stacks, none where a hand is."""
    true = np.array(span.counts)
    read, trust = true.copy(), np.where(np.abs(true) > 5, 0.6, 1.0)  # the lower layers of a stack are guessed from its height
    if noise.stuck_count:
        shift = _stuck(script.seed, span.start, noise.stuck_count)
        read, trust = read + shift, np.where(shift, 0.3, trust)
    if noise.wrong_count:
        wrong = rng.random(28) < noise.wrong_count
        read = read + np.where(wrong, rng.integers(0, 2, 28) * 2 - 1, 0)
        trust = trust * np.where(wrong, 0.4, rng.uniform(0.6, 1.2, 28))
    counts: Counts = _steps(noise.sharpness)[np.clip(read, -15, 15) + 15] * trust.astype(np.float32)[:, None]
    for hand in hands:
        counts[hidden(hand, script.layout)] = 0.0
    counts.flags.writeable = False
    return counts


@lru_cache(maxsize=8)
def _steps(sharpness: float) -> Counts:
    """By count read (+15): log-likelihoods of the 31 counts. Further off is less likely, to a point."""
    away = np.abs(np.arange(31)[:, None] - np.arange(31)[None, :])
    steps: Counts = (-sharpness * np.minimum(away, 3)).astype(np.float32)
    return steps


@lru_cache(maxsize=8)
def _stuck(seed: int, start: float, rate: float) -> npt.NDArray[np.int64]:
    """What is added to the counts of the 28 rows for the whole span that begins at `start`."""
    rng = np.random.default_rng((seed, int(start * 1000)))
    return np.where(rng.random(28) < rate, rng.integers(0, 2, 28) * 2 - 1, 0)


def hidden(hand: HandPose, layout: Layout) -> npt.NDArray[np.bool_]:
    """Which of the 28 rows a hand with its forearm hides."""
    x, low, high = _regions(layout)
    reach = (high > hand.y - 0.5) if not hand.from_top else (low < hand.y + 0.5)
    return (np.abs(x - hand.x) < ARM) & reach


@lru_cache(maxsize=8)
def _regions(layout: Layout) -> tuple[npt.NDArray[np.float64], ...]:
    """(x of the middle, y from, y to) of the 28 rows."""
    board, long = layout.board, 4.7 * layout.measures.diameter
    rows = [
        (board.column(p), 0.0, long) if board.is_top(p) else (board.column(p), board.depth - long, board.depth) for p in range(24)
    ]
    for side in Side:  # the bars
        rows.append((6.0 + board.bar / 2, *_half(board.depth, layout.at_top(side) == layout.bar_own)))
    for side in Side:  # the trays
        rows.append((layout.tray_x(), *_half(board.depth, layout.at_top(side))))
    x, low, high = np.array(rows).T
    return x, low, high


def _half(depth: float, top: bool) -> tuple[float, float]:
    return (0.0, depth / 2) if top else (depth / 2, depth)


# --- dice, cube, hands -------------------------------------------------------------------------------------------------------


def _seen(die: DiePose, hands: Sequence[HandPose], rng: np.random.Generator, noise: Noise) -> bool:
    return not covers(die.x, die.y, hands) and rng.random() >= noise.missed_die


def covers(x: float, y: float, hands: Sequence[HandPose]) -> bool:
    """A hand or its forearm is over a spot."""
    return any(abs(x - h.x) < 0.7 and (y < h.y + 0.4 if h.from_top else y > h.y - 0.4) for h in hands)


def die_seen(die: DiePose, layout: Layout, rng: np.random.Generator, noise: Noise) -> DieSeen:
    edge = layout.measures.die
    foot = die.z - edge / 2 * (math.cos(die.tilt) + math.sin(die.tilt))
    x, y = rng.normal((die.x, die.y), noise.jitter)
    flat, on_checker, light = rng.normal(0.0, noise.flat_spread, 3)
    return DieSeen(
        x=float(x),
        y=float(y),
        faces=_faces(die, rng, noise),
        flat=float(flat) + (0.0 if die.moving else -4.0 if die.tilt > COCKED else 4.0),
        on_checker=float(on_checker) + (4.0 if foot > layout.measures.thickness / 2 and not die.moving else -4.0),
        light=float(light) + 3.0 * die.side,
        pixels=60.0 * edge,
    )


def _faces(die: DiePose, rng: np.random.Generator, noise: Noise) -> tuple[float, ...]:
    """A clear reading at rest, a doubtful one of a die that leans, hardly any of one that rolls."""
    face = int(rng.integers(1, 7)) if rng.random() < noise.wrong_face else die.face
    clear = 0.5 if die.moving else 2.0 if die.tilt > COCKED else max(noise.sharpness, 1.0)
    if face != die.face:
        clear *= 0.4
    return tuple(0.0 if value == face else -clear for value in range(1, 7))


def _cube(scene: Scene, rng: np.random.Generator, noise: Noise) -> CubeSeen | None:
    cube = scene.cube
    if cube is None or covers(cube.x, cube.y, scene.hands):
        return None
    x, y = rng.normal((cube.x, cube.y), noise.jitter)
    return CubeSeen(float(x), float(y), tuple(0.0 if 2**n == cube.value else -noise.sharpness for n in range(1, 7)))


def _hand(hands: Sequence[HandPose], layout: Layout, rng: np.random.Generator, noise: Noise) -> float:
    """Sure of a hand once it is over the board."""
    off = abs(float(rng.normal(0.0, noise.hand_spread)))
    return max(0.0, 0.98 - off) if any(over(hand, layout) for hand in hands) else min(1.0, 0.02 + off)


def over(hand: HandPose, layout: Layout) -> bool:
    """Its finger tips are over the frame of the board."""
    return (hand.y if hand.from_top else layout.board.depth - hand.y) > -0.5
