"""Where thrown dice come to rest: flat and free, leaning on something (cocked), or on a checker.

`tilt` rises towards (−sin yaw, cos yaw): the die is turned by yaw about z after it was tilted about its own x axis.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence

from boardcam.rules.position import Side
from boardcam.sim.layout import Layout
from boardcam.sim.scene import CheckerPose, DiePose

Spot = tuple[float, float]
Name = str  # of a half of the camera view: "left" or "right"
TRIES = 400


def other(half: Name) -> Name:
    return "left" if half == "right" else "right"


def flat(
    layout: Layout, side: Side, face: int, half: Name, things: Sequence[Spot], dice: Iterable[DiePose], rng: random.Random
) -> DiePose:
    """A die flat on the surface of a half. `things` are the middles of checkers that lie there or are about to."""
    m = layout.measures
    x, y = free(layout, half, things, m.diameter / 2 + 0.75 * m.die, [(die.x, die.y) for die in dice], 1.6 * m.die, rng)
    return DiePose(side, x, y, m.die / 2, face, rng.uniform(-math.pi, math.pi))


def free(
    layout: Layout, half: Name, checkers: Sequence[Spot], room: float, dice: Sequence[Spot], gap: float, rng: random.Random
) -> Spot:
    """A spot in a half that is `room` away from all checkers and `gap` from all dice; if there is none, the freest one tried."""
    best, most = (0.0, 0.0), -math.inf
    for _ in range(TRIES):
        spot = _somewhere(layout, half, rng)
        spare = min([math.dist(spot, c) - room for c in checkers] + [math.dist(spot, d) - gap for d in dice], default=1.0)
        if spare > 0.0:
            return spot
        if spare > most:
            best, most = spot, spare
    return best


def cocked(layout: Layout, side: Side, face: int, half: Name, checkers: Sequence[CheckerPose], rng: random.Random) -> DiePose:
    """A die that leans on a checker or on the frame."""
    m = layout.measures
    single = [c for c in _tops(layout, half, checkers) if c.z == 0.0]
    for _ in range(TRIES):
        tilt = rng.uniform(0.4, 0.7)
        under = rng.choice(single) if single and rng.random() < 0.6 else None
        if under is None and m.rise < m.die * math.sin(tilt):  # the frame is too low to lean on
            continue
        spot, towards = _against_checker(under, tilt, layout, rng) if under else _against_frame(layout, half, tilt, rng)
        if _clear(layout, half, spot, [c for c in checkers if c is not under]):
            height = m.die / 2 * (math.cos(tilt) + math.sin(tilt))
            return DiePose(side, *spot, height, face, math.atan2(-towards[0], towards[1]), tilt)
    raise ValueError(f"no room for a cocked die in the {half} half")


def on_checker(layout: Layout, side: Side, face: int, half: Name, checkers: Sequence[CheckerPose], rng: random.Random) -> DiePose:
    """A die flat on top of a checker. ValueError if the half holds none."""
    m = layout.measures
    tops = _tops(layout, half, checkers)
    if not tops:
        raise ValueError(f"no checker in the {half} half for a die to lie on")
    under, angle, away = rng.choice(tops), rng.uniform(-math.pi, math.pi), rng.uniform(0.0, 0.2)
    spot = under.x + away * math.cos(angle), under.y + away * math.sin(angle)
    return DiePose(side, *spot, under.z + m.thickness + m.die / 2, face, rng.uniform(-math.pi, math.pi))


def entry(layout: Layout, side: Side, dice: Sequence[DiePose], checkers: Sequence[CheckerPose], rng: random.Random) -> Spot:
    """Where the hand lets go of its dice: over its own edge, on the way that meets the fewest checkers."""
    own = [die for die in dice if die.side is side]
    x = sum(die.x for die in own) / len(own)
    candidates = [(x + rng.uniform(-1.5, 1.5), layout.edge(side, rng.uniform(0.5, 1.5))) for _ in range(8)]
    return min(candidates, key=lambda spot: sum(_met(spot, die, checkers) for die in own))


def _met(start: Spot, die: DiePose, checkers: Sequence[CheckerPose]) -> int:
    """Checkers under the last stretch of the way, where the die rolls."""
    stretch = [(die.x + s * (start[0] - die.x), die.y + s * (start[1] - die.y)) for s in (0.1, 0.2, 0.35, 0.5)]
    return sum(math.dist(spot, (c.x, c.y)) < 0.6 for spot in stretch for c in checkers)


def _inner(layout: Layout, half: Name) -> tuple[float, float]:
    """The x range of a half."""
    return (0.0, 6.0) if half == "left" else (6.0 + layout.board.bar, layout.board.width)


def _somewhere(layout: Layout, half: Name, rng: random.Random) -> Spot:
    low, high = _inner(layout, half)
    margin = 0.8 * layout.measures.die
    y = rng.triangular(margin, layout.board.depth - margin)  # most roll out near the middle
    return rng.uniform(low + margin, high - margin), y


def _against_checker(checker: CheckerPose, tilt: float, layout: Layout, rng: random.Random) -> tuple[Spot, Spot]:
    """(middle of a die that leans on a checker, the direction in which it rises)."""
    m, angle = layout.measures, rng.uniform(-math.pi, math.pi)
    c, s = math.cos(tilt), math.sin(tilt)
    beside = m.die / 2 * (c + s)  # its edge touches the checker's side
    over = m.thickness / math.tan(tilt) - m.die / 2 * (c - s)  # its under side lies on the checker's rim
    away = m.diameter / 2 + (beside if m.die * s <= m.thickness else over)
    out = math.cos(angle), math.sin(angle)
    return (checker.x + away * out[0], checker.y + away * out[1]), (-out[0], -out[1])


def _against_frame(layout: Layout, half: Name, tilt: float, rng: random.Random) -> tuple[Spot, Spot]:
    gap = layout.measures.die / 2 * (math.cos(tilt) + math.sin(tilt)) - layout.measures.margin
    low, high = _inner(layout, half)
    if rng.random() < 0.7:
        top = rng.random() < 0.5
        y = gap if top else layout.board.depth - gap
        return (rng.uniform(low + 0.5, high - 0.5), y), (0.0, -1.0 if top else 1.0)
    x = gap if half == "left" else layout.board.width - gap
    return (x, rng.uniform(1.0, layout.board.depth - 1.0)), (-1.0 if half == "left" else 1.0, 0.0)


def _tops(layout: Layout, half: Name, checkers: Sequence[CheckerPose]) -> list[CheckerPose]:
    """Checkers of a half with nothing on them."""
    here = [c for c in checkers if layout.board.half(c.x, c.y) == half and not c.on_edge]
    return [c for c in here if not any(d.z > c.z and math.dist((c.x, c.y), (d.x, d.y)) < layout.measures.diameter for d in here)]


def _clear(layout: Layout, half: Name, spot: Spot, checkers: Sequence[CheckerPose]) -> bool:
    """The spot lies within the half and away from these checkers."""
    low, high = _inner(layout, half)
    inside = low <= spot[0] <= high and 0.0 <= spot[1] <= layout.board.depth
    clear = layout.measures.diameter / 2 + 0.72 * layout.measures.die
    return inside and all(math.dist(spot, (c.x, c.y)) > clear for c in checkers)
