"""A still as a value: how sure it is of all it says, and how it tells of the cube."""

import numpy as np
import pytest

from boardcam.events import no_counts
from boardcam.vision import still
from boardcam.vision.calibration import Calibration
from boardcam.vision.colours import Exemplars
from boardcam.vision.cube import Cube
from boardcam.vision.locate import Found
from boardcam.vision.still import Seen

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)


def seen(sure: list[float], cube: Cube | None = None) -> Seen:
    """Places that are empty with these probabilities."""
    counts = no_counts()
    for place, p in enumerate(sure):
        counts[place] = np.log((1 - p) / 30)
        counts[place, 15] = np.log(p)
    return Seen(Found(TABLE, 0.9), counts, Exemplars(), None, cube, None, None)


def test_confidence_is_the_share_expected_to_be_right() -> None:
    assert still.confidence(seen([0.99] * 24)) == pytest.approx(0.99, abs=1e-3)
    assert still.confidence(seen([0.99] * 23 + [0.5])) == pytest.approx((23 * 0.99 + 0.5) / 24, abs=1e-3)
    assert still.confidence(seen([])) == 0.0


def test_the_cube_is_told_with_its_value_and_turn() -> None:
    values = (-5.0, -5.0, -0.1, -5.0, -5.0, -5.0)
    told = still.labels(seen([0.99] * 24, cube=Cube(640.0, 450.0, values, 90.2)))["cube"]
    assert (told["value"], told["center"], told["digit_rotation_deg_cw"]) == (8, [640.0, 450.0], 90)
    assert told["location"] == "on the bar (centred)"
    logo = still.labels(seen([0.99] * 24, cube=Cube(640.0, 450.0)))["cube"]
    assert (logo["value"], logo["digit_rotation_deg_cw"]) == (None, None)
    assert "cube: no value, on the bar (centred)" in still.text(seen([0.99] * 24, cube=Cube(640.0, 450.0)))
