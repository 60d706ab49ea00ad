"""What decisions gave up, and what that makes of a player.

The error rate (PR) is 500 × the mean loss of the decisions that count. These count: plays with two or more results to choose from;
answers to a double; doubles made; doubles not made where the loss or the gain of doubling is below `CLOSE`, or that were missed.
Programs count differently, so rates of different programs differ by that alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from boardcam.coach.advice import Advice, advise
from boardcam.coach.coach import Coach
from boardcam.coach.decisions import Decision
from boardcam.coach.engine import Engine, Level
from boardcam.coach.engines import Depth
from boardcam.coach.rank import Ranking, rank
from boardcam.rules.position import Position, Side

ERROR, BLUNDER = 0.02, 0.08
"""Losses from which a decision is an error, and a blunder."""
CLOSE = 0.16
"""A double not made is a decision only if it was as close as this."""
WRONG = 0.001
"""A loss below this is no fault of anybody's."""
Fault = Literal["missed double", "wrong double", "wrong take", "wrong pass"]
FAULTS: dict[str, Fault] = {
    "no double": "missed double", "double": "wrong double", "take": "wrong take", "pass": "wrong pass",
}  # fmt: skip
LONG = 600.0
"""Seconds that may be spent on a decision after the game: as many as it needs."""


@dataclass(frozen=True, slots=True)
class Graded:
    """One decision and what it gave up."""

    decision: Decision
    loss: float
    """≥ 0, in the one unit."""
    counted: bool
    best: str
    """What was right, in notation."""
    made: str
    luck: float | None = None
    """Of a play: by how much the roll was better than the average one, for the player."""

    @property
    def grade(self) -> Literal["", "error", "blunder"]:
        return "blunder" if self.loss >= BLUNDER else "error" if self.loss >= ERROR else ""

    @property
    def fault(self) -> Fault | None:
        """What kind of mistake with the cube this was."""
        return FAULTS[self.made] if self.decision.kind != "play" and self.loss > WRONG else None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a player's decisions come to."""

    counted: int
    given_up: float
    """Sum of the losses of the counted decisions."""
    errors: int
    """Blunders not included."""
    blunders: int
    luck: float
    faults: dict[Fault, tuple[int, float]]
    """Mistakes with the cube by kind: how many, and what they gave up."""

    @property
    def rate(self) -> float | None:
        """The error rate (PR); None without a decision that counts."""
        return 500 * self.given_up / self.counted if self.counted else None


def graded(found: Iterable[Decision], coach: Coach, depth: Depth = "normal", *, luck: bool = True) -> Iterator[Graded]:
    """The decisions, judged one by one. EngineError if no engine answers any more."""
    for decision in found:
        if decision.kind == "play":
            assert isinstance(decision.made, Position)
            ranking = coach.best(decision.question, depth, LONG, [decision.made])
            chance = coach.luck(decision.question, decision.opening) if luck else None
            yield play(decision, ranking, chance)
        else:
            yield cube(decision, coach.advise(decision.question, depth))


def judged(decision: Decision, engine: Engine, level: Level) -> Graded:
    """One decision by one engine, without luck. EngineError."""
    if decision.kind != "play":
        return cube(decision, advise(decision.question, engine, level.cube))
    assert isinstance(decision.made, Position)
    *_, ranking = rank(decision.question, engine, level, keep=[decision.made])
    return play(decision, ranking)


def play(decision: Decision, ranking: Ranking, luck: float | None = None) -> Graded:
    """A play, judged by the ranking of all plays."""
    if not ranking:
        return Graded(decision, 0.0, False, "", "", luck)
    made = next(ranked for ranked in ranking if ranked.position == decision.made)
    return Graded(decision, made.loss, len(ranking) > 1, str(ranking[0].play), str(made.play), luck)


def cube(decision: Decision, advice: Advice) -> Graded:
    """A double made or not made, or an answer, judged by what each action gives up."""
    made = str(decision.made)
    if advice.value is None:
        return Graded(decision, 0.0, False, advice.action, made)
    loss = advice.losses[made]  # type: ignore[index]
    best = ("take" if advice.take else "pass") if decision.kind == "answer" else "double" if advice.double else "no double"
    close = abs(advice.value.nd - min(advice.value.dt, advice.value.dp)) < CLOSE
    return Graded(decision, loss, made != "no double" or close or loss > WRONG, best, made)


def summary(found: Iterable[Graded], side: Side) -> Summary:
    """What a side's decisions come to."""
    mine = [one for one in found if one.decision.side is side]
    counted = [one for one in mine if one.counted]
    faults: dict[Fault, tuple[int, float]] = {}
    for one in counted:
        if (fault := one.fault) is not None:
            number, given = faults.get(fault, (0, 0.0))
            faults[fault] = (number + 1, given + one.loss)
    return Summary(
        len(counted), sum(one.loss for one in counted), sum(one.grade == "error" for one in counted),
        sum(one.grade == "blunder" for one in counted), sum(one.luck or 0.0 for one in mine), faults,
    )  # fmt: skip


def worst(found: Iterable[Graded], most: int = 5) -> list[Graded]:
    """The dearest decisions, dearest first."""
    return sorted((one for one in found if one.loss > WRONG), key=lambda one: -one.loss)[:most]
