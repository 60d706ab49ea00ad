"""Pictures with labelled dice, or pieces of them, from every source, for `dice.py`. Seeds ending in 9 are held out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import rough  # noqa: F401  (puts the repository on the path)

from boardcam.vision.calibration import transform

REACH = 6.5
"""Side of a piece of a still, in edges of a die: so much is seen around it."""
STEEP = 0.33
"""Radians: a die on felt that leans on something less steeply slides down, however much the felt rubs (up to 0.7 of the load)."""


@dataclass(frozen=True)
class Patch:
    """A picture, or a piece of one, with its dice."""

    image: np.ndarray
    center: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    edge: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))
    label: np.ndarray = field(default_factory=lambda: np.zeros((0, 4), np.float32))
    """Columns: value (0 = none), flat (NaN = between flat and cocked), on checker, visible."""
    basis: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 2), np.float32))
    """How each die is seen: 2x2, px an edge along the table; NaN = unknown."""
    lean: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    """On the table, by how much a thing's top seems to stand away from its foot, edges an edge of height."""
    spread: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 2), np.float32))
    """Of each top: the sum of both sides times themselves, 2x2 px²: the same however it is turned, but not however it leans."""
    normal: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    """Which way each top looks: along the table's x and y, of a length of 1; (0, 0) = straight up, NaN = unknown."""


def patch(image: np.ndarray, dice: list[dict[str, Any]]) -> Patch:
    """Labels may tell `plane` (2x2, px a unit of table), `edge` (in that unit) and `lean`."""
    rows = [[d["value"] or 0, lies(d), bool(d["on_checker"]), d.get("visible", 1.0) * (not d.get("moving"))] for d in dice]
    unknown = np.full((2, 2), np.nan)
    return Patch(
        image,
        np.array([d["center"] for d in dice], np.float32).reshape(-1, 2),
        np.array([d["pixels"] for d in dice], np.float32),
        np.array(rows, np.float32).reshape(-1, 4),
        np.array([np.array(d["plane"]) * d["edge"] if "plane" in d else unknown for d in dice], np.float32).reshape(-1, 2, 2),
        np.array([d.get("lean", [0, 0]) for d in dice], np.float32).reshape(-1, 2),
        np.array([spread(d["corners"]) for d in dice], np.float32).reshape(-1, 2, 2),
        np.array([d.get("normal", [0, 0] if d["flat"] else [np.nan] * 2)[:2] for d in dice], np.float32).reshape(-1, 2),
    )


def lies(die: dict[str, Any]) -> float:
    """1 flat, 0 cocked, NaN = neither: so little out of the level is hardly seen, and a die would slide down from there."""
    return 1.0 if die["flat"] else (np.nan if die.get("tilt", STEEP) < STEEP else 0.0)


def spread(corners: Any) -> np.ndarray:
    q = np.array(corners, np.float64)
    sides = np.stack([q[1] - q[0] + q[2] - q[3], q[3] - q[0] + q[2] - q[1]], 1) / 2
    return np.asarray(sides @ sides.T)


def views(dice: list[dict[str, Any]], projection: np.ndarray) -> list[dict[str, Any]]:
    """The dice of a still with `plane`, `lean` and `edge`, in pitches, from its 3x4 projection."""
    edge = 0.4
    eye = -np.linalg.inv(projection[:, :3]) @ projection[:, 3]
    out = []
    for die in dice:
        level = np.column_stack([projection[:, 0], projection[:, 1], projection[:, 2] * edge + projection[:, 3]])
        corners = transform(np.linalg.inv(level), np.array([die["center"], *die["corners"]]))
        x, y = at = corners[0]
        px = transform(level, np.array([at, [x + 0.1, y], [x, y + 0.1]]))
        plane = np.stack([px[1] - px[0], px[2] - px[0]], 1) / 0.1
        lean = (at - eye[:2]) / (eye[2] - edge)
        sides = np.linalg.norm(corners[1:] - np.roll(corners[1:], 1, 0), axis=1).mean()
        out.append(die | {"plane": plane, "lean": lean, "edge": die.get("edge", sides)})
    flat = [d["edge"] for d in out if d["flat"]]
    return [d | {"edge": d["edge"] if d["flat"] or not flat else float(np.median(flat))} for d in out]


def stills(cache: Path) -> list[Path]:
    """The labels of whole tables: as they are played on, and with many dice."""
    return sorted((cache / "stills").glob("??????.json")) + sorted((cache / "many").glob("??????.json"))


def seed_of(path: Path) -> int:
    return int("".join(c for c in path.stem if c.isdigit()) or 0)


def patches(cache: Path, held_out: bool, empty: bool = True) -> dict[str, list[Patch]]:
    """All pictures of the wanted seeds, by source; without dice in them too, or not."""
    found: dict[str, list[Patch]] = {"scenes": [], "stills": [], "empty": [], "crops": [], "others": []}
    for path in sorted((cache / "dice_scenes").glob("*.json")):
        if (seed_of(path) % 10 == 9) is held_out and (image := cv2.imread(str(path.with_suffix(".png")))) is not None:
            found["scenes"].append(patch(image, json.loads(path.read_text())["dice"]))
    for path in stills(cache):
        label = json.loads(path.read_text())
        wanted = (seed_of(path) % 10 == 9) is held_out and (empty or label["dice"])
        if wanted and (image := cv2.imread(str(path.with_suffix(".jpg")))) is not None:
            dice, none = pieces(image, label, np.random.default_rng(seed_of(path)), empty)
            found["stills"] += dice
            found["empty"] += none
    for line in lines(cache / "dice" / "labels.jsonl"):
        path = cache / "dice" / line["file"]
        if (line["scene"] % 10 == 9) is held_out and (image := cv2.imread(str(path))) is not None:
            if line["value"] is None:
                found["others"].append(Patch(image))
            elif "projection" in line:
                found["crops"].append(patch(image, views([line], np.array(line["projection"]))))
    found["wry"] = [
        one for kind in ("scenes", "stills", "crops") for one in found[kind] if (wry(one) & (one.label[:, 3] > 0.7)).any()
    ]
    return found


def wry(source: Patch) -> np.ndarray:
    """Which dice are cocked or lie on a checker."""
    return (source.label[:, 1] < 0.5) | (source.label[:, 2] > 0.5)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def pieces(
    image: np.ndarray, label: dict[str, Any], rng: np.random.Generator, empty: bool = True
) -> tuple[list[Patch], list[Patch]]:
    """A still cut up: around each die, and (`empty`) around things that are none."""
    dice = views([d for d in label["dice"] if d["pixels"] > 5], np.array(label["projection"]))
    whole = patch(image, dice)
    out = [cut(whole, c, REACH * e) for c, e in zip(whole.center, whole.edge, strict=True)]
    edge = float(np.median(whole.edge)) if len(whole.edge) else 0.03 * image.shape[1]
    spots = [c["top"] for c in label["checkers"]]
    rng.shuffle(spots)
    spots = spots[:3] + ([label["cube"]["center"]] if label.get("cube") else [])
    spots += [[float(v) for v in rng.uniform(0, 1, 2) * image.shape[1::-1]] for _ in range(3)]
    return out, [cut(whole, np.array(c, np.float32), REACH * edge) for c in spots] if empty else []


def cut(whole: Patch, center: np.ndarray, side: float) -> Patch:
    """A square piece, drawn no larger than 200 px."""
    x, y = (int(v) for v in center)
    h = max(20, int(side / 2))
    left, top = max(0, x - h), max(0, y - h)
    image = whole.image[top : y + h, left : x + h]
    if min(image.shape[:2]) < 8:
        return Patch(np.full((40, 40, 3), 128, np.uint8))
    at = whole.center - [left, top]
    shrink = min(1.0, 200 / max(image.shape[:2]))
    if shrink < 1:
        image = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return replace(
        whole, image=image.copy(), center=(at * shrink).astype(np.float32), edge=whole.edge * shrink, basis=whole.basis * shrink,
        spread=whole.spread * shrink**2,
    )  # fmt: skip
