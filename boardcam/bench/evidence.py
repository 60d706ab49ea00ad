"""`boardcam bench evidence`: what keeping evidence costs the loop, the thread beside it, and the disk.

Frames of a clip and one made-up ruling a second of it, without eyes. Times are those that the processor worked, so that a busy
machine does not spoil them; waiting for the disk is told apart.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

from boardcam import config
from boardcam.devices.clip import Clip
from boardcam.events import BoardRested, DiceRested, Die, Event, Evidence, Observation, Verdict, no_counts
from boardcam.evidence.witness import Frames, Witness
from boardcam.geometry import Seating
from boardcam.record.evidence import Entry, Image, Store
from boardcam.rules import xgid
from boardcam.rules.position import START, Side
from boardcam.rules.situation import Situation
from boardcam.vision.calibration import Calibration

EVERY = 15
"""Frames between two rulings."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("evidence", help="what keeping evidence costs", description=__doc__)
    parser.add_argument("--clip", type=Path, help="a video (default: the demo)")
    parser.add_argument("--rulings", type=int, default=20, help="how many (default: %(default)s)")
    parser.set_defaults(run=run)


class Nobody:
    """A keeper that keeps nothing."""

    def event(self, event: Event) -> Event:
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        pass


class Timed(Store):
    """A store that tells how long it took."""

    worked = waited = 0.0

    def keep(self, entry: Entry, images: Mapping[str, Image]) -> Entry:
        work, wall = time.thread_time(), time.perf_counter()
        kept = super().keep(entry, images)
        self.worked += time.thread_time() - work
        self.waited += time.perf_counter() - wall
        return kept


def run(args: argparse.Namespace) -> int:
    clip, frames, loop, rulings = Clip(args.clip or config.demo()), Frames(), 0.0, 0
    place: Calibration | None = None
    with tempfile.TemporaryDirectory() as folder:
        store = Timed(Path(folder))
        witness = Witness(Nobody(), store, frames)
        while rulings < args.rulings and (frame := clip.read()) is not None:
            place, seen = place or _place(frame.image), Observation(frame.t, frame.index, no_counts())
            began = time.thread_time()
            frames.add(frame.image, place, seen)
            if frame.index % EVERY == EVERY // 2:
                witness.event(DiceRested(frame.t, frame.t, _dice(frame.index, frame.t)))
            if frame.index % EVERY == EVERY - 1:
                _rules(witness, frame.t, frame.index)
                rulings += 1
            loop += time.thread_time() - began
        witness.close()
        size = sum(path.stat().st_size for path in Path(folder).iterdir())
    clip.close()
    n = max(rulings, 1)
    print(f"{rulings} rulings on pictures of {frame.image.shape[1]}x{frame.image.shape[0]}" if frame else "the clip ended early")
    print(f"the loop: {1e3 * loop / n:.2f} ms a ruling, with {EVERY} frames noted for each")
    print(f"beside it: {1e3 * store.worked / n:.1f} ms a ruling, {1e3 * store.waited / n:.0f} ms with waiting for the disk")
    print(f"on the disk: {size / n / 1e3:.0f} KB a ruling; {witness.complaint or 'no picture was left out'}")
    return 0


def _place(image: Image) -> Calibration:
    h, w = image.shape[:2]
    return Calibration((w, h), ((0.1 * w, 0.1 * h), (0.9 * w, 0.1 * h), (0.9 * w, 0.9 * h), (0.1 * w, 0.9 * h)))


def _dice(number: int, t: float) -> tuple[Die, ...]:
    return tuple(Die(number + nth, 3.0 + nth, 5.0, (0.0,) + (-9.0,) * 5, 4.0, -4.0, 0.0, Side.WHITE, t, t) for nth in (0, 1))


def _rules(witness: Witness, t: float, index: int) -> None:
    """A reading, and the ruling on it."""
    frames = index - 5, index
    witness.event(BoardRested(t, t, no_counts(), frames, Seating.BOTTOM_RIGHT))
    before = xgid.format(Situation(position=START, turn=Side.WHITE))
    found = Evidence(frames, before, ("8/5 6/5",), t)
    witness.verdicts([Verdict(t, t, "played", Side.WHITE, (3, 1), "8/5 6/5", before, True, "R85", "", 9.0, found)])
