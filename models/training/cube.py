"""Trains the reader of the doubling cube (`cube.onnx`).

    python models/training/cube.py --minutes 8

Reads `.cache/cubes` (stills.py), and as ground and as what is no cube `.cache/dice`, and of `.cache/stills` what is most like one:
checkers and dice, trays, logos in the middle of a half; draws as many cubes again in other letterings (`cube_faces.py`). Crops are
cut anew each time as the reader cuts them: the table as from above, the cube 0.36 to 0.78 of the crop, turned any way. Scenes and
seeds ending in 9 are held out.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clock
import cube_faces
import cv2
import numpy as np
import rough
import torch
import torch.nn.functional as nnf
from dice import keep
from dice_patches import lines, seed_of, stills
from residual import Block, Conv, begin
from torch import Tensor, nn

CROP = 48
CLASSES = (*cube_faces.VALUES, cube_faces.LOGO)
NONE = 0.2
"""Share of the crops that show no cube."""


class CubeReader(nn.Module):
    """(n, 3, 48, 48) → (n, 13): log-odds of 2, 4, 8, 16, 32, 64 and of a face without a value; log-odds of a cube; cosine and sine
    of the angle by which its digits are turned clockwise; middle x and y from the crop's middle (crop sides), log2 edge / side."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 24, 5, 2), Block(24, 24), Conv(24, 48, 3, 2), Block(48, 48), Conv(48, 72, 3, 2), Block(72, 72), Block(72, 72)
        )
        self.look = nn.Conv2d(72, 144, 6, groups=72)
        self.say = nn.Sequential(nn.ReLU(), nn.Dropout(0.1), nn.Linear(144, 13))

    def forward(self, x: Tensor) -> tuple[Tensor]:
        return (self.say(self.look(self.body(x * 2 - 1)).flatten(1)),)


@dataclass(frozen=True)
class Face:
    """A picture of a cube, or (value 0) of none."""

    image: np.ndarray
    value: int = 0
    quad: np.ndarray | None = None
    """Corners of its top, px, clockwise from the left of its digits."""


def faces(cache: Path, held_out: bool) -> tuple[list[Face], list[np.ndarray]]:
    """Rendered cubes and what is none; and pictures to draw cubes on."""
    found, ground = [], []
    for line in lines(cache / "cubes" / "labels.jsonl"):
        if (line["scene"] % 10 == 9) is held_out and (image := cv2.imread(str(cache / "cubes" / line["file"]))) is not None:
            found.append(Face(image, line["value"] or 0, np.array(line["quad"]) if line["quad"] else None))
    for line in lines(cache / "dice" / "labels.jsonl"):
        if (line["scene"] % 10 == 9) is held_out and (image := cv2.imread(str(cache / "dice" / line["file"]))) is not None:
            if line["value"] is None:
                ground.append(image)
            found.append(Face(image))
    for path in stills(cache):
        if (seed_of(path) % 10 == 9) is held_out and (image := cv2.imread(str(path.with_suffix(".jpg")))) is not None:
            found += [Face(piece) for piece in mistakable(image, json.loads(path.read_text()))]
    return found, ground


def mistakable(image: np.ndarray, label: dict[str, Any]) -> list[np.ndarray]:
    """Of a still, five pieces that may be taken for a cube and are none, 64 px square, 1.6 cubes wide."""
    rng = np.random.default_rng(label["seed"])
    p, b = np.array(label["projection"]), label["board"]
    width = 12 + b["bar"]

    def seen(x: float, y: float) -> np.ndarray:
        at = p @ [x, y, 0.0, 1.0]
        return np.asarray(at[:2] / at[2])

    pitch = float(np.hypot(*(seen(width / 2 + 0.5, b["depth"] / 2) - seen(width / 2 - 0.5, b["depth"] / 2))))
    logo, tray = (rng.choice([3.0, width - 3.0]), b["depth"] / 2), (rng.choice([-1.0, width + 1.0]), rng.uniform(0, b["depth"]))
    spots = [seen(*logo), seen(*tray), seen(rng.uniform(0, width), rng.uniform(0, b["depth"]))]
    tops = [c["top"] for c in label["checkers"]] + [d["center"] for d in label["dice"]]
    spots += [np.array(tops[k]) for k in rng.permutation(len(tops))[:2]]
    cube = np.array(label["cube"]["center"]) if label.get("cube") else np.full(2, -1e6)
    out = []
    for at in spots:
        h = 0.8 * 0.75 * 2 ** float(rng.uniform(-0.2, 0.6)) * pitch
        inside = (at > h).all() and (at < np.array(image.shape[1::-1]) - h).all()
        if inside and np.hypot(*(at - cube)) > 1.1 * pitch:
            piece = image[int(at[1] - h) : int(at[1] + h) + 1, int(at[0] - h) : int(at[0] + h) + 1]
            out.append(cv2.resize(piece, (64, 64), interpolation=cv2.INTER_AREA if h > 32 else cv2.INTER_LINEAR))
    return out


class Drawn:
    """The latest drawings: every sixth time that one is wanted another is drawn."""

    def __init__(self, ground: list[np.ndarray], most: int = 4000) -> None:
        self.ground, self.most = ground, most
        self.kept: list[Face] = []

    def one(self, rng: np.random.Generator) -> Face:
        if len(self.kept) < 60 or rng.random() < 1 / 6:
            value = int(rng.choice(CLASSES, p=[*[0.13] * 6, 0.22]))
            picture, quad = cube_faces.cube(rng, cv2.resize(self.ground[rng.integers(len(self.ground))], (96, 96)), value)
            self.kept = [*self.kept[-self.most :], Face(picture, value, quad)]
        return self.kept[rng.integers(len(self.kept))]


def sample(rng: np.random.Generator, cubes: list[Face], none: list[Face], drawn: Drawn) -> tuple[np.ndarray, np.ndarray]:
    """A crop (48, 48, 3) and what is wanted: class (NaN = do not learn), cube or not, cosine, sine, x, y, log2 edge / side."""
    draw = rng.random()
    if draw < NONE:
        one = none[rng.integers(len(none))]
    elif draw < 0.55 and cubes:
        one = cubes[rng.integers(len(cubes))]
    else:
        one = drawn.one(rng)
    image, angle, where = crop(rng, one)
    if rng.random() < 0.3:
        n = int(rng.integers(20, CROP))
        image = cv2.resize(cv2.resize(image, (n, n), interpolation=cv2.INTER_AREA), (CROP, CROP), interpolation=cv2.INTER_LINEAR)
    image = rough.roughen(rng, rough.recolour(rng, image))
    kind = CLASSES.index(one.value) if one.value else np.nan
    return image.astype(np.float32) / 255, np.array([kind, one.value > 0, np.cos(angle), np.sin(angle), *where], np.float32)


def crop(rng: np.random.Generator, one: Face) -> tuple[np.ndarray, float, tuple[float, float, float]]:
    """As the reader cuts it, a little wrong; how far the digits are turned clockwise in it; where it is: x, y, log2 edge / side."""
    if one.quad is None:
        side, middle = one.image.shape[0] * rng.uniform(0.5, 1.0), np.array(one.image.shape[1::-1]) / 2.0
        angle, fill, away = 0.0, 1.0, np.zeros(2)
        across = side * turned(rng.uniform(0, 2 * np.pi))
    else:
        q = one.quad
        basis = np.stack([q[1] - q[0] + q[2] - q[3], q[3] - q[0] + q[2] - q[1]], 1) / 2
        angle = rng.uniform(0, 2 * np.pi)
        stretch = np.exp(rng.normal(0, 0.04))
        fill, away = rng.uniform(0.36, 0.78), rng.normal(0, 0.07, 2)
        across = basis @ turned(-angle) @ np.diag([stretch, 1 / stretch]) / fill
        middle = q.mean(0) - across @ away
    to_crop = np.linalg.inv(across / CROP)
    scale = float(np.sqrt(abs(np.linalg.det(to_crop))))
    small = cv2.GaussianBlur(one.image, (0, 0), 0.45 / scale) if scale < 0.7 else one.image
    way = np.column_stack([to_crop, (CROP - 1) / 2 - to_crop @ middle])
    return (
        cv2.warpAffine(small, way, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        angle,
        (*away, np.log2(fill)),
    )


def turned(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def batches(rng: np.random.Generator, found: list[Face], ground: list[np.ndarray], size: int = 64) -> Iterator[tuple[Tensor, ...]]:
    cubes, none, drawn = [f for f in found if f.value], [f for f in found if not f.value], Drawn(ground)
    while True:
        samples = [sample(rng, cubes, none, drawn) for _ in range(size)]
        images = np.stack([image for image, _ in samples]).transpose(0, 3, 1, 2)
        yield torch.from_numpy(np.ascontiguousarray(images)), torch.from_numpy(np.stack([wanted for _, wanted in samples]))


def loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    images, wanted = batch
    out = model(images.contiguous(memory_format=torch.channels_last))[0].float()
    is_cube = nnf.binary_cross_entropy_with_logits(out[:, 7], wanted[:, 1])
    on = wanted[:, 1] > 0.5
    o, w = out[on], wanted[on]
    value = nnf.cross_entropy(o[:, :7], w[:, 0].long(), label_smoothing=0.02)
    told = w[:, 0] < 6
    turn = nnf.mse_loss(o[told, 8:10], w[told, 2:4])
    where = nnf.smooth_l1_loss(o[:, 10:12], w[:, 4:6], beta=0.02) + 0.1 * nnf.smooth_l1_loss(o[:, 12], w[:, 6], beta=0.2)
    right = (o[:, :7].argmax(1) == w[:, 0]).float().mean()
    parts = {"cube": is_cube, "value": value, "turn": turn, "where": where, "right": right}
    return is_cube + value + 0.5 * turn + 4 * where, {k: float(v.detach()) for k, v in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--cache", type=Path, default=Path(".cache"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--checkpoint", type=Path, help="default: CACHE/cube.pt; training goes on from it")
    parser.add_argument("--onward", action="store_true", help="start from MODELS/cube.onnx, not from nothing")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = rough.seed(args.seed)
    found, ground = faces(args.cache, held_out=False)
    print(f"{sum(f.value > 0 for f in found)} cubes, {sum(not f.value for f in found)} others", flush=True)
    checkpoint = args.checkpoint or args.cache / "cube.pt"
    net, many = CubeReader(), batches(rng, found, ground)
    if args.onward and not checkpoint.exists():
        begin(net, args.models / "cube.onnx", torch.cat([next(many)[0] for _ in range(4)]))
    mean = clock.train(net, many, loss, checkpoint, args.minutes, args.until, 1e-3 if args.onward else 2e-3)
    keep(mean, torch.rand(2, 3, CROP, CROP), args.models / "cube.onnx", "cube", {0: "n"})


if __name__ == "__main__":
    main()
