"""Stills by a stranger, another cross-check: POV-Ray draws sets, rooms and hands that share nothing with those of the simulator.

    python models/training/stranger.py --seeds 70000:70060 --out .cache/stranger
    boardcam bench look --others .cache/stranger

Nothing is ever trained on these pictures. Of a fault that an even seed shows the cause may be looked for; odd seeds are for
measuring only. Needs the program `povray` (apt: povray); about four processor seconds a picture. A seed makes the same picture each
time; what exists is skipped. The labels are those of `stills`, without what only training needs.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import stills
import stranger_board as boards
import stranger_pieces as pieces
import stranger_room as room
import stranger_table as table
from stranger_povray import Array, Image, Thing, View, covered, draw, viewed
from stranger_stuffs import Rng

from boardcam.geometry import Seating
from boardcam.sim.render import lens

SIZES = ((960, 720), (960, 720), (1024, 768), (1280, 720), (1280, 960))
LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
Spots = dict[int | str, list[table.Spot]]


def viewpoint(rng: Rng, at: boards.Case, size: tuple[int, int], filming: bool = False) -> View:
    """Cameras on stands look down steeply, phones from a seat; a few stand at a corner."""
    stand = filming or rng.random() < 0.4
    height = float(np.radians(rng.uniform(62, 90) if stand else rng.uniform(34, 75)))
    aside = float(rng.normal(0, 0.1) if filming or rng.random() < 0.8 else rng.uniform(-0.8, 0.8))
    share = float(rng.uniform(0.72, 0.95))
    points = at.frame() if filming or rng.random() < 0.8 else at.corners()
    fov = float(np.radians(rng.uniform(38, 68)))
    return viewed(points, share, height, aside, float(rng.normal(0, 0.04)), fov, size)


def still(seed: int, workshop: Path) -> tuple[Image, dict[str, Any], Image, int]:
    """Picture BGR, its labels, where hands cover it, JPEG quality."""
    rng = np.random.default_rng([seed, 71])
    at = boards.case(rng)
    ink = boards.paints(rng, at.kind)
    kit = pieces.chosen(rng, at, ink)
    seating = list(Seating)[rng.integers(4)]
    position = table.played(random.Random(seed), int(rng.integers(0, 60)))
    spots = table.laid(rng, at, seating, position, table.manner(rng))
    dice, hands = cast(rng, at, kit.edge, spots), table.over(rng, at)
    view = viewpoint(rng, at, SIZES[rng.integers(len(SIZES))])
    lights, _ = room.lamps(rng)
    value = int(rng.choice([1, 2, 4, 8, 16, 32, 64]))
    things = [
        room.table(rng, at), *boards.board(rng, at, ink), *room.around(rng, at, int(rng.integers(0, 8))), *hands,
        *(table.checker(at, s) for each in spots.values() for s in each), *(table.die(kit.edge, one) for one in dice),
        *cube(rng, at, kit, value),
    ]  # fmt: skip
    text = lights + "".join(kit.texts) + "".join(thing.text for thing in things)
    k1 = float(rng.uniform(-0.05, 0.02)) if rng.random() < 0.4 else 0.0
    picture = developed(rng, np.asarray(lens.distort(draw(text, view, workshop), k1), np.uint8))
    mask = np.asarray(lens.distort(covered(hands, view), k1), np.uint8)
    return picture, labelled(seed, at, view, k1, spots, dice, kit.edge, mask), mask, int(rng.integers(62, 93))


def cast(rng: Rng, at: boards.Case, edge: float, spots: Spots) -> list[table.Thrown]:
    """No dice, a pair, or two; now and then one cocked or on a checker."""
    there, dice = [s for each in spots.values() for s in each], list[table.Thrown]()
    for side in ([], [0, 0], [1, 1], [0, 0, 1, 1], [0, 1])[rng.choice(5, p=[0.15, 0.3, 0.3, 0.15, 0.1])]:
        right, luck = (bool(rng.random() < 0.5) if not dice else dice[-1].where[0] > 0), rng.random()
        one: table.Thrown | None
        if luck < 0.1:
            one = table.cocked(rng, at, edge, side, there, right)
        elif luck < 0.17:
            one = table.upon(rng, at, edge, side, there)
        else:
            flat = table.throw(rng, at, edge, side, there, dice, right)
            one = table.lying(rng, flat) if flat else None
        dice += [one] if one else []
    return dice


def cube(rng: Rng, at: boards.Case, kit: pieces.Set, value: int) -> list[Thing]:
    """On the bar, beside the board, or away."""
    where, yaw = rng.random(), float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 8))
    half = kit.cube_edge / 2
    if where < 0.5 and at.bar > 1.2 * kit.cube_edge:
        z = float(rng.choice([0, 1, -1])) * (at.depth / 2 - kit.cube_edge)
        return [pieces.cube_at(kit, value, (0, at.bar_high + half, z if rng.random() < 0.8 else 0.0), yaw)]
    if where < 0.85:
        x0, x1, z1 = at.outer()
        x = float(rng.choice([x0 - 1.5 * kit.cube_edge, x1 + 1.5 * kit.cube_edge]))
        return [pieces.cube_at(kit, value, (x, half - at.lift, float(rng.uniform(-0.7, 0.7)) * z1), yaw)]
    return []


def developed(rng: Rng, picture: Image, metered: Image | None = None) -> Image:
    """Through a cheap camera: exposure (by itself or by another picture), white balance, softness, darker corners, grain."""
    light = LINEAR[picture]
    level = float(rng.uniform(0.1, 0.3)) / max(1e-3, float(LINEAR[picture if metered is None else metered].mean()))
    light *= np.clip(level, 0.5, 3) * np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    h, w = light.shape[:2]
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    light *= (1 - float(rng.uniform(0, 0.35)) * (((x / w - 0.5) ** 2 + (y / h - 0.5) ** 2) * 2))[..., None]
    light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.35, 1.2)))
    coded = np.clip(light, 0, 1) ** (1 / 2.2) * 255 + rng.normal(0, rng.uniform(0.5, 5), light.shape)
    if rng.random() < 0.3:
        coded = coded + 0.6 * (coded - cv2.GaussianBlur(coded, (0, 0), 1.5))
    return np.asarray(coded.clip(0, 255).round(), np.uint8)


# --- labels ------------------------------------------------------------------------------------------------------------------


def labelled(
    seed: int, at: boards.Case, view: View, k1: float, spots: Spots, dice: list[table.Thrown], edge: float, mask: Image
) -> dict[str, Any]:  # fmt: skip
    def px(points: Any) -> Array:
        return np.asarray(lens.distorted(view.px(points), view.size, k1), float)

    def place(nth: int) -> dict[str, Any]:
        here = spots[nth]
        colour = ("light", "dark")[here[0].side] if here else None
        return {"count": len(here), "color": colour, "visible": round(free(area(at, nth, here, px), mask), 3)}

    def both(name: str) -> dict[str, int]:
        return {colour: sum(s.side == side for s in spots[name]) for side, colour in enumerate(("light", "dark"))}

    ends = px(at.corners())
    page = np.zeros(mask.shape, np.uint8)
    cv2.fillPoly(page, [ends.round().astype(np.int32)], (1,))
    return {
        "seed": seed, "kind": at.kind, "image_size": list(view.size), "corners": ends.round(2).tolist(),
        "top_row_left_to_right": [place(nth) for nth in range(12, 24)],
        "bottom_row_left_to_right": [place(nth) for nth in range(11, -1, -1)],
        "bar": both("bar"), "off": both("off"),
        "dice": [cast_label(one, edge, px, mask) for one in dice],
        "hand_or_arm_over_board": bool(((mask > 0) & (page > 0)).sum() > 0.003 * page.sum()),
    }  # fmt: skip


def area(at: boards.Case, nth: int, here: list[table.Spot], px: Any) -> list[Array]:
    """What must be seen of a place to count it, px polygons."""
    if not here:
        x, half = at.column(nth), 0.4 * at.pitch
        return [px([(x + u * half, 0, at.away(nth, v * 4 * at.diameter)) for u, v in ((-1, 0), (1, 0), (1, 1), (-1, 1))])]
    turn, r = np.linspace(0, 2 * np.pi, 16, endpoint=False), at.diameter / 2
    return [px(np.stack([s.x + r * np.cos(turn), np.full(16, s.y + at.thick), s.z + r * np.sin(turn)], 1)) for s in here]


def free(polygons: list[Array], mask: Image) -> float:
    """Share of these that no hand covers and that is in the picture."""
    page = np.zeros((3 * mask.shape[0], 3 * mask.shape[1]), np.uint8)
    h, w = mask.shape
    cv2.fillPoly(page, [np.add(p, (w, h)).round().astype(np.int32) for p in polygons], (1,))
    seen = page[h : 2 * h, w : 2 * w]
    return float(((seen > 0) & (mask == 0)).sum() / max(1, int(page.sum())))


def cast_label(one: table.Thrown, edge: float, px: Any, mask: Image) -> dict[str, Any]:
    normal = one.turned @ np.array(pieces.NORMALS[one.face], float)
    middle = px([np.array(one.where) + normal * edge / 2])[0]
    corner = px([np.array(one.where) + v for v in ((-edge / 2, 0, 0), (edge / 2, 0, 0))])
    x, y = (int(v) for v in middle)
    inside = 0 <= x < mask.shape[1] and 0 <= y < mask.shape[0]
    return {
        "value": one.face, "center": middle.round(2).tolist(), "flat": one.flat, "on_checker": one.on_checker,
        "confident": bool(inside and not mask[y, x]), "pixels": round(float(np.hypot(*(corner[1] - corner[0]))), 1),
        "tilt": round(float(np.arccos(normal[1].clip(-1, 1))), 4),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=stills.span, required=True, help="FIRST:LAST")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as workshop:
        for seed in range(*args.seeds):
            if not (args.out / f"{seed:06d}.json").exists():
                picture, label, mask, quality = still(seed, Path(workshop))
                stills.write(args.out, seed, picture, label, mask, quality)


if __name__ == "__main__":
    main()
