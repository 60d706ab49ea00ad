"""`boardcam bench record`: how fast the record can be read again, how large it is, and what a kill leaves of it.

One measurement a function, in `PARTS`; each prints its own lines and is told the options.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

from boardcam.bench import journals
from boardcam.rules.play import Move, Play
from boardcam.rules.plays import carried_out
from boardcam.rules.position import START, Side
from boardcam.rules.transcript import Game, Match, Result, Turn

Part = Callable[[argparse.Namespace], int]
"""Prints what it measured; returns 1 where something was lost."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("record", help="folding, size and safety of the record", description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(PARTS), help="measure this only; may be repeated")
    parser.add_argument("--games", type=int, default=40, help="games that are folded (default: %(default)s)")
    parser.add_argument("--kills", type=int, default=50, help="how often a match is killed (default: %(default)s)")
    parser.add_argument("--matches", type=int, default=10_000, help="matches in an archive that is listed (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return max(PARTS[name](args) for name in args.only or PARTS)


def listing(args: argparse.Namespace) -> int:
    """An archive of made-up matches, listed and searched as a user does it, the start of the program included."""
    from boardcam.record.archive import Archive

    with TemporaryDirectory() as folder:
        path = Path(folder) / "matches.sqlite"
        started = time.perf_counter()
        with Archive(path, lambda: "2026-11-30T12:00:00") as archive:
            for match in _made_up(args.matches):
                archive.keep(match)
        kept = args.matches / (time.perf_counter() - started)
        size = path.stat().st_size / 1e6
        print(f"listing: {args.matches:,} matches of one game, {size:.0f} MB, kept at {kept:.0f} a second, each safe on the disk")
        for words in (["list"], ["search", "--player", "ann 7"], ["search", "--incident", "illegal", "--date", "2025"]):
            command = [sys.executable, "-m", "boardcam", "matches", *words, "--archive", str(path)]
            started, before = time.perf_counter(), getrusage(RUSAGE_CHILDREN)
            found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.count("\n") - 2
            wall, after = time.perf_counter() - started, getrusage(RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"  matches {' '.join(words):45} {found:6,} found in {wall:.2f} s, of the processor {spent:.2f} s")
    return 0


def _made_up(count: int) -> Iterator[Match]:
    """Matches that no two are alike: the dice and the names of each are its number's."""
    position = carried_out(START, Side.WHITE, Play((Move(8, 5), Move(6, 5))))
    for number in range(count):
        chance = Random(number)
        sides = (Side.WHITE, Side.BLACK) * 15
        actions = tuple(
            Turn(side, (chance.randint(1, 6), chance.randint(1, 6)), Play(), position, position, chance.random() > 0.001, float(t))
            for t, side in enumerate(sides)
        )
        points = (7, chance.randint(0, 6))
        game = Game((6, points[1]), actions, Result(Side.WHITE, 1), Side.WHITE)
        date = f"{2020 + number % 7}-{1 + number % 12:02}-{1 + number % 28:02}"
        yield Match((f"Ann {number % 97}", f"Ben {number % 89}"), 7, (game,), date=date, event=f"Club night {number % 50}")


PARTS: dict[str, Part] = {"folding": journals.folding, "kills": journals.kills, "listing": listing}
