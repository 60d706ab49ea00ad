"""`boardcam bench camera`: what it costs that a camera works in a process of its own, and what a slow reader is given.

A process of its own gives pictures at a camera's pace, as drivers do; they pass through the shared memory as in a match. Age is the
time from when a picture was taken to when the reader has it. No camera is needed.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterator
from statistics import median

import numpy as np

from boardcam.devices.feed import NOTHING, Fixed, Shot
from boardcam.devices.filming import film
from boardcam.devices.live import Live
from boardcam.devices.newest import Newest

PROGRAM = (sys.executable, "-m", "boardcam.bench.camera")
SLOW = (0.0, 0.05, 0.2, 1.0)
"""Seconds that readers spend on a picture."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("camera", help="pictures through the memory that a camera shares", description=__doc__)
    parser.add_argument("--size", default="1280x960", metavar="WxH")
    parser.add_argument("--fps", type=float, default=15.0)
    parser.add_argument("--seconds", type=float, default=10.0, help="for each reader")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    width, height = (int(side) for side in args.size.split("x"))
    print(_cost(width, height))
    told = {"size": [width, height], "fps": args.fps}
    for busy in SLOW:
        print(_reader(told, busy, args.seconds), flush=True)
    return 0


def _cost(width: int, height: int, times: int = 200) -> str:
    """Writing and reading one picture, without waiting for each other."""
    newest, image = Newest.made(), np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
    puts, gets = [], []
    for number in range(times):
        begun = time.perf_counter()
        newest.put(image, 0.0)
        puts.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        assert newest.get(number) is not None
        gets.append(time.perf_counter() - begun)
    newest.close()
    return f"{width}x{height}: {1000 * median(puts):.2f} ms to write, {1000 * median(gets):.2f} ms to read (median of {times})"


def _reader(told: dict[str, object], busy: float, seconds: float) -> str:
    """What a reader is given that spends so long on each picture."""
    camera, pause = Live(f"pattern:{json.dumps(told)}", program=PROGRAM), threading.Event()
    first = last = camera.read()
    ages, torn, begun = list[float](), 0, time.monotonic()
    while time.monotonic() - begun < seconds:
        last = camera.read()
        ages.append(camera.now() - last.t)
        torn += not (last.image == last.image[0, 0, 0]).all()
        pause.wait(busy)
    camera.close()
    filmed = last.index - first.index
    return (
        f"{1000 * busy:4.0f} ms spent on a picture: {len(ages)} of {filmed} filmed were given, {filmed - len(ages)} passed over, "
        f"{torn} torn; age {1000 * median(ages):.1f} ms, at most {1000 * max(ages):.1f} ms"
    )


class Pattern:
    """A feed of plain pictures, each of one shade, at a camera's pace."""

    mode = ""
    fixed: Fixed = NOTHING
    warnings: tuple[str, ...] = ()

    def __init__(self, source: str, fixed: Fixed, mains: int) -> None:
        told = json.loads(source.partition(":")[2])
        self._size, self._fps = told["size"], told["fps"]

    def pictures(self) -> Iterator[Shot | None]:
        image, pause, begun = np.zeros((self._size[1], self._size[0], 3), np.uint8), threading.Event(), time.monotonic()
        for number in range(1, 10**9):
            image[:] = number % 251
            pause.wait(max(0.0, begun + number / self._fps - time.monotonic()))
            yield Shot(image, time.monotonic())

    def close(self) -> None:
        pass


if __name__ == "__main__":
    sys.exit(film(Pattern, sys.argv[1:]))
