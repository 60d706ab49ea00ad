"""`boardcam bearoff`: make the table of exact bear-offs that hints use, once; some seconds and 14 MB in the user's cache."""

from __future__ import annotations

import argparse
from pathlib import Path

from boardcam.coach import bearoff


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "bearoff",
        help="make the table of exact bear-offs",
        description=f"Works out every bear-off with at most {bearoff.CHECKERS} checkers a side, exactly, for money games.",
    )
    parser.add_argument("--out", type=Path, help="where to keep it (default: the user's cache)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    where = args.out or bearoff.path()
    bearoff.keep(bearoff.made(), where)
    count = len(bearoff.homes()) - 1
    print(f"{where}: {count} × {count} positions, {where.stat().st_size / 1e6:.0f} MB")
    return 0
