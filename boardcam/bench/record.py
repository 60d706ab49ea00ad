"""`boardcam bench record`: how fast the record can be read again, how large it is, and what a kill leaves of it.

One measurement a function, in `PARTS`; each prints its own lines and is told the options.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

Part = Callable[[argparse.Namespace], int]
"""Prints what it measured; returns 1 where something was lost."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("record", help="folding, size and safety of the record", description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(PARTS), help="measure this only; may be repeated")
    parser.add_argument("--games", type=int, default=40, help="games that are folded (default: %(default)s)")
    parser.add_argument("--kills", type=int, default=50, help="how often a match is killed (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return max(PARTS[name](args) for name in args.only or PARTS)


PARTS: dict[str, Part] = {}
