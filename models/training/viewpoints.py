"""Where the cameras of the training pictures stand. A generator of random numbers and a table in, a camera out; board units."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import tables

from boardcam.sim.render.cameras import Camera, fit

Rng = np.random.Generator
Viewpoint = Callable[[Rng, tables.Table], Camera]

SIZES = ((800, 600), (800, 600), (960, 540), (1024, 768), (720, 540), (1024, 576))


def usual(rng: Rng, table: tables.Table) -> Camera:
    """Half of the cameras look almost straight down; most keep the board upright."""
    steep = rng.random() < 0.5
    height = float(np.radians(rng.uniform(75, 90) if steep else 35 + 40 * rng.beta(1.6, 1.2)))
    turned = float(rng.uniform(-0.85, 0.85)) if rng.random() < 0.1 else float(rng.normal(0, 0.06))
    azimuth, roll = (float(rng.normal(0, 0.08)), turned) if steep else (turned * 1.5, float(rng.normal(0, 0.04)))
    trays = rng.random() < 0.75
    share = (
        float(rng.uniform(0.7, 1.06) if trays else rng.uniform(0.6, 1.12))
        if rng.random() < 0.85
        else float(rng.uniform(0.45, 0.65))
    )
    offset = (float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03)))
    return fit(
        tables.framing_points(table.look, bool(trays)), share, height=height, azimuth=azimuth, roll=roll,
        fov=float(np.radians(rng.uniform(40, 70))), size=SIZES[rng.integers(len(SIZES))], offset=offset,
    )  # fmt: skip


def around(rng: Rng, table: tables.Table) -> Camera:
    """Cameras 30 to 70° high all around the board, half of them at one of its short sides; one picture in four is upright."""
    aside = float(rng.choice([-1, 1]) * np.pi / 2 + rng.normal(0, 0.3))
    return slanted(rng, table, (30, 70), aside if rng.random() < 0.5 else float(rng.uniform(-np.pi, np.pi)), upright=0.25)


def low(rng: Rng, table: tables.Table) -> Camera:
    """Cameras 27 to 42° high, as of those who sit at the board or across from them."""
    return slanted(rng, table, (27, 42), float(rng.normal(0, 0.3) + np.pi * (rng.random() < 0.2)), upright=0.1)


def slanted(rng: Rng, table: tables.Table, heights: tuple[float, float], azimuth: float, upright: float) -> Camera:
    """A camera between two heights, degrees, that sees the whole board; `upright`: chance of a picture taller than wide."""
    width, height = SIZES[rng.integers(len(SIZES))]
    trays = bool(rng.random() < 0.75)
    share = float(rng.uniform(0.65, 1.0) if trays else rng.uniform(0.55, 0.97))
    turned = rng.random() < upright
    return fit(
        tables.framing_points(table.look, trays), share, height=float(np.radians(rng.uniform(*heights))), azimuth=azimuth,
        roll=float(rng.normal(0, 0.05)), fov=float(np.radians(rng.uniform(35, 70))),
        size=(height, width) if turned else (width, height), offset=(float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03))),
    )  # fmt: skip
