"""`boardcam bench watch`: the eyes over a simulated clip, frame by frame against what really lay there, and what they cost.

The script comes from the seed; its frames from `--clip`, filmed before with the same options by `boardcam simulate`, or drawn now.
Counts and dice are compared in frames in which nothing moves in truth and to the eyes. With `--clip` the last line tells the most
memory that this program held: all of it, networks, film and eyes, but for the referee.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from boardcam.events import Observation
    from boardcam.sim.script import Script, Span
    from boardcam.vision.networks import Image

NEAR = 0.35
"""A die is the one that lay there when it is seen this near, in pitches."""
COCKED = 0.15
"""Tilt from which a die is cocked, radians."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("watch", help="the eyes over a simulated clip", description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--clip", type=Path, help="frames filmed before; else they are drawn now")
    parser.add_argument("--incident", action="append", default=[], metavar="NAME")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--fps", type=int, default=12)
    parser.add_argument("--match", type=int, default=7)
    parser.add_argument("--resign", action="store_true")
    parser.add_argument("--wild", action="store_true")
    parser.add_argument("--misses", action="store_true", help="list each wrong reading")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    import cv2

    from boardcam.sim.table import script
    from boardcam.vision import networks, observe
    from boardcam.vision.sight import start

    cv2.setNumThreads(1)
    try:
        sight = start(networks.load(observe.NETWORKS))
    except networks.NetworkMissing as missing:
        print(f"boardcam bench watch: {missing}", file=sys.stderr)
        return 2
    filmed = script(args.seed, match=args.match, incidents=args.incident, turns=args.turns, resign=args.resign)
    sums: Counter[str] = Counter()
    times: dict[str, list[float]] = defaultdict(list)
    misses: list[str] = []
    for frame, image in enumerate(_filmed(args.clip) if args.clip else _drawn(filmed, args)):
        begun, before = process_time(), sight.reading
        sight, seen = observe.observe(sight, image, frame / args.fps, frame)
        kind = "searched" if not seen.found else "moving" if not seen.still else "as before" if sight.reading is before else "read"
        times[kind].append(process_time() - begun)
        _compare(filmed.span(frame / args.fps), seen, sums, misses)
    print(_report(sums, times))
    if args.clip:
        print(f"most memory held: {peak():.0f} MB")
    if args.misses:
        print("\n".join(misses))
    return 0


def peak() -> float:
    """MB that this process has held at most."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


def _filmed(clip: Path) -> Iterator[Image]:
    import cv2

    film = cv2.VideoCapture(str(clip))
    while (read := film.read())[0]:
        yield np.asarray(read[1], np.uint8)


def _drawn(filmed: Script, args: argparse.Namespace) -> Iterator[Image]:
    from boardcam.commands.simulate import _renderer

    renderer, rng = _renderer(filmed, (1280, 960), args.wild), np.random.default_rng(filmed.seed)
    for frame in range(int(filmed.duration * args.fps)):
        yield renderer.frame(filmed.scene(frame / args.fps), rng)


def _compare(span: Span, seen: Observation, sums: Counter[str], misses: list[str]) -> None:
    sums["frames"] += 1
    sums["found"] += seen.found
    if not seen.found:
        return
    sums[f"still {span.still} {seen.still}"] += 1
    # From the finger tips on, something is over the board.
    over = any(-0.3 < hand.start.y < 11.5 or -0.3 < hand.end.y < 11.5 for hand in span.hands)
    sums[f"hand {over} {seen.hand > 0.5}"] += 1
    if span.still and seen.still:
        _counts(span, seen, sums, misses)
        _dice(span, seen, sums, misses)


def _counts(span: Span, seen: Observation, sums: Counter[str], misses: list[str]) -> None:
    for row, true in enumerate(span.counts[:26]):
        if not seen.counts[row].any():
            sums["rows unknown"] += 1
            continue
        read = int(np.argmax(seen.counts[row])) - 15
        sums["rows read"] += 1
        sums["rows right"] += read == true
        if read != true:
            misses.append(f"t {seen.t:.2f}: row {row} is {true}, read {read} ({np.exp(seen.counts[row].max()):.2f})")


def _dice(span: Span, seen: Observation, sums: Counter[str], misses: list[str]) -> None:
    if seen.dice is None:
        sums["dice unknown"] += len(span.dice)
        return
    left = list(seen.dice)
    for die in span.dice:
        near = [got for got in left if np.hypot(got.x - die.x, got.y - die.y) < NEAR]
        sums["dice"] += 1
        if not near:
            misses.append(f"t {seen.t:.2f}: missed a {die.face} at {die.x:.1f}, {die.y:.1f}")
            continue
        got = near[0]
        left.remove(got)
        sums["dice found"] += 1
        sums["faces right"] += got.value == die.face
        sums[f"cocked {die.tilt > COCKED} {got.flat < 0}"] += 1
        if got.value != die.face or (die.tilt > COCKED) is not (got.flat < 0):
            misses.append(
                f"t {seen.t:.2f}: a {die.face} tilted {die.tilt:.2f} at {die.x:.1f}, {die.y:.1f} read as {got.value}, "
                f"flat {got.flat:.1f}, {got.pixels:.0f} px"
            )
    sums["dice false"] += len(left)
    misses += [f"t {seen.t:.2f}: no die at {die.x:.1f}, {die.y:.1f}, read as {die.value}" for die in left]


def _report(sums: Counter[str], times: dict[str, list[float]]) -> str:
    def share(name: str, true: bool) -> str:
        """Of those that truly were so, how many were called so."""
        yes, no = sums[f"{name} {true} True"], sums[f"{name} {true} False"]
        return f"{yes} of {yes + no}"

    lines = [
        f"{sums['frames']} frames, board found in {sums['found']}",
        f"called still: {share('still', True)} frames at rest, {share('still', False)} in which something moves",
        f"called a hand over the board: {share('hand', True)} with one, {share('hand', False)} without",
        f"rows: {sums['rows right']} of {sums['rows read']} right, {sums['rows unknown']} unknown",
        f"dice at rest: {sums['dice found']} of {sums['dice']} found, {sums['faces right']} faces right, "
        f"{sums['dice unknown']} unknown, {sums['dice false']} seen where none is",
        f"called cocked: {share('cocked', True)} cocked, {share('cocked', False)} flat",
    ]
    for kind, spent in sorted(times.items()):
        ms = 1000 * np.array(spent)
        lines.append(f"{kind}: {len(ms)} frames, {np.median(ms):.1f} ms median, {np.percentile(ms, 95):.1f} ms at 95 %")
    return "\n".join(lines)
