"""Eyes that err as the real ones were measured to err: Observations without pictures, by a table of answers.

`eyes.txt` (made by `boardcam bench eyes`) lists for all that may be there, five checkers on a point or a flat die that shows a
three, what the eyes said of it and how often. A `Gaze` draws from that list, and remembers as the eyes do: a place keeps its
reading until its checkers change or it is counted anew after `WHOLE` seconds; then it reads as it always does in this match as
often as was measured. A die is read once and the same way for as long as it lies there, which is worse than real eyes are. Places
err each for itself: the eyes that watch a game do not reckon with fifteen a side (`vision.fifteen` serves stills alone).
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from pathlib import Path

import numpy as np
import numpy.typing as npt

from boardcam.events import Counts, CubeSeen, DieSeen, Observation
from boardcam.sim.observe import Noise, covers, die_seen, hidden, over
from boardcam.sim.scene import CubePose, DiePose, Scene
from boardcam.sim.script import Script, Span

FILE = Path(__file__).with_name("eyes.txt")
Fact = tuple[str, str]
"""What was there, and what was said of it."""
LOWEST = 6.5
"""A log-likelihood this far below the best is as good as none."""
WHOLE = 10.0
"""s after which the eyes count every place anew."""
LEAST = 10
"""Answers that make a list worth drawing from."""
JITTER = 0.02
"""Spread of the middle of a die from frame to frame while something moves, pitches."""

Row = npt.NDArray[np.float32]


def written(facts: Mapping[Fact, int], about: Iterable[str]) -> str:
    """The table as text, what was said most often first."""
    lines = [f"# {line}" for line in about]
    order = sorted(facts.items(), key=lambda fact: (_natural(fact[0][0]), -fact[1], fact[0][1]))
    return "\n".join([*lines, *(f"{what} | {n} | {said}" for (what, said), n in order)]) + "\n"


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(word), "") if word.isdigit() else (-1, word) for word in name.split()]


def read(text: str) -> Eyes:
    """The eyes of a table as `written`. ValueError names a line that is none."""
    answers: dict[str, list[tuple[int, str]]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        try:
            what, often, said = line.split(" | ")
            answers.setdefault(what, []).append((int(often), said))
        except ValueError:
            raise ValueError(f"line {number} is not `what | how often | said`: {line!r}") from None
    return Eyes({what: Answers(tuple(said for _, said in found), tuple(n for n, _ in found)) for what, found in answers.items()})


@cache
def measured() -> Eyes:
    """The eyes as they were measured, on sets that people own."""
    return read(FILE.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Answers:
    """What was said of one thing, and how often."""

    said: tuple[str, ...]
    often: tuple[int, ...]

    @cached_property
    def sums(self) -> list[int]:
        return list(accumulate(self.often))

    def drawn(self, rng: np.random.Generator) -> str:
        return self.said[bisect(self.sums, rng.random() * self.sums[-1])]

    def share(self, *said: str) -> float:
        return sum(n for word, n in zip(self.said, self.often, strict=True) if word in said) / self.sums[-1]


@dataclass(frozen=True)
class Eyes:
    """A table of answers, by what is there."""

    answers: Mapping[str, Answers]
    dropped: float = 0.01
    """Share of the frames that never arrive; not measured."""

    def gaze(self, script: Script, rng: np.random.Generator) -> Gaze:
        return Gaze(self, script, rng)

    def of(self, what: str) -> Answers:
        return self.answers.get(what) or Answers(("",), (1,))

    def share(self, what: str, *said: str) -> float:
        """Of the answers to `what`, the share of these; 0 where nothing was measured."""
        return self.answers[what].share(*said) if what in self.answers else 0.0

    def counted(self, place: str, n: int) -> tuple[Answers, int]:
        """Answers for n checkers on a kind of place; where n was seldom seen those for fewer, and by how many to move them."""
        for fewer in range(n, min(n, 1) - 1, -1):
            found = self.answers.get(f"{place} {fewer}")
            if found and (found.sums[-1] >= LEAST or fewer < 2):
                return found, n - fewer
        return Answers((f"{n}:0",), (1,)), 0


@dataclass
class Gaze:
    """The eyes above one table, with what they remember."""

    eyes: Eyes
    script: Script
    rng: np.random.Generator
    rows: dict[int, tuple[int, float, Row]] = field(default_factory=dict)
    """By row: the count that is there, when it was read, and what was read."""
    habits: dict[tuple[int, int], str] = field(default_factory=dict)
    """What a count on a row is always taken for, in this match."""
    dice: dict[DiePose, DieSeen | None] = field(default_factory=dict)
    cubes: dict[CubePose, CubeSeen | None] = field(default_factory=dict)
    ghosts: tuple[DieSeen, ...] = ()
    whole: tuple[float, float, Counts] | None = None
    """Of a span without hands: its start, when a place is counted anew, and the counts."""
    rested: bool = False
    span: float = -1.0
    """Start of the span that the next two are of."""
    chance: npt.NDArray[np.float64] = field(default_factory=lambda: np.ones(28))
    """By row, whether a hand in this span hides it."""
    hand: bool = False

    def __call__(self, scene: Scene, frame: int, lain: Sequence[DieSeen]) -> Observation:
        span = self.script.span(scene.t)
        if span.start != self.span:
            self._begins(span, scene)
        still = span.still and self.rng.random() >= self.eyes.share("still", "no")
        return Observation(
            t=scene.t, frame=frame, counts=self._counts(span, scene), dice=self._dice(span, scene, lain), cube=self._cube(scene),
            hand=0.95 if self.hand else 0.05, still=still,
        )  # fmt: skip

    def _begins(self, span: Span, scene: Scene) -> None:
        self.span, self.chance = span.start, self.rng.random(28)
        there = any(over(hand, self.script.layout) for hand in scene.hands)
        what = "hand there" if there else "hand outside" if scene.hands else "hand none"
        self.hand = self.eyes.of(what).drawn(self.rng) == "yes"
        rests = span.still and not span.hands
        if rests and not self.rested:
            rate = sum(self.eyes.of("ghost").often) / self.eyes.of("dice").sums[-1] if "ghost" in self.eyes.answers else 0.0
            self.ghosts = (self._ghost(),) if self.rng.random() < rate else ()
        self.rested = rests

    # --- counts --------------------------------------------------------------------------------------------------------------

    def _counts(self, span: Span, scene: Scene) -> Counts:
        if self.whole and self.whole[0] == span.start and scene.t < self.whole[1]:
            return self.whole[2]
        counts: Counts = np.stack([self._row(row, count, scene.t) for row, count in enumerate(span.counts)])
        due = min(since for _, since, _ in self.rows.values()) + WHOLE
        self.whole = None if scene.hands else (span.start, due, counts)
        if scene.hands:
            under = np.zeros(28, bool)
            for hand in scene.hands:
                under |= hidden(hand, self.script.layout)
            self._hide(counts, under)
        counts.flags.writeable = False
        return counts

    def _hide(self, counts: Counts, under: npt.NDArray[np.bool_]) -> None:
        """Most places under hands are covered, and some beside them."""
        for what, rows in (("place under a hand", under), ("place beside a hand", ~under)):
            counts[rows & (self.chance < self.eyes.share(what, "covered"))] = 0.0

    def _row(self, row: int, count: int, t: float) -> Row:
        known = self.rows.get(row)
        if known and known[0] == count and t - known[1] < WHOLE:
            return known[2]
        place = "point" if row < 24 else "bar" if row < 26 else "tray"
        answers, more = self.eyes.counted(place, abs(count))
        habit = self.habits.setdefault((row, count), answers.drawn(self.rng))
        again = math.sqrt(self.eyes.share("again", "yes"))  # both readings of a pair must be the habit
        said = habit if self.rng.random() < again else answers.drawn(self.rng)
        sign = -1 if count < 0 or row in (25, 27) else 1
        self.rows[row] = count, t, scores(said, more, sign)
        return self.rows[row][2]

    # --- dice, cube ----------------------------------------------------------------------------------------------------------

    def _dice(self, span: Span, scene: Scene, lain: Sequence[DieSeen]) -> tuple[DieSeen, ...] | None:
        if any(covers(die.x, die.y, scene.hands) for die in lain):
            return None
        moved = not span.still
        if moved and self.rng.random() < self.eyes.share("dice beside a hand", "covered"):
            return None
        lost = self.eyes.share("dice beside a hand", "missed") if moved else 0.0
        seen = [self._die(die) for die in scene.dice if not covers(die.x, die.y, scene.hands)]
        kept = [die for die in seen if die and self.rng.random() >= lost]
        spread = JITTER if moved else 0.0
        shaken = (replace(die, x=die.x + self.rng.normal(0, spread), y=die.y + self.rng.normal(0, spread)) for die in kept)
        return (*shaken, *(() if moved else self.ghosts))

    def _die(self, die: DiePose) -> DieSeen | None:
        if die.moving:
            return die_seen(die, self.script.layout, self.rng, Noise())
        if die not in self.dice:
            self.dice[die] = self._read(die)
        return self.dice[die]

    def _read(self, die: DiePose) -> DieSeen | None:
        said = self.eyes.of(f"die {lies(die, self.script)} {die.face}").drawn(self.rng) or f"{die.face}:0 flat 4 checker -4 own 0"
        if said == "missed":
            return None
        dx, dy = (float(d) for d in (self.eyes.of("spot").drawn(self.rng) or "0 0").split())
        return answered(said, die.x + dx, die.y + dy, int(die.side))

    def _ghost(self) -> DieSeen:
        board = self.script.board
        x, y = self.rng.uniform(0, board.width), self.rng.uniform(0, board.depth)
        return answered(self.eyes.of("ghost").drawn(self.rng), float(x), float(y), 1)

    def _cube(self, scene: Scene) -> CubeSeen | None:
        cube = scene.cube
        if cube is None or covers(cube.x, cube.y, scene.hands):
            return None
        if cube not in self.cubes:
            said = self.eyes.of(f"cube {cube.value}").drawn(self.rng)
            self.cubes[cube] = None if said in ("missed", "elsewhere") else CubeSeen(cube.x, cube.y, _values(said))
        return self.cubes[cube]


def lies(die: DiePose, script: Script) -> str:
    """How a die at rest lies: flat, cocked or stacked on a checker."""
    measures = script.layout.measures
    foot = die.z - measures.die / 2 * (math.cos(die.tilt) + math.sin(die.tilt))
    return "cocked" if die.tilt > 0.15 else "stacked" if foot > measures.thickness / 2 else "flat"


@lru_cache(4096)
def scores(said: str, more: int, sign: int) -> Row:
    """Log-likelihoods (31,) of an answer on a place: "5:0 4:-2", or "covered"."""
    row = np.zeros(31, np.float32)
    if said != "covered":
        row[:] = -LOWEST
        for pair in said.split():
            count, score = pair.split(":")
            row[max(-15, min(15, sign * (int(count) + (more if int(count) > 0 else 0)))) + 15] = float(score)
    row.flags.writeable = False
    return row


def answered(said: str, x: float, y: float, side: int) -> DieSeen:
    """A die by an answer: "5:0 6:-7 flat 6 checker -6 own 3"."""
    faces, flat, checker, own = _parts(said)
    return DieSeen(x, y, faces, flat, checker, side * own, 30.0)


@lru_cache(4096)
def _parts(said: str) -> tuple[tuple[float, ...], float, float, float]:
    words, faces = said.split(), [-LOWEST] * 6
    named = words.index("flat")
    for pair in words[:named]:
        face, score = pair.split(":")
        faces[int(face) - 1] = float(score)
    flat, checker, own = (float(words[named + nth]) for nth in (1, 3, 5))
    return tuple(faces), flat, checker, own


def _values(said: str) -> tuple[float, ...]:
    values = dict(pair.split(":") for pair in said.split()) if ":" in said else {}
    return tuple(float(values.get(str(2 << n), -LOWEST)) if values else 0.0 for n in range(6))
