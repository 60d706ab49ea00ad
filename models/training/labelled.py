"""The stills that the renderer wrote, read lazily and kept: `.cache/stills/NNNNNN.jpg` with `.json` and `.mask.png`.

Seeds that end in 9 are held out: no training script ever sees them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch

from boardcam.vision.calibration import Calibration

Pixels = npt.NDArray[np.uint8]
_SHEET = 600
_GRAIN = np.random.default_rng(0).standard_normal((_SHEET, _SHEET, 3), np.float32)


@dataclass(frozen=True)
class Still:
    """One rendered picture with its truth."""

    path: Path

    @cached_property
    def labels(self) -> dict[str, Any]:
        return dict(json.loads(self.path.with_suffix(".json").read_text("utf-8")))

    @property
    def held_out(self) -> bool:
        return self.path.stem.endswith("9")

    def image(self) -> Pixels:
        return np.asarray(cv2.imread(str(self.path)), np.uint8)

    def mask(self) -> Pixels:
        return np.asarray(cv2.imread(str(self.path.with_suffix(".mask.png")), cv2.IMREAD_GRAYSCALE), np.uint8)

    def calibration(self) -> Calibration:
        size, board = self.labels["image_size"], self.labels["board"]
        tl, tr, br, bl = ((float(x), float(y)) for x, y in self.labels["corners"])
        return Calibration((int(size[0]), int(size[1])), (tl, tr, br, bl), float(board["bar"]), float(board["depth"]))


def stills(folder: Path, held_out: bool, known: tuple[Still, ...] = ()) -> tuple[Still, ...]:
    """All stills of the folder, those `known` already with what they hold."""
    old = {still.path for still in known}
    fresh = (Still(path.with_suffix(".jpg")) for path in sorted(folder.glob("*.json")))
    return known + tuple(s for s in fresh if s.held_out == held_out and s.path not in old and _complete(s.path))


def stills_of(folders: Sequence[Path], known: tuple[Still, ...] = ()) -> tuple[Still, ...]:
    """The stills of several folders that may be trained on, those `known` already with what they hold."""
    return reduce(lambda more, folder: stills(folder, held_out=False, known=more), folders, known)


def _complete(path: Path) -> bool:
    return path.exists() and path.with_suffix(".mask.png").exists()


def recoloured(image: Pixels, rng: np.random.Generator) -> Pixels:
    """A picture under another light, camera and paint, so that shape is learnt and not colour."""
    mix = np.eye(3) + rng.normal(0, 1, (3, 3)) * rng.choice([0.03, 0.12, 0.35])
    mix /= np.abs(mix.sum(1, keepdims=True)).clip(0.3)
    if rng.random() < 0.08:
        mix[:] = (0.114, 0.587, 0.299)
    contrast, level = rng.uniform(0.6, 1.5), rng.uniform(-40, 40)
    middle = float(image[::8, ::8].mean())
    out = cv2.transform(image, np.column_stack([mix * contrast, np.full(3, middle * (1 - contrast) + level)]))
    out = cv2.LUT(out, np.rint(255 * np.linspace(0, 1, 256) ** np.exp(rng.normal(0, 0.35))).astype(np.uint8))
    strength = int(rng.choice([0, 2, 7]))
    return np.asarray(_noisy(out, strength, rng) if strength else out, np.uint8)


def _noisy(image: cv2.typing.MatLike, strength: int, rng: np.random.Generator) -> cv2.typing.MatLike:
    """Camera noise: a window of a fixed sheet of grain, scaled."""
    y, x = rng.integers(0, _SHEET - image.shape[0]), rng.integers(0, _SHEET - image.shape[1])
    grain = _GRAIN[y : y + image.shape[0], x : x + image.shape[1]]
    return cv2.scaleAdd(grain, float(strength), image.astype(np.float32)).clip(0, 255)


def tensor(images: list[Pixels]) -> torch.Tensor:
    """(n, 3, h, w) in 0…1, from pictures (h, w, 3)."""
    return torch.from_numpy(np.stack(images)).permute(0, 3, 1, 2).float() / 255


def smeared(image: Pixels, rng: np.random.Generator) -> Pixels:
    """Sometimes out of focus, small in the frame, or crushed by a codec."""
    kind = rng.random()
    if kind < 0.25:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.8)), np.uint8)
    if kind < 0.5:
        h, w = image.shape[:2]
        less = rng.uniform(1.2, 3.0)
        small = cv2.resize(image, (max(8, int(w / less)), max(8, int(h / less))), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)
    if kind < 0.62:
        code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))])[1]
        return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return image
