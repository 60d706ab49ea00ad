"""The archive as the commands use it: which one, and what is kept or put right in it. What became of that is one sentence."""

from __future__ import annotations

import argparse
import datetime
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from boardcam.rules.sentence import Sentence, sentence

if TYPE_CHECKING:
    from boardcam.record.archive import Archive
    from boardcam.rules.transcript import Match


def add(parser: argparse.ArgumentParser) -> None:
    """The options of a command that writes the folder of a match."""
    parser.add_argument("--archive", type=Path, metavar="PATH", help="the archive that keeps it (default: as boardcam matches)")
    parser.add_argument("--no-archive", action="store_true", help="the archive is left as it is")


def chosen(args: argparse.Namespace) -> Path | None:
    """The archive by these options; None = none."""
    return None if args.no_archive else args.archive or usual()


def usual() -> Path:
    """Where this user's archive is."""
    from boardcam.record.archive import usual_place

    return usual_place(os.environ, Path.home())


def opened(path: Path) -> Archive:
    """An archive that labels what is brought with the wall clock. Raises ArchiveUnusable."""
    from boardcam.record.archive import Archive

    return Archive(path, lambda: datetime.datetime.now().isoformat(timespec="seconds"))


class Kept(NamedTuple):
    """What became of a match that was to be kept."""

    said: Sentence
    good: bool


def keep(path: Path, match: Match, before: Match | None = None, folder: Path | None = None) -> Kept:
    """Takes a match that was refereed, in a folder, into an archive; `before` = what it was when it was taken up again."""
    from boardcam.record.archive import ArchiveUnusable

    try:
        with opened(path) as archive:
            number = (before and archive.replace(before, match)) or archive.keep(match).id
            return Kept(sentence("In the archive it is match {number}: boardcam matches show {number}", number=str(number)), True)
    except ArchiveUnusable as error:
        where = "DIR" if folder is None else str(folder)
        remedy = sentence("its record is whole: when that is put right, boardcam matches import {folder}", folder=where)
        return Kept(sentence("Not kept in the archive: {error}", error=str(error)).then(remedy), False)
    except ValueError as error:
        return Kept(sentence("Not kept in the archive: {error}", error=str(error)), True)


def put_right(path: Path | None, before: Match, after: Match) -> str | None:
    """Puts a corrected match in the place of what it was; None where there is nothing to say: the record is the same, or was not
    kept there."""
    from boardcam.record.archive import ArchiveUnusable

    if path is None or not path.exists() or before == after:
        return None
    try:
        with opened(path) as archive:
            number = archive.replace(before, after)
            return None if number is None else sentence("Match {number} in the archive is put right too.", number=str(number))
    except (ArchiveUnusable, ValueError) as error:
        return sentence("Not put right in the archive: {error}", error=str(error))
