"""The camera's pose from four corners: parallax is undone where a pinhole camera made it."""

import numpy as np
import pytest

from boardcam.vision import camera
from boardcam.vision.calibration import Calibration


def seen_from(elevation: float, focal: float, far: float = 22.0) -> tuple[Calibration, np.ndarray]:
    """A board of 13.2 x 11 pitches in a picture of 1280x960, and the true 3x4 projection."""
    e = np.radians(elevation)
    middle = np.array([6.6, 5.5, 0.0])
    eye = middle + far * np.array([0.0, np.cos(e), np.sin(e)])
    forward = (middle - eye) / far
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    if down @ np.array([0, 0, -1.0]) < 0:
        down = -down
    pose = np.stack([right, down, forward])
    lens = np.array([[focal, 0, 639.5], [0, focal, 479.5], [0, 0, 1.0]])
    p = lens @ np.column_stack([pose, -pose @ eye])
    corners = []
    for x, y in [(0, 0), (13.2, 0), (13.2, 11), (0, 11)]:
        q = p @ [x, y, 0, 1]
        corners.append((q[0] / q[2], q[1] / q[2]))
    return Calibration((1280, 960), tuple(corners), 1.2, 11.0), p


@pytest.mark.parametrize("elevation", [38, 50, 65, 80])
@pytest.mark.parametrize("focal", [1000, 1400])
def test_foot_undoes_the_parallax(elevation: float, focal: float) -> None:
    calibration, p = seen_from(elevation, focal)
    feet = np.array([[1.0, 1.0], [6.6, 5.5], [12.0, 10.0]])
    top = np.array([p @ [x, y, 0.4, 1] for x, y in feet])
    found = camera.foot(calibration, top[:, :2] / top[:, 2:], 0.4)
    assert np.abs(found - feet).max() < 0.03


def test_from_straight_above_the_usual_lens_is_assumed() -> None:
    calibration, _ = seen_from(90, 1400)
    assert camera.focal(np.eye(3), 1280) == pytest.approx(camera.USUAL_FOCAL * 1280)
    assert np.abs(camera.foot(calibration, [[639.5, 479.5]], 0.4) - [6.6, 5.5]).max() < 0.02


def test_scale_is_pixels_a_pitch() -> None:
    square = Calibration((1280, 960), ((100, 100), (760, 100), (760, 650), (100, 650)), 1.2, 11.0)
    assert camera.scale(square, [[3, 3], [10, 8]]) == pytest.approx([50, 50])
