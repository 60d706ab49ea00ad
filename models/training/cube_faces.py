"""Doubling cubes drawn flat, in any lettering: the second source of training cubes, beside the renderer's. For `cube.py`.

A cube seen from above is a square with its value, and below it (the way that tall things lean) perhaps one of its sides with
another number, foreshortened. Letterings: the font of the package, Pillow's, OpenCV's strokes, and what DejaVu fonts the machine
has.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Rng = np.random.Generator
FACE = 96
"""Side of a face as drawn, px."""
VALUES = (2, 4, 8, 16, 32, 64)
LOGO = 1
"""The value of a face that shows none."""
PACKAGE = Path(__file__).resolve().parents[2] / "boardcam" / "show" / "fonts"
SYSTEM = Path("/usr/share/fonts/truetype/dejavu")


@functools.cache
def _fonts() -> list[Path | None]:
    """None: Pillow's own."""
    return [None, None, *sorted(PACKAGE.glob("*.ttf")), *sorted(p for p in SYSTEM.glob("*.ttf") if "Math" not in p.name)]


def face(rng: Rng, value: int, style: int) -> tuple[np.ndarray, np.ndarray]:
    """Two inks, (FACE, FACE) float32 0…1: digits and lines; disc or field under them."""
    first, second = np.zeros((FACE, FACE), np.uint8), np.zeros((FACE, FACE), np.uint8)
    middle, r = (FACE // 2, FACE // 2), int(FACE * rng.uniform(0.36, 0.47))
    if style in (2, 4):
        cv2.circle(second, middle, r, (255.0,), -1, cv2.LINE_AA)
    if style == 5:
        cv2.circle(first, middle, r, (255.0,), int(rng.integers(2, 6)), cv2.LINE_AA)
    if style in (3, 4):
        a = int(FACE * rng.uniform(0.04, 0.12))
        cv2.rectangle(first, (a, a), (FACE - a, FACE - a), (255.0,), int(rng.integers(2, 6)), cv2.LINE_AA)
    room = 0.8 if style in (0, 1) else 0.62
    drawn = _logo(rng) if value == LOGO else _written(rng, str(value))
    ink = _squeezed(rng, drawn, room * rng.uniform(0.7, 1.0))
    return np.maximum(first, ink).astype(np.float32) / 255, second.astype(np.float32) / 255


def _written(rng: Rng, text: str) -> np.ndarray:
    """Letters, tightly cut."""
    if rng.random() < 0.25:
        font, thick = int(rng.integers(8)), int(rng.integers(2, 10))
        (w, h), _ = cv2.getTextSize(text, font, 3.0, thick)
        page = np.zeros((h + 60, w + 40), np.uint8)
        cv2.putText(page, text, (20, h + 20), font, 3.0, (255.0,), thick, cv2.LINE_AA)
    else:
        path, bold = _fonts()[rng.integers(len(_fonts()))], int(rng.choice([0, 0, 1, 3]))
        letters = ImageFont.load_default(90) if path is None else ImageFont.truetype(str(path), 90)
        picture = Image.new("L", (90 * (len(text) + 1), 180), 0)
        ImageDraw.Draw(picture).text((30, 30), text, fill=255, font=letters, stroke_width=bold)
        page = np.asarray(picture)
    x, y, w, h = cv2.boundingRect((page > 60).astype(np.uint8))
    return page[y : y + h, x : x + w]


def _logo(rng: Rng) -> np.ndarray:
    """Letters, a sign over a word, a star, rings, or nothing."""
    kind = rng.integers(6)
    if kind <= 1:
        return _letters(rng, int(rng.integers(1, 7)))
    page = np.zeros((FACE, FACE), np.uint8)
    if kind == 5:
        half = FACE * 5 // 8
        page[:half] = cv2.resize(_squeezed(rng, _letters(rng, 1), 0.9), (FACE, half))
        page[half:] = cv2.resize(_letters(rng, int(rng.integers(3, 9))), (FACE, FACE - half), interpolation=cv2.INTER_AREA)
    if kind == 2:
        n, near = int(rng.integers(3, 9)), rng.uniform(0.3, 0.8)
        t = np.arange(2 * n) * np.pi / n + rng.uniform(0, 6)
        far = np.where(np.arange(2 * n) % 2, near, 1.0) * FACE * 0.45
        star = np.stack([FACE / 2 + far * np.cos(t), FACE / 2 + far * np.sin(t)], 1)
        cv2.fillPoly(page, [star.astype(np.int32)], (255.0,), cv2.LINE_AA)
    if kind == 3:
        for _ in range(int(rng.integers(1, 4))):
            r, thick = int(rng.uniform(0.1, 0.45) * FACE), int(rng.choice([-1, 2, 5]))
            cv2.circle(page, (FACE // 2, FACE // 2), r, (float(rng.choice([0, 255, 255])),), thick, cv2.LINE_AA)
    return page


def _letters(rng: Rng, many: int) -> np.ndarray:
    return _written(rng, "".join(rng.choice(list("ABCDEFGHJKLMNOPQRSTUVWXYZ&"), many)))


def _squeezed(rng: Rng, page: np.ndarray, room: float) -> np.ndarray:
    """In the middle of a face, as large as `room` allows, a little out of shape."""
    h, w = page.shape
    grow = room * FACE / max(h, w * 0.9)
    way = np.array([[grow * rng.uniform(0.85, 1.15), grow * rng.normal(0, 0.06)], [0, grow * rng.uniform(0.9, 1.1)]])
    middle = FACE / 2 + rng.normal(0, 2, 2)
    return cv2.warpAffine(page, np.column_stack([way, middle - way @ [w / 2, h / 2]]), (FACE, FACE), flags=cv2.INTER_AREA)


def cube(rng: Rng, ground: np.ndarray, value: int) -> tuple[np.ndarray, np.ndarray]:
    """A cube drawn onto `ground` (n, n, 3) uint8: the picture, and the corners (4, 2) px of its top, clockwise from the digits' top
    left."""
    n = ground.shape[0]
    body, ink, under = _colours(rng)
    style, e = int(rng.integers(6)), n * rng.uniform(0.42, 0.7)
    turn = rng.uniform(0, 2 * np.pi)
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * e
    c, s = np.cos(turn), np.sin(turn)
    top = square @ np.array([[c, s], [-s, c]]) + n / 2 + rng.normal(0, 0.02 * n, 2)
    lean = np.array([0.0, 1.0]) * e * rng.uniform(0, 0.8)
    foot = top + lean
    out = ground.astype(np.float32)
    shadow = np.zeros((n, n), np.uint8)
    cv2.fillConvexPoly(shadow, cv2.convexHull((foot + rng.normal(0, 0.15 * e, 2)).astype(np.int32)), (255.0,), cv2.LINE_AA)
    soft = cv2.GaussianBlur(shadow, (0, 0), n * rng.uniform(0.01, 0.08))[..., None] / 255.0
    out *= 1 - rng.uniform(0, 0.7) * soft
    for k in range(4):
        a, b = top[k], top[(k + 1) % 4]
        if (b - a)[0] < 0:  # seen from below: its outer side looks down
            side = np.stack([b, a, a + lean, b + lean])
            other = int(rng.choice(VALUES))
            _paste(out, face(rng, other, style), side, [v * rng.uniform(0.4, 0.95) for v in body], ink, under, 0.0)
    _paste(out, face(rng, value, style), top, body, ink, under, rng.uniform(0, 0.16))
    return out.clip(0, 255).astype(np.uint8), top


def _paste(
    out: np.ndarray, inks: tuple[np.ndarray, np.ndarray], corners: np.ndarray, body: Sequence[float], ink: Sequence[float],
    under: Sequence[float], rounding: float,
) -> None:  # fmt: skip
    if cv2.contourArea(corners.astype(np.float32)) < 4:
        return
    texture = np.full((FACE, FACE, 3), body, np.float32)
    for layer, colour in ((inks[1], under), (inks[0], ink)):
        texture += layer[..., None] * (np.array(colour, np.float32) - texture)
    mask, r = np.zeros((FACE, FACE), np.float32), max(0, int(rounding * FACE))
    cv2.rectangle(mask, (r, r), (FACE - r, FACE - r), (1.0,), -1)
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)))
    square = np.array([[0, 0], [FACE, 0], [FACE, FACE], [0, FACE]], np.float32)
    way = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    size = (out.shape[1], out.shape[0])
    share = cv2.warpPerspective(mask, way, size, flags=cv2.INTER_AREA)[..., None]
    out += share * (cv2.warpPerspective(texture, way, size, flags=cv2.INTER_AREA) - out)


def _colours(rng: Rng) -> tuple[list[float], list[float], list[float]]:
    """Body, ink, field: BGR, the ink clear against body and field."""
    body = (
        rng.uniform(0, 255, 3)
        if rng.random() < 0.4
        else np.array([[245, 245, 245], [205, 230, 240], [25, 25, 25]])[rng.integers(3)]
    )
    light = float(body @ [0.114, 0.587, 0.299])
    ink = np.array([20.0, 20, 20]) if light > 120 else np.array([240.0, 240, 240])
    if rng.random() < 0.4:
        other = rng.uniform(0, 255, 3)
        ink = other if abs(float(other @ [0.114, 0.587, 0.299]) - light) > 70 else ink
    under = body + (body - ink) * rng.uniform(-0.4, 0.4)
    return list(body), list(ink), list(under.clip(0, 255))
