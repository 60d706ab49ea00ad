"""Flat pictures: the noise that all materials share, the playing surface with its points, and a sheet of two-ink prints
(cube faces, logos, clock and phone faces, score cards). All drawn here; nothing is loaded from a file.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]
CELL = 128
VALUES = (2, 4, 8, 16, 32, 64)
STYLES = 5
"""Styles of doubling cube; style s has its faces in cells 6 s … 6 s + 5."""
LOGOS = range(30, 44)
DIALS = range(44, 50)
CARDS = range(50, 64)


def noise(size: int = 256) -> Picture:
    """Tileable RGBA noise: clouds, grain, wood rings, leather."""
    rng = np.random.default_rng(7)
    clouds = np.sum([_octave(rng, size, (n, n)) / k for k, n in ((1, 4), (2, 8), (4, 16), (8, 32))], 0)
    grain = _octave(rng, size, (size, size)) * 0.7 + _octave(rng, size, (size // 2, size // 2)) * 0.5
    rings = 0.5 + 0.5 * np.sin(
        2 * np.pi * (np.arange(size)[:, None] / size * 9 + 0.22 * _octave(rng, size, (6, 3)) + 0.08 * _octave(rng, size, (24, 5)))
    )
    cells = np.abs(_octave(rng, size, (48, 48))) + 0.5 * np.abs(_octave(rng, size, (90, 90)))
    stack = [_fit(clouds), _fit(grain), rings, _fit(cells)]
    return np.asarray(np.stack(stack, -1) * 255, np.uint8)


def _octave(rng: np.random.Generator, size: int, knots: tuple[int, int]) -> NDArray[np.float64]:
    coarse = rng.normal(size=knots)
    tiled = np.tile(coarse, (3, 3))
    big = cv2.resize(tiled, (3 * size, 3 * size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(big[size : 2 * size, size : 2 * size])


def _fit(a: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = np.percentile(a, [2, 98])
    return np.asarray(np.clip((a - low) / (high - low), 0, 1))


def sheet() -> Picture:
    """The sheet of prints: 8 × 8 cells; channel 0 = first ink, 1 = second ink."""
    rng = np.random.default_rng(11)
    page = np.zeros((8 * CELL, 8 * CELL, 2), np.uint8)
    for cell in range(64):
        y, x = divmod(cell, 8)
        page[y * CELL : (y + 1) * CELL, x * CELL : (x + 1) * CELL] = _cell(cell, rng)
    return page


def _cell(cell: int, rng: np.random.Generator) -> Picture:
    if cell < LOGOS.start:
        return _cube_face(cell // 6, VALUES[cell % 6])
    if cell in LOGOS:
        return _logo(rng)
    return _dial(rng) if cell in DIALS else _card(rng)


def _layer() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (CELL, CELL), 0)
    return image, ImageDraw.Draw(image)


def _both(first: Image.Image, second: Image.Image) -> Picture:
    return np.stack([np.asarray(first), np.asarray(second)], -1)


def _write(draw: ImageDraw.ImageDraw, text: str, size: float, bold: int, at: tuple[float, float] = (CELL / 2, CELL / 2)) -> None:
    draw.text(at, text, fill=255, font=ImageFont.load_default(size), anchor="mm", stroke_width=bold)


def _cube_face(style: int, value: int) -> Picture:
    """Digits plain, bold, in a disc, in a frame, or in a disc within a frame."""
    first, draw = _layer()
    second, under = _layer()
    if style in (2, 4):
        under.ellipse((14, 14, CELL - 14, CELL - 14), fill=255)
    if style in (3, 4):
        draw.rounded_rectangle((9, 9, CELL - 9, CELL - 9), 16, outline=255, width=5)
    _write(draw, str(value), [84, 92, 66, 74, 60][style], [1, 4, 2, 0, 3][style])
    return _both(first, second)


def _logo(rng: np.random.Generator) -> Picture:
    """A ring, a star or a shield with letters."""
    first, draw = _layer()
    second, under = _layer()
    shape, m = rng.integers(4), 10
    if shape == 0:
        under.ellipse((m, m, CELL - m, CELL - m), fill=255)
        draw.ellipse((m + 6, m + 6, CELL - m - 6, CELL - m - 6), outline=255, width=4)
    elif shape == 1:
        draw.polygon(_star(int(rng.integers(4, 9)), 56, 26), fill=255)
        under.ellipse((0, 0, CELL, CELL), outline=255, width=7)
    elif shape == 2:
        draw.rectangle((m, 38, CELL - m, CELL - 38), outline=255, width=5)
    else:
        under.polygon(_star(int(rng.integers(3, 7)), 62, 40), fill=255)
    letters = "".join(rng.choice(list("ABCDEFGHKLMNOPRSTUVXYZ&"), rng.integers(1, 4)))
    if shape != 1:
        _write(draw, letters, [64, 56, 44][len(letters) - 1], 1)
    return _both(first, second)


def _star(points: int, far: float, near: float) -> list[tuple[float, float]]:
    turn = np.arange(2 * points) * np.pi / points - np.pi / 2
    return [(CELL / 2 + r * np.cos(t), CELL / 2 + r * np.sin(t)) for t, r in zip(turn, [far, near] * points, strict=True)]


def _dial(rng: np.random.Generator) -> Picture:
    """Two read-outs of a chess clock, or a phone's screen."""
    first, draw = _layer()
    second, under = _layer()
    if rng.random() < 0.6:
        for x in (8, 70):
            under.rectangle((x, 30, x + 50, 80), fill=255)
            _write(draw, f"{rng.integers(10)}:{rng.integers(10, 60)}", 24, 1, (x + 25, 55))
    else:
        under.rectangle((6, 6, CELL - 6, CELL - 6), fill=255)
        for y in range(20, 110, 18):
            draw.rectangle((14, y, 14 + int(rng.integers(30, 100)), y + 8), fill=int(rng.integers(90, 255)))
    return _both(first, second)


def _card(rng: np.random.Generator) -> Picture:
    """A score card, a page of text, a flag, a playing card."""
    first, draw = _layer()
    second, under = _layer()
    kind = rng.integers(4)
    if kind == 0:
        _write(draw, str(rng.integers(0, 26)), 90, 3)
    elif kind == 1:
        for y in range(12, 120, 9):
            draw.line((12, y, 12 + int(rng.integers(40, 104)), y), fill=200, width=3)
    elif kind == 2:
        draw.rectangle((0, 0, 42, CELL), fill=255)
        under.rectangle((86, 0, CELL, CELL), fill=255)
    else:
        words = ["".join(rng.choice(list("aeioulmnrst"), rng.integers(4, 9))).title() for _ in range(4)]
        for k, word in enumerate(words):
            _write(draw, word, 24, 0, (CELL / 2, 22 + 28 * k))
        under.rectangle((0, 0, CELL, 8), fill=255)
    return _both(first, second)
