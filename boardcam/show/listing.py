"""Matches one a line, in 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boardcam.show.fitted import fitted

TITLE = "   ID  date        to  match                             event         notes"
LEGEND = "notes: 3! incidents, 2? turns not sure, … not finished.  to: points of the match, - a session"


@dataclass(frozen=True, slots=True)
class Listed:
    """What a line tells."""

    id: int
    date: str
    length: int
    players: tuple[str, str]
    score: tuple[int, int]
    event: str
    incidents: int
    doubts: int
    finished: bool


def listing(matches: Iterator[Listed]) -> Iterator[str]:
    """The lines, with a title before the first; nothing if there is none."""
    title: Iterator[str] = iter((TITLE,))
    for match in matches:
        yield from title
        yield line(match)


def line(match: Listed) -> str:
    """One match."""
    light, dark = (fitted(player, 13).rstrip() for player in match.players)
    score = f"{match.score[0]}-{match.score[1]}"
    notes = _notes(match)
    return (
        f"{match.id:5}  {match.date:10}  {match.length or '-':>2}  {fitted(f'{light} {score} {dark}', 32)}  "
        f"{fitted(match.event, 12)}  {notes}"
    ).rstrip()


def _notes(match: Listed) -> str:
    marks: Mapping[str, bool] = {
        f"{match.incidents}!": match.incidents > 0, f"{match.doubts}?": match.doubts > 0, "…": not match.finished,
    }  # fmt: skip
    return " ".join(mark for mark, shown in marks.items() if shown)
