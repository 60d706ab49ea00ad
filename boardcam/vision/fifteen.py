"""Fifteen a side: what each place holds, given that a game's checkers are all somewhere.

In a game there are fifteen checkers of either side, on points, bar and trays, and a side has borne off
only if all that it has left stand in one quarter of the board (rule 38). A high stack that could be of six, seven or nine
is then told by what lies elsewhere, and a covered place by what is missing. Exact: the sum over all ways to share out two times
fifteen, one pass forward and one back over the rows of the table; a state is how many of each side are placed.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt

from boardcam.events import BAR_LIGHT, OFF_LIGHT, Counts
from boardcam.vision.checkers import LEAST

Array = npt.NDArray[np.float64]

ALL = 15
HIDDEN, MORE = 0.3, 0.7
"""A covered place holds one checker so much less likely than none, and one more of them so much less likely than one fewer."""
NONE_OFF = 0.7
"""Chance that a side has borne nothing off."""
STRANGE = -15.0
"""Log-likelihood of everything below which fifteen a side explain nothing."""
EVEN = -7.0
"""Log-likelihood at which fifteen a side are as likely as not on a picture of any board: nine in ten have them, and of counts that
know nothing of each other some one in two hundred add up to them."""
UNDER = 3
"""A covered place hides so many checkers, at most times."""
FAR = 12.0
"""What is less likely by so much, in log-likelihood, is left out of the sum."""


def settled(counts: Counts) -> Counts:
    """Log-probabilities (28, 31) of each row of a game's board, given all the others; the counts as they are where no fifteen a
    side explain them."""
    log, table = _shared(counts)
    return counts if log < STRANGE else _told(table)


def supposed(counts: Counts) -> Counts:
    """The same for a picture of any board, on which there are mostly, but not surely, fifteen a side: as much as that explains what
    is seen. Rows that nobody saw stay without evidence."""
    log, table = _shared(counts)
    share = 1.0 / (1.0 + np.exp(EVEN - max(log, STRANGE)))
    alone = np.exp(counts.astype(np.float64))
    out = _told(share * table + (1.0 - share) * alone / alone.sum(1, keepdims=True)).copy()
    out[~counts.any(1)] = 0.0
    out.flags.writeable = False
    return out


def seen(counts: Counts) -> int:
    """How many checkers of either side a table most likely tells of."""
    return int(np.abs(counts.argmax(1) - ALL)[counts.any(1)].sum())


def complete(counts: Counts) -> bool:
    """Whether two times fifteen checkers, of whatever side, are seen, or so few are missing that they are where nobody sees."""
    return seen(counts) + UNDER * int((~counts[:OFF_LIGHT].any(1)).sum()) >= 2 * ALL


def _told(table: Array) -> Counts:
    """Probabilities (28, 31) as log-likelihoods."""
    out = np.asarray(np.maximum(np.log(np.maximum(table / table.sum(1, keepdims=True), 1e-30)), LEAST), np.float32)
    out.flags.writeable = False
    return out


def _shared(counts: Counts) -> tuple[float, Array]:
    """How likely fifteen a side make what is seen, as a log, and the probabilities (28, 31) of each row if it is so."""
    chances = _chances(counts)
    ways = [(_allowed(light, dark), _prior(light) + _prior(dark)) for light, dark in product(range(5), repeat=2)]
    with np.errstate(divide="ignore"):
        bounds = [prior + float(np.log((chances * way).max(1)).sum()) for way, prior in ways]
    sums = [
        _passes(chances * way, prior) for (way, prior), bound in zip(ways, bounds, strict=True) if bound > max(bounds) - FAR
    ]  # fmt: skip
    best = max(log for _, log in sums)
    if best == -np.inf:
        return best, chances
    return best, sum((rows * np.exp(log - best) for rows, log in sums if log > best - FAR), np.zeros_like(chances))


def _allowed(light: int, dark: int) -> npt.NDArray[np.bool_]:
    """(28, 31): what each row may hold if light has borne off from quarter `light`, 1…4, or nothing yet, 0; and dark likewise."""
    rows = np.ones((28, 2 * ALL + 1), np.bool_)
    for row, quarter, side in ((OFF_LIGHT, light, np.s_[ALL + 1 :]), (OFF_LIGHT + 1, dark, np.s_[:ALL])):
        if quarter == 0:
            rows[row, side] = False
            continue
        elsewhere = [place for place in range(24) if place // 6 != quarter - 1]
        rows[np.array([*elsewhere, row - 2]), side] = False
        rows[row, ALL] = False
    return rows


def _prior(quarter: int) -> float:
    return float(np.log(NONE_OFF if quarter == 0 else (1.0 - NONE_OFF) / 4))


def _passes(chances: Array, prior: float) -> tuple[Array, float]:
    """(28, 31) chances of each row's counts given the others, each row's sum 1, and the log-likelihood of everything."""
    ahead, log = [_begin()], prior
    for row in chances:
        state = _after(ahead[-1], row)
        if (mass := float(state.sum())) <= 0.0:
            return chances, -np.inf
        log += float(np.log(mass))
        ahead.append(state / mass)
    if (end := float(ahead[-1][ALL, ALL])) <= 0.0:
        return chances, -np.inf
    rows, back = [], _begin()[::-1, ::-1]
    for row, state in zip(chances[::-1], ahead[-2::-1], strict=True):
        given = _given(row, state, back)
        rows.append(given / given.sum())
        back = _before(back, row)
        back /= back.sum()
    return np.array(rows[::-1]), log + float(np.log(end))


def _chances(counts: Counts) -> Array:
    """(28, 31) chances of signed counts, the best of each row 1, with what is likely of rows that nobody saw."""
    count = np.abs(np.arange(-ALL, ALL + 1))
    rows = counts.astype(np.float64)
    for i in np.flatnonzero(~counts[:OFF_LIGHT].any(1)):
        rows[i] = np.where(count == 0, 0.0, np.log(HIDDEN) + (count - 1) * np.log(MORE))
    for i in OFF_LIGHT + np.flatnonzero(~counts[OFF_LIGHT:].any(1)):
        rows[i] = np.where(count == 0, 0.0, -np.log(ALL))
    chances = np.exp(rows - rows.max(1, keepdims=True))
    chances[BAR_LIGHT::2, :ALL] = 0.0  # a row of bar or tray is one side's
    chances[BAR_LIGHT + 1 :: 2, ALL + 1 :] = 0.0
    return np.asarray(chances, np.float64)


def _begin() -> Array:
    state = np.zeros((ALL + 1, ALL + 1))
    state[0, 0] = 1.0
    return state


def _steps(row: Array) -> tuple[Array, Array]:
    """Two matrices (16, 16): from so many light ones placed to so many, and of dark ones, by the checkers of one row."""
    grown = np.arange(ALL + 1)[:, None] - np.arange(ALL + 1)
    light, dark = (np.where(grown > 0, side[grown.clip(0)], 0.0) for side in (row[ALL:], row[ALL::-1]))
    return light, dark


def _after(state: Array, row: Array) -> Array:
    light, dark = _steps(row)
    return np.asarray(row[ALL] * state + light @ state + state @ dark.T, np.float64)


def _before(state: Array, row: Array) -> Array:
    light, dark = _steps(row)
    return np.asarray(row[ALL] * state + light.T @ state + state @ dark, np.float64)


def _given(row: Array, ahead: Array, back: Array) -> Array:
    """(31,): the chances of a row's counts with what lies before it and behind it."""
    out = np.zeros(2 * ALL + 1)
    out[ALL] = (ahead * back).sum()
    for n in range(1, ALL + 1):
        out[ALL + n] = (ahead[:-n] * back[n:]).sum()
        out[ALL - n] = (ahead[:, :-n] * back[:, n:]).sum()
    return np.asarray(out * row, np.float64)
