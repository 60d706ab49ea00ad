"""What is played for, from the seat of one player: the cube, the score, the options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Owner = Literal[-1, 0, 1]


@dataclass(frozen=True, slots=True)
class Stake:
    cube: int = 1
    owner: Owner = 0
    """1 this player, −1 the opponent, 0 centred."""
    away: tuple[int, int] = (0, 0)
    """Points that this player and the opponent still need; (0, 0) = money."""
    crawford: bool = False
    """This is the Crawford game."""
    jacoby: bool = False
    beaver: bool = False
    factor: Literal[1, 2, 3] = 3
    """The most that a game is worth: 1 no gammons count, 2 no backgammons."""
    live: bool = True
    """The cube may still be turned; False where the game is played without it, or it has reached its cap."""

    @property
    def money(self) -> bool:
        return self.away == (0, 0)

    @property
    def plain(self) -> bool:
        """Whether every engine knows such a stake. Else only its chances are used, and the equity is worked out from them."""
        return self.factor == 3 and self.live

    @property
    def turned(self) -> Stake:
        """The same from the other seat."""
        return replace(self, owner=-self.owner, away=self.away[::-1])

    @property
    def doubled(self) -> Stake:
        """After this player has doubled and the opponent has taken."""
        return replace(self, cube=2 * self.cube, owner=-1)

    @property
    def behind(self) -> bool:
        """Whether the opponent needs one point: a cube means nothing to him any more."""
        return self.away[1] == 1 and not self.crawford

    @property
    def may_double(self) -> bool:
        """Whether a double by this player would change anything."""
        dead = not self.money and (self.away[0] <= self.cube or self.crawford)
        return self.live and self.owner >= 0 and not dead
