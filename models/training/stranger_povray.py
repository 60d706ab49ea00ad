"""POV-Ray, a third renderer: things as text, a pinhole camera, and pictures of all of a table or of a part.

Lengths are centimetres: x runs right, y up, z away from the near player; the middle of the playing surface is the origin. Needs the
program `povray` (apt: povray).
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Image = npt.NDArray[np.uint8]
Ball = tuple[float, float, float, float]
"""x, y, z of its middle and its radius."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom, px; the last two excluded."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table, in POV-Ray's words."""

    text: str
    balls: tuple[Ball, ...] = ()
    """They hold it all; none = it never moves."""
    covers: bool = False
    """A hand or what it holds: it hides the game."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where light comes from, for the shadows of what moves."""

    at: tuple[float, float, float]
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera; `axes` are right, up and forward."""

    eye: Array
    axes: Array
    focal: float
    size: tuple[int, int]

    def px(self, points: Sequence[Sequence[float]] | Array) -> Array:
        """[n, 3] cm → [n, 2] px."""
        local = (np.asarray(points, float).reshape(-1, 3) - self.eye) @ self.axes.T
        return np.asarray(self.focal * local[:, :2] / local[:, 2:] * (1, -1) + np.array(self.size) / 2)

    def circle(self, ball: Ball) -> tuple[Array, float]:
        """Middle and radius of a ball in the picture, px."""
        far = float((np.array(ball[:3]) - self.eye) @ self.axes[2])
        return self.px([ball[:3]])[0], self.focal * ball[3] / max(far, 1.0)

    def text(self) -> str:
        w, h = self.size
        right, up, ahead = self.axes
        return (
            f"camera{{perspective location {vec(self.eye)} right {vec(right * w / h)} up {vec(up)} "
            f"direction {vec(ahead * self.focal / h)}}}\n"
        )


def viewed(points: Array, share: float, height: float, azimuth: float, roll: float, fov: float, size: tuple[int, int]) -> View:
    """A camera `height` rad above the horizon that sees these points fill so much of the picture; `fov` across, rad."""
    middle = (points.min(0) + points.max(0)) / 2
    ahead = -np.array([np.sin(azimuth) * np.cos(height), np.sin(height), -np.cos(azimuth) * np.cos(height)])
    flat = np.array([-np.sin(azimuth), 0.0, np.cos(azimuth)])
    right = np.cross(flat * np.sin(height) + np.array([0, 1.0, 0]) * np.cos(height), ahead)
    up = np.cross(ahead, right)
    right, up = np.cos(roll) * right + np.sin(roll) * up, np.cos(roll) * up - np.sin(roll) * right
    focal, near, far = size[0] / 2 / np.tan(fov / 2), 10.0, 1000.0
    axes = np.array([right, up, ahead])
    for _ in range(40):
        away = (near + far) / 2
        px = View(middle - away * ahead, axes, focal, size).px(points)
        full = max(float(np.ptp(px[:, 0])) / size[0], float(np.ptp(px[:, 1])) / size[1])
        near, far = (away, far) if full > share else (near, away)
    view = View(middle - far * ahead, axes, focal, size)
    off = view.px(points)
    lean = ((off.min(0) + off.max(0)) / 2 - np.array(size) / 2) / focal * far
    return View(view.eye + lean[0] * right - lean[1] * up, axes, focal, size)


def draw(text: str, view: View, workshop: Path, box: Box | None = None) -> Image:
    """The picture, BGR; with a box only that part of it is drawn and handed back."""
    scene, out = workshop / "scene.pov", workshop / "scene.png"
    scene.write_text("#version 3.7;\nglobal_settings{assumed_gamma 1.0 max_trace_level 4}\n" + view.text() + text, encoding="utf-8")
    w, h = view.size
    order = ["povray", f"+I{scene}", f"+O{out}", f"+W{w}", f"+H{h}", "+FN", "-D", "-P", "-J", "+A0.3", "+AM1", "+R2", "+WT1", "-GA"]
    if box:
        order += [f"+SC{box[0] + 1}", f"+EC{box[2]}", f"+SR{box[1] + 1}", f"+ER{box[3]}"]
    made = subprocess.run(order, capture_output=True, text=True, check=False, cwd=workshop)
    if made.returncode:
        raise RuntimeError(f"povray: {made.stderr[-2000:]}")
    picture = cv2.imread(str(out))
    assert picture is not None
    return np.asarray(picture[box[1] : box[3], box[0] : box[2]] if box else picture, np.uint8)


def reach(things: Iterable[Thing], view: View, lamps: Sequence[Lamp]) -> Box | None:
    """The part of the picture that these things and their shadows on the board may change; None = none of it."""
    low, high = np.array([1e9, 1e9]), np.array([-1e9, -1e9])
    for thing in things:
        for ball in thing.balls:
            for each in (ball, *(shade for lamp in lamps if (shade := shadow(ball, lamp)))):
                middle, radius = view.circle(each)
                low, high = np.minimum(low, middle - radius - 3), np.maximum(high, middle + radius + 3)
    x0, y0 = np.clip(low, 0, view.size).astype(int)
    x1, y1 = np.clip(np.ceil(high), 0, view.size).astype(int)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def shadow(ball: Ball, lamp: Lamp) -> Ball | None:
    """Where the shadow of a ball falls on the table, and how far it reaches."""
    (x, y, z, r), (lx, ly, lz) = ball, lamp.at
    drop = ly - y
    if drop < 5 or y < -r:
        return None
    times = ly / drop
    return lx + (x - lx) * times, 0.0, lz + (z - lz) * times, r * times + lamp.size * max(y, 0.0) / drop


def covered(things: Iterable[Thing], view: View) -> Image:
    """255 where a hand, or what it holds, hides the table."""
    page = np.zeros(view.size[::-1], np.uint8)
    for thing in things:
        for ball in thing.balls if thing.covers else ():
            middle, radius = view.circle(ball)
            cv2.circle(page, (int(middle[0]), int(middle[1])), max(1, round(radius)), (255,), -1)
    return page


# --- words -------------------------------------------------------------------------------------------------------------------


def vec(point: Iterable[float]) -> str:
    return "<" + ",".join(f"{v:.4f}" for v in point) + ">"


def colour(rgb: Iterable[float]) -> str:
    """sRGB, 0…1."""
    return f"srgb {vec(np.clip(list(rgb), 0, 1))}"


def box(low: Iterable[float], high: Iterable[float], look: str) -> str:
    return f"box{{{vec(low)},{vec(high)} {look}}}\n"


def tube(one: Iterable[float], other: Iterable[float], radius: float, look: str) -> str:
    return f"cylinder{{{vec(one)},{vec(other)},{radius:.4f} {look}}}\n"


def cone(one: Iterable[float], first: float, other: Iterable[float], last: float) -> str:
    """A sleeve, a cup: from one radius to another."""
    return f"cone{{{vec(one)},{first:.3f},{vec(other)},{last:.3f}}} "


def plate(outline: Iterable[tuple[float, float]], low: float, high: float, look: str) -> str:
    """A flat piece of any outline (x, z)."""
    ring = list(outline)
    ring.append(ring[0])
    return f"prism{{linear_sweep linear_spline {low:.4f},{high:.4f},{len(ring)},{','.join(vec(p) for p in ring)} {look}}}\n"


def written(text: str, x: float, y: float, z: float, high: float, look: str, turned: float = 0.0, font: str = "timrom.ttf") -> str:
    """Words that lie flat, their middle at (x, z)."""
    return (
        f'text{{ttf "{font}" "{text}" 0.02, 0 translate <{-0.25 * len(text):.2f},-0.35,0> scale <{high:.3f},{high:.3f},1> '
        f"rotate x*90 rotate y*{turned:.1f} translate {vec((x, y, z))} {look}}}\n"
    )
