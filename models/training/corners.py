"""Train the network that finds the board: python models/training/corners.py --minutes 20

With `--start models/corners.onnx` it goes on from an exported network.
Reads `.cache/stills`, or the folders that `--stills` names; writes `.cache/corners.pt` (resumed when it exists; delete it to start
over) and `models/corners.onnx`.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import clock
import corners_flow
import cv2
import numpy as np
import torch
from corners_data import H, W, batches
from residual import Block, Conv, begin, export, stage
from torch import nn
from torch.nn import functional as f

from boardcam.vision.networks import record_sum

ROOT = Path(__file__).resolve().parents[2]
FIT, CELLS = 0.15, 0.1
"""Weights, beside the maps, of how far off the corners are by the flow and of what each part of it says."""
FARTHEST = 20.0
"""Cells: a corner that is off by more counts no more."""


class Corners(nn.Module):
    """(n, 3, h, w) 0…1 → logits (n, 5, h/4, w/4) and flows (n, 4, h/8, w/8)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Conv(3, 16, 5, 2)
        self.down = nn.ModuleList([stage(16, 32, 1), stage(32, 48, 2), stage(48, 64, 2), stage(64, 96, 2)])
        self.side = nn.ModuleList([nn.Conv2d(width, 32, 1) for width in (32, 48, 64, 96)])
        self.up = nn.ModuleList([Block(32, 32) for _ in range(3)])
        self.head = nn.Sequential(Conv(32, 32), nn.Conv2d(32, 5, 1))
        self.flow = nn.Sequential(Conv(32, 32), nn.Conv2d(32, 4, 1))
        nn.init.constant_(self.head[1].bias, -4.0)

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.stem(image - 0.45)
        levels = []
        for part in self.down:
            x = part(x)
            levels.append(x)
        y = self.side[3](levels[3])
        steps = []
        for i in (2, 1, 0):
            y = self.up[i](f.interpolate(y, scale_factor=2.0, mode="nearest") + self.side[i](levels[i]))
            steps.append(y)
        return self.head(y), self.flow(steps[1])


def loss(net: nn.Module, batch: clock.Batch) -> tuple[torch.Tensor, dict[str, float]]:
    images, targets, away, known = batch
    maps, flow = (one.float() for one in net(images.contiguous(memory_format=torch.channels_last)))
    each = f.binary_cross_entropy_with_logits(maps, targets, reduction="none")
    hills, surface = (each[:, :4] * (1 + 25 * targets[:, :4])).mean(), each[:, 4].mean()
    if not known.any():
        return 10 * hills + surface, {"hills": float(hills.detach()), "surface": float(surface.detach())}
    far = (corners_flow.corners(flow[known]) - away[known]).abs().sum(-1).clamp(max=FARTHEST).mean()
    cells = corners_flow.unlikely(flow[known], away[known])
    parts = {"hills": hills, "surface": surface, "far": far, "cells": cells}
    return 10 * hills + surface + FIT * far + CELLS * cells, {name: float(part.detach()) for name, part in parts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20, help="of processor time, earlier runs included")
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--stills", type=Path, nargs="+", default=[ROOT / ".cache/stills"])
    parser.add_argument("--checkpoint", type=Path, default=ROOT / ".cache/corners.pt")
    parser.add_argument("--out", type=Path, default=ROOT / "models/corners.onnx")
    parser.add_argument("--start", type=Path, help="begin with the weights of this exported network")
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate (2e-3)")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(0)
    torch.manual_seed(args.seed)
    feed = batches(args.stills, args.batch, np.random.default_rng(args.seed))
    net: nn.Module = Corners()
    if args.start:
        begin(net, args.start, next(feed)[0])
    net = clock.train(net, feed, loss, args.checkpoint, args.minutes, args.until, args.rate)
    export(net, torch.rand(1, 3, H, W), args.out, ["maps", "flow"], {0: "n", 2: "h", 3: "w"})
    record_sum(args.out)


if __name__ == "__main__":
    main()
