"""`boardcam bench taken --photos DIR --renders DIR`: photographs and held-out renders as other people would have taken them.

Each picture is made anew in the ways that are asked for (`--way`; all, if none is) and read, the board found by itself. Of boards
that are cut by the picture's edge those count as right that are refused.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.bench.look import by_itself, cut_off, photographs, renders
from boardcam.bench.marks import ROWS, Labels, mark, total
from boardcam.vision.calibration import clockwise, transform
from boardcam.vision.networks import Image

Corners = npt.NDArray[np.float64]
Taken = tuple[Image, Corners]
Way = Callable[[Image, Corners, np.random.Generator], Taken]

AROUND = (1280, 960)
"""Size of pictures in which a board is small, px."""


def lit(image: Image, corners: Corners, rng: np.random.Generator, blue: float, green: float, red: float, noise: float = 0) -> Taken:
    """In a lamp of this colour, each channel dimmed by so much, and noisy."""
    light = image * np.array([blue, green, red]) + (rng.normal(0, noise, image.shape) if noise else 0.0)
    return np.asarray(np.clip(light, 0, 255), np.uint8), corners


def sized(image: Image, corners: Corners, rng: np.random.Generator, rows: int) -> Taken:
    """By a camera of so many rows."""
    by = rows / image.shape[0]
    how = cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=by, fy=by, interpolation=how), np.uint8), (corners + 0.5) * by - 0.5


def crushed(image: Image, corners: Corners, rng: np.random.Generator) -> Taken:
    """By a codec with hardly any data."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 12])[1], cv2.IMREAD_COLOR)), corners


def unfocused(image: Image, corners: Corners, rng: np.random.Generator) -> Taken:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), image.shape[1] / 250)), corners


def afar(image: Image, corners: Corners, rng: np.random.Generator, share: float, turn: float = 0.0) -> Taken:
    """The board fills so much of the picture's width and is turned by so much; around it is a blurred room."""
    w, h = AROUND
    by = share * w / float(np.hypot(*(corners[1] - corners[0])))
    c, s = by * np.cos(turn), by * np.sin(turn)
    way = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    way[:2, 2] = rng.uniform([0.4, 0.45], [0.6, 0.55]) * [w, h] - way[:2, :2] @ corners.mean(0)
    room = cv2.GaussianBlur(cv2.resize(image[::-1], AROUND), (0, 0), w / 40)
    drawn = cv2.warpPerspective(cv2.blur(image, (3, 3)) if by < 0.7 else image, way, AROUND)
    there = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), way, AROUND) > 127
    return np.where(there[..., None], drawn, room).astype(np.uint8), transform(way, corners)


def sunbeam(image: Image, corners: Corners, rng: np.random.Generator) -> Taken:
    """A slanting beam of sun across a dim room, more than twice as bright."""
    h, w = image.shape[:2]
    beam = np.zeros((h, w), np.float32)
    cv2.fillConvexPoly(beam, np.array([[w * 0.35, 0], [w * 0.6, 0], [w * 0.75, h], [w * 0.5, h]]).astype(np.int32), (1.0,))
    return np.asarray(np.clip(image * (0.6 + 0.75 * beam[..., None]), 0, 255), np.uint8), corners


def grey(image: Image, corners: Corners, rng: np.random.Generator) -> Taken:
    """Without colours, as a night camera sees."""
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8), corners


def mirrored(image: Image, corners: Corners, rng: np.random.Generator) -> Taken:
    """By a camera that shows people themselves. The corners keep their names, so that they go round the other way."""
    return np.ascontiguousarray(image[:, ::-1]), np.column_stack([image.shape[1] - 1 - corners[:, 0], corners[:, 1]])


def cut(image: Image, corners: Corners, rng: np.random.Generator, side: str, share: float) -> Taken:
    """The picture ends at one side when so much of the board is still to come."""
    (left, top), (right, bottom) = np.zeros(2, int), np.array(image.shape[1::-1])
    low, high = corners.min(0), corners.max(0)
    far = np.rint(np.where([side in ("left", "top")] * 2, low + share * (high - low), high - share * (high - low))).astype(int)
    match side:
        case "left":
            left = far[0]
        case "top":
            top = far[1]
        case "right":
            right = far[0]
        case _:
            bottom = far[1]
    return np.ascontiguousarray(image[top:bottom, left:right]), corners - [left, top]


WAYS: dict[str, Way] = {
    "as it is": lambda image, corners, rng: (image, corners),
    "orange lamp": partial(lit, blue=0.25, green=0.6, red=1.15),
    "blue lamp": partial(lit, blue=1.3, green=0.6, red=0.3),
    "green lamp": partial(lit, blue=0.3, green=1.2, red=0.35),
    "hardly any light": partial(lit, blue=0.12, green=0.12, red=0.12, noise=3),
    "360 rows": partial(sized, rows=360),
    "3000 rows": partial(sized, rows=3000),
    "noisy": partial(lit, blue=1.0, green=1.0, red=1.0, noise=15),
    "sunbeam": sunbeam,
    "grey": grey,
    "mirrored": mirrored,
    "crushed": crushed,
    "unfocused": unfocused,
    "afar": partial(afar, share=0.3),
    "turned by 37°": partial(afar, share=0.42, turn=0.65),
    "on its side": partial(afar, share=0.42, turn=np.pi / 2),
    **{f"cut, {side} {100 * share:.0f} %": partial(cut, side=side, share=share) for side in ("left", "top", "right", "bottom")
       for share in (0.1, 0.25)},
}  # fmt: skip


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("taken", help="pictures as other people would have taken them", description=__doc__)
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with a labels.json")
    parser.add_argument("--renders", type=Path, metavar="DIR", help="renders with labels; seeds ending in 9 are read")
    parser.add_argument("--way", action="append", choices=list(WAYS), help="may be given again (all)")
    parser.add_argument("--most", type=int, default=25, help="so many renders (25)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.commands.look import open_networks, read_picture

    shown = [*(photographs(args.photos) if args.photos else ()), *(renders(args.renders, args.most) if args.renders else ())]
    if not shown:
        print("boardcam bench taken: nothing to read: give --photos DIR or --renders DIR", file=sys.stderr)
        return 2
    networks = open_networks()
    pictures = [(read_picture(one.path), one.truth) for one in shown if not cut_off(one.truth)]
    for name in args.way or WAYS:
        rng, marks, refused = np.random.default_rng(5), [], 0
        for image, truth in pictures:
            picture, labels = relabelled(*WAYS[name](image, np.array(truth["corners"]), rng), truth)
            _, read = by_itself(picture, labels, networks)
            refused += read is None
            marks.append(mark(labels, read))
        if name.startswith("cut"):
            print(f"{name:20} {refused} of {len(pictures)} refused", flush=True)
            continue
        m = total(marks)
        print(
            f"{name:20} found {m.found} of {m.pictures}, corners off by {m.corner / max(1, m.found):.1f} %, points "
            f"{100 * m.points_right / m.points:.1f} %, whole boards {m.exact}, at most one wrong {m.nearly}",
            flush=True,
        )
    return 0


def relabelled(image: Image, corners: Corners, truth: Labels) -> tuple[Image, Labels]:
    """The picture, and the labels of points and bar for it."""
    if not clockwise(corners):
        corners, truth = corners[[1, 0, 3, 2]], truth | {row: truth[row][::-1] for row in ROWS}
    return image, truth | {"image_size": [image.shape[1], image.shape[0]], "corners": corners.tolist(), "dice": []}
