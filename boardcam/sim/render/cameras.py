"""A pinhole camera over the table: board units to pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    projection: NDArray[np.float64]
    """3x4: (x, y, z, 1) in board units → (u w, v w, w); w is the distance along the optical axis."""
    size: tuple[int, int]
    """Width and height, px."""
    eye: tuple[float, float, float]

    def pixels(self, points: NDArray[np.floating] | list[tuple[float, float, float]]) -> NDArray[np.float64]:
        """[n, 3] board units → [n, 2] px; the middle of the top left pixel is (0.5, 0.5)."""
        p = np.asarray(points, float).reshape(-1, 3)
        u = p @ self.projection[:, :3].T + self.projection[:, 3]
        return np.asarray(u[:, :2] / u[:, 2:])

    def resized(self, size: tuple[int, int]) -> Camera:
        """The same view in a picture of another size."""
        if size == self.size:
            return self
        scale = np.diag([size[0] / self.size[0], size[1] / self.size[1], 1.0])
        return Camera(scale @ self.projection, size, self.eye)

    def knocked(self, middle: tuple[float, float], x: float, y: float, turn: float) -> Camera:
        """The camera after a knock: what lay around `middle` is seen turned about it (radians, clockwise), and `x`, `y` off."""
        c, s, (u, v) = np.cos(turn), np.sin(turn), middle
        moved = np.array([[c, -s, 0, u - c * u + s * v + x], [s, c, 0, v - s * u - c * v + y], [0, 0, 1, 0], [0, 0, 0, 1]])
        eye = np.linalg.solve(moved, [*self.eye, 1.0])
        return Camera(self.projection @ moved, self.size, (float(eye[0]), float(eye[1]), float(eye[2])))

    def clip(self, near: float, far: float) -> NDArray[np.float32]:
        """4x4 to the clip space of OpenGL, upside down: the first row read back is the top of the picture."""
        w, h = self.size
        p = self.projection
        k = (far + near) / (far - near), -2 * far * near / (far - near)
        rows = [2 * p[0] / w - p[2], 2 * p[1] / h - p[2], k[0] * p[2] + [0, 0, 0, k[1]], p[2]]
        return np.asarray(rows, np.float32)


def aim(
    target: tuple[float, float, float], distance: float, *, height: float, azimuth: float = 0.0, roll: float = 0.0,
    fov: float, size: tuple[int, int], centre: tuple[float, float] = (0.5, 0.5),
) -> Camera:  # fmt: skip
    """A camera `distance` from its target, `height` radians above the surface, at the bottom edge turned by `azimuth`.

    `fov` is the horizontal field of view in radians; `centre` is where the target appears, as a share of the picture.
    """
    h = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    back = h * np.cos(height) + np.array([0, 0, 1.0]) * np.sin(height)
    eye = np.array(target, float) + distance * back
    f = -back
    down = h - (h @ f) * f
    down /= np.linalg.norm(down)
    return pinhole(eye, f, down, roll, fov, size, centre)


def pinhole(
    eye: Vector, f: Vector, down: Vector, roll: float, fov: float, size: tuple[int, int], centre: tuple[float, float]
) -> Camera:
    """A camera at `eye` that looks along `f`, with `down` pointing down in the picture before it rolls."""
    right = np.cross(f, down)
    r = np.cos(roll) * right + np.sin(roll) * down
    d = np.cos(roll) * down - np.sin(roll) * right
    rotation = np.stack([r, d, f])
    w, height = size
    focal = w / 2 / np.tan(fov / 2)
    inner = np.array([[focal, 0, w * centre[0]], [0, focal, height * centre[1]], [0, 0, 1]])
    projection = inner @ np.hstack([rotation, -(rotation @ eye)[:, None]])
    return Camera(projection, size, (float(eye[0]), float(eye[1]), float(eye[2])))


def fit(
    corners: NDArray[np.floating], share: float, *, height: float, azimuth: float = 0.0, roll: float = 0.0, fov: float,
    size: tuple[int, int], offset: tuple[float, float] = (0.0, 0.0),
) -> Camera:  # fmt: skip
    """The distance at which these points [n, 3] fill `share` of the picture, their middle `offset` (shares) from its middle."""
    middle = tuple(float(v) for v in (corners.min(0) + corners.max(0)) / 2)

    def spread(distance: float) -> tuple[float, Vector]:
        seen = aim(middle, distance, height=height, azimuth=azimuth, roll=roll, fov=fov, size=size).pixels(corners)  # type: ignore[arg-type]
        low, high = seen.min(0) / size, seen.max(0) / size
        return float((high - low).max()), (low + high) / 2

    near, far = 6.0, 400.0
    for _ in range(40):
        distance = (near * far) ** 0.5
        near, far = (distance, far) if spread(distance)[0] > share else (near, distance)
    off = spread(far)[1]
    centre = (1.0 - float(off[0]) + offset[0], 1.0 - float(off[1]) + offset[1])
    return aim(middle, far, height=height, azimuth=azimuth, roll=roll, fov=fov, size=size, centre=centre)  # type: ignore[arg-type]


def camera(
    board: Board, size: tuple[int, int] = (1280, 960), *, height: float = 1.3, tray: float = 1.6, fov: float = 0.95
) -> Camera:
    """The camera of a good rig: upright, 74° high unless told, the whole board with its trays in the picture.

    A die of 0.4 pitches is then at least 24 px wide at 1280 × 960.
    """
    x, y = (-tray - 0.3, board.width + tray + 0.3), (-0.5, board.depth + 0.5)
    corners = np.array([[a, b, 0.3] for a in x for b in y])
    return fit(corners, 0.96, height=height, fov=fov, size=size)
