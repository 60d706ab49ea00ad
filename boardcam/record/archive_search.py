"""What to look for in the archive: everything that is asked for must be so."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass

Value = str | int


@dataclass(frozen=True, slots=True)
class Search:
    """What a match must be like; what is None or empty does not matter."""

    players: tuple[str, ...] = ()
    """Parts of names, each somebody's of this match; capitals do not count."""
    since: str | None = None
    """YYYY-MM-DD, that day included."""
    until: str | None = None
    score: tuple[int, int] | None = None
    """Points of the two, either way round."""
    event: str | None = None
    """A part of the event's or the place's name."""
    length: int | None = None
    """Points of the match; 0 = sessions."""
    incidents: tuple[str, ...] = ()
    """Kinds that must all have happened."""
    doubts: bool = False
    """Something in it is not sure."""

    def clause(self) -> tuple[str, tuple[Value, ...]]:
        """An SQL condition on the archive's table of matches, and its values."""
        parts = list(self._parts())
        return " AND ".join([part for part, _ in parts] or ["1"]), tuple(value for _, values in parts for value in values)

    def _parts(self) -> Iterator[tuple[str, tuple[Value, ...]]]:
        for player in self.players:
            yield "(instr(folded(light), ?) OR instr(folded(dark), ?))", (player.casefold(), player.casefold())
        if self.since is not None:
            yield "coalesce(date, substr(added, 1, 10)) >= ?", (self.since,)
        if self.until is not None:
            yield "coalesce(date, substr(added, 1, 10)) <= ?", (self.until,)
        if self.score is not None:
            yield "(light_points, dark_points) IN (VALUES (?, ?), (?, ?))", (*self.score, *self.score[::-1])
        if self.event is not None:
            yield "(instr(folded(event), ?) OR instr(folded(place), ?))", (self.event.casefold(), self.event.casefold())
        if self.length is not None:
            yield "length = ?", (self.length,)
        for kind in self.incidents:
            yield "EXISTS (SELECT 1 FROM incident WHERE incident.match = match.id AND kind = ?)", (kind,)
        if self.doubts:
            yield "doubts > 0", ()


EVERYTHING = Search()


def days(text: str) -> tuple[str | None, str | None]:
    """The first and the last day of "2026-11-30", "2026-11", "2026", or a range like "2026-11..2026-12-05", either end open.

    ValueError says what would be right.
    """
    first, dots, last = (part.strip() for part in text.partition(".."))
    if dots and (first or last):
        return (_day(first, text)[0] if first else None), (_day(last, text)[1] if last else None)
    return _day(first, text)


def score(text: str) -> tuple[int, int]:
    """The points of "7-4"."""
    found = re.fullmatch(r"\s*(\d{1,4})\s*[-–:]\s*(\d{1,4})\s*", text)
    if not found:
        raise ValueError(f"{text!r} is no score; say it like 7-4")
    return int(found[1]), int(found[2])


def _day(part: str, text: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", part)
    year, month, day = (int(number) if number else 0 for number in (found.groups() if found else (None,) * 3))
    if not found or (found[2] and not 1 <= month <= 12) or (found[3] and not 1 <= day <= calendar.monthrange(year, month)[1]):
        raise ValueError(f"{text!r} is no date; say 2026-11-30, 2026-11 or 2026, or a range like 2026-11-01..2026-11-30")
    last = calendar.monthrange(year, month or 12)[1]
    return f"{year:04}-{month or 1:02}-{day or 1:02}", f"{year:04}-{month or 12:02}-{day or last:02}"
