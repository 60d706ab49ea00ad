"""The doubling cube: its value, who owns it, who may turn it (rules 47-54, 72).

An offer that is not yet answered is a matter of the referee's phases: a passed double leaves the cube as it was (51).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from boardcam.rules.position import Side
from boardcam.rules.sentence import Sentence, sentence


class Refusal(NamedTuple):
    """Why something may not be done."""

    rule: str
    why: Sentence
    """One sentence for the players."""


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube: what the game is played for, before single, gammon or backgammon."""

    value: int = 1
    owner: Side | None = None
    """None = centred: either side may turn it (50)."""

    @classmethod
    def seen(cls, face: int, owner: Side | None) -> Cube:
        """The cube with this face up: centred, its 64 stands for 1 (47)."""
        return cls(1 if face == 64 and owner is None else face, owner)

    @property
    def face(self) -> int:
        """The number that lies on top."""
        return 64 if self.value == 1 else self.value

    def refusal(self, side: Side, *, cap: int | None = None, crawford: bool = False, last_roll: bool = False) -> Refusal | None:
        """Why `side` may not double, on roll and before rolling (49); None = it may. `cap` 1 = play without a cube; `last_roll`:
        the right of a last roll is being used (67)."""
        if cap == 1:
            return Refusal("R48", sentence("this game is played without the cube"))
        if last_roll:
            return Refusal("R67", sentence("the last roll is played without the cube"))
        if crawford:
            return Refusal("R72", sentence("this is the Crawford game: the cube is out of play"))
        if self.owner is side.other:
            return Refusal("R50", sentence("the cube belongs to {side}: only its owner may double", side=self.owner))
        if cap is not None and 2 * self.value > cap:
            return Refusal("R53", sentence("the cube may not go above {cap}", cap=cap))
        return None

    def may_offer(self, side: Side, *, cap: int | None = None, crawford: bool = False) -> bool:
        """Whether `side`, on roll, may double before rolling."""
        return self.refusal(side, cap=cap, crawford=crawford) is None

    def taken(self, by: Side) -> Cube:
        """The cube after `by` has taken a double (52)."""
        return Cube(2 * self.value, by)
