"""Light, table and lens for `dice_scenes.py`: what the rays of a picture see."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from dice_solids import F, Thing, color, pip_field

SIZE = 256
"""Side of a picture, px."""


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


def shade(
    rng: np.random.Generator, view: Any, size: int, scene: list[Thing], top: F, reach: float
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
