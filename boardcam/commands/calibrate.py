"""`boardcam calibrate IMAGE`: where the board lies in the camera's picture, as a file that a person can read and nudge.

Finds the board, or begins with `--from FILE` or `--corners`; `--nudge`, `--bar` and `--depth` put right what is off. With the
checkers in their starting places it tries the eyes on all 24 points, and writes only if they are read right or `--anyway` is given.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardcam.vision.calibration import Calibration
    from boardcam.vision.networks import Image, Networks
    from boardcam.vision.opening import Otherwise, Trial


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "calibrate", help="where the board lies in the camera's picture, kept in a file", description=__doc__
    )
    parser.add_argument("image", type=Path, help="a picture of the camera, the checkers in their starting places")
    parser.add_argument(
        "--from", dest="begin", type=Path, metavar="FILE", help="begin with this calibration of the same camera mode"
    )
    parser.add_argument("--corners", metavar="X,Y,…", help="begin with these corners, px: eight numbers, from top left clockwise")
    parser.add_argument(
        "--nudge", action="append", default=[], metavar="CORNER=X,Y",
        help="move a corner by so many px, for example top_left=3,-2; may be given again",
    )  # fmt: skip
    parser.add_argument("--bar", type=float, metavar="PITCHES", help="width of the bar, in widths of a point")
    parser.add_argument("--depth", type=float, metavar="PITCHES", help="from base line to base line, in widths of a point")
    parser.add_argument("--overlay", type=Path, metavar="OUT.png", help="draw the board's outline and points over the picture")
    parser.add_argument("--out", type=Path, metavar="FILE.toml", help="write the calibration")
    parser.add_argument("--anyway", action="store_true", help="write it even if points are read otherwise than at the start")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.commands.look import Refused, open_networks, read_picture
    from boardcam.vision.calibration import BadCalibration
    from boardcam.vision.locate import NoBoard
    from boardcam.vision.networks import NetworkMissing

    try:
        image = read_picture(args.image)
        networks = open_networks()
        calibration = _corrected(_begun(args, image, networks), args)
        return _told(args, image, calibration, networks)
    except (Refused, NoBoard, NetworkMissing, BadCalibration) as refusal:
        print(f"boardcam calibrate: {args.image}: {refusal}", file=sys.stderr)
        return 2


def _begun(args: argparse.Namespace, image: Image, networks: Networks) -> Calibration:
    """The calibration to begin with."""
    from boardcam.commands.look import parse_corners
    from boardcam.vision import calibration, locate

    if args.begin:
        old = calibration.load(args.begin)
        old.check((image.shape[1], image.shape[0]))
        return old
    found = locate.at(image, parse_corners(args.corners), networks) if args.corners else locate.find(image, networks)
    return found.calibration


def _corrected(calibration: Calibration, args: argparse.Namespace) -> Calibration:
    """With the nudges and sizes that a person gave. Raises Refused, BadCalibration."""
    for text in args.nudge:
        calibration = calibration.nudged(*_nudge(text))
    sizes = {"bar": args.bar, "depth": args.depth}
    return replace(calibration, **{name: value for name, value in sizes.items() if value is not None})


def _nudge(text: str) -> tuple[str, float, float]:
    from boardcam.commands.look import Refused
    from boardcam.vision.calibration import CORNERS

    corner, _, way = text.partition("=")
    try:
        right, down = (float(part) for part in way.split(","))
    except ValueError as error:
        raise Refused(f"--nudge {text}: give a corner and px to the right and down, for example top_left=3,-2") from error
    if corner not in CORNERS:
        raise Refused(f"--nudge {text}: there is no corner {corner!r}; the corners are {', '.join(CORNERS)}")
    return corner, right, down


def _told(args: argparse.Namespace, image: Image, calibration: Calibration, networks: Networks) -> int:
    """Say how well it fits, draw, try the eyes, write."""
    import cv2

    from boardcam.commands.look import Refused
    from boardcam.vision import calibration as file
    from boardcam.vision import checkers, locate, opening, overlay
    from boardcam.vision.calibration import CORNERS
    from boardcam.vision.rectify import rectify

    errors = locate.misfit(image, calibration, networks)
    each = ", ".join(f"{name} {error:.1f}" for name, error in zip(CORNERS, errors, strict=True))
    print(
        f"fit error {errors.mean():.1f} % of the board's width ({each}); bar {calibration.bar:.2f}, depth {calibration.depth:.1f}"
    )
    if args.overlay and not cv2.imwrite(str(args.overlay), overlay.draw_points(image, calibration)):
        raise Refused(f"--overlay: {args.overlay} cannot be written")
    counts, _ = checkers.read(rectify(image, calibration), calibration, networks)
    trial = opening.trial(counts)
    print(_verdict(trial))
    if trial.otherwise and not args.anyway:
        if args.out:
            print("not written: put the checkers right, nudge the corners, or give --anyway")
        return 1
    if args.out:
        file.save(calibration, args.out)
        print(f"written: {args.out}")
    return 0


def _verdict(trial: Trial) -> str:
    if not trial.otherwise:
        return f"the starting position is read right on all 24 points; light's home board is {trial.seating.value}"
    return "\n".join([f"{len(trial.otherwise)} of 24 points are not read as at the start:", *map(_line, trial.otherwise)])


def _line(one: Otherwise) -> str:
    row, nth = ("top", one.place - 11) if one.place >= 12 else ("bottom", 12 - one.place)
    return f"  {row} row, point {nth} from the left: {_say(one.want)} expected, {_say(one.got)} read"


def _say(count: int | None) -> str:
    return "hidden" if count is None else "none" if count == 0 else f"{abs(count)} {'light' if count > 0 else 'dark'}"
