"""Train the network that counts checkers: python models/training/strips.py --minutes 25

With `--start models/strips.onnx` it goes on from an exported network.
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
from residual import Conv, begin, export, stage
from strips_data import batches, collate, keep, samples
from strips_kept import UNKNOWN
from torch import nn
from torch.nn import functional as f

from boardcam.vision.networks import record_sum
from boardcam.vision.strips import LONG, STRIPS, WIDE

ROOT = Path(__file__).resolve().parents[2]
PILED = 50_000
"""From this seed on stills show more high stacks than games do."""
RARER = (-0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 1.15, 1.6, 1.84, 2.33, 2.36, 2.62, 2.64, 3.14, 3.14, 3.3)
"""By how much rarer 0…15 checkers are on a point in games (`positions.stroll`) than in training: logarithms, five = 0. That of
empty ones is the likeliest on 110 renders of games that were trained on."""


class Strips(nn.Module):
    """(n, 3, 256, 64) 0…1 and leans (n, 2) → logits of 0…15 checkers and of "covered" (n, 17); of "checker here" (n, 1, 64, 16);
    in training also of "a second layer here" and "a third" (n, 2, 64, 16)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = Conv(3, 16, 5, 2)
        self.quarter = Conv(16, 32, 3, 2)
        self.eighth = stage(32, 48, 2)
        self.sixteenth = stage(48, 96, 2)
        self.across = Conv(96, 64, 1)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(64 * LONG // 16 * WIDE // 16, 64), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(64, 17)
        )
        self.slant = nn.Sequential(nn.Linear(2, 32), nn.ReLU(inplace=True), nn.Linear(32, 48))
        self.back = nn.Conv2d(48, 32, 1)
        self.seen = nn.Sequential(Conv(32, 16), nn.Conv2d(16, 1, 1))
        self.deep = nn.Conv2d(96, 32, 1)
        self.layers = nn.Sequential(Conv(32, 32), nn.Conv2d(32, 2, 1))
        self.register_buffer("mean", torch.full((3, 1, 4, 4), 1 / 16), persistent=False)  # OpenCV does not read a mean by pooling
        self.heights = nn.Sequential(
            nn.Flatten(), nn.Linear(3 * LONG // 16 * WIDE // 16, 96), nn.ReLU(inplace=True), nn.Dropout(0.1), nn.Linear(96, 17)
        )
        nn.init.zeros_(self.sixteenth[1].body[1][1].weight)
        for last in (self.slant[-1], self.heights[-1]):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(self, strips: torch.Tensor, leans: torch.Tensor) -> tuple[torch.Tensor, ...]:
        quarter = self.quarter(self.stem(strips - 0.45))
        eighth = self.eighth(quarter) + self.slant(leans)[:, :, None, None]
        back = f.interpolate(self.back(eighth), scale_factor=2.0, mode="nearest")
        sixteenth = self.sixteenth(eighth)
        seen = self.seen(torch.relu(back + quarter))
        deep = f.interpolate(self.deep(sixteenth), scale_factor=4.0, mode="nearest")
        layers = self.layers(torch.relu(back + quarter + deep))
        heights = f.conv2d(torch.sigmoid(torch.cat([seen, layers], 1)), self.mean, stride=4, groups=3)
        counts = self.head(self.across(sixteenth)) + self.heights(heights)
        return (counts, seen, layers) if self.training else (counts, seen)


def loss(net: nn.Module, batch: clock.Batch) -> tuple[torch.Tensor, dict[str, float]]:
    strips, leans, counts, covered, seen, layers = batch
    logits, where, high = net(strips.contiguous(memory_format=torch.channels_last), leans)
    logits, where, high = logits.float(), where.float(), high.float()
    known = ((counts >= 0) & (covered < 0.5)).float()
    each = f.cross_entropy(logits[:, :16], counts.clamp(0, 15), reduction="none", label_smoothing=0.02)
    count = (each * known).sum() / known.sum().clamp(1)
    hidden = f.binary_cross_entropy_with_logits(logits[:, 16], covered)
    checker = f.binary_cross_entropy_with_logits(where[:, 0], seen)
    right = ((logits[:, :16].argmax(1) == counts).float() * known).sum() / known.sum().clamp(1)
    layer = higher(high, layers)
    parts = {"count": count, "hidden": hidden, "checker": checker, "layer": layer, "right": right}
    return count + 0.3 * hidden + checker + layer, {name: float(part.detach()) for name, part in parts.items()}


def higher(logits: torch.Tensor, layers: torch.Tensor) -> torch.Tensor:
    """How badly second and third layers (n, 2, h, w) are told where checkers are seen and their layers (n, h, w) are known."""
    there = ((layers > 0) & (layers != UNKNOWN)).float()[:, None]
    high = torch.stack([layers >= 2, layers >= 3], 1).float()
    each = f.binary_cross_entropy_with_logits(logits, high, reduction="none") * there
    return each.sum() / there.sum().clamp(1)


def calibrated(net: Strips, folder: Path, most: int = 100) -> Strips:
    """The same network with high stacks as rare as they are in games, and counts as sure as they are right on held-out stills: one
    temperature; both folded into the last layer."""
    rng = np.random.default_rng(0)
    logits, counts = [], []
    for still in [one for one in stills(folder, held_out=True) if int(one.path.stem) < PILED][:most]:
        images, leans, truth, covered, *_ = collate(samples(keep(still), rng, STRIPS))
        known = (truth >= 0) & (covered < 0.5)
        with torch.no_grad():
            logits.append(net.eval()(images, leans)[0][known, :16])
        counts.append(truth[known].clamp(0, 15))
    if not logits:
        return net
    said, true, rarer = torch.cat(logits), torch.cat(counts), torch.tensor(RARER)
    scales = [float(scale) for scale in torch.linspace(0.4, 2.0, 33)]
    losses = [float(f.cross_entropy(said * scale - rarer, true)) for scale in scales]
    scale = scales[int(np.argmin(losses))]
    print(f"held-out: cross-entropy {min(losses):.4f} at scale {scale:.2f}, {len(logits)} stills")
    with torch.no_grad():
        for last in (net.head[-1], net.heights[-1]):
            last.weight[:16] *= scale
            last.bias[:16] *= scale
        net.head[-1].bias[:16] -= rarer
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=25, help="of processor time, earlier runs included")
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    wanted = "folders; by the games in the first one it is told how sure counts may be"
    parser.add_argument("--stills", type=Path, nargs="+", default=[ROOT / ".cache/stills"], help=wanted)
    parser.add_argument("--checkpoint", type=Path, default=ROOT / ".cache/strips.pt")
    parser.add_argument("--out", type=Path, default=ROOT / "models/strips.onnx")
    parser.add_argument("--start", type=Path, help="begin with the weights of this exported network")
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate (2e-3)")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    cv2.setNumThreads(0)
    torch.manual_seed(args.seed)
    feed = batches(args.stills, args.batch, np.random.default_rng(args.seed))
    net = Strips()
    if args.start:
        begin(net, args.start, *next(feed)[:2])
    net = calibrated(clock.train(net, feed, loss, args.checkpoint, args.minutes, args.until, args.rate), args.stills[0])
    example = (torch.rand(STRIPS, 3, LONG, WIDE), torch.rand(STRIPS, 2))
    export(net, example, args.out, ["counts", "checkers"], {0: "n"}, ("image", "leans"))
    record_sum(args.out)


if __name__ == "__main__":
    main()
