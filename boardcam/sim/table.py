"""The simulated table: two scripted players with hands play a match, or a part of one; everything follows from the seed.

`script(seed)` is the way in. The truth that comes with it is what a referee by the Circle's rules (`preset("circle-match")`)
should say, in the schema of the events file, each line at the time when it became true.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from boardcam.geometry import Seating
from boardcam.rules import opening, scoring
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import START, Side
from boardcam.sim import cube, disturbances, layout, rolls
from boardcam.sim import turns as acts
from boardcam.sim.incidents import Incident, plan
from boardcam.sim.script import Script
from boardcam.sim.session import Session
from boardcam.sim.stage import Stage


class TooShort(ValueError):
    """The match was over before everything that was ordered had happened."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Where the script ends, if not with the match."""

    turns: int | None = None
    seconds: float | None = None
    resign: bool = False
    """The game is resigned there, so that the script ends with a finished game."""

    def reached(self, session: Session) -> bool:
        """Incidents still to come put the end off."""
        if session.planned:
            return False
        by_turns = self.turns is not None and session.turns >= self.turns
        return by_turns or (self.seconds is not None and session.stage.t >= self.seconds)


def script(
    seed: int,
    *,
    match: int = 7,
    incidents: Sequence[Incident] = (),
    turns: int | None = None,
    seconds: float | None = None,
    resign: bool = False,
    seating: Seating | None = None,
    pace: float = 1.0,
    use_cube: bool = True,
    buttons: bool = True,
) -> Script:
    """The script of a match of `match` points, to its end or cut after so many turns or seconds.

    The incidents happen once each, in the given order, in turns that the seed chooses; a cut waits for them. With `resign` the
    player who is behind resigns at the cut. Without `buttons` the cube is played on the table alone. `pace` stretches every action
    and pause: at 1 a turn takes 5 to 8 s. Money games (`match` 0) have no end and need a cut: ValueError without one.
    TooShort for a match that is over before all incidents have happened.
    """
    if match < 1 and (match or (turns is None and seconds is None)):
        raise ValueError(f"a match has 1 point at least, not {match}; money games (0) need a number of turns or seconds")
    rng = random.Random(f"game {seed}")
    stage = Stage(layout.table(seed, seating), random.Random(f"hands {seed}"), pace, cube=use_cube and match != 1)
    session = Session(stage, rng, Score(match), plan(incidents, turns, rng), buttons)
    _match(session, Limit(turns, seconds, resign))
    if session.planned:
        late = ", ".join(planned.incident for planned in session.planned)
        raise TooShort(f"the match was over before this could happen: {late}; order fewer incidents or a longer match")
    stage.wait(1.5, 2.0)
    return Script.of(seed, stage.layout, match, stage.spans, session.truth, session.presses, stage.changes)


def _match(session: Session, limit: Limit) -> None:
    """Games to the end of the match, or to the limit."""
    session.stage.wait(1.4, 1.8)
    while _game(session, limit) and session.score.winner is None and not limit.reached(session):
        session.stage.wait(1.0, 2.0)
        session.stage.set_up()
        session.position, session.cube, session.turn = START, Cube(), None
        session.stage.wait(1.4, 1.8)


def _game(session: Session, limit: Limit) -> bool:
    """One game; False if the limit cut it."""
    opener = _opening(session)
    side = opener
    while True:
        side = side.other
        if limit.reached(session) and not (limit.resign and _leads(session, side)):
            if limit.resign:
                _resign(session, side)
            return False
        if not cube.offered(session, side) or _turn(session, side):
            return True


def _turn(session: Session, side: Side) -> bool:
    """One turn, from the roll to the lift; whether it wins the game."""
    session.stage.wait(0.2, 0.6)
    faces = rolls.drawn(session)
    planned = acts.plan(session, side, faces)
    dice = rolls.roll(session, side, faces, acts.landings(session, planned))
    disturbances.happen(session, side)
    acts.take(session, planned, dice)
    return _over(session)


def _over(session: Session) -> bool:
    """The game is won by bearing off (R46)."""
    winner = scoring.winner(session.position)
    if winner is None:
        return False
    kind = scoring.value(session.position, winner)
    session.won(winner, kind, f"R{56 + kind}", f"a {scoring.NAMES[kind]}")
    return True


def _opening(session: Session) -> Side:
    """One die each until they differ (R11); the higher plays both. The answer is who started."""
    stage = session.stage
    while True:
        light, dark = rolls.drawn(session)
        starter = opening.starter(light, dark)
        planned = acts.plan(session, starter, (light, dark)) if starter else None
        spots = acts.landings(session, planned) if planned else ()
        dice = rolls.one_each(session, light, dark, spots)
        if starter and planned:
            break
        session.rule("opening", None, "R11", "a tie: both roll again", dice=(light, dark))
        stage.wait(0.5, 1.0)
        rolls.both_lifted(session, dice)
    session.turn = starter
    why = f"{starter.colour} starts with {max(light, dark)} and {min(light, dark)}"
    session.rule("opening", starter, "R11", why, dice=(light, dark))
    own, other = dice if starter is Side.WHITE else dice[::-1]
    acts.take(session, planned, [own])
    stage.lift(starter.other, [other])
    stage.withdraw(starter.other)
    return starter


def _leads(session: Session, side: Side) -> bool:
    return session.position.pips(side) < session.position.pips(side.other)


def _resign(session: Session, side: Side) -> None:
    """A player gives the game up; a single game, whatever the position (offered and accepted)."""
    session.stage.wait(0.8, 1.5)
    session.press("resign", side)
    session.press("take", side.other)
    session.rule("resigned", side, "R66", f"{side.colour} resigns a single game")
    session.won(side.other, 1, "R66", f"{side.colour} resigned a single game")
