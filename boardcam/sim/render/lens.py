"""From light to a picture: exposure, lens and sensor, the camera's own processing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Light = NDArray[np.float32]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Lens:
    exposure: float = 0.42
    """Brightness (after gamma) to which the middle of the picture is brought."""
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gains of blue, green, red."""
    blur: float = 0.6
    """Sigma of the defocus, px."""
    motion: tuple[float, float] = (0.0, 0.0)
    """Streak of a shaken camera: length px, angle."""
    grain: float = 0.008
    """Sigma of the noise at full brightness; shadows have more after gamma."""
    blotch: float = 0.0
    """Share of the grain that is coarse (compressed night video)."""
    gamma: float = 2.2
    contrast: float = 1.0
    black: float = 0.0
    """Lift of the blacks."""
    saturation: float = 1.0
    sharpen: float = 0.3
    vignette: float = 0.15
    k1: float = 0.0
    """Radial distortion: r' = r (1 + k1 r²), r in half widths of the picture, from its middle."""
    quality: int = 88
    """JPEG; 0 = leave it."""


def lens(rng: np.random.Generator) -> Lens:
    """A decent camera in a decent light."""
    return Lens(
        exposure=float(rng.uniform(0.42, 0.58)), balance=_balance(rng, 0.05), blur=float(rng.uniform(0.4, 0.8)),
        grain=float(rng.uniform(0.004, 0.015)), sharpen=float(rng.uniform(0, 0.6)), vignette=float(rng.uniform(0, 0.25)),
    )  # fmt: skip


def _balance(rng: np.random.Generator, spread: float) -> tuple[float, float, float]:
    blue, green, red = (float(v) for v in np.exp(rng.normal(0, spread, 3)))
    return blue, green, red


def any_lens(rng: np.random.Generator) -> Lens:
    """Any camera: telephone, webcam at night, shaken, out of focus."""
    shake = (float(rng.uniform(1.5, 7)), float(rng.uniform(0, np.pi))) if rng.random() < 0.08 else (0.0, 0.0)
    sharp = rng.random() < 0.75
    out = Lens(
        exposure=float(rng.uniform(0.36, 0.68)), balance=_balance(rng, 0.12), motion=shake,
        blur=float(rng.uniform(0.3, 0.9) if sharp else rng.uniform(0.9, 2.2)),
        grain=float(np.exp(rng.uniform(np.log(0.003), np.log(0.03)))), gamma=float(rng.uniform(1.9, 2.5)),
        contrast=float(rng.uniform(0.8, 1.25)), black=float(rng.choice([0, rng.uniform(0, 0.06)])),
        saturation=float(rng.uniform(0.6, 1.35)), sharpen=float(rng.choice([0, rng.uniform(0, 1), rng.uniform(0.5, 1.8)])),
        vignette=float(rng.uniform(0, 0.45)), k1=float(rng.uniform(-0.09, 0.05)) if rng.random() < 0.4 else 0.0,
        quality=int(rng.integers(60, 96)),
    )  # fmt: skip
    return night(rng, out) if rng.random() < 0.1 else out


def night(rng: np.random.Generator, base: Lens) -> Lens:
    """A webcam in a dim room: dark, flat, blotchy, soft."""
    return replace(
        base, exposure=float(rng.uniform(0.1, 0.28)), contrast=float(rng.uniform(0.6, 0.95)), blur=float(rng.uniform(0.7, 1.6)),
        grain=float(rng.uniform(0.006, 0.02)), blotch=float(rng.uniform(0.2, 0.7)), vignette=float(rng.uniform(0.2, 0.7)),
        saturation=float(rng.uniform(0.5, 1.1)), quality=int(rng.integers(55, 80)),
    )  # fmt: skip


def develop(
    light: Light, lens: Lens, level: float | None = None, corner: tuple[int, int] = (0, 0), whole: tuple[int, int] | None = None
) -> Light:
    """Linear RGB [h, w, 3] → BGR, 0…1 after gamma, without grain.

    `level` fixes the exposure (see `metered`). A part of a picture says where its `corner` (x, y) is in the `whole` (w, h).
    """
    image = light[..., ::-1] * (np.float32(level or metered(light, lens)) * np.array(lens.balance, np.float32))
    if lens.vignette:
        h, w = image.shape[:2]
        image *= _vignette(corner, (w, h), whole or (w, h), lens.vignette)[..., None]
    image = optics(image, lens)
    np.clip(image, 0, 4, out=image)
    image = _shoulder(image)
    image = cv2.pow(image, 1 / lens.gamma)
    if lens.saturation != 1:
        grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
        image = grey[..., None] + lens.saturation * (image - grey[..., None])
    if lens.contrast != 1 or lens.black:
        middle = lens.exposure
        image = (image - middle) * lens.contrast + middle
        image = lens.black + (1 - lens.black) * image
    return np.asarray(image, np.float32)


def metered(light: Light, lens: Lens) -> float:
    """The gain that brings the typical brightness of the middle of the picture to `lens.exposure`."""
    h, w = light.shape[:2]
    middle = np.clip(light[h // 5 : -h // 5 : 4, w // 5 : -w // 5 : 4].mean(-1), 0, None)
    typical = 0.5 * float(middle.mean()) + 0.5 * float(np.percentile(middle, 80)) * 0.55
    return float(lens.exposure**lens.gamma / max(typical, 1e-4))


def _shoulder(image: Light) -> Light:
    """Highlights run out softly instead of clipping hard at 1."""
    knee = np.float32(0.75)
    over = np.maximum(image - knee, 0)
    return np.asarray(np.minimum(image, knee) + np.float32(0.25) * over / (over + np.float32(0.25)), np.float32)


def _vignette(corner: tuple[int, int], size: tuple[int, int], whole: tuple[int, int], strength: float) -> Light:
    x, y = (((np.arange(n, dtype=np.float32) + c) * 2 / all_ - 1) for n, c, all_ in zip(size, corner, whole, strict=True))
    x, y = x[None], y[:, None]
    return np.asarray(1 - strength * 0.5 * (x * x + y * y), np.float32)


def optics(image: Light, lens: Lens) -> Light:
    """Defocus, shake and distortion."""
    if lens.blur > 0.25:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), lens.blur), np.float32)
    if lens.motion[0] > 1:
        image = np.asarray(cv2.filter2D(image, -1, streak(*lens.motion)), np.float32)
    return np.asarray(distort(image, lens.k1), np.float32)


def streak(length: float, angle: float) -> Light:
    """Kernel of a straight motion blur."""
    n = int(length) // 2 * 2 + 3
    kernel = np.zeros((n, n), np.float32)
    d = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = np.array([n / 2 - 0.5] * 2)
    ends = np.round(np.stack([middle - d, middle + d]) * 16).astype(int)
    cv2.line(kernel, ends[0].tolist(), ends[1].tolist(), (1.0,), 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def distort(image: NDArray[Any], k1: float, nearest: bool = False) -> NDArray[Any]:
    """The picture through a lens of distortion k1 (see `Lens.k1`)."""
    if not k1:
        return image
    h, w = image.shape[:2]
    x = (np.arange(w, dtype=np.float32) + 0.5 - w / 2) / (w / 2)
    y = (np.arange(h, dtype=np.float32) + 0.5 - h / 2) / (w / 2)
    x, y = np.meshgrid(x, y)
    r = np.sqrt(x * x + y * y)
    s = r.copy()
    for _ in range(6):
        s = r / (1 + np.float32(k1) * s * s)
    gain = np.where(r > 1e-6, s / np.maximum(r, 1e-6), 1).astype(np.float32)
    map_x, map_y = (x * gain + 1) * (w / 2) - 0.5, (y * gain + h / w) * (w / 2) - 0.5
    how = cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR
    return cv2.remap(image, map_x, map_y, how, borderMode=cv2.BORDER_REPLICATE)


def distorted(points: NDArray[np.floating], size: tuple[int, int], k1: float) -> NDArray[np.float64]:
    """Pixels [n, 2] of the pinhole → pixels in the picture."""
    half = size[0] / 2
    q = (np.asarray(points, float) - [size[0] / 2, size[1] / 2]) / half
    return np.asarray(q * (1 + k1 * (q**2).sum(-1, keepdims=True)) * half + [size[0] / 2, size[1] / 2])


class Grain:
    """A tile of noise, cut afresh for each frame: cheap and never twice the same."""

    def __init__(self, rng: np.random.Generator, size: tuple[int, int], lens: Lens) -> None:
        w, h = size[0] + 96, size[1] + 96
        fine = np.tile(rng.standard_normal((-(-h // 2), -(-w // 2), 3), np.float32), (2, 2, 1))[:h, :w]
        fine = 0.6 * fine + 0.5 * cv2.resize(fine[: h // 2, : w // 2], (w, h))
        coarse = cv2.resize(rng.standard_normal((h // 6, w // 6, 3), np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        tile = _sharpened(fine * (1 - lens.blotch) + coarse * lens.blotch, lens)
        self.tiles = tile, np.ascontiguousarray(tile[::-1])
        self.size = size

    def cut(self, rng: np.random.Generator) -> Light:
        """The noise of one frame, [h, w, 3], sharpened as the camera will; before the gain of `Film`."""
        x, y = rng.integers(0, 96, 2)
        return self.tiles[int(rng.random() < 0.5)][y : y + self.size[1], x : x + self.size[0]]


def _sharpened(image: Light, lens: Lens) -> Light:
    if not lens.sharpen:
        return image
    return np.asarray(cv2.addWeighted(image, 1 + lens.sharpen, cv2.GaussianBlur(image, (0, 0), 1.2), -lens.sharpen, 0), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A developed picture, ready for the grain of one frame after another. Both BGR float32 [h, w, 3], in 255ths."""

    picture: Light
    """Sharpened as the camera does; sharpening is linear, so the grain may come later, sharpened on its own."""
    gain: Light
    """Of the grain: shadows have more after gamma."""

    @classmethod
    def blank(cls, size: tuple[int, int]) -> Film:
        return cls(*(np.zeros((size[1], size[0], 3), np.float32) for _ in range(2)))

    @classmethod
    def of(cls, image: Light, lens: Lens) -> Film:
        """From a developed picture (see `develop`)."""
        gain = lens.grain * (0.5 + 0.5 / (0.35 + np.clip(image, 0, 1)))
        return cls(np.float32(255) * _sharpened(image, lens), np.asarray(255 * gain, np.float32))

    def part(self, x0: int, y0: int, x1: int, y1: int) -> Film:
        return Film(self.picture[y0:y1, x0:x1], self.gain[y0:y1, x0:x1])

    def lay(self, other: Film, x: int, y: int) -> None:
        """Lays a fresh part over this film, its corner at (x, y)."""
        for old, new in ((self.picture, other.picture), (self.gain, other.gain)):
            old[y : y + new.shape[0], x : x + new.shape[1]] = new

    def exposed(self, grain: Light) -> Picture:
        """With one frame's grain, BGR bytes."""
        return np.asarray(cv2.add(self.picture, cv2.multiply(self.gain, grain), dtype=cv2.CV_8U), np.uint8)


def squeezed(picture: Picture, lens: Lens) -> Picture:
    """As after the camera's JPEG."""
    if not lens.quality:
        return picture
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, lens.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def expose(image: Light, lens: Lens, grain: Light) -> Picture:
    """Developed picture + one frame's grain → BGR bytes, sharpened and squeezed as a camera does."""
    return squeezed(Film.of(image, lens).exposed(grain), lens)
