"""`boardcam simulate`: films a simulated table, and writes down what really happened there.

DIR gets `clip.mp4` (H.264), `truth.jsonl` (lines as in `events.jsonl`), `match.mat`, and `presses.jsonl` if buttons were pressed:
all of them, whole, or none.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Protocol

from boardcam import typed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from boardcam.events import Pressed
    from boardcam.sim.render import Renderer
    from boardcam.sim.scene import Scene
    from boardcam.sim.script import Script

PLAYERS = ("Light", "Dark")
SECONDS = 60.0
"""Length of a clip unless told."""


class Camera(Protocol):
    """Takes pictures (h, w, 3), BGR, of one scene after another."""

    def frame(self, scene: Scene, rng: np.random.Generator) -> npt.NDArray[np.uint8]: ...


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "simulate",
        help="film a simulated table, with the truth about it",
        description="Two simulated players play at a rendered board. Writes clip.mp4, truth.jsonl and match.mat, and presses.jsonl "
        "if a button was pressed.",
        epilog="example: boardcam simulate --seed 7 --incident cocked --incident premature --out clips/7",
    )
    parser.add_argument("--seed", type=_whole, required=True, help="everything follows from it: set, seating, dice, plays")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for the files; made if it is not there")
    parser.add_argument(
        "--incident", type=typed.option(_incident), action="append", default=[], metavar="NAME",
        help=f"order one of {_names()}; may be repeated",
    )  # fmt: skip
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--turns", type=_count, help="length of the clip in turns")
    length.add_argument(
        "--seconds", type=_seconds, help=f"length of the clip in seconds, to the end of the turn (default: {SECONDS:g})"
    )
    parser.add_argument("--fps", type=_count, default=12, help="frames a second (default: %(default)s)")
    parser.add_argument("--size", type=_size, default=(1280, 960), metavar="WxH", help="of the picture, px (default: 1280x960)")
    parser.add_argument("--crf", type=_crf, default=23, help="of H.264: 0 is best, 51 smallest (default: %(default)s)")
    parser.add_argument("--match", type=_count, default=7, metavar="POINTS", help="length of the match (default: %(default)s)")
    parser.add_argument("--resign", action="store_true", help="at the end of the clip the player who is behind resigns")
    parser.add_argument(
        "--no-buttons", action="store_true", help="doubles are offered and taken with the cube alone, no button is pressed"
    )
    parser.add_argument("--wild", action="store_true", help="a set of any colours, not of usual ones")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Film it; 2 with one sentence if this computer cannot draw, DIR cannot be written, or the match is too short."""
    from boardcam.sim.render import NoRenderer
    from boardcam.sim.render.video import NoVideo
    from boardcam.sim.table import TooShort

    try:
        begun = process_time()
        filmed = _script(args)
        renderer = _renderer(filmed, args.size, args.wild)
        write(filmed, renderer, args.out, args.fps, args.crf)
    except (TooShort, NoRenderer, NoVideo, OSError) as error:
        print(f"boardcam simulate: {error}", file=sys.stderr)
        return 2
    cost = (process_time() - begun) / max(1, int(filmed.duration * args.fps))
    print(f"{args.out}: {filmed.duration:.0f} s, {len(filmed.truth)} lines of truth, {cost:.2f} processor seconds a frame")
    return 0


def _script(args: argparse.Namespace) -> Script:
    from boardcam.sim.table import script

    seconds = args.seconds or (None if args.turns else SECONDS)
    return script(
        args.seed, match=args.match, incidents=args.incident, turns=args.turns, seconds=seconds, resign=args.resign,
        buttons=not args.no_buttons,
    )  # fmt: skip


def _renderer(filmed: Script, size: tuple[int, int], wild: bool) -> Renderer:
    from boardcam.sim.render import Renderer, camera, look

    style = look(filmed.seed, wild=wild, board=filmed.board, measures=filmed.layout.measures)
    view = camera(filmed.board, size, tray=filmed.layout.reach())
    return Renderer(style, filmed.board, view, size, seed=filmed.seed)


def write(filmed: Script, renderer: Camera, out: Path, fps: int, crf: int) -> None:
    """All files of a clip, made beside their place and moved there once they are complete."""
    from boardcam.sim.render import video

    texts = _texts(filmed)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".unfinished-") as folder:
        unfinished = Path(folder)
        video.write(unfinished / "clip.mp4", _frames(filmed, renderer, fps), fps, crf)
        for name, text in texts.items():
            (unfinished / name).write_text(text, encoding="utf-8")
        for path in unfinished.iterdir():
            os.replace(path, out / path.name)


def _frames(filmed: Script, renderer: Camera, fps: int) -> Iterator[npt.NDArray[np.uint8]]:
    """The frames, with a bar that shows how far it is."""
    import numpy as np
    from rich.console import Console
    from rich.progress import track

    rng, console = np.random.default_rng(filmed.seed), Console(stderr=True)
    for frame in track(range(int(filmed.duration * fps)), "filming", console=console, disable=not console.is_terminal):
        yield renderer.frame(filmed.scene(frame / fps), rng)


def _texts(filmed: Script) -> dict[str, str]:
    """Contents of the other files by name."""
    from boardcam.record import lines, mat, transcript
    from boardcam.rules.profile import preset

    match = transcript.fold(filmed.truth, transcript.empty(PLAYERS, filmed.match, preset("circle-match")))
    texts = {"truth.jsonl": "".join(lines.line(verdict) + "\n" for verdict in filmed.truth), "match.mat": mat.write(match)}
    if filmed.presses:
        texts["presses.jsonl"] = "".join(_press(press) + "\n" for press in filmed.presses)
    return texts


def _press(press: Pressed) -> str:
    return json.dumps(
        {"t": round(press.t, 3), "button": press.button, "side": press.side.colour if press.side is not None else None}
    )


# --- arguments ---------------------------------------------------------------------------------------------------------------


def _names() -> str:
    from boardcam.sim.incidents import INCIDENTS

    return ", ".join(INCIDENTS)


def _incident(text: str) -> str:
    from boardcam.sim.incidents import known

    return known(text)


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"a whole number from 0 on is needed, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    number = _whole(text)
    if not 1 <= number <= 1000:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to 1000 is needed, not {text!r}")
    return number


def _crf(text: str) -> int:
    number = _whole(text)
    if number > 51:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 51 is needed, not {text!r}")
    return number


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 1.0 <= seconds <= 36000.0:
        raise argparse.ArgumentTypeError(f"a number of seconds from 1 to 36000 is needed, not {text!r}")
    return seconds


def _size(text: str) -> tuple[int, int]:
    """Even numbers only: H.264 halves the colours."""
    parts = text.lower().split("x")
    numbers = [int(part) if part.isascii() and part.isdigit() else 0 for part in parts]
    if len(numbers) != 2 or not all(160 <= n <= 4096 and n % 2 == 0 for n in numbers):
        raise argparse.ArgumentTypeError(f"a size is two even numbers from 160 to 4096, for example 1280x960, not {text!r}")
    return numbers[0], numbers[1]
