"""A match as one JSON object, for programs: its heading, every action with its place and its XGID, results and incidents.

Nothing is read back from it; what keeps a match without loss are its lines (`match_lines`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from boardcam.record.incidents import incidents
from boardcam.rules import xgid
from boardcam.rules.moments import moments
from boardcam.rules.transcript import Game, Match, Turn

HEADING = (
    "players", "length", "score", "profile", "variant", "crawford", "jacoby", "cube_cap", "date", "time", "event", "place",
    "source", "rules",
)  # fmt: skip


def told(match: Match) -> dict[str, Any]:
    """The object."""
    heading = {name: getattr(match, name) for name in HEADING}
    games = [_game(match, number, game) for number, game in enumerate(match.games, 1)]
    happened = [asdict(one) | {"side": one.side and one.side.colour} for one in incidents(match)]
    clock = match.clock and asdict(match.clock)
    return heading | {"clock": clock, "sure": match.sure, "games": games, "incidents": happened}


def _game(match: Match, number: int, game: Game) -> dict[str, Any]:
    result = game.result and asdict(game.result) | {"winner": game.result.winner and game.result.winner.colour}
    actions = list(_actions(match, number, game))
    return {"score": game.score, "crawford": game.crawford, "actions": actions, "result": result}


def _actions(match: Match, number: int, game: Game) -> Iterator[dict[str, Any]]:
    for nth, (action, now) in enumerate(zip(game.actions, moments(match, game), strict=False), 1):
        told: dict[str, Any] = {"at": f"{number}.{nth}", "side": action.side.colour, "xgid": xgid.format(now), "t": action.t}
        if isinstance(action, Turn):
            play = None if action.play is None else str(action.play)
            yield told | {"dice": action.dice, "play": play, "legal": action.legal}
        else:
            yield told | {"cube": action.kind, "value": action.value}
