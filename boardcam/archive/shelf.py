"""The archive as its page shows it: matches by what was searched for, one match move by move with the pictures that are kept of it.

Pictures lie in the folder in which a match was refereed; it is found again by when it began and where it was seen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from boardcam.archive import keeping
from boardcam.coaching import flashcards
from boardcam.coaching.grading import Grading
from boardcam.record import formats, journal
from boardcam.record.archive import Archive, ArchiveUnusable, NoSuchMatch
from boardcam.record.archive_search import Search
from boardcam.record.evidence import FOLDER, BadEvidence, Entry, jpeg, there
from boardcam.record.evidence import read as read_evidence
from boardcam.record.incidents import incidents, kinds
from boardcam.record.mistakes import KINDS, Sought
from boardcam.record.ogxm import OgxmMissing
from boardcam.rules import profile_file, xgid
from boardcam.rules.moments import moments
from boardcam.rules.position import Side
from boardcam.rules.sentence import marked
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import CubeAction, Game, Match, Result, Turn
from boardcam.table.scene import board, speaking

MOST = 200
"""Matches that a list shows."""
PLACES = ("", "*/", "matches/*/")
"""Where matches lie in a folder: it is the folder of one, holds them, or is that of a table."""
SAME = 0.002
"""s: a ruling and its evidence are told apart from others by their time."""
Evidence = tuple[Entry, ...]


class Shelf:
    """The matches of one archive, with the pictures of those refereed in `folders`: that of one, of several, or of a table."""

    def __init__(self, archive: Path | None, folders: Path, grading: Grading | None = None) -> None:
        """`grading` = who analyses matches; None = nobody does."""
        self._archive, self._folders, self._grading = archive, folders, grading

    def matches(self, asked: Mapping[str, str]) -> Mapping[str, Any]:
        """The list that a search gives: `player` = a part of a name, `incident` = a kind."""
        incident = asked.get("incident", "")
        search = Search(tuple(asked.get("player", "").split()), incidents=(incident,) if incident else ())
        if self._archive is None or not self._archive.exists():
            return {"matches": []}
        with self._opened() as archive:
            return {"matches": [_row(asdict(row)) for row in islice(archive.rows(search), MOST)]}

    def match(self, number: int, code: str = "en") -> Mapping[str, Any]:
        """A match with the board after everything that was done in it, in the language of a code."""
        match = self._match(number)
        speech = speaking(code, profile_file.played_by(match.profile, match.rules))
        folder = self._folder(match)
        proof = _evidence(folder) if folder else ()
        return {
            "id": number, "names": match.players, "length": match.length, "score": match.score,
            "date": match.date, "time": match.time, "event": match.event, "place": match.place,
            "profile": match.profile, "variant": match.variant,
            "games": [_game(match, game, folder, proof) for game in match.games],
            "incidents": [
                asdict(one) | {"side": None if one.side is None else one.side.colour, "why": speech.say(one.why)}
                for one in incidents(match)
            ],
            "kinds": kinds(match), "dice": _dice(match), "formats": list(formats.FORMATS), "analysis": self._analysis(number),
        }  # fmt: skip

    def file(self, number: int, form: str) -> tuple[str, bytes]:
        match = self._match(number)
        if form not in formats.FORMATS:
            raise LookupError(f"there is no format {form}")
        try:
            data = formats.write(match, form)
        except OgxmMissing as missing:
            raise ValueError(str(missing)) from missing
        name = "-".join(re.sub(r"[^a-z0-9]+", "", word.casefold()) or "player" for word in match.players)
        return f"{match.date or 'match'}-{name}.{'txt' if form == 'xgid' else form}", data

    def picture(self, number: int, name: str) -> bytes | None:
        folder = self._folder(self._match(number))
        return None if folder is None else jpeg(folder / FOLDER, name)

    def remove(self, number: int) -> None:
        with self._opened() as archive:
            archive.remove([number])

    def analyse(self, number: int) -> None:
        self._match(number)
        if self._grading is None:
            raise ValueError(marked("nobody analyses matches here"))
        self._grading.want(number)

    def mistakes(self, asked: Mapping[str, str]) -> Mapping[str, Any]:
        """What was given up: `player` = a part of a name, `kind` = one of `mistakes.KINDS`, or "cube" for all with the cube,
        `least` = the loss."""
        if self._archive is None or not self._archive.exists():
            return {"mistakes": []}
        with self._opened() as archive:
            return {"mistakes": [asdict(one) for one in islice(archive.mistakes(_sought(asked)), MOST)]}

    def cards(self, asked: Mapping[str, str]) -> str:
        return flashcards.cards(mistake["xgid"] for mistake in self.mistakes(asked)["mistakes"])

    def _analysis(self, number: int) -> Mapping[str, Any]:
        """What the coach thinks of a match, or how far it is with it."""
        state = self._grading.state(number) if self._grading else {"state": "none", "nobody": True}
        if state["state"] in ("none", "waiting"):
            with self._opened() as archive:
                return archive.analysis(number) or state
        return state

    def _match(self, number: int) -> Match:
        if self._archive is None or not self._archive.exists():
            raise LookupError(marked("no match is kept yet"))
        with self._opened() as archive:
            return archive.match(number)

    @contextmanager
    def _opened(self) -> Iterator[Archive]:
        if self._archive is None:
            raise LookupError(marked("no match is kept yet"))
        try:
            with keeping.opened(self._archive) as archive:
                yield archive
        except NoSuchMatch as error:
            raise LookupError(marked("there is no such match")) from error
        except ArchiveUnusable as error:
            raise ValueError(str(error)) from error

    def _folder(self, match: Match) -> Path | None:
        """Where it was refereed, if that is still there."""
        if match.date is None or match.time is None:
            return None
        for path in (path for place in PLACES for path in sorted(self._folders.glob(f"{place}journal.sqlite"))):
            told = journal.told_settings(path)
            if all(told.get(name) == getattr(match, name) for name in ("date", "time", "source")):
                return path.parent
        return None


def _sought(asked: Mapping[str, str]) -> Sought:
    kind = asked.get("kind", "")
    kinds = KINDS[1:] if kind == "cube" else tuple(one for one in KINDS if one == kind)
    try:
        least = float(asked.get("least") or 0.02)
    except ValueError as error:
        raise ValueError(marked("a loss is a number like 0.05")) from error
    return Sought(asked.get("player", ""), kinds, least)


def _row(told: dict[str, Any]) -> dict[str, Any]:
    return told | {"incidents": dict(told["incidents"])}


def _evidence(folder: Path) -> Evidence:
    try:
        return read_evidence(folder / FOLDER)
    except (BadEvidence, OSError):
        return ()


def _game(match: Match, game: Game, folder: Path | None, proof: Evidence) -> dict[str, Any]:
    return {
        "score": game.score, "crawford": game.crawford, "board": board(game.start), "result": _result(game.result),
        "actions": [
            _action(action, now, _pictures(action.t, folder, proof))
            for action, now in zip(game.actions, moments(match, game), strict=False)
        ],
    }  # fmt: skip


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    winner = None if result.winner is None else result.winner.colour
    return {"winner": winner, "points": result.points, "how": result.how, "kind": result.kind}


def _action(action: Turn | CubeAction, now: Situation, pictures: Mapping[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = {"side": action.side.colour, "t": action.t, "xgid": xgid.format(now), "pictures": pictures}
    if isinstance(action, CubeAction):
        return told | {"kind": action.kind, "value": action.value}
    play = None if action.play is None else str(action.play)
    return told | {"kind": "turn", "dice": action.dice, "play": play, "legal": action.legal, "board": board(action.after)}


def _pictures(t: float | None, folder: Path | None, proof: Evidence) -> Mapping[str, str]:
    """What is still kept of what was ruled at this time, by what it shows."""
    if t is None or folder is None:
        return {}
    found = {what: name for entry in proof if abs(entry.t - t) < SAME for what, name in entry.pictures.items()}
    return there(folder / FOLDER, found)


def _dice(match: Match) -> list[list[int]]:
    """How often each side rolled 1…6, and doublets: two rows of seven."""
    rows = []
    for side in Side:
        turns = (one for game in match.games for one in game.actions if isinstance(one, Turn) and one.side is side and one.dice)
        rolls = [turn.dice for turn in turns if turn.dice]
        faces = Counter(face for roll in rolls for face in roll)
        rows.append([*(faces[face] for face in range(1, 7)), sum(a == b for a, b in rolls)])
    return rows
