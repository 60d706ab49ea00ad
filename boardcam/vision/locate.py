"""Find the board in a picture: four corners, the bar, and how sure that is.

One small network looks twice. The first look sees the whole picture and says where corners are; the second sees the board drawn
upright by the first guess, four times as large, and corrects it. A corner is told by its turn only: going clockwise, a base line
leaves a *leading* corner (top left, bottom right) and arrives at a *trailing* one (top right, bottom left). So a board may lie in
the picture at any turn, and nobody has to say which long side is up: of the two names that are left, the one nearest to the
picture's own up is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.geometry import Board
from boardcam.vision.calibration import BadCalibration, Calibration, Corner, Points, clockwise, inverse, transform
from boardcam.vision.networks import Networks, blob
from boardcam.vision.rectify import OUTSIDE, Image

WIDE, HIGH = 256, 192
"""px of the second look; the first has about as many, in the shape of the picture."""
STRIDE = 4
LEADING, TRAILING, BAR_LEADING, BAR_TRAILING, SURFACE = range(5)
"""Its maps: corners of both kinds, the bar's ends of both kinds, the playing surface."""
SMALLEST = 160
"""px of the shorter side of a picture in which a board is looked for."""
SECOND_LOOKS = 2
CLEAR = 0.8
"""With this score nobody looks further."""
PART = 0.72
"""Share of the picture's sides that a closer first look sees."""
MARGIN = (28.0, 21.0)
"""px between the board and the edge of the second look."""
USUAL_DEPTH = 11.5
"""Pitches; boards have 10 to 13."""
NARROWEST = 120
"""px of a board's width: below, a checker has fewer than nine."""
_WORKING = 1600
_ORDER = np.array([LEADING, TRAILING, LEADING, TRAILING])
Heat = npt.NDArray[np.float32]
"""(5, rows, columns): probabilities at every fourth pixel."""


See = Callable[[Image, Networks], Heat]


class NoBoard(Exception):
    """There is no board to be read in the picture; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Found:
    calibration: Calibration
    score: float
    """0…1: how clear the corners are and how well the surface between them fits."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one look made of a guess."""

    corners: Points
    """TL, TR, BR, BL (4, 2), px of the picture."""
    bar: float
    score: float


@dataclass(frozen=True, slots=True)
class Peak:
    x: float
    y: float
    """px of the network's picture."""
    heat: float


def locate(image: Image, networks: Networks) -> Calibration:
    """The board of a picture (h, w, 3). Raises NoBoard."""
    return find(image, networks).calibration


def find(image: Image, networks: Networks, enough: float = 0.5) -> Found:
    """The board of a picture and how sure it is; NoBoard below the score `enough`."""
    size = (image.shape[1], image.shape[0])
    if min(size) < SMALLEST:
        raise NoBoard(f"the picture is too small ({size[0]}x{size[1]}): {SMALLEST} px at least, 640x480 is better")
    factor = min(1.0, _WORKING / max(size))
    small = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    best = Look(np.zeros((4, 2)), 0.0, 0.0)
    for window in windows(small.shape[1], small.shape[0]):
        looks = [closely(small, corners, networks) for corners in first_look(small, window, networks)]
        best = max([best, *looks], key=lambda look: look.score)
        if best.score >= CLEAR:
            break
    if best.score < enough or not clockwise(best.corners):
        raise NoBoard("no board is seen in the picture: show the whole playing surface, its four corners free of hands")
    last = second_look(small, best.corners, networks, _heat_all_ways)
    return Found(_calibration(size, (last.corners + 0.5) / factor - 0.5, last.bar), best.score)


def closely(image: Image, corners: Points, networks: Networks) -> Look:
    """Second looks from a first guess, each from the last one's corners."""
    look = Look(corners, 0.0, 0.0)
    for _ in range(SECOND_LOOKS):
        if not clockwise(look.corners):
            return Look(corners, 0.0, 0.0)
        look = second_look(image, look.corners, networks)
    return look


def at(image: Image, corners: npt.ArrayLike, networks: Networks | None) -> Found:
    """The board whose corners TL, TR, BR, BL (4, 2) a person gave, px; only the bar is looked for, or without networks taken to be
    of the usual width. Raises BadCalibration, NoBoard."""
    given = np.asarray(corners, np.float64)
    if not clockwise(given):
        raise BadCalibration("the corners must go clockwise around a convex figure: top left, top right, bottom right, bottom left")
    bar = second_look(image, given, networks).bar if networks else Board().bar
    return Found(_calibration((image.shape[1], image.shape[0]), given, bar), 1.0)


def windows(w: int, h: int) -> list[tuple[int, int, int, int]]:
    """Parts (left, top, right, bottom) of a picture to look at until the board is clear: all of it, its middle, its quarters."""
    a, b = round(w * PART), round(h * PART)
    places = [((w - a) // 2, (h - b) // 2), (0, 0), (w - a, 0), (0, h - b), (w - a, h - b)]
    return [(0, 0, w, h), *((x, y, x + a, y + b) for x, y in places)]


def first_look(image: Image, window: tuple[int, int, int, int], networks: Networks) -> list[Points]:
    """Guesses at the corners TL, TR, BR, BL (4, 2) of a board in a window of the picture, px of the picture, likeliest first."""
    left, top, right, bottom = window
    frame, to_frame = letterbox(image[top:bottom, left:right])
    found = (transform(inverse(to_frame), quad) for quad in quads(_heat(frame, networks)))
    return [upright(corners + np.array([left, top])) for corners in found]


def second_look(image: Image, corners: Points, networks: Networks, see: See | None = None) -> Look:
    """Corners corrected, the bar in pitches, and how well they fit what is seen."""
    goal = upright_corners((WIDE, HIGH))
    way = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), goal), np.float64)
    heat = (see or _heat)(_drawn_upright(image, corners, goal), networks)
    near = [strongest(heat[kind], goal[i], 24.0) for i, kind in enumerate(_ORDER)]
    better = np.array([[p.x, p.y] if p.heat > 0.1 else goal[i] for i, p in enumerate(near)], np.float64)
    fits = fit(heat, [Peak(x, y, p.heat) for (x, y), p in zip(better, near, strict=True)])
    return Look(transform(inverse(way), better), bar_width(heat, better), fits)


def _drawn_upright(image: Image, corners: Points, goal: npt.NDArray[np.float32]) -> Image:
    """The board with its corners at `goal`; a large picture is shrunk first, so that it does not alias."""
    longest = float(np.hypot(*(np.roll(corners, -1, 0) - corners).T).max())
    factor = min(1.0, 1.6 * WIDE / longest)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1.0 else image
    way = cv2.getPerspectiveTransform(((corners + 0.5) * factor - 0.5).astype(np.float32), goal)
    return np.asarray(cv2.warpPerspective(small, way, (WIDE, HIGH), borderValue=OUTSIDE), np.uint8)


def letterbox(image: Image) -> tuple[Image, npt.NDArray[np.float64]]:
    """The whole picture, small, with a margin for corners just outside it; and the way px → px of the small one (3, 3)."""
    h, w = image.shape[:2]
    wide, high = frame_size(w, h)
    factor = 0.94 * min(wide / w, high / h)
    inner = (max(1, round(w * factor)), max(1, round(h * factor)))
    left, top = (wide - inner[0]) // 2, (high - inner[1]) // 2
    frame = np.full((high, wide, 3), OUTSIDE, np.uint8)
    frame[top : top + inner[1], left : left + inner[0]] = cv2.resize(image, inner, interpolation=cv2.INTER_AREA)
    fx, fy = inner[0] / w, inner[1] / h
    return frame, np.array([[fx, 0, left + 0.5 * fx - 0.5], [0, fy, top + 0.5 * fy - 0.5], [0, 0, 1]])


def frame_size(w: int, h: int) -> tuple[int, int]:
    """Size of the first look at a picture of w x h: about its shape, about WIDE x HIGH in area, multiples of 32."""
    shape = float(np.clip(w / h, 0.4, 2.5))
    area = 1.15 * WIDE * HIGH
    wide = 32 * round(np.sqrt(area * shape) / 32)
    return wide, 32 * round(area / wide / 32)


def upright_corners(size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Where the second look draws TL, TR, BR, BL (4, 2)."""
    (w, h), (x, y) = size, MARGIN
    return np.array([[x, y], [w - 1 - x, y], [w - 1 - x, h - 1 - y], [x, h - 1 - y]], np.float32)


def upright(corners: Points) -> Points:
    """The same corners named so that the upper row is the one nearer to the picture's own up."""
    top, bottom = corners[[0, 1]].mean(0), corners[[2, 3]].mean(0)
    down, across = bottom - top, corners[[1, 2]].mean(0) - corners[[0, 3]].mean(0)
    turned = down[1] < 0 if abs(down[1]) > 0.3 * abs(down[0]) else across[1] > 0
    return np.roll(corners, 2, 0) if turned else corners


def peaks(heat: Heat, most: int = 4, least: float = 0.03) -> list[Peak]:
    """The strongest local maxima of one map, strongest first."""
    top = cv2.dilate(heat, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[rows, columns])[:most]
    return [_refined(heat, int(rows[i]), int(columns[i])) for i in order]


def strongest(heat: Heat, around: npt.NDArray[np.float32], reach: float) -> Peak:
    """The strongest peak of one map within `reach` px of a place (in px of the network's picture)."""
    y, x = np.indices(heat.shape)
    far = np.maximum(np.abs(_px(x) - around[0]), np.abs(_px(y) - around[1])) > reach
    row, column = np.unravel_index(int(np.argmax(np.where(far, -1.0, heat))), heat.shape)
    return _refined(heat, int(row), int(column))


def quads(heat: Heat, most: int = 3) -> list[Points]:
    """The corners that fit together best: two leading, two trailing ones by turns, and the surface between them; best first."""
    leading, trailing = peaks(heat[LEADING]), peaks(heat[TRAILING])
    found = [_quad(a, b) for a in combinations(leading, 2) for b in combinations(trailing, 2)]
    scored = [(fit(heat, quad), quad) for quad in found if quad is not None]
    scored.sort(key=lambda pair: -pair[0])
    return [np.array([[p.x, p.y] for p in quad]) for score, quad in scored[:most] if score > 0.05]


def _quad(a: tuple[Peak, Peak], b: tuple[Peak, Peak]) -> tuple[Peak, ...] | None:
    for quad in ((a[0], b[0], a[1], b[1]), (a[0], b[1], a[1], b[0])):
        if clockwise([[p.x, p.y] for p in quad]):
            return quad
    return None


def fit(heat: Heat, quad: Sequence[Peak]) -> float:
    """0…1: mean heat of the corners times the overlap of their figure with the surface."""
    area = np.zeros(heat.shape[1:], np.uint8)
    cells = np.array([[(p.x + 0.5) / STRIDE - 0.5, (p.y + 0.5) / STRIDE - 0.5] for p in quad])
    cv2.fillPoly(area, [np.rint(cells).astype(np.int32)], (1,))
    surface = heat[SURFACE] > 0.5
    both, either = (surface & (area > 0)).sum(), (surface | (area > 0)).sum()
    return float(np.prod([max(p.heat, 1e-3) for p in quad]) ** 0.25 * both / max(1, either))


def bar_width(heat: Heat, corners: Points) -> float:
    """The bar in pitches from its ends in the second look; the mean of both ends, weighted by how clear they are."""
    w, h = heat.shape[2] * STRIDE, heat.shape[1] * STRIDE
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_unit = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), unit), np.float64)
    widths, weights = [0.09], [1e-3]
    for row, left, right in ((0, BAR_LEADING, BAR_TRAILING), (1, BAR_TRAILING, BAR_LEADING)):
        around = np.array([w / 2, MARGIN[1] if row == 0 else h - 1 - MARGIN[1]], np.float32)
        ends = [strongest(heat[kind], around, 20.0) for kind in (left, right)]
        (a, _), (b, _) = transform(to_unit, [[p.x, p.y] for p in ends])
        widths.append(max(0.0, b - a))
        weights.append(min(p.heat for p in ends))
    share = min(0.24, float(np.average(widths, weights=weights)))
    return 12.0 * share / (1.0 - share)


def depth(size: tuple[int, int], corners: Points, width: float) -> float:
    """The board's depth in pitches, the likeliest by three witnesses: the corners' angles, usual lenses and usual boards. Exact
    from straight above; at a slant a fair guess."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    centred = (corners - np.array(size) / 2).astype(np.float32)
    h = np.asarray(cv2.getPerspectiveTransform(unit, centred), np.float64)
    log_focal = np.linspace(np.log(0.6), np.log(2.5), 60)
    focal = np.exp(log_focal) * max(size)
    along, down = (np.stack([h[0, k] / focal, h[1, k] / focal, np.full(60, h[2, k])]) for k in (0, 1))
    lengths = np.linalg.norm(along, axis=0), np.linalg.norm(down, axis=0)
    depths = width * lengths[1] / lengths[0]
    askew = (along * down).sum(0) / (lengths[0] * lengths[1])
    doubt = (askew / 0.02) ** 2 + ((log_focal - np.log(1.1)) / 0.3) ** 2 + ((depths - USUAL_DEPTH) / 1.2) ** 2
    return float(np.clip(depths[np.argmin(doubt)], 8.0, 16.0))


def _calibration(size: tuple[int, int], corners: Points, bar: float) -> Calibration:
    width = float(np.hypot(*(corners[1] + corners[2] - corners[0] - corners[3]))) / 2
    if width < NARROWEST:
        raise NoBoard(f"the board is too small to be read, only {width:.0f} px wide: {NARROWEST} px at least, 600 are better")
    tl, tr, br, bl = (_corner(c) for c in corners)
    return Calibration(size, (tl, tr, br, bl), bar, depth(size, corners, 12.0 + bar))


def _corner(corner: npt.NDArray[np.float64]) -> Corner:
    return float(corner[0]), float(corner[1])


def _heat(frame: Image, networks: Networks) -> Heat:
    logits = networks.run("corners", blob(frame))[0][0]
    return np.asarray(1.0 / (1.0 + np.exp(-logits)), np.float32)


def _heat_all_ways(frame: Image, networks: Networks) -> Heat:
    """The mean over the frame as it is, turned by half a turn, and mirrored both ways: a mirror makes leading corners trail."""
    ways = [frame, frame[::-1, ::-1], frame[:, ::-1], frame[::-1]]
    plain, turned, across, down = 1.0 / (1.0 + np.exp(-networks.run("corners", blob(ways))[0]))
    exchanged = [TRAILING, LEADING, BAR_TRAILING, BAR_LEADING, SURFACE]
    back = [plain, turned[:, ::-1, ::-1], across[exchanged, :, ::-1], down[exchanged, ::-1]]
    return np.asarray(np.mean(back, 0), np.float32)


def _refined(heat: Heat, row: int, column: int) -> Peak:
    """A peak to a fraction of a cell: the centre of gravity of its 5x5 neighbourhood."""
    r0, c0 = max(0, row - 2), max(0, column - 2)
    part = heat[r0 : row + 3, c0 : column + 3].astype(np.float64)
    y, x = np.indices(part.shape)
    total = part.sum() + 1e-9
    return Peak(_px((x * part).sum() / total + c0), _px((y * part).sum() / total + r0), float(heat[row, column]))


def _px(cell: Any) -> Any:
    return (cell + 0.5) * STRIDE - 0.5
