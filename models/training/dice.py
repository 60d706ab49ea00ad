"""Trains the die reader (`dice.onnx`) and the finder of dice without a board (`finder.onnx`).

    python models/training/dice.py reader --minutes 30
    python models/training/dice.py lie --minutes 15
    python models/training/dice.py finder --minutes 15

Reads what is there of `.cache/dice_scenes` (dice_scenes.py), `.cache/stills`, `.cache/many` and `.cache/dice` (stills.py). The
reader's crops are cut anew each time, the die 0.3 to 0.62 of the crop; small dice are made by shrinking first, so that the
likelihoods know what a die of 10 px is worth. Seeds ending in 9 are held out.

A cocked die seen from above looks like a flat one seen at a slant. So crops are drawn as from above (the plane of the table
upright, a flat die's top a square), turned so that tall things lean upwards, and how far they lean is told to the network as a
fourth channel. More than a quarter of the crops are cut plainly, at any angle, that channel 0: for pictures without a board.

What a die leans or lies on is larger than the crop. So a second, coarser picture shows more than twice as much around it; only how
the die lies is told by it. `reader` does not teach that; `lie` goes on from `dice.onnx` and teaches that alone, so that what it
says of faces stays as it is.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import clock
import numpy as np
import rough
import torch
import torch.nn.functional as nnf
from dice_crops import AROUND, CROP, FINDER, LYING, WEIGHT, finder_sample, reader_sample
from dice_patches import Patch, patches
from residual import Block, Conv, begin, export
from torch import Tensor, nn


class Reader(nn.Module):
    """(n, 4, 64, 64), (n, 4, 48, 48) → die, six faces, flat, on a checker, middle x and y from the crop's middle (crop sides),
    log2 edge / side."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(4, 24, 5, 2), Block(24, 24),
            Conv(24, 48, 3, 2), Block(48, 48), Block(48, 48),
            Conv(48, 80, 3, 2), Block(80, 80), Block(80, 80),
        )  # fmt: skip
        # Each channel weighs the places itself: the die in the middle counts, not its neighbour.
        self.look = nn.Conv2d(80, 160, 8, groups=80)
        self.say = nn.Sequential(nn.ReLU(), nn.Dropout(0.1), nn.Linear(160, 12))
        # How a die lies is told by how far its top is from square, whichever way: that takes one layer more.
        self.lie = nn.Sequential(nn.ReLU(), nn.Linear(160, 64), nn.ReLU(), nn.Linear(64, 2))
        # And by what is beside and under it, seen with the same first layers.
        self.around = nn.Sequential(Block(24, 40, 2), Block(40, 64, 2))
        self.survey = nn.Conv2d(64, 128, 6, groups=64)
        self.beside = nn.Sequential(nn.ReLU(), nn.Linear(128, 48), nn.ReLU(), nn.Linear(48, 2))
        for last in (self.lie[3], self.beside[3]):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)
        # Only to teach it shape: how the top is out of square, and which way it looks. Not exported.
        self.askew = nn.Sequential(nn.ReLU(), nn.Linear(160, 5))

    def forward(self, x: Tensor, wide: Tensor) -> tuple[Tensor, ...]:
        looked = self.look(self.body(x * 2 - 1)).flatten(1)
        said = self.say(looked)
        lies = said[:, 7:9] + self.lie(looked)
        if not self.body.training:  # taught afterwards: `lie`
            lies = lies + self.beside(self.survey(self.around(self.body[:2](wide * 2 - 1))).flatten(1))
        said = torch.cat([said[:, :7], lies, said[:, 9:]], 1)
        return (said, self.askew(looked)) if self.training else (said,)

    def learn(self, *parts: nn.Module) -> None:
        """From now on only these parts change."""
        self.requires_grad_(False)
        for part in parts:
            part.requires_grad_(True)

    def train(self, mode: bool = True) -> Self:
        """The norms of a part that does not change stand still too."""
        super().train(mode)
        self.body.train(mode and self.body[-1].body[0][0].weight.requires_grad)
        return self


class Finder(nn.Module):
    """(n, 3, h, w) → (n, 1, h / 4, w / 4) log-odds of a die's top being centred there; dice of 14 to 40 px."""

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(Conv(3, 12, 3, 2), Conv(12, 24, 3, 2), Block(24, 24))
        self.coarse = nn.Sequential(Conv(24, 40, 3, 2), Block(40, 40), Block(40, 40), Block(40, 40))
        self.narrow = nn.Conv2d(40, 24, 1)
        self.join = Conv(24, 24)
        self.heat = nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> tuple[Tensor]:
        fine = self.fine(x * 2 - 1)
        coarse = nnf.interpolate(self.narrow(self.coarse(fine)), scale_factor=2.0, mode="bilinear", align_corners=False)
        return (self.heat(self.join(fine + coarse)),)


def reader_batches(
    rng: np.random.Generator, pool: dict[str, list[Patch]], weight: dict[str, float], size: int = 64
) -> Iterator[tuple[Tensor, ...]]:
    while True:
        images, around, wanted = (
            torch.from_numpy(np.stack(part)) for part in zip(*(reader_sample(rng, pool, weight) for _ in range(size)), strict=True)
        )
        yield images.permute(0, 3, 1, 2), around.permute(0, 3, 1, 2), wanted  # channels last in memory


def reader_loss(model: nn.Module, batch: tuple[Tensor, ...]) -> tuple[Tensor, dict[str, float]]:
    images, around, wanted = batch
    out, askew = (part.float() for part in model(images, around))
    sure = ~wanted[:, 0].isnan()
    die = nnf.binary_cross_entropy_with_logits(out[sure, 0], wanted[sure, 0])
    on = sure & (wanted[:, 0] > 0.5)
    o, w = out[on], wanted[on]
    face = nnf.cross_entropy(o[:, 1:7], w[:, 1].long() - 1, label_smoothing=0.01)
    told = ~w[:, 2].isnan()
    flat = nnf.binary_cross_entropy_with_logits(o[told, 7], w[told, 2])
    checker = nnf.binary_cross_entropy_with_logits(o[:, 8], w[:, 3])
    where = nnf.smooth_l1_loss(o[:, 9:11], w[:, 4:6], beta=0.02) + 0.1 * nnf.smooth_l1_loss(o[:, 11], w[:, 6], beta=0.2)
    shaped = on & ~wanted[:, 7].isnan()
    shape = nnf.smooth_l1_loss(askew[shaped, :3], wanted[shaped, 7:10], beta=0.05)
    facing = on & ~wanted[:, 10].isnan()
    looks = nnf.smooth_l1_loss(askew[facing, 3:], wanted[facing, 10:], beta=0.05)
    parts = {"die": die, "face": face, "flat": flat, "checker": checker, "where": where, "shape": shape, "looks": looks}
    parts["right"] = (o[:, 1:7].argmax(1) + 1 == w[:, 1]).float().mean()
    return die + face + 1.5 * flat + checker + 4 * where + 2 * shape + 4 * looks, {k: float(v.detach()) for k, v in parts.items()}


def finder_batches(rng: np.random.Generator, pool: dict[str, list[Patch]], size: int = 12) -> Iterator[tuple[Tensor, Tensor]]:
    while True:
        samples = [finder_sample(rng, pool) for _ in range(size)]
        images = np.stack([image for image, _ in samples]).transpose(0, 3, 1, 2)
        yield torch.from_numpy(np.ascontiguousarray(images)), torch.from_numpy(np.stack([t for _, t in samples]))


def finder_loss(model: nn.Module, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, dict[str, float]]:
    images, wanted = batch
    out = model(images.contiguous(memory_format=torch.channels_last))[0].float()[:, 0]
    value = heat_loss(out, wanted)
    return value, {"heat": float(value.detach())}


def heat_loss(out: Tensor, wanted: Tensor) -> Tensor:
    """Focal loss on soft peaks: |error|² weighs the cross entropy, so that the empty table does not drown the dice."""
    known = ~wanted.isnan()
    o, w = out[known], wanted[known]
    each = nnf.binary_cross_entropy_with_logits(o, w, reduction="none") * (o.sigmoid() - w).abs() ** 2
    return each.sum() / (w.sum() + 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=("reader", "lie", "finder"))
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--cache", type=Path, default=Path(".cache"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--checkpoint", type=Path, help="default: CACHE/NETWORK.pt; training goes on from it")
    parser.add_argument("--onward", action="store_true", help="the reader: start from MODELS/dice.onnx, not from nothing")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = rough.seed(args.seed)
    checkpoint = args.checkpoint or args.cache / f"{args.network}.pt"
    pool = patches(args.cache, held_out=False, empty=args.network != "lie")
    print({kind: len(many) for kind, many in pool.items()}, flush=True)
    if args.network != "finder":
        net, only_lie = Reader(), args.network == "lie"
        batches = reader_batches(rng, pool, LYING if only_lie else WEIGHT)
        if (args.onward or only_lie) and not checkpoint.exists():
            begin(net, args.models / "dice.onnx", *next(reader_batches(rng, pool, WEIGHT, 256))[:2])
        if only_lie:
            net.learn(net.around, net.survey, net.beside)
        mean = clock.train(net, batches, reader_loss, checkpoint, args.minutes, args.until, 1e-3 if args.onward else 2e-3)
        example = torch.rand(2, 4, CROP, CROP), torch.rand(2, 4, AROUND, AROUND)
        keep(mean, example, args.models / "dice.onnx", "die", {0: "n"}, ("image", "around"))
    else:
        mean = clock.train(Finder(), finder_batches(rng, pool), finder_loss, checkpoint, args.minutes, args.until)
        keep(mean, torch.rand(2, 3, FINDER, FINDER), args.models / "finder.onnx", "heat", {0: "n", 2: "h", 3: "w"})


def keep(
    net: nn.Module, example: Tensor | tuple[Tensor, ...], path: Path, output: str, free: dict[int, str],
    inputs: tuple[str, ...] = ("image",),
) -> None:  # fmt: skip
    """Export and list the sum."""
    from boardcam.vision.networks import record_sum

    export(net, example, path, [output], free, inputs)
    record_sum(path)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
