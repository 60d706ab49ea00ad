"""`boardcam bench turned DIR --turn T:DEGREES …`: a filmed match in which board or camera is turned about.

From T seconds on the pictures of a clip, as `boardcam simulate` writes it, are turned about their middle by so many degrees,
clockwise, which is what a camera sees whose table, or that itself, is turned. The game must go on as filmed; the columns are those
of `boardcam bench clips`, and a line for each turn says how soon the board was found again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from boardcam.bench.clips import Heard, after_bumps
from boardcam.bench.referee import HEADS, Sums, compared, line
from boardcam.events import Observation, Verdict

if TYPE_CHECKING:
    from boardcam.app import Seen
    from boardcam.devices.camera import Camera, Frame, Image

Turn = tuple[float, float]
"""(from when on, s; by how much the picture is turned then, degrees clockwise)."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A camera whose pictures are turned."""

    camera: Camera
    turns: tuple[Turn, ...]

    def read(self) -> Frame | None:
        frame = self.camera.read()
        if frame is None:
            return None
        degrees = [by for since, by in self.turns if since <= frame.t]
        return replace(frame, image=turned(frame.image, degrees[-1])) if degrees else frame

    def close(self) -> None:
        self.camera.close()


def turned(image: Image, degrees: float) -> Image:
    """A picture turned about its middle, of the same size; what nothing is known of is grey."""
    import cv2
    import numpy as np

    h, w = image.shape[:2]
    way = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), -degrees, 1.0)
    return np.asarray(cv2.warpAffine(image, way, (w, h), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114)), np.uint8)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("turned", help="a filmed match in which the board is turned about", description=__doc__)
    parser.add_argument("clip", type=Path, metavar="DIR", help="a folder that `boardcam simulate` wrote")
    parser.add_argument("--turn", type=_turn, action="append", required=True, metavar="T:DEGREES", help="may be given again")
    parser.add_argument("--match", type=int, default=7, metavar="POINTS", help="length of the match (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.devices.camera import CameraError
    from boardcam.vision.networks import NetworkMissing

    begun = process_time()
    try:
        sums = measured(args.clip, args.match, tuple(sorted(args.turn)))
    except (OSError, ValueError, CameraError, NetworkMissing) as error:
        print(f"boardcam bench turned: {args.clip}: {error}", file=sys.stderr)
        return 2
    print(f"{'clip':18}" + "".join(f"{head:>{width}}" for head, width in HEADS) + f"{'seconds':>9}")
    print(f"{line(args.clip.name, sums)}{process_time() - begun:9.1f}")
    print("".join(f"    {note}\n" for note in sums.notes), end="")
    return int(sums.wrong > 0)


def measured(clip: Path, match: int, turns: tuple[Turn, ...]) -> Sums:
    """The clip with its pictures turned."""
    from boardcam import app
    from boardcam.devices.buttons import ScriptedButtons, read_presses
    from boardcam.devices.camera import open_camera
    from boardcam.record import lines
    from boardcam.rules.profile import preset
    from boardcam.vision import networks, observe

    truth = [lines.read(text) for text in (clip / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    presses = clip / "presses.jsonl"
    buttons = ScriptedButtons(read_presses(presses) if presses.is_file() else ())
    camera = Turned(open_camera(f"file:{clip / 'clip.mp4'}"), turns)
    seen = app.watched(camera, buttons, networks.load(observe.NETWORKS))
    heard, looks = Heard(), list[tuple[float, bool]]()
    app.play(_noted(seen, looks), preset("circle-match"), match, ("light", "dark"), heard, lambda view, verdicts: None)
    sums = compared(truth, heard.said, clip.name)
    notes = after_bumps((Verdict(t, t, "camera") for t, _ in turns), looks)
    return replace(sums, notes=(*sums.notes, *notes))


def _noted(source: Iterable[Seen], looks: list[tuple[float, bool]]) -> Iterator[Seen]:
    for seen in source:
        if isinstance(seen, Observation):
            looks.append((seen.t, seen.found))
        yield seen


def _turn(text: str) -> Turn:
    t, _, degrees = text.partition(":")
    try:
        return float(t), float(degrees)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: say T:DEGREES, for example 20:180") from None
