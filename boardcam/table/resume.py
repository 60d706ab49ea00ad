"""A match that was broken off is taken up again: its journal folded, its files made again, its clock set after the last event.

The same opens a match that is over for correcting: `opened`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from boardcam import app, config
from boardcam.record.folder import Folder, TakenUp, take_up
from boardcam.record.journal import Entry
from boardcam.referee import settle
from boardcam.referee.state import Referee
from boardcam.replay.asked import Asked, Refused
from boardcam.replay.correcting import Change, corrected
from boardcam.replay.fold import Fold, blank, fold, folded
from boardcam.rules import profile_file

PAUSE = 1.0
"""s of the match that pass between the last event before and the first picture after, however long it was."""
Up = tuple[Referee, settle.Settle]
Say = Callable[[str], None]


def resumed(
    options: config.Options, seen: Iterator[app.Seen], now: Callable[[], str] | None, say: Say
) -> tuple[Folder, config.Options, Up, Iterator[app.Seen]]:
    """(The folder, the options as the record has them, where the match stands, what is seen from now on). Raises NoRecord,
    FolderTaken, OSError, sqlite3.OperationalError."""
    up = take_up(options.out, now)
    try:
        was = _fold(up, options, say)
        options = _recorded(options, was)
        settings = {**was.settings, "source": options.source.told}
        folder = Folder(options.out, settings, blank(settings), now, say, up=up, told=was.verdicts)
    except BaseException:
        up.close()
        raise
    t = was.end + PAUSE
    settling = settle.again(options.profile, folder.events(), t)
    return folder, options, (was.state, settling), app.later(seen, t)


def _fold(up: TakenUp, options: config.Options, say: Say) -> Fold:
    """The match so far. What is damaged is said, and stops nothing: without its beginning the match is one by these options."""
    for note in up.notes:
        say(note)
    settings = up.journal.settings()
    if settings is None:
        say("the journal does not say how the match is played: it goes on by the options given here")
        settings = options.settings()
    was = fold(settings, up.journal.events(), up.journal.corrections())
    if up.journal.unreadable:
        say(f"entries of the journal that cannot be read were passed over: {', '.join(map(str, up.journal.unreadable))}")
    mend(up, was)
    return was


def mend(up: TakenUp, was: Fold) -> None:
    """What the last event led to is kept, if the program was killed before it was; and what follows from a journal with gaps."""
    if up.notes:
        up.journal.retold(0, was.verdicts)
    for verdict in was.verdicts[len(was.verdicts) - up.journal.missing(was.last) :]:
        up.journal.verdict(verdict)


def _recorded(options: config.Options, was: Fold) -> config.Options:
    light, dark = was.settings["players"]
    return replace(
        options, length=was.settings["length"], profile=profile_file.parse(was.settings["profile"]), names=(light, dark)
    )  # fmt: skip


@contextmanager
def opened(path: Path, say: Say) -> Iterator[tuple[Folder, Fold]]:
    """The folder of a match that nobody writes now, and its fold. Raises what `resumed` does, and ValueError for a journal whose
    beginning is lost."""
    up = take_up(path)
    try:
        for note in up.notes:
            say(note)
        was = folded(up.journal)
        mend(up, was)
        folder = Folder(path, dict(was.settings), blank(was.settings), say=say, up=up, told=was.verdicts)
    except BaseException:
        up.close()
        raise
    try:
        yield folder, was
    finally:
        folder.close()


def put_right(folder: Folder, asked: Asked, before: Fold | None = None) -> Change:
    """A correction in the journal, and the files of the folder as they are with it. Raises Refused; then nothing is written."""
    return corrected(folder, asked, before)


def remade(entries: Iterable[Entry], out: Path, say: Say) -> Fold:
    """A new folder of the entries of a journal, with the files that follow from them. Raises FolderTaken for a folder that holds a
    match, OSError, sqlite3.Error, and ValueError when the entries do not say how the match was played; then it is not made."""
    entries = list(entries)
    settings = [json.loads(entry.json) for entry in entries if entry.kind == "match"]
    if not settings:
        raise ValueError("how the match was played is not among what can be read; without it nothing can be made of the rest")
    Folder(out, settings[0], blank(settings[0]), say=say, entries=entries).close()
    with opened(out, say) as (folder, was):
        folder.anew(was.verdicts)
    return was


Heard = Callable[[Asked, Change | Refused], None]
"""Told what came of something that was asked to be put right."""


def corrector(folder: Folder, say: Say, heard: Heard | None = None) -> app.Correct:
    """Puts something right while a match is played."""

    def correct(asked: Asked) -> Referee | None:
        try:
            change = put_right(folder, asked)
        except Refused as refused:
            say(f"not put right: {refused}")
            if heard:
                heard(asked, refused)
            return None
        for sentence in change.said:
            say(sentence)
        if heard:
            heard(asked, change)
        return change.after.state

    return correct
