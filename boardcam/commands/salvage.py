"""`boardcam salvage`: get out of a damaged journal whatever can still be read."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardcam.record.salvage import Salvaged
    from boardcam.replay.fold import Fold


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "salvage",
        help="get out of a damaged journal what can be read",
        description="Reads a journal page by page, however damaged, with the -wal beside it, and makes a new folder of what is "
        "found: journal.sqlite, events.jsonl, match.mat. The file itself is not touched. Says what is lost.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="journal.sqlite, or journal.sqlite.damaged-1 …")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.record import salvage
    from boardcam.record.folder import FolderTaken
    from boardcam.table.resume import remade

    found = salvage.read(args.file)
    if not found.entries:
        print(f"boardcam salvage: no entry of a journal can be read in {args.file}", file=sys.stderr)
        return 2
    try:
        fold = remade(found.entries, args.out, lambda trouble: print(f"boardcam salvage: {trouble}", file=sys.stderr))
    except (FolderTaken, sqlite3.Error, ValueError) as error:
        print(f"boardcam salvage: {error}", file=sys.stderr)
        return 2
    print("\n".join(_said(found, fold, args.out)))
    return 0 if not found.gaps else 1


def _said(found: Salvaged, fold: Fold, out: Path) -> Iterator[str]:
    kinds = [entry.kind for entry in found.entries]
    told = ", ".join(f"{kind} {kinds.count(kind)}" for kind in dict.fromkeys(kinds))
    yield f"Entries read: {len(kinds)} ({told})."
    for gap in found.gaps:
        until = "" if gap.until is None else f" until {gap.until:.1f} s"
        since = "the beginning" if gap.since is None else f"{gap.since:.1f} s"
        yield f"Lost: entries {gap.first} to {gap.last}, from {since}{until}."
    yield "What came after the last entry nobody can know." if found.gaps else "Nothing is missing up to the last entry."
    light, dark = fold.state.score.points
    yield f"{len(fold.games)} games, {len(fold.turns)} turns; light {light}, dark {dark}. The record is in {out}."
