"""A resignation: what it costs (rules 62, 66, C9).

By the loser's actual checkers there is nothing to negotiate: what it costs is shown, and the loser confirms. Otherwise he offers a
single game, a gammon or a backgammon, and the winner accepts or plays on.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardcam.rules import scoring
from boardcam.rules.cube import Cube, Refusal
from boardcam.rules.position import Position, Side
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import Sentence, counted, marked, sentence

OFFERS = {
    1: marked("say what is offered: {kind_1}"),
    2: marked("say what is offered: {kind_1} or {kind_2}"),
    3: marked("say what is offered: {kind_1} or {kind_2} or {kind_3}"),
}
"""By the highest that a game can be worth."""


@dataclass(frozen=True, slots=True)
class Resignation:
    """What is to be confirmed or accepted."""

    loser: Side
    kind: int
    """1 single, 2 gammon, 3 backgammon."""
    points: int
    by: Side
    """Who says yes to it: the loser, who confirms, or the winner, who accepts."""
    why: Sentence
    """One sentence that shows the cost."""


def resign(
    position: Position, loser: Side, cube: Cube, profile: Profile, length: int, offered: int | None = None
) -> Resignation | Refusal:
    """What a resignation costs. `length` of the match, 0 = money; `offered` 1, 2 or 3 where resignations are negotiated."""
    jacoby = profile.jacoby and not length
    if profile.resign == "actual":
        kind, by, names = (
            scoring.value(position, loser.other, finish=profile.finish, bar_counts=profile.bar_counts),
            loser,
            scoring.NARDI,
        )
    else:
        highest = scoring.FACTORS[profile.finish]
        if offered not in range(1, highest + 1):
            kinds = {f"kind_{kind}": scoring.ONE[kind] for kind in range(1, highest + 1)}
            return Refusal("R66", sentence(OFFERS[highest], **kinds))
        kind, by, names = offered or 1, loser.other, scoring.NAMES
    points = scoring.points(kind, cube, jacoby=jacoby)
    return Resignation(loser, kind, points, by, _cost(loser, names[kind], kind, cube, points))


def _cost(loser: Side, name: str, kind: int, cube: Cube, points: int) -> Sentence:
    """ "this costs dark 12 points (koks × 4)"; without the product where the cube stands at 1."""
    if points != kind * cube.value:
        return counted(
            "{kind} counts 1, for the cube was not turned: this costs {side} {n} point",
            "{kind} counts 1, for the cube was not turned: this costs {side} {n} points",
            points, side=loser, kind=name,
        )  # fmt: skip
    if cube.value == 1:
        return counted("this costs {side} {n} point", "this costs {side} {n} points", points, side=loser)
    return counted(
        "this costs {side} {n} point ({kind} × {cube})",
        "this costs {side} {n} points ({kind} × {cube})",
        points, side=loser, kind=name, cube=cube.value,
    )  # fmt: skip
