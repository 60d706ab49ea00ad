"""How well a reading of the board fits a position.

Eyes err the same way in every frame, so no place may outweigh the rest (`CAP`), high stacks and trays, which are misread most, are
told by one look however many there were, and what counts is change: a place that reads as it read when its count was known has not
changed, whatever it reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from boardcam.events import BAR_DARK, BAR_LIGHT, OFF_DARK, OFF_LIGHT, Counts
from boardcam.geometry import Seating
from boardcam.referee.stretch import WEIGHT
from boardcam.rules import mover
from boardcam.rules.position import CHECKERS, Position, Side
from boardcam.rules.sentence import Sentence, listed, sentence

ROWS, ZERO = 28, 15
"""Places of a reading; column of the count 0."""
CELLS: npt.NDArray[np.int16] = np.arange(ZERO, ROWS * (2 * ZERO + 1), 2 * ZERO + 1, dtype=np.int16)
"""Where the count 0 of each row lies in a flat table."""
SIGNS: npt.NDArray[np.int16] = np.array([1] * 24 + [1, -1, 1, -1], np.int16)
"""Of the counts in a packed position."""
PACKED: npt.NDArray[np.int16] = CELLS - np.array([128] * 24 + [0] * 4, np.int16)
"""Where a row's byte 0 in a packed position lies in a flat table."""
CAP = 6.0
"""Most that one point says against a count: as much as eyes deserve that misread one point in 400 (e⁻⁶)."""
FLOOR: npt.NDArray[np.float32] = np.array([-CAP] * 24 + [-CAP / 2] * 4, np.float32)[:, None]
"""Bars and trays say half as much: a hit checker may be put there late, and stacks at the edge are hard to count. A checker that
was seen on a bar leaves it only to enter: then the bar says as much as a point."""

FEW = 4
"""Checkers on a point that are hardly miscounted."""
FIRM = 3.0
"""By how much more than `CAP` such points speak against a count: eyes misread one in 10,000 (e⁻⁹)."""

HIGH, ONE_LESS = 6, -2.5
"""Checkers of a stack that is read as one less in one of six cases, and the most that this says against it."""

Known = tuple[int | None, ...]
"""What each row read when its count was known; None = not seen then."""
UNREAD: Known = (None,) * ROWS


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Scores of signed counts by row: 0 for the best, down to −CAP; a row without evidence is all 0."""

    scores: npt.NDArray[np.float32]

    def score(self, position: Position) -> float:
        return float(self.scores.ravel()[CELLS + rows(position)].sum())

    @property
    def whole(self) -> bool:
        """Whether every point is seen."""
        return bool(self.scores[:24].any(1).all())

    def scores_of(self, keys: Sequence[int]) -> npt.NDArray[np.float32]:
        """One score for each position, told by its key (`mover.key`)."""
        counts = np.frombuffer(mover.packed(*keys), np.uint8).reshape(-1, ROWS)
        scores: npt.NDArray[np.float32] = self.scores.ravel()[counts * SIGNS + PACKED].sum(1)
        return scores

    def against(self, position: Position) -> tuple[int, ...]:
        """Rows that speak clearly against a position."""
        found = self.scores.ravel()[CELLS + rows(position)]
        return tuple((found <= -CAP / 2).nonzero()[0].tolist())

    def denying(self, position: Position) -> tuple[int, ...]:
        """Points that speak clearly against a position; a stack that is read as another stack does not, for high ones are often
        miscounted."""
        plain, held = self._plain(), rows(position)
        return tuple(row for row in self.against(position) if row < 24 and plain[row, held[row] + ZERO])

    def hides(self, before: Position, after: Position) -> bool:
        """Whether a point or a bar is not seen that a play has changed."""
        changed = [row for row, (a, b) in enumerate(zip(rows(before), rows(after), strict=True)) if a != b and row < OFF_LIGHT]
        return not self.scores[changed].any(1).all()

    @property
    def strict(self) -> Reading:
        """This reading with misread points as unlikely as they are, where points are plain."""
        scores = self.scores.copy()
        scores[:24] -= FIRM * (self._plain() & (scores[:24] <= -CAP / 2))
        return Reading(scores)

    @property
    def lenient(self) -> Reading:
        """This reading with a high stack that is taken for one of one checker less as likely as it is."""
        scores = self.scores.copy()
        for row, read in enumerate((scores[:24].argmax(1) - ZERO).tolist()):
            if HIGH - 1 <= abs(read) < ZERO:
                one_more = read + (1 if read > 0 else -1) + ZERO
                scores[row, one_more] = max(scores[row, one_more], ONE_LESS)
        return Reading(scores)

    def _plain(self) -> npt.NDArray[np.bool_]:
        """Of the points, which counts are not taken for what is read: all but a stack for another of the same side."""
        read, counts = self.scores[:24].argmax(1)[:, None] - ZERO, np.arange(-ZERO, ZERO + 1)
        plain: npt.NDArray[np.bool_] = (read * counts <= 0) | (np.minimum(np.abs(read), np.abs(counts)) <= FEW)
        return plain

    def refutes(self, position: Position) -> bool:
        """Whether a point speaks clearly against a position on which few checkers stand, by it and by what is read: of such points
        eyes misread one in 10,000. Where more than fifteen of a side are seen, those too many are what was misread."""
        held, read = np.array(rows(position)[:24]), self.scores[:24].argmax(1) - ZERO
        few = (np.abs(held) <= FEW) & (np.abs(read) <= FEW) & self.scores[:24].any(1)
        denied = few & (self.scores[np.arange(24), held + ZERO] <= -CAP / 2)
        return bool(denied.any()) and not _too_many(position, held, read, denied)


def rows(position: Position) -> tuple[int, ...]:
    """Signed counts of the 28 rows: White's points, bars, trays."""
    (bar_light, bar_dark), (off_light, off_dark) = position.bar, position.off
    return (*position.points, bar_light, -bar_dark, off_light, -off_dark)


def _too_many(position: Position, held: npt.NDArray[np.int64], read: npt.NDArray[np.int64], denied: npt.NDArray[np.bool_]) -> bool:
    """Whether these of the points (24,) show nothing but checkers of a side that has fifteen without them."""
    for side in Side:
        more, seen = side * (read - held)[denied], int((side * read).clip(0).sum())
        if (more > 0).all() and (side * held[denied] >= 0).all():
            return bool(seen + position.bar[side.index] + position.off[side.index] - CHECKERS >= more.sum())
    return False


def of_rows(counts: Sequence[int]) -> Position:
    """The position of 28 signed counts."""
    points = tuple(int(n) for n in counts[:24])
    return Position(points, (int(counts[BAR_LIGHT]), -int(counts[BAR_DARK])), (int(counts[OFF_LIGHT]), -int(counts[OFF_DARK])))


def turned(counts: Counts, seating: Seating) -> Counts:
    """A table by place as a table by White's point."""
    order = [seating.place(point) for point in range(1, 25)] + [BAR_LIGHT, BAR_DARK, OFF_LIGHT, OFF_DARK]
    table: Counts = counts[order]
    table.flags.writeable = False
    return table


def reading(counts: Counts, before: Position | None = None, known: Known = UNREAD) -> Reading:
    """The reading of fused counts; with the position before, places that read as they did then count as unchanged."""
    scores = np.maximum(_sobered(counts - counts.max(axis=1, keepdims=True)), FLOOR).astype(np.float32)
    if before is not None:
        for bar in (BAR_LIGHT, BAR_DARK):
            if rows(before)[bar] and known[bar] == rows(before)[bar]:
                scores[bar] = np.maximum(counts[bar] - counts[bar].max(), -CAP)
        for row, (count, then) in enumerate(zip(rows(before), known, strict=True)):
            if then is not None and then != count:
                scores[row] = _unbiased(scores[row], count, then)
    for bar in _surplus(np.where(scores[:24].any(1), scores[:24].argmax(1) - ZERO, 0), before.off if before else (0, 0)):
        scores[bar, ZERO] = 0.0
    return Reading(scores)


def _sobered(scores: Counts) -> Counts:
    """Scores in which many looks at a tray, or at a stack that may be a higher or a lower one, count as one."""
    read, counts = scores[:24].argmax(1)[:, None] - ZERO, np.arange(-ZERO, ZERO + 1)
    worth = np.ones_like(scores)
    worth[:24][(read * counts > 0) & (np.minimum(np.abs(read), np.abs(counts)) >= HIGH - 1)] = 1 / WEIGHT
    worth[OFF_LIGHT:] = 1 / WEIGHT
    sobered: Counts = scores * worth
    return sobered


def _surplus(points: npt.NDArray[np.int64], off: tuple[int, int]) -> list[int]:
    """Bars that may be empty whatever is read there, for all checkers of the side are elsewhere."""
    light, dark = int(points[points > 0].sum()), -int(points[points < 0].sum())
    return [bar for bar, found, gone in ((BAR_LIGHT, light, off[0]), (BAR_DARK, dark, off[1])) if found + gone >= CHECKERS]


def _unbiased(scores: npt.NDArray[np.float32], count: int, then: int) -> npt.NDArray[np.float32]:
    """Scores of a row that read `then` when it held `count`: the same again is no change, or one to a count between the two, for
    high stacks all read alike; and a change may be read as wrongly, but of a stack that was misread not the few that are left."""
    columns = np.clip(np.arange(2 * ZERO + 1) + then - count, 0, 2 * ZERO)
    likewise = scores[columns] - 1.0
    if abs(then) > FEW:
        likewise[np.abs(columns - ZERO) <= FEW] = -CAP
    between = slice(min(count, then) + ZERO, max(count, then) + ZERO)
    likewise[between] = np.maximum(likewise[between], scores[then + ZERO] - 1.0)
    likewise[count + ZERO] = scores[then + ZERO]
    unbiased: npt.NDArray[np.float32] = np.maximum(scores, likewise)
    return unbiased


def best(counts: Counts) -> Known:
    """The likeliest count of each row; None where there is no evidence."""
    seen = counts.max(1) > counts.min(1)
    likeliest = (counts.argmax(1) - ZERO).tolist()
    return tuple(likeliest) if seen.all() else tuple(n if ok else None for n, ok in zip(likeliest, seen.tolist(), strict=True))


def remembered(old: Known, before: Position, new: Known, after: Position) -> Known:
    """What is known of each row after a turn: what it reads now, or what it read before if it is not seen and did not change. A
    checker that is gone, though this turn did not move it, has been moved since: that is not learnt."""
    pairs = zip(old, rows(before), new, rows(after), strict=True)
    return tuple(then if a == b and (now is None or _gone(then, a, now)) else now for then, a, now, b in pairs)


def _gone(then: int | None, count: int, now: int) -> bool:
    """Whether fewer checkers are seen on a row than were seen there rightly, and so few are hardly miscounted."""
    return then == count and abs(now) < abs(count) <= FEW


def points(numbers: Iterable[int]) -> Sentence:
    """Rows in words: "light's 6-point, light's bar"."""
    return listed(*map(_row, numbers))


def _row(row: int) -> Sentence:
    side = Side.BLACK if row in (BAR_DARK, OFF_DARK) else Side.WHITE
    if row in (BAR_LIGHT, BAR_DARK):
        return sentence("{side}'s bar", side=side)
    if row in (OFF_LIGHT, OFF_DARK):
        return sentence("{side}'s tray", side=side)
    return sentence("{side}'s {point}-point", side=side, point=row + 1)
