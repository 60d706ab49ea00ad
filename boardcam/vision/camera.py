"""How things stand up from the board: the camera's pose, recovered from the calibration.

Four corners fix the plane; square pixels and a lens that looks through the middle of the picture fix the rest. Seen from straight
above, the focal length cannot be told and hardly matters: then a usual one is assumed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from boardcam.vision.calibration import Calibration, Points, transform

Matrix = npt.NDArray[np.float64]

USUAL_FOCAL = 1.1
"""Focal length in picture widths: a field of 49°, between phones and webcams."""
FOCAL_RANGE = (0.6, 3.0)


def focal(homography: Matrix, width: float) -> float:
    """Focal length in px. `homography` is centred: the middle of the picture is (0, 0)."""
    a, b = homography[:, 0], homography[:, 1]
    # Columns of a rotation are square on each other and of one length: two equations in u = (width / f)².
    slope = np.array([a[:2] @ b[:2], a[:2] @ a[:2] - b[:2] @ b[:2]]) / width**2
    rest = np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2])
    u, weight = -float(slope @ rest), float(slope @ slope)
    usual = 1.0 / USUAL_FOCAL**2
    doubt = 1e-3 * float((a[:2] @ a[:2]) / width**2) ** 2  # pulls towards the usual lens where the equations say little
    square = (u + doubt * usual) / (weight + doubt)
    shortest, longest = FOCAL_RANGE
    return width / float(np.sqrt(np.clip(square, 1.0 / longest**2, 1.0 / shortest**2)))


def projection(calibration: Calibration) -> Matrix:
    """3x4: board units (x, y, z, 1) → px; z rises from the surface."""
    middle = np.eye(3)
    middle[:2, 2] = [(calibration.size[0] - 1) / 2, (calibration.size[1] - 1) / 2]
    centred = np.linalg.inv(middle) @ calibration.homography
    lens = np.diag([f := focal(centred, calibration.size[0]), f, 1.0])
    pose = np.linalg.inv(lens) @ centred
    right, down = pose[:, 0], pose[:, 1]
    # x right, y down: their cross product points into the table.
    up = -np.cross(right, down) / np.sqrt(np.linalg.norm(right) * np.linalg.norm(down))
    return np.asarray(middle @ lens @ np.column_stack([right, down, up, pose[:, 2]]), np.float64)


def lifted(calibration: Calibration, z: float) -> Matrix:
    """3x3: (x, y) in pitches on the plane `z` pitches above the surface → px."""
    p = projection(calibration)
    return np.asarray(np.column_stack([p[:, 0], p[:, 1], p[:, 2] * z + p[:, 3]]), np.float64)


def foot(calibration: Calibration, px: npt.ArrayLike, z: float) -> Points:
    """Where things stand, in pitches, whose points `z` pitches above the surface are seen at `px` (n, 2)."""
    return transform(np.asarray(np.linalg.inv(lifted(calibration, z)), np.float64), px)


def eye(calibration: Calibration) -> npt.NDArray[np.float64]:
    """(3,): where the camera stands, pitches."""
    p = projection(calibration)
    return np.asarray(-np.linalg.inv(p[:, :3]) @ p[:, 3], np.float64)


def lean(calibration: Calibration, xy: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """(2,): by how much the top of something at (x, y) seems to stand away from its foot, in pitches a pitch of height."""
    x, y, z = eye(calibration)
    return np.asarray((np.asarray(xy, np.float64) - [x, y]) / z, np.float64)


def scale(calibration: Calibration, xy: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Px a pitch around points (n, 2) of the surface: the root of how much a small square grows."""
    at = np.asarray(xy, np.float64).reshape(-1, 2)
    step = 0.1
    across = calibration.to_pixels(at + np.array([step, 0])) - calibration.to_pixels(at)
    along = calibration.to_pixels(at + np.array([0, step])) - calibration.to_pixels(at)
    area = np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0])
    return np.asarray(np.sqrt(area) / step, np.float64)
