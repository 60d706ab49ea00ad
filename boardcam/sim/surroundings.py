"""What is about a simulated table and may change in mid-game: where the camera stands, the light, what is put or leans beside.

Values only. `disturbances` changes them in a script (`changes`); the renderer shows them; `sim.observe` does not know them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Ware = Literal["cup", "clock", "phone"]


@dataclass(frozen=True, slots=True)
class Knock:
    """By how much the board seems to have moved in the picture since the camera was hung up."""

    x: float = 0.0
    y: float = 0.0
    """Right and down, pitches."""
    turn: float = 0.0
    """Radians about the middle of the board, clockwise in the picture."""


@dataclass(frozen=True, slots=True)
class Light:
    lamp: float = 1.0
    """Share of its light that the first lamp of the room gives; 0 = switched off."""
    day: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Red, green, blue of all light, as shares of what they were: a cloud is dimmer and bluer."""
    metered: bool = False
    """The camera's exposure follows, with some delay."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A thing that stands on the table beside the board, or on the board."""

    ware: Ware
    x: float
    y: float
    seed: int
    """Its colour and size."""
    on_board: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """A player's head over the edge of the board, its middle in board units."""

    x: float
    y: float
    z: float
    from_top: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    knock: Knock = Knock()
    light: Light = Light()
    beside: tuple[Beside, ...] = ()
    head: Head | None = None
