"""One moment of a simulated table: everything that a camera could see of it, in board units (see `geometry`, camera view).

The script of a game (`sim.table`) makes scenes; `sim.observe` turns a scene into an Observation with noise, `sim.render` into
a frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from boardcam.rules.position import Side
from boardcam.sim.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class CheckerPose:
    side: Side
    x: float
    y: float
    z: float = 0.0
    """Height of its under side above the surface, in pitches."""
    on_edge: bool = False
    """Stands on its rim, as checkers do in some trays."""
    tilt: float = 0.0
    """Radians from flat, about the x axis (a checker in a hand)."""


@dataclass(frozen=True, slots=True)
class DiePose:
    side: Side
    """Whose pair it belongs to."""
    x: float
    y: float
    z: float
    """Height of its middle above the surface, in pitches."""
    face: int
    """The face that is (nearest to) up."""
    yaw: float
    """Radians about z."""
    tilt: float = 0.0
    """Radians from flat; > 0.15 is cocked."""
    moving: bool = False


@dataclass(frozen=True, slots=True)
class CubePose:
    x: float
    y: float
    value: int = 64
    yaw: float = 0.0


@dataclass(frozen=True, slots=True)
class HandPose:
    """A hand with its forearm, reaching in from one of the long edges."""

    side: Side
    x: float
    y: float
    """Finger tips."""
    z: float = 1.0
    """Height of the finger tips."""
    from_top: bool = False
    """Reaches in from the top edge of the camera view (else from the bottom edge)."""


@dataclass(frozen=True, slots=True)
class Scene:
    t: float
    checkers: tuple[CheckerPose, ...]
    dice: tuple[DiePose, ...] = ()
    cube: CubePose | None = None
    hands: tuple[HandPose, ...] = ()
    around: Surroundings = field(default_factory=Surroundings)
