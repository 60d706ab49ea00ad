"""Trains the spotter (`spots.onnx`): on the rectified board, where dice, the cube, hands and checkers are.

    python models/training/spots.py --minutes 35

Reads `.cache/stills` and `.cache/many` (stills.py). Each still is rectified once by its true corners; then, each time anew:
mirrored, its corners jittered as a calibration by eye would, other colours, other light, a rougher camera. Seeds ending in 9 are
held out.
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
import cv2
import numpy as np
import rough
import torch
import torch.nn.functional as nnf
from dice import heat_loss, keep
from dice_patches import seed_of, stills
from residual import Block, Conv, begin
from torch import Tensor, nn

from boardcam.vision.calibration import Calibration, transform
from boardcam.vision.rectify import HEIGHT, OUTSIDE, WIDTH, matrix, to_rectified

STRIDE = 4
WIDE, HIGH = 304, 240
"""Training pieces, px: a quarter of the rectified picture teaches more a second than the whole."""
HAND, LIGHT, DARK = 8, 4, 5
"""Values in the stills' masks."""


class Spotter(nn.Module):
    """(n, 3, h, w) → (n, 4, h / 4, w / 4): log-odds of a die's top being centred there, of the cube's, of hand, of checker."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(Conv(3, 12, 3, 2), Conv(12, 24, 3, 2), Block(24, 24))
        self.middle = nn.Sequential(Conv(24, 48, 3, 2), Block(48, 48), Block(48, 48))
        self.wide = nn.Sequential(Conv(48, 64, 3, 2), Block(64, 64), Block(64, 64))
        self.to_middle, self.again = nn.Conv2d(64, 48, 1), Block(48, 48)
        self.to_fine, self.join = nn.Conv2d(48, 24, 1), Conv(24, 24)
        self.say = nn.Conv2d(24, 4, 1)
        nn.init.constant_(self.say.bias, -4.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> tuple[Tensor]:
        fine = self.fine(x * 2 - 1)
        middle = self.middle(fine)
        middle = self.again(middle + twice(self.to_middle(self.wide(middle))))
        return (self.say(self.join(fine + twice(self.to_fine(middle)))),)


def twice(x: Tensor) -> Tensor:
    return nnf.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)


@dataclass(frozen=True)
class Flat:
    """A still, rectified."""

    image: np.ndarray
    mask: np.ndarray
    dice: np.ndarray
    """(n, 4): x, y in px, edge in px, visible."""
    cube: np.ndarray
    """(0 or 1, 2)."""


def flat(image: np.ndarray, mask: np.ndarray, label: dict[str, Any]) -> Flat:
    size = (image.shape[1], image.shape[0])
    board = label["board"]
    tl, tr, br, bl = (tuple(corner) for corner in label["corners"])
    calibration = Calibration(size, (tl, tr, br, bl), board["bar"], board["depth"])
    onto_flat = matrix(calibration.board) @ np.linalg.inv(calibration.homography)
    finer = np.diag([size[0] / mask.shape[1], size[1] / mask.shape[0], 1.0])
    finer[:2, 2] = (finer[0, 0] - 1) / 2, (finer[1, 1] - 1) / 2
    flat_mask = cv2.warpPerspective(mask, onto_flat @ finer, (WIDTH, HEIGHT), flags=cv2.INTER_NEAREST)
    flat_image = cv2.warpPerspective(image, onto_flat, (WIDTH, HEIGHT), borderMode=cv2.BORDER_CONSTANT, borderValue=OUTSIDE)

    def onto(px: list[list[float]]) -> np.ndarray:
        return to_rectified(calibration.board, calibration.to_board(np.array(px).reshape(-1, 2)))

    rows = []
    for die in label["dice"]:
        corners = onto(die["corners"])
        edge = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).mean()
        rows.append([*onto([die["center"]])[0], edge, die["visible"]])
    cube = onto([label["cube"]["center"]]) if label.get("cube") else np.zeros((0, 2))
    return Flat(flat_image, flat_mask, np.array(rows).reshape(-1, 4), cube)


def flats(cache: Path, held_out: bool) -> list[Flat]:
    out = []
    for path in stills(cache):
        if (seed_of(path) % 10 == 9) is not held_out:
            continue
        image, mask = cv2.imread(str(path.with_suffix(".jpg"))), cv2.imread(str(path.with_suffix(".mask.png")), 0)
        if image is not None and mask is not None:
            out.append(flat(image, mask, json.loads(path.read_text())))
    return out


def jitter(rng: np.random.Generator) -> np.ndarray:
    """A homography as from corners found 1.5 % wrong, at times mirrored."""
    box = np.array([[80, 48], [496, 48], [496, 400], [80, 400]], np.float32)
    moved = box + rng.normal(0, 0.012 * WIDTH * min(1.0, rng.exponential(0.6)), (4, 2)).astype(np.float32)
    h = cv2.getPerspectiveTransform(box, moved.astype(np.float32))
    for flip in (np.array([[-1, 0, WIDTH - 1], [0, 1, 0], [0, 0, 1.0]]), np.array([[1, 0, 0], [0, -1, HEIGHT - 1], [0, 0, 1.0]])):
        if rng.random() < 0.5:
            h = flip @ h
    return h


def sample(rng: np.random.Generator, pool: list[Flat]) -> tuple[np.ndarray, np.ndarray]:
    """A piece of WIDE x HIGH px and its four maps (NaN = do not learn), more often than not with a die or the cube in it."""
    source = pool[rng.integers(len(pool))]
    h = jitter(rng)
    dice, cube = transform(h, source.dice[:, :2]), transform(h, source.cube)
    left, top = corner(rng, np.concatenate([dice, cube]))
    h = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ h
    grey = [float(v) for v in (rng.uniform(0, 255, 3) if rng.random() < 0.3 else OUTSIDE)]
    image = cv2.warpPerspective(source.image, h, (WIDE, HIGH), borderMode=cv2.BORDER_CONSTANT, borderValue=grey)
    down = np.diag([1 / STRIDE, 1 / STRIDE, 1.0])
    down[:2, 2] = -(STRIDE - 1) / 2 / STRIDE
    mask = cv2.warpPerspective(source.mask, down @ h, (WIDE // STRIDE, HIGH // STRIDE), flags=cv2.INTER_NEAREST)
    maps = np.zeros((4, HIGH // STRIDE, WIDE // STRIDE), np.float32)
    v, u = np.mgrid[0 : HIGH // STRIDE, 0 : WIDE // STRIDE] * STRIDE + (STRIDE - 1) / 2
    for (x, y), (edge, visible) in zip(dice - [left, top], source.dice[:, 2:], strict=True):
        peak(maps[0], np.hypot(u - x, v - y), max(2.5, 0.2 * edge), float(visible))
    for x, y in cube - [left, top]:
        peak(maps[1], np.hypot(u - x, v - y), 5.0, 1.0)
    maps[2] = mask == HAND
    maps[3] = (mask == LIGHT) | (mask == DARK)
    return rough.roughen(rng, rough.recolour(rng, image)).astype(np.float32) / 255, maps


def corner(rng: np.random.Generator, things: np.ndarray) -> tuple[int, int]:
    """Top left of the piece."""
    if len(things) and rng.random() < 0.6:
        x, y = things[rng.integers(len(things))] - rng.uniform(0.1, 0.9, 2) * [WIDE, HIGH]
    else:
        x, y = rng.uniform(0, 1, 2) * [WIDTH - WIDE, HEIGHT - HIGH]
    return int(np.clip(x, 0, WIDTH - WIDE)), int(np.clip(y, 0, HEIGHT - HIGH))


def peak(heat: np.ndarray, away: np.ndarray, width: float, visible: float) -> None:
    """A soft peak; where the thing is half hidden nothing is learnt, where it is hidden nothing is there."""
    if visible > 0.6:
        np.fmax(heat, np.exp(-((away / width) ** 2) / 2), out=heat)
    elif visible > 0.15:
        heat[away < 3 * width] = np.nan


def batches(rng: np.random.Generator, pool: list[Flat], size: int = 12) -> Iterator[tuple[Tensor, ...]]:
    while True:
        samples = [sample(rng, pool) for _ in range(size)]
        images = np.stack([image for image, _ in samples]).transpose(0, 3, 1, 2)
        yield torch.from_numpy(np.ascontiguousarray(images)), torch.from_numpy(np.stack([maps for _, maps in samples]))


def loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    images, wanted = batch
    out = model(images.contiguous(memory_format=torch.channels_last))[0].float()
    dice, cube = heat_loss(out[:, 0], wanted[:, 0]), heat_loss(out[:, 1], wanted[:, 1])
    hand = nnf.binary_cross_entropy_with_logits(out[:, 2], wanted[:, 2])
    checker = nnf.binary_cross_entropy_with_logits(out[:, 3], wanted[:, 3])
    parts = {"dice": dice, "cube": cube, "hand": hand, "checker": checker}
    return dice + 0.5 * cube + 3 * hand + checker, {k: float(v.detach()) for k, v in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=35.0)
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--cache", type=Path, default=Path(".cache"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--checkpoint", type=Path, help="default: CACHE/spots.pt; training goes on from it")
    parser.add_argument("--onward", action="store_true", help="start from MODELS/spots.onnx, not from nothing")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = rough.seed(args.seed)
    pool = flats(args.cache, held_out=False)
    print(f"{len(pool)} stills", flush=True)
    checkpoint = args.checkpoint or args.cache / "spots.pt"
    net = Spotter()
    if args.onward and not checkpoint.exists():
        begin(net, args.models / "spots.onnx", next(batches(rng, pool))[0])
    rate = 1e-3 if args.onward else 2e-3
    mean = clock.train(net, batches(rng, pool), loss, checkpoint, args.minutes, args.until, rate)
    keep(mean, torch.rand(2, 3, HEIGHT, WIDTH), args.models / "spots.onnx", "maps", {0: "n"})


if __name__ == "__main__":
    main()
