"""Exact equities when both sides bear off and have few checkers: a table of every pair of home boards, money play.

Made once by `boardcam bearoff`, kept in the user's cache. Both sides have at most `CHECKERS` checkers, all at home, none can meet
again, none can win a gammon; so the equity of each player with the best play of every roll follows from those of shorter races.

Four equities of the player on roll, before rolling and without a double now: the cube dead, centred, owned, owned by the opponent.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from boardcam.coach import equity
from boardcam.coach.board import Board, turned
from boardcam.coach.engine import Engine
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Position, Side

CHECKERS = 6
"""The most a side."""
DEAD, CENTRED, OWNED, THEIRS = range(4)
Floats = npt.NDArray[np.float32]
Home = tuple[int, ...]
"""Checkers on the points 1…6 of one side."""


class TableMissing(Exception):
    """There is no table, or it is not ours; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Table:
    equities: Floats
    """(4, n, n): by `DEAD`…`THEIRS`, the home of the player on roll, the home of the opponent (order of `homes`)."""

    def equity(self, kind: int, own: Home, opp: Home) -> float:
        return float(self.equities[kind, index(own), index(opp)])


@dataclass(frozen=True, slots=True)
class Exact:
    """An engine that knows the short bear-offs exactly and asks another for everything else."""

    table: Table
    other: Engine

    def values(self, boards: Sequence[Board], stake: Stake, plies: int, root: Board) -> list[Value]:
        known = {board: value for board in boards if (value := self._value(board, stake)) is not None}
        asked = [board for board in boards if board not in known]
        told = iter(self.other.values(asked, stake, plies, root) if asked else [])
        return [known[board] if board in known else next(told) for board in boards]

    def cube(self, board: Board, stake: Stake, plies: int) -> CubeValue:
        found = bare(board)
        if found is None or not stake.money or not stake.plain:
            return self.other.cube(board, stake, plies)
        kind = CENTRED if stake.owner == 0 else OWNED
        nd, taken = (self.table.equity(which, *found) for which in (kind, THEIRS))
        return CubeValue(nd, 2 * taken, 1.0, self._chances(*found))

    def _value(self, board: Board, stake: Stake) -> Value | None:
        """For the player who has just moved; None if it is not in the table, or the score changes what is best."""
        found = bare(turned(board))
        if found is None or not ((stake.money and stake.plain) or _dead(stake)):
            return None
        chances = self._chances(*found).turned
        if not stake.money or not stake.live:
            return Value(equity.cubeless(chances, stake), chances)
        return Value(-self._on_roll(stake.turned, *found), chances)

    def _on_roll(self, stake: Stake, own: Home, opp: Home) -> float:
        """The equity before rolling, with the right double."""
        nd = self.table.equity({0: CENTRED, 1: OWNED, -1: THEIRS}[stake.owner], own, opp)
        return nd if stake.owner < 0 else max(nd, min(1.0, 2 * self.table.equity(THEIRS, own, opp)))

    def _chances(self, own: Home, opp: Home) -> Chances:
        """Before rolling, as both play when nobody doubles any more."""
        return Chances((1 + self.table.equity(DEAD, own, opp)) / 2, 0.0, 0.0, 0.0, 0.0)


def bare(board: Board) -> tuple[Home, Home] | None:
    """Both homes, the player on roll first, if the table knows such a board."""
    other = turned(board)
    own, opp = board[1:7], other[1:7]
    if any(board[7:19]) or min(*own, *opp) < 0 or board[0] or board[25]:
        return None
    return (own, opp) if 0 < sum(own) <= CHECKERS and 0 < sum(opp) <= CHECKERS else None


def _dead(stake: Stake) -> bool:
    """Whether nobody can double any more, so that the best play is that of the chances alone."""
    return not stake.may_double and not stake.turned.may_double


@cache
def homes() -> tuple[Home, ...]:
    """Every home of at most `CHECKERS` checkers; the empty one first, then by pips."""
    found = [
        tuple(places.count(point) for point in range(1, 7))
        for n in range(CHECKERS + 1)
        for places in combinations_with_replacement(range(1, 7), n)
    ]
    return tuple(sorted(found, key=lambda home: (_pips(home), home)))


def index(home: Home) -> int:
    return _indices()[home]


@cache
def _indices() -> dict[Home, int]:
    return {home: at for at, home in enumerate(homes())}


def _pips(home: Home) -> int:
    return sum(n * point for point, n in enumerate(home, 1))


def made() -> Table:
    """The table, worked out: some seconds.

    A pair of homes needs only pairs with fewer pips in all, so pairs are taken by their sum.
    """
    count = len(homes())
    table = np.zeros((4, count, count), np.float32)
    table[:, :, 0] = -1  # the opponent has borne off: the player on roll has lost
    follow, weights = _followers()
    groups = _by_pips()
    longest = max(groups)
    for total in range(2, 2 * longest + 1):
        for pips in range(max(1, total - longest), min(longest, total - 1) + 1):
            if pips in groups and total - pips in groups:
                _fill(table, groups[pips], groups[total - pips], follow, weights)
    return Table(table)


def _fill(table: Floats, owns: slice, opps: slice, follow: Sequence[npt.NDArray[np.intp]], weights: Floats) -> None:
    """The equities of a group of homes against another group."""
    starts = _starts(table, opps)
    for own in range(owns.start, owns.stop):
        best = -starts[:, :, follow[own]].min(axis=3)
        table[:, own, opps] = best @ weights


def _starts(table: Floats, opps: slice) -> Floats:
    """(4, k, n): equities of a group of opponents at the start of their turns, doubling included, against every home; by what the
    cube is for the player who has just moved."""
    dead, centred, owned, theirs = (table[kind, opps] for kind in range(4))
    doubled = np.minimum(1, 2 * theirs)
    return np.stack([dead, np.maximum(centred, doubled), theirs, np.maximum(owned, doubled)])


def _by_pips() -> dict[int, slice]:
    """Homes of one pip count lie together."""
    pips = [_pips(home) for home in homes()]
    return {n: slice(pips.index(n), pips.index(n) + pips.count(n)) for n in sorted(set(pips))}


def _followers() -> tuple[list[npt.NDArray[np.intp]], Floats]:
    """By home: (21, most) indices of the homes that each roll may lead to, the last repeated; and the weights of the 21 rolls."""
    rolls = list(combinations_with_replacement(range(1, 7), 2))
    weights = np.array([(1 if low == high else 2) / 36 for low, high in rolls], np.float32)
    return [_after(home, rolls) for home in homes()], weights


def _after(home: Home, rolls: Sequence[tuple[int, int]]) -> npt.NDArray[np.intp]:
    if not sum(home):
        return np.zeros((len(rolls), 1), np.intp)
    before = Position((*home, *([0] * 17), -1), (0, 0), (15 - sum(home), 14))
    ways = [sorted({index(after.points[:6]) for after in legal_plays(before, Side.WHITE, roll)}) for roll in rolls]
    most = max(map(len, ways))
    return np.array([way + way[-1:] * (most - len(way)) for way in ways], np.intp)


def path() -> Path:
    """Where the table is kept."""
    cache_home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache_home) / "boardcam" / f"bearoff-{CHECKERS}.npy"


def keep(table: Table, where: Path) -> None:
    """Write the table; what is at `where` is replaced only when it is complete."""
    where.parent.mkdir(parents=True, exist_ok=True)
    partial = where.with_suffix(".partial")
    with partial.open("wb") as file:
        np.save(file, table.equities)
    partial.replace(where)


def load(where: Path) -> Table:
    """The table, read as far as it is asked for. TableMissing."""
    count = len(homes())
    try:
        equities = np.load(where, mmap_mode="r")
    except OSError as error:
        raise TableMissing(f"{where}: {error.strerror or error}; make it with: boardcam bearoff") from error
    except ValueError as error:
        raise TableMissing(f"{where} is no table of ours ({error}); make it again with: boardcam bearoff") from error
    if equities.shape != (4, count, count) or equities.dtype != np.float32:
        raise TableMissing(f"{where} is no table of ours; make it again with: boardcam bearoff")
    return Table(equities)


def here(where: Path | None = None) -> Table | None:
    """The table if there is one."""
    try:
        return load(where or path())
    except TableMissing:
        return None


def pairs(most: int = CHECKERS) -> Iterator[tuple[Home, Home]]:
    """Pairs of homes of at most so many checkers a side, none empty."""
    some = [home for home in homes() if 0 < sum(home) <= most]
    for own in some:
        for opp in some:
            yield own, opp
