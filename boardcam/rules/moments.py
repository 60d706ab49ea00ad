"""The moments of a recorded game: the situation before everything that was done, and the last one.

An XGID or a GNU Backgammon ID of each is one call away (`xgid.format`, `gnuid.format`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from boardcam.rules.position import Side
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import CubeAction, Game, Match, Turn


def moments(match: Match, game: Game) -> tuple[Situation, ...]:
    """As many situations as the game has actions, each as the one who acts finds it, and the last one.

    Before a turn the dice lie rolled; before a double they do not; before a take or a pass the double is offered, and `turn` is
    who offers it. Dice that nobody saw are not there. In the last one the other side is on roll, or a passed double still offered.
    """
    return tuple(_moments(match, game))


def _moments(match: Match, game: Game) -> Iterator[Situation]:
    now = Situation(
        game.start, game.starter or Side.WHITE, score=game.score, length=match.length, crawford=game.crawford,
        jacoby=match.jacoby and not match.length, cube_cap=match.cube_cap or Situation().cube_cap,
    )  # fmt: skip
    for action in game.actions:
        if isinstance(action, Turn):
            yield replace(now, position=action.before, turn=action.side, dice=action.dice)
            now = replace(now, position=action.after, turn=action.side.other)
        else:
            yield replace(now, turn=action.side if action.kind == "double" else action.side.other)
            now = _offered(now, action)
    yield now


def _offered(now: Situation, action: CubeAction) -> Situation:
    """After something was done with the cube."""
    if action.kind == "double":
        return replace(now, turn=action.side, offered="double")
    if action.kind == "take":
        return replace(now, turn=action.side.other, offered=None, cube=now.cube.taken(action.side))
    return now
