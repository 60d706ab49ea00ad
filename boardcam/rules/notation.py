"""Plays as players write them, read back: `24/18*/13`, `bar/20`, `8/5(2)`, `6/off`.

Read are also 25 and 0 for the bar and off, capitals, any order, joined or single moves, `*` missing or to spare. What is read is a
`Play` as written: which intermediate points were touched, and whether it is legal, only `find` can tell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from boardcam.rules.errors import Unreadable
from boardcam.rules.play import BAR, OFF, Move, Play
from boardcam.rules.position import Position

_WAY = re.compile(r"(?P<stops>[^()]+?)(?:\((?P<times>[1-4])\))?")
_STOP = re.compile(r"(?P<place>bar|off|\d{1,2})(?P<hit>\*?)", re.IGNORECASE)


def parse(text: str) -> Play:
    """The play a text says, moves as written; an empty text is a dance. Unreadable names the part that is none.

    >>> parse("bar/20 8/5(2)").moves[0]
    Move(start=25, end=20, hit=False)
    """
    moves = [move for word in text.split() for move in _moves(word)]
    if len(moves) > 8:
        raise Unreadable("play", f"{text!r} has {len(moves)} moves; a play has four at most")
    return Play(tuple(moves))


def find(play: Play, legal: Mapping[Position, Play]) -> Position | None:
    """The legal position that a written play leads to; None if there is none.

    Of several that move the same checkers (13/12*/10 and 13/11*/10) the one with the hits as written; unhelpfully written, None.
    """
    moved = _moved(play)
    same = [position for position, other in legal.items() if _moved(other) == moved]
    hitting = [position for position in same if set(legal[position].hits) == set(play.hits)]
    return next((found[0] for found in (hitting, same) if len(found) == 1), None)


def _moves(word: str) -> list[Move]:
    """The moves of one word, `8/5(2)`."""
    way = _WAY.fullmatch(word)
    stops = [_STOP.fullmatch(stop) for stop in way["stops"].split("/")] if way else []
    if not way or len(stops) < 2 or stops[0] is None or stops[0]["hit"]:
        raise Unreadable("play", f"{word!r} is no move; write it like 13/8, bar/20*, 6/off or 8/5(2)")
    points = [_point(stop["place"]) if stop else -1 for stop in stops]
    for start, end in pairwise(points):
        if not BAR >= start > end >= OFF:
            raise Unreadable("play", f"{word!r}: checkers move from a higher point to a lower one, bar (25) first, off (0) last")
    hits = [bool(stop and stop["hit"]) for stop in stops[1:]]
    once = [Move(start, end, hit) for (start, end), hit in zip(pairwise(points), hits, strict=True)]
    return once * int(way["times"] or 1)


def _point(place: str) -> int:
    return {"bar": BAR, "off": OFF}.get(place.lower()) or int(place if place.isdigit() else 0)


def _moved(play: Play) -> Counter[int]:
    """Checkers that each place gains (negative: loses)."""
    gain = Counter(move.end for move in play.moves)
    gain.subtract(move.start for move in play.moves)
    return Counter({point: n for point, n in gain.items() if n})
