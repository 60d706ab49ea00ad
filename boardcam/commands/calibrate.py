"""`boardcam calibrate IMAGE`: where the board lies in the camera's picture, as a file that a person can read and nudge.

IMAGE is a picture, or a live camera: pi:0, v4l:DEVICE, http://… or rtsp://…, whose mode is kept with the rest. Finds the board, or
begins with `--from FILE` or `--corners`; `--nudge`, `--bar` and `--depth` put right what is off. Says what is wrong with the light.
With the checkers in their starting places it tries the eyes on all 24 points, and writes only if they are read right and no corner
lies far from where the eyes see it, or `--anyway` is given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardcam.vision.calibration import Calibration
    from boardcam.vision.networks import Image, Networks
    from boardcam.vision.opening import Otherwise, Trial


ORDERS = {
    "right": "colours: red is red and blue is blue",
    "swapped": "colours: red and blue are swapped on their way from the camera; please report it, with the camera's name",
    "unsure": "colours: neither red nor blue is to be seen clearly; lay something of that colour on the board",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "calibrate", help="where the board lies in the camera's picture, kept in a file", description=__doc__
    )
    parser.add_argument("image", help="a picture of the camera, or the camera itself, the checkers in their starting places")
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
    parser.add_argument(
        "--more",
        choices=("red", "blue"),
        help="what the board shows more of, by itself or by a thing laid on it: tells swapped colours",
    )
    parser.add_argument("--overlay", type=Path, metavar="OUT.png", help="draw the board's outline and points over the picture")
    parser.add_argument("--out", type=Path, metavar="FILE.toml", help="write the calibration")
    parser.add_argument(
        "--anyway", action="store_true", help="write it even if it fits badly, or points are read otherwise than at the start"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.commands.look import Refused, open_networks
    from boardcam.devices.camera import CameraError
    from boardcam.vision.calibration import BadCalibration
    from boardcam.vision.locate import NoBoard
    from boardcam.vision.networks import NetworkMissing

    try:
        networks = open_networks()
        images, mode = _pictures(args.image)
        calibration = _corrected(_begun(args, images[-1], mode, networks), args)
        calibration = replace(calibration, mode=mode or calibration.mode)
        return _told(args, images, calibration, networks)
    except (Refused, NoBoard, NetworkMissing, BadCalibration) as refusal:
        print(f"boardcam calibrate: {args.image}: {refusal}", file=sys.stderr)
    except CameraError as error:
        print(f"boardcam calibrate: {error}", file=sys.stderr)
    return 2


def _pictures(name: str) -> tuple[list[Image], str]:
    """One picture of a file, or a live camera's, one after the other, and its mode. Raises Refused, CameraError."""
    from boardcam.commands.look import read_picture
    from boardcam.devices.camera import LIVE, open_camera
    from boardcam.vision.lighting import SERIES

    if name.partition(":")[0] not in LIVE:
        return [read_picture(Path(name))], ""
    with closing(open_camera(name, lambda trouble: print(trouble, file=sys.stderr))) as camera:
        frames = [frame for _ in range(SERIES) if (frame := camera.read())]
    return [frame.image for frame in frames], frames[-1].mode


def _begun(args: argparse.Namespace, image: Image, mode: str, networks: Networks) -> Calibration:
    """The calibration to begin with."""
    from boardcam.commands.look import parse_corners
    from boardcam.vision import calibration, lesson, locate

    if args.begin:
        old = calibration.load(args.begin)
        old.check((image.shape[1], image.shape[0]), mode)
        return old
    if args.corners:
        return locate.at(image, parse_corners(args.corners), networks).calibration
    return lesson.fitted(image, locate.find(image, networks).calibration, networks)


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


def _told(args: argparse.Namespace, images: Sequence[Image], calibration: Calibration, networks: Networks) -> int:
    """Say how well it fits and how the board is lit, draw, try the eyes, write."""
    import cv2

    from boardcam.commands.look import Refused
    from boardcam.vision import calibration as file
    from boardcam.vision import checkers, lighting, limit, locate, opening, overlay
    from boardcam.vision.calibration import CORNERS
    from boardcam.vision.rectify import rectify

    image = images[-1]
    errors = locate.misfit(image, calibration, networks)
    each = ", ".join(f"{name} {error:.1f}" for name, error in zip(CORNERS, errors, strict=True))
    print(
        f"fit error {errors.mean():.1f} % of the board's width ({each}); bar {calibration.bar:.2f}, depth {calibration.depth:.1f}"
    )
    if far := limit.refusal(errors.tolist()):
        print(f"fit: {far}")
    if args.overlay and not cv2.imwrite(str(args.overlay), overlay.draw_points(image, calibration)):
        raise Refused(f"--overlay: {args.overlay} cannot be written")
    light = lighting.lighting(images, calibration)
    for advised in lighting.advice(light) or (f"good (brightness {light.brightness:.0f} of 255)",):
        print(f"light: {advised}")
    swapped = args.more and lighting.order(image, calibration, args.more)
    if swapped:
        print(ORDERS[swapped])
    counts, _ = checkers.read(rectify(image, calibration), calibration, networks)
    trial = opening.trial(counts)
    print(_verdict(trial))
    if (far or trial.otherwise or swapped == "swapped") and not args.anyway:
        if args.out:
            print("not written: put right what is wrong, nudge the corners, or give --anyway")
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
