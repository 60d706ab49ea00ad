"""The incidents of a match, and what of it is not sure."""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.rules.sentence import sentence
from boardcam.rules.transcript import Incident, Match, Turn


def incidents(match: Match) -> tuple[Incident, ...]:
    """The incidents of a match; where none were told, as in other programs' files, those that its turns show."""
    return match.incidents or tuple(_shown(match))


def kinds(match: Match) -> dict[str, int]:
    """How many incidents there are of each kind."""
    found = [incident.kind for incident in incidents(match)]
    return {kind: found.count(kind) for kind in sorted(set(found))}


def doubts(match: Match) -> Iterator[Turn]:
    """The turns that are not sure."""
    for game in match.games:
        yield from (turn for turn in game.actions if isinstance(turn, Turn) and turn.legal is None)


def _shown(match: Match) -> Iterator[Incident]:
    for number, game in enumerate(match.games, 1):
        for turn in game.actions:
            if isinstance(turn, Turn) and turn.legal is False:
                play = None if turn.play is None else str(turn.play)
                yield Incident(number, "illegal", turn.side, turn.dice, play, why=sentence("An illegal play stood."), t=turn.t)
