"""Who sits where: told by the starting position, which looks different from each of the four seats."""

from __future__ import annotations

from boardcam.events import Counts
from boardcam.geometry import Seating
from boardcam.referee.reading import CAP, reading, turned
from boardcam.rules.position import START

LIKE = -5 * CAP
"""A board that fits the starting position less well says nothing about the seating."""
LEAD = 4 * CAP
"""By so much the best seating must beat the next; in truth they are further apart still."""


def seated(counts: Counts) -> Seating | None:
    """The seating by which the board shows the starting position; None if by none."""
    scores = {seating: reading(turned(counts, seating)).score(START) for seating in Seating}
    first, second, *_ = sorted(scores.values(), reverse=True)
    if first < LIKE or first - second < LEAD:
        return None
    return max(scores, key=lambda seating: scores[seating])
