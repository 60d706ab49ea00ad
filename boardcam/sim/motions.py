"""How things move: paths from one pose to another. `at(u)` is the pose at the share u (0…1) of the path."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from boardcam.sim.scene import CheckerPose, CubePose, DiePose, HandPose

Pose = TypeVar("Pose", CheckerPose, CubePose, HandPose)


def ease(u: float) -> float:
    """Starts and ends at rest."""
    return u * u * (3.0 - 2.0 * u)


@dataclass(frozen=True, slots=True)
class Glide(Generic[Pose]):
    """A checker, the cube or a hand on its way, over an arc of some height (0 = along the surface)."""

    start: Pose
    end: Pose
    arc: float = 0.0

    def at(self, u: float) -> Pose:
        if u >= 1.0:
            return self.end
        s = ease(u)
        x, y = _between(self.start.x, self.end.x, s), _between(self.start.y, self.end.y, s)
        if isinstance(self.start, CubePose) or isinstance(self.end, CubePose):
            return replace(self.end if u > 0.5 else self.start, x=x, y=y)
        z = _between(self.start.z, self.end.z, s) + self.arc * math.sin(math.pi * s)
        return replace(self.start, x=x, y=y, z=z)


@dataclass(frozen=True, slots=True)
class Tumble:
    """A die thrown from a hand: it flies, bounces lower and lower, rolls out and stops."""

    start: tuple[float, float]
    end: DiePose
    faces: tuple[int, ...]
    """Faces that turn up on the way."""
    spin: float
    """Radians about z over the whole path."""
    throw: float = 1.4
    """Height of the hand that lets go."""

    def at(self, u: float) -> DiePose:
        if u >= 1.0:
            return self.end
        left = (1.0 - u) ** 2  # it slows down evenly
        x, y = _between(self.end.x, self.start[0], left), _between(self.end.y, self.start[1], left)
        bounce = self.throw * left * abs(math.cos(2.5 * math.pi * u))
        roll = min(1.5, 6.0 * left)
        return DiePose(
            side=self.end.side,
            x=x,
            y=y,
            z=self.end.z + bounce + 0.1 * min(1.0, roll),
            face=self.faces[int(u * len(self.faces))] if u < 0.8 else self.end.face,
            yaw=self.end.yaw - self.spin * left,
            tilt=_between(self.end.tilt, roll, min(1.0, 4.0 * left)),
            moving=True,
        )


def _between(a: float, b: float, s: float) -> float:
    return a + (b - a) * s
