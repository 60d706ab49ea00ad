"""Furniture: what looks like a die on the bar, the frame or beside the board before anybody has thrown one.

Hinges with their screws, a medallion, the buttons of a clock are there when the checkers are first seen in their starting places,
and stay. What looks like a die there, even doubtfully, is no die later. A die that comes to rest on the very spot, a quarter of a
pitch about a screw, is not missed much: off both halves it does not count (rule 83).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardcam.events import Counts, DieSeen
from boardcam.geometry import Board
from boardcam.rules.position import START

SAME = 0.25
"""What is seen this near to furniture, in pitches, is it."""
LIKE = 22
"""Of 24 places, so many read as in the starting position make it one: a hand may be setting up the last."""
PATTERN = np.abs(np.array(START.points))

Places = tuple[tuple[float, float], ...]
"""(x, y) in pitches."""


def starting(counts: Counts, like: int = LIKE) -> bool:
    """Whether the checkers stand as at the start, whoever sits where: on so many places."""
    read = np.where(counts[:24].any(1), np.abs(counts[:24].argmax(1) - 15), -1)
    return max(int((read == pattern).sum()) for pattern in (PATTERN, np.concatenate([PATTERN[11::-1], PATTERN[:11:-1]]))) >= like


def noticed(seen: Sequence[DieSeen], board: Board) -> Places:
    """Where, off both halves, something looks like a die."""
    return tuple((die.x, die.y) for die in seen if board.half(die.x, die.y) in ("bar", "outside"))


def without(seen: Sequence[DieSeen], known: Places) -> tuple[DieSeen, ...]:
    """The dice among what is seen."""
    return tuple(die for die in seen if not _near(known, die.x, die.y))


def _near(known: Places, x: float, y: float) -> bool:
    return any(np.hypot(x - a, y - b) < SAME for a, b in known)
