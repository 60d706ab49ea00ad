"""`boardcam bench clips DIR…`: filmed matches through the eyes and the referee, compared with their truth.

A DIR is what `boardcam simulate` writes: `clip.mp4`, `truth.jsonl` and perhaps `presses.jsonl`. The columns are those of
`boardcam bench referee`; seconds are of the processor. *mat* says whether GNU Backgammon makes the same of the record's `match.mat`
as of the truth's ("-" = it is not here). A line for each bump says how soon the board was found again.

*After the rest* and *after the lift* say how late the rulings come: from the moment when the dice lay still, or the last of them
was in a hand, to the verdict, by the clip's time and the processor's for the frame that decided it. A hand that still covers the
board after a lift is waited for.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from boardcam.bench import strangers
from boardcam.bench.referee import HEADS, NEAR, Sums, compared, line
from boardcam.events import Event, Kind, Observation, Verdict

if TYPE_CHECKING:
    from boardcam.app import Seen

Looks = Sequence[tuple[float, bool]]
"""Frame by frame: t, s, and whether the board was where the eyes thought it was."""
RESTED: tuple[Kind, ...] = ("opening", "rolled", "void_roll", "premature")
LIFTED: tuple[Kind, ...] = ("played", "danced", "illegal")
"""Rulings on dice at rest, and on dice that are lifted."""
PROMPT = 0.6
"""s within which a ruling is wanted."""
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

    print(f"{'clip':18}" + "".join(f"{head:>{width}}" for head, width in HEADS) + f"{'':19}{'mat':>8}{'seconds':>9}")
    total, late, begun = Sums(), Delays(), process_time()
    for clip in args.clips:
        before = process_time()
        try:
            sums, delays, mat = measured(clip, args.match)
        except (OSError, ValueError, CameraError, NetworkMissing) as error:
            print(f"boardcam bench clips: {clip}: {error}", file=sys.stderr)
            return 2
        print(f"{line(clip.name, sums)}{mat:>8}{process_time() - before:9.1f}", flush=True)
        print("".join(f"    {note}\n" for note in sums.notes), end="", flush=True)
        total, late = total + sums, late + delays
    print(f"{line('all', total)}{'':8}{process_time() - begun:9.1f}")
    print("\n".join(late.lines()))
    return int(total.wrong > 0)


class Heard:
    """Keeps the verdicts in memory, and what the frame that brought each of them cost, processor s."""

    def __init__(self) -> None:
        self.said: list[Verdict] = []
        self.costs: list[float] = []
        self.asked = process_time()
        """When the last frame was asked for."""

    def event(self, event: Event) -> Event:
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        for verdict in verdicts:
            self.said.append(verdict)
            self.costs.append(process_time() - self.asked)


@dataclass(frozen=True, slots=True)
class Delays:
    """How late rulings came, s."""

    rest: tuple[float, ...] = ()
    lift: tuple[float, ...] = ()

    def __add__(self, other: Delays) -> Delays:
        return Delays(self.rest + other.rest, self.lift + other.lift)

    def lines(self) -> list[str]:
        return [_spread(name, delays) for name, delays in (("after the rest", self.rest), ("after the lift", self.lift)) if delays]


def _spread(name: str, delays: Sequence[float]) -> str:
    ms = sorted(1000 * delay for delay in delays)
    half, most = (ms[min(len(ms) - 1, share * len(ms) // 100)] for share in (50, 95))
    prompt = sum(delay <= 1000 * PROMPT for delay in ms)
    return (
        f"{name}: {len(ms)} rulings, half within {half:.0f} ms, {prompt} within {1000 * PROMPT:.0f} ms, 95 % within {most:.0f} ms, "
        f"the last after {ms[-1]:.0f} ms"
    )


def delayed(truth: Iterable[Verdict], heard: Heard) -> Delays:
    """How late the rulings were on what is true."""
    pairs = list(zip(heard.said, heard.costs, strict=True))
    return Delays(*(tuple(_late([v for v in truth if v.kind in kinds], pairs)) for kinds in (RESTED, LIFTED)))


def _late(truth: Iterable[Verdict], said: Sequence[tuple[Verdict, float]]) -> Iterator[float]:
    for true in truth:
        near = [(v, cost) for v, cost in said if (v.kind, v.side) == (true.kind, true.side) and abs(v.t - true.t) <= NEAR]
        if near:
            verdict, cost = min(near, key=lambda pair: abs(pair[0].t - true.t))
            yield verdict.t_decided - true.t + cost


def measured(clip: Path, match: int) -> tuple[Sums, Delays, str]:
    """One clip; the last tells of its `match.mat`."""
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
    app.play(_noted(seen, looks, heard), preset("circle-match"), match, ("light", "dark"), heard, lambda view, verdicts: None)
    sums = compared(truth, heard.said, clip.name)
    notes = sums.notes + tuple(f"{clip.name} {note}" for note in after_bumps(truth, looks))
    return replace(sums, notes=notes), delayed(truth, heard), _mat(truth, heard.said, match)


def _mat(truth: Iterable[Verdict], said: Iterable[Verdict], match: int) -> str:
    """Whether GNU Backgammon makes the same of both."""
    from boardcam.record import mat, transcript
    from boardcam.rules.profile import preset

    before = transcript.empty(("light", "dark"), match, preset("circle-match"))
    made = strangers.converted([mat.write(transcript.fold(verdicts, before)) for verdicts in (truth, said)])
    return "-" if made is None else "same" if made[0] == made[1] and made[0] else "other"


def _noted(source: Iterable[Seen], looks: list[tuple[float, bool]], heard: Heard) -> Iterator[Seen]:
    for seen in source:
        if isinstance(seen, Observation):
            looks.append((seen.t, seen.found))
        yield seen
        heard.asked = process_time()


def after_bumps(truth: Iterable[Verdict], looks: Looks) -> list[str]:
    """For each bump, how soon the board was found again once it lay still."""
    return [f"{verdict.t:.1f}: {_after(verdict.t, verdict.t_decided, looks)}" for verdict in truth if verdict.kind == "camera"]


def _after(bump: float, rest: float, looks: Looks) -> str:
    lost = [t for t, found in looks if not found and bump <= t <= rest + SOON]
    if not lost:
        return "the bump was not noticed"
    back = next((t for t, found in looks if found and t > lost[-1]), None)
    if back is None:
        return "the board was not found again"
    return f"the board was found again {max(0.0, back - rest):.1f} s after the bump"
