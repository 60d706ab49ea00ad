"""`boardcam evidence`: what the rulings on a match rest on, to read and to hand on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "evidence",
        help="show or hand on what the rulings rest on",
        description="Lists the rulings on the match in DIR of which evidence was kept, with how many pictures are still there; "
        "with --out packs everything into one file with a page that any browser shows.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the match")
    parser.add_argument("--out", type=Path, metavar="FILE.zip", help="make a file of it: index.html, pictures, entries")
    parser.add_argument("--only", action="store_true", help="rulings that were no plain turns: illegal, void, unsure …")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.evidence import dossier
    from boardcam.record.evidence import ENTRIES, FOLDER, BadEvidence, read

    folder = args.folder / FOLDER
    if not (folder / ENTRIES).is_file():
        print(
            f"boardcam evidence: {args.folder} holds no {FOLDER}/{ENTRIES}: none was kept, or it is another folder",
            file=sys.stderr,
        )
        return 2
    try:
        entries = [entry for entry in read(folder) if not (args.only and entry.plain)]
    except BadEvidence as error:
        print(f"boardcam evidence: {error}", file=sys.stderr)
        return 2
    if args.out is not None:
        count = dossier.export(folder, entries, args.out)
        print(
            f"{args.out}: {len(entries)} rulings, {count} pictures, {args.out.stat().st_size / 1e6:.1f} MB. Open index.html in it."
        )
        return 0
    for entry in entries:
        left = sum((folder / name).exists() for name in entry.pictures.values())
        gone = len(entry.pictures) - left
        print(f"{dossier.heading(entry)}  ({left} pictures{f', {gone} have made room' if gone else ''})")
    return 0
