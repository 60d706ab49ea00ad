"""Chances → equity, with the cube, in money games and at any score.

Worked out as Janowski does (“Take-Points in Money Games”, 1993), and as GNU Backgammon carries it to matches: between a dead cube,
which nobody turns any more, and a fully live one, turned at the very point where a double is just a pass, lies the real one, a
share `liveliness` of the way. Engines that look ahead with the cube do better; this is for those that give chances only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from boardcam.coach import met
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value

CONTACT = 0.68
"""Liveliness while the sides can still meet (Janowski)."""
TURNS = 6
"""Turns of the cube that are thought ahead; a money cube of 64 times its value is dead for our purposes."""


class Shares(NamedTuple):
    """Of the games won, how many are at least gammons, and backgammons; then the same of those lost."""

    gammon: float = 0.0
    backgammon: float = 0.0
    lost_gammon: float = 0.0
    lost_backgammon: float = 0.0

    @property
    def turned(self) -> Shares:
        return Shares(self.lost_gammon, self.lost_backgammon, self.gammon, self.backgammon)


EVEN = Shares()


@dataclass(frozen=True, slots=True)
class Worth:
    """What winning and losing are worth at a stake for one player, in money points or in chances to win the match."""

    stake: Stake
    shares: Shares = EVEN

    def points(self, n: int) -> float:
        """Winning (n > 0) or losing so many points."""
        stake = self.stake
        if stake.money:
            return float(n)
        away, other = stake.away
        after = stake.crawford or 1 in stake.away
        return met.chance(away - max(n, 0), other - max(-n, 0), after)

    def won(self) -> float:
        """A game won at this cube, with its share of gammons."""
        return self._ended(1, self.shares.gammon, self.shares.backgammon)

    def lost(self) -> float:
        return self._ended(-1, self.shares.lost_gammon, self.shares.lost_backgammon)

    def _ended(self, sign: int, gammon: float, backgammon: float) -> float:
        cube, most = self.stake.cube, self.stake.factor
        if self.stake.money and self.stake.jacoby and self.stake.owner == 0:
            most = 1  # by Jacoby's rule gammons count only after a double (64)
        kinds = ((1 - gammon, 1), (gammon - backgammon, 2), (backgammon, 3))
        return sum(share * self.points(sign * min(kind, most) * cube) for share, kind in kinds)

    def normal(self, worth: float) -> float:
        """A worth in the one unit: 1 = a single game won at this cube, −1 = lost."""
        high, low = self.points(self.stake.cube), self.points(-self.stake.cube)
        return (2 * worth - high - low) / (high - low)

    @property
    def doubled(self) -> Worth:
        return replace(self, stake=self.stake.doubled)

    @property
    def turned(self) -> Worth:
        return replace(self, stake=self.stake.turned, shares=self.shares.turned)


def equity(chances: Chances, stake: Stake, liveliness: float = CONTACT) -> float:
    """The equity of a player with these chances, the cube lying as it does, in the one unit."""
    worth = Worth(stake, shares(chances))
    return worth.normal(_worth(worth, chances.win, liveliness))


def cube_value(chances: Chances, stake: Stake, liveliness: float = CONTACT) -> CubeValue:
    """What a double is worth before rolling with these chances."""
    worth = Worth(stake, shares(chances))
    taken = _worth(worth.doubled, chances.win, liveliness)
    return CubeValue(equity(chances, stake, liveliness), worth.normal(taken), 1.0, chances)


def value(chances: Chances, stake: Stake, liveliness: float = CONTACT) -> Value:
    kept = chances.kept
    return Value(equity(kept, stake, liveliness), kept)


def cubeless(chances: Chances, stake: Stake) -> float:
    """The equity if the cube were never turned again."""
    return equity(chances, stake, 0.0)


def take_point(stake: Stake, liveliness: float = CONTACT) -> float:
    """The least winning chance with which the *opponent* of the player who doubles may take, if no gammons are won: 0…1."""
    worth = Worth(stake)
    drop = worth.points(stake.cube)
    return 1 - _crossing(lambda win: _worth(worth.doubled, win, liveliness), drop)


def liveliness(pips: tuple[int, int], contact: bool) -> float:
    """How live a cube is: 0.68 in contact; in a race more for a longer one, 0.6 to 0.7, by the pip counts."""
    return CONTACT if contact else min(0.7, max(0.6, 0.55 + 0.00125 * sum(pips) / 2))


def shares(chances: Chances) -> Shares:
    """Shares of the games won and lost, from chances."""
    win, loss = max(chances.win, 1e-9), max(1 - chances.win, 1e-9)
    gammon, lost = min(1.0, chances.gammon / win), min(1.0, chances.lost_gammon / loss)
    return Shares(gammon, min(gammon, chances.backgammon / win), lost, min(lost, chances.lost_backgammon / loss))


def _worth(worth: Worth, win: float, live: float, turns: int = TURNS) -> float:
    """What a winning chance is worth, between the dead cube and the live one."""
    dead = _between(0.0, worth.lost(), 1.0, worth.won(), win)
    return dead + live * (_live(worth, win, turns) - dead) if live else dead


def _live(worth: Worth, win: float, turns: int) -> float:
    """What a winning chance is worth with a fully live cube."""
    at, worths = zip(*_course(worth, turns), strict=True)
    return float(np.interp(win, at, worths))


def _course(worth: Worth, turns: int) -> list[tuple[float, float]]:
    """With a fully live cube the worth runs straight from where the opponent cashes to where this player does: (chance, worth)."""
    low, high = (0.0, worth.lost()), (1.0, worth.won())
    cash, cashed = _cash(worth, turns), _cash(worth.turned, turns)
    left = [] if cashed is None else [(1 - cashed, worth.points(-worth.stake.cube))]
    right = [] if cash is None else [(cash, worth.points(worth.stake.cube))]
    if left and right and left[0][0] > right[0][0]:
        return [low, high]  # both would double at once: neither chance is worth more than playing on
    return [low, *left, *right, high]


def _cash(worth: Worth, turns: int) -> float | None:
    """The winning chance from which this player's double is a pass. None = he does not double: he may not, it is never a pass, or
    he is better off playing on, for the gammon or because the cube would only be turned against him."""
    if not worth.stake.may_double or not turns:
        return None
    passed = worth.points(worth.stake.cube)
    at, worths = zip(*_course(worth.doubled, turns - 1), strict=True)
    if worths[-1] < passed:
        return None
    chance = float(np.interp(passed, worths, at))
    return chance if passed > _between(0.0, worth.lost(), 1.0, worth.won(), chance) else None


def _crossing(rising: Callable[[float], float], level: float) -> float:
    """Where a rising function of a chance reaches a level, 0…1."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > level else (middle, high)
    return high


def _between(x0: float, y0: float, x1: float, y1: float, x: float) -> float:
    return y0 if x1 <= x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
