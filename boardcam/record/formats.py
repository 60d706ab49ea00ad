"""The formats of a match by name, and which one a file is.

A file is known by what is in it, not by its name. Nothing is given out that would be read back as another match: every text and
every file is read again and compared with the record before it is returned.
"""

from __future__ import annotations

import re

from boardcam.record import mat, mat_reading, match_lines, ogxm, ogxm_reading, sgf, sgf_reading
from boardcam.rules import xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.moments import moments
from boardcam.rules.position import Position, Side
from boardcam.rules.transcript import CubeAction, Game, Match

FORMATS = {"mat": "GNU Backgammon, eXtreme Gammon, most sites", "sgf": "GNU Backgammon, with illegal plays and unfinished turns",
           "jsonl": "boardcam, without any loss", "ogxm": "OpenGammon and HedgeHog (needs the package ogxm)",
           "xgid": "the situation before everything that was done, one a line (cannot be read back as a match)"}  # fmt: skip
"""What each format is good for; the names are those of files' endings."""


def read(data: bytes) -> Match:
    """The match in a file of any of the formats. Unreadable names the place and what was expected; OgxmMissing."""
    found = matches(data)
    if len(found) > 1:
        raise Unreadable("file", f"expected one match, not {len(found)}")
    return found[0]


def matches(data: bytes) -> tuple[Match, ...]:
    """All matches in a file of any of the formats, one after the other; Unreadable, OgxmMissing."""
    if data[:4] == b"OGXM":
        return (ogxm_reading.read(data),)
    text = mat_reading.decoded(data)
    begins = text.lstrip("\ufeff \t\r\n")
    if not begins:
        raise Unreadable("line 1", "expected a match: the file is empty")
    for form, (signs, what) in _NO_MATCH.items():
        if re.match(signs, data):
            raise Unreadable("file", f"expected {', '.join(list(FORMATS)[:4])}, not {form}: {what}")
    if begins[:4].upper() in ("XGID", "GNUB"):
        raise Unreadable("line 1", "expected a match: this is a single position; boardcam plays reads those")
    return {"(": sgf_reading.matches, "{": match_lines.matches}.get(begins[0], mat_reading.matches)(text)


_NO_MATCH = {
    "an .xg file": (rb"RGMH", "save the match in eXtreme Gammon as text (.mat)"),
    "a .bgf file": (rb'\{[^\n]{0,300}"compression"', "export the match from BGBlitz as .mat"),
    "a compressed file": (rb"PK\x03\x04|\x1f\x8b", "unpack it first"),
    "a database": (rb"SQLite format 3", "give the folder of the match instead"),
}
"""What people will try to bring, by its first bytes, and how to bring it."""


def write(match: Match, form: str) -> bytes:
    """A match in a format. ValueError if there is no such format or it would be read back as another match; OgxmMissing."""
    if form not in FORMATS:
        raise ValueError(f"there is no format {form!r}; choose one of {', '.join(FORMATS)}")
    if form == "xgid":
        return _ids(match)
    data = (
        ogxm.write(match)
        if form == "ogxm"
        else {"mat": mat.write, "sgf": sgf.write, "jsonl": match_lines.write}[form](match).encode()
    )
    kept = [game for game in match.games if form != "mat" or game.result is None or game.result.winner is not None]
    found = read(data)
    if len(kept) != len(found.games) or match.length != found.length:
        raise ValueError(f"it would be read back as another match from {form}; take jsonl for this match")
    for number, (one, other) in enumerate(zip(kept, found.games, strict=True), 1):
        if _played(one) != _played(other):
            raise ValueError(f"game {number} would be read back as another game from {form}; take jsonl for this match")
    return data


def remarks(match: Match, form: str) -> list[str]:
    """What to know of a match in a format: what it has no place for, and what readers of it do not heed. One sentence each."""
    drawn = [str(number) for number, game in enumerate(match.games, 1) if game.result is not None and game.result.winner is None]
    told = {
        f"{'games' if len(drawn) > 1 else 'game'} {', '.join(drawn)} left out: .mat files know no draws": bool(drawn),
        "GNU Backgammon counts a session in a .mat file by Jacoby's rule: give it sgf": not match.length and not match.jacoby,
        "GNU Backgammon reads no .mat file of more than 64 points": match.length > 64,
        "GNU Backgammon plays a Crawford game in every .mat match: give it sgf": match.length > 1 and not match.crawford,
    }
    return [remark for remark, holds in told.items() if holds] if form == "mat" else []


def _ids(match: Match) -> bytes:
    """Every moment of every game as an XGID."""
    lines = []
    for moment in (moment for game in match.games for moment in moments(match, game)):
        lines.append(xgid.format(moment))
        if xgid.parse(lines[-1]) != moment:
            raise ValueError(f"XGIDs cannot tell this match: {lines[-1]} would be another situation; take jsonl for this match")
    return "".join(f"{line}\n" for line in lines).encode()


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
