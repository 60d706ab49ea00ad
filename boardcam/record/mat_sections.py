"""The parts of a `.mat` file: what its header says, and the lines of each game under its names and its score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boardcam.rules.errors import Unreadable
from boardcam.rules.transcript import Match

UNNAMED = ("Light", "Dark")
"""Players whom the header does not name."""
_LENGTH = re.compile(
    r"\s*(?:(?P<length>\d{1,4})[\s-]*points?\s+match|(?P<money>(?:unlimited|money)\s+(?:match|session|game)))\b", re.I
)
_GAME = re.compile(r"\s*Game\s+\d+\s*$", re.IGNORECASE)
_SCORES = (
    re.compile(r"\s*(?P<left>\S.*?) ?:\s{1,3}(?P<points>\d+)\s{2,}(?P<right>\S.*?) ?:\s{1,3}(?P<others>\d+)\s*$"),
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
    points = int(found["length"] or 0)
    limit = keys.get("cubelimit", "")
    return Match(
        (keys.get("player 1") or UNNAMED[0], keys.get("player 2") or UNNAMED[1]), points,
        crawford=keys.get("crawford", "on").lower() != "off",
        jacoby=not points and keys.get("jacoby", "on").lower() != "off",
        cube_cap=int(limit) if limit.isdigit() and 0 < int(limit) < 1024 else None,
        date=_dashed(keys.get("eventdate"), r"\d{4}\D\d{1,2}\D\d{1,2}", "-"),
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
    for start, end in zip(starts, [*starts[1:], len(numbered)], strict=False):
        body = [(number, line) for number, line in numbered[start + 1 : end] if PLACED.match(line) or not _remark(line)]
        number, line = body[0] if body else numbered[start]
        found = next((match for form in _SCORES if body and (match := form.match(line))), None)
        if found is None:
            raise Unreadable(f"line {number}", f"expected the names and the score, like 'Ann : 0    Ben : 0', not {line.strip()!r}")
        score = (int(found["points"]), int(found["others"]))
        yield Section((found["left"], found["right"]), score, found.start("right"), tuple(body[1:]))


def _remark(line: str) -> bool:
    return line.lstrip()[:1] in (";", "#")
