"""The parts of a `.mat` file: what its header says, and the lines of each game under its names and its score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boardcam.record.mat_cells import prose
from boardcam.rules.errors import Unreadable
from boardcam.rules.transcript import Match

UNNAMED = ("Light", "Dark")
"""Players whom the header does not name."""
_LENGTH = re.compile(
    r"\s*(?:(?P<length>\d{1,4})[\s-]*points?\s+match|match\s+(?:of|to)\s+(?P<to>\d{1,4})(?:\s+points?)?"
    r"|(?P<money>(?:unlimited|money)\s+(?:match|session|game)))\b",
    re.IGNORECASE,
)
_GAME = re.compile(r"\s*Game(?:\s*#?\d+)?\s*(?:[-–,(\[].*|:)?\s*$", re.IGNORECASE)
_SCORES = (
    re.compile(r"\s*(?P<left>\S.*?|) ?:\s{1,3}(?P<points>\d+)\s{2,}(?P<right>\S.*?|) ?:\s{1,3}(?P<others>\d+)\s*$"),
    re.compile(r"\s*(?P<left>\S.*?)\s*:\s*(?P<points>\d+)\s+(?P<right>\S.*?)\s*:\s*(?P<others>\d+)\s*$"),
)
_KEY = re.compile(r"\s*[;#]\s*\[(?P<key>[^\"\]]+?)\s*\"(?P<value>.*)\"\s*\]\s*$")
PLACED = re.compile(r"\s*;\s*Set\s*Pos\s*=\s*(?P<board>[-A-Pa-p]{26})(?:/(?P<cube>-?\d{1,2}))?", re.IGNORECASE)
"""A position that is set."""


@dataclass(frozen=True, slots=True)
class Section:
    """A game's lines."""

    players: tuple[str, str]
    score: tuple[int, int]
    """Of the players in the order of the first game, like their names."""
    swapped: bool
    """The columns are the other way round than in the first game: its writer puts himself, or who starts, on the left."""
    right: int
    """Where the right player's name stands."""
    body: tuple[tuple[int, str], ...]


def apart(numbered: list[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The lines of each match of a file: a match begins with the remarks before its length."""
    starts = [0]
    for at, (_, line) in enumerate(numbered):
        if _LENGTH.match(line) and any(_GAME.match(before) for _, before in numbered[starts[-1] : at]):
            while _remark(numbered[at - 1][1]):
                at -= 1
            starts.append(at)
    return [numbered[start:end] for start, end in zip(starts, [*starts[1:], len(numbered)], strict=True)]


def header(numbered: list[tuple[int, str]]) -> Match:
    """The match without its games: what the header says, and how long it is."""
    keys = {key["key"].lower(): key["value"].strip() for _, line in numbered if (key := _KEY.match(line))}
    found = next((length for _, line in numbered if (length := _LENGTH.match(line))), None)
    if found is None:
        raise Unreadable("line 1", "expected a line like '7 point match' before the games: this is no .mat file")
    variation = keys.get("variation", "backgammon").lower()
    if variation not in ("backgammon", "standard", ""):
        raise Unreadable(_line(numbered, "variation"), f"expected the variation Backgammon: {keys['variation']!r} is another game")
    points = int(found["length"] or found["to"] or 0)
    limit = keys.get("cubelimit", "")
    return Match(
        (keys.get("player 1") or "", keys.get("player 2") or ""), points,
        crawford=keys.get("crawford", "on").lower() != "off",
        jacoby=not points and keys.get("jacoby", "on").lower() != "off",
        cube_cap=int(limit) if limit.isdigit() and 0 < int(limit) < 1024 else None,
        date=_dashed(keys.get("eventdate") or keys.get("date"), r"\d{4}\D\d{1,2}\D\d{1,2}", "-"),
        time=_dashed(keys.get("eventtime"), r"\d{1,2}\D\d{2}", ":"),
        event=keys.get("event") or None, place=keys.get("site") or None,
    )  # fmt: skip


def _line(numbered: list[tuple[int, str]], key: str) -> str:
    return next(f"line {number}" for number, line in numbered if (match := _KEY.match(line)) and match["key"].lower() == key)


def _dashed(value: str | None, form: str, dash: str) -> str | None:
    """A date or a time with our separator; None if it is none."""
    return dash.join(f"{int(part):02d}" for part in re.split(r"\D", value)) if value and re.fullmatch(form, value) else None


def sections(numbered: list[tuple[int, str]]) -> Iterator[Section]:
    """The games' lines, each after its " Game N" and its score."""
    starts = [at for at, (_, line) in enumerate(numbered) if _GAME.match(line)]
    first: tuple[str, str] | None = None
    for start, end in zip(starts, [*starts[1:], len(numbered)], strict=False):
        body = [(number, line) for number, line in numbered[start + 1 : end] if PLACED.match(line) or not _remark(line)]
        number, line = body[0] if body else numbered[start]
        while len(body) > 1 and _scores(body[0][1]) is None and prose(body[0][1]):
            del body[0]
        found = _scores(body[0][1]) if body else None
        if found is None:
            raise Unreadable(f"line {number}", f"expected the names and the score, like 'Ann : 0    Ben : 0', not {line.strip()!r}")
        players, score = (_name(found["left"]), _name(found["right"])), (int(found["points"]), int(found["others"]))
        first = first or players
        swapped = players == first[::-1] and players != first
        told = tuple(row for row in body[1:] if PLACED.match(row[1]) or not prose(row[1]))
        if swapped:
            players, score = players[::-1], score[::-1]
        yield Section(players, score, swapped, found.start("right"), told)


def _scores(line: str) -> re.Match[str] | None:
    return next((match for form in _SCORES if (match := form.match(line))), None)


def _name(told: str) -> str:
    """A name without the rating that some programs write behind it: "Ann, 1623.5"."""
    return re.sub(r"\s*,\s*\d[\d.,/ ]*$", "", told).strip()


def _remark(line: str) -> bool:
    return line.lstrip()[:1] in (";", "#")
