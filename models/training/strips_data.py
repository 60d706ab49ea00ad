"""Samples for the strip network: windows of rectified boards. Corners and bar are a little wrong: half of the time as the corner
network finds them without help (`strips_found.py`), else at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from flats import Stack
from labelled import Pixels, Still, recoloured, smeared, stills_of, tensor
from strips_found import found
from strips_kept import PAD, UNKNOWN, Found, Kept
from strips_layers import layers

from boardcam.geometry import Board
from boardcam.vision import strips
from boardcam.vision.calibration import Calibration, transform
from boardcam.vision.camera import eye
from boardcam.vision.rectify import OUTSIDE, SCALE, matrix

Matrix = npt.NDArray[np.float64]


def keep(still: Still) -> Kept:
    calibration = still.calibration()
    way, size = upright(calibration)
    flat = cv2.warpPerspective(_softened(still.image(), calibration), way, size, borderValue=OUTSIDE)
    mask = still.mask()
    quarter = np.diag([mask.shape[1] / calibration.size[0], mask.shape[0] / calibration.size[1], 1.0])
    half = np.diag([0.5, 0.5, 1.0])
    small = cv2.warpPerspective(
        mask, half @ way @ np.linalg.inv(quarter), (size[0] // 2, size[1] // 2), flags=cv2.INTER_NEAREST, borderValue=(255,)
    )
    checkers = np.where(np.isin(small, (4, 5)), 255, 0).astype(np.uint8)
    unseen = np.where(np.isin(small, (8, 9, 255)), 255, 0).astype(np.uint8)
    heights = layers(still.labels["checkers"], calibration.board, still.labels["board"]["diameter"], half @ way, checkers)
    leans = strips.leans(calibration.board, eye(calibration))
    counts, covered = truth(still, calibration, unseen, half @ way)
    believed = found(still, calibration, way)
    return Kept(np.asarray(flat, np.uint8), checkers, heights, unseen, calibration.board, leans, counts, covered, believed)


def upright(calibration: Calibration) -> tuple[Matrix, tuple[int, int]]:
    """px of the picture → px of the kept upright picture, and its size."""
    shift = np.array([[1.0, 0, PAD], [0, 1, PAD], [0, 0, 1]])
    return shift @ matrix(calibration.board) @ np.linalg.inv(calibration.homography), (576 + 2 * PAD, 448 + 2 * PAD)


def _softened(image: Pixels, calibration: Calibration) -> Pixels:
    less = np.hypot(*np.subtract(*calibration.corners[:2])) / calibration.board.width / SCALE
    return image if less < 1.6 else np.asarray(cv2.blur(image, (round(less), round(less))), np.uint8)


def truth(
    still: Still, calibration: Calibration, unseen: Pixels, to_unseen: Matrix
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Counts and covered flags (30,) by strip. Beside the points, one hidden checker makes a strip covered."""
    counts, covered = np.zeros(strips.STRIPS, np.int64), np.zeros(strips.STRIPS, np.float32)
    row = still.labels["bottom_row_left_to_right"][::-1] + still.labels["top_row_left_to_right"]
    for place, entry in enumerate(row):
        counts[place] = -1 if entry["count"] is None else entry["count"]
        covered[place] = float(entry["count"] is None or entry.get("visible", 1.0) < 0.5)
    for checker in still.labels["checkers"]:
        if checker["place"] in ("bar", "off"):
            strip = _beside(calibration, checker)
            counts[strip] += 1
            x, y = np.rint(transform(to_unseen, [checker["top"]])[0]).astype(int)
            inside = 0 <= x < unseen.shape[1] and 0 <= y < unseen.shape[0]
            covered[strip] = max(covered[strip], float(not inside or unseen[y, x] > 127))
    return counts, covered


def _beside(calibration: Calibration, checker: dict[str, object]) -> int:
    """The strip of a checker on the bar or in a tray."""
    x, y = calibration.to_board([checker["base"]])[0]
    low = int(y > calibration.depth / 2)
    if checker["place"] == "bar":
        return strips.BAR_TOP + low
    return strips.TRAYS[0 if x < calibration.board.width / 2 else 2] + low


def batches(folders: Sequence[Path], size: int, rng: np.random.Generator) -> Iterator[tuple[torch.Tensor, ...]]:
    """(strips (n, 3, LONG, WIDE), leans (n, 2), counts, covered, checkers and layers (n, LONG/4, WIDE/4)) without end, four strips
    of each board; new stills join as they are written; a third of the boards are quick drawings."""
    drawings = Stack(rng)
    known: tuple[Still, ...] = ()
    kept: dict[Path, Kept] = {}
    step = 0
    while True:
        if step % 100 == 0:
            known = stills_of(folders, known)
        step += 1
        chosen = [known[i] for i in rng.integers(0, len(known), size // 6)]
        kept |= {s.path: keep(s) for s in chosen if s.path not in kept}
        boards = [*(kept[s.path] for s in chosen), *drawings.some(size // 4 - len(chosen))]
        yield collate([one for board in boards for one in samples(board, rng)])


Sample = tuple[Pixels, npt.NDArray[np.float32], int, float, npt.NDArray[np.float32], Pixels]


def collate(many: list[Sample]) -> tuple[torch.Tensor, ...]:
    return (
        tensor([image for image, *_ in many]),
        torch.from_numpy(np.stack([lean for _, lean, *_ in many])),
        torch.tensor([count for _, _, count, *_ in many]),
        torch.tensor([covered for _, _, _, covered, *_ in many]),
        torch.from_numpy(np.stack([seen for *_, seen, _ in many])),
        torch.from_numpy(np.stack([layer for *_, layer in many])).long(),
    )


def samples(kept: Kept, rng: np.random.Generator, how_many: int = 4) -> list[Sample]:
    # Where high stacks are heaped on most points, more lies on the bar too than games ever show.
    heaped = kept.counts[:24].sum() > 30
    weights = np.select([kept.counts > 5, kept.counts > 0], [6.0, 3.0], 1.0) * np.where(
        np.arange(strips.STRIPS) < 24, 1.0, 0.0 if heaped else 0.8
    )
    chosen = rng.choice(strips.STRIPS, how_many, replace=False, p=weights / weights.sum())
    believed = kept.found if kept.found and rng.random() < 0.5 else guessed(kept, rng)
    return [sample(kept, believed, int(strip), rng) for strip in chosen]


def guessed(kept: Kept, rng: np.random.Generator) -> Found:
    """A board found a little wrong at random."""
    wrong = rng.normal(0, rng.choice([0.001, 0.004, 0.012]) * kept.board.width * SCALE, (4, 2))
    return Found(replace(kept.board, bar=max(0.0, kept.board.bar + rng.normal(0, 0.07))), wrong, kept.leans)


def sample(kept: Kept, believed: Found, strip: int, rng: np.random.Generator) -> Sample:
    """One strip, cut where the board is believed to lie."""
    way = stretch(rng) @ window(kept, believed.board, believed.wrong, strip)
    lean = believed.leans[strip] * np.exp(rng.normal(0, 0.15))
    lean = (lean + rng.normal(0, 0.02, 2)).astype(np.float32)
    if rng.random() < 0.5:
        lean[0] = -lean[0]
        way = np.array([[-1.0, 0, strips.WIDE - 1], [0, 1, 0], [0, 0, 1]]) @ way
    image = cv2.warpPerspective(kept.flat, way, (strips.WIDE, strips.LONG), borderValue=OUTSIDE)
    seen, hidden = (_coarse(part, way) for part in (kept.checkers, kept.unseen))
    outside = hidden[8:, 5:11].mean() > 0.55
    covered = max(float(kept.covered[strip]), float(outside))
    picture = recoloured(smeared(np.asarray(image, np.uint8), rng), rng)
    return picture, lean, int(kept.counts[strip]), covered, seen, _layers(kept.layers, way)


def stretch(rng: np.random.Generator) -> Matrix:
    """Sometimes longer or shorter from the base line on, as if the board were of another depth."""
    longer = float(np.exp(rng.normal(0, 0.1))) if rng.random() < 0.5 else 1.0
    return np.array([[1.0, 0, 0], [0, longer, strips.OUT * SCALE * (1 - longer)], [0, 0, 1]])


def window(kept: Kept, board: Board, wrong: npt.NDArray[np.float64], strip: int) -> Matrix:
    """px of the kept picture → px of the strip."""
    true, believed = (_corners(b) for b in (kept.board, board))
    to_believed = cv2.getPerspectiveTransform((true + wrong + PAD).astype(np.float32), believed.astype(np.float32))
    top = strips.is_top(strip)
    to_px = matrix(board)
    x, y = to_px[:2, :2] @ [strips.column(board, strip), 0.0 if top else board.depth] + to_px[:2, 2] + 0.5
    if top:
        cut = np.array([[1.0, 0, strips.WIDE // 2 - x], [0, 1, strips.OUT * SCALE - y], [0, 0, 1]])
    else:
        cut = np.array([[-1.0, 0, x + strips.WIDE // 2 - 1], [0, -1, y + strips.OUT * SCALE - 1], [0, 0, 1]])
    return np.asarray(cut @ to_believed, np.float64)


def _corners(board: Board) -> npt.NDArray[np.float64]:
    to_px = matrix(board)
    surface = np.array([[0, 0], [board.width, 0], [board.width, board.depth], [0, board.depth]])
    return np.asarray(surface @ to_px[:2, :2].T + to_px[:2, 2], np.float64)


def _layers(part: Pixels, way: Matrix) -> Pixels:
    """The layers of a half-resolution map in the middles of the strip's coarse cells, (LONG/4, WIDE/4)."""
    to_cells = np.array([[0.25, 0, -0.375], [0, 0.25, -0.375], [0, 0, 1.0]])
    from_half = np.array([[2.0, 0, 0.5], [0, 2.0, 0.5], [0, 0, 1.0]])
    return np.asarray(
        cv2.warpPerspective(
            part, to_cells @ way @ from_half, (strips.WIDE // 4, strips.LONG // 4), flags=cv2.INTER_NEAREST, borderValue=(UNKNOWN,)
        ),
        np.uint8,
    )


def _coarse(part: Pixels, way: Matrix) -> npt.NDArray[np.float32]:
    """A half-resolution map seen through the strip's window, a quarter of its size, 0…1."""
    way = np.diag([0.5, 0.5, 1.0]) @ way @ np.diag([2.0, 2.0, 1.0])
    seen = cv2.warpPerspective(part, way, (strips.WIDE // 2, strips.LONG // 2))
    small = cv2.resize(seen, (strips.WIDE // 4, strips.LONG // 4), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255
