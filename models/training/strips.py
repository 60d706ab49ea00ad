"""Train the network that counts checkers: python models/training/strips.py --minutes 25

Reads `.cache/stills`, writes `.cache/strips.pt` (resumed when it exists; delete it to start over) and `models/strips.onnx`.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import clock
import cv2
import numpy as np
import torch
from labelled import stills
from residual import Conv, export, stage
from strips_data import batches, collate, keep, samples
from torch import nn
from torch.nn import functional as f

from boardcam.vision.networks import record_sum
from boardcam.vision.strips import LONG, STRIPS, WIDE

ROOT = Path(__file__).resolve().parents[2]


class Strips(nn.Module):
    """(n, 3, 256, 64) 0…1 → logits of 0…15 checkers and of "covered" (n, 17); of "checker here" (n, 1, 64, 16)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Conv(3, 16, 5, 2)
        self.quarter = Conv(16, 32, 3, 2)
        self.eighth = stage(32, 48, 2)
        self.sixteenth = stage(48, 96, 1)
        self.across = Conv(96, 64, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(64 * LONG // 16 * WIDE // 16, 64), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(64, 17)
        )
        self.back = nn.Conv2d(48, 32, 1)
        self.seen = nn.Sequential(Conv(32, 16), nn.Conv2d(16, 1, 1))

    def forward(self, strips: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        quarter = self.quarter(self.stem(strips - 0.45))
        eighth = self.eighth(quarter)
        back = f.interpolate(self.back(eighth), scale_factor=2.0, mode="nearest")
        return self.head(self.across(self.sixteenth(eighth))), self.seen(torch.relu(back + quarter))


def loss(net: nn.Module, batch: clock.Batch) -> tuple[torch.Tensor, dict[str, float]]:
    strips, counts, covered, seen = batch
    logits, where = net(strips.contiguous(memory_format=torch.channels_last))
    logits, where = logits.float(), where.float()
    known = ((counts >= 0) & (covered < 0.5)).float()
    each = f.cross_entropy(logits[:, :16], counts.clamp(0, 15), reduction="none", label_smoothing=0.02)
    count = (each * known).sum() / known.sum().clamp(1)
    hidden = f.binary_cross_entropy_with_logits(logits[:, 16], covered)
    checker = f.binary_cross_entropy_with_logits(where[:, 0], seen)
    right = ((logits[:, :16].argmax(1) == counts).float() * known).sum() / known.sum().clamp(1)
    parts = {"count": count, "hidden": hidden, "checker": checker, "right": right}
    return count + 0.3 * hidden + checker, {name: float(part.detach()) for name, part in parts.items()}


def calibrated(net: Strips, folder: Path, most: int = 80) -> Strips:
    """The same network with counts as sure as they are right on held-out stills: one temperature, folded into the last layer."""
    rng = np.random.default_rng(0)
    logits, counts = [], []
    for still in stills(folder, held_out=True)[:most]:
        images, truth, covered, _ = collate(samples(keep(still), rng, STRIPS))
        known = (truth >= 0) & (covered < 0.5)
        with torch.no_grad():
            logits.append(net.eval()(images)[0][known, :16])
        counts.append(truth[known].clamp(0, 15))
    if logits:
        scales = torch.linspace(0.3, 2.5, 45)
        losses = [float(f.cross_entropy(torch.cat(logits) * scale, torch.cat(counts))) for scale in scales]
        scale = float(scales[int(np.argmin(losses))])
        print(f"held-out: cross-entropy {losses[int(np.argmin(losses))]:.4f} at scale {scale:.2f}, {len(logits)} stills")
        with torch.no_grad():
            net.head[-1].weight[:16] *= scale
            net.head[-1].bias[:16] *= scale
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=25, help="of processor time, earlier runs included")
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--stills", type=Path, default=ROOT / ".cache/stills")
    parser.add_argument("--checkpoint", type=Path, default=ROOT / ".cache/strips.pt")
    parser.add_argument("--out", type=Path, default=ROOT / "models/strips.onnx")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    cv2.setNumThreads(0)
    torch.manual_seed(args.seed)
    feed = batches(args.stills, args.batch, np.random.default_rng(args.seed))
    net = calibrated(clock.train(Strips(), feed, loss, args.checkpoint, args.minutes, args.until), args.stills)
    export(net, torch.rand(30, 3, LONG, WIDE), args.out, ["counts", "checkers"], {0: "n"})
    record_sum(args.out)


if __name__ == "__main__":
    main()
