"""`boardcam bench dice`: dice, cube and hands, on photographs and on held-out renders, corners given.

Faces are counted by the size of the die in the picture; flat or cocked, on a checker or not, where the labels tell. A die is found
within 0.6 of a pitch (without a board: half of an edge) of its label.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from boardcam.vision import dice
    from boardcam.vision.calibration import Calibration
    from boardcam.vision.dice import Die
    from boardcam.vision.networks import Image, Networks

Labels = dict[str, Any]
SIZES = (0, 9, 12, 16, 20, 24, 32, 1000)
NEAR = 0.6


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("dice", help="dice, cube and hands", description=__doc__)
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with labels.json, and dice/labels.json if there")
    parser.add_argument("--renders", type=Path, metavar="DIR", help="renders with labels; those with a seed ending in 9 are read")
    parser.add_argument("--most", type=int, default=200, help="read so many renders at most (200)")
    parser.add_argument("--crops", type=Path, metavar="DIR", help="rendered crops with labels.jsonl; scenes ending in 9 are read")
    parser.add_argument("--misses", action="store_true", help="list each die that was missed or misread")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.vision import networks

    if not (args.photos or args.renders or args.crops):
        print("boardcam bench dice: nothing to read: give --photos DIR, --renders DIR or --crops DIR", file=sys.stderr)
        return 2
    try:
        opened = networks.load(("spots", "dice", "finder") if args.photos or args.renders else ("dice",))
    except networks.NetworkMissing as missing:
        print(f"boardcam bench dice: {missing}", file=sys.stderr)
        return 2
    misses: list[str] = []
    if args.photos and (args.photos / "dice" / "labels.json").exists():
        print(_tray(args.photos / "dice", opened, misses))
    if args.photos:
        print(_table("photographs", _boards(_photographs(args.photos), opened, misses)))
    if args.renders:
        print(_table("held-out renders", _boards(_renders(args.renders, args.most), opened, misses)))
    if args.crops:
        print(_table("held-out crops, at the dice's places", _crops(args.crops, opened, misses)))
    if args.misses:
        print("\n".join(misses))
    return 0


def _photographs(folder: Path) -> Iterator[tuple[Path, Labels]]:
    for entry in json.loads((folder / "labels.json").read_text("utf-8"))["images"]:
        yield folder / entry["file"], entry


def _renders(folder: Path, most: int) -> Iterator[tuple[Path, Labels]]:
    for path in sorted(folder.glob("*9.json"))[:most]:
        yield path.with_suffix(".jpg"), json.loads(path.read_text("utf-8"))


def _tray(folder: Path, networks: Networks, misses: list[str]) -> str:
    """Pictures of dice without a board."""
    from boardcam.commands.look import read_picture
    from boardcam.vision.loose import find_dice

    sums: Counter[str] = Counter()
    for entry in json.loads((folder / "labels.json").read_text("utf-8"))["images"]:
        dice = find_dice(read_picture(folder / entry["file"]), networks)
        reach = 0.5 * float(np.median([die.pixels for die in dice])) if dice else 0.0
        _compare(entry, [(die, reach) for die in dice], sums, misses, entry["file"])
    return f"dice without a board: {sums['found']} of {sums['dice']} found, {sums['right']} read right, {sums['false']} false"


def _boards(pictures: Iterator[tuple[Path, Labels]], networks: Networks, misses: list[str]) -> Counter[str]:
    """Sums over pictures of boards."""
    from boardcam.commands.look import read_picture
    from boardcam.vision import camera, cube, dice, hands, spots
    from boardcam.vision.rectify import rectify

    sums: Counter[str] = Counter()
    for path, truth in pictures:
        image = read_picture(path)
        calibration = _calibration(image, truth)
        found = spots.look(rectify(image, calibration), networks)
        read = dice.read_dice(image, calibration, found, networks)
        reach = NEAR * float(camera.scale(calibration, [[calibration.board.width / 2, calibration.depth / 2]])[0])
        _compare(truth, [(die, reach) for die in read], sums, misses, path.name)
        _hand(truth, hands.over(found.hand, calibration.board), sums, misses, path.name)
        seen = cube.seen(found, calibration)
        at = None if seen is None else calibration.to_pixels([[seen.x, seen.y]])[0]
        _cube(truth, at, 1.3 * reach, sums, misses, path.name)
        sums["pictures"] += 1
    return sums


def _crops(folder: Path, networks: Networks, misses: list[str]) -> Counter[str]:
    """The die reader alone, on crops of dice and of what is none."""
    from boardcam.commands.look import read_picture
    from boardcam.vision import dice

    sums: Counter[str] = Counter()
    for line in (folder / "labels.jsonl").read_text("utf-8").splitlines():
        truth = json.loads(line)
        if truth["scene"] % 10 == 9:
            image = read_picture(folder / truth["file"])
            at = _aim(truth) if truth["value"] else dice.plain(31.5, 31.5, 32.0)
            read = [(die, truth["pixels"] or 0.0) for die in dice.read(image, [at], networks)]
            _compare({"dice": [truth] if truth["value"] else []}, read, sums, misses, truth["file"])
            sums["pictures"] += 1
    return sums


def _aim(truth: Labels) -> dice.Aim:
    """At the top of a labelled die, the table seen as its `projection` (3x4) says."""
    from boardcam.vision import dice
    from boardcam.vision.calibration import transform

    p, edge = np.array(truth["projection"]), truth["edge"]
    eye = -np.linalg.inv(p[:, :3]) @ p[:, 3]
    level = np.column_stack([p[:, 0], p[:, 1], p[:, 2] * edge + p[:, 3]])
    at = transform(np.linalg.inv(level), truth["center"])[0]
    px = transform(level, at + 0.1 * np.array([[0, 0], [1, 0], [0, 1]]))
    basis = np.stack([px[1] - px[0], px[2] - px[0]], 1) / 0.1
    x, y = truth["center"]
    return dice.aligned(x, y, basis, (at - eye[:2]) / (eye[2] - edge), edge)


def _calibration(image: Image, truth: Labels) -> Calibration:
    """From the labelled corners; bar and depth too where they are told."""
    from boardcam.vision import locate
    from boardcam.vision.calibration import Calibration

    size = (image.shape[1], image.shape[0])
    tl, tr, br, bl = (tuple(corner) for corner in truth["corners"])
    bar = truth.get("board", {}).get("bar", 1.2)
    depth = truth.get("board", {}).get("depth") or locate.depth(size, np.array(truth["corners"], np.float64), 12.0 + bar)
    return Calibration(size, (tl, tr, br, bl), bar, depth)


def _compare(truth: Labels, read: list[tuple[Die, float]], sums: Counter[str], misses: list[str], name: str) -> None:
    """Dice of one picture. What its labels call unsure, hidden, moving or unreadable is neither right nor wrong."""
    left = list(read)
    for want in truth["dice"]:
        near = [(np.hypot(die.x - want["center"][0], die.y - want["center"][1]), k) for k, (die, _) in enumerate(left)]
        k = min((pair for pair in near if pair[0] <= left[pair[1]][1]), default=(0.0, -1))[1]
        got = left.pop(k)[0] if k >= 0 else None
        if _scored(want):
            _one(want, got, sums, misses, name)
    for die, _ in left:
        sums["false"] += 1
        misses.append(f"{name}: no die at {die.x:.0f}, {die.y:.0f} (read as {die.value}, log-odds {die.sure:.1f})")


def _scored(want: Labels) -> bool:
    clear = want.get("visible", 1.0) > 0.6 and not want.get("moving", False)
    return clear and want.get("confident", True) and want["value"] is not None


def _one(want: Labels, got: Die | None, sums: Counter[str], misses: list[str], name: str) -> None:
    pixels = want.get("pixels") or (got.pixels if got else 0.0)
    size = next(f"{low}…{high}" for low, high in pairwise(SIZES) if pixels < high)
    sums["dice"] += 1
    sums[f"dice {size}"] += 1
    if got is None:
        misses.append(f"{name}: missed a {want['value']} at {want['center']}")
        return
    right = got.value == want["value"]
    sums["found"] += 1
    sums[f"found {size}"] += 1
    sums[f"too small {size}"] += got.value is None
    sums["right"] += right
    sums[f"right {size}"] += right
    if "flat" in want:
        sums[f"flat {bool(want['flat'])} {got.flat > 0}"] += 1
        sums[f"checker {bool(want['on_checker'])} {got.on_checker > 0}"] += 1
    if not right:
        misses.append(f"{name}: {want['value']} read as {got.value} at {want['center']}, {got.pixels:.0f} px")


def _hand(truth: Labels, hand: float, sums: Counter[str], misses: list[str], name: str) -> None:
    want = bool(truth["hand_or_arm_over_board"])
    sums[f"hand {want} {hand > 0.5}"] += 1
    if want != (hand > 0.5):
        misses.append(f"{name}: hand {'missed' if want else 'seen where none is'} ({hand:.2f})")


def _cube(truth: Labels, at: Any, reach: float, sums: Counter[str], misses: list[str], name: str) -> None:
    want = truth.get("cube")
    near = want is not None and at is not None and float(np.hypot(*(np.array(want["center"]) - at))) <= reach
    sums[f"cube {want is not None} {near if want else at is not None}"] += 1
    if near is not (want is not None) or (want is None and at is not None):
        misses.append(f"{name}: cube {want['center'] if want else None}, seen at {None if at is None else np.round(at)}")


def _table(title: str, sums: Counter[str]) -> str:
    lines = [f"{title}: {sums['pictures']} pictures"]
    lines.append(f"  dice: {sums['found']} of {sums['dice']} found, {sums['right']} faces right, {sums['false']} false")
    for low, high in pairwise(SIZES):
        key = f"{low}…{high}"
        if sums[f"dice {key}"]:
            lines.append(
                f"    {key} px: {sums[f'found {key}']} of {sums[f'dice {key}']} found, {sums[f'right {key}']} right, "
                f"{sums[f'too small {key}']} called too small"
            )
    for name, yes, title in (
        ("flat", "False", "cocked"),
        ("checker", "True", "on a checker"),
        ("hand", "True", "hand"),
        ("cube", "True", "cube"),
    ):
        no = "True" if yes == "False" else "False"
        both, missed, extra = sums[f"{name} {yes} {yes}"], sums[f"{name} {yes} {no}"], sums[f"{name} {no} {yes}"]
        if both + missed + extra:
            lines.append(
                f"  {title}: recall {both / max(1, both + missed):.3f} ({both} of {both + missed}), "
                f"precision {both / max(1, both + extra):.3f} ({extra} false, {sums[f'{name} {no} {no}']} rightly not)"
            )
    return "\n".join(lines)
