"""The referee: events in, verdicts out. No camera, no clock, no disk: a match is the fold of its events.

    state = start(preset("circle-match"), 7, ("Anna", "Ben"))
    state, verdicts = advance(state, event)
    status(state)

Nothing raises: what cannot be explained is *unsure*. Every verdict says its rule, why, how sure and on what evidence. In the XGID
of a verdict light is the bottom player, the position is the one after, the turn is the next player's, and the dice are 00.
"""

from __future__ import annotations

from boardcam.events import CameraBack, CameraLost, Event, Status, Verdict
from boardcam.referee import correction, timing
from boardcam.referee.finish import won
from boardcam.referee.frozen import replace
from boardcam.referee.game import step
from boardcam.referee.needs import needs
from boardcam.referee.state import Referee, Step
from boardcam.rules import clock
from boardcam.rules.match import Score
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import Sentence


def start(
    profile: Profile, length: int, players: tuple[str, str], *, stake: int = 1, balances: tuple[int, int] | None = None
) -> Referee:
    """Before a match of `length` points; `players` = (light's name, dark's name). Length 0 = a money session, in which a point is
    worth the `stake`, and light and dark brought `balances`."""
    score = Score(length, crawford_rule=profile.crawford)
    control = clock.control(profile, length)
    return Referee(profile, length, players, score, stake=stake, balances=balances, clock=clock.start(control) if control else None)


def advance(state: Referee, event: Event) -> tuple[Referee, tuple[Verdict, ...]]:
    """The match after one more event, as the players put it right (`correction`)."""
    after, verdicts = timing.kept(state, event, _put_right(state, event))
    seen = isinstance(event, CameraBack) or (state.seen and not isinstance(event, CameraLost))
    return after if after.seen == seen else replace(after, seen=seen), verdicts


def _put_right(state: Referee, event: Event) -> Step:
    if not state.corrections:
        return step(state, event)
    told: tuple[Verdict, ...] = ()
    state, presses = correction.pressed(state)
    for happened in (*presses, correction.heard(state, event)):
        state, more = step(state, happened) if happened is not None else (state, ())
        told += more
    if correction.over(state, event):
        state, more = won(state, None, 0, correction.time(event), correction.time(event), "", Sentence(""))
        told += more
    state, more = correction.scored(state, event)
    return state, told + more


def status(state: Referee) -> Status:
    """Where the match stands."""
    return Status(
        phase="lost the thread" if state.lost else state.phase.value,
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
        clock=state.clock,
        needs=needs(state),
        seen=state.seen,
        seating=state.seating,
    )
