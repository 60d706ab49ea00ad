"""The referee: events in, verdicts out. No camera, no clock, no disk: a match is the fold of its events.

    state = start(preset("circle-match"), 7, ("Anna", "Ben"))
    state, verdicts = advance(state, event)
    status(state)

Nothing raises: what cannot be explained is *unsure*. Every verdict says its rule, why, how sure and on what evidence. In the XGID
of a verdict light is the bottom player, the position is the one after, the turn is the next player's, and the dice are 00.
"""

from __future__ import annotations

from boardcam.events import Event, Status, Verdict
from boardcam.referee.game import step
from boardcam.referee.state import Referee
from boardcam.rules.match import Score
from boardcam.rules.profile import Profile


def start(profile: Profile, length: int, players: tuple[str, str]) -> Referee:
    """Before a match of `length` points (0 = money), `players` = (light's name, dark's name)."""
    return Referee(profile, length, players, Score(length, crawford_rule=profile.crawford))


def advance(state: Referee, event: Event) -> tuple[Referee, tuple[Verdict, ...]]:
    """The match after one more event."""
    return step(state, event)


def status(state: Referee) -> Status:
    """Where the match stands."""
    return Status(
        phase=state.phase.value,
        players=state.players,
        length=state.length,
        score=state.score.points,
        crawford=state.score.crawford,
        position=state.position,
        turn=state.side,
        dice=state.turn.roll if state.turn else None,
        cube=state.cube.value,
        owner=state.cube.owner,
        verdict=state.last,
    )
