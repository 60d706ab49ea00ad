"""What our own network is told about a position: canonical boards → numbers, all at once.

A canonical board is 26 counts from the seat of the player on roll: [1…24] its own points, own checkers positive, the opponent's
negative; [25] its own checkers on the bar, [0] the opponent's, both ≥ 0.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

Boards = npt.NDArray[np.int8]
"""(n, 26)."""
Floats = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int8]
"""(n, 26) checkers of one side by its own points: 1…24, bar 25; what is off is not in it."""
Flags = npt.NDArray[np.bool_]

Bits = npt.NDArray[np.int64]

PLACES = 1 << np.arange(26)
BAR = 1 << 25
ON = (1 << 25) - 2
"""The 24 points as bits."""
ROLLS = tuple((high, low, 1 if low == high else 2) for low, high in combinations_with_replacement(range(1, 7), 2))
"""The 21 rolls, and how many of the 36 throws give each."""


def encode(boards: Boards) -> Floats:
    """(n, 26) boards → (n, SIZE) inputs between −1 and about 3."""
    own, opp = sides(boards)
    return np.concatenate([_side(own), _side(opp), _reach(own, opp), _reach(opp, own), _race(own, opp)], axis=1)


def sides(boards: Boards) -> tuple[Counts, Counts]:
    """Checkers of the player on roll and of the opponent, each by its own points."""
    own, opp = np.maximum(boards, 0), np.maximum(-boards[:, ::-1], 0)
    own[:, 0], opp[:, 0], opp[:, 25] = 0, 0, boards[:, 0]
    return own, opp


def _side(own: Counts) -> Floats:
    """One, two, three and more on each point and the bar (as Tesauro wrote them, the blot told apart), and the checkers off."""
    points = own[:, 1:]
    units = [points == 1, points == 2, points >= 3, np.maximum(points - 3, 0) / 2]
    off = 15 - own.sum(axis=1, dtype=np.float32)
    thirds = [np.clip(off / 5 - third, 0, 1) for third in range(3)]
    return np.concatenate([*units, np.stack(thirds, axis=1)], axis=1).astype(np.float32)


def _reach(own: Counts, opp: Counts) -> Floats:
    """What a side may do: throws that hit, throws that enter, points made at home, its longest prime, its rearmost checker."""
    made = own[:, 1:25] >= 2
    closed = (opp[:, 24:18:-1] >= 2).sum(axis=1)
    rear = 25 - np.argmax(own[:, ::-1] > 0, axis=1)
    told = [hits(own, opp) / 36, (closed / 6) ** 2, made[:, :6].sum(axis=1) / 6, longest(made) / 6, rear / 25]
    return np.stack(told, axis=1).astype(np.float32)


def _race(own: Counts, opp: Counts) -> Floats:
    """Pips of both sides, their difference, and whether they can still meet."""
    pips, theirs = (side.astype(np.float32) @ np.arange(26, dtype=np.float32) for side in (own, opp))
    rear, rear_opp = (25 - np.argmax(side[:, ::-1] > 0, axis=1) for side in (own, opp))
    return np.stack([pips / 167, theirs / 167, (theirs - pips) / 50, rear + rear_opp > 24], axis=1).astype(np.float32)


def longest(made: Flags) -> npt.NDArray[np.int64]:
    """Length of the longest row of made points: (n, 24) → (n,)."""
    run = best = np.zeros(len(made), np.int64)
    for point in range(made.shape[1]):
        run = (run + 1) * made[:, point]
        best = np.maximum(best, run)
    return best


def hits(own: Counts, opp: Counts) -> npt.NDArray[np.int64]:
    """How many of the 36 throws can hit a blot: (n,). Checkers on the bar enter first. Whether the other die must be played
    otherwise is not asked."""
    theirs = np.zeros_like(opp)
    theirs[:, 1:25] = opp[:, 24:0:-1]
    mine, blot, free = _bits(own > 0) & ~BAR, _bits(theirs == 1) & ON, _bits(theirs < 2) & ON
    waiting = own[:, 25]
    total = np.zeros(len(own), np.int64)
    for high, low, throws in ROLLS:
        hit = _doublet(mine, blot, free, waiting, high) if high == low else _pair(mine, blot, free, waiting, high, low)
        total += throws * hit
    return total


def _bits(flags: Flags) -> Bits:
    """(n, 26) flags → (n,) numbers, point 1 in bit 1."""
    return flags @ PLACES


def _pair(mine: Bits, blot: Bits, free: Bits, waiting: Counts, high: int, low: int) -> Flags:
    """Whether a roll of two different dice hits."""
    direct: Bits = (mine >> high | mine >> low | (mine >> high & free) >> low | (mine >> low & free) >> high) & blot
    if not waiting.any():
        plain: Flags = direct != 0
        return plain
    at_high, at_low = BAR >> high, BAR >> low
    either = (at_high | at_low) & blot
    first = np.where(free & at_high, (mine | at_high) >> low & blot, 0)
    second = np.where(free & at_low, (mine | at_low) >> high & blot, 0)
    found: Flags = np.where(waiting == 0, direct, np.where(waiting == 1, either | first | second, either)) != 0
    return found


def _doublet(mine: Bits, blot: Bits, free: Bits, waiting: Counts, die: int) -> Flags:
    """Whether a doublet hits: four moves, or as many as are left when all have entered."""
    entry = BAR >> die & free
    reached, hit = np.where(waiting, mine | entry, mine), np.where(waiting, entry, 0) & blot
    for move in range(1, 5):
        reached = np.where(waiting + move <= 4, reached >> die, 0)
        hit |= reached & blot
        reached &= free
    found: Flags = (hit != 0) & ((waiting == 0) | (entry != 0))
    return found


SIZE = encode(np.zeros((1, 26), np.int8)).shape[1]
"""Inputs of the network."""
