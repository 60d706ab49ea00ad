"""Samples for the corner network: whole pictures at any turn, and boards drawn nearly upright for its second look.

Some boards run out of the picture: their corners are to be seen where they are, beyond its edge, so that the board can be refused.
And some have another board beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import strips_kept
import torch
from flats import Stack
from labelled import Pixels, Still, recoloured, smeared, stills_of, tensor

from boardcam.vision import frames, heat
from boardcam.vision.calibration import transform
from boardcam.vision.rectify import OUTSIDE, to_rectified

SIDE = 800
"""Stills are kept with their longer side no longer than this, px."""
W, H = frames.WIDE, frames.HIGH
LAST, UPRIGHT = 0.38, 0.5
"""Shares of the samples that the last look sees, its corners where they are expected, and that it or the one before sees."""
FAR = 10.0
"""Cells: a corner that is farther away, as of a board that is cut, is not looked for there."""
Matrix = npt.NDArray[np.float64]
Sample = tuple[Pixels, npt.NDArray[np.float32], npt.NDArray[np.float32] | None]
"""A picture (H, W, 3), its maps, and how far away its corners are from where the last look expects them, if it is for that."""


@dataclass(frozen=True)
class Kept:
    """A still in memory: picture and key points (8, 2) in its px: TL, TR, BR, BL, then the bar's ends in the same order; (16, 2) of
    two boards side by side."""

    image: Pixels
    points: npt.NDArray[np.float64]


def keep(still: Still) -> Kept:
    image = still.image()
    factor = min(1.0, SIDE / max(image.shape[:2]))
    points = np.array(still.labels["corners"] + still.labels["bar_ends"], np.float64)
    if factor < 1.0:
        image = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        points = (points + 0.5) * factor - 0.5
    return Kept(image, points)


def drawn(flat: strips_kept.Kept) -> Kept:
    """A quick drawing with its key points."""
    w, d, bar = flat.board.width, flat.board.depth, flat.board.bar
    xy = [[0.0, 0.0], [w, 0.0], [w, d], [0.0, d], [6.0, 0.0], [6.0 + bar, 0.0], [6.0 + bar, d], [6.0, d]]
    return Kept(flat.flat, to_rectified(flat.board, xy) + strips_kept.PAD)


def batches(folders: Sequence[Path], size: int, rng: np.random.Generator) -> Iterator[tuple[torch.Tensor, ...]]:
    """(images (n, 3, H, W), targets (n, 5, H/4, W/4), how far away the corners are (n, 4, 2), in cells, for which of them that is
    known (n,)) without end; new stills join as they are written; a quarter are quick drawings."""
    known: tuple[Still, ...] = ()
    kept: dict[Path, Kept] = {}
    drawings = Stack(rng)
    count = 0
    while True:
        if count % 500 == 0:
            known = stills_of(folders, known)
        count += 1
        chosen = [known[i] for i in rng.integers(0, len(known), size * 3 // 4)]
        kept |= {s.path: keep(s) for s in chosen if s.path not in kept}
        boards = [*(kept[s.path] for s in chosen), *(drawn(flat) for flat in drawings.some(size - len(chosen)))]
        yield collate([sample(varied(board, boards, rng), rng) for board in boards])


def collate(samples: list[Sample]) -> tuple[torch.Tensor, ...]:
    images, maps, away = zip(*samples, strict=True)
    known = torch.tensor([one is not None for one in away])
    filled = np.stack([np.zeros((4, 2), np.float32) if one is None else one for one in away])
    return tensor(list(images)), torch.from_numpy(np.stack(maps)), torch.from_numpy(filled), known


def varied(kept: Kept, others: list[Kept], rng: np.random.Generator) -> Kept:
    """The board, sometimes cut by the picture's edge, sometimes beside another one."""
    kind = rng.random()
    if kind < 0.2:
        return cut(kept, rng)
    return kept if kind < 0.93 else beside(kept, others[rng.integers(len(others))], rng)


def cut(kept: Kept, rng: np.random.Generator) -> Kept:
    """A picture that ends before the board does, at one side or two."""
    h, w = kept.image.shape[:2]
    low, high = kept.points[:4].min(0), kept.points[:4].max(0)
    least, most = np.zeros(2), np.array([w, h], np.float64)
    for side in rng.choice(4, 1 if rng.random() < 0.8 else 2, replace=False):
        away = rng.uniform(-0.03, 0.3) * (high - low)[side % 2]
        if side < 2:
            least[side] = max(0.0, low[side] + away)
        else:
            most[side % 2] = min(most[side % 2], high[side % 2] - away)
    (left, top), (right, bottom) = np.rint(least).astype(int), np.rint(most).astype(int)
    return Kept(np.ascontiguousarray(kept.image[top:bottom, left:right]), kept.points - [left, top])


def beside(kept: Kept, other: Kept, rng: np.random.Generator) -> Kept:
    """Two pictures side by side, boards of about one width."""
    parts = [kept, other]
    width = [float(np.hypot(*(part.points[0] - part.points[1]))) for part in parts]
    factors = [1.0, width[0] / width[1] * float(np.exp(rng.normal(0, 0.1)))]
    images, points = [], []
    for part, factor in zip(parts, factors, strict=True):
        rim = 0.12 * width[0] / factor
        low = np.maximum(0, part.points[:4].min(0) - rim).astype(int)
        high = (part.points[:4].max(0) + rim).astype(int)
        cropped = part.image[low[1] : high[1], low[0] : high[0]]
        images.append(cv2.resize(cropped, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
        points.append((part.points - low) * factor)
    gap, tall = int(rng.uniform(0, 0.1) * width[0]), max(image.shape[0] for image in images)
    canvas = np.full((tall, sum(image.shape[1] for image in images) + gap, 3), rng.integers(0, 256, 3), np.uint8)
    aside = np.array([images[0].shape[1] + gap, 0])
    for image, left in zip(images, (0, int(aside[0])), strict=True):
        canvas[: image.shape[0], left : left + image.shape[1]] = image
    return Kept(canvas, np.concatenate([points[0], points[1] + aside]))


def corners(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(4, 2) or (8, 2): the corners among the key points."""
    return np.concatenate([points[i : i + 4] for i in range(0, len(points), 8)])


def sample(kept: Kept, rng: np.random.Generator) -> Sample:
    kind = rng.random()
    if kind > 0.95:
        return recoloured(smeared(blotches(rng), rng), rng), np.zeros((5, H // heat.STRIDE, W // heat.STRIDE), np.float32), None
    placed = kind < LAST
    way = upright(kept, rng, placed) if kind < UPRIGHT else anyhow(kept, rng, loose=kind > 0.92)
    mirrored = rng.random() < 0.5
    if mirrored:
        way = np.array([[-1.0, 0, W - 1], [0, 1, 0], [0, 0, 1]]) @ way
    shade = OUTSIDE if rng.random() < 0.4 else tuple(int(v) for v in rng.integers(0, 256, 3))
    edge = cv2.BORDER_REPLICATE if rng.random() < 0.4 else cv2.BORDER_CONSTANT
    image = cv2.warpPerspective(_blurred(kept.image, way), way, (W, H), borderMode=edge, borderValue=shade)
    points = transform(way, kept.points)
    image = smeared(cluttered(np.asarray(image, np.uint8), points, rng), rng)
    far = away(points)
    return recoloured(image, rng), targets(points, mirrored), far if placed and np.abs(far).max() < FAR else None


def away(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """(4, 2): from each place where the second look draws a corner to the nearest that there is, cells."""
    goal, true = frames.upright_corners((W, H)), corners(points)
    nearest = np.hypot(*(true[None] - goal[:, None]).transpose(2, 0, 1)).argmin(1)
    return np.asarray((true[nearest] - goal) / heat.STRIDE, np.float32)


def blotches(rng: np.random.Generator) -> Pixels:
    """No board at all: blotches of any size, strength and colour, as of walls, cloths and what is out of focus."""
    picture = np.full((H, W, 3), rng.uniform(20, 235, 3 if rng.random() < 0.5 else 1))
    for _ in range(int(rng.integers(1, 4))):
        across = np.exp(rng.uniform(0.7, 5.3))
        cells = np.maximum(2, across * np.array([H / W, 1.0]) * np.exp(rng.normal(0, 0.5, 2) * (rng.random() < 0.3))).astype(int)
        noise = rng.normal(0, 1, (*cells, 3)) * np.exp(rng.normal(0, 0.7, 3)) * np.exp(rng.uniform(0.7, 4.2))
        picture += cv2.resize(noise, (W, H), interpolation=cv2.INTER_CUBIC if rng.random() < 0.7 else cv2.INTER_NEAREST)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _blurred(image: Pixels, way: Matrix) -> Pixels:
    """Against aliasing where the warp shrinks."""
    h, w = image.shape[:2]
    middle = transform(way, [[w / 2, h / 2], [w / 2 + 4, h / 2]])
    less = 4.0 / max(0.3, float(np.hypot(*(middle[1] - middle[0]))))
    return image if less < 1.5 else np.asarray(cv2.blur(image, (round(less), round(less))), np.uint8)


def upright(kept: Kept, rng: np.random.Generator, placed: bool) -> Matrix:
    """As the second look sees a board: drawn upright by corners that are a little wrong; either long side up. `placed`: where it
    draws them; else elsewhere in the frame, so that the network looks for corners and does not expect them."""
    source = kept.points[:4]
    if len(kept.points) > 8 and rng.random() < 0.5:  # two boards taken for one
        source = kept.points[[0, 9, 10, 3]]
    if rng.random() < 0.5:  # as a first look takes the picture's edge for the board's
        source = np.clip(source, 0, np.array(kept.image.shape[1::-1]) - 1)
    if rng.random() < 0.35:  # as a first look takes for a side of the board what a rail or an arm leaves of it
        source = without(source, int(rng.integers(4)), rng.uniform(-0.03, 0.14) + rng.normal(0, 0.02, 2))
    width = float(np.hypot(*(source[0] - source[1])))
    wrong = source + rng.normal(0, rng.choice([0.005, 0.015, 0.03, 0.05]) * width, (4, 2))
    wrong = np.roll(wrong, 2 * int(rng.integers(2)), 0)
    goal = frames.upright_corners((W, H))
    if not placed:
        goal = goal + (rng.uniform(-20, 20, 2) + (goal - [W / 2, H / 2]) * rng.uniform(-0.25, 0.15, 2)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(wrong.astype(np.float32), goal.astype(np.float32)), np.float64)


def without(points: npt.NDArray[np.float64], side: int, shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Corners (4, 2) of a board that ends at one side before its time, by such shares (2,) of its length at either end."""
    a, b, c, d = (np.arange(4) + side) % 4
    out = points.copy()
    out[a] += shares[0] * (points[d] - points[a])
    out[b] += shares[1] * (points[c] - points[b])
    return out


def anyhow(kept: Kept, rng: np.random.Generator, loose: bool) -> Matrix:
    """As the first look sees a picture: any turn, size and place; `loose`: the board may be partly or wholly outside."""
    turn = rng.normal(0, 0.15) + np.pi * int(rng.integers(2)) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    first = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    first[2, :2] = rng.normal(0, 0.00012, 2)
    points = transform(first, corners(kept.points))
    low, high = points.min(0), points.max(0)
    size = rng.uniform(0.45, 0.97) * min(W / (high[0] - low[0]), H / (high[1] - low[1])) * (2.0 if loose else 1.0)
    room = np.array([W, H]) - size * (high - low)
    out = 0.5 if loose else 0.0
    place = rng.uniform(-out, 1 + out, 2) * room if not loose else rng.uniform(-0.7, 0.7, 2) * size * (high - low)
    squeeze = np.exp(rng.normal(0, 0.06, 2))
    scale = np.diag([*(size * squeeze), 1.0])
    shift = np.eye(3)
    shift[:2, 2] = place - size * squeeze * low
    return np.asarray(shift @ scale @ first, np.float64)


def cluttered(image: Pixels, points: npt.NDArray[np.float64], rng: np.random.Generator) -> Pixels:
    """Sometimes with cards, captions and score boxes beside, and now and then over, the board."""
    if rng.random() > 0.35:
        return image
    image = image.copy()
    for _ in range(int(rng.integers(1, 4))):
        a = rng.uniform([0, 0], [W, H])
        b = a + rng.uniform(8, 90, 2)
        inside = cv2.pointPolygonTest(points[:4].astype(np.float32), tuple(map(float, (a + b) / 2)), True)
        if inside > -15 and rng.random() > 0.12:
            continue
        colour = tuple(int(v) for v in rng.integers(0, 256, 3))
        corner = (int(a[0]), int(a[1]))
        cv2.rectangle(image, corner, (int(b[0]), int(b[1])), colour, -1 if rng.random() < 0.8 else 2)
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        cv2.putText(image, "".join(rng.choice(list("AEKLMNO129 "), 6)), (corner[0], corner[1] + 14), 0, rng.uniform(0.25, 0.7), ink)
    return image


def targets(points: npt.NDArray[np.float64], mirrored: bool) -> npt.NDArray[np.float32]:
    """The maps (5, H/4, W/4) that the network should give for key points (8, 2) or (16, 2): round hills, and the surfaces."""
    maps = np.zeros((5, H // heat.STRIDE, W // heat.STRIDE), np.float32)
    cells = (points + 0.5) / heat.STRIDE - 0.5
    y, x = np.indices(maps.shape[1:])
    for i, (cx, cy) in enumerate(cells):
        kind = 2 * (i // 4 % 2) + (i + int(mirrored)) % 2
        hill = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 1.1**2))
        maps[kind] = np.maximum(maps[kind], hill)
    surface = np.zeros(maps.shape[1:], np.uint8)
    for first in range(0, len(cells), 8):
        cv2.fillPoly(surface, [np.rint(cells[first : first + 4]).astype(np.int32)], (1,))
    maps[heat.SURFACE] = surface
    return maps
