"""Matches as they are brought: files of any format, and folders of `boardcam run`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from boardcam.record import formats
from boardcam.record.folder import FolderTaken, NoRecord, TakenUp, take_up
from boardcam.replay.fold import folded
from boardcam.rules.errors import Unreadable
from boardcam.rules.transcript import Match


class CannotBring(Exception):
    """No match can be read there; the text says where and why."""


def brought(path: Path, say: Callable[[str], None]) -> tuple[Match, ...]:
    """The matches of a file, or the one of a folder; what was found to be damaged in it goes to `say`. Raises CannotBring."""
    try:
        return (_folder(path, say),) if path.is_dir() else _file(path)
    except OSError as error:
        raise CannotBring(f"{path}: {error.strerror}") from error


def _file(path: Path) -> tuple[Match, ...]:
    try:
        found = formats.matches(path.read_bytes())
    except Unreadable as error:
        raise CannotBring(f"{path}: {error}") from error
    return tuple(replace(match, source=match.source or path.name) for match in found)


def _folder(path: Path, say: Callable[[str], None]) -> Match:
    """The fold of its journal, with every correction."""
    with closing(_taken(path)) as taken:
        for note in taken.notes:
            say(f"{path}: {note}")
        try:
            return folded(taken.journal).match
        except ValueError as error:
            raise CannotBring(f"{path}: {error}") from error


def _taken(path: Path) -> TakenUp:
    try:
        return take_up(path)
    except (FolderTaken, NoRecord) as error:
        raise CannotBring(str(error)) from error
    except sqlite3.Error as error:
        raise CannotBring(f"{path}: the journal cannot be read: {error}") from error
