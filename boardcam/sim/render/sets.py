"""What a set and its table look like, as values. `looks` invents them."""

from __future__ import annotations

from dataclasses import dataclass

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.measures import Measures
from boardcam.sim.render.lens import Lens
from boardcam.sim.render.lights import Room
from boardcam.sim.render.solid import Colour, Material


@dataclass(frozen=True, slots=True)
class Points:
    """The printed or inlaid surface."""

    ground: Colour
    colours: tuple[Colour, Colour]
    edge: Colour | None
    """Outline of the points."""
    shape: str
    """"triangle", "lance" (rounded tip) or "blunt"."""
    length: float
    """Share of half the depth."""
    width: float
    """Share of a pitch."""
    stuff: Material
    logo: tuple[int, float, Colour] | None
    """Cell of the sheet, size in pitches, colour."""
    border: Colour | None
    """A line around each half."""


@dataclass(frozen=True, slots=True)
class Furniture:
    frame: Material
    rail: float
    """Width of the rails, pitches."""
    rise: float
    """Height of the rails above the surface."""
    margin: float
    """From the base line of the points to the rail."""
    bar: Material
    bar_rise: float
    hinges: bool
    gap: bool
    """A slit runs along the bar where the board folds."""
    trays: tuple[bool, bool]
    tray: float
    """Width of a tray inside."""
    tray_floor: Material
    dividers: int
    stitches: Colour | None
    latches: bool


@dataclass(frozen=True, slots=True)
class Checkers:
    light: Material
    dark: Material
    mesh: str
    diameter: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Dice:
    light: Material
    dark: Material
    mesh: str
    edge: float


@dataclass(frozen=True, slots=True)
class Look:
    board: Board
    points: Points
    furniture: Furniture
    checkers: Checkers
    dice: Dice
    cube: Material
    cube_edge: float
    table: Material
    room: Room
    lens: Lens

    @property
    def measures(self) -> Measures:
        """Its sizes, for those who lay scenes."""
        f, c = self.furniture, self.checkers
        tray = f.tray if all(f.trays) else 0.0
        return Measures(c.diameter, c.thickness, self.dice.edge, self.cube_edge, f.bar_rise, f.margin, f.rail, f.rise, tray)

    def checker(self, side: Side) -> Material:
        return self.checkers.light if side is Side.WHITE else self.checkers.dark

    def die(self, side: Side) -> Material:
        return self.dice.light if side is Side.WHITE else self.dice.dark

    def floor(self, x: float) -> float:
        """Height on which a checker rests at x: the bar may be raised."""
        return self.furniture.bar_rise if 6.0 <= x <= 6.0 + self.board.bar and self.board.bar > 0 else 0.0
