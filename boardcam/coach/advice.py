"""What to do with the cube: the action that is right, what the others cost, and from which chance on a double may be taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boardcam.coach import equity
from boardcam.coach.engine import Engine
from boardcam.coach.question import Question
from boardcam.coach.value import CubeValue

Action = Literal[
    "no double",
    "double/take",
    "double/pass",
    "too good to double",
    "too good to double, still a take",
    "no double, a beaver",
    "not allowed",
]


TIE = 0.001
"""Nobody plays on for so little who may end the game."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Of the player on roll, before rolling; equities are that player's."""

    action: Action
    value: CubeValue | None
    """None = a double is not allowed, or would change nothing."""
    take_point: float | None
    """The least winning chance with which the opponent takes, if no gammons are won (0…1)."""
    needed: float | None = None
    """The same with as many gammons as are won here."""
    why: str = ""
    """Why a double is not allowed."""
    redouble: bool = False

    @property
    def double(self) -> bool:
        """Whether doubling is right."""
        return self.action in ("double/take", "double/pass")

    @property
    def take(self) -> bool:
        """Whether a double would be taken."""
        return self.action in ("no double", "double/take", "no double, a beaver", "too good to double, still a take")

    @property
    def best(self) -> float:
        """The equity with the right action."""
        if self.value is None:
            raise ValueError(self.why)
        return min(self.value.dt, self.value.dp) if self.double else self.value.nd

    @property
    def losses(self) -> dict[Literal["no double", "double", "take", "pass"], float]:
        """What each action gives up, ≥ 0: the first two the doubler, the others the opponent."""
        if self.value is None:
            return {}
        nd, answer = self.value.nd, min(self.value.dt, self.value.dp)
        best = max(nd, answer)
        return {
            "no double": best - nd,
            "double": best - answer,
            "take": self.value.dt - answer,
            "pass": self.value.dp - answer,
        }


def advise(question: Question, engine: Engine, plies: int) -> Advice:
    """What is right; EngineError if the engine does not say."""
    refusal = question.may_not_double
    if refusal is not None:
        return Advice("not allowed", None, None, why=refusal.why)
    value = engine.cube(question.board, question.stake, plies)
    redouble = question.situation.cube.owner is not None
    needed = equity.take_point(question.stake, gammons=value.chances)
    right = action(value, question.stake.beaver, question.stake.behind)
    return Advice(right, value, equity.take_point(question.stake), needed, redouble=redouble)


def action(value: CubeValue, beaver: bool = False, behind: bool = False) -> Action:
    """The right action by the three equities. A tie is no double, and a take; but a double by a player who is `behind`, whose
    opponent needs no cube any more, risks nothing."""
    taken = value.dt <= value.dp
    if taken and value.dt > value.nd - TIE * behind:
        return "double/take"
    if not taken and value.dp >= value.nd - TIE:
        return "double/pass"
    if value.nd > value.dp:
        return "too good to double, still a take" if taken else "too good to double"
    return "no double, a beaver" if beaver and value.dt < 0 else "no double"
