"""What is to be seen in a picture, in the words of the training data.

`k1` bends pixels after the projection: r' = r (1 + k1 r²), r in half widths from the middle of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from boardcam.geometry import Board
from boardcam.rules.position import Side
from boardcam.sim.render import lens
from boardcam.sim.render.cameras import Camera
from boardcam.sim.render.colours import bright
from boardcam.sim.render.sets import Look
from boardcam.sim.render.solid import Colour, Kind
from boardcam.sim.render.things import checker, die_at
from boardcam.sim.scene import CheckerPose, CubePose, DiePose

Place = int | str
"""0…23, "bar", "off" or "hand"."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A checker and where it counts."""

    pose: CheckerPose
    place: Place
    nth: int


@dataclass(frozen=True, slots=True)
class Cast:
    """A die and how it lies."""

    pose: DiePose
    flat: bool
    on_checker: bool


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera, its distortion, and the label picture (Studio.labels) at some size."""

    camera: Camera
    k1: float
    seen: NDArray[np.uint8]

    def px(self, points: list[tuple[float, float, float]] | NDArray[np.floating]) -> NDArray[np.float64]:
        return lens.distorted(self.camera.pixels(points), self.camera.size, self.k1)

    @property
    def shrink(self) -> float:
        return float(self.seen.shape[1]) / self.camera.size[0]

    def share(self, polygon: NDArray[np.floating], index: int, upper: bool = True) -> float:
        """Share of a polygon (px) in which thing number `index` shows (its upper side)."""
        x0, y0, inside, area = self._raster(polygon)
        h, w = inside.shape
        cut = self.seen[y0 : y0 + h, x0 : x0 + w]
        hit = (cut[..., 1] == index) & ((cut[..., 2] == 255) | (not upper)) & inside
        return min(1.0, int(hit.sum()) / max(0.96 * area, 1.0))

    def free(self, polygons: Sequence[NDArray[np.floating]]) -> float:
        """Share of these polygons that neither hand nor clutter nor die covers, and that is in the picture."""
        total, open_ = 0.0, 0.0
        for polygon in polygons:
            x0, y0, inside, area = self._raster(polygon)
            h, w = inside.shape
            kind = self.seen[y0 : y0 + h, x0 : x0 + w, 0]
            total += max(area, 1.0)
            open_ += float((inside & ~np.isin(kind, (Kind.HAND, Kind.CLUTTER, Kind.DIE, Kind.CUBE))).sum())
        return min(1.0, open_ / total)

    def _raster(self, polygon: NDArray[np.floating]) -> tuple[int, int, NDArray[np.bool_], float]:
        """Left, top, inside-mask within the picture; and the area had the picture no edges."""
        p = np.asarray(polygon) * self.shrink
        low = np.floor(p.min(0)).astype(int)
        size = np.ceil(p.max(0)).astype(int) - low + 1
        page = np.zeros((size[1], size[0]), np.uint8)
        cv2.fillPoly(page, [np.round((p - low - 0.5) * 16).astype(np.int32)], (1.0,), cv2.LINE_8, 4)
        h, w = self.seen.shape[:2]
        x0, y0 = max(low[0], 0), max(low[1], 0)
        cut = page[y0 - low[1] : max(h - low[1], 0), x0 - low[0] : max(w - low[0], 0)]
        return x0, y0, cut[: max(h - y0, 0), : max(w - x0, 0)] > 0, float(page.sum())


def _xy(p: NDArray[np.floating]) -> list[float]:
    return [round(float(v), 2) for v in np.asarray(p).ravel()[:2]]


def corners(board: Board) -> list[tuple[float, float, float]]:
    w, d = board.width, board.depth
    return [(0, 0, 0), (w, 0, 0), (w, d, 0), (0, d, 0)]


def bar_ends(board: Board) -> list[tuple[float, float, float]]:
    a, b, d = 6.0, 6.0 + board.bar, board.depth
    return [(a, 0, 0), (b, 0, 0), (b, d, 0), (a, d, 0)]


def rim(look: Look, pose: CheckerPose, height: float) -> NDArray[np.float64]:
    """Points around a checker's upper (1) or lower (0) edge, [24, 3] board units."""
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    local = np.stack([0.98 * np.cos(t), 0.98 * np.sin(t), np.full(24, height), np.ones(24)])
    return np.asarray((checker(look, pose).at @ local)[:3].T, float)


def checkers(look: Look, laid: list[Laid], view: View) -> list[dict[str, Any]]:
    return [_checker(look, one, view, k + 1) for k, one in enumerate(laid)]


def _checker(look: Look, one: Laid, view: View, index: int) -> dict[str, Any]:
    p = one.pose
    top = rim(look, p, 1.0)
    edge = view.px(top)
    base = view.px([(p.x, p.y, p.z)])
    radius = float(np.sqrt(cv2.contourArea(edge.astype(np.float32)) / np.pi))
    upper = not p.on_edge and abs(p.tilt) < 0.3
    return {
        "place": one.place, "nth": one.nth, "color": p.side.colour, "base": _xy(base),
        "top": _xy(view.px(top.mean(0, keepdims=True))),
        "radius": round(radius, 2), "visible": round(view.share(edge, index, upper), 3), "on_edge": p.on_edge,
    }  # fmt: skip


def rows(look: Look, laid: list[Laid], view: View) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Top and bottom row, left to right."""
    each = [_place(look, [c for c in laid if c.place == p], p, view) for p in range(24)]
    return each[12:], each[11::-1]


def _place(look: Look, here: list[Laid], place: int, view: View) -> dict[str, Any]:
    area = [view.px(rim(look, c.pose, 1.0)) for c in here] or [view.px(_strip(look.board, place))]
    colour = here[0].pose.side.colour if here else None
    return {"count": len(here), "color": colour, "visible": round(view.free(area), 3)}


def _strip(board: Board, place: int) -> list[tuple[float, float, float]]:
    x, top = board.column(place), board.is_top(place)
    a, b = (0.0, 4.0) if top else (board.depth - 4.0, board.depth)
    return [(x - 0.4, a, 0), (x + 0.4, a, 0), (x + 0.4, b, 0), (x - 0.4, b, 0)]


def count(laid: list[Laid], place: str) -> dict[str, int]:
    """Checkers of each side on the bar or off."""
    return {side.colour: sum(c.place == place and c.pose.side is side for c in laid) for side in Side}


def dice(look: Look, cast: list[Cast], view: View, first: int) -> list[dict[str, Any]]:
    return [_die(look, one, view, first + k) for k, one in enumerate(cast)]


def _die(look: Look, one: Cast, view: View, index: int) -> dict[str, Any]:
    pose, at = one.pose, die_at(look, one.pose)
    top = side_of(at, AXES[pose.face])
    quad = view.px(top)
    hull = np.asarray(cv2.convexHull(view.px((at @ _cube_corners())[:3].T).astype(np.float32))[:, 0], float)
    axis, sign = AXES[pose.face]
    normal = sign * at[:3, axis] / np.linalg.norm(at[:3, axis])
    side = np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1)
    pixels = float(np.sqrt(side[0::2].mean() * side[1::2].mean()))
    return {
        "value": pose.face, "center": _xy(quad.mean(0)), "corners": [_xy(q) for q in quad], "flat": one.flat,
        "tilt": round(pose.tilt, 3), "normal": [round(float(v), 4) for v in normal], "on_checker": one.on_checker,
        "moving": pose.moving, "pixels": round(pixels, 1),
        "edge": round(look.dice.edge, 4), "color": shade_of(look.die(pose.side).a),
        "visible": round(view.share(hull, index, upper=False), 3), "body": _xy(hull.mean(0)),
    }  # fmt: skip


def shade_of(body: Colour) -> str:
    """ "light", "dark", or "other" for a die of some colour."""
    if bright(body) > 0.3 and np.ptp(np.sqrt(body)) < 0.3:
        return "light"
    return "dark" if bright(body) < 0.03 else "other"


AXES = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}
"""Axis of the die mesh and its direction on which each face lies."""


def side_of(at: NDArray[np.floating], axis: tuple[int, int]) -> NDArray[np.float64]:
    """Corners of one side of a die or cube whose mesh stands by `at`, [4, 3] board units."""
    k, sign = axis
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    local = np.ones((4, 4))
    local[:, k], local[:, (k + 1) % 3], local[:, (k + 2) % 3] = sign * 0.5, square[:, 0], square[:, 1]
    return np.asarray((at @ local.T)[:3].T, float)


def _cube_corners() -> NDArray[np.float64]:
    grid = np.array([[x, y, z, 1.0] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    return np.asarray(grid.T * np.array([[0.94], [0.94], [0.94], [1.0]]))


def cube(look: Look, pose: CubePose, at: NDArray[np.floating], view: View) -> dict[str, Any]:
    """`at` is the matrix of its solid; `angle` = degrees its digits are turned clockwise from upright in the picture."""
    quad = view.px(side_of(at, (2, 1)))
    along = quad[1] - quad[0]
    return {
        "value": pose.value if pose.value > 1 else None, "center": _xy(quad.mean(0)), "location": location(look, pose),
        "quad": [_xy(q) for q in quad], "angle": round(float(np.degrees(np.arctan2(along[1], along[0]))), 1),
    }  # fmt: skip


def location(look: Look, pose: CubePose) -> str:
    b = look.board
    third = "top" if pose.y < b.depth / 3 else ("bottom" if pose.y > b.depth * 2 / 3 else "middle (centred)")
    if pose.x < 0 or pose.x > b.width:
        return f"{'left' if pose.x < 0 else 'right'} tray, {third}"
    half = b.half(pose.x, pose.y)
    return f"on the bar ({third})" if half == "bar" else ("outside" if half == "outside" else f"in the {half} half, {third}")
