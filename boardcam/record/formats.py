"""The formats of a match by name, and which one a file is.

A file is known by what is in it, not by its name. Nothing is given out that would be read back as another match: every text and
every file is read again and compared with the record before it is returned.
"""

from __future__ import annotations

from boardcam.record import mat, mat_reading, match_lines, ogxm, ogxm_reading, sgf, sgf_reading
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import Position, Side
from boardcam.rules.transcript import CubeAction, Game, Match

FORMATS = {"mat": "GNU Backgammon, eXtreme Gammon, most sites", "sgf": "GNU Backgammon, with illegal plays and unfinished turns",
           "jsonl": "boardcam, without any loss", "ogxm": "OpenGammon and HedgeHog (needs the package ogxm)"}  # fmt: skip
"""What each format is good for; the names are those of files' endings."""


def read(data: bytes) -> Match:
    """The match in a file of any of the formats. Unreadable names the place and what was expected; OgxmMissing."""
    if data[:4] == b"OGXM":
        return ogxm_reading.read(data)
    text = mat_reading.decoded(data)
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if not start:
        raise Unreadable("line 1", "expected a match: the file is empty")
    return {"(": sgf_reading.read, "{": match_lines.read}.get(start, mat_reading.read)(text)


def write(match: Match, form: str) -> bytes:
    """A match in a format. ValueError if there is no such format or it would be read back as another match; OgxmMissing."""
    if form not in FORMATS:
        raise ValueError(f"there is no format {form!r}; choose one of {', '.join(FORMATS)}")
    data = (
        ogxm.write(match)
        if form == "ogxm"
        else {"mat": mat.write, "sgf": sgf.write, "jsonl": match_lines.write}[form](match).encode()
    )
    kept = [game for game in match.games if form != "mat" or game.result is None or game.result.winner is not None]
    found = read(data)
    for number, (one, other) in enumerate(zip(kept, found.games, strict=True), 1):
        if _played(one) != _played(other):
            raise ValueError(f"game {number} would be read back as another game from {form}; take jsonl for this match")
    return data


def _played(game: Game) -> tuple[object, ...]:
    """What must not change: the score before, who did what from where to where, who won how much."""
    points = None if game.result is None else (game.result.winner, game.result.points)
    return game.score, tuple(_done(game)), points


def _done(game: Game) -> list[tuple[Side, object, Position | int | None]]:
    """Rolls with where they led to, and what was done with the cube; turns that nobody saw are in no other format."""
    told: list[tuple[Side, object, Position | int | None]] = []
    for action in game.actions:
        if isinstance(action, CubeAction):
            told.append((action.side, action.kind, action.value))
        elif action.dice is not None:
            told.append((action.side, action.dice, action.after if action.play is not None else None))
    return told
