"""Makes labelled training pictures of rendered tables.

    python models/training/stills.py --seeds 0:600 --out .cache/stills     whole tables: NNNNNN.jpg, .json, .mask.png
    python models/training/stills.py --piles 50000:50500 --out .cache/stills     the same with high stacks on most points
    python models/training/stills.py --astride 52000:52400 --out .cache/stills     the same, second rows astride the first
    python models/training/stills.py --around 60000:61000 --out .cache/around     the same, cameras all around and 30 to 70° high
    python models/training/stills.py --low 62000:62300 --out .cache/low     the same, cameras 27 to 42° high
    python models/training/stills.py --armed 63000:63400 --out .cache/armed     the same, an arm along an edge of the board or two
    python models/training/stills.py --before 10000:10600 --out .cache/before     held-out tables of --seeds before a game
    python models/training/stills.py --many 0:200 --out .cache/many        the same with up to 25 dice on each
    python models/training/stills.py --large 20000:20600 --out .cache/large    held-out tables of --seeds with 1.8 times the px
    python models/training/stills.py --times 1.4 --seeds 10000:11500 --out .cache/fine    with so many times the px, as cameras have
    python models/training/stills.py --crowded 3000:3400 --out .cache/crowded    the same of --many
    python models/training/stills.py --dice 0:6000 --out .cache/dice       crops of dice and of none: NNNNNN.png, labels.jsonl
    python models/training/stills.py --cubes 0:3000 --out .cache/cubes     crops of doubling cubes and of none, alike

A seed makes the same picture each time; what exists is skipped, so a run may be broken off and two may share the work. `--until
HH:MM` stops by the clock. The JSON of a still has the keys of a hand-labelled photograph, and more: see `still`. Mask values are
`boardcam.sim.render.solid.Kind`, at a quarter of the picture's resolution. Pictures of `--before` show the table of the same seed
through the same camera with the checkers in their starting places; only seeds that end in 9 are made, for measuring.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tables
import viewpoints

from boardcam.geometry import Board
from boardcam.sim.render import labels, lens
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.shot import Shot
from boardcam.sim.render.solid import Kind
from boardcam.sim.render.studio import Studio
from boardcam.sim.render.surface import surface

LARGER = 1.8
"""Times the px each way: 1440x1080, dice of about 20 to 35 px."""


def still(
    studio: Studio, seed: int, table: tables.Table | None = None, larger: float = 1.0,
    viewpoint: viewpoints.Viewpoint = viewpoints.usual,
) -> tuple[np.ndarray, dict[str, Any], np.ndarray, int]:  # fmt: skip
    """Picture BGR, its labels, mask, JPEG quality; of the seed's own table, or of another; `larger` times the px each way; through
    the camera that `viewpoint` draws."""
    rng = np.random.default_rng([seed, 5])
    table = table or tables.table(seed)
    camera, optics = enlarged(viewpoint(rng, table), larger), table.look.lens
    shot = Shot(table.solids(), camera, table.look.room, table.look.board, surface(table.look, studio.sheet))
    light = smear(rng, studio.picture(shot, samples=0), studio, shot)
    seen = studio.labels(shot, (camera.size[0] // 2, camera.size[1] // 2))
    seen = np.asarray(lens.distort(seen, optics.k1, nearest=True))
    grain = lens.Grain(rng, camera.size, optics).cut(rng)
    picture = lens.expose(lens.develop(light, optics), lens.replace(optics, quality=0), grain)
    return (
        picture,
        describe(table, labels.View(camera, optics.k1, seen), seed),
        np.ascontiguousarray(seen[::2, ::2, 0]),
        optics.quality,
    )


def enlarged(camera: Camera, times: float) -> Camera:
    """The same view with so many times the pixels each way."""
    size = (round(camera.size[0] * times), round(camera.size[1] * times))
    scale = np.diag([size[0] / camera.size[0], size[1] / camera.size[1], 1.0])
    return replace(camera, size=size, projection=scale @ camera.projection)


def smear(rng: np.random.Generator, light: np.ndarray, studio: Studio, shot: Shot) -> np.ndarray:
    """A hand in motion is blurred, in two of five pictures that show one."""
    if not any(s.kind is Kind.HAND for s in shot.solids) or rng.random() > 0.4:
        return light
    small = (shot.camera.size[0] // 4, shot.camera.size[1] // 4)
    hand = (studio.labels(shot, small)[..., 0] == Kind.HAND).astype(np.float32)
    kernel = lens.streak(float(rng.uniform(4, 26)), float(rng.uniform(0, np.pi)))
    soft = cv2.filter2D(cv2.resize(hand, shot.camera.size), -1, kernel)[..., None]
    return np.asarray(light + np.minimum(1.6 * soft, 1) * (cv2.filter2D(np.minimum(light, 8), -1, kernel) - light), np.float32)


def describe(table: tables.Table, view: labels.View, seed: int) -> dict[str, Any]:
    look, laid, b = table.look, list(table.laid), table.look.board
    top, bottom = labels.rows(look, laid, view)
    ends = view.px(labels.corners(b))
    size = view.camera.size
    return {
        "seed": seed, "image_size": list(size), "corners": ends.round(2).tolist(),
        "corners_all_visible": bool(((ends >= 0) & (ends <= size)).all()),
        "bar_ends": view.px(labels.bar_ends(b)).round(2).tolist(),
        "board": {"bar": b.bar, "depth": b.depth, "diameter": look.checkers.diameter, "thickness": look.checkers.thickness},
        "projection": view.camera.projection.tolist(), "distortion": view.k1,
        "top_row_left_to_right": top, "bottom_row_left_to_right": bottom,
        "bar": labels.count(laid, "bar"), "off": labels.count(laid, "off"), "checkers": labels.checkers(look, laid, view),
        "dice": labels.dice(look, list(table.cast), view, len(laid) + 1),
        "cube": labels.cube(look, table.cube, table.cube_solid().at, view) if table.cube else None,
        "hand_or_arm_over_board": over_board(view, b),
    }  # fmt: skip


def over_board(view: labels.View, board: Board) -> bool:
    """Whether a hand, arm or head covers some of the playing surface (0.3 % or more)."""
    page = np.zeros(view.seen.shape[:2], np.uint8)
    cv2.fillPoly(page, [np.round(view.px(labels.corners(board)) * view.shrink).astype(np.int32)], 1)
    return bool(((view.seen[..., 0] == Kind.HAND) & (page > 0)).sum() > 0.003 * max(int(page.sum()), 1))


def write(folder: Path, seed: int, picture: np.ndarray, label: dict[str, Any], mask: np.ndarray, quality: int) -> None:
    """The JSON comes last: where it is, the rest is whole."""
    name = folder / f"{seed:06d}"
    save(name.with_suffix(".jpg"), cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
    save(Path(f"{name}.mask.png"), cv2.imencode(".png", mask)[1].tobytes())
    save(name.with_suffix(".json"), json.dumps(label).encode())


def save(path: Path, content: bytes) -> None:
    fresh = path.with_name(f".{os.getpid()}.{path.name}")
    fresh.write_bytes(content)
    fresh.rename(path)


def make_stills(
    seeds: Iterable[int], folder: Path, until: float, make: Callable[[int], tables.Table] = tables.table, larger: float = 1.0,
    viewpoint: viewpoints.Viewpoint = viewpoints.usual,
) -> None:  # fmt: skip
    studio = Studio()
    for seed in seeds:
        if time.time() > until:
            return
        if not (folder / f"{seed:06d}.json").exists():
            write(folder, seed, *still(studio, seed, make(seed), larger, viewpoint))


def span(text: str) -> tuple[int, int]:
    first, _, last = text.partition(":")
    return (int(first), int(last)) if last else (0, int(first))


def moment(text: str) -> float:
    """HH:MM of today as seconds since the epoch."""
    clock = datetime.strptime(text, "%H:%M")
    return datetime.now().replace(hour=clock.hour, minute=clock.minute, second=0).timestamp()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=span, help="FIRST:LAST of stills")
    parser.add_argument("--piles", type=span, help="FIRST:LAST of stills with high stacks")
    parser.add_argument("--astride", type=span, help="FIRST:LAST of stills with high stacks, second rows astride the first")
    parser.add_argument("--around", type=span, help="FIRST:LAST of stills, cameras all around and 30 to 70° high")
    parser.add_argument("--low", type=span, help="FIRST:LAST of stills, cameras 27 to 42° high")
    parser.add_argument("--armed", type=span, help="FIRST:LAST of stills with an arm along an edge of the board or two")
    parser.add_argument("--before", type=span, help="FIRST:LAST of held-out stills, before a game")
    parser.add_argument("--many", type=span, help="FIRST:LAST of stills with many dice")
    parser.add_argument("--large", type=span, help="FIRST:LAST of held-out stills, 1.8 times the px each way")
    parser.add_argument("--crowded", type=span, help="FIRST:LAST of the same with many dice")
    parser.add_argument("--dice", type=span, help="FIRST:LAST of die crops")
    parser.add_argument("--cubes", type=span, help="FIRST:LAST of cube crops")
    parser.add_argument("--times", type=float, default=1.0, help="of all above but --many: times the px each way")
    parser.add_argument("--held-out", action="store_true", help="of those, only seeds that end in 9")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--until", type=moment, default=float("inf"), help="stop at HH:MM")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    kinds: tuple[tuple[tuple[int, int] | None, Callable[[int], tables.Table], viewpoints.Viewpoint], ...] = (
        (args.seeds, tables.table, viewpoints.usual),
        (args.piles, partial(tables.table, heaped=True), viewpoints.usual),
        (args.astride, partial(tables.table, heaped=True, astride=0.8), viewpoints.usual),
        (args.around, tables.table, viewpoints.around),
        (args.low, tables.table, viewpoints.low),
        (args.armed, tables.armed, viewpoints.usual),
        (args.before, tables.before, viewpoints.usual),
    )
    for seeds, make, viewpoint in kinds:
        if seeds:
            some = slice(9 - seeds[0] % 10, None, 10) if args.held_out or seeds == args.before else slice(None)
            make_stills(range(*seeds)[some], args.out, args.until, make, args.times, viewpoint)
    import crops

    if args.many:
        make_stills(range(*args.many), args.out, args.until, crops.dice_scene)
    for seeds, make in ((args.large, tables.table), (args.crowded, crops.dice_scene)):
        if seeds:
            make_stills((seed for seed in range(*seeds) if seed % 10 == 9), args.out, args.until, make, LARGER)
    if args.dice:
        crops.make_crops(*args.dice, args.out, args.until, crops.dice)
    if args.cubes:
        crops.make_crops(*args.cubes, args.out, args.until, crops.cubes)


if __name__ == "__main__":
    main()
