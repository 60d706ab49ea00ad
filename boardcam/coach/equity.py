"""Chances → equity, with the cube, in money games and at any score.

Worked out as Janowski does (“Take-Points in Money Games”, 1993), and as GNU Backgammon carries it to matches: between a dead cube,
which nobody turns any more, and a fully live one, turned at the very point where a double is just a pass, lies the real one, a
share `liveliness` of the way. Engines that look ahead with the cube do better; this is for those that give chances only.

Arrays of chances are (n, 5), by the fields of `Chances`; worths are (n,), in points of money or in chances to win the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boardcam.coach import met
from boardcam.coach.stake import Stake
from boardcam.coach.value import Chances, CubeValue, Value

CONTACT = 0.68
"""Liveliness while the sides can still meet (Janowski)."""
TURNS = 6
"""Turns of the cube that are thought ahead; a money cube of 64 times its value is dead for our purposes."""
TINY = 1e-12
Floats = npt.NDArray[np.float64]


class Shares(NamedTuple):
    """(n,) each: of the games won, how many are at least gammons, and backgammons; then the same of those lost."""

    gammon: Floats
    backgammon: Floats
    lost_gammon: Floats
    lost_backgammon: Floats

    @property
    def turned(self) -> Shares:
        return Shares(self.lost_gammon, self.lost_backgammon, self.gammon, self.backgammon)


EVEN = Shares(*np.zeros((4, 1)))


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

    def won(self) -> Floats:
        """A game won at this cube, with its share of gammons."""
        return self._ended(1, self.shares.gammon, self.shares.backgammon)

    def lost(self) -> Floats:
        return self._ended(-1, self.shares.lost_gammon, self.shares.lost_backgammon)

    def _ended(self, sign: int, gammon: Floats, backgammon: Floats) -> Floats:
        single, two, three = (self.points(sign * n * self.stake.cube) for n in self.kinds)
        return (1 - gammon) * single + (gammon - backgammon) * two + backgammon * three

    @property
    def kinds(self) -> tuple[int, int, int]:
        """How many times the cube a single game, a gammon and a backgammon are worth."""
        most = self.stake.factor
        if self.stake.money and self.stake.jacoby and self.stake.owner == 0:
            most = 1  # by Jacoby's rule gammons count only after a double (64)
        return 1, min(2, most), min(3, most)

    def normal(self, worth: Floats) -> Floats:
        """Worths in the one unit: 1 = a single game won at this cube, −1 = lost."""
        high, low = self.points(self.stake.cube), self.points(-self.stake.cube)
        return (2 * worth - high - low) / (high - low)

    def other(self, worth: Floats) -> Floats:
        """What the opponent has when this player has so much."""
        return -worth if self.stake.money else 1 - worth

    @property
    def doubled(self) -> Worth:
        return replace(self, stake=self.stake.doubled)

    @property
    def turned(self) -> Worth:
        return replace(self, stake=self.stake.turned, shares=self.shares.turned)


def equity(chances: Chances, stake: Stake, liveliness: float = CONTACT) -> float:
    """The equity of a player with these chances, the cube lying as it does, in the one unit."""
    return float(Worth(stake).normal(worths(_row(chances), stake, liveliness))[0])


def cube_value(chances: Chances, stake: Stake, liveliness: float = CONTACT) -> CubeValue:
    """What a double is worth before rolling with these chances."""
    taken = Worth(stake).normal(worths(_row(chances), stake.doubled, liveliness))
    return CubeValue(equity(chances, stake, liveliness), float(taken[0]), 1.0, chances)


def values(chances: Sequence[Chances], stake: Stake, live: float | Floats = CONTACT) -> list[Value]:
    """Of players with these chances, the cube lying as it does: plays that all let the opponent cash are told apart, too."""
    if not chances:
        return []
    kept = [one.kept for one in chances]
    told = Worth(stake).normal(worths(np.array(kept), stake, live))
    return [Value(float(one), chance) for one, chance in zip(told, kept, strict=True)]


def cubeless(chances: Chances, stake: Stake) -> float:
    """The equity if the cube were never turned again."""
    return equity(chances, stake, 0.0)


def take_point(stake: Stake, liveliness: float = CONTACT, gammons: Chances | None = None) -> float:
    """The least winning chance with which the *opponent* of the player who doubles may take: 0…1. `gammons` = chances of the
    doubler, of whose games won and lost so many are gammons; None = no gammons are won."""
    worth = Worth(stake, EVEN if gammons is None else shares(_row(gammons)))
    drop = worth.points(stake.cube)

    def taken(win: float) -> float:
        return float(_worth(worth.doubled, np.array([win]), liveliness)[0])

    return 1 - _crossing(taken, drop)


def liveliness(pips: float | Floats, contact: bool | npt.NDArray[np.bool_]) -> Floats:
    """How live a cube is: 0.68 in contact; in a race more for a longer one, 0.6 to 0.7, by the pips of both sides together."""
    return np.where(contact, CONTACT, np.clip(0.55 + 0.00125 * np.asarray(pips) / 2, 0.6, 0.7))


def worths(chances: Floats, stake: Stake, live: float | Floats = CONTACT) -> Floats:
    """What players with these chances have, the cube lying as it does."""
    return _worth(Worth(stake, shares(chances)), chances[:, 0], live)


def begun(chances: Floats, stake: Stake, live: float | Floats = CONTACT, stays: Floats | None = None) -> Floats:
    """What players who are to roll have, who double where that is right; `stays` = `worths` where they are known."""
    stays = worths(chances, stake, live) if stays is None else stays
    return stays if not stake.may_double else with_double(stays, worths(chances, stake.doubled, live), stake)


def with_double(stays: Floats, taken: Floats, stake: Stake) -> Floats:
    """The worth with the right double, from those without one and with one that is taken."""
    return np.maximum(stays, np.minimum(taken, Worth(stake).points(stake.cube)))


def shares(chances: Floats) -> Shares:
    """Shares of the games won and lost, from chances."""
    win, gammon, backgammon, lost, far = chances.T
    won, others = np.maximum(win, 1e-9), np.maximum(1 - win, 1e-9)
    gammons, losses = np.clip(gammon / won, 0, 1), np.clip(lost / others, 0, 1)
    return Shares(gammons, np.clip(backgammon / won, 0, gammons), losses, np.clip(far / others, 0, losses))


def _row(chances: Chances) -> Floats:
    return np.array([chances], np.float64)


def _worth(worth: Worth, win: Floats, live: float | Floats, turns: int = TURNS) -> Floats:
    """What winning chances are worth, between the dead cube and the live one."""
    lost = worth.lost()
    dead = lost + win * (worth.won() - lost)
    if not np.any(live):
        return dead
    at, worths = _course(worth, turns)
    return dead + live * (_along(at, worths, win) - dead)


def _course(worth: Worth, turns: int) -> tuple[Floats, Floats]:
    """With a fully live cube the worth runs straight from where the opponent cashes to where this player does: (4, n) chances that
    rise, and the worths there. Who does not cash does so at the end of the game."""
    won, lost = worth.won(), worth.lost()
    cash, cashed = _cash(worth, turns), _cash(worth.turned, turns)
    never = 1 - cashed > cash  # both would double at once: neither chance is worth more than playing on
    low, high = np.isnan(cashed) | never, np.isnan(cash) | never
    cube = worth.stake.cube
    at = np.stack([0 * won, np.where(low, 0.0, 1 - cashed), np.where(high, 1.0, cash), 1 + 0 * won])
    return at, np.stack([lost, np.where(low, lost, worth.points(-cube)), np.where(high, won, worth.points(cube)), won])


def _cash(worth: Worth, turns: int) -> Floats:
    """The winning chance from which this player's double is a pass. NaN = he does not double: he may not, it is never a pass, or
    he is better off playing on, for the gammon or because the cube would only be turned against him."""
    won, lost = worth.won(), worth.lost()
    if not worth.stake.may_double or not turns:
        return np.full(np.shape(won), np.nan)
    passed = worth.points(worth.stake.cube)
    at, worths = _course(worth.doubled, turns - 1)
    chance = _along(worths, at, np.full(np.shape(won), passed))
    played_on = lost + chance * (won - lost)
    return np.where((worths[-1] >= passed) & (passed > played_on), chance, np.nan)


def _along(at: Floats, values: Floats, wanted: Floats) -> Floats:
    """Column by column, what a line through (at, values), both (4, n), has at a place `wanted` (n,)."""
    steps = np.clip((wanted - at[:-1]) / np.maximum(np.diff(at, axis=0), TINY), 0, 1)
    return np.asarray(values[0] + (steps * np.diff(values, axis=0)).sum(axis=0))


def _crossing(rising: Callable[[float], float], level: float) -> float:
    """Where a rising function of a chance reaches a level, 0…1."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > level else (middle, high)
    return high
