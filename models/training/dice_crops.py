"""What the dice networks are shown in training: crops cut anew each time from patches, and the answers wanted. See `dice.py`."""

from __future__ import annotations

import cv2
import fittings
import numpy as np
import rough
from dice_patches import Patch, wry

CROP = 64
AROUND, WIDER = 48, 2.2
"""Side of the reader's second picture, px: the same place, so many times as far around."""
STRIDE = 4
WEIGHT = {"scenes": 2.5, "stills": 2.5, "crops": 2.5, "wry": 2.5, "others": 1.0, "empty": 1.7}
"""How often the reader's crops are from each source; `wry`: from any of them a die that is cocked or lies on a checker."""
LYING = {"scenes": 1.5, "stills": 2.0, "crops": 3.0, "wry": 3.5}
"""The same where only how dice lie is taught."""
WRONG_SIZE = 0.1
"""Share of crops in which a die is far too large or too small: pips are no dice, nor are five dice a five."""
FITTED = 0.5
"""Share of the crops without a die onto which screws, hinges and the like are drawn."""
FINDER = 160
"""Side of the finder's training pictures."""


def crop(
    rng: np.random.Generator, source: Patch, center: np.ndarray, across: np.ndarray, size: int
) -> tuple[np.ndarray, np.ndarray]:
    """The square around `center` whose sides are the columns of `across` (px), drawn `size` px; with the dice's middles in it."""
    turn = np.linalg.inv(across / size)
    shift = (size - 1) / 2 - turn @ center
    small = source.image
    scale = float(np.sqrt(abs(np.linalg.det(turn))))
    if scale < 0.7:  # mean before thinning out, as a sensor does
        small = cv2.GaussianBlur(small, (0, 0), 0.45 / scale)
    border = cv2.BORDER_REFLECT if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    grey = [float(v) for v in rng.uniform(0, 255, 3)]
    way = np.column_stack([turn, shift])
    image = cv2.warpAffine(small, way, (size, size), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=grey)
    return image, source.center @ turn.T + shift


def turned(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def leaning_up(lean: np.ndarray) -> np.ndarray:
    """2x2, crop axes → table axes: what leans along `lean` points up (0, -1) in the crop."""
    far = float(np.hypot(*lean))
    down = -lean / far if far > 1e-6 else np.array([0.0, 1.0])
    return np.array([[down[1], down[0]], [-down[0], down[1]]])


def plain(rng: np.random.Generator, edge: float) -> np.ndarray:
    """Any angle, at times mirrored; columns `edge` px long."""
    return edge * turned(rng.uniform(0, 2 * np.pi)) @ np.diag([rng.choice([-1.0, 1.0]), 1.0])


def from_above(rng: np.random.Generator, basis: np.ndarray, lean: np.ndarray) -> np.ndarray:
    """As the reader draws a die on a board, but a little wrong, as calibrations are."""
    stretch = np.exp(rng.normal(0, 0.02))
    wrong = turned(rng.normal(0, 0.05)) @ np.diag([rng.choice([-1.0, 1.0]) * stretch, 1 / stretch])
    return basis @ leaning_up(lean + rng.normal(0, 0.03, 2)) @ wrong


def reader_sample(
    rng: np.random.Generator, pool: dict[str, list[Patch]], weight: dict[str, float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One crop (64, 64, 4), what is around it (48, 48, 4), and the target: die, value, flat, on checker, x, y, log2 edge, how its
    top is out of square (three), which way it looks (two); NaN = do not learn this."""
    kinds = [k for k in weight if pool[k]]
    p = np.array([weight[k] for k in kinds])
    kind = kinds[rng.choice(len(kinds), p=p / p.sum())]
    source = pool[kind][rng.integers(len(pool[kind]))]
    k, center = aim(rng, source, kind)
    edge = float(source.edge[k]) if k >= 0 else source.image.shape[0] * rng.uniform(0.1, 0.3)
    known = k >= 0 and bool(np.isfinite(source.basis[k]).all()) and rng.random() < 0.72
    fraction = rng.uniform(0.3, 0.62) if rng.random() > WRONG_SIZE else 2 ** (rng.uniform(0.5, 2.2) * rng.choice([-2, 1, 1]))
    across = (from_above(rng, source.basis[k], source.lean[k]) if known else plain(rng, edge)) / fraction
    image, at = crop(rng, source, center, across, CROP)
    around, _ = crop(rng, source, center, across * WIDER, AROUND)
    how = 0.0
    if known or (k < 0 and rng.random() < 0.67):
        how = told(float(np.hypot(*source.lean[k])) if known else rng.uniform(0, 1.4))
    wanted = target(source, (at - (CROP - 1) / 2) / CROP, across, known)
    if wanted[0] == 0 and rng.random() < FITTED:
        image = fittings.fitted(rng, image)
    light = int(rng.integers(1 << 30))  # both pictures are of one table in one light
    image, around = (rough.recolour(np.random.default_rng(light), one) for one in (image, around))
    picture = shrunk(rng, image, CROP * min(fraction, 0.7))
    return with_view(picture, how), with_view(rough.roughen(rng, around), how), wanted


def with_view(picture: np.ndarray, how: float) -> np.ndarray:
    """0…1, with the fourth channel."""
    return np.dstack([picture.astype(np.float32) / 255, np.full(picture.shape[:2], how, np.float32)])


def told(lean: float) -> float:
    """The fourth channel: 0 = unknown, else 0.5 from straight above … 1 from 34° high and lower."""
    return 0.5 + 0.5 * min(1.0, lean / 1.5)


def aim(rng: np.random.Generator, source: Patch, kind: str) -> tuple[int, np.ndarray]:
    """Which die's view to take (-1 = there is none), and where to look."""
    middle = np.array(source.image.shape[1::-1]) / 2
    good = np.flatnonzero(source.label[:, 3] > 0.7) if len(source.label) else np.zeros(0, int)
    if kind == "wry":
        good = good[wry(source)[good]]
    elif kind == "stills" and len(good):  # the piece was cut around one of them: the nearest to its middle
        good = good[np.argsort(np.hypot(*(source.center[good] - middle).T))[:1]]
    if kind == "empty" or not len(good) or (kind == "scenes" and rng.random() < 0.2):
        any_die = int(rng.integers(len(source.edge))) if len(source.edge) else -1
        return any_die, (middle if kind in ("others", "crops") else rng.uniform(0.25, 0.75, 2) * 2 * middle)
    k = int(good[rng.integers(len(good))])
    offset = rng.normal(0, 0.13, 2) if rng.random() < 0.8 else rng.normal(0, 0.5, 2)
    return k, source.center[k] + offset * source.edge[k]


def shrunk(rng: np.random.Generator, image: np.ndarray, edge: float) -> np.ndarray:
    """Sometimes as if the die were only 7…24 px in the frame."""
    if rng.random() < 0.45:
        pixels = rng.uniform(7, 24)
        small = max(6, round(CROP * pixels / edge))
        if small < CROP:
            image = cv2.resize(
                cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA), (CROP, CROP), interpolation=cv2.INTER_LINEAR
            )
    image = rough.roughen(rng, image)
    if rng.random() < 0.06:
        a, b = rng.integers(0, CROP, 2)
        cv2.circle(image, (int(a), int(b)), int(rng.integers(4, 16)), [float(v) for v in rng.uniform(0, 255, 3)], -1)
    return image


def target(source: Patch, at: np.ndarray, across: np.ndarray, known: bool) -> np.ndarray:
    """`at`: the dice's middles from the crop's middle, in crop sides; `across`: the crop's sides in px."""
    nothing = np.array([0, *[np.nan] * 11], np.float32)
    if not len(at):
        return nothing
    away = np.hypot(*at.T)
    k = int(away.argmin())
    side = np.sqrt(abs(np.linalg.det(across)))
    fraction = np.sqrt(abs(np.linalg.det(source.basis[k]))) / side if known else source.edge[k] / side
    value, flat, on_checker, visible = source.label[k]
    if away[k] > 0.75 * fraction or not 0.2 < fraction < 1.0:
        return nothing
    if away[k] > 0.35 * fraction or visible <= 0.7 or not value:
        return np.full(12, np.nan, np.float32)
    if not known and np.hypot(*source.lean[k]) > 0.4:  # cannot be told; nearly from above it can
        flat = np.nan
    inside = np.linalg.inv(across) / fraction
    askew = inside @ source.spread[k] @ inside.T - np.eye(2) if known else np.full((2, 2), np.nan)
    # A direction on the table in axes of the crop, its length kept.
    looks = np.linalg.inv(across) @ source.basis[k] @ source.normal[k] / fraction if known else np.full(2, np.nan)
    where = (*at[k], np.log2(fraction))
    return np.array([1, value, flat, on_checker, *where, *askew[[0, 0, 1], [0, 1, 1]], *looks], np.float32)


def finder_sample(rng: np.random.Generator, pool: dict[str, list[Patch]]) -> tuple[np.ndarray, np.ndarray]:
    """A picture of FINDER px and its heat (0…1; NaN = do not learn), a quarter of that."""
    kind = "scenes" if rng.random() < 0.7 or not pool["stills"] else ("stills" if rng.random() < 0.7 else "empty")
    source = pool[kind][rng.integers(len(pool[kind]))]
    edge = float(np.median(source.edge)) if len(source.edge) else 30.0
    wanted = 2 ** rng.uniform(np.log2(9), np.log2(56))
    center = rng.uniform(0.25, 0.75, 2) * source.image.shape[1::-1]
    across = plain(rng, FINDER * edge / wanted)
    scale = wanted / edge
    image, at = crop(rng, source, center, across, FINDER)
    n = FINDER // STRIDE
    v, u = np.mgrid[0:n, 0:n] * STRIDE + (STRIDE - 1) / 2
    heat = np.zeros((n, n), np.float32)
    for (x, y), e, row in zip(at, source.edge * scale, source.label, strict=True):
        away = np.hypot(u - x, v - y)
        peak = np.exp(-((away / (0.16 * e)) ** 2) / 2)
        if row[3] <= 0.3 or e < 12 or e > 46:
            heat[away < 0.6 * e] = np.nan
        else:
            heat = np.fmax(heat, peak.astype(np.float32))
    return rough.roughen(rng, rough.recolour(rng, image)).astype(np.float32) / 255, heat
