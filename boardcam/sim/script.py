"""The script of a simulated table: a timeline of spans in which some things rest and some are under way, with the truth about it.

A span shares the poses of what rests, so that asking for a scene costs a look-up and the few moving parts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from boardcam.events import Pressed, Verdict
from boardcam.geometry import Board, Seating
from boardcam.sim.changes import Change
from boardcam.sim.layout import Layout
from boardcam.sim.motions import Glide, Tumble
from boardcam.sim.scene import CheckerPose, CubePose, DiePose, HandPose, Scene
from boardcam.sim.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class Carried:
    """A checker under way; its index in `Scene.checkers`."""

    index: int
    path: Glide[CheckerPose]


@dataclass(frozen=True, slots=True)
class Span:
    start: float
    end: float
    checkers: tuple[CheckerPose, ...]
    """All thirty; a carried one is where it started."""
    counts: tuple[int, ...]
    """Signed counts of the 28 rows of `Observation.counts`; a carried checker is in none."""
    dice: tuple[DiePose, ...] = ()
    """Those at rest."""
    cube: CubePose | None = None
    carried: Carried | None = None
    rolling: tuple[Tumble, ...] = ()
    hands: tuple[Glide[HandPose], ...] = ()
    shifted: Glide[CubePose] | None = None
    """The cube under way."""

    @property
    def still(self) -> bool:
        """Nothing moves."""
        return self.carried is None and not self.rolling and self.shifted is None and all(h.start == h.end for h in self.hands)

    def scene(self, t: float) -> Scene:
        u = min(1.0, max(0.0, (t - self.start) / (self.end - self.start)))
        return Scene(
            t=t,
            checkers=self._checkers(u),
            dice=self.dice + tuple(die.at(u) for die in self.rolling),
            cube=self.shifted.at(u) if self.shifted else self.cube,
            hands=tuple(hand.at(u) for hand in self.hands),
        )

    def _checkers(self, u: float) -> tuple[CheckerPose, ...]:
        if self.carried is None:
            return self.checkers
        i = self.carried.index
        return (*self.checkers[:i], self.carried.path.at(u), *self.checkers[i + 1 :])


@dataclass(frozen=True, slots=True)
class Script:
    """A simulated session at one table, from the set-up at rest to the end."""

    seed: int
    layout: Layout
    match: int
    """Points of the match."""
    spans: tuple[Span, ...]
    truth: tuple[Verdict, ...]
    """What happened, in order of time; `t_decided` equals `t`, but for `camera`: then board and camera are at rest again."""
    presses: tuple[Pressed, ...] = ()
    changes: tuple[Change, ...] = ()
    """What changed about the table, in order of time; none begins before the one before it is over."""
    _starts: tuple[float, ...] = field(default=(), repr=False)

    @classmethod
    def of(
        cls,
        seed: int,
        layout: Layout,
        match: int,
        spans: Sequence[Span],
        truth: Sequence[Verdict],
        presses: Sequence[Pressed],
        changes: Sequence[Change] = (),
    ) -> Script:
        """A script from its parts."""
        starts = tuple(span.start for span in spans)
        return cls(seed, layout, match, tuple(spans), tuple(truth), tuple(presses), tuple(changes), starts)

    @property
    def board(self) -> Board:
        return self.layout.board

    @property
    def seating(self) -> Seating:
        return self.layout.seating

    @property
    def duration(self) -> float:
        """s"""
        return self.spans[-1].end

    def span(self, t: float) -> Span:
        """The span that holds the time t; times outside the script fall into the first or the last."""
        return self.spans[max(0, bisect_right(self._starts, t) - 1)]

    def scene(self, t: float) -> Scene:
        return replace(self.span(t).scene(t), around=self.surroundings(t))

    def surroundings(self, t: float) -> Surroundings:
        """What is about the table at the time t."""
        begun = bisect_right(self.changes, t, key=lambda change: change.start)
        return self.changes[begun - 1].at(t) if begun else Surroundings()
