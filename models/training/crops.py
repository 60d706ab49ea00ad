"""Crops for the die network: 64 × 64, a die 24…44 px across near the middle, or something that is no die.

A scene serves `EACH` crops: its shadows are made once, then a long lens looks at one thing after another. A crop is rendered at
twice its size and shrunk, as a sensor would, then developed like a still.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tables

from boardcam.sim.render import labels, lens
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.labels import Cast
from boardcam.sim.render.sets import Look
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Kind, Solid
from boardcam.sim.render.studio import Studio
from boardcam.sim.render.surface import surface
from boardcam.sim.render.things import die_at
from boardcam.sim.scene import DiePose

Rng = np.random.Generator
EACH = 24
EDGE = 64
TWICE = 2 * EDGE


def dice_scene(scene: int) -> tables.Table:
    """A table with many dice, half of them cocked or on checkers, some touching."""
    table = tables.table(scene + 5_000_000)
    rng = np.random.default_rng([scene, 9])
    cast: list[Cast] = []
    for k in range(5):
        cast += tables.throw(rng, table.look, table.laid, 4, wry=0.5 if k < 2 else 0.15)
    cast = [c for k, c in enumerate(cast) if all(_apart(c, o, table.look.dice.edge) for o in cast[:k])]
    cast += [_beside(rng, c, table.look) for c in cast[:6] if c.flat and not c.on_checker and rng.random() < 0.7]
    return replace(table, cast=tuple(cast))


def _apart(a: Cast, b: Cast, edge: float) -> bool:
    return bool(np.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) > edge * 1.45)


def _beside(rng: Rng, one: Cast, look: Look) -> Cast:
    """A second die that touches the first, its pair or its opponent's."""
    p, e, way = one.pose, look.dice.edge, float(rng.integers(4)) * np.pi / 2
    x, y = p.x + 1.03 * e * np.cos(p.yaw + way), p.y + 1.03 * e * np.sin(p.yaw + way)
    return Cast(DiePose(p.side, float(x), float(y), p.z, int(rng.integers(1, 7)), p.yaw), True, False)


def close_up(camera: Camera, middle: np.ndarray, span: float) -> Camera:
    """The same eye with a long lens: `span` px of the camera around `middle` (px) fill the crop."""
    g = TWICE / span
    look_at = np.array([[g, 0, TWICE / 2 - g * middle[0]], [0, g, TWICE / 2 - g * middle[1]], [0, 0, 1]])
    return Camera(look_at @ camera.projection, (TWICE, TWICE), camera.eye)


def near(solids: list[Solid], x: float, y: float, far: float) -> list[Solid]:
    """Solids that can be seen about (x, y): small ones far away are left out."""
    big = (Kind.SURFACE, Kind.BAR, Kind.FRAME, Kind.BACKGROUND, Kind.HAND)
    return [s for s in solids if s.kind in big or np.hypot(s.at[0, 3] - x, s.at[1, 3] - y) < far]


def crops(studio: Studio, scene: int) -> list[tuple[np.ndarray, dict[str, Any]]]:
    """The crops of one scene with their labels."""
    rng = np.random.default_rng([scene, 21])
    table = dice_scene(scene)
    import stills

    camera = stills.viewpoint(rng, table)
    camera = replace(
        camera, size=(128, 96), projection=np.diag([128 / camera.size[0], 96 / camera.size[1], 1.0]) @ camera.projection
    )
    solids = table.solids()
    shot = Shot(solids, camera, table.look.room, table.look.board, surface(table.look, studio.sheet))
    level = lens.metered(studio.picture(shot), table.look.lens)
    out = []
    for k in range(EACH):
        one, at = _target(rng, table, solids, k)
        if at is not None:
            want = float(rng.uniform(23, 44))
            picture, view = _crop(rng, studio, shot, table, at, level, want)
            out.append((picture, _label(one, want, table.look, view)))
    return out


def _target(rng: Rng, table: tables.Table, solids: list[Solid], k: int) -> tuple[Cast | None, np.ndarray | None]:
    """What the k-th crop shows: a die, or (a quarter of them) something else."""
    if k % 4 != 3 and table.cast:
        one = table.cast[int(rng.integers(len(table.cast)))]
        return one, np.array([one.pose.x, one.pose.y, one.pose.z])
    others = [s for s in solids if s.kind in (Kind.LIGHT, Kind.DARK, Kind.CUBE, Kind.CLUTTER, Kind.HAND)]
    if others and rng.random() < 0.65:
        s = others[int(rng.integers(len(others)))]
        at = s.at[:3, 3] + rng.normal(0, 0.3, 3) * [1, 1, 0]
    else:
        at = np.array([rng.uniform(-0.5, table.look.board.width + 0.5), rng.uniform(-0.5, table.look.board.depth + 0.5), 0.0])
    clear = all(np.hypot(c.pose.x - at[0], c.pose.y - at[1]) > table.look.dice.edge * 1.6 for c in table.cast)
    return None, np.asarray(at) if clear else None


def _crop(
    rng: Rng, studio: Studio, shot: Shot, table: tables.Table, at: np.ndarray, level: float, want: float
) -> tuple[np.ndarray, Camera]:
    middle = shot.camera.pixels(at[None])[0]
    e = table.look.dice.edge
    around = shot.camera.pixels(at + e / 2 * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], float))
    across = float(np.linalg.norm(around - middle, axis=1).max() * 2)
    span = across * EDGE / want
    middle = middle + rng.normal(0, 2.5, 2) * span / EDGE
    view = close_up(shot.camera, middle, span)
    light = studio.picture(replace(shot, camera=view, solids=near(list(shot.solids), at[0], at[1], 4.0)), again=True, samples=0)
    return _develop(rng, light, table.look.lens, level, want), view


def _develop(rng: Rng, light: np.ndarray, optics: lens.Lens, level: float, want: float) -> np.ndarray:
    """A small die has been enlarged from fewer sensor pixels: blur and grain grow with it."""
    streak = (float(rng.uniform(4, 22)), float(rng.uniform(0, np.pi))) if rng.random() < 0.06 else optics.motion
    scale = float(rng.choice([1.0, rng.uniform(1.0, 2.2)], p=[0.45, 0.55]))
    optics = replace(optics, k1=0.0, vignette=0.0, motion=streak, blur=optics.blur * 1.6, quality=0)
    small = lens.develop(light, optics, level)
    n = max(20, int(EDGE / scale))
    small = cv2.resize(small, (n, n), interpolation=cv2.INTER_AREA)
    picture = lens.expose(small, optics, lens.Grain(rng, (n, n), optics.blotch).cut(rng))
    picture = cv2.imdecode(
        cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 97))])[1], cv2.IMREAD_COLOR
    )
    how = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(picture, (EDGE, EDGE), interpolation=how))


def _label(one: Cast | None, want: float, look: Look, view: Camera) -> dict[str, Any]:
    """With the die's top in px of the crop, and how the table is seen: `projection` 3x4, board units → px of the crop."""
    if one is None:
        return {"value": None, "flat": None, "tilt": None, "on_checker": None, "moving": None, "pixels": None}
    p, e = one.pose, look.dice.edge
    top = labels.side_of(die_at(look, p), labels.AXES[p.face])
    projection = np.diag([EDGE / TWICE, EDGE / TWICE, 1.0]) @ view.projection
    corners = np.column_stack([top, np.ones(4)]) @ projection.T
    px = corners[:, :2] / corners[:, 2:] - 0.25
    return {
        "value": p.face, "flat": one.flat, "tilt": round(p.tilt, 3), "on_checker": one.on_checker, "moving": p.moving,
        "pixels": round(want, 1), "center": np.round(px.mean(0), 2).tolist(), "corners": np.round(px, 2).tolist(),
        "edge": round(e, 4), "projection": projection.tolist(),
    }  # fmt: skip


def make_crops(first: int, last: int, folder: Path, until: float) -> None:
    """Crop n belongs to scene n // EACH. Scenes already listed are skipped."""
    import stills

    book = folder / "labels.jsonl"
    have = {json.loads(line)["scene"] for line in book.read_text().splitlines()} if book.exists() else set()
    studio = Studio()
    for scene in range(first // EACH, -(-last // EACH)):
        if scene in have or stills.time.time() > until:
            continue
        lines = []
        for k, (picture, label) in enumerate(crops(studio, scene)):
            name = f"{scene * EACH + k:06d}.png"
            stills.save(folder / name, cv2.imencode(".png", picture)[1].tobytes())
            lines.append(json.dumps({"file": name, "scene": scene, **label}) + "\n")
        with open(book, "ab", buffering=0) as sink:
            os.write(sink.fileno(), "".join(lines).encode())
