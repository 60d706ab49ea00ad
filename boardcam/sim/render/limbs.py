"""Hands: capsules melted into one skin (a signed distance), turned into triangles by surface nets.

Mesh frame: the finger tips are at the origin, the forearm leaves along +y, the palm looks down (−z). Unit: one pitch of a board
whose checkers measure 4 cm, so a hand is 2.1 wide and 4.6 long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardcam.sim.render.meshes import Mesh, join

Points = NDArray[np.float32]
Capsule = tuple[tuple[float, float, float], tuple[float, float, float], float, float]
"""From, to, radius at either end."""

WRIST = 4.3
"""y where the hand ends and the forearm begins."""
REACH = 22.0
"""Length of hand and forearm."""
GRID = 0.125
POSES = 10


def _finger(root: tuple[float, float, float], tip: tuple[float, float, float], bend: float, r: float) -> list[Capsule]:
    """Three capsules; the knuckles rise by `bend` above the straight line."""
    a, b = np.array(root), np.array(tip)
    knee = a + 0.45 * (b - a) + [0, 0, bend]
    last = a + 0.78 * (b - a) + [0, 0, bend * 0.75]
    at = [tuple(map(float, p)) for p in (a, knee, last, b)]
    return [(at[0], at[1], r * 1.12, r * 1.02), (at[1], at[2], r * 1.02, r * 0.95), (at[2], at[3], r * 0.95, r * 0.8)]  # type: ignore[list-item]


def pose(number: int) -> list[Capsule]:
    """One of `POSES` attitudes: pinching, pointing, flat, fist, …, left or right."""
    rng = np.random.default_rng(900 + number)
    side = 1.0 if number % 2 else -1.0
    curl = [0.35, 0.9, 0.1, 1.0, 0.6][number % 5]
    fan = float(rng.uniform(0.0, 0.28))
    lift = 0.55 + 0.35 * rng.random()
    parts: list[Capsule] = []
    for k in range(4):
        x = side * (k - 1.3) * 0.47
        free = curl if k > 0 or number % 5 == 3 else 0.15
        length = [2.1, 2.4, 2.25, 1.75][k] * (1 - 0.55 * free)
        root = (x, 2.15 + 0.08 * abs(k - 1.2), lift)
        spread = side * (k - 1.3) * fan + 0.08 * rng.normal()
        tip = (x * (0.6 if number % 5 == 0 else 1.0) + spread, 2.15 - length, max(0.05, lift * (0.15 + 0.5 * free)))
        parts += _finger(root, tip, 0.3 + 0.35 * free, 0.215 - 0.012 * k)
        parts.append((root, (x * 0.75, 3.9, lift + 0.1), 0.33, 0.4))
    thumb = (-side * 0.45 * rng.random() - side * 0.15, 0.35 + 1.1 * (curl > 0.8), 0.12)
    parts += _finger((-side * 0.95, 3.0, lift - 0.1), thumb, 0.15, 0.25)
    parts.append(((-side * 0.95, 3.0, lift - 0.1), (-side * 0.3, 3.9, lift), 0.36, 0.45))
    return [*parts, *_arm(lift)]


def _arm(lift: float) -> list[Capsule]:
    return [
        ((-0.28, WRIST, lift + 0.1), (-0.5, REACH, lift + 2.2), 0.5, 1.15),
        ((0.28, WRIST, lift + 0.1), (0.5, REACH, lift + 2.2), 0.5, 1.15),
    ]


def distance(p: Points, parts: list[Capsule], melt: float = 0.1) -> Points:
    """Signed distance to capsules melted together (a soft minimum)."""
    total = np.zeros(len(p), np.float32)
    for a, b, ra, rb in parts:
        start, along = np.array(a, np.float32), np.array(b, np.float32) - np.array(a, np.float32)
        t = np.clip(((p - start) @ along) / (along @ along), 0, 1)
        away = np.linalg.norm(p - start - t[:, None] * along, axis=1) - (ra + t * (rb - ra))
        total += np.exp(-np.minimum(away, 3.0) * (4 / melt) / 2)
    return np.asarray(-np.log(total + 1e-30) * melt / 2, np.float32)


def hand(number: int, sleeve: float) -> Mesh:
    """Mesh of a pose; from y = `sleeve` on the arm wears a loose sleeve."""
    parts = pose(number)
    along = np.concatenate([np.arange(-0.5, 5.0, GRID), np.arange(5.0, REACH - 0.5, 3 * GRID)])  # an arm needs no fine grid
    axes = [np.arange(-2.2, 2.2, GRID), along, np.arange(-0.35, 4.2, GRID)]
    axes = [a.astype(np.float32) for a in axes]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)

    def field(p: Points) -> Points:
        loose = 0.24 * np.clip((p[:, 1] - sleeve) / 0.12, 0, 1) + 0.06 * np.sin(p[:, 1] * 3.1 + p[:, 0] * 2) * (p[:, 1] > sleeve)
        return np.asarray(distance(p, parts) - loose, np.float32)

    values = field(grid.reshape(-1, 3)).reshape(grid.shape[:3])
    vertices, faces = nets(values)
    at = np.stack([np.interp(vertices[:, k], np.arange(len(a)), a) for k, a in enumerate(axes)], 1).astype(np.float32)
    normals = np.stack([field(at + e) - field(at - e) for e in np.eye(3, dtype=np.float32) * 0.06], 1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return join(at, normals, faces)


def nets(values: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Naive surface nets: [x, y, z] values, negative inside → vertices in grid units, triangles."""
    inside = values < 0
    cell = tuple(slice(0, n - 1) for n in values.shape)
    weight = np.zeros([n - 1 for n in values.shape], np.float32)
    total = np.zeros((*weight.shape, 3), np.float32)
    for axis in range(3):
        for offset in np.ndindex(2, 2):
            o = list(offset)
            o.insert(axis, 0)
            lo = tuple(slice(k, n - 1 + k) for k, n in zip(o, values.shape, strict=True))
            hi = tuple(
                slice(k + (j == axis), n - 1 + k + (j == axis)) for j, (k, n) in enumerate(zip(o, values.shape, strict=True))
            )
            cut = inside[lo] != inside[hi]
            t = np.where(cut, values[lo] / np.where(cut, values[lo] - values[hi], 1), 0)
            corner = np.array(o, np.float32) * np.ones((*t.shape, 1), np.float32)
            corner[..., axis] += t
            total += cut[..., None] * corner
            weight += cut
    del cell
    on = weight > 0
    number = np.full(weight.shape, -1, np.int64)
    number[on] = np.arange(on.sum())
    origin = np.argwhere(on).astype(np.float32)
    return np.asarray(origin + total[on] / weight[on][:, None], np.float32), _faces(inside, number)


def _faces(inside: NDArray[np.bool_], number: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two triangles for each grid edge that crosses the skin."""
    found = []
    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        low = np.take(inside, range(inside.shape[axis] - 1), axis)
        high = np.take(inside, range(1, inside.shape[axis]), axis)
        at = np.argwhere(low != high)
        at = at[(at[:, a] > 0) & (at[:, b] > 0) & (at[:, a] < inside.shape[a] - 1) & (at[:, b] < inside.shape[b] - 1)]
        ea, eb = np.eye(3, dtype=np.int64)[a], np.eye(3, dtype=np.int64)[b]
        quad = np.stack([number[tuple((at - da * ea - db * eb).T)] for da, db in ((1, 1), (0, 1), (0, 0), (1, 0))], 1)
        out = low[tuple(at.T)]
        quad = np.where(out[:, None], quad, quad[:, ::-1])
        found.append(np.vstack([quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]]))
    return np.vstack(found)
