"""`boardcam bench clips DIR…`: filmed matches through the eyes and the referee, compared with their truth.

A DIR is what `boardcam simulate` writes: `clip.mp4`, `truth.jsonl` and perhaps `presses.jsonl`. The columns are those of
`boardcam bench referee`; seconds are of the processor. A line for each bump says how soon the board was found again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from boardcam.bench.referee import HEADS, Sums, compared, line
from boardcam.events import Event, Observation, Verdict

if TYPE_CHECKING:
    from boardcam.app import Seen

Looks = Sequence[tuple[float, bool]]
"""Frame by frame: t, s, and whether the board was where the eyes thought it was."""
SOON = 10.0
"""s after a bump in which the eyes may still be searching because of it."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("clips", help="filmed matches against their truth", description=__doc__)
    parser.add_argument("clips", nargs="+", type=Path, metavar="DIR", help="a folder that `boardcam simulate` wrote")
    parser.add_argument("--match", type=int, default=7, metavar="POINTS", help="length of the matches (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.devices.camera import CameraError
    from boardcam.vision.networks import NetworkMissing

    print(f"{'clip':18}" + "".join(f"{head:>{width}}" for head, width in HEADS) + f"{'seconds':>9}")
    total, begun = Sums(), process_time()
    for clip in args.clips:
        before = process_time()
        try:
            sums = measured(clip, args.match)
        except (OSError, ValueError, CameraError, NetworkMissing) as error:
            print(f"boardcam bench clips: {clip}: {error}", file=sys.stderr)
            return 2
        print(f"{line(clip.name, sums)}{process_time() - before:9.1f}", flush=True)
        print("".join(f"    {note}\n" for note in sums.notes), end="", flush=True)
        total += sums
    print(f"{line('all', total)}{process_time() - begun:9.1f}")
    return int(total.wrong > 0)


class Heard:
    """Keeps the verdicts in memory."""

    def __init__(self) -> None:
        self.said: list[Verdict] = []

    def event(self, event: Event) -> Event:
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        self.said += verdicts


def measured(clip: Path, match: int) -> Sums:
    """One clip."""
    from boardcam import app
    from boardcam.devices.buttons import ScriptedButtons, read_presses
    from boardcam.devices.camera import open_camera
    from boardcam.record import lines
    from boardcam.rules.profile import preset
    from boardcam.vision import networks, observe

    truth = [lines.read(text) for text in (clip / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    presses = clip / "presses.jsonl"
    buttons = ScriptedButtons(read_presses(presses) if presses.is_file() else ())
    seen = app.watched(open_camera(f"file:{clip / 'clip.mp4'}"), buttons, networks.load(observe.NETWORKS))
    heard, looks = Heard(), list[tuple[float, bool]]()
    app.play(_noted(seen, looks), preset("circle-match"), match, ("light", "dark"), heard, lambda view, verdicts: None)
    sums = compared(truth, heard.said, clip.name)
    return replace(sums, notes=sums.notes + tuple(f"{clip.name} {note}" for note in after_bumps(truth, looks)))


def _noted(source: Iterable[Seen], looks: list[tuple[float, bool]]) -> Iterator[Seen]:
    for seen in source:
        if isinstance(seen, Observation):
            looks.append((seen.t, seen.found))
        yield seen


def after_bumps(truth: Iterable[Verdict], looks: Looks) -> list[str]:
    """For each bump, how soon the board was found again."""
    return [f"{verdict.t:.1f}: {_after(verdict.t, looks)}" for verdict in truth if verdict.kind == "camera"]


def _after(bump: float, looks: Looks) -> str:
    lost = [t for t, found in looks if not found and bump <= t <= bump + SOON]
    if not lost:
        return "the bump was not noticed"
    back = next((t for t, found in looks if found and t > lost[-1]), None)
    return f"the board was found again {back - bump:.1f} s after the bump" if back is not None else "the board was not found again"
