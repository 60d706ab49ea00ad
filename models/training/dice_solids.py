"""Dice and checkers as solids for `dice_scenes.py`: shapes as signed distances, pips, how they lie. Unit: the edge of a die."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

F = npt.NDArray[np.float32]
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Look:
    """How the dice of a pair are made."""

    body: F
    pip: F
    rounding: float
    ball: float
    """Radius of the sphere that cuts the corners; > 0.87 cuts nothing."""
    pip_radius: float
    pip_gap: float
    dent: float
    """Depth of the pips, 0 = painted."""
    ace: float
    """The ace's pip is larger by this factor."""
    shine: float
    power: float
    clear: float
    """0 opaque … 1 like coloured glass."""


@dataclass(frozen=True)
class Thing:
    """A die (`look` set) or a checker (`look` None) somewhere."""

    center: F
    turn: F
    """3x3, local → world."""
    look: Look | None
    faces: tuple[int, ...] = ()
    """Values on +x, -x, +y, -y, +z, -z."""
    radius: float = 0.0
    height: float = 0.0
    color: F | None = None
    ring: float = 0.0
    on_checker: bool = False

    @property
    def bound(self) -> float:
        return 0.87 if self.look else float(np.hypot(self.radius, self.height / 2))

    def distance(self, p: F) -> F:
        """Signed distance of local points (n, 3)."""
        if self.look:
            q = np.abs(p) - (0.5 - self.look.rounding)
            box = np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(1), 0) - self.look.rounding
            return np.maximum(box, np.linalg.norm(p, axis=1) - self.look.ball)
        r = 0.06
        q = np.stack([np.hypot(p[:, 0], p[:, 1]) - self.radius + r, np.abs(p[:, 2]) - self.height / 2 + r], 1)
        return np.linalg.norm(np.maximum(q, 0), axis=1) + np.minimum(q.max(1), 0) - r

    def normal(self, p: F) -> F:
        e = 1e-3
        n = np.stack([self.distance(p + e * a) - self.distance(p - e * a) for a in np.eye(3, dtype=np.float32)], 1)
        return n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-9)

    def march(self, o: F, d: F, steps: int = 26) -> tuple[F, F]:
        """World rays → (distance along the ray or inf, smallest gap / distance: how nearly it missed)."""
        o, d = (o - self.center) @ self.turn, d @ self.turn
        b = (o * d).sum(1)
        disc = b * b - (o * o).sum(1) + self.bound**2
        t = np.full(len(o), np.inf, np.float32)
        near = np.full(len(o), 1e3, np.float32)
        live = np.flatnonzero((disc > 0) & (-b + np.sqrt(np.maximum(disc, 0)) > 0))
        if not len(live):
            return t, near
        start = np.maximum(-b[live] - np.sqrt(disc[live]), 1e-3)
        at, end = start.copy(), -b[live] + np.sqrt(disc[live])
        todo = np.arange(len(live))
        for _ in range(steps):
            gap = self.distance(o[live[todo]] + at[todo, None] * d[live[todo]])
            near[live[todo]] = np.minimum(near[live[todo]], gap / np.maximum(at[todo], 0.05))
            at[todo] += gap
            hit = gap < 1.5e-3
            t[live[todo[hit]]] = at[todo[hit]]
            todo = todo[~hit & (at[todo] < end[todo])]
            if not len(todo):
                break
        return t, near


def pip_field(look: Look, faces: tuple[int, ...], p: F) -> tuple[F, F]:
    """Local surface points → (share of pip colour 0…1, slope of the dent (n, 3))."""
    side = np.abs(p).argmax(1)
    positive = np.take_along_axis(p, side[:, None], 1)[:, 0] > 0
    share, slope = np.zeros(len(p), np.float32), np.zeros_like(p)
    for k, value in enumerate(faces):
        on = np.flatnonzero((side == k // 2) & (positive == (k % 2 == 0)))
        u, v = [a for a in range(3) if a != k // 2]
        radius = look.pip_radius * (look.ace if value == 1 else 1.0)
        for a, b in PIPS[value]:
            du, dv = p[on, u] - a * look.pip_gap, p[on, v] - b * look.pip_gap
            away = np.hypot(du, dv) / radius
            inside = np.clip((1.08 - away) / 0.16, 0, 1)
            share[on] = np.maximum(share[on], inside)
            slope[on, u] += look.dent * inside * du / radius
            slope[on, v] += look.dent * inside * dv / radius
    return share, slope


def pose(rng: np.random.Generator, tilt: float) -> tuple[F, tuple[int, ...]]:
    """A die turned any way, `tilt` rad from flat; and the values on its sides."""
    a = rng.permutation([1, 2, 3]).tolist()
    faces: list[int] = []
    for v in a:
        faces += [v, 7 - v] if rng.random() < 0.5 else [7 - v, v]
    up = [np.eye(3), rot(0, np.pi / 2), rot(1, np.pi / 2)][rng.integers(3)]
    turn = rot(2, rng.uniform(0, 2 * np.pi)) @ rot(0, tilt) @ rot(2, rng.uniform(0, 2 * np.pi)) @ up
    return turn.astype(np.float32), tuple(faces)


def rot(axis: int, angle: float) -> npt.NDArray[np.float64]:
    c, s = np.cos(angle), np.sin(angle)
    m = np.eye(3)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m[i, i], m[i, j], m[j, i], m[j, j] = c, -s, s, c
    return m


def color(rng: np.random.Generator) -> F:
    """Half the palette real, half random (linear light, BGR)."""
    real = [
        (0.9, 0.95, 0.97),
        (0.6, 0.82, 0.9),
        (0.02, 0.02, 0.02),
        (0.05, 0.04, 0.5),
        (0.4, 0.1, 0.03),
        (0.08, 0.3, 0.05),
        (0.1, 0.25, 0.4),
    ]
    return np.array(real[rng.integers(len(real))] if rng.random() < 0.6 else rng.uniform(0.01, 0.95, 3), np.float32)


def a_look(rng: np.random.Generator) -> Look:
    body = color(rng)
    light = body @ np.array([0.1, 0.6, 0.3], np.float32) > 0.3
    pip = np.array(([0.02] * 3 if light else [0.9] * 3) if rng.random() < 0.75 else color(rng), np.float32)
    if abs(float((body - pip).mean())) < 0.25:
        pip = np.array([0.02] * 3 if light else [0.9] * 3, np.float32)
    clear = float(rng.uniform(0.4, 0.95)) if rng.random() < 0.25 else 0.0
    return Look(
        body, pip,
        rounding=float(rng.choice([0.03, 0.07, 0.12, 0.18, 0.24]) * rng.uniform(0.8, 1.2)),
        ball=float(rng.uniform(0.64, 0.76)) if rng.random() < 0.45 else 0.9,
        pip_radius=float(rng.uniform(0.075, 0.125)), pip_gap=float(rng.uniform(0.21, 0.27)),
        dent=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.7 else 0.0,
        ace=float(rng.uniform(1.2, 1.8)) if rng.random() < 0.2 else 1.0,
        shine=float(rng.uniform(0, 0.9)), power=float(10 ** rng.uniform(0.8, 2.6)), clear=clear,
    )  # fmt: skip


def checker(rng: np.random.Generator, xy: F) -> Thing:
    height = float(rng.uniform(0.35, 0.7))
    return Thing(
        np.array([*xy, height / 2], np.float32), rot(2, rng.uniform(0, 6)).astype(np.float32), None, (),
        float(rng.uniform(1.1, 1.65)), height, color(rng), float(rng.uniform(0, 0.9)),
    )  # fmt: skip


def resting(turn: F, look: Look) -> float:
    """Height of the middle of a die that touches z = 0 with its lowest corner."""
    inner = 0.5 - look.rounding
    return float(np.abs(turn[2]).sum() * inner + look.rounding)


def things(rng: np.random.Generator, reach: float) -> list[Thing]:
    """Dice (most flat), checkers; no two dice in one place."""
    looks = [a_look(rng) for _ in range(rng.integers(1, 4))]
    out: list[Thing] = []
    taken: list[F] = []
    for _ in range(int(rng.integers(4, 20))):
        xy = rng.uniform(-reach, reach, 2).astype(np.float32)
        if taken and rng.random() < 0.4:
            away = rng.uniform(0, 2 * np.pi)
            xy = (taken[-1] + 1.25 * np.array([np.cos(away), np.sin(away)], np.float32)).astype(np.float32)
        look = looks[rng.integers(len(looks))]
        kind = rng.choice(["flat", "flat", "flat", "flat", "on", "lean", "edge", "alone"])
        gap = {"on": 2.9, "lean": 3.2, "alone": 2.6}.get(str(kind), 1.22)
        if any(float(np.hypot(*(xy - t))) < gap for t in taken):
            continue
        taken.append(xy)
        out += placed(rng, str(kind), xy, look)
    return out


def placed(rng: np.random.Generator, kind: str, xy: F, look: Look) -> list[Thing]:
    """One die lying flat, on a checker, leaning on one, or standing on an edge as if propped; or a checker alone."""
    if kind == "alone":
        return [checker(rng, xy)]
    if kind == "flat":
        turn, faces = pose(rng, float(abs(rng.normal(0, 0.02))))
        return [Thing(np.array([*xy, resting(turn, look)], np.float32), turn, look, faces)]
    if kind == "edge":
        turn, faces = pose(rng, float(rng.uniform(0.25, 0.785)))
        return [Thing(np.array([*xy, resting(turn, look) + rng.uniform(0, 0.2)], np.float32), turn, look, faces)]
    under = checker(rng, xy)
    away = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(away), np.sin(away)], np.float32)
    if kind == "on":
        turn, faces = pose(rng, float(abs(rng.normal(0, 0.02))))
        at = xy + direction * rng.uniform(0, under.radius * 0.8)
        die = Thing(np.array([*at, under.height + resting(turn, look)], np.float32), turn, look, faces, on_checker=True)
        return [under, die]
    # Leaning: the side towards the checker is lifted by its height; tilted about the axis across `direction`.
    tilt = float(np.arcsin(min(0.95, under.height / 1.0)) * rng.uniform(0.55, 1.0))
    turn, faces = pose(rng, 0.0)
    axis = rot(2, away) @ rot(1, tilt) @ rot(2, -away)
    turn = (axis @ turn).astype(np.float32)
    at = xy + direction * (under.radius + 0.5 * np.cos(tilt) - rng.uniform(0.0, 0.35))
    die = Thing(np.array([*at, resting(turn, look)], np.float32), turn, look, faces, on_checker=rng.random() < 0)
    return [under, die]
