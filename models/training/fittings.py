"""What is fixed to boards and is no die, drawn onto crops without one: screws of every kind, hinges, hooks, brass corners,
medallions, stitches, digits, dots of ornaments, rims of cups. For `dice.py`: the reader is to know them for none.

Drawn flat and at any angle: nothing here has a die's sides, and no plate is as square as a die.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

Rng = np.random.Generator
FINE = 3
"""Drawn so many times larger, then shrunk."""
Colour = tuple[float, float, float]


def fitted(rng: Rng, image: np.ndarray) -> np.ndarray:
    """A crop (n, n, 3) uint8 with something fixed in it."""
    n = image.shape[0]
    page = cv2.resize(image, (n * FINE, n * FINE), interpolation=cv2.INTER_LINEAR)
    middle = page.shape[0] * (0.5 + rng.normal(0, 0.06, 2))
    turn = float(rng.choice([0, np.pi / 2]) + rng.normal(0, 0.12) if rng.random() < 0.7 else rng.uniform(0, np.pi))
    axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * page.shape[0]
    if rng.random() < 0.6:
        _bar(rng, page, middle, axes)
    WHAT[rng.choice(len(WHAT), p=SHARE)](rng, page, middle, axes)
    return cv2.resize(page, (n, n), interpolation=cv2.INTER_AREA)


def _bar(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """A strip of wood or leather, perhaps slit or stepped lengthwise."""
    wide, body = rng.uniform(0.2, 0.6), _paint(rng)
    _box(page, middle, axes, (-wide, wide), (-2, 2), body)
    for _ in range(int(rng.integers(0, 4))):
        at, thin = rng.uniform(-wide, wide) * float(rng.choice([0.0, 1.0])), rng.uniform(0.01, 0.05)
        _box(page, middle, axes, (at - thin, at + thin), (-2, 2), _scaled(body, rng.uniform(0.1, 1.5)))


def _screws(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """One to six: a pair across or along, a row, the corners of a plate."""
    gap, long = rng.uniform(0.1, 0.3), rng.uniform(0.12, 0.45)
    places: Sequence[tuple[float, float]] = [
        [(0, 0)], [(-gap, 0), (gap, 0)], [(-gap, 0), (gap, 0)], [(0, -long), (0, 0), (0, long)],
        [(-gap, -long), (gap, -long), (-gap, long), (gap, long)],
        [(-gap, -long), (gap, -long), (-gap, 0), (gap, 0), (-gap, long), (gap, long)],
    ][rng.integers(6)]  # fmt: skip
    if len(places) == 2 and rng.random() < 0.5:
        for s in (-1, 1):  # a frame above or below, as around a lock
            if rng.random() < 0.4:
                low, high = sorted((s * rng.uniform(0.1, 0.2), s * rng.uniform(0.3, 0.7)))
                w = gap * rng.uniform(0.5, 1.5)
                _box(page, middle, axes, (-w, w), (low, high), _paint(rng) if rng.random() < 0.3 else None, _paint(rng))
    radius, kind, metal = rng.uniform(0.03, 0.1), int(rng.integers(5)), _metal(rng)
    for x, y in places:
        _screw(rng, page, middle + axes @ [x, y], radius * page.shape[0], kind, metal)


def _screw(rng: Rng, page: np.ndarray, at: np.ndarray, r: float, kind: int, metal: Colour) -> None:
    """A head: plain, ringed, with a socket, slot or cross; lit from somewhere."""
    _disc(page, at, r * 1.15, _scaled(metal, 0.35))
    _disc(page, at, r, metal)
    if kind == 1:
        _disc(page, at, r * 0.6, _scaled(metal, rng.uniform(0.3, 0.8)))
    if kind == 2:
        _disc(page, at, r * rng.uniform(0.3, 0.55), (20, 20, 20))
    if kind >= 3:
        angle = rng.uniform(0, np.pi)
        for a in (angle, angle + np.pi / 2)[: kind - 2]:
            end = 0.8 * r * np.array([np.cos(a), np.sin(a)])
            cv2.line(page, _px(at - end), _px(at + end), _scaled(metal, 0.25), max(1, int(r * 0.3)), cv2.LINE_AA)
    if rng.random() < 0.6:
        _disc(page, at + r * rng.uniform(-0.4, 0.4, 2), r * 0.3, (245, 245, 245))


def _hinge(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """Two leaves, a barrel, screws."""
    wide, long, metal = rng.uniform(0.15, 0.28), rng.uniform(0.35, 0.7), _metal(rng)
    _box(page, middle, axes, (-wide, wide), (-long, long), metal, _scaled(metal, 0.4))
    knuckle = rng.uniform(0.02, 0.06)
    for k in range(5):
        y = -long + k * long * 0.4
        _box(page, middle, axes, (-knuckle, knuckle), (y, y + long * 0.38), _scaled(metal, [0.7, 1.2][k % 2]), _scaled(metal, 0.3))
    kind, screw, rows = int(rng.integers(5)), _metal(rng) if rng.random() < 0.4 else _scaled(metal, 0.6), int(rng.integers(1, 4))
    for y in np.linspace(-0.7, 0.7, rows) * long if rows > 1 else [0.0]:
        for s in (-1, 1):
            _screw(rng, page, middle + axes @ [s * wide * 0.6, y], page.shape[0] * rng.uniform(0.03, 0.06), kind, screw)


def _hook(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    metal, thick = _metal(rng), int(rng.uniform(0.02, 0.06) * page.shape[0])
    path = np.array([[-0.4, 0], [-0.1, 0.03], [0.2, 0.0], [0.28, 0.1], [0.22, 0.17]]) * rng.uniform(0.7, 1.3)
    cv2.polylines(page, [np.rint(middle + path @ axes.T).astype(np.int32)], False, metal, max(1, thick), cv2.LINE_AA)
    for x in (-0.4, rng.uniform(0.1, 0.35)):
        _screw(rng, page, middle + axes @ [x, 0], page.shape[0] * rng.uniform(0.04, 0.09), int(rng.integers(5)), metal)


def _corner(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """An L of brass, nailed."""
    metal, w, far = _metal(rng), rng.uniform(0.08, 0.2), rng.uniform(0.3, 0.6)
    for x, y in (((-w, w), (-w, far)), ((-w, far), (-w, w))):
        _box(page, middle, axes, x, y, metal)
    for x, y in ((0, far * 0.7), (far * 0.7, 0), (0, 0)):
        _disc(page, middle + axes @ [x, y], page.shape[0] * 0.03, _scaled(metal, 0.4))


def _medal(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """Rings, perhaps letters in them."""
    r = rng.uniform(0.12, 0.45) * page.shape[0]
    for share in sorted(rng.uniform(0.3, 1.0, int(rng.integers(1, 5))), reverse=True):
        thick = -1 if rng.random() < 0.5 else max(1, int(r * rng.uniform(0.03, 0.15)))
        cv2.circle(page, _px(middle), int(r * share), _paint(rng), thick, cv2.LINE_AA)
    if rng.random() < 0.6:
        _text(rng, page, middle, axes)


def _text(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """Letters, digits, a clock's time."""
    letters = "".join(rng.choice(list("ABCDEGHKMNOPRSTUXZ0123456789:8866"), int(rng.integers(1, 5))))
    font, size, thick = int(rng.integers(8)), rng.uniform(0.8, 3.2), int(rng.integers(1, 8))
    (w, h), _ = cv2.getTextSize(letters, font, size, thick)
    layer = np.zeros((h + 40, w + 40), np.uint8)
    cv2.putText(layer, letters, (20, h + 20), font, size, (255.0,), thick, cv2.LINE_AA)
    way = np.column_stack([axes / page.shape[0], middle - axes / page.shape[0] @ [w / 2 + 20, h / 2 + 20]])
    share = cv2.warpAffine(layer, way, page.shape[1::-1])[..., None] / 255.0
    page[:] = page * (1 - share) + share * np.array(_paint(rng))


def _dots(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """An ornament: a row or ring of dots, lozenges or dashes; also stitches."""
    n, ink, r = int(rng.integers(3, 9)), _paint(rng), rng.uniform(0.015, 0.06)
    ring, step = rng.random() < 0.3, rng.uniform(2.4, 5.0) * r
    for k in range(n):
        a = 2 * np.pi * k / n
        x, y = 0.3 * np.array([np.cos(a), np.sin(a)]) if ring else (0.0, (k - n / 2) * step)
        if rng.random() < 0.5:
            _disc(page, middle + axes @ [x, y], r * page.shape[0], ink)
        else:
            _box(page, middle, axes, (x - r * 0.4, x + r * 0.4), (y - r, y + r), ink)


def _rim(rng: Rng, page: np.ndarray, middle: np.ndarray, axes: np.ndarray) -> None:
    """A cup or a button from above: ellipses in each other."""
    r, flat, angle = rng.uniform(0.2, 0.5) * page.shape[0], rng.uniform(0.6, 1.0), float(rng.uniform(0, 180))
    for share in (1.0, rng.uniform(0.75, 0.92), rng.uniform(0.3, 0.7)):
        size = (int(r * share), int(r * share * flat))
        cv2.ellipse(page, _px(middle), size, angle, 0, 360, _paint(rng), -1, cv2.LINE_AA)


Fitting = Callable[[Rng, np.ndarray, np.ndarray, np.ndarray], None]
WHAT: tuple[Fitting, ...] = (_screws, _hinge, _hook, _corner, _medal, _text, _dots, _rim)
SHARE = (0.4, 0.14, 0.06, 0.06, 0.1, 0.1, 0.09, 0.05)


def _box(
    page: np.ndarray, middle: np.ndarray, axes: np.ndarray, x: tuple[float, float], y: tuple[float, float],
    fill: Colour | None, edge: Colour | None = None,
) -> None:  # fmt: skip
    corners = np.array([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]])
    where = np.rint((middle + corners @ axes.T) * 16).astype(np.int32)
    if fill is not None:
        cv2.fillConvexPoly(page, where, fill, cv2.LINE_AA, 4)
    if edge is not None:
        cv2.polylines(page, [where], True, edge, 2, cv2.LINE_AA, 4)


def _disc(page: np.ndarray, at: np.ndarray, r: float, colour: Colour) -> None:
    cv2.circle(page, tuple(int(v) for v in np.rint(at * 16)), int(r * 16), colour, -1, cv2.LINE_AA, 4)


def _px(at: np.ndarray) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _metal(rng: Rng) -> Colour:
    """Silver, brass, steel, black: BGR 0…255."""
    base = np.array([(200, 205, 210), (90, 170, 205), (140, 145, 150), (40, 40, 42), (230, 232, 235)][rng.integers(5)])
    return _scaled(tuple(base), rng.uniform(0.6, 1.1))


def _paint(rng: Rng) -> Colour:
    grey = rng.uniform(5, 250)
    return _scaled(tuple(grey + rng.normal(0, 40, 3)), 1.0)


def _scaled(colour: Sequence[float], factor: float) -> Colour:
    b, g, r = (float(np.clip(v * factor, 0, 255)) for v in colour)
    return b, g, r
