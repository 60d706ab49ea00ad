"""The position that a reading shows, whatever the rules of play say: the likeliest one with fifteen checkers a side.

Fifteen a side is the one law that the table itself obeys. Trays are rarely read: what is on no point and not on the bar is off.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boardcam.events import OFF_DARK, OFF_LIGHT
from boardcam.referee.reading import CAP, ZERO, Reading, of_rows, rows
from boardcam.rules.position import CHECKERS, Position, Side

TOTALS = CHECKERS + 1
TOUCHED = 0.05
"""What a place that changed costs: a place which is not seen is taken to be as it was."""
VANISHED = 6.0
"""What a checker costs that went off without being allowed to, or came back: more likely it is only not seen."""

Table = npt.NDArray[np.float64]


def shown(reading: Reading, before: Position, turns: int = 1) -> tuple[Position, float]:
    """(position, its score with the cost of checkers that vanished); `turns` = how many of each side may have led there."""
    counts = rows(before)
    best: Table = np.full((TOTALS, TOTALS), -np.inf)  # by checkers placed so far: [light, dark]
    best[0, 0] = 0.0
    picks = []
    for row in range(OFF_LIGHT):
        best, pick = _placed(best, _choices(reading, row, counts[row]))
        picks.append(pick)
    best += _off(reading, before, turns)
    light, dark = (int(n) for n in np.unravel_index(np.argmax(best), best.shape))
    return of_rows(_traced(picks, light, dark)), float(best[light, dark])


def _choices(reading: Reading, row: int, before: int) -> list[tuple[int, float]]:
    """(count, score) for each count that a row may hold; the bars take one colour only."""
    scores = reading.scores[row]
    low, high = {24: (0, ZERO), 25: (-ZERO, 0)}.get(row, (-ZERO, ZERO))
    return [
        (n, float(scores[n + ZERO]) - TOUCHED * (n != before))
        for n in range(low, high + 1)
        if n == before or scores[n + ZERO] > -CAP
    ]


def _placed(best: Table, choices: list[tuple[int, float]]) -> tuple[Table, npt.NDArray[np.int8]]:
    """One more row filled in every way: (best score by checkers placed, the count picked)."""
    filled: Table = np.full_like(best, -np.inf)
    pick = np.zeros(best.shape, np.int8)
    for n, score in choices:
        light, dark = max(n, 0), max(-n, 0)
        offered = best[: TOTALS - light, : TOTALS - dark] + score
        better = offered > filled[light:, dark:]
        np.copyto(filled[light:, dark:], offered, where=better)
        np.copyto(pick[light:, dark:], n, where=better)
    return filled, pick


def _off(reading: Reading, before: Position, turns: int) -> Table:
    """Score of the checkers that are left for the trays, by checkers on the board."""
    off = CHECKERS - np.arange(TOTALS)
    light = reading.scores[OFF_LIGHT, off + ZERO] - _vanished(before, Side.WHITE, off, turns)
    dark = reading.scores[OFF_DARK, ZERO - off] - _vanished(before, Side.BLACK, off, turns)
    return np.asarray(light[:, None] + dark[None, :], np.float64)


def _vanished(before: Position, side: Side, off: npt.NDArray[np.int64], turns: int) -> npt.NDArray[np.float64]:
    """Cost of having so many checkers off: none if the side may bear off by the end of these turns."""
    change = off - before.off[side is Side.BLACK]
    free = (change >= 0) & (change <= 4 * turns) & near_home(before, side, turns)
    return VANISHED * np.where(free, 0, np.abs(change))


def near_home(position: Position, side: Side, turns: int = 1) -> bool:
    """Whether at most three checkers of a side a turn are outside its home: it may bear off within so many (rule 38)."""
    outside = position.points[6:] if side is Side.WHITE else position.points[:18]
    return position.bar[side is Side.BLACK] + sum(n * side for n in outside if n * side > 0) <= 3 * turns


def _traced(picks: list[npt.NDArray[np.int8]], light: int, dark: int) -> tuple[int, ...]:
    """The 28 counts that lead to so many checkers on the board."""
    counts = [CHECKERS - light, dark - CHECKERS]
    for pick in reversed(picks):
        n = int(pick[light, dark])
        light, dark = light - max(n, 0), dark - max(-n, 0)
        counts.insert(0, n)
    return tuple(counts)


def nearly(reading: Reading, position: Position) -> tuple[tuple[Position, float], ...]:
    """What is shown, and with how much less likelihood a checker more or less stands on a point, and so in the tray."""
    found, held = [(position, 0.0)], rows(position)
    for row in range(24):
        for more in (1, -1):
            count = held[row] + more
            light = held[row] + count > 0
            tray, off = (OFF_LIGHT, held[OFF_LIGHT] - more) if light else (OFF_DARK, held[OFF_DARK] - more)
            score = float(reading.scores[row, count + ZERO] - reading.scores[row, held[row] + ZERO])
            if abs(count) < ZERO and score > -CAP and 0 <= off * (1 if light else -1) <= CHECKERS:
                counts = [count if nth == row else off if nth == tray else n for nth, n in enumerate(held)]
                found.append((of_rows(counts), score))
    return tuple(found)
