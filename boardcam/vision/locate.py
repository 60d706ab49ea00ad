"""Find the board in a picture: four corners, the bar, and how sure that is.

One small network looks closer and closer. The first look sees the whole picture and says where corners are; the second sees the
board drawn upright by the first guess, four times as large, and corrects it. In the last ones each part of the board says how far
it is from where it was expected: so corners are told that nobody sees, behind a rail or under an arm.

A corner is told by its turn only: going clockwise, a base line leaves a *leading* corner (top left, bottom right) and arrives at a
*trailing* one (top right, bottom left). So a board may lie in the picture at any turn, and nobody has to say which long side is up:
of the two names that are left, the one nearest to the picture's own up is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.events import Counts, no_counts
from boardcam.geometry import Board
from boardcam.rules.sentence import plain, sentence
from boardcam.vision import checkers, dim, edges, fifteen
from boardcam.vision.calibration import BadCalibration, Calibration, Corner, Points, clockwise, inverse, transform
from boardcam.vision.frames import HIGH, WIDE, drawn_upright, letterbox, upright_corners, windows
from boardcam.vision.heat import LEADING, STRIDE, SURFACE, TRAILING, Heat, Peak, peaks, strongest
from boardcam.vision.networks import Image, Networks
from boardcam.vision.proportions import bar_width, depth
from boardcam.vision.rectify import rectify
from boardcam.vision.views import see, see_all_ways

SMALLEST = 160
"""px of the shorter side of a picture in which a board is looked for."""
SECOND_LOOKS, LAST_LOOKS = 2, 2
CLEAR = 0.8
"""With this score nobody looks further."""
AHEAD = 0.2
"""By so much a whole board must score more than one that runs out of the picture: of such a board half scores up to 0.18 more."""
TWICE = 2
"""Of two boards the one that is less clear is in play if it has more than so many times the checkers."""
NARROWEST = 120
"""px of a board's width: below, a checker has fewer than nine."""
_WORKING = 1600
_ORDER = np.array([LEADING, TRAILING, LEADING, TRAILING])


class NoBoard(Exception):
    """There is no board to be read in the picture; `why` says so, and what to do, in every language."""

    def __init__(self, why: str) -> None:
        self.why = plain(why)
        super().__init__(self.why)


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


def locate(image: Image, networks: Networks) -> Calibration:
    """The board of a picture (h, w, 3). Raises NoBoard."""
    return find(image, networks).calibration


def find(image: Image, networks: Networks, enough: float = 0.5) -> Found:
    """The board of a picture and how sure it is; NoBoard below the score `enough`."""
    size = (image.shape[1], image.shape[0])
    if min(size) < SMALLEST:
        raise NoBoard(
            sentence("the picture is too small ({size}): {least} px at least, 640x480 is better",
                     size=f"{size[0]}x{size[1]}", least=SMALLEST)
        )  # fmt: skip
    factor = min(1.0, _WORKING / max(size))
    small = dim.lifted(np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8))
    looks = boards(small, networks, enough)
    if not looks:
        raise NoBoard(sentence("no board is seen in the picture: show the whole playing surface, its four corners free of hands"))
    best = whole(small, in_play(small, looks, networks), looks)
    last = settled(small, best, networks)
    corners = (last.corners + 0.5) / factor - 0.5
    if sides := edges.cut(size, corners):
        where = edges.said(*sides)
        raise NoBoard(sentence("the board runs out of the picture at {sides}: move the camera to see all of it", sides=where))
    found = Found(_calibration(size, corners, last.bar), best.score)
    if (sides := edges.near(size, corners)) and not fifteen.complete(_counts(image, found.calibration, networks)):
        where = edges.said(*sides)
        raise NoBoard(
            sentence("the board reaches to the picture's edge at {sides}, and not all its checkers are seen: "
                     "move the camera to see the frame all around", sides=where)
        )  # fmt: skip
    return found


def boards(image: Image, networks: Networks, enough: float) -> list[Look]:
    """What may be a board, with a score of `enough` at least, the clearest first."""
    looks: list[Look] = []
    for window in windows(image.shape[1], image.shape[0]):
        fresh = [closely(image, corners, networks) for corners in first_look(image, window, networks)]
        looks += [look for look in fresh if look.score >= enough and clockwise(look.corners)]
        if any(look.score >= CLEAR for look in looks):
            break
    return sorted(looks, key=lambda look: -look.score)


def whole(image: Image, best: Look, looks: Sequence[Look]) -> Look:
    """The best look, or one at the same board by which it runs out of the picture: what is looked at more closely might be half of
    a board, taken for a whole one."""
    size = (image.shape[1], image.shape[0])
    cut = (look for look in looks if edges.cut(size, look.corners) and not _apart(look.corners, best.corners))
    worst = next(cut, best)
    return worst if worst.score >= best.score - AHEAD else best


def in_play(image: Image, looks: Sequence[Look], networks: Networks) -> Look:
    """Of several boards in a picture, clearest first, the one with the checkers; mostly there is but one."""
    best = looks[0]
    beside = (look for look in looks[1:] if look.score > best.score - AHEAD and _apart(look.corners, best.corners))
    if (other := next(beside, None)) is None:
        return best
    size = (image.shape[1], image.shape[0])
    try:
        here, there = (_counts(image, _calibration(size, look.corners, look.bar), networks) for look in (best, other))
    except NoBoard:
        return best
    return other if fifteen.seen(there) > TWICE * fifteen.seen(here) else best


def _apart(one: Points, other: Points) -> bool:
    """Whether two figures are beside each other."""
    pairs = ((one, other.mean(0)), (other, one.mean(0)))
    return all(cv2.pointPolygonTest(corners.astype(np.float32), (x, y), False) < 0 for corners, (x, y) in pairs)


def _counts(image: Image, calibration: Calibration, networks: Networks) -> Counts:
    """What lies on a board, at a glance; without evidence where nothing can be counted."""
    if "strips" not in networks:
        return no_counts()
    return checkers.read(rectify(dim.stretched(image), calibration), calibration, networks)[0]


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
    bar = second_look(dim.lifted(image), given, networks).bar if networks else Board().bar
    return Found(_calibration((image.shape[1], image.shape[0]), given, bar), 1.0)


def misfit(image: Image, calibration: Calibration, networks: Networks) -> npt.NDArray[np.float64]:
    """(4,): how far from each corner of a calibration the network sees that corner, in % of the board's width."""
    given = np.array(calibration.corners)
    seen = settled(dim.lifted(image), Look(given, 0.0, 0.0), networks).corners
    width = float(np.hypot(*(given[1] + given[2] - given[0] - given[3]))) / 2
    return np.asarray(100 * np.hypot(*(seen - given).T) / width, np.float64)


def first_look(image: Image, window: tuple[int, int, int, int], networks: Networks) -> list[Points]:
    """Guesses at the corners TL, TR, BR, BL (4, 2) of a board in a window of the picture, px of the picture, likeliest first."""
    left, top, right, bottom = window
    frame, to_frame = letterbox(image[top:bottom, left:right])
    found = (transform(inverse(to_frame), quad) for quad in quads(see(frame, networks)))
    return [upright(corners + np.array([left, top])) for corners in found]


def second_look(image: Image, corners: Points, networks: Networks) -> Look:
    """Corners corrected by where they are seen, the bar in pitches, and how well they fit what is seen."""
    goal = upright_corners((WIDE, HIGH))
    heat = see(drawn_upright(image, corners, goal), networks)
    near = [strongest(heat[kind], goal[i], 24.0) for i, kind in enumerate(_ORDER)]
    better = np.array([[p.x, p.y] if p.heat > 0.1 else goal[i] for i, p in enumerate(near)], np.float64)
    fits = fit(heat, [Peak(x, y, p.heat) for (x, y), p in zip(better, near, strict=True)])
    return Look(_back(corners, better), bar_width(heat, better), fits)


def settled(image: Image, look: Look, networks: Networks) -> Look:
    """The last looks: corners as all parts of the board tell them together, and the bar."""
    for _ in range(LAST_LOOKS):
        sight = see_all_ways(drawn_upright(image, look.corners, upright_corners((WIDE, HIGH))), networks)
        corners = _back(look.corners, sight.corners)
        if not clockwise(corners):
            break
        look = replace(look, corners=corners, bar=bar_width(sight.heat, sight.corners))
    return look


def _back(corners: Points, drawn: Points) -> Points:
    """Points of a board drawn upright by some corners, in the picture itself."""
    way = cv2.getPerspectiveTransform(upright_corners((WIDE, HIGH)), corners.astype(np.float32))
    return transform(np.asarray(way, np.float64), drawn)


def upright(corners: Points) -> Points:
    """The same corners named so that the upper row is the one nearer to the picture's own up."""
    top, bottom = corners[[0, 1]].mean(0), corners[[2, 3]].mean(0)
    down, across = bottom - top, corners[[1, 2]].mean(0) - corners[[0, 3]].mean(0)
    turned = down[1] < 0 if abs(down[1]) > 0.3 * abs(down[0]) else across[1] > 0
    return np.roll(corners, 2, 0) if turned else corners


def quads(heat: Heat, most: int = 6) -> list[Points]:
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


def _calibration(size: tuple[int, int], corners: Points, bar: float) -> Calibration:
    width = float(np.hypot(*(corners[1] + corners[2] - corners[0] - corners[3]))) / 2
    if width < NARROWEST:
        raise NoBoard(
            sentence("the board is too small to be read, only {wide} px wide: {least} px at least, 600 are better",
                     wide=round(width), least=NARROWEST)
        )  # fmt: skip
    tl, tr, br, bl = (_corner(c) for c in corners)
    return Calibration(size, (tl, tr, br, bl), bar, depth(size, corners, 12.0 + bar))


def _corner(corner: npt.NDArray[np.float64]) -> Corner:
    return float(corner[0]), float(corner[1])
