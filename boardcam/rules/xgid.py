"""XGID, the one-line situation of eXtreme Gammon, both ways (specification: manual of eXtreme Gammon 2, pp. 146 and 151).

    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10

26 characters: the top player's bar, points 1…24 of the bottom player, his bar; `A`…`P` bottom's, `a`…`p` top's checkers. Then nine
numbers. The bottom player is White, whoever is on roll.
"""

from __future__ import annotations

import re
from functools import lru_cache

from boardcam.rules.cube import Cube
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import Position, Side
from boardcam.rules.situation import Offer, Situation, filled

FIELDS = ("position", "cube", "owner", "turn", "dice", "scoreBottom", "scoreTop", "rules", "length", "maxcube")
_RANGES = {
    "cube": (0, 20), "owner": (-1, 1), "turn": (-1, 1), "scoreBottom": (0, 999), "scoreTop": (0, 999), "rules": (0, 3),
    "length": (0, 999), "maxcube": (0, 20),
}  # fmt: skip
_NAME, _NUMBER = re.compile(r"^\s*XGID\s*=", re.IGNORECASE), re.compile("-?[0-9]{1,4}")
_OFFERS: dict[str, Offer] = {"D": "double", "B": "beaver", "R": "raccoon"}
_LETTERS = "-ABCDEFGHIJKLMNOP"
_COUNTS = {**{sign: -n for n, sign in enumerate(_LETTERS.lower())}, **{sign: n for n, sign in enumerate(_LETTERS)}}
_SIGNS = {n: sign for sign, n in _COUNTS.items()}


@lru_cache(256)
def parse(text: str) -> Situation:
    """The situation that an XGID describes. Unreadable names the field (`FIELDS`) and what would be right there."""
    parts = _NAME.sub("", text).strip().split(":")
    if len(parts) != len(FIELDS):
        raise Unreadable("fields", f"an XGID has 10 fields, this has {len(parts)}; they are {':'.join(FIELDS)}")
    raw = dict(zip(FIELDS, parts, strict=True))
    number = {name: _number(name, raw[name]) for name in _RANGES}
    if number["turn"] == 0:
        raise Unreadable("turn", "turn is 1 (bottom player) or -1 (top player), not 0")
    money = number["length"] == 0
    if not money and number["rules"] > 1:
        raise Unreadable("rules", f"rules is 0 or 1 (Crawford game) in a match, not {number['rules']}")
    return Situation(
        position=_position(raw["position"]),
        turn=Side(number["turn"]),
        dice=_dice(raw["dice"]),
        cube=Cube(1 << number["cube"], Side(number["owner"]) if number["owner"] else None),
        offered=_offer(raw["dice"]),
        score=(number["scoreBottom"], number["scoreTop"]),
        length=number["length"],
        crawford=not money and number["rules"] == 1,
        jacoby=money and bool(number["rules"] & 1),
        beaver=money and bool(number["rules"] & 2),
        cube_cap=1 << number["maxcube"],
    )


def format(situation: Situation) -> str:
    """The XGID of a situation, White at the bottom."""
    s = situation
    dice = s.offered[0].upper() * 2 if s.offered else "".join(map(str, s.dice or (0, 0)))
    rules = int(s.crawford) if s.length else s.jacoby + 2 * s.beaver
    cube = f"{_log2(s.cube.value)}:{int(s.cube.owner or 0)}"
    return f"XGID={board(s.position)}:{cube}:{int(s.turn)}:{dice}:{s.score[0]}:{s.score[1]}:{rules}:{s.length}:{_log2(s.cube_cap)}"


def board(position: Position) -> str:
    """The 26 characters of a position. A count above 15 has a letter up to 16 only: ValueError beyond."""
    counts = (-position.bar[1], *position.points, position.bar[0])
    try:
        return "".join([_SIGNS[n] for n in counts])
    except KeyError:
        raise ValueError("an XGID cannot show more than 16 checkers in one place") from None


def _position(text: str) -> Position:
    """The position behind the 26 characters."""
    if len(text) != 26:
        raise Unreadable("position", f"it has {len(text)} characters, 26 are needed: top's bar, points 1 to 24, bottom's bar")
    for nth, sign in enumerate(text, 1):
        if sign not in _COUNTS:
            raise Unreadable("position", f"character {nth}, {sign!r}, is neither '-' nor a letter A to P or a to p")
    counts = [_COUNTS[sign] for sign in text]
    if counts[0] > 0 or counts[25] < 0:
        raise Unreadable("position", "character 1 is the top player's bar (a to p), character 26 the bottom player's (A to P)")
    return filled("position", tuple(counts[1:25]), (counts[25], -counts[0]))


def _number(name: str, text: str) -> int:
    low, high = _RANGES[name]
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise Unreadable(name, f"{name} is a whole number from {low} to {high}, not {text!r}")
    return int(text)


def _dice(text: str) -> tuple[int, int] | None:
    """The dice, if rolled; an offer or 00 is None."""
    if text == "00" or text in {sign * n for sign in _OFFERS for n in (1, 2)}:
        return None
    if not re.fullmatch("[1-6][1-6]", text):
        raise Unreadable("dice", f"dice are two digits 1 to 6, 00 (not rolled) or D (doubled), not {text!r}")
    return int(text[0]), int(text[1])


def _offer(text: str) -> Offer | None:
    return _OFFERS.get(text[:1])


def _log2(value: int) -> int:
    return value.bit_length() - 1
