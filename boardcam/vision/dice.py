"""Reading dice: from a place in the picture to faces, flat or cocked, on a checker or not.

The reader, `dice.onnx`, sees a crop of the full-size frame, 64 px across, the die in its middle; it says whether that is a die at
all, and where its top lies, so that a second, better centred look follows the first. On a board the crop is drawn as from above and
turned so that tall things lean upwards (`aim`): only so a cocked die differs from a flat one seen at a slant. What a die leans or
lies on is larger than the crop: a second, coarser picture shows more around it.
Dice without a board: `loose.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.events import DieSeen
from boardcam.vision import camera, spots
from boardcam.vision.calibration import Calibration, transform
from boardcam.vision.networks import Floats, Image, Networks, blob
from boardcam.vision.rectify import to_board, to_rectified

CROP = 64
"""Side of the reader's picture, px."""
AROUND, WIDER = 48, 2.2
"""Side of its second picture, px: the same place, so many times as far around."""
FILL = 0.45
"""Share of the crop's side that a die's edge should take: the middle of what the reader was trained on."""
USUAL = 0.4
"""Edge of a die in pitches, where nothing better is known: dice are 0.3 to 0.45 checker widths."""
SMALLEST, LARGEST = 0.22, 0.64
"""Pitches: nothing smaller or larger on a board is a die. Those of photographs and renders measure 0.28 to 0.51."""
READABLE = 9.0
"""Px of edge below which a face is not read: pips of less than a pixel are guesses."""
SMALL = 18.0
"""Px of edge below which a face is told only where it is sure."""
TOLD, TOLD_SMALL = 0.5, 0.8
"""Probability from which a face is told, of dice and of small ones: below that, a guess is worse than none."""
PLAINLY, ONCE = 4.0, 0.25
"""Of a small die whose face does not lead by PLAINLY a frame tells this share of its log-likelihoods. Every frame of a rest shows
the same few pixels and is wrong in the same way; whoever adds up frames must not take four of them for four witnesses."""
SIDE = 1.2
"""The middle of a die's visible side is less than this from that of its top, in edges along the table."""
DOUBT = -4.0
"""Log-odds at the first look below which there is no second."""
SURE, SURE_OUTSIDE = 2.0, 5.0
"""Log-odds above which something on the board, or beside it, is called a die; beside the board lie clocks, cups and cubes, but
rarely dice."""
SPOTTED, MOST = 3.0, 1.2
"""So many times the spotter's log-odds, at most so far from even, are added to the reader's: it sees the whole board, and a dot
that many checkers have is no die to it. Fitted, with SURE, on 584 rendered boards: 45 false dice instead of 70, 1,326 true ones
told instead of 1,311."""
APART, TOUCHING = 0.85, 0.68
"""Tops of two dice cannot be nearer than this, in edges along the table: 1, but for errors of measuring, and for dice that lean."""
NEIGHBOUR = 5.0
"""Log-odds above which a second die may be as near as TOUCHING, or where the first one's side is seen: sides get less."""
RING, RING_MIDDLE, RING_SLOPE, RING_READ, RING_FLAT = 0.3, 0.62, 6.0, 0.7, 0.6
"""A ring around the die's foot, pitches: log-odds of lying on a checker by the share of it that is checker and by what the reader
says of that and of lying flat (what is cocked has a checker beside it, not under it), fitted on 303 dice of rendered boards that
neither was trained on."""
LEVEL = 4.0
"""More than this of the log-odds of flat says nothing of a checker."""
RARE = 0.5
"""Added to the log-odds of flat: the reader was taught how dice lie with more that lean than are thrown; fitted on 1,107 dice of
58 rendered boards that it was not trained on."""
STEEP = 1.5
"""Lean from which views no longer differ for the reader: the board seen from 34° high."""
SEEN_SIDE = 0.6
"""Above this the view (`Aim.how`) is so slanting that a die's side is seen well."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die in a picture."""

    x: float
    y: float
    """Middle of its top, px."""
    pixels: float
    """Its edge, px."""
    sure: float
    """Log-odds that it is a die."""
    faces: tuple[float, ...]
    """Log-likelihoods of 1…6; all equal = too small to read."""
    flat: float
    on_checker: float
    """Log-odds."""
    color: tuple[float, float, float]
    """Of its body: CIE L*, a*, b*."""

    @property
    def value(self) -> int | None:
        """The likeliest face; None = seen, but too small to read, or dark, blurred, burnt out."""
        told = np.exp(max(self.faces)) >= (TOLD_SMALL if self.pixels < SMALL else TOLD)
        return int(np.argmax(self.faces)) + 1 if told else None

    @property
    def confidence(self) -> float:
        """Probability of `value`, and that it is a die at all."""
        return float(np.exp(max(self.faces)) / np.exp(self.faces).sum() / (1 + np.exp(-self.sure)))


@dataclass(frozen=True, slots=True)
class Aim:
    """What the reader is to look at."""

    x: float
    y: float
    """Middle, px."""
    across: npt.NDArray[np.float64]
    """2x2: its columns are the sides of the crop, px."""
    how: float = 0.0
    """What the reader is told of the view: 0 = nothing, 0.5 = from straight above … 1 = from 34° high or lower."""

    @property
    def pixels(self) -> float:
        """Edge of the die for which the crop has the right size, px."""
        return FILL * float(np.sqrt(abs(np.linalg.det(self.across))))

    def edges(self, other: Aim) -> npt.NDArray[np.float64]:
        """Where another aim is, in edges of this one's die along the table: to the right, and towards the camera."""
        away = np.linalg.solve(self.across, [other.x - self.x, other.y - self.y]) / FILL
        return np.asarray(away, np.float64)

    def repeats(self, other: Aim, sure: float = 0.0) -> bool:
        """Too near to another die's top to be a second die, or, unless it is `sure` (log-odds) to be one, where that die's side is
        seen."""
        right, towards = other.edges(self)
        near = min(np.hypot(right, towards), np.hypot(*self.edges(other)))
        if sure > NEIGHBOUR:
            return bool(near < TOUCHING)
        side = other.how > 0 and abs(right) < 0.5 and 0 < towards < SIDE
        return bool(side or near < APART)


Look = tuple[Aim, Floats]
"""Where the reader saw what may be a die, and its twelve answers."""


def plain(x: float, y: float, pixels: float) -> Aim:
    """A die of so many px, the view unknown."""
    return Aim(x, y, np.eye(2) * pixels / FILL)


def aim(calibration: Calibration, x: float, y: float, edge: float = USUAL) -> Aim:
    """At a die whose top is seen at (x, y) px and whose edge is so many pitches: as from above, leaning upwards."""
    level = camera.lifted(calibration, edge)
    at = camera.foot(calibration, [[x, y]], edge)[0]
    px = transform(level, at + 0.1 * np.array([[0, 0], [1, 0], [0, 1]]))
    return aligned(x, y, np.stack([px[1] - px[0], px[2] - px[0]], 1) / 0.1, camera.lean(calibration, at), edge)


def aligned(x: float, y: float, basis: npt.NDArray[np.float64], lean: npt.NDArray[np.float64], edge: float) -> Aim:
    """From how the table is seen there: `basis` 2x2, px a pitch; `lean` (2,), as `camera.lean` has it."""
    far = float(np.hypot(*lean))
    down = -lean / far if far > 1e-6 else np.array([0.0, 1.0])
    turn = np.array([[down[1], down[0]], [-down[0], down[1]]])
    return Aim(x, y, basis @ turn * edge / FILL, 0.5 + 0.5 * min(1.0, far / STEEP))


def read(image: Image, aims: Sequence[Aim], networks: Networks) -> tuple[Die, ...]:
    """The dice among what is aimed at, each once."""
    return _once(image, looks(image, aims, networks))


def looks(image: Image, aims: Sequence[Aim], networks: Networks) -> list[list[Look]]:
    """Look twice, the second time where and as large as the first look said: of each aim what may be a die. Where the reader is not
    sure it may have taken a die's side for its top: then it looks above that too."""
    found = _twice(image, aims, networks)
    sides = [k for k, seen in enumerate(found) if seen and seen[0][0].how > SEEN_SIDE and seen[0][1][0] < NEIGHBOUR]
    tops = _twice(image, [above(found[k][0][0]) for k in sides], networks)
    for k, seen in zip(sides, tops, strict=True):
        found[k] += [(at, out) for at, out in seen if out[0] > NEIGHBOUR]
    return found


def _twice(image: Image, aims: Sequence[Aim], networks: Networks) -> list[list[Look]]:
    """Of each aim the second look, if it may be a die by both."""
    found: list[list[Look]] = [[] for _ in aims]
    first = _answered(image, aims, networks, mirrored=False)
    likely = [k for k, (_, out) in enumerate(first) if out[0] > DOUBT]
    for k, (at, out) in zip(likely, _answered(image, [closer(*first[k]) for k in likely], networks, mirrored=True), strict=True):
        if out[0] > 0:
            found[k] = [(closer(at, out), out)]
    return found


def _once(image: Image, found: Iterable[Sequence[Look]]) -> tuple[Die, ...]:
    return tuple(_die(image, at, out) for at, out in distinct([look for seen in found for look in seen]))


def above(side: Aim) -> Aim:
    """The top of the die whose near side this aims at: half an edge farther away, and higher by as much."""
    lean = 2 * STEEP * (side.how - 0.5)
    x, y = np.array([side.x, side.y]) - side.across[:, 1] * FILL * (1 + lean) / 2
    return replace(side, x=float(x), y=float(y))


def crop(image: Image, at: Aim, side: int = CROP) -> Image:
    """What an aim shows, `side` px square; beyond the edge of the picture the edge goes on."""
    corner = np.array([at.x, at.y]) - at.across.sum(1) / 2 * (side - 1) / side
    step = at.across / side
    longest = float(np.abs(at.across).max())
    if longest > 1.5 * side:  # mean before thinning out, as a sensor does
        reach = np.abs(at.across).sum(1) / 2 + 2
        size, thick = np.array(image.shape[1::-1]), int(np.ceil(longest / side))  # of an aim beyond the picture its edge is left
        low = np.clip(np.floor([at.x - reach[0], at.y - reach[1]]), 0, np.maximum(size - thick, 0)).astype(int)
        high = np.maximum([int(at.x + reach[0]) + 1, int(at.y + reach[1]) + 1], low + thick)
        part = image[low[1] : high[1], low[0] : high[0]]
        factor = side / longest
        image = np.asarray(cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
        corner, step = (corner - low + 0.5) * factor - 0.5, step * factor
    way = np.column_stack([step, corner])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(image, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def closer(at: Aim, out: Floats) -> Aim:
    """The aim corrected by what the reader said of it."""
    x, y = np.array([at.x, at.y]) + at.across @ out[9:11]
    return replace(at, x=float(x), y=float(y), across=at.across * 2.0 ** float(np.clip(out[11], -2.2, -0.4)) / FILL)


def _answered(image: Image, aims: Sequence[Aim], networks: Networks, *, mirrored: bool) -> list[Look]:
    """Each aim with the reader's twelve answers (12,); `mirrored`: the mean over the crop and its mirror image."""
    if not aims:
        return []
    near, wide = _seen(image, aims, CROP), _seen(image, [replace(at, across=WIDER * at.across) for at in aims], AROUND)
    if not mirrored:
        return list(zip(aims, networks.run("dice", near, wide)[0], strict=True))
    (out,) = networks.run("dice", *(np.concatenate([batch, batch[..., ::-1]]) for batch in (near, wide)))
    straight, other = out[: len(aims)], out[len(aims) :]
    other[:, 9] *= -1
    return list(zip(aims, np.asarray((straight + other) / 2, np.float32), strict=True))


def _seen(image: Image, aims: Sequence[Aim], side: int) -> Floats:
    """What the aims show, (n, 4, side, side): BGR in 0…1, and what is told of the view."""
    crops = blob([crop(image, at, side) for at in aims])
    told = np.array([at.how for at in aims], np.float32)
    return np.concatenate([crops, np.broadcast_to(told[:, None, None, None], (len(aims), 1, side, side))], 1)


def _die(image: Image, at: Aim, out: Floats) -> Die:
    faces = out[1:7] - np.log(np.exp(out[1:7]).sum())
    if at.pixels < READABLE:
        faces = np.full(6, -np.log(6.0))
    flat, told = float(out[7]) + RARE, tuple(map(float, faces))
    return Die(at.x, at.y, at.pixels, float(out[0]), told, flat, float(out[8]), body_color(image, at))


def body_color(image: Image, at: Aim) -> tuple[float, float, float]:
    """Median CIE Lab of the top's middle: pips take less than a quarter of it."""
    square = crop(image, replace(at, across=at.across * FILL * 0.8))
    lab = cv2.cvtColor(square.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB).reshape(-1, 3)
    lightness, a, b = (float(v) for v in np.median(lab, 0))
    return lightness, a, b


def read_dice(
    image: Image, calibration: Calibration, found: spots.Spots, networks: Networks, *, sure: bool = True
) -> tuple[Die, ...]:  # fmt: skip
    """The dice on and around the board, from the full-size frame; `found` says where to look. Not `sure`: also what may be one."""
    return told(image, calibration, found, looks_at(image, calibration, found.dice, networks), sure=sure)


def looks_at(image: Image, calibration: Calibration, peaks: Sequence[spots.Peak], networks: Networks) -> list[list[Look]]:
    """Of each peak of the spotter what may be a die."""
    if not peaks:
        return []
    px = calibration.to_pixels(to_board(calibration.board, [[peak.x, peak.y] for peak in peaks]))
    return looks(image, [aim(calibration, float(x), float(y)) for x, y in px], networks)


def told(
    image: Image, calibration: Calibration, found: spots.Spots, seen: Iterable[Sequence[Look]], *, sure: bool = True
) -> tuple[Die, ...]:  # fmt: skip
    """The dice of a board by what was seen at its peaks."""
    dice = _once(image, ([spotted(look, peak) for look in looks] for peak, looks in zip(found.dice, seen, strict=True)))
    told = [die for die in dice if not sure or die.sure > (SURE if _on_board(die, calibration) else SURE_OUTSIDE)]
    told = [die for die in told if SMALLEST < USUAL * die.pixels / aim(calibration, die.x, die.y).pixels < LARGEST]
    return tuple(replace(die, on_checker=_on_checker(die, calibration, found)) for die in told)


def spotted(look: Look, peak: spots.Peak) -> Look:
    """What the reader said of a peak, with what the spotter says of it."""
    at, out = look
    odds = np.clip(np.log(peak.score / max(1.0 - peak.score, 1e-9)), -MOST, MOST)
    return at, np.concatenate([out[:1] + np.float32(SPOTTED * odds), out[1:]])


def _on_board(die: Die, calibration: Calibration) -> bool:
    """On the playing surface or the inner half of its frame."""
    (x, y), edge = calibration.to_board([[die.x, die.y]])[0], 0.3
    return bool(-edge < x < calibration.board.width + edge and -edge < y < calibration.depth + edge)


def _on_checker(die: Die, calibration: Calibration, found: spots.Spots) -> float:
    """Log-odds of lying on a checker by what the reader says, and by what the spotter sees around the die's foot: checker on most
    sides, or not."""
    around = np.linspace(0.0, 2 * np.pi, 24, endpoint=False)
    ring = camera.foot(calibration, [[die.x, die.y]], USUAL) + RING * np.column_stack([np.cos(around), np.sin(around)])
    share = float(spots.at(found.checker, to_rectified(calibration.board, ring)).mean())
    return RING_READ * die.on_checker + RING_FLAT * min(die.flat, LEVEL) + RING_SLOPE * (share - RING_MIDDLE)


def distinct(found: Sequence[Look]) -> list[Look]:
    """The surest first, without second sights of a die: its side is nearer to its top than a second die can be. A die far smaller
    than one that it lies on is a pip."""
    kept: list[Look] = []
    for at, out in sorted(found, key=lambda pair: -pair[1][0]):
        pip = any(sure[0] > SURE and big.pixels > 2 * at.pixels and np.hypot(*big.edges(at)) < APART for big, sure in found)
        if not pip and not any(at.repeats(other, float(out[0])) for other, _ in kept):
            kept.append((at, out))
    return kept


def seen(die: Die, calibration: Calibration, light: float = 0.0, checker: float = 0.4) -> DieSeen:
    """As an observation speaks of it: its foot in pitches, parallax undone; `checker` is a checker's height in pitches."""
    near = calibration.to_board([[die.x, die.y]])
    edge = die.pixels / float(camera.scale(calibration, near)[0])
    height = min(edge, 0.6) + (checker if die.on_checker > 0 else 0.0)
    x, y = camera.foot(calibration, [[die.x, die.y]], height)[0]
    next_best, best = sorted(die.faces)[-2:]
    share = ONCE if die.pixels < SMALL and best - next_best < PLAINLY else 1.0
    return DieSeen(
        float(x), float(y), tuple(share * face for face in die.faces), die.flat, die.on_checker, light, die.pixels
    )  # fmt: skip


def as_label(die: Die) -> dict[str, Any]:
    """One die as an entry of `dice` in the labels; `value` null = seen, unreadable."""
    return {
        "value": die.value,
        "center": [round(die.x, 1), round(die.y, 1)],
        "flat": die.flat > 0,
        "confidence": round(die.confidence, 4),
        "pixels": round(die.pixels, 1),
    }
