"""What an engine says: chances, and equities in the one unit of this room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Chances(NamedTuple):
    """How a game may end, 0…1, for one player. A backgammon is counted in the gammons, a gammon in the wins."""

    win: float
    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float

    @property
    def turned(self) -> Chances:
        """The opponent's."""
        return Chances(1 - self.win, self.lost_gammon, self.lost_backgammon, self.gammon, self.backgammon)

    @property
    def kept(self) -> Chances:
        """The same without what networks say by a hair: a gammon likelier than a win, a chance below 0."""
        win = min(1.0, max(0.0, self.win))
        gammon, lost = min(win, max(0.0, self.gammon)), min(1 - win, max(0.0, self.lost_gammon))
        return Chances(win, gammon, min(gammon, max(0.0, self.backgammon)), lost, min(lost, max(0.0, self.lost_backgammon)))


@dataclass(frozen=True, slots=True)
class Value:
    """A position's worth for the player who has just moved."""

    equity: float
    """Cubeful, normalised to the cube as it lies."""
    chances: Chances


@dataclass(frozen=True, slots=True)
class CubeValue:
    """What doubling is worth for the player on roll, before rolling; normalised to the cube before the double."""

    nd: float
    """Equity without a double now."""
    dt: float
    """When doubled and taken."""
    dp: float
    """When doubled and passed: 1 in money games; at a score what a single game at this cube is worth, which is 1 as well."""
    chances: Chances
