"""A session at the simulated table: the match as it stands, the stage, and the truth as it is written down."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from boardcam.events import Button, Kind, Pressed, Verdict
from boardcam.rules import scoring, xgid
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.play import Play
from boardcam.rules.position import START, Position, Side
from boardcam.rules.situation import Situation
from boardcam.sim.incidents import Incident, Planned
from boardcam.sim.stage import Stage


@dataclass
class Session:
    stage: Stage
    rng: random.Random
    """For faces, plays and incidents; hands have their own (`Stage.rng`), so that a game is the same on every board."""
    score: Score
    planned: tuple[Planned, ...] = ()
    buttons: bool = True
    """The players press what they do with the cube."""
    position: Position = START
    cube: Cube = field(default_factory=Cube)
    turn: Side | None = None
    """Whose turn it is."""
    turns: int = 0
    """Turns completed in the whole script."""
    truth: list[Verdict] = field(default_factory=list)
    presses: list[Pressed] = field(default_factory=list)

    def due(self, *incidents: Incident) -> Incident | None:
        """The next incident, if it is one of these and its turn has come."""
        if self.planned and self.planned[0].turn <= self.turns and self.planned[0].incident in incidents:
            return self.planned[0].incident
        return None

    def done(self) -> None:
        """The next incident has happened; the others keep their distance from it."""
        late = self.turns - self.planned[0].turn
        self.planned = tuple(replace(later, turn=later.turn + late) for later in self.planned[1:])

    def rule(
        self,
        kind: Kind,
        side: Side | None,
        rule: str,
        why: str = "",
        dice: tuple[int, int] | None = None,
        play: Play | None = None,
        legal: bool | None = None,
    ) -> None:
        """Write down what has become true now."""
        t, text = self.stage.t, None if play is None else str(play)
        self.truth.append(
            Verdict(t=t, t_decided=t, kind=kind, side=side, dice=dice, play=text, xgid=self.xgid(), legal=legal, rule=rule, why=why)
        )

    def press(self, button: Button, side: Side) -> None:
        self.presses.append(Pressed(self.stage.t, button, side))

    def won(self, winner: Side, kind: int, rule: str, why: str) -> None:
        """The game is over, and perhaps the match; kind 1 single, 2 gammon, 3 backgammon."""
        points = scoring.points(kind, self.cube)
        self.score, self.turn = self.score.won(winner, points), winner
        self.rule("game", winner, rule, f"{winner.colour} wins {points} point{'s' * (points > 1)}: {why}")
        if self.score.winner:
            self.rule("match", winner, "R70", f"{winner.colour} wins the match {max(self.score.points)}-{min(self.score.points)}")

    def xgid(self) -> str:
        """The position as it stands, light at the bottom; nothing rolled."""
        return xgid.format(
            Situation(
                position=self.position,
                turn=self.turn or Side.WHITE,
                cube=self.cube,
                score=self.score.points,
                length=self.score.length,
                crawford=self.score.crawford,
            )
        )
