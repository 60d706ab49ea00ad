"""`boardcam bench dice`: dice, cube and hands, on photographs and on held-out renders, corners given.

Dice are counted by their size in the picture, or on the sensor where a crop was enlarged: found, read, false; cocked and how
steep, on a checker, where the labels tell. A die is found within 0.6 of a pitch (without a board: half of an edge) of its label.
What is told wrongly and what is called too small to read count apart. Of dice of 24 px and more it is also counted how many are
read whose pips can be seen (12 grey levels of 255 from the body) and which side is up (less than 30° from level). Cocked dice are
counted by even odds and by those from which the referee has a roll thrown again; of which those that lean by less than 20° slide
down where they rub with less than a half of their weight.
On whole boards it is counted too what the spotter proposed, and what the reader says when it is shown where the dice are. The cube
is found, its value read (a logo: none told), and how its digits are turned.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boardcam.referee.etiquette import LEANS

if TYPE_CHECKING:
    from boardcam.vision import dice
    from boardcam.vision.calibration import Calibration
    from boardcam.vision.cube import Cube
    from boardcam.vision.dice import Die
    from boardcam.vision.networks import Image, Networks
    from boardcam.vision.spots import Peak

Labels = dict[str, Any]
SIZES = (0, 9, 12, 18, 24, 32, 1000)
TILTS = (0, 20, 30, 91)
"""Degrees: dice that lean are counted by how steep they stand."""
LARGE, CLEAR = 24, 12.0
"""Px of edge and grey levels from which a face should be read."""
NEAR = 0.6


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("dice", help="dice, cube and hands", description=__doc__)
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs with labels.json, and dice/labels.json if there")
    parser.add_argument("--renders", type=Path, metavar="DIR", help="renders with labels; those with a seed ending in 9 are read")
    parser.add_argument("--other", type=Path, metavar="DIR", help="pictures of another renderer with labels; all are read")
    parser.add_argument("--most", type=int, default=200, help="read so many renders at most (200)")
    parser.add_argument("--crops", type=Path, metavar="DIR", help="rendered crops with labels.jsonl; scenes ending in 9 are read")
    parser.add_argument("--cubes", type=Path, metavar="DIR", help="rendered crops of cubes, likewise")
    parser.add_argument("--models", type=Path, metavar="DIR", help="measure the networks of this folder, not those shipped")
    parser.add_argument("--misses", action="store_true", help="list each die that was missed or misread")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.vision import networks

    if not (args.photos or args.renders or args.other or args.crops or args.cubes):
        print("boardcam bench dice: nothing to read: give --photos, --renders, --other, --crops or --cubes DIR", file=sys.stderr)
        return 2
    boards = ("spots", "dice", "finder", "cube") if args.photos or args.renders or args.other else ()
    try:
        opened = networks.load(
            {*boards, *(("dice",) if args.crops else ()), *(("cube",) if args.cubes else ())}, folder=args.models
        )
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
    if args.other:
        print(_table("other renderer", _boards(_renders(args.other, args.most, "??????.json"), opened, misses)))
    if args.crops:
        print(_table("held-out crops, at the dice's places", _crops(args.crops, opened, misses)))
    if args.cubes:
        print(_table("held-out crops of cubes, at their places", _cubes(args.cubes, opened, misses)))
    if args.misses:
        print("\n".join(misses))
    return 0


def _photographs(folder: Path) -> Iterator[tuple[Path, Labels]]:
    for entry in json.loads((folder / "labels.json").read_text("utf-8"))["images"]:
        yield folder / entry["file"], entry


def _renders(folder: Path, most: int, names: str = "?????9.json") -> Iterator[tuple[Path, Labels]]:
    for path in sorted(folder.glob(names))[:most]:
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
    shown: Counter[str] = Counter()
    for path, truth in pictures:
        image = read_picture(path)
        calibration = _calibration(image, truth)
        found = spots.look(rectify(image, calibration), networks)
        reach = NEAR * float(camera.scale(calibration, [[calibration.board.width / 2, calibration.depth / 2]])[0])
        read = dice.read_dice(image, calibration, found, networks)
        truth["dice"] = [_looked(image, die) for die in truth["dice"]]
        _compare(truth, [(die, reach) for die in read], sums, misses, path.name)
        wanted = [die for die in truth["dice"] if _scored(die)]
        at = _pixels(found.dice, calibration)
        sums["proposed"] += sum(any(np.hypot(x - die["center"][0], y - die["center"][1]) <= reach for x, y in at) for die in wanted)
        read = dice.read_dice(image, calibration, replace(found, dice=_peaks(wanted, calibration)), networks)
        _compare({"dice": wanted}, [(die, reach) for die in read], shown, [], path.name)
        _hand(truth, hands.over(found.hand, calibration.board), sums, misses, path.name)
        _cube(truth, cube.read(image, calibration, found, networks), 1.3 * reach, sums, misses, path.name)
        sums["pictures"] += 1
    sums.update({f"shown {name}": count for name, count in shown.items()})
    return sums


def _pixels(peaks: Iterable[Peak], calibration: Calibration) -> list[list[float]]:
    """Where the spotter's peaks are in the picture, px."""
    from boardcam.vision.rectify import to_board

    px = [[peak.x, peak.y] for peak in peaks]
    return [[float(v) for v in at] for at in calibration.to_pixels(to_board(calibration.board, px))] if px else []


def _peaks(dice: list[Labels], calibration: Calibration) -> tuple[Peak, ...]:
    """As if the spotter had found the labelled dice."""
    from boardcam.vision.rectify import to_rectified
    from boardcam.vision.spots import Peak

    places = [calibration.to_board([die["center"]])[0] for die in dice]
    return tuple(Peak(float(x), float(y), 1.0) for x, y in to_rectified(calibration.board, places)) if places else ()


def _crops(folder: Path, networks: Networks, misses: list[str]) -> Counter[str]:
    """The die reader alone, on crops of dice and of what is none."""
    from boardcam.commands.look import read_picture
    from boardcam.vision import dice

    sums: Counter[str] = Counter()
    for line in (folder / "labels.jsonl").read_text("utf-8").splitlines():
        truth = json.loads(line)
        if truth["scene"] % 10 == 9:
            image = read_picture(folder / truth["file"])
            middle = (len(image) - 1) / 2
            at = _aim(truth) if truth["value"] else dice.plain(middle, middle, 28.0)
            read = [(die, truth["pixels"] or 0.0) for die in dice.read(image, [at], networks)]
            _compare({"dice": [_looked(image, truth)] if truth["value"] else []}, read, sums, misses, truth["file"])
            sums["pictures"] += 1
    return sums


def _cubes(folder: Path, networks: Networks, misses: list[str]) -> Counter[str]:
    """The cube reader alone, on crops of cubes turned any way and of what is none."""
    from boardcam.commands.look import read_picture
    from boardcam.vision import cube

    sums: Counter[str] = Counter()
    for k, line in enumerate((folder / "labels.jsonl").read_text("utf-8").splitlines()):
        truth = json.loads(line)
        if truth["scene"] % 10 == 9:
            at, turn = _cube_aim(truth["quad"], 2.4 * k)
            got, sure = cube.look(read_picture(folder / truth["file"]), at, networks)
            want = {"center": (at.x, at.y), "value": truth["value"] if truth["value"] != 1 else None, "angle": turn}
            found = got if sure > 0 else None
            reach = 0.4 * float(truth["pixels"] or 0.0)
            _cube({"cube": want if truth["quad"] else None}, found, reach, sums, misses, truth["file"])
            sums["pictures"] += 1
    return sums


def _cube_aim(quad: Any, angle: float) -> tuple[dice.Aim, float]:
    """At a cube's top (4x2 px), the crop turned by an angle; and the turn of its digits in the picture, degrees."""
    from boardcam.vision import dice

    if quad is None:
        return dice.plain(31.5, 31.5, 32.0), 0.0
    q = np.array(quad)
    basis = np.stack([q[1] - q[0] + q[2] - q[3], q[3] - q[0] + q[2] - q[1]], 1) / 2
    turned = basis @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    x, y = q.mean(0)
    return dice.Aim(x, y, turned / dice.FILL), float(np.degrees(np.arctan2(basis[1, 0], basis[0, 0])))


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
    from boardcam.vision import proportions
    from boardcam.vision.calibration import Calibration

    size = (image.shape[1], image.shape[0])
    tl, tr, br, bl = (tuple(corner) for corner in truth["corners"])
    bar = truth.get("board", {}).get("bar", 1.2)
    depth = truth.get("board", {}).get("depth") or proportions.depth(size, np.array(truth["corners"], np.float64), 12.0 + bar)
    return Calibration(size, (tl, tr, br, bl), bar, depth)


def _looked(image: Image, die: Labels) -> Labels:
    """A labelled die with the `contrast` of its top: grey levels between the darkest and the brightest, noise smoothed away."""
    import cv2

    if "corners" not in die:
        return die
    side = 32
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    top = cv2.warpPerspective(image, cv2.getPerspectiveTransform(np.array(die["corners"], np.float32), square), (side, side))
    inside = cv2.GaussianBlur(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY), (0, 0), 1.6)[4:-4, 4:-4]
    low, high = np.percentile(inside, [2, 98])
    return die | {"contrast": float(high - low)}


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
        sums[f"false {_size(die.pixels)}"] += 1
        misses.append(f"{name}: no die at {die.x:.0f}, {die.y:.0f} (read as {die.value}, log-odds {die.sure:.1f})")


def _scored(want: Labels) -> bool:
    clear = want.get("visible", 1.0) > 0.6 and not want.get("moving", False)
    return clear and want.get("confident", True) and want["value"] is not None


def _size(pixels: float) -> str:
    return _within(SIZES, pixels)


def _within(steps: tuple[int, ...], value: float) -> str:
    return next(f"{low}…{high}" for low, high in pairwise(steps) if value < high)


def _one(want: Labels, got: Die | None, sums: Counter[str], misses: list[str], name: str) -> None:
    pixels = want.get("sensor") or want.get("pixels") or (got.pixels if got else 0.0)
    size = _size(pixels)
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
    sums[f"wrong {size}"] += not right and got.value is not None
    if pixels >= LARGE and want.get("contrast", CLEAR) >= CLEAR and np.degrees(want.get("tilt") or 0.0) < TILTS[2]:
        sums["clear"] += 1
        sums["clear right"] += right
    if "flat" in want:
        for which in (f" {size}", ""):
            sums[f"cocked{which} {not want['flat']} {got.flat <= 0}"] += 1
            sums[f"thrown again{which} {not want['flat']} {got.flat < -LEANS}"] += 1
            if "on_checker" in want:
                sums[f"on a checker{which} {bool(want['on_checker'])} {got.on_checker > 0}"] += 1
    if not want.get("flat", True) and "tilt" in want:
        sums[f"steep {_within(TILTS, np.degrees(want['tilt']))} {got.flat <= 0}"] += 1
    if not right:
        misses.append(f"{name}: {want['value']} read as {got.value} at {want['center']}, {got.pixels:.0f} px")


def _hand(truth: Labels, hand: float, sums: Counter[str], misses: list[str], name: str) -> None:
    want = bool(truth["hand_or_arm_over_board"])
    sums[f"hand {want} {hand > 0.5}"] += 1
    if want != (hand > 0.5):
        misses.append(f"{name}: hand {'missed' if want else 'seen where none is'} ({hand:.2f})")


def _cube(truth: Labels, got: Cube | None, reach: float, sums: Counter[str], misses: list[str], name: str) -> None:
    want = truth.get("cube")
    near = want is not None and got is not None and float(np.hypot(want["center"][0] - got.x, want["center"][1] - got.y)) <= reach
    sums[f"cube {want is not None} {near if want else got is not None}"] += 1
    if near is not (want is not None) or (want is None and got is not None):
        at = None if got is None else (round(got.x), round(got.y))
        misses.append(f"{name}: cube {want['center'] if want else None}, seen at {at}")
    if not near or want is None or got is None:
        return
    kind = "values" if want["value"] else "logos"
    sums[kind] += 1
    sums[f"{kind} right"] += got.value == want["value"]
    sums["wrong value"] += got.value is not None and got.value != want["value"]
    if got.value != want["value"]:
        misses.append(f"{name}: the cube's {want['value']} read as {got.value}")
    turn = want.get("angle", want.get("digit_rotation_deg_cw"))
    if got.value and got.value == want["value"] and turn is not None and got.turn is not None:
        sums["turns"] += 1
        sums["turns right"] += abs((got.turn - turn + 180) % 360 - 180) < 30


def _table(title: str, sums: Counter[str]) -> str:
    lines = [f"{title}: {sums['pictures']} pictures"]
    if sums["dice"] or sums["false"]:
        lines.append(f"  dice: {sums['found']} of {sums['dice']} found, {sums['right']} faces right, {sums['false']} false")
    if sums["proposed"]:
        lines.append(f"    {sums['proposed']} of {sums['dice']} proposed by the spotter; shown where they are:")
        lines.append(f"    {sums['shown found']} of {sums['shown dice']} called dice, {sums['shown right']} faces right")
        lines += [f"  {line}" for name in ("shown cocked", "shown on a checker") if (line := _rates(name, sums))]
    lines += [line for low, high in pairwise(SIZES) if (line := _row(f"{low}…{high}", sums))]
    if sums["clear"]:
        seen = f"{sums['clear right']} of {sums['clear']}"
        lines.append(f"  found of {LARGE} px and more, pips and which side is up to be seen: {seen} faces right")
    if steep := [line for low, high in pairwise(TILTS) if (line := _steep(f"{low}…{high}", sums))]:
        lines.append(f"  cocked, told so, by how steep: {', '.join(steep)}")
    lines += [line for name in ("cocked", "thrown again", "on a checker", "hand", "cube") if (line := _rates(name, sums))]
    if sums["values"] or sums["logos"]:
        lines.append(
            f"  the cube's value: {sums['values right']} of {sums['values']} read right, {sums['wrong value']} wrong values told; "
            f"none told of {sums['logos right']} of {sums['logos']} logos; {sums['turns right']} of {sums['turns']} turned right"
        )
    return "\n".join(lines)


def _row(size: str, sums: Counter[str]) -> str:
    """What there is to say of the dice of one size."""
    if not (sums[f"dice {size}"] or sums[f"false {size}"]):
        return ""
    rates = "".join(f"; {name} {rate}" for name in ("cocked", "on a checker") if (rate := _rate(f"{name} {size}", sums)))
    return (
        f"    {size} px: {sums[f'found {size}']} of {sums[f'dice {size}']} found, {sums[f'right {size}']} right, "
        f"{sums[f'wrong {size}']} wrong, {sums[f'too small {size}']} called too small, {sums[f'false {size}']} false{rates}"
    )


def _steep(tilt: str, sums: Counter[str]) -> str:
    told, missed = sums[f"steep {tilt} True"], sums[f"steep {tilt} False"]
    return f"{tilt}° {told} of {told + missed}" if told + missed else ""


def _rate(name: str, sums: Counter[str]) -> str:
    both, missed, extra = sums[f"{name} True True"], sums[f"{name} True False"], sums[f"{name} False True"]
    return f"{both} of {both + missed} ({extra} false)" if both + missed + extra else ""


def _rates(name: str, sums: Counter[str]) -> str:
    both, missed, extra = sums[f"{name} True True"], sums[f"{name} True False"], sums[f"{name} False True"]
    if not both + missed + extra:
        return ""
    return (
        f"  {name}: recall {both / max(1, both + missed):.3f} ({both} of {both + missed}), "
        f"precision {both / max(1, both + extra):.3f} ({extra} false, {sums[f'{name} False False']} rightly not)"
    )
