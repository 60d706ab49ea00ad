"""What stands on the board as solids: checkers, dice, cube, hands (from the poses of `boardcam.sim.scene`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from boardcam.rules.position import Side
from boardcam.sim.render import clutter, furniture
from boardcam.sim.render.colours import any_colour, named
from boardcam.sim.render.prints import LOGOS, VALUES
from boardcam.sim.render.sets import Look
from boardcam.sim.render.solid import Colour, Kind, Material, Matrix, Pattern, Solid, scale, shift, turn
from boardcam.sim.scene import CheckerPose, CubePose, DiePose, HandPose, Scene
from boardcam.sim.surroundings import Beside, Head

SKINS: tuple[Colour, ...] = (
    (0.62, 0.4, 0.31),
    (0.55, 0.33, 0.24),
    (0.45, 0.26, 0.17),
    (0.3, 0.16, 0.1),
    (0.16, 0.08, 0.05),
    (0.7, 0.47, 0.38),
)
SLEEVES = (4.6, 7.0, 20.0)
"""Where a sleeve begins along the arm: at the wrist, rolled up, none."""

UP = {1: ("x", 0.0), 6: ("x", np.pi), 2: ("y", -np.pi / 2), 5: ("y", np.pi / 2), 3: ("x", np.pi / 2), 4: ("x", -np.pi / 2)}
"""Turn that brings a face of the die mesh (1 up, 2 to +x, 3 to +y) up."""


@dataclass(frozen=True, slots=True)
class Arm:
    """How a hand looks beyond where it is."""

    pose: int = 0
    skin: Colour = (0.55, 0.33, 0.24)
    sleeve: Colour = (0.05, 0.06, 0.12)
    stripe: Colour = (0.05, 0.06, 0.12)
    bare: float = 6.0
    """y of the mesh where the sleeve begins; one of `SLEEVES`."""
    angle: float = 0.0
    """Turn about z from straight in."""
    size: float = 1.0
    dip: float = 0.0
    """Turn about x: the forearm rises more."""


def random_arm(rng: np.random.Generator) -> Arm:
    """Somebody's arm."""
    cloth = named(rng) if rng.random() < 0.7 else any_colour(rng)
    stripe = cloth if rng.random() < 0.7 else named(rng)
    r, g, b = (float(v) for v in np.array(SKINS[rng.integers(len(SKINS))]) * rng.uniform(0.85, 1.15))
    pose, bare = int(rng.integers(10)), float(rng.choice(SLEEVES))
    return Arm(
        pose, (r, g, b), cloth, stripe, bare, float(rng.normal(0, 0.3)), float(rng.uniform(0.85, 1.2)), float(rng.uniform(0, 0.25))
    )


def checker(look: Look, pose: CheckerPose) -> Solid:
    r, t = look.checkers.diameter / 2, look.checkers.thickness
    base = scale(r, r, t)
    if pose.on_edge:
        at = shift(pose.x, pose.y, pose.z + r) @ turn("x", np.pi / 2 + pose.tilt) @ shift(0, 0, -t / 2) @ base
    else:
        lift = r * abs(float(np.sin(pose.tilt)))
        at = shift(pose.x, pose.y, pose.z + lift) @ turn("x", pose.tilt) @ turn("z", _spin(pose)) @ base
    material = look.checker(pose.side)
    more = (*material.more[:3], material.more[3] + _spin(pose))
    return Solid(look.checkers.mesh, at, replace(material, more=more), Kind.LIGHT if pose.side is Side.WHITE else Kind.DARK)


def _spin(pose: CheckerPose) -> float:
    """No two checkers show the same grain, yet each keeps its own while it lies."""
    return float((pose.x * 7.31 + pose.y * 3.77 + pose.z) % 6.28)


def die_at(look: Look, pose: DiePose) -> Matrix:
    """Mesh to world."""
    lean = turn("z", pose.yaw) @ turn("x", pose.tilt)
    e = look.dice.edge
    return shift(pose.x, pose.y, pose.z) @ lean @ turn(*UP[pose.face]) @ scale(e, e, e)


def die(look: Look, pose: DiePose) -> Solid:
    return Solid(look.dice.mesh, die_at(look, pose), look.die(pose.side), Kind.DIE)


def cube(look: Look, pose: CubePose, z: float) -> Solid:
    """The doubling cube on a ground at height z; value 1 shows a logo on top."""
    e = look.cube_edge
    first = look.cube.more[2]
    cell = float(LOGOS.start + int(first) % len(LOGOS)) if pose.value not in VALUES else first + VALUES.index(pose.value)
    material = replace(look.cube, more=(cell, 1.0, first, 0.0))
    return Solid("cube", shift(pose.x, pose.y, z + e / 2) @ turn("z", pose.yaw) @ scale(e, e, e), material, Kind.CUBE)


def hand(pose: HandPose, arm: Arm) -> Solid:
    about = (np.pi if pose.from_top else 0.0) + arm.angle
    at = shift(pose.x, pose.y, pose.z) @ turn("z", about) @ turn("x", arm.dip) @ scale(arm.size, arm.size, arm.size)
    seed = float(arm.pose) * 0.137
    material = Material(arm.skin, arm.sleeve, arm.stripe, rough=0.5, gloss=0.035, pattern=Pattern.SKIN,
                        more=(arm.bare, 1.0 if arm.stripe != arm.sleeve else 0.0, 0.0, seed))  # fmt: skip
    return Solid(f"hand {arm.pose} {arm.bare:g}", at, material, Kind.HAND)


def things(look: Look, scene: Scene, arms: dict[Side, Arm]) -> list[Solid]:
    """All that moves in a scene, hands last."""
    out = [checker(look, c) for c in scene.checkers]
    out += [die(look, d) for d in scene.dice]
    if scene.cube:
        x = scene.cube.x
        z = look.floor(x) if 0 <= x <= look.board.width else -0.05
        out.append(cube(look, scene.cube, z))
    out += [solid for beside in scene.around.beside for solid in ware(beside)]
    if scene.around.head:
        out += head(scene.around.head)
    return out + [hand(h, arms[h.side]) for h in scene.hands]


def ware(beside: Beside) -> list[Solid]:
    """A cup, clock or telephone that stands on the table, or on the board."""
    make = {"cup": clutter.cup, "clock": clutter.clock, "phone": clutter.phone}[beside.ware]
    return make(np.random.default_rng(beside.seed), (beside.x, beside.y, 0.0 if beside.on_board else furniture.TABLE))


def head(pose: Head) -> list[Solid]:
    """A head that leans in, with its shoulders."""
    return clutter.bust(np.random.default_rng(pose.seed), (pose.x, pose.y, pose.z), pose.from_top)
