"""Tables by another renderer, a cross-check.

    python models/training/pathtraced.py --seeds 90000:90050 --out .cache/pathtraced
    python models/training/pathtraced.py --crowded 91000:91010 --out .cache/pathtraced_dice     many dice, 1.8 times the px

Mitsuba 3 traces paths of light; paints, textures, lights, exposure and noise are its own, only shapes and where they stand are
those of `tables`. Nothing is ever trained on these pictures: they tell what the networks have learnt of boards, and what only of
one renderer. Needs `pip install mitsuba` and an LLVM library (apt: libllvm19; 15 is too old); seven processor seconds a picture. A
seed makes the same picture each time; what exists is skipped. The labels are those of `stills`.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import crops
import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt
import stills
import tables
import viewpoints
from PIL import Image, ImageDraw, ImageFont

from boardcam.resources import PACKAGE
from boardcam.sim.render import labels, meshes
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.labels import AXES
from boardcam.sim.render.prints import VALUES
from boardcam.sim.render.sets import Look
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Kind, Material, Matrix, Pattern, Solid, scale, shift, turn
from boardcam.sim.render.studio import Studio
from boardcam.sim.render.surface import SCALE, ink, outline, surface

Array = npt.NDArray[np.float64]
Rng = np.random.Generator
Words = dict[str, Any]
"""What Mitsuba is told of one thing."""

MIRROR = np.diag([1.0, -1.0, 1.0, 1.0])
"""Board units have y down, a left-handed frame; Mitsuba's are right-handed."""
SAMPLES = 48
"""Paths a pixel."""
PIPS = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}  # fmt: skip
"""Where a face has its pips, in quarters of the edge from its middle."""


def picture(seed: int, table: tables.Table, camera: Camera, workshop: Path) -> npt.NDArray[np.uint8]:
    """The table as a camera of this renderer sees it, BGR."""
    rng = np.random.default_rng([seed, 11])
    cube = (table.cube.value, table.cube_solid()) if table.cube else None
    return exposed(rng, traced(table.look, table.solids(), cube, camera, workshop, rng))


def traced(
    look: Look,
    solids: list[Solid],
    cube: tuple[int, Solid] | None,
    camera: Camera,
    workshop: Path,
    rng: Rng,
    samples: int = SAMPLES,
) -> Array:
    """Linear light (h, w, 3), RGB, of a set's things; the cube's value is drawn on it."""
    scene: Words = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": 6},
        "sensor": sensor(camera, samples),
        **lamps(rng),
    }
    for number, solid in enumerate(furnished(solids)):
        scene[f"solid{number}"] = thing(solid, look, workshop, rng)
    if cube:
        scene["number"] = numbered(look, *cube)
    return np.array(mi.render(mi.load_dict(scene)))[..., :3]


def furnished(solids: list[Solid]) -> Iterator[Solid]:
    """Everything on the table, with the pips of the dice and the rings of the checkers as bodies of their own."""
    for solid in solids:
        yield solid
        if solid.material.pattern is Pattern.DIE:
            yield from pips(solid)
        if solid.material.pattern is Pattern.CHECKER and int(solid.material.more[0]) in (1, 3):
            inlay = Material(solid.material.b, rough=solid.material.rough, gloss=solid.material.gloss)
            yield Solid("disc", solid.at @ shift(0, 0, 0.99) @ scale(solid.material.more[2], solid.material.more[2], 0.02), inlay)


def pips(die: Solid) -> Iterator[Solid]:
    """Flat discs on its six sides."""
    paint, size = Material(die.material.b, rough=0.4), die.material.more[1]
    for face, (axis, sign) in AXES.items():
        for u, v in PIPS[face]:
            at = [0.0, 0.0, 0.0]
            at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3] = sign * 0.492, 0.25 * u, 0.25 * v
            lie = {0: turn("y", np.pi / 2), 1: turn("x", np.pi / 2), 2: np.eye(4)}[axis]
            yield Solid("disc", die.at @ shift(*at) @ lie @ shift(0, 0, -0.01) @ scale(size, size, 0.02), paint)


def thing(solid: Solid, look: Look, workshop: Path, rng: Rng) -> Words:
    """A solid in Mitsuba's words."""
    if solid.kind is Kind.SURFACE:
        return painted(ground(look, rng), surface_at(look), solid.material)
    shape = {"type": "ply", "filename": str(file_of(solid.mesh, workshop)), "to_world": mi.ScalarTransform4f(MIRROR @ solid.at)}
    return shape | {"bsdf": stuff(solid.material, paint(solid.material, workshop, rng))}


def stuff(material: Material, colour: Words) -> Words:
    metal = 1.0 if material.gloss > 0.3 else 0.0
    inner = {"type": "principled", "base_color": colour, "roughness": max(0.08, material.rough), "metallic": metal, "specular": 0.5}
    return {"type": "twosided", "bsdf": inner}


def paint(material: Material, workshop: Path, rng: Rng) -> Words:
    """A colour; wood and cloth are a little lighter or darker than their renderer would have them."""
    shade = float(rng.uniform(0.85, 1.15)) if material.pattern in (Pattern.WOOD, Pattern.CLOTH, Pattern.LEATHER) else 1.0
    return {"type": "rgb", "value": [float(min(0.95, max(0.004, v * shade))) for v in material.a]}


def painted(page: npt.NDArray[np.uint8], at: Matrix, material: Material) -> Words:
    """A rectangle with a picture on it; `page` is RGB, its first row at the far side."""
    bitmap = {"type": "bitmap", "bitmap": mi.Bitmap(np.array(page)), "filter_type": "bilinear", "wrap_mode": "clamp"}
    return {"type": "rectangle", "to_world": mi.ScalarTransform4f(MIRROR @ at), "bsdf": stuff(material, bitmap)}


def surface_at(look: Look) -> Matrix:
    """−1…1 of Mitsuba's rectangle → the playing surface with its margin; v runs from the near side to the far one."""
    b, m = look.board, look.furniture.margin
    return np.asarray(shift(b.width / 2, b.depth / 2) @ scale(b.width / 2 + m, -(b.depth / 2 + m), 1.0))


def ground(look: Look, rng: Rng) -> npt.NDArray[np.uint8]:
    """The playing surface, drawn anew: ground, points, stains and a grain of its own; sRGB."""
    board, points, m = look.board, look.points, look.furniture.margin
    size = (round((board.width + 2 * m) * SCALE), round((board.depth + 2 * m) * SCALE))
    page = np.full((size[1], size[0], 3), ink(points.ground), np.uint8)
    for place in range(24):
        at = np.array([((x + m) * SCALE, (y + m) * SCALE) for x, y in outline(board, points, place)]).round().astype(np.int32)
        cv2.fillPoly(page, [at], ink(points.colours[place % 2]), cv2.LINE_AA)
        if points.edge:
            cv2.polylines(page, [at], True, ink(points.edge), 3, cv2.LINE_AA)
    fine = rng.normal(0, rng.uniform(1, 9), page.shape[:2])
    broad = cv2.resize(rng.normal(0, rng.uniform(1, 14), (12, 16)), size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(page + (fine + broad)[..., None], 0, 255), np.uint8)


def sensor(camera: Camera, samples: int) -> Words:
    """The same pinhole in Mitsuba's words."""
    p, (w, h) = camera.projection[:, :3], camera.size
    forward = p[2]
    middle = p[:2] @ forward
    focal = float(np.linalg.norm(p[0] - middle[0] * forward))
    down = p[1] - middle[1] * forward
    eye, ahead, up = (MIRROR[:3, :3] @ v for v in (np.array(camera.eye), forward, -down))
    return {
        "type": "perspective", "near_clip": 0.5, "far_clip": 900.0,
        "fov_axis": "x", "fov": math.degrees(2 * math.atan(w / 2 / focal)),
        "principal_point_offset_x": float(0.5 - middle[0] / w), "principal_point_offset_y": float(0.5 - middle[1] / h),
        "to_world": mi.ScalarTransform4f().look_at(origin=eye.tolist(), target=(eye + ahead).tolist(), up=up.tolist()),
        "film": {"type": "hdrfilm", "width": w, "height": h, "rfilter": {"type": "gaussian"}, "pixel_format": "rgb"},
        "sampler": {"type": "independent", "sample_count": samples},
    }  # fmt: skip


def lamps(rng: Rng) -> Words:
    """A room's own light, one to three lamps overhead or aside, and in one picture of four the sun."""
    tint = np.exp(rng.normal(0, 0.12, 3))
    lights: Words = {"room": {"type": "constant", "radiance": {"type": "rgb", "value": (tint * rng.uniform(0.15, 0.8)).tolist()}}}
    for number in range(int(rng.integers(1, 4))):
        at = np.array([rng.uniform(-14, 27), rng.uniform(-26, 15), rng.uniform(14, 34)])
        look_at = mi.ScalarTransform4f().look_at(origin=at.tolist(), target=[6.5, -5.5, 0], up=[0.1, 1, 0.2])
        side, power = float(rng.uniform(1.0, 6.0)), float(rng.uniform(2, 9))
        colour = (
            np.exp(rng.normal(0, 0.1, 3)) * power * (30 / (4 * side**2)) * np.dot(at - [6.5, -5.5, 0], at - [6.5, -5.5, 0]) / 900
        )
        lights[f"lamp{number}"] = {
            "type": "rectangle", "to_world": look_at @ mi.ScalarTransform4f().scale([side, side, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": colour.tolist()}},
        }  # fmt: skip
    if rng.random() < 0.25:
        way = [float(v) for v in (*rng.normal(0, 0.6, 2), -1.0)]
        lights["sun"] = {"type": "directional", "direction": way, "irradiance": {"type": "rgb", "value": float(rng.uniform(1, 4))}}
    return lights


def exposed(rng: Rng, light: Array) -> npt.NDArray[np.uint8]:
    """Linear RGB → a camera's picture, BGR: exposure, white balance, softness, noise, sRGB."""
    light = light * np.exp(rng.normal(0, 0.06, 3))
    level = rng.uniform(0.12, 0.3) / max(1e-6, float(light[::4, ::4].clip(0, np.quantile(light, 0.98)).mean()))
    light = cv2.GaussianBlur((light * level).astype(np.float32), (0, 0), float(rng.uniform(0.4, 1.1)))
    light = light + rng.normal(0, 1, light.shape) * np.sqrt(light.clip(0.002, 1) * rng.uniform(1e-5, 6e-4))
    light = light.clip(0, 1)
    coded = np.where(light < 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray((255 * coded[..., ::-1]).round(), np.uint8)


def file_of(mesh: str, workshop: Path) -> Path:
    """A mesh as a PLY file, written once."""
    path = workshop / f"{mesh.replace(' ', '_')}.ply"
    if not path.exists():
        corners = _corners(mesh)
        names = "\n".join(f"property float {name}" for name in ("x", "y", "z", "nx", "ny", "nz"))
        head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(corners)}\n{names}\n"
        head += f"element face {len(corners) // 3}\nproperty list uchar int vertex_indices\nend_header\n"
        faces = np.zeros(len(corners) // 3, [("n", "u1"), ("i", "<i4", 3)])
        faces["n"], faces["i"] = 3, np.arange(len(corners)).reshape(-1, 3)
        path.write_bytes(head.encode() + corners.astype("<f4").tobytes() + faces.tobytes())
    return path


def _corners(mesh: str) -> meshes.Mesh:
    known = meshes.catalogue()
    if mesh in known:
        return known[mesh]
    from boardcam.sim.render import limbs

    _, number, sleeve = mesh.split()
    return limbs.hand(int(number), float(sleeve))


def numbered(look: Look, value: int, solid: Solid) -> Words:
    """The cube's upper side: a frame and its number, 64 for 1 as players lay it."""
    value = value if value in VALUES else 64
    body, colour = (ink(c) for c in (look.cube.a, look.cube.b))
    page = Image.new("RGB", (128, 128), body)
    pen = ImageDraw.Draw(page)
    pen.rectangle((6, 6, 121, 121), outline=colour, width=3)
    font = ImageFont.truetype(str(PACKAGE / "show/fonts/DejaVuSans-Bold.ttf"), 76 if value < 10 else 62)
    pen.text((64, 66), str(value), colour, font, anchor="mm")
    return painted(np.asarray(page, np.uint8), solid.at @ shift(0, 0, 0.503) @ scale(0.47, 0.47, 1.0), look.cube)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=stills.span, help="FIRST:LAST")
    parser.add_argument("--crowded", type=stills.span, help="FIRST:LAST of tables with many dice as a larger camera sees them")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    mi.set_variant("llvm_ad_rgb")
    studio = Studio()
    with tempfile.TemporaryDirectory() as workshop:
        for seed in range(*args.seeds or (0,)):
            if not (args.out / f"{seed:06d}.json").exists():
                make(studio, seed, args.out, Path(workshop))
        for seed in range(*args.crowded or (0,)):
            if not (args.out / f"{seed:06d}.json").exists():
                make(studio, seed, args.out, Path(workshop), crops.dice_scene(seed), stills.LARGER)


def make(studio: Studio, seed: int, out: Path, workshop: Path, table: tables.Table | None = None, larger: float = 1.0) -> None:
    table = table or tables.table(seed)
    table = replace(table, look=replace(table.look, lens=replace(table.look.lens, k1=0.0)))
    camera = stills.enlarged(viewpoints.usual(np.random.default_rng([seed, 5]), table), larger)
    shot = Shot(table.solids(), camera, table.look.room, table.look.board, surface(table.look, studio.sheet))
    seen = np.asarray(studio.labels(shot, (camera.size[0] // 2, camera.size[1] // 2)), np.uint8)
    label = stills.describe(table, labels.View(camera, 0.0, seen), seed)
    stills.write(out, seed, picture(seed, table, camera, workshop), label, np.ascontiguousarray(seen[::2, ::2, 0]), 92)


if __name__ == "__main__":
    main()
