"""Quick drawings of boards from above, already upright: thousands in the time of a few renders, for the strip network.

Positions and sets are those of the rendered tables; the picture is flat work: discs, sides of stacks as the camera's slant shows
them (a disc at height z is the disc on the surface, dilated from the foot of the camera), soft shadows, grain, uneven light. Exact
in where things are, rough in how they look; the renders teach the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt
import tables
from labelled import Pixels
from strips_kept import PAD, UNKNOWN, Kept

from boardcam.sim.render import looks
from boardcam.sim.render.labels import Laid
from boardcam.vision import strips
from boardcam.vision.rectify import HEIGHT, WIDTH, matrix

SIZE = (WIDTH + 2 * PAD, HEIGHT + 2 * PAD)
FINE = 16
"""Drawing is exact to a sixteenth of a pixel."""
Colour = tuple[float, float, float]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """A camera: its foot on the plane and its height, in pitches; and pitches → px of the drawing."""

    foot: Array
    height: float
    way: Array

    def px(self, x: float, y: float, z: float = 0.0) -> Array:
        """Where a point at height z is drawn."""
        p = self.foot + (np.array([x, y]) - self.foot) * (self.height / (self.height - z))
        return self.way[:2, :2] @ p + self.way[:2, 2]

    def axes(self, radius: float, z: float) -> tuple[int, int]:
        """Half axes of a level disc at height z."""
        grown = radius * self.height / (self.height - z) * FINE
        return round(grown * self.way[0, 0]), round(grown * self.way[1, 1])


def flat(rng: np.random.Generator) -> Kept:
    """A board drawn at random."""
    look = looks.look(int(rng.integers(1 << 40)), wild=bool(rng.random() < 0.5))
    if rng.random() < 0.4:  # shallow and deep boards too: upright, their checkers are no circles
        look = replace(look, board=replace(look.board, depth=float(rng.uniform(8.0, 14.0))))
    points, bar, off = (tables.piles if rng.random() < 0.4 else tables.deal)(rng)
    laid = [*tables.on_points(rng, look, points, 0.2, 0.4, 0.3), *tables.on_bar(rng, look, bar), *tables.borne_off(rng, look, off)]
    view = camera(rng, look)
    image = surface(rng, look, view)
    shadow(rng, image, laid, look, view)
    seen, layers = np.zeros(SIZE[::-1], np.uint8), np.zeros(SIZE[::-1], np.uint8)
    for checker in sorted(laid, key=lambda c: (round(c.pose.z, 2), -np.hypot(*(view.foot - [c.pose.x, c.pose.y])))):
        draw_checker(image, seen, layers, checker, look, view)
    for _ in range(int(rng.integers(0, 5))):
        draw_die(rng, image, seen, look, view)
    image = lit(rng, image)
    half = cv2.resize(seen, (SIZE[0] // 2, SIZE[1] // 2), interpolation=cv2.INTER_AREA)
    half_layers = np.where(half > 127, cv2.resize(layers, half.shape[::-1], interpolation=cv2.INTER_NEAREST), 0).astype(np.uint8)
    leans = strips.leans(look.board, [*view.foot, view.height])
    counts = truth(laid, look)
    unseen = np.zeros(half.shape, np.uint8)
    return Kept(
        image, np.asarray(half, np.uint8), half_layers, unseen, look.board, leans, counts, np.zeros(strips.STRIPS, np.float32)
    )


def camera(rng: np.random.Generator, look: looks.Look) -> View:
    far = float(rng.uniform(14, 45))
    slant = float(np.radians(rng.uniform(0, 15) if rng.random() < 0.5 else rng.uniform(10, 55)))
    turn = float(rng.normal(np.pi / 2, 0.35) if rng.random() < 0.85 else rng.uniform(0, 2 * np.pi))
    middle = np.array([look.board.width / 2, look.board.depth / 2]) + rng.normal(0, 1.0, 2)
    foot = middle + far * np.sin(slant) * np.array([np.cos(turn), np.sin(turn)])
    way = np.array([[1.0, 0, PAD], [0, 1, PAD], [0, 0, 1]]) @ matrix(look.board)
    return View(foot, max(9.0, far * np.cos(slant)), way)


def bgr(linear: Sequence[float]) -> Colour:
    r, g, b = (float(np.clip(v, 0, 1) ** (1 / 2.2) * 255) for v in linear[:3])
    return b, g, r


def surface(rng: np.random.Generator, look: looks.Look, view: View) -> Pixels:
    """Table, frame, trays, halves, points and bar, without checkers."""
    b, f, p = look.board, look.furniture, look.points
    image = np.full((SIZE[1], SIZE[0], 3), bgr(look.table.a), np.uint8)
    grain(rng, image)
    sides = [f.margin + f.rail + (f.tray + f.rail if tray else 0.0) for tray in f.trays]
    plate = (-sides[0], -f.margin - f.rail, b.width + sides[1], b.depth + f.margin + f.rail)
    box(image, view, plate, bgr(f.frame.a), f.rise)
    for k, tray in enumerate(f.trays):
        if tray:
            x = -f.margin - f.rail - f.tray if k == 0 else b.width + f.margin + f.rail
            box(image, view, (x, -f.margin, x + f.tray, b.depth + f.margin), bgr(f.tray_floor.a))
            for y in np.linspace(0, b.depth, f.dividers + 2)[1:-1]:
                box(image, view, (x, y - 0.2, x + f.tray, y + 0.2), bgr(f.frame.a), f.rise * 0.7)
    box(image, view, (-f.margin, -f.margin, b.width + f.margin, b.depth + f.margin), bgr(p.ground))
    for place in range(24):
        triangle(image, view, look, place, float(rng.uniform(-0.01, 0.01)))
    if b.bar > 0:
        box(image, view, (6, -f.margin, 6 + b.bar, b.depth + f.margin), bgr(f.bar.a), f.bar_rise)
        if f.gap:
            box(image, view, (5.97 + b.bar / 2, -f.margin, 6.03 + b.bar / 2, b.depth + f.margin), (20, 20, 20), f.bar_rise)
    grain(rng, image)
    return image


def box(image: Pixels, view: View, area: tuple[float, float, float, float], colour: Colour, z: float = 0.0) -> None:
    """A level rectangle (x0, y0, x1, y1) at height z."""
    x0, y0, x1, y1 = area
    fill(image, [view.px(x, y, z) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], colour)


def fill(image: Pixels, corners: Sequence[Array], colour: Colour | int) -> None:
    where = np.rint(np.array(corners) * FINE).astype(np.int32)
    cv2.fillConvexPoly(image, where, colour, cv2.LINE_AA, 4)


def triangle(image: Pixels, view: View, look: looks.Look, place: int, wrong: float) -> None:
    b, p = look.board, look.points
    base, way = (0.0, 1.0) if b.is_top(place) else (b.depth, -1.0)
    x, half, tip = b.column(place) + wrong, p.width / 2, base + way * p.length * b.depth / 2
    end = half * (0.25 if p.shape == "blunt" else 0.02)
    shape = [view.px(x - half, base), view.px(x + half, base), view.px(x + end, tip), view.px(x - end, tip)]
    colour = bgr(p.colours[(place + place // 12) % 2])
    fill(image, shape, colour)
    if p.edge is not None:
        where = np.rint(np.array(shape) * FINE).astype(np.int32)
        cv2.polylines(image, [where], True, bgr(p.edge), 1, cv2.LINE_AA, 4)


def shadow(rng: np.random.Generator, image: Pixels, laid: Sequence[Laid], look: looks.Look, view: View) -> None:
    """One soft shadow under all checkers, cast by one lamp."""
    dark = np.zeros(image.shape[:2], np.uint8)
    slope = rng.normal(0, 0.6, 2)
    for checker in laid:
        pose = checker.pose
        z = pose.z + look.checkers.thickness
        ellipse(dark, view, pose.x + slope[0] * z, pose.y + slope[1] * z, 0.0, look.checkers.diameter / 2 * 1.04, 255)
        ellipse(dark, view, pose.x, pose.y, 0.0, look.checkers.diameter / 2 * 1.04, 255)
    soft = cv2.GaussianBlur(dark, (0, 0), rng.uniform(0.8, 5.0)).astype(np.float32) / 255
    image[:] = image * (1 - rng.uniform(0.1, 0.75) * soft)[:, :, None]


def ellipse(image: Pixels, view: View, x: float, y: float, z: float, radius: float, colour: Colour | int) -> None:
    cx, cy = np.rint(view.px(x, y, z) * FINE).astype(int)
    cv2.ellipse(image, (int(cx), int(cy)), view.axes(radius, z), 0, 0, 360, colour, -1, cv2.LINE_AA, 4)


def draw_checker(image: Pixels, seen: Pixels, layers: Pixels, checker: Laid, look: looks.Look, view: View) -> None:
    pose, r, t = checker.pose, look.checkers.diameter / 2, look.checkers.thickness
    body = look.checker(pose.side)
    colour = bgr(body.a)
    if pose.on_edge:
        lying = (pose.x - r, pose.y - t / 2, pose.x + r, pose.y + t / 2)
        for layer, paint in ((image, tuple(v * 0.85 for v in colour)), (seen, 255)):
            box(layer, view, lying, paint, 2 * r * 0.6)
        box(image, view, (lying[0], lying[3] - 0.05, lying[2], lying[3]), tuple(v * 0.45 for v in colour), 2 * r * 0.6)
        return
    side = tuple(v * 0.55 for v in colour)
    for share in np.linspace(0, 1, 5):
        ellipse(image, view, pose.x, pose.y, pose.z + share * t, r, side)
        ellipse(seen, view, pose.x, pose.y, pose.z + share * t, r, 255)
    told = UNKNOWN if checker.place == "off" else 1 + round(pose.z / t)
    cx, cy = np.rint(view.px(pose.x, pose.y, pose.z + t) * FINE).astype(int)
    cv2.ellipse(layers, (int(cx), int(cy)), view.axes(r, pose.z + t), 0, 0, 360, told, -1, cv2.LINE_8, 4)
    paint_top(image, checker, look, view, colour)


def paint_top(image: Pixels, checker: Laid, look: looks.Look, view: View, colour: Colour) -> None:
    """Rim, ring or dish, as the set has them."""
    pose, r = checker.pose, look.checkers.diameter / 2
    z = pose.z + look.checkers.thickness
    body = look.checker(pose.side)
    kind, profile, ring, _ = (*body.more, 0.0, 0.0, 0.0, 0.0)[:4]
    ellipse(image, view, pose.x, pose.y, z, r * 0.985, tuple(min(255.0, v * 0.86) for v in colour))
    ellipse(image, view, pose.x - 0.01, pose.y - 0.01, z, r * 0.93, colour)
    if int(kind) in (1, 2, 4):
        ellipse(image, view, pose.x, pose.y, z, r * ring, bgr(body.b))
        if int(kind) != 4:
            ellipse(image, view, pose.x, pose.y, z, r * ring * 0.8, colour)
    if int(profile) in (1, 2, 3):
        ellipse(image, view, pose.x + 0.012, pose.y + 0.015, z, r * ring, tuple(v * 0.8 for v in colour))
        ellipse(image, view, pose.x, pose.y, z, r * ring * 0.95, tuple(min(255.0, v * 0.96 + 6) for v in colour))


def draw_die(rng: np.random.Generator, image: Pixels, seen: Pixels, look: looks.Look, view: View) -> None:
    """A die or a cube: a square with a side and some spots."""
    e = look.dice.edge / 2 if rng.random() < 0.8 else look.cube_edge / 2
    x, y, turn = rng.uniform(0, look.board.width), rng.uniform(0, look.board.depth), rng.uniform(0, np.pi / 2)
    body = bgr((look.dice.light if rng.random() < 0.5 else look.dice.dark).a)
    c, s = np.cos(turn) * e, np.sin(turn) * e
    ring = [(c - s, s + c), (-c - s, c - s), (s - c, -s - c), (c + s, s - c)]
    for z, shade in ((0.0, 0.6), (e, 0.6), (2 * e, 1.0)):
        square = [view.px(x + dx, y + dy, z) for dx, dy in ring]
        fill(image, square, tuple(v * shade for v in body))
        fill(seen, square, 0)
    ink = (20, 20, 20) if sum(body) > 330 else (235, 235, 235)
    for _ in range(int(rng.integers(1, 7))):
        dx, dy = rng.uniform(-0.6, 0.6, 2)
        ellipse(image, view, x + dx * c - dy * s, y + dx * s + dy * c, 2 * e, e * 0.2, ink)


def grain(rng: np.random.Generator, image: Pixels) -> None:
    """Felt, wood or cork: noise of one or two sizes, perhaps drawn out along one direction."""
    size = 2 ** rng.uniform(0.5, 4.5, 2)
    cells = (max(4, int(SIZE[0] / size[0])), max(4, int(SIZE[1] / size[1])))
    coarse = rng.normal(0, rng.uniform(0, 0.07), (cells[1], cells[0])).astype(np.float32)
    image[:] = np.clip(image * (1 + cv2.resize(coarse, SIZE, interpolation=cv2.INTER_LINEAR))[:, :, None], 0, 255)


def lit(rng: np.random.Generator, image: Pixels) -> Pixels:
    """Uneven light, sometimes the edge of a shadow, sometimes glare."""
    few = rng.normal(1.0, rng.uniform(0, 0.2), (3, 4)).clip(0.4, 1.6).astype(np.float32)
    light = cv2.resize(few, SIZE, interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        band = np.zeros(SIZE[::-1], np.float32)
        corners = rng.uniform([-200, -200], [SIZE[0] + 200, SIZE[1] + 200], (4, 2))
        cv2.fillConvexPoly(band, cv2.convexHull(corners.astype(np.int32)), 1.0)
        light *= 1 - rng.uniform(0.2, 0.6) * cv2.blur(band, (9, 9))
    out = image * light[:, :, None]
    if rng.random() < 0.25:
        spot = np.zeros(SIZE[::-1], np.float32)
        centre = rng.uniform([0, 0], SIZE)
        cv2.circle(spot, (int(centre[0]), int(centre[1])), int(rng.uniform(20, 120)), float(rng.uniform(40, 170)), -1)
        out += cv2.resize(cv2.blur(cv2.resize(spot, None, fx=0.25, fy=0.25), (25, 25)), SIZE)[:, :, None]
    return np.asarray(out.clip(0, 255), np.uint8)


def truth(laid: Sequence[Laid], look: looks.Look) -> npt.NDArray[np.int64]:
    """(30,) checkers by strip."""
    counts = np.zeros(strips.STRIPS, np.int64)
    for checker in laid:
        low = int(checker.pose.y > look.board.depth / 2)
        if isinstance(checker.place, int):
            counts[checker.place] += 1
        elif checker.place == "bar":
            counts[strips.BAR_TOP + low] += 1
        elif checker.place == "off":
            counts[strips.TRAYS[0 if checker.pose.x < look.board.width / 2 else 2] + low] += 1
    return counts


class Stack:
    """The latest drawings: now and then a call draws one more, and it gives some of all."""

    def __init__(self, rng: np.random.Generator, most: int = 200) -> None:
        self.rng, self.most = rng, most
        self.flats: list[Kept] = []

    def some(self, how_many: int) -> list[Kept]:
        fresh = [flat(self.rng) for _ in range(8 if not self.flats else int(self.rng.random() < 0.4))]
        self.flats = [*self.flats, *fresh][-self.most :]
        return [self.flats[i] for i in self.rng.integers(0, len(self.flats), how_many)]
