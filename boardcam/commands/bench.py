"""`boardcam bench NAME`: measure a part of the program. Every file of `boardcam.bench` that defines `add` is one measurement."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "bench"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    names = [path.stem for path in sorted(FOLDER.glob("*.py")) if "\ndef add(" in path.read_text(encoding="utf-8")]
    parser = commands.add_parser("bench", help="measure a part of the program", description="Measures a part of the program.")
    parser.add_argument("name", choices=names, help="what to measure")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="…", help="its options; try NAME --help")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Loads the one measurement that is wanted, since they are heavy, and gives it the rest of the command line."""
    parser = argparse.ArgumentParser(prog="boardcam bench")
    import_module(f"boardcam.bench.{args.name}").add(parser.add_subparsers(required=True))
    inner = parser.parse_args([args.name, *args.rest])
    return int(inner.run(inner))
