"""Trains the die reader (`dice.onnx`) and the finder of dice without a board (`finder.onnx`).

    python models/training/dice.py reader --minutes 30
    python models/training/dice.py finder --minutes 15

Reads what is there of `.cache/dice_scenes` (dice_scenes.py), `.cache/stills` and `.cache/dice` (stills.py). The reader's crops are
cut anew each time, the die 0.3 to 0.62 of the crop; small dice are made by shrinking first, so that the likelihoods know what a die
of 10 px is worth. Seeds ending in 9 are held out.

A cocked die seen from above looks like a flat one seen at a slant. So crops are drawn as from above (the plane of the table
upright, a flat die's top a square), turned so that tall things lean upwards, and how far they lean is told to the network as a
fourth channel. A third of the crops are cut plainly, at any angle, that channel 0: for pictures without a board.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import clock
import cv2
import numpy as np
import rough
import torch
import torch.nn.functional as nnf
from residual import Block, Conv, export
from torch import Tensor, nn

from boardcam.vision.calibration import transform

CROP = 64
STRIDE = 4
WEIGHT = {"scenes": 2.5, "stills": 2.5, "crops": 2.5, "wry": 2.5, "others": 0.7, "empty": 1.3}
"""How often the reader's crops are from each source; `wry`: from any of them a die that is cocked or lies on a checker."""
WRONG_SIZE = 0.1
"""Share of crops in which a die is far too large or too small: pips are no dice, nor are five dice a five."""
FINDER = 160
"""Side of the finder's training pictures."""


class Reader(nn.Module):
    """(n, 4, 64, 64) → die, six faces, flat, on a checker, middle x and y from the crop's middle (crop sides), log2 edge / side."""

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

    def forward(self, x: Tensor) -> tuple[Tensor]:
        return (self.say(self.look(self.body(x * 2 - 1)).flatten(1)),)


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


@dataclass(frozen=True)
class Patch:
    """A picture, or a piece of one, with its dice."""

    image: np.ndarray
    center: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    edge: np.ndarray = field(default_factory=lambda: np.zeros(0, np.float32))
    label: np.ndarray = field(default_factory=lambda: np.zeros((0, 4), np.float32))
    """Columns: value (0 = none), flat, on checker, visible."""
    basis: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 2), np.float32))
    """How each die is seen: 2x2, px an edge along the table; NaN = unknown."""
    lean: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    """On the table, by how much a thing's top seems to stand away from its foot, edges an edge of height."""


def patch(image: np.ndarray, dice: list[dict[str, Any]]) -> Patch:
    """Labels may tell `plane` (2x2, px a unit of table), `edge` (in that unit) and `lean`."""
    rows = [[d["value"] or 0, bool(d["flat"]), bool(d["on_checker"]), d.get("visible", 1.0) * (not d.get("moving"))] for d in dice]
    unknown = np.full((2, 2), np.nan)
    return Patch(
        image,
        np.array([d["center"] for d in dice], np.float32).reshape(-1, 2),
        np.array([d["pixels"] for d in dice], np.float32),
        np.array(rows, np.float32).reshape(-1, 4),
        np.array([np.array(d["plane"]) * d["edge"] if "plane" in d else unknown for d in dice], np.float32).reshape(-1, 2, 2),
        np.array([d.get("lean", [0, 0]) for d in dice], np.float32).reshape(-1, 2),
    )


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


def seed_of(path: Path) -> int:
    return int("".join(c for c in path.stem if c.isdigit()) or 0)


def patches(cache: Path, held_out: bool) -> dict[str, list[Patch]]:
    """All pictures of the wanted seeds, by source."""
    found: dict[str, list[Patch]] = {"scenes": [], "stills": [], "empty": [], "crops": [], "others": []}
    for path in sorted((cache / "dice_scenes").glob("*.json")):
        if (seed_of(path) % 10 == 9) is held_out and (image := cv2.imread(str(path.with_suffix(".png")))) is not None:
            found["scenes"].append(patch(image, json.loads(path.read_text())["dice"]))
    for path in sorted((cache / "stills").glob("*.json")):
        if (seed_of(path) % 10 == 9) is held_out and (image := cv2.imread(str(path.with_suffix(".jpg")))) is not None:
            dice, empty = pieces(image, json.loads(path.read_text()), np.random.default_rng(seed_of(path)))
            found["stills"] += dice
            found["empty"] += empty
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


def pieces(image: np.ndarray, label: dict[str, Any], rng: np.random.Generator) -> tuple[list[Patch], list[Patch]]:
    """A still cut up: around each die, and around things that are none."""
    dice = views([d for d in label["dice"] if d["pixels"] > 5], np.array(label["projection"]))
    whole = patch(image, dice)
    out = [cut(whole, c, 4.2 * e) for c, e in zip(whole.center, whole.edge, strict=True)]
    edge = float(np.median(whole.edge)) if len(whole.edge) else 0.03 * image.shape[1]
    spots = [c["top"] for c in label["checkers"]]
    rng.shuffle(spots)
    spots = spots[:5] + ([label["cube"]["center"]] * 2 if label.get("cube") else [])
    spots += [[float(v) for v in rng.uniform(0, 1, 2) * image.shape[1::-1]] for _ in range(8)]
    return out, [cut(whole, np.array(c, np.float32), 4.2 * edge) for c in spots]


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
    return Patch(image.copy(), (at * shrink).astype(np.float32), whole.edge * shrink, whole.label, whole.basis * shrink, whole.lean)


def crop(
    rng: np.random.Generator, source: Patch, center: np.ndarray, across: np.ndarray, size: int
) -> tuple[np.ndarray, np.ndarray]:
    """The square around `center` whose sides are the columns of `across` (px), drawn `size` px; with the dice's middles in it."""
    turn = np.linalg.inv(across / size)
    shift = (size - 1) / 2 - turn @ center
    small = source.image
    scale = float(np.sqrt(abs(np.linalg.det(turn))))
    if scale < 0.7:  # mean before thinning out, as a sensor does
        small = cv2.GaussianBlur(small, (0, 0), 0.45 / scale)
    border = cv2.BORDER_REFLECT if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    grey = [float(v) for v in rng.uniform(0, 255, 3)]
    way = np.column_stack([turn, shift])
    image = cv2.warpAffine(small, way, (size, size), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=grey)
    return image, source.center @ turn.T + shift


def turned(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def leaning_up(lean: np.ndarray) -> np.ndarray:
    """2x2, crop axes → table axes: what leans along `lean` points up (0, -1) in the crop."""
    far = float(np.hypot(*lean))
    down = -lean / far if far > 1e-6 else np.array([0.0, 1.0])
    return np.array([[down[1], down[0]], [-down[0], down[1]]])


def plain(rng: np.random.Generator, edge: float) -> np.ndarray:
    """Any angle, at times mirrored; columns `edge` px long."""
    return edge * turned(rng.uniform(0, 2 * np.pi)) @ np.diag([rng.choice([-1.0, 1.0]), 1.0])


def from_above(rng: np.random.Generator, basis: np.ndarray, lean: np.ndarray) -> np.ndarray:
    """As the reader draws a die on a board, but a little wrong, as calibrations are."""
    stretch = np.exp(rng.normal(0, 0.03))
    wrong = turned(rng.normal(0, 0.05)) @ np.diag([rng.choice([-1.0, 1.0]) * stretch, 1 / stretch])
    return basis @ leaning_up(lean + rng.normal(0, 0.03, 2)) @ wrong


def reader_sample(rng: np.random.Generator, pool: dict[str, list[Patch]]) -> tuple[np.ndarray, np.ndarray]:
    """One crop (64, 64, 4) and its target: die, value, flat, on checker, x, y, log2 edge; NaN = do not learn this."""
    kinds = [k for k in WEIGHT if pool[k]]
    p = np.array([WEIGHT[k] for k in kinds])
    kind = kinds[rng.choice(len(kinds), p=p / p.sum())]
    source = pool[kind][rng.integers(len(pool[kind]))]
    k, center = aim(rng, source, kind)
    edge = float(source.edge[k]) if k >= 0 else source.image.shape[0] * rng.uniform(0.2, 0.4)
    known = k >= 0 and bool(np.isfinite(source.basis[k]).all()) and rng.random() < 0.67
    fraction = rng.uniform(0.3, 0.62) if rng.random() > WRONG_SIZE else 2 ** (rng.uniform(0.5, 2.2) * rng.choice([-2, 1, 1]))
    across = from_above(rng, source.basis[k], source.lean[k]) if known else plain(rng, edge)
    image, at = crop(rng, source, center, across / fraction, CROP)
    how = 0.0
    if known or (k < 0 and rng.random() < 0.67):
        lean = float(np.hypot(*source.lean[k])) if known else rng.uniform(0, 1.4)
        how = told(lean)
    wanted = target(source, (at - (CROP - 1) / 2) / CROP, across / fraction, known)
    picture = shrunk(rng, image, CROP * min(fraction, 0.7))
    return np.dstack([picture.astype(np.float32) / 255, np.full((CROP, CROP), how, np.float32)]), wanted


def told(lean: float) -> float:
    """The fourth channel: 0 = unknown, else 0.5 from straight above … 1 from 34° high and lower."""
    return 0.5 + 0.5 * min(1.0, lean / 1.5)


def aim(rng: np.random.Generator, source: Patch, kind: str) -> tuple[int, np.ndarray]:
    """Which die's view to take (-1 = there is none), and where to look."""
    middle = np.array(source.image.shape[1::-1]) / 2
    good = np.flatnonzero(source.label[:, 3] > 0.7) if len(source.label) else np.zeros(0, int)
    if kind == "wry":
        good = good[wry(source)[good]]
    elif kind == "stills" and len(good):  # the piece was cut around one of them: the nearest to its middle
        good = good[np.argsort(np.hypot(*(source.center[good] - middle).T))[:1]]
    if kind == "empty" or not len(good) or (kind == "scenes" and rng.random() < 0.2):
        any_die = int(rng.integers(len(source.edge))) if len(source.edge) else -1
        return any_die, (middle if kind in ("others", "crops") else rng.uniform(0.25, 0.75, 2) * 2 * middle)
    k = int(good[rng.integers(len(good))])
    offset = rng.normal(0, 0.13, 2) if rng.random() < 0.8 else rng.normal(0, 0.5, 2)
    return k, source.center[k] + offset * source.edge[k]


def shrunk(rng: np.random.Generator, image: np.ndarray, edge: float) -> np.ndarray:
    """Sometimes as if the die were only 7…24 px in the frame."""
    if rng.random() < 0.45:
        pixels = rng.uniform(7, 24)
        small = max(6, round(CROP * pixels / edge))
        if small < CROP:
            image = cv2.resize(
                cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), (CROP, CROP), interpolation=cv2.INTER_LINEAR
            )
    image = rough.roughen(rng, rough.recolour(rng, image))
    if rng.random() < 0.06:
        a, b = rng.integers(0, CROP, 2)
        cv2.circle(image, (int(a), int(b)), int(rng.integers(4, 16)), [float(v) for v in rng.uniform(0, 255, 3)], -1)
    return image


def target(source: Patch, at: np.ndarray, across: np.ndarray, known: bool) -> np.ndarray:
    """`at`: the dice's middles from the crop's middle, in crop sides; `across`: the crop's sides in px."""
    nothing = np.array([0, *[np.nan] * 6], np.float32)
    if not len(at):
        return nothing
    away = np.hypot(*at.T)
    k = int(away.argmin())
    side = np.sqrt(abs(np.linalg.det(across)))
    fraction = np.sqrt(abs(np.linalg.det(source.basis[k]))) / side if known else source.edge[k] / side
    value, flat, on_checker, visible = source.label[k]
    if away[k] > 0.75 * fraction or not 0.2 < fraction < 1.0:
        return nothing
    if away[k] > 0.35 * fraction or visible <= 0.7 or not value:
        return np.full(7, np.nan, np.float32)
    if not known and np.hypot(*source.lean[k]) > 0.4:  # cannot be told; nearly from above it can
        flat = np.nan
    return np.array([1, value, flat, on_checker, *at[k], np.log2(fraction)], np.float32)


def reader_batches(rng: np.random.Generator, pool: dict[str, list[Patch]], size: int = 64) -> Iterator[tuple[Tensor, Tensor]]:
    while True:
        samples = [reader_sample(rng, pool) for _ in range(size)]
        images = np.stack([image for image, _ in samples]).transpose(0, 3, 1, 2)
        yield torch.from_numpy(np.ascontiguousarray(images)), torch.from_numpy(np.stack([t for _, t in samples]))


def reader_loss(model: nn.Module, batch: tuple[Tensor, Tensor]) -> tuple[Tensor, dict[str, float]]:
    images, wanted = batch
    out = model(images.contiguous(memory_format=torch.channels_last))[0].float()
    sure = ~wanted[:, 0].isnan()
    die = nnf.binary_cross_entropy_with_logits(out[sure, 0], wanted[sure, 0])
    on = sure & (wanted[:, 0] > 0.5)
    o, w = out[on], wanted[on]
    face = nnf.cross_entropy(o[:, 1:7], w[:, 1].long() - 1, label_smoothing=0.01)
    told = ~w[:, 2].isnan()
    flat = nnf.binary_cross_entropy_with_logits(o[told, 7], w[told, 2])
    checker = nnf.binary_cross_entropy_with_logits(o[:, 8], w[:, 3])
    where = nnf.smooth_l1_loss(o[:, 9:11], w[:, 4:6], beta=0.02) + 0.1 * nnf.smooth_l1_loss(o[:, 11], w[:, 6], beta=0.2)
    right = (o[:, 1:7].argmax(1) + 1 == w[:, 1]).float().mean()
    parts = {"die": die, "face": face, "flat": flat, "checker": checker, "where": where, "right": right}
    return die + face + flat + 0.5 * checker + 4 * where, {k: float(v.detach()) for k, v in parts.items()}


def finder_sample(rng: np.random.Generator, pool: dict[str, list[Patch]]) -> tuple[np.ndarray, np.ndarray]:
    """A picture of FINDER px and its heat (0…1; NaN = do not learn), a quarter of that."""
    kind = "scenes" if rng.random() < 0.7 or not pool["stills"] else ("stills" if rng.random() < 0.7 else "empty")
    source = pool[kind][rng.integers(len(pool[kind]))]
    edge = float(np.median(source.edge)) if len(source.edge) else 30.0
    wanted = 2 ** rng.uniform(np.log2(9), np.log2(56))
    center = rng.uniform(0.25, 0.75, 2) * source.image.shape[1::-1]
    across = plain(rng, FINDER * edge / wanted)
    scale = wanted / edge
    image, at = crop(rng, source, center, across, FINDER)
    n = FINDER // STRIDE
    v, u = np.mgrid[0:n, 0:n] * STRIDE + (STRIDE - 1) / 2
    heat = np.zeros((n, n), np.float32)
    for (x, y), e, row in zip(at, source.edge * scale, source.label, strict=True):
        away = np.hypot(u - x, v - y)
        peak = np.exp(-((away / (0.16 * e)) ** 2) / 2)
        if row[3] <= 0.3 or e < 12 or e > 46:
            heat[away < 0.6 * e] = np.nan
        else:
            heat = np.fmax(heat, peak.astype(np.float32))
    return rough.roughen(rng, rough.recolour(rng, image)).astype(np.float32) / 255, heat


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
    parser.add_argument("network", choices=("reader", "finder"))
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--until", type=clock.clock_time, default=math.inf, metavar="HH:MM", help="end earlier, by the wall clock")
    parser.add_argument("--cache", type=Path, default=Path(".cache"))
    parser.add_argument("--models", type=Path, default=Path("models"))
    parser.add_argument("--checkpoint", type=Path, help="default: CACHE/NETWORK.pt; training goes on from it")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = rough.seed(args.seed)
    pool = patches(args.cache, held_out=False)
    print({kind: len(many) for kind, many in pool.items()}, flush=True)
    checkpoint = args.checkpoint or args.cache / f"{args.network}.pt"
    if args.network == "reader":
        mean = clock.train(Reader(), reader_batches(rng, pool), reader_loss, checkpoint, args.minutes, args.until)
        keep(mean, torch.rand(2, 4, CROP, CROP), args.models / "dice.onnx", "die", {0: "n"})
    else:
        mean = clock.train(Finder(), finder_batches(rng, pool), finder_loss, checkpoint, args.minutes, args.until)
        keep(mean, torch.rand(2, 3, FINDER, FINDER), args.models / "finder.onnx", "heat", {0: "n", 2: "h", 3: "w"})


def keep(net: nn.Module, example: Tensor, path: Path, output: str, free: dict[int, str]) -> None:
    """Export and list the sum."""
    from boardcam.vision.networks import record_sum

    export(net, example, path, [output], free)
    record_sum(path)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
