"""Crops for the networks of dice and cube: 128 × 128, a die 16…36 px across near the middle, so that what it leans on is seen too,
or something that is no die; or 64 × 64, a cube.

A scene serves `EACH` crops: its shadows are made once, then a long lens looks at one thing after another. A crop is rendered at
twice its size and shrunk, as a sensor would, then developed like a still.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tables
import viewpoints

from boardcam.rules.position import Side
from boardcam.sim.render import furniture, labels, lens, looks
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.labels import Cast
from boardcam.sim.render.sets import Look
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Kind, Solid
from boardcam.sim.render.studio import Studio
from boardcam.sim.render.surface import surface
from boardcam.sim.scene import CubePose, DiePose

Rng = np.random.Generator
Crop = tuple[np.ndarray, dict[str, Any]]
"""A picture and its label."""
EACH = 24
WIDE, CLOSE = 128, 64
"""Sides of the crops of dice and of cubes, px."""


def dice_scene(scene: int) -> tables.Table:
    """A table with many dice, more than a third of them cocked or on checkers, some touching."""
    table = tables.table(scene + 5_000_000)
    rng = np.random.default_rng([scene, 9])
    cast: list[Cast] = []
    for wry in (0.6, 0.6, 0.35, 0.15, 0.15):
        cast += tables.throw(rng, table.look, table.laid, 4, wry=wry)
    cast = [c for k, c in enumerate(cast) if all(_apart(c, o, table.look.dice.edge) for o in cast[:k])]
    cast += [_beside(rng, c, table.look) for c in cast[:6] if c.flat and not c.on_checker and rng.random() < 0.7]
    for _ in range(9):
        one = _against(rng, table) if rng.random() < 0.6 else _out(rng, table.look)
        if one and all(_apart(one, o, table.look.dice.edge) for o in cast):
            cast.append(one)
    return replace(table, cast=tuple(cast))


def _apart(a: Cast, b: Cast, edge: float) -> bool:
    """One that leans on another is nearer to it."""
    return bool(np.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) > edge * (1.45 if a.flat and b.flat else 1.0))


def _beside(rng: Rng, one: Cast, look: Look) -> Cast:
    """A second die that touches the first, its pair or its opponent's."""
    p, e, way = one.pose, look.dice.edge, float(rng.integers(4)) * np.pi / 2
    x, y = p.x + 1.03 * e * np.cos(p.yaw + way), p.y + 1.03 * e * np.sin(p.yaw + way)
    return Cast(DiePose(p.side, float(x), float(y), p.z, int(rng.integers(1, 7)), p.yaw), True, False)


def _against(rng: Rng, table: tables.Table) -> Cast | None:
    """Flat, but pushed against a checker or the frame: near to something is not yet cocked."""
    b, f, e = table.look.board, table.look.furniture, table.look.dice.edge
    standing = [c.pose for c in table.laid if not c.pose.on_edge and c.pose.z < 0.01 and c.place not in ("hand", "off")]
    yaw, side = float(rng.uniform(0, 2 * np.pi)), Side.WHITE if rng.random() < 0.5 else Side.BLACK
    if standing and rng.random() < 0.7:
        on, angle = standing[rng.integers(len(standing))], float(rng.uniform(0, 2 * np.pi))
        yaw = angle + float(rng.choice([0.0, rng.uniform(-0.7, 0.7)]))
        far = table.look.checkers.diameter / 2 + _reach(yaw - angle, e) + float(rng.uniform(0.005, 0.06))
        x, y = on.x + far * np.cos(angle), on.y + far * np.sin(angle)
    else:
        yaw = float(rng.choice([0.0, rng.uniform(-0.7, 0.7)]))
        far = _reach(yaw, e) - f.margin + float(rng.uniform(0.0, 0.06))
        x, y = float(rng.uniform(0.5, b.width - 0.5)), far if rng.random() < 0.5 else b.depth - far
        if rng.random() < 0.4:
            x, y = far if rng.random() < 0.5 else b.width - far, float(rng.uniform(0.5, b.depth - 0.5))
    m = f.margin - _reach(yaw, e) + 1e-9
    inside = -m < x < b.width + m and -m < y < b.depth + m and not (b.bar > 0 and -e < x - 6 < b.bar + e)
    clear = all(np.hypot(c.pose.x - x, c.pose.y - y) > table.look.checkers.diameter / 2 + 0.5 * e for c in table.laid)
    pose = DiePose(side, float(x), float(y), table.look.floor(x) + e / 2, int(rng.integers(1, 7)), yaw)
    return Cast(pose, True, False) if inside and clear else None


def _reach(yaw: float, edge: float) -> float:
    """From a die's middle to its farthest corner along an axis, turned by `yaw` from it."""
    return edge / 2 * float(abs(np.cos(yaw)) + abs(np.sin(yaw)))


def _out(rng: Rng, look: Look) -> Cast | None:
    """Flat, on the rim of the frame, on the bar, in a tray, or on the table beside the board."""
    b, f, e = look.board, look.furniture, look.dice.edge
    (x0, x1), (y0, y1) = furniture.outer(look)
    x, y = float(rng.uniform(0, b.width)), float(rng.uniform(0, b.depth))
    left, up = bool(rng.random() < 0.5), bool(rng.random() < 0.5)
    kinds = {
        "rim": (x, y0 + f.rail / 2 if up else y1 - f.rail / 2, f.rise) if f.rail > e else None,
        "bar": (6 + b.bar / 2, y, f.bar_rise) if b.bar > 1.2 * e and not f.hinges else None,
        "tray": (x0 + f.rail + f.tray / 2 if left else x1 - f.rail - f.tray / 2, y, -0.05) if f.trays[not left] else None,
        "table": (x0 - 1.2 if left else x1 + 1.2, y, furniture.TABLE),
    }
    at = list(kinds.values())[rng.integers(len(kinds))]
    side = Side.WHITE if rng.random() < 0.5 else Side.BLACK
    pose = at and DiePose(side, at[0], at[1], at[2] + e / 2, int(rng.integers(1, 7)), float(rng.uniform(0, 2 * np.pi)))
    return Cast(pose, True, False) if pose else None


def close_up(camera: Camera, middle: np.ndarray, span: float, side: int) -> Camera:
    """The same eye with a long lens: `span` px of the camera around `middle` (px) fill a picture of `side` px."""
    g = side / span
    look_at = np.array([[g, 0, side / 2 - g * middle[0]], [0, g, side / 2 - g * middle[1]], [0, 0, 1]])
    return Camera(look_at @ camera.projection, (side, side), camera.eye)


def near(solids: list[Solid], x: float, y: float, far: float) -> list[Solid]:
    """Solids that can be seen about (x, y): small ones far away are left out."""
    big = (Kind.SURFACE, Kind.BAR, Kind.FRAME, Kind.BACKGROUND, Kind.HAND)
    return [s for s in solids if s.kind in big or np.hypot(s.at[0, 3] - x, s.at[1, 3] - y) < far]


def dice(studio: Studio, scene: int) -> list[Crop]:
    """The die crops of one scene with their labels."""
    rng = np.random.default_rng([scene, 21])
    table = dice_scene(scene)
    shot, level = _whole(rng, studio, table)
    out = []
    for k in range(EACH):
        one, at = _target(rng, table, shot.solids, k)
        if at is not None:
            want = float(rng.uniform(16, 36))
            picture, near, scale = _crop(rng, studio, shot, table, at, table.look.dice.edge, level, want, WIDE)
            out.append((picture, _label(one, want, scale, table, studio, near)))
    return out


def cubes(studio: Studio, scene: int) -> list[Crop]:
    """The cube crops of one scene: one place, many cubes that have nothing but their size in common; an eighth show none."""
    rng = np.random.default_rng([scene, 22])
    table = tables.table(scene + 6_000_000)
    place = next(p for _ in range(100) if (p := tables.place_cube(rng, table.look)))
    table = replace(table, cube=place)
    shot, level = _whole(rng, studio, table)
    e, out = table.look.cube_edge, []
    for k in range(EACH):
        if k % 8 == 7:
            one, at = None, np.array([rng.uniform(-1, table.look.board.width + 1), rng.uniform(0, table.look.board.depth), 0.0])
            if np.hypot(at[0] - place.x, at[1] - place.y) < 1.5 * e:
                continue
        else:
            value = int(rng.choice([1, 2, 4, 8, 16, 32, 64], p=[0.22, *[0.13] * 6]))
            one = replace(place, value=value, yaw=place.yaw + float(rng.integers(4)) * np.pi / 2 + float(rng.normal(0, 0.2)))
            table = replace(table, cube=one, look=replace(table.look, cube=looks._cube(rng, wild=bool(rng.random() < 0.5))))
            at = table.cube_solid().at[:3, 3] + np.array([0, 0, e / 2])
        shot = replace(shot, solids=table.solids())
        want = float(rng.uniform(23, 44))
        picture, near, _ = _crop(rng, studio, shot, table, at, e, level, want, CLOSE)
        out.append((picture, _cube_label(one, want, table, near.camera)))
    return out


def _whole(rng: Rng, studio: Studio, table: tables.Table) -> tuple[Shot, float]:
    """A table seen whole, its shadows made; and how bright it is."""
    camera = viewpoints.usual(rng, table)
    camera = replace(
        camera, size=(128, 96), projection=np.diag([128 / camera.size[0], 96 / camera.size[1], 1.0]) @ camera.projection
    )
    shot = Shot(table.solids(), camera, table.look.room, table.look.board, surface(table.look, studio.sheet))
    return shot, lens.metered(studio.picture(shot), table.look.lens)


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
    rng: Rng, studio: Studio, shot: Shot, table: tables.Table, at: np.ndarray, e: float, level: float, want: float, side: int
) -> tuple[np.ndarray, Shot, float]:
    """What stands at `at`, `e` pitches across, drawn `want` px large in `side` px; the shot of it; by how much it was enlarged."""
    middle = shot.camera.pixels(at[None])[0]
    around = shot.camera.pixels(at + e / 2 * np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], float))
    across = float(np.linalg.norm(around - middle, axis=1).max() * 2)
    span = across * side / want
    middle = middle + rng.normal(0, 2.5, 2) * span / side
    view = close_up(shot.camera, middle, span, 2 * side)
    shot = replace(shot, camera=view, solids=near(list(shot.solids), at[0], at[1], 4.0))
    light = studio.picture(shot, again=True, samples=0)
    picture, scale = _develop(rng, light, table.look.lens, level, side)
    return picture, shot, scale


def _develop(rng: Rng, light: np.ndarray, optics: lens.Lens, level: float, side: int) -> tuple[np.ndarray, float]:
    """A small die has been enlarged from fewer sensor pixels: blur and grain grow with it. Also by how much it was enlarged."""
    streak = (float(rng.uniform(4, 22)), float(rng.uniform(0, np.pi))) if rng.random() < 0.06 else optics.motion
    scale = float(rng.choice([1.0, rng.uniform(1.0, 2.2)], p=[0.45, 0.55]))
    optics = replace(optics, k1=0.0, vignette=0.0, motion=streak, blur=optics.blur * 1.6, quality=0)
    small = lens.develop(light, optics, level)
    n = int(side / scale)
    small = cv2.resize(small, (n, n), interpolation=cv2.INTER_AREA)
    picture = lens.expose(small, optics, lens.Grain(rng, (n, n), optics).cut(rng))
    picture = cv2.imdecode(
        cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 97))])[1], cv2.IMREAD_COLOR
    )
    how = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return np.asarray(cv2.resize(picture, (side, side), interpolation=how)), scale


def _label(one: Cast | None, want: float, scale: float, table: tables.Table, studio: Studio, shot: Shot) -> dict[str, Any]:
    """With the die's top in px of the crop, how much of it is seen, how large it was before it was enlarged (`sensor`, px), and how
    the table is seen: `projection` 3x4, board units → px of the crop."""
    if one is None:
        return {"value": None, "flat": None, "tilt": None, "on_checker": None, "moving": None, "pixels": None}
    p, view = one.pose, labels.View(shot.camera, 0.0, studio.labels(shot, (WIDE, WIDE)))
    number = len(table.laid) + 1 + next(k for k, c in enumerate(table.cast) if c is one)
    (seen,) = labels.dice(table.look, [one], view, number)
    px = np.array(seen["corners"]) / 2 - 0.25
    return {
        "value": p.face, "flat": one.flat, "tilt": round(p.tilt, 3), "on_checker": one.on_checker, "moving": p.moving,
        "pixels": round(want, 1), "sensor": round(want / scale, 1), "normal": seen["normal"],
        "center": np.round(px.mean(0), 2).tolist(), "corners": np.round(px, 2).tolist(),
        "edge": round(table.look.dice.edge, 4), "visible": seen["visible"], "projection": _halved(shot.camera).tolist(),
    }  # fmt: skip


def _halved(view: Camera) -> np.ndarray:
    """Board units → px of the crop, 3x4."""
    return np.diag([0.5, 0.5, 1.0]) @ view.projection


def _cube_label(one: CubePose | None, want: float, table: tables.Table, view: Camera) -> dict[str, Any]:
    """`value` 1 = a logo on top, None = no cube; `quad` = its top, px of the crop, from where its digits begin clockwise."""
    if one is None:
        return {"value": None, "pixels": None, "quad": None}
    top = labels.side_of(table.cube_solid().at, (2, 1))
    corners = np.column_stack([top, np.ones(4)]) @ _halved(view).T
    px = corners[:, :2] / corners[:, 2:] - 0.25
    return {"value": one.value, "pixels": round(want, 1), "quad": np.round(px, 2).tolist()}


def make_crops(first: int, last: int, folder: Path, until: float, crops: Callable[[Studio, int], list[Crop]]) -> None:
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
