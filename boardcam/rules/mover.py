"""The board as the player on roll sees it; the private half of `plays`, made for speed.

Own checkers are counts `own[0…25]` in the mover's numbering (0 = off, 25 = bar), the opponent's `opp[1…24]` in the same numbering.
Beside them goes a *key*: the whole position, in White's view, as one integer of 28 bytes, so that a move is one addition. Keys are
what a caller gets who weighs many results and needs few as positions (`plays.results`).
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import NamedTuple

from boardcam.rules.play import BAR, OFF, Move
from boardcam.rules.position import Position, Side

_LAYOUT = Struct("<24b4B")  # points, bar, off
_SIGNS = int.from_bytes(
    b"\x80" * 24 + bytes(4), "little"
)  # a signed byte with its sign flipped counts up from −128 without borrowing


class Step(NamedTuple):
    """What one move of one checker does."""

    end: int
    move: Move
    hitting: Move
    """The same move when it hits."""
    delta: int
    """What it adds to the key."""
    hit_delta: int
    """The same when it hits."""


class View(NamedTuple):
    """A position from the seat of the player on roll."""

    own: list[int]
    opp: list[int]
    key: int
    steps: tuple[tuple[Step, ...], ...]
    """By die, then by starting point."""


def view(position: Position, side: Side) -> View:
    """The mover's view of a position. The lists are fresh: a search may change them."""
    white = side is Side.WHITE
    counts = position.points if white else [-n for n in reversed(position.points)]
    bar, off = (position.bar, position.off) if white else (position.bar[::-1], position.off[::-1])
    own = [off[0], *[n if n > 0 else 0 for n in counts], bar[0]]
    opp = [0, *[-n if n < 0 else 0 for n in counts], 0]
    return View(own, opp, key(position), _STEPS[side])


def key(position: Position) -> int:
    """The key of a position."""
    return int.from_bytes(_LAYOUT.pack(*position.points, *position.bar, *position.off), "little") ^ _SIGNS


def packed(*keys: int) -> bytes:
    """28 bytes a position, which compare as positions do: 24 points, signed counts + 128; bars, then off, White's first."""
    return b"".join([key.to_bytes(28, "little") for key in keys])


def position(key: int) -> Position:
    """The position behind a key, in White's view."""
    counts = _LAYOUT.unpack((key ^ _SIGNS).to_bytes(28, "little"))
    return Position(counts[:24], counts[24:26], counts[26:])


def slid(key: int, side: Side, start: int, end: int) -> int:
    """The key with one of a side's checkers on another point, legal or not; nothing is hit."""
    return key + _one(side, end) - _one(side, start)


def sources(own: Sequence[int], opp: Sequence[int], die: int, top: int = 24) -> Sequence[int]:
    """Points from which a checker may move by this die, highest first, none above `top` (the bar comes before all)."""
    if own[BAR]:  # 31: nothing else moves until all have entered
        return [BAR] if opp[BAR - die] < 2 else []
    found = [s for s in range(top, die, -1) if own[s] and opp[s - die] < 2]
    if not any(own[7:BAR]):  # 38: bearing off once all are home
        highest = next((s for s in range(6, 0, -1) if own[s]), 0)
        if own[die] and die <= top:  # 39
            found.append(die)
        elif 0 < highest < die and highest <= top:  # 42, 43
            found.append(highest)
    return found


def _byte(side: Side, point: int) -> int:
    """Where a point of the mover's lies in the key."""
    if point in (BAR, OFF):
        return (24 if point == BAR else 26) + (side is Side.BLACK)
    return point - 1 if side is Side.WHITE else 24 - point


def _one(side: Side, point: int) -> int:
    """One checker of the mover's on a point, as a key."""
    sign = 1 if point in (BAR, OFF) else int(side)
    return sign << 8 * _byte(side, point) if sign > 0 else -(1 << 8 * _byte(side, point))


def _step(side: Side, start: int, die: int) -> Step:
    end = max(start - die, OFF)
    delta = _one(side, end) - _one(side, start)
    gone = delta - _one(side.other, 25 - end) + _one(side.other, BAR) if end else delta
    return Step(end, Move(start, end), Move(start, end, hit=True), delta, gone)


_STEPS = {side: tuple(tuple(_step(side, start, die) for start in range(26)) for die in range(7)) for side in Side}
