"""The words of a `.mat` file: rows cut into cells, each cell what one player did.

Widths of columns are never counted on. A row is cut where a roll or one of the words of the cube begins; an only cell belongs to
the left player unless it is set in by six blanks or more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from boardcam.rules.position import Side

SET_IN = 6
"""Blanks before an only cell that make it the right player's."""
ROW = re.compile(r"\s*\d{1,4}(?:\)|\.(?=\s))(?P<cells>.*)")
_CELL = re.compile(
    r"(?<![^\s)])(?:"
    r"(?P<roll>[1-6](?:-(?=[1-6] ?:))?[1-6])(?: ?:|(?=\s|$))\s*(?P<illegal>illegal play\s*\((?P<fields>[^)]*)\))?"
    r"|(?P<double>(?:re-?)?doubles?\b)(?:\s*(?:=>|to)\s*(?P<value>\d+))?"
    r"|(?P<take>(?:takes?|accepts?)\b)"
    r"|(?P<drop>(?:drops?|pass(?:es)?|rejects?|refuses?)\b)"
    r"|(?P<win>wins?\s+(?P<points>\d+)\s+points?\b[^:]*?(?=\s{2,}|$))"
    r"|(?P<resign>(?:resign\w*|forfeits?|loses on time)\b[^:]*?(?=\s{2,}|$))"
    r")",
    re.IGNORECASE,
)

Kind = Literal["roll", "double", "take", "drop", "win", "resign"]


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player did."""

    kind: Kind
    column: int
    """Blanks before it in its row, or in its line where it stands alone."""
    side: Side
    """By its place: White is the left player."""
    dice: tuple[int, int] = (0, 0)
    text: str = ""
    """What follows the roll."""
    fields: str | None = None
    """Of an "Illegal play (…)": what is in the brackets."""
    number: int | None = None
    """Value of the cube after a double, or points of a win."""


_SAID = re.compile(
    r"(?:\d|bar)/(?:\d|off)|\b[1-6]-?[1-6] ?:|\b(?:redoubles?|doubles?|takes?|accepts?|drops?|pass(?:es)?|beavers?|wins?|resign)",
    re.IGNORECASE,
)


def prose(line: str) -> bool:
    """Whether a line outside the rows says nothing of the game: an advertisement, a remark, where the file comes from."""
    return not ROW.match(line) and not _CELL.search(line) and not _SAID.search(line)


def cells(text: str) -> tuple[Cell, ...]:
    """The cells of a row, without its number. ValueError says what was expected instead."""
    text = re.sub(r"^\t", " ", text).expandtabs()
    found = list(_CELL.finditer(text))
    junk = text[: found[0].start()] if found else text
    if re.search(r"\b(?:beaver|raccoon)", text, re.IGNORECASE):
        raise ValueError("expected Takes or Drops: beavers and raccoons are in no rules that are kept here")
    if junk.strip():
        raise ValueError(f"expected a roll like 31: or Doubles, Takes, Drops, Wins, not {junk.strip()!r}")
    if len(found) > 3 or (len(found) == 3 and not found[2]["win"]):
        raise ValueError(f"expected two players in a row, not {len(found)}: {text.strip()!r}")
    ends = [match.start() for match in found[1:]] + [len(text)]
    sides = (Side.WHITE, Side.BLACK, Side.BLACK) if len(found) > 1 else (Side.BLACK if len(junk) >= SET_IN else Side.WHITE,)
    return tuple(_cell(match, text[match.end() : end], side) for match, end, side in zip(found, ends, sides, strict=False))


def _cell(match: re.Match[str], rest: str, side: Side) -> Cell:
    kind: Kind = next(kind for kind in _KINDS if match[kind])
    if kind != "roll" and rest.strip():
        raise ValueError(f"expected nothing after {match[0].strip()!r} but the other player's column, not {rest.strip()!r}")
    dice = (int(match["roll"][0]), int(match["roll"][-1])) if match["roll"] else (0, 0)
    number = match["value"] or match["points"]
    return Cell(kind, match.start(), side, dice, rest.strip(), match["fields"], int(number) if number else None)


_KINDS: tuple[Kind, ...] = ("roll", "double", "take", "drop", "win", "resign")


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold something, with their numbers from 1."""
    text = text.removeprefix("\ufeff").translate({0x1A: None, 0: None, 0xA0: " "})  # Ctrl-Z ends files of old programs
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        if line.strip():
            yield number, line.rstrip()
