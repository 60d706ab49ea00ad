"""`boardcam bench lights`: does the strip of lights disturb the eyes? A clip is refereed once as it is and once with the strip
shining into its pictures as the match goes, and the rulings are compared.

Each LED adds light round its place on the rail, 0.4 pitches outside the playing surface, falling off like a bell whose width is
0.35 pitches: what a bare LED, out of focus, leaves in a locked exposure. `--peaks` says how bright it is in the middle, of 255. A
camera that sets its own exposure would darken the whole picture besides; boardcam locks it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from boardcam.events import Event, Lit, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from boardcam.devices.camera import Frame, Image
    from boardcam.devices.clip import Clip
    from boardcam.devices.strip import Layout, Light
    from boardcam.show.view import View
    from boardcam.vision.calibration import Calibration

OUTSIDE, WIDTH = 0.4, 0.35
"""Pitches."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("lights", help="a strip of lights in the picture: same rulings?", description=__doc__)
    parser.add_argument("--clip", type=Path, help="a film of a match (default: the demo)")
    parser.add_argument(
        "--peaks", type=float, nargs="+", default=[60.0, 180.0], help="of 255, one after the other (default: 60 180)"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam import config
    from boardcam.devices.camera import CameraError
    from boardcam.vision.networks import NetworkMissing

    clip = args.clip or config.demo()
    try:
        dark = refereed(clip, 0.0)
        print(f"without lights: {len(dark)} rulings", flush=True)
        same = [_compared(dark, refereed(clip, peak), peak) for peak in args.peaks]
    except (CameraError, NetworkMissing) as error:
        print(f"boardcam bench lights: {error}", file=sys.stderr)
        return 2
    return int(not all(same))


def _compared(dark: Sequence[Verdict], lit: Sequence[Verdict], peak: float) -> bool:
    def told(verdicts: Sequence[Verdict]) -> list[tuple[object, ...]]:
        return [(one.kind, one.side, one.dice, one.play, one.legal) for one in verdicts]

    same = told(dark) == told(lit)
    print(f"at {peak:g} of 255: {'the same rulings' if same else f'{len(lit)} rulings, others'}", flush=True)
    if not same:
        print("".join(f"    {one.t:6.1f} {one.kind} {one.play or ''} {one.why}\n" for one in lit), end="")
    return same


def refereed(clip: Path, peak: float) -> list[Verdict]:
    """What is ruled on a clip with lights of this brightness in it. Raises CameraError and NetworkMissing."""
    from boardcam import app
    from boardcam.devices.buttons import ScriptedButtons
    from boardcam.devices.clip import Clip
    from boardcam.rules.profile import preset
    from boardcam.vision import networks, observe

    scene = Shining(Clip(clip), peak)
    heard = Heard()
    seen = app.watched(scene, ScriptedButtons(), networks.load(observe.NETWORKS), scene.keep)
    app.play(seen, preset("circle-match"), 7, ("Light", "Dark"), heard, scene.show)
    return heard.said


@dataclass(slots=True)
class Heard:
    """Keeps the verdicts."""

    said: list[Verdict] = field(default_factory=list)

    def event(self, event: Event) -> Event:
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        self.said += verdicts


@dataclass(slots=True)
class Shining:
    """A camera over a board with a strip that shows what the match just was."""

    clip: Clip
    peak: float
    lit: Lit = field(default_factory=Lit)
    placed: Calibration | None = None
    """Where the board was found first; the strip is screwed to it."""

    def read(self) -> Frame | None:
        frame = self.clip.read()
        if frame is None or self.placed is None or not self.peak:
            return frame
        return replace(frame, image=lighted(frame.image, self.placed, self.lit, frame.t, self.peak))

    def close(self) -> None:
        self.clip.close()

    def keep(self, image: Image, calibration: Calibration | None, observation: object) -> None:
        self.placed = self.placed or calibration

    def show(self, view: View, verdicts: tuple[Verdict, ...]) -> None:
        from boardcam.show.lit import lit

        self.lit = lit(view.status)


def lighted(image: Image, placed: Calibration, lit: Lit, t: float, peak: float) -> Image:
    """The picture with the strip's light in it at time `t`."""
    from boardcam.devices.lights import RGB
    from boardcam.devices.strip import Layout, lights

    layout = Layout()
    on, _ = lights(lit, layout, t)
    if not on:
        return image
    added = np.zeros(image.shape, np.float32)
    for (x, y, sigma), (colour, share) in _spots(placed, layout, on):
        reach = int(3 * sigma) + 1
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        window = added[top : int(y) + reach + 1, left : int(x) + reach + 1]
        if not window.size:
            continue
        rows, columns = np.mgrid[top : top + window.shape[0], left : left + window.shape[1]]
        bell = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * sigma**2))
        window += (peak * share / 255 * np.asarray(RGB[colour][::-1], np.float32)) * bell[..., None].astype(np.float32)
    return np.asarray(np.clip(image + added, 0, 255), np.uint8)


def _spots(placed: Calibration, layout: Layout, on: Mapping[int, Light]) -> list[tuple[tuple[float, float, float], Light]]:
    """(x, y, width of the bell), px, and what shines there."""
    where: dict[int, tuple[float, float]] = {}
    board = placed.board
    for place in range(24):
        y = -OUTSIDE if board.is_top(place) else board.depth + OUTSIDE
        where |= {led: (board.column(place), y) for led in layout.place(place)}
    for bottom in (True, False):
        where |= dict.fromkeys(layout.seat(bottom), (board.width / 2, board.depth + OUTSIDE if bottom else -OUTSIDE))
    found = []
    for led, light in on.items():
        x, y = where[led]
        px: npt.NDArray[np.float64] = np.asarray(placed.to_pixels([[x, y], [x + WIDTH, y]]), np.float64)
        found.append(((float(px[0, 0]), float(px[0, 1]), float(np.hypot(*(px[1] - px[0])))), light))
    return found
