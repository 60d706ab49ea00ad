"""Which way round: a board that was turned about while nobody looked shows the same position, half a turn on.

Corners say where a board lies, not which of its rows was called the top one: the search takes the one nearest to the picture's own
up. Whoever turns board or camera by half a turn in mid-game has played nothing. So when the board reads, half a turn on, as it read
before and otherwise does not, the names of its corners are turned with it. At the starting position they are those of the search
again: there the referee sees anew who sits where.
"""

from __future__ import annotations

import numpy as np

from boardcam.events import Counts

CAP = 6.0
"""Most that one place says against an explanation, in log-likelihood."""
LEAD = 4 * CAP
"""The half turn must explain so much more: a play that nobody saw changes four places, and two that it explains likewise."""


GOOD = -4 * CAP
"""And no more than such a play may be left unexplained."""

MOST = 20
"""So many places in view are as good as all."""


def half(counts: Counts) -> Counts:
    """A table (28, 31) by place with the top row's places called the bottom row's; bars and trays stay."""
    table = np.concatenate([np.roll(counts[:24], 12, 0), counts[24:]])
    table.flags.writeable = False
    return table


def by_half(before: Counts, now: Counts) -> bool:
    """Whether what reads now is what read before, turned by half a turn."""
    turned = agreement(before, half(now))
    return turned >= GOOD and turned - agreement(before, now) > LEAD


def enough(before: Counts, now: Counts) -> bool:
    """Whether so much is seen that a half turn would have shown: what was read explains what reads now far better as it is, or most
    of the board is there to be read, and a half turn explains it no better."""
    seen = int((now[:24].any(1) & before[:24].any(1)).sum())
    lead = agreement(before, now) - agreement(before, half(now))
    return lead > LEAD or (seen >= MOST and lead >= -CAP)


def agreement(before: Counts, now: Counts) -> float:
    """Log-likelihood of the points now if they are as they read before; 0 at best."""
    read = now[:24].any(1) & before[:24].any(1)
    told = before[:24].argmax(1)[read]
    rows = now[:24][read]
    return float(np.maximum(rows[np.arange(len(rows)), told] - rows.max(1, initial=-np.inf), -CAP).sum())
