"""The board over time: fuses what frames say about the places while nothing moves.

A stretch lasts while no hand is over the board (rolling dice move no checkers) and the board reads as it did, or while even a hand
rests. Every `PERIOD` the last second of it is fused; it is worth telling when the reading changed, when dice came to rest or were
lifted, and each time the stretch has doubled, for more frames make a better reading.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from boardcam.events import Counts, Observation
from boardcam.referee.frozen import replace

PERIOD = 0.3
"""s before a reading, and between readings."""
AT_LEAST = 0.15
"""s before a reading when dice have just come to rest or were lifted: somebody may move soon."""
WINDOW = 1.0
"""s that are fused; a change that came without a visible hand is forgotten after so long."""
WEIGHT = 3.0
"""Frames of one stretch share their errors; together they count for no more than this many independent ones."""
MOVED = 2
"""Places that read otherwise than at first: a checker was moved though no hand was noticed, and another stretch begins."""
HIDDEN = -1
"""What a place reads that nothing is seen of."""
RESTING = 1.0
"""s after which a hand that does not move counts as resting: places that it leaves free are read."""


@dataclass(frozen=True)
class Stretch:
    """Frames in a row in which nothing moved."""

    frames: tuple[Observation, ...] = ()
    """Those of the last second."""
    since: float = 0.0
    quiet: float | None = None
    """Since when nothing moves, hand or not."""
    tried: float = 0.0
    """Last time it was fused."""
    told: float = 0.0
    """Length of the stretch when it was last told."""
    best: tuple[int, ...] = ()
    """The likeliest counts then."""
    first: tuple[int, ...] = ()
    """Those that were told first."""


def extended(stretch: Stretch, seen: Observation) -> Stretch:
    """The stretch with one more frame."""
    quiet = (stretch.quiet if stretch.quiet is not None else seen.t) if seen.still else None
    if seen.hand >= 0.5 and (quiet is None or seen.t - quiet < RESTING):
        return Stretch(quiet=quiet)
    if not stretch.frames:
        return Stretch((seen,), seen.t, quiet, seen.t)
    kept = tuple(frame for frame in stretch.frames if seen.t - frame.t <= WINDOW)
    return replace(stretch, frames=(*kept, seen), quiet=quiet)


def due(stretch: Stretch, now: bool) -> bool:
    """Whether it is time to fuse; `now` = dice have just come to rest or were lifted."""
    if not stretch.frames:
        return False
    t = stretch.frames[-1].t
    return t - stretch.tried >= PERIOD - 1e-6 or (now and t - stretch.since >= AT_LEAST)


def fused(stretch: Stretch) -> Counts:
    """Log-likelihoods over the stretch: mean over the frames that saw the place, times what so many frames are worth.

    Frames in which something moved count only if there are no others.
    """
    frames = [frame for frame in stretch.frames if frame.still] or stretch.frames
    tables = np.stack([frame.counts for frame in frames])
    seen = np.ptp(tables, axis=2, keepdims=True) > 0
    mean = (tables * seen).sum(0) / np.maximum(seen.sum(0), 1)
    span = frames[-1].t - frames[0].t
    coarse = (mean * min(1.0 + span / 0.25, WEIGHT)).astype(np.float16)  # as a journal keeps it, so that it replays to the bit
    counts: Counts = coarse.astype(np.float32)
    counts.flags.writeable = False
    return counts


def told(stretch: Stretch, counts: Counts, anyway: bool) -> tuple[Stretch, bool]:
    """(stretch, whether this reading is worth telling)."""
    end = stretch.frames[-1].t
    best = tuple(np.where(counts.any(1), np.argmax(counts, axis=1), HIDDEN).tolist())
    if sum(map(_otherwise, best, stretch.first)) >= MOVED:
        now = tuple(frame for frame in stretch.frames if end - frame.t <= PERIOD)
        return Stretch(now, now[0].t, stretch.quiet, now[0].t), False
    worth = anyway or best != stretch.best or end - stretch.since >= 2 * stretch.told
    stretch = replace(stretch, tried=end)
    first = tuple(map(_earlier, stretch.first, best)) if stretch.first else best
    return (replace(stretch, told=max(AT_LEAST, end - stretch.since), best=best, first=first) if worth else stretch), worth


def _otherwise(now: int, first: int) -> bool:
    """Whether a place reads otherwise than at first; one that was hidden has only come to light."""
    return now != first and HIDDEN not in (now, first)


def _earlier(first: int, now: int) -> int:
    return now if first == HIDDEN else first
