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
from dice_light import SIZE, develop, shade, table
from dice_solids import F, Thing, rot, things

OVERSAMPLE = 1.5


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
        "normal": np.round(sign * thing.turn[:, axis].astype(np.float64), 4).tolist(), "on_checker": thing.on_checker,
        "pixels": round(float(edges.mean()), 2), "visible": round(seen, 2),
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
