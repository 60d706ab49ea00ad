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


@dataclass(frozen=True, slots=True)
class Resignation:
    """What is to be confirmed or accepted."""

    loser: Side
    kind: int
    """1 single, 2 gammon, 3 backgammon."""
    points: int
    by: Side
    """Who says yes to it: the loser, who confirms, or the winner, who accepts."""
    why: str
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
            return Refusal(
                "R66", f"say what is offered: {' or '.join(f'a {scoring.NAMES[kind]}' for kind in range(1, highest + 1))}"
            )
        kind, by, names = offered or 1, loser.other, scoring.NAMES
    points = scoring.points(kind, cube, jacoby=jacoby)
    counted = names[kind] if points == kind * cube.value else f"{names[kind]} counts 1 (cube not turned)"
    return Resignation(loser, kind, points, by, f"this costs {loser.colour} {counted} × {cube.value} = {points}")
