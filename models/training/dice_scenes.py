"""Pictures of many dice on a table, by sphere tracing: the second source of training dice, beside the stills of the renderer.

    python models/training/dice_scenes.py --out .cache/dice_scenes --count 1500

Cheap (about half a second a picture of eight dice) and of another kind than the renderer's pictures, so that the networks learn
dice and not one renderer: rounded, sharp and ball-cornered bodies, opaque, shiny and translucent; dented and painted pips; lying
flat, leaning on checkers and on each other's shadows, on top of checkers; lamps that burn out the picture; printed distractors.
Unit: the edge of a die; z rises from the table. Each picture is NNNNNN.png beside NNNNNN.json (labels as for the stills). A picture
depends on its seed only; seeds ending in 9 are never trained on.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

F = npt.NDArray[np.float32]
SIZE = 256
OVERSAMPLE = 1.5
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


@dataclass(frozen=True)
class View:
    eye: F
    axes: F
    """Rows: right, down, forward."""
    focal: float
    middle: float

    def rays(self, size: int) -> F:
        v, u = np.mgrid[0:size, 0:size].astype(np.float32)
        d = (
            np.stack([(u - self.middle) / self.focal, (v - self.middle) / self.focal, np.ones_like(u)], -1).reshape(-1, 3)
            @ self.axes
        )
        return (d / np.linalg.norm(d, axis=1, keepdims=True)).astype(np.float32)

    def project(self, p: F) -> F:
        q = (p - self.eye) @ self.axes.T
        return q[:, :2] / q[:, 2:] * self.focal + self.middle


def a_view(rng: np.random.Generator, size: int, edge: float) -> View:
    """Looks down at 40…90°; a die's edge is `edge` px in the middle of the picture."""
    high = np.radians(rng.uniform(38, 90) if rng.random() < 0.7 else rng.uniform(75, 90))
    far = float(rng.uniform(12, 40))
    forward = -np.array([np.cos(high), 0, np.sin(high)])
    forward = rot(2, rng.uniform(0, 2 * np.pi)) @ forward
    right = np.cross(forward, [0, 0, 1.0] if abs(forward[2]) < 0.999 else [0, 1.0, 0])
    right /= np.linalg.norm(right)
    roll = rng.uniform(-0.3, 0.3)
    down = np.cross(forward, right)
    axes = np.stack([np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down, forward])
    return View((-far * forward).astype(np.float32), axes.astype(np.float32), edge * far, (size - 1) / 2)


def fractal(rng: np.random.Generator, size: int) -> F:
    out = np.zeros((size, size), np.float32)
    for octave in (4, 9, 23, 61, size // 2):
        small = rng.normal(0, 1, (octave, octave)).astype(np.float32)
        out += cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC) * float(rng.uniform(0, 1)) / 2
    return out


def table(rng: np.random.Generator, reach: float) -> F:
    """A texture (512, 512, 3) of the table top: cloth, wood, printed points, a rim, distractors."""
    n = 512
    base = color(rng) * float(rng.uniform(0.3, 1.0))
    out = np.broadcast_to(base, (n, n, 3)).copy()
    unit = n / (2.6 * reach)
    if rng.random() < 0.6:
        for k in range(-2, 12):
            x, w = k * 2.7 * unit, 2.7 * unit
            y = n * rng.uniform(0.2, 0.9)
            corners = np.array([[x, 0], [x + w, 0], [x + w / 2, y]], np.int32)
            out = np.asarray(
                cv2.fillPoly(out, [corners], [float(c) for c in color(rng)] if k % 2 else [float(c) for c in base * 0.4])
            )
    if rng.random() < 0.35:
        at = tuple(int(v) for v in rng.uniform(0.3 * n, 0.7 * n, 2))
        cv2.circle(
            out,
            at,
            int(rng.uniform(0.25, 0.45) * n),
            [float(c) for c in color(rng)],
            -1 if rng.random() < 0.5 else int(rng.uniform(4, 40)),
        )
    for _ in range(int(rng.integers(0, 7))):
        distractor(rng, out, unit)
    out *= np.exp(0.12 * float(rng.uniform(0, 2.0)) * fractal(rng, n))[..., None]
    turned = cv2.warpAffine(
        out, cv2.getRotationMatrix2D((n / 2, n / 2), float(rng.uniform(0, 360)), 1.3), (n, n), borderMode=cv2.BORDER_REFLECT
    )
    return np.clip(np.asarray(turned, np.float32), 0, 1.5)


def distractor(rng: np.random.Generator, out: F, unit: float) -> None:
    """A printed thing that is no die: dots, letters, frames, a domino's half."""
    at = rng.uniform(0, len(out), 2)
    ink = [float(c) for c in color(rng)]
    x, y = int(at[0]), int(at[1])
    match rng.integers(5):
        case 0:
            cv2.circle(out, (x, y), max(1, int(unit * rng.uniform(0.05, 0.5))), ink, -1)
        case 1:
            cv2.putText(
                out, chr(rng.integers(48, 90)) * int(rng.integers(1, 4)), (x, y), 0, unit / 22 * rng.uniform(0.5, 2), ink, 2
            )
        case 2:
            r = int(unit * rng.uniform(0.3, 0.7))
            cv2.rectangle(out, (x - r, y - r), (x + r, y + r), ink, int(rng.choice([-1, 2])))
        case 3:
            for _ in range(int(rng.integers(2, 9))):
                p = at + rng.normal(0, 0.5 * unit, 2)
                cv2.circle(out, (int(p[0]), int(p[1])), max(1, int(unit * rng.uniform(0.05, 0.15))), ink, -1)
        case _:
            cv2.line(out, (x, y), tuple(int(v) for v in at + rng.normal(0, 3 * unit, 2)), ink, int(rng.integers(1, 6)))


def render(rng: np.random.Generator, edge: float | None = None) -> tuple[npt.NDArray[np.uint8], list[dict[str, Any]]]:
    """One picture and the labels of its dice."""
    size = int(SIZE * OVERSAMPLE)
    edge = float(rng.uniform(18, 46)) if edge is None else edge
    view = a_view(rng, size, edge * OVERSAMPLE)
    reach = SIZE / edge * 0.55
    scene = things(rng, reach)
    linear, owner = shade(rng, view, size, scene, table(rng, reach), reach)
    labels = [
        label for k, thing in enumerate(scene) if thing.look and (label := die_label(view, thing, k, owner.reshape(size, size)))
    ]
    return develop(rng, linear.reshape(size, size, 3)), labels


def shade(
    rng: np.random.Generator, view: View, size: int, scene: list[Thing], top: F, reach: float
) -> tuple[F, npt.NDArray[np.int64]]:
    """Linear light (n, 3) and which thing each pixel shows (-1 = table)."""
    d = view.rays(size)
    o = np.broadcast_to(view.eye, d.shape)
    t = np.where(d[:, 2] < -1e-3, -view.eye[2] / np.minimum(d[:, 2], -1e-3), 1e3).astype(np.float32)
    owner = np.full(len(d), -1)
    for k, thing in enumerate(scene):
        tk, _ = thing.march(o, d)
        closer = tk < t
        t[closer], owner[closer] = tk[closer], k
    p = o + t[:, None] * d
    normal = np.zeros_like(p)
    normal[:, 2] = 1
    albedo, shine, power = (
        surface_of_table(top, p, reach),
        np.full(len(p), float(rng.uniform(0, 0.15)), np.float32),
        np.full(len(p), 20.0, np.float32),
    )
    glow = np.zeros_like(p)
    for k, thing in enumerate(scene):
        on = np.flatnonzero(owner == k)
        if len(on):
            material(thing, on, p, d, normal, albedo, shine, power, glow, top, reach)
    return light_up(rng, scene, p, d, normal, albedo, shine, power, owner) + glow, owner


def surface_of_table(top: F, p: F, reach: float) -> F:
    uv = np.zeros((-(-len(p) // 512) * 512, 2), np.float32)  # in rows of 512, as OpenCV wants no longer ones
    uv[: len(p)] = (p[:, :2] / (2.6 * reach) + 0.5) * 512
    grid = uv.reshape(-1, 512, 2)
    seen = cv2.remap(top, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.float32).reshape(-1, 3)[: len(p)]


def material(thing: Thing, on: Any, p: F, d: F, normal: F, albedo: F, shine: F, power: F, glow: F, top: F, reach: float) -> None:
    """Fill in normal, colour and gloss of the pixels `on` which show `thing`."""
    local = (p[on] - thing.center) @ thing.turn
    n = thing.normal(local)
    if thing.look is None:
        away = np.hypot(local[:, 0], local[:, 1]) / thing.radius
        ringed = (np.abs(away - thing.ring) < 0.07) & (thing.ring > 0.3)
        albedo[on] = np.where(ringed[:, None], thing.color * 0.5, thing.color)
        shine[on], power[on], normal[on] = 0.3, 60.0, n @ thing.turn.T
        return
    look = thing.look
    share, slope = pip_field(look, thing.faces, local)
    n = n + slope
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    body = np.broadcast_to(look.body, local.shape)
    if look.clear:
        body, seen = through(thing, local, d[on] @ thing.turn, top, reach)
        glow[on] = seen * (1 - share)[:, None] * look.clear
        body = body * (1 - 0.7 * look.clear)
    albedo[on] = body * (1 - share)[:, None] + look.pip * share[:, None]
    shine[on], power[on], normal[on] = look.shine, look.power, n @ thing.turn.T


def through(thing: Thing, local: F, d: F, top: F, reach: float) -> tuple[F, F]:
    """Colour of a clear body and what shines through it: the far sides with their pips, and the table."""
    look = thing.look
    assert look
    inward = d / 1.4 - 0.35 * thing.normal(local)
    inward /= np.linalg.norm(inward, axis=1, keepdims=True)
    at = local + 0.03 * inward
    for _ in range(10):
        at = at + np.maximum(-thing.distance(at), 0.004)[:, None] * inward
    share, _ = pip_field(look, thing.faces, at)
    behind = surface_of_table(top, at @ thing.turn.T + thing.center, reach)
    seen = look.body * (0.35 + 0.4 * behind)
    seen = seen * (1 - 0.6 * share)[:, None] + 0.6 * look.pip * look.body * share[:, None]
    return np.broadcast_to(look.body, local.shape), seen.astype(np.float32)


def light_up(rng: np.random.Generator, scene: list[Thing], p: F, d: F, n: F, albedo: F, shine: F, power: F, owner: Any) -> F:
    """One to three lamps with soft shadows, and the sky."""
    lamps = int(rng.integers(1, 4))
    sky = float(rng.uniform(0.1, 0.7))
    out = albedo * (sky * (0.6 + 0.4 * n[:, 2:]))
    for _ in range(lamps):
        high, around = np.radians(rng.uniform(25, 88)), rng.uniform(0, 2 * np.pi)
        to = np.array([np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)], np.float32)
        tint = rng.uniform(0.75, 1.25, 3).astype(np.float32) * float(rng.uniform(0.3, 1.2)) * (1.6 - sky) / lamps
        seen = np.ones(len(p), np.float32)
        soft = float(rng.uniform(2, 14))
        for k, thing in enumerate(scene):
            mine = owner == k
            start = p + n * np.where(mine, 0.02, 0.004)[:, None].astype(np.float32)
            toward = thing.center - start
            along = toward @ to
            close = np.flatnonzero(
                (along > -thing.bound) & ((toward * toward).sum(1) - along * along < (thing.bound + 0.35) ** 2) & ~mine
            )
            if len(close):
                t, near = thing.march(start[close], np.broadcast_to(to, (len(close), 3)), 14)
                seen[close] = np.minimum(seen[close], np.where(np.isfinite(t), 0.0, np.clip(near * soft, 0, 1)))
        facing = np.clip(n @ to, 0, None) * seen
        half = to - d
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        gloss = shine * np.clip((n * half).sum(1), 0, None) ** power * (power + 8) / 30 * seen
        out = out + (albedo * facing[:, None] + gloss[:, None]) * tint
    return out.astype(np.float32)


def develop(rng: np.random.Generator, linear: F) -> npt.NDArray[np.uint8]:
    """Lens, exposure, sensor and file."""
    target = float(rng.uniform(0.12, 0.75))
    exposure = target / max(float(np.percentile(linear, rng.uniform(60, 98))), 1e-3)
    image = np.clip(linear * exposure, 0, 1) ** (1 / float(rng.uniform(1.8, 2.6)))
    image = np.asarray(cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.float32)
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.4))), np.float32)
    image = image + rng.normal(0, float(rng.uniform(0, 0.03)), image.shape).astype(np.float32)
    if rng.random() < 0.4:
        image = image + float(rng.uniform(0.3, 1.5)) * (image - np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), np.float32))
    done = np.asarray(np.clip(image * 255, 0, 255), np.uint8)
    _, code = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 98))])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def die_label(view: View, thing: Thing, k: int, owner: Any) -> dict[str, Any] | None:
    """As in the stills' files; None if its top is outside or hidden."""
    assert thing.look
    up = thing.turn[2]
    axis = int(np.abs(up).argmax())
    sign = 1.0 if up[axis] > 0 else -1.0
    u, v = [a for a in range(3) if a != axis]
    local = np.zeros((5, 3), np.float32)
    local[:, axis] = 0.5 * sign
    for row, (a, b) in enumerate([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]):
        local[row, u], local[row, v] = a, b
    px = view.project(local @ thing.turn.T + thing.center)
    at = np.rint(px[4]).astype(int)
    r = 3
    if (at < r).any() or (at >= len(owner) - r).any():
        return None
    px = (px + 0.5) / OVERSAMPLE - 0.5
    tilt = float(np.arccos(min(1.0, abs(float(up[axis])))))
    seen = float((owner[at[1] - r : at[1] + r + 1, at[0] - r : at[0] + r + 1] == k).mean())
    edges = np.linalg.norm(px[:4] - np.roll(px[:4], 1, 0), axis=1)
    height = float((local @ thing.turn.T + thing.center)[4, 2])
    return {
        "value": thing.faces[2 * axis + (0 if sign > 0 else 1)], "center": [round(float(c), 2) for c in px[4]],
        "corners": [[round(float(c), 2) for c in corner] for corner in px[:4]], "flat": tilt < 0.15, "tilt": round(tilt, 3),
        "on_checker": thing.on_checker, "pixels": round(float(edges.mean()), 2), "visible": round(seen, 2),
    } | plane(view, thing, height)  # fmt: skip


def plane(view: View, thing: Thing, height: float) -> dict[str, Any]:
    """How the table is seen at a die's top: `plane` 2x2, px a unit of table; `lean`, by how much a thing's top seems to stand away
    from its foot, units a unit of height; `edge` in units of table."""
    at = np.array([[*thing.center[:2], height]] * 3, np.float32) + 0.5 * np.eye(4, 3, -1, dtype=np.float32)[:3]
    px = view.project(at).astype(np.float64) / OVERSAMPLE
    jacobian = np.stack([px[1] - px[0], px[2] - px[0]], 1) / 0.5
    lean = (at[0] - view.eye)[:2] / (view.eye[2] - height)
    return {"plane": np.round(jacobian, 3).tolist(), "lean": np.round(lean.astype(np.float64), 4).tolist(), "edge": 1.0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(".cache/dice_scenes"))
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--first", type=int, default=0, help="first seed")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    for seed in range(args.first, args.first + args.count):
        path = args.out / f"{seed:06d}.json"
        if path.exists():
            continue
        image, dice = render(np.random.default_rng(seed))
        cv2.imwrite(str(path.with_suffix(".png")), image)
        path.write_text(json.dumps({"image_size": [SIZE, SIZE], "dice": dice}), "utf-8")


if __name__ == "__main__":
    main()
