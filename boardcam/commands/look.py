"""`boardcam look IMAGE`: the position on a photograph of a board, as text, as a drawing, as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boardcam.vision.networks import Image, Networks
    from boardcam.vision.still import Seen

WITHOUT = {
    "spots": "dice, cube and hands are not looked for",
    "dice": "dice are not looked for",
    "cube": "the cube is looked for, its value is not read",
}
"""What is missing in what is seen, without a network that is only welcome."""


class Refused(Exception):
    """The picture cannot be looked at; the message says why and what to do."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("look", help="read the position from a photograph of a board", description=__doc__)
    parser.add_argument("image", type=Path, help="a photograph: JPEG, PNG, …")
    parser.add_argument("--overlay", type=Path, metavar="OUT.png", help="draw what was seen over the picture")
    parser.add_argument("--json", action="store_true", help="print one JSON object in place of text")
    parser.add_argument("--dice", action="store_true", help="read dice only, in a picture without a board")
    parser.add_argument(
        "--corners",
        metavar="X,Y,…",
        help="the playing surface's corners in px, top left, top right, bottom right, bottom left: eight numbers",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.vision.calibration import BadCalibration
    from boardcam.vision.locate import NoBoard
    from boardcam.vision.networks import NetworkMissing

    try:
        image = read_picture(args.image)
        return _look_dice(args, image) if args.dice else _look_board(args, image)
    except (Refused, NoBoard, NetworkMissing, BadCalibration) as refusal:
        print(f"boardcam look: {args.image}: {refusal}", file=sys.stderr)
        return 2


def read_picture(path: Path) -> Image:
    """A picture file as BGR. Raises Refused."""
    import cv2
    import numpy as np

    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(f"cannot be read ({error.strerror})") from error
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise Refused("is no picture that can be decoded: give a JPEG, PNG, WebP or TIFF file")
    return np.asarray(image, np.uint8)


def open_networks() -> Networks:
    """The networks that looking needs; those that are only welcome are left out with a sentence. Raises NetworkMissing."""
    from boardcam.vision import networks, still

    needed = networks.load(still.NEEDED)
    if needed.remark:
        print(f"boardcam look: {needed.remark}", file=sys.stderr)
    opened = dict(needed.sessions)
    for name in still.WELCOME:
        try:
            opened |= networks.load((name,)).sessions
        except networks.NetworkMissing as missing:
            print(f"boardcam look: {WITHOUT[name]}: {missing}", file=sys.stderr)
            if name == "spots":
                break
    return networks.Networks(opened)


def parse_corners(text: str) -> list[tuple[float, float]]:
    """Eight numbers → four corners. Raises Refused."""
    try:
        numbers = [float(part) for part in text.replace(" ", ",").split(",") if part]
    except ValueError as error:
        raise Refused(f"--corners: {error}; give eight numbers such as 10,20,600,22,620,470,5,480") from error
    if len(numbers) != 8:
        raise Refused(f"--corners: eight numbers are needed, x,y of four corners; found {len(numbers)}")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _look_board(args: argparse.Namespace, image: Image) -> int:
    import cv2

    from boardcam.vision import overlay, still

    corners = parse_corners(args.corners) if args.corners else None
    seen = _seen(image, corners)
    if args.overlay:
        args.overlay.parent.mkdir(parents=True, exist_ok=True)
        if not cv2.imwrite(str(args.overlay), overlay.draw(image, seen)):
            raise Refused(f"--overlay: {args.overlay} cannot be written")
    _print({"file": args.image.name, **still.labels(seen)} if args.json else still.text(seen))
    return 0


def _seen(image: Image, corners: list[tuple[float, float]] | None) -> Seen:
    """With networks; where there are none, and a person gave the corners, without."""
    from boardcam.vision import locate, networks, still

    try:
        opened = open_networks()
    except networks.NetworkMissing as missing:
        if corners is None:
            raise networks.NetworkMissing(f"{missing}; with --corners a board is read without networks, less well") from missing
        print(f"boardcam look: reading circles and two colours only, because {missing}", file=sys.stderr)
        return still.look_plainly(image, locate.at(image, corners, None))
    found = locate.find(image, opened) if corners is None else locate.at(image, corners, opened)
    return still.look(image, found, opened)


def _look_dice(args: argparse.Namespace, image: Image) -> int:
    from boardcam.vision import networks
    from boardcam.vision.loose import look_dice

    dice = look_dice(image, networks.load(("finder", "dice")))
    lines = [f"{die['value'] or '?'} at {die['center'][0]:.0f}, {die['center'][1]:.0f}" for die in dice]
    _print({"file": args.image.name, "dice": dice} if args.json else "\n".join(lines) or "no dice seen")
    return 0


def _print(what: dict[str, Any] | str) -> None:
    print(what if isinstance(what, str) else json.dumps(what, ensure_ascii=False))
