"""Disturbances on order: what happens about a table in mid-turn, while the dice lie there, and is nobody's play (incidents `bump`,
`turned`, `askew`, `lamp`, `cloud`, `lean`, `linger`, `beside`, `cup`).

None of them changes what is true on the board. A bump or a turn is told in the truth, as a `camera` verdict, for who wants to know
how soon the board was found again; a referee says so only if it was out of sight for long.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from boardcam.events import Verdict
from boardcam.rules.position import Side
from boardcam.sim.incidents import DISTURBANCES
from boardcam.sim.session import Session
from boardcam.sim.stage import Stage
from boardcam.sim.surroundings import Beside, Head, Knock, Light, Ware

WARES: tuple[Ware, ...] = ("cup", "clock", "phone")
LONG = (19.0, 21.0)
"""s for which a head or a cup stays over the board, while the game waits."""


def happen(session: Session, side: Side) -> None:
    """The next incident, if it is a disturbance and its turn has come; `side` has rolled."""
    incident = session.due(*DISTURBANCES)
    if incident is None:
        return
    stage = session.stage
    if incident in MOVES:
        why, move = MOVES[incident]
        began = stage.t
        move(stage)
        session.truth.append(Verdict(began, stage.changes[-1].end, "camera", xgid=session.xgid(), why=why))
    elif incident == "lamp":
        lamp(stage)
    elif incident == "cloud":
        cloud(stage)
    elif incident in ("lean", "linger"):
        lean(stage, side, LONG if incident == "linger" else None)
    elif incident == "cup":
        cup(stage, side)
    else:
        put_beside(stage, side)
    session.done()


def bump(stage: Stage) -> None:
    """The camera's arm is knocked: the picture jumps by some centimetres and degrees, and all look up for a moment."""
    rng, old = stage.rng, stage.surroundings.knock
    away = (rng.choice((-1, 1)) * rng.uniform(0.15, 0.5), rng.choice((-1, 1)) * rng.uniform(0.1, 0.35))
    turn = rng.choice((-1, 1)) * rng.uniform(0.01, 0.05)
    stage.change(rng.uniform(0.3, 0.6), knock=Knock(old.x / 2 + away[0], old.y / 2 + away[1], old.turn / 2 + turn))
    stage.wait(1.5, 3.0)


def turned(stage: Stage) -> None:
    """Board, or camera, is turned by half a turn, nearly."""
    rng, old = stage.rng, stage.surroundings.knock
    away = Knock(
        rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), old.turn + rng.choice((-1, 1)) * math.pi + rng.uniform(-0.03, 0.03)
    )
    stage.change(rng.uniform(1.0, 2.0), knock=away)
    stage.wait(1.5, 3.0)


def askew(stage: Stage) -> None:
    """The board is pushed round by some degrees, or put straight again."""
    rng, old = stage.rng, stage.surroundings.knock
    turn = rng.choice((-1, 1)) * rng.uniform(0.1, 0.25) if abs(math.sin(old.turn)) < 0.05 else 0.0
    stage.change(rng.uniform(0.5, 1.0), knock=Knock(rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2), turn))
    stage.wait(1.5, 3.0)


MOVES: dict[str, tuple[str, Callable[[Stage], None]]] = {
    "bump": ("the camera was knocked", bump),
    "turned": ("the board was turned by half a turn", turned),
    "askew": ("the board was put askew", askew),
}


def lamp(stage: Stage) -> None:
    """A lamp is switched off, and on again some seconds later; the game goes on, and the camera's exposure follows or not."""
    rng, light = stage.rng, stage.surroundings.light
    metered = rng.random() < 0.7
    stage.change(rng.uniform(0.1, 0.4), light=Light(0.0, light.day, metered))
    stage.change(rng.uniform(0.1, 0.4), rest=rng.uniform(4.0, 8.0), light=Light(1.0, light.day, metered))
    stage.wait(0.2, 0.6)


def cloud(stage: Stage) -> None:
    """A cloud passes: all is dimmer and bluer within some seconds, and bright again later."""
    rng, light = stage.rng, stage.surroundings.light
    dim, cold, metered = rng.uniform(0.35, 0.65), rng.uniform(0.02, 0.12), rng.random() < 0.7
    day = (dim * (1 - cold), dim, dim * (1 + cold))
    stage.change(rng.uniform(0.8, 3.0), light=Light(light.lamp, day, metered))
    stage.change(rng.uniform(0.8, 3.0), rest=rng.uniform(2.0, 6.0), light=Light(light.lamp, light.day, metered))
    stage.wait(0.2, 0.6)


def lean(stage: Stage, side: Side, long: tuple[float, float] | None = None) -> None:
    """A player leans over his edge of the board to look at the dice, and sits back; the game goes on, or waits if it takes long."""
    rng, layout = stage.rng, stage.layout
    x, seed, top = rng.uniform(2.0, layout.board.width - 2.0), rng.randrange(10**6), layout.at_top(side)
    back, over = (Head(x, layout.edge(side, inwards), z, top, seed) for inwards, z in ((-7.0, 5.0), (rng.uniform(-1.0, 2.0), 4.0)))
    stage.change(0.01, head=back)
    stage.change(rng.uniform(0.5, 0.9), head=over)
    stage.change(rng.uniform(0.5, 0.9), rest=rng.uniform(*long or (0.8, 2.0)), head=back)
    stage.change(0.01, head=None)
    stage.wait(*(22.0, 23.0) if long else (1.5, 3.5))


def put_beside(stage: Stage, side: Side) -> None:
    """A hand puts a cup, a clock or a telephone down beside the board."""
    rng, layout, m = stage.rng, stage.layout, stage.layout.measures
    x, y = rng.uniform(1.5, layout.board.width - 1.5), layout.edge(side, -(m.margin + m.rail + rng.uniform(1.0, 1.5)))
    stage.reach(side, x, y, 1.0)
    stage.change(0.01, beside=(*stage.surroundings.beside, Beside(rng.choice(WARES), x, y, rng.randrange(10**6))))
    stage.wait(0.2, 0.3)
    stage.withdraw(side)


def cup(stage: Stage, side: Side) -> None:
    """A hand puts a cup down on the board, where there is most room for it, and takes it away again; the game waits."""
    rng, board, before = stage.rng, stage.layout.board, stage.surroundings.beside
    lie = [(checker.x, checker.y) for checker in stage.checkers] + [(die.x, die.y) for die in stage.dice]
    lie += [(stage.cube.x, stage.cube.y)] if stage.cube else []
    spots = [(rng.uniform(1.5, board.width - 1.5), rng.uniform(3.5, board.depth - 3.5)) for _ in range(100)]
    x, y = max(spots, key=lambda spot: min(math.dist(spot, thing) for thing in lie))
    stage.reach(side, x, y, 1.0)
    stage.change(0.01, beside=(*before, Beside("cup", x, y, rng.randrange(10**6), on_board=True)))
    stage.wait(0.2, 0.3)
    stage.withdraw(side)
    stage.wait(*LONG)
    stage.reach(side, x, y, 1.0)
    stage.change(0.01, beside=before)
    stage.wait(0.2, 0.3)
    stage.withdraw(side)
