"""Triangles: the few shapes of which a table is made. Each mesh is [n, 6] float32, three rows a triangle: position, normal.

Winding: counter-clockwise seen from outside in a right-handed frame. Unit sizes: a lathe has radius 1 and stands from z = 0 to 1;
box, die and plate reach from −½ to ½.
"""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

Mesh = NDArray[np.float32]


def join(vertices: NDArray[np.floating], normals: NDArray[np.floating], faces: NDArray[np.integer]) -> Mesh:
    """Indexed triangles → a flat list of corners."""
    corner = faces.reshape(-1)
    return np.hstack([vertices[corner], normals[corner]]).astype(np.float32)


def lathe(profile: list[tuple[float, float]], around: int = 36) -> Mesh:
    """Turns a profile of (radius, z), from the axis below outwards and up to the axis above, about z."""
    line = np.array(profile, float)
    step = np.diff(line, axis=0)
    flat = np.stack([step[:, 1], -step[:, 0]], 1)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True) + 1e-9
    angle = np.linspace(0, 2 * np.pi, around + 1)
    ring = np.stack([np.cos(angle), np.sin(angle)], 1)
    parts = []
    for (r0, z0), (r1, z1), (nr, nz), k in zip(line[:-1], line[1:], flat, range(len(flat)), strict=False):
        lower, upper = _smooth(flat, k, -1), _smooth(flat, k, 1)
        parts.append(_band(ring, (r0, z0, *lower), (r1, z1, *upper)))
        del nr, nz
    return np.vstack(parts).astype(np.float32)


def _smooth(flat: NDArray[np.floating], k: int, way: int) -> tuple[float, float]:
    """Normal at an end of segment k: shared with its neighbour unless the edge between them is sharp."""
    other = k + way
    if not 0 <= other < len(flat) or flat[k] @ flat[other] < 0.6:
        return float(flat[k, 0]), float(flat[k, 1])
    mean = flat[k] + flat[other]
    mean /= np.linalg.norm(mean)
    return float(mean[0]), float(mean[1])


def _band(ring: NDArray[np.floating], low: tuple[float, ...], high: tuple[float, ...]) -> Mesh:
    def row(r: float, z: float, nr: float, nz: float) -> NDArray[np.floating]:
        up = np.ones((len(ring), 1))
        return np.hstack([ring * r, up * z, ring * nr, up * nz])

    a, b = row(*low), row(*high)
    first = np.stack([a[:-1], a[1:], b[1:]], 1)
    second = np.stack([a[:-1], b[1:], b[:-1]], 1)
    keep = [t for t, r in ((first, low[0]), (second, high[0])) if r > 1e-9]
    return np.concatenate(keep).reshape(-1, 6).astype(np.float32)


def checker(bevel: float, rise: float) -> Mesh:
    """A disc whose edge is rounded over `bevel` of the radius and `rise` of the thickness."""
    quarter = np.linspace(0, np.pi / 2, 4)
    low = [(1 - bevel + bevel * np.sin(t), rise * (1 - np.cos(t))) for t in quarter]
    high = [(r, 1 - z) for r, z in reversed(low)]
    return lathe([(0.0, 0.0), *low, *high, (0.0, 1.0)])


def cup() -> Mesh:
    """An open dice cup or mug."""
    return lathe([(0, 0), (0.86, 0), (0.9, 0.04), (1.0, 0.97), (0.98, 1.0), (0.9, 1.0), (0.88, 0.97), (0.8, 0.1), (0, 0.08)])


def sphere() -> Mesh:
    t = np.linspace(0, np.pi, 13)
    return lathe([(float(np.sin(a)), float(-np.cos(a))) for a in t], 24)


def cube(rounding: float, steps: int = 5) -> Mesh:
    """A cube with edges and corners rounded by `rounding` (share of its edge)."""
    inner = 0.5 - rounding
    bend = np.tan(np.linspace(-np.pi / 4, np.pi / 4, steps)) * rounding
    line = np.concatenate([-inner + bend[bend < -1e-9] * 1.0, [-inner, inner], inner + bend[bend > 1e-9]])
    u, v = np.meshgrid(line, line, indexing="ij")
    n = len(line)
    i = np.arange(n * n).reshape(n, n)
    quads = np.stack([i[:-1, :-1], i[1:, :-1], i[1:, 1:], i[:-1, 1:]], -1).reshape(-1, 4)
    faces = np.vstack([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    return np.vstack([_side(u.ravel(), v.ravel(), axis, sign, inner, rounding, faces) for axis in range(3) for sign in (1, -1)])


def _side(
    u: NDArray[np.floating],
    v: NDArray[np.floating],
    axis: int,
    sign: int,
    inner: float,
    rounding: float,
    faces: NDArray[np.integer],
) -> Mesh:
    raw = np.empty((len(u), 3))
    raw[:, axis], raw[:, (axis + 1) % 3], raw[:, (axis + 2) % 3] = sign * (inner + rounding), u, v
    core = np.clip(raw, -inner, inner)
    out = raw - core
    normal = out / (np.linalg.norm(out, axis=1, keepdims=True) + 1e-9)
    return join(core + rounding * normal, normal, faces if sign > 0 else faces[:, ::-1])


def plate() -> Mesh:
    """A square at z = 0 that looks up."""
    at = np.array([[-0.5, -0.5, 0], [0.5, -0.5, 0], [0.5, 0.5, 0], [-0.5, 0.5, 0]])
    return join(at, np.tile([0.0, 0.0, 1.0], (4, 1)), np.array([[0, 1, 2], [0, 2, 3]]))


def box() -> Mesh:
    """A box with sharp edges."""
    face = np.array([[0, 1, 2], [0, 2, 3]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    return np.vstack([_wall(square, face, axis, sign) for axis in range(3) for sign in (1, -1)])


def _wall(square: NDArray[np.floating], face: NDArray[np.integer], axis: int, sign: int) -> Mesh:
    at, normal = np.empty((4, 3)), np.zeros((4, 3))
    at[:, axis], at[:, (axis + 1) % 3], at[:, (axis + 2) % 3] = sign * 0.5, square[:, 0], square[:, 1]
    normal[:, axis] = sign
    return join(at, normal, face if sign > 0 else face[:, ::-1])


def slices(mesh: Mesh, length: float = 2.0) -> list[NDArray[np.float64]]:
    """Cuts a mesh across y into slices of about this length, each given by the corners [8, 4] (x, y, z, 1) of a box around it."""
    triangles = mesh[:, :3].astype(float).reshape(-1, 3, 3)
    low, high = triangles[..., 1].min(1), triangles[..., 1].max(1)
    first, last = float(low.min()), float(high.max())
    cuts = np.linspace(first, last, max(int((last - first) / length), 1) + 1)
    out = []
    for a, b in pairwise(cuts):
        within = triangles[(high >= a) & (low <= b)].reshape(-1, 3)
        box = np.clip(np.stack([within.min(0), within.max(0)]), [-np.inf, a, -np.inf], [np.inf, b, np.inf])
        out.append(np.array([[x, y, z, 1.0] for x, y, z in product(*box.T)]))
    return out


PLAINER = {
    "checker": "disc", "round checker": "disc", "sharp checker": "disc", "die": "box", "round die": "box", "sharp die": "box",
    "block": "box",
}  # fmt: skip
"""Shapes whose shadows can do with less."""


def catalogue() -> dict[str, Mesh]:
    """All shapes by name, hands apart."""
    return {
        "checker": checker(0.07, 0.22),
        "round checker": checker(0.16, 0.45),
        "sharp checker": checker(0.025, 0.08),
        "die": cube(0.09),
        "round die": cube(0.21, 7),
        "sharp die": cube(0.03),
        "block": cube(0.012, 3),
        "cube": cube(0.08),
        "box": box(),
        "plate": plate(),
        "cup": cup(),
        "sphere": sphere(),
        "disc": lathe([(0, 0), (1, 0), (1, 1), (0, 1)], 24),
        "post": lathe([(0, 0), (0.97, 0), (1, 0.03), (1, 0.97), (0.97, 1), (0, 1)], 24),
    }
