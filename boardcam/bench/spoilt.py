"""`boardcam bench spoilt DIR…`: filmed matches as other cameras, codecs and people would have handed them over.

A DIR is what `boardcam simulate` writes. Its clip is made anew by ffmpeg in the ways that are asked for (`--way`; all, if none is),
and judged as by `boardcam bench clips`, whose columns these are. What cannot be seen in the new clip is no part of the truth, but
for turns, which the board tells of.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from json import dumps, loads
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from boardcam.bench.clips import Delays, measured
from boardcam.bench.referee import HEADS, Sums, line

TURNS = ("played", "danced", "illegal", "corrected")


@dataclass(frozen=True, slots=True)
class Way:
    """How a clip is made anew."""

    filters: str = "null"
    crf: int = 27
    late: float = 0.0
    """s that are missing at the start."""
    cut: tuple[float, float] | None = None
    """From when to when something is missing, s."""

    def when(self, t: float) -> tuple[float, bool]:
        """When that is in the new clip which was at t, and whether it is to be seen there."""
        if self.cut is not None and t >= self.cut[0]:
            return max(self.cut[0], t - (self.cut[1] - self.cut[0])), t >= self.cut[1]
        return max(0.0, t - self.late), t >= self.late


WAYS = {
    "small": Way("scale=640:480,fps=10", crf=33),
    "strong": Way(crf=40),
    "thirty": Way("scale=1440:1080,pad=1920:1080:240:0,fps=30"),
    "seven": Way("fps=7"),
    "upright": Way("transpose=1"),
    "noisy": Way("scale=960:720,noise=alls=14:allf=t,eq=brightness='0.1*sin(2*PI*t/3)':eval=frame"),
    "dim": Way("eq=brightness=-0.12:contrast=0.6:saturation=0.7,noise=alls=8:allf=t,colortemperature=temperature=4000"),
    "stream": Way("scale=880:660,pad=1280:720:380:30:color=0x203040,drawbox=x=20:y=40:w=320:h=240:color=gray:t=fill"),
    "late": Way(late=5.0),
    "cut": Way("select='not(between(t,12,14.999))',setpts=N/FRAME_RATE/TB", cut=(12.0, 15.0)),
}
"""small picture, ten frames a second · hardly any data · 30 frames a second, filled up with copies, borders at the sides · seven
frames a second · a telephone held upright · noise, and brightness that rolls · an evening lamp · beside the players' faces · the
camera was switched on late · it failed for three seconds."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("spoilt", help="filmed matches as others would have filmed them", description=__doc__)
    parser.add_argument("clips", nargs="+", type=Path, metavar="DIR", help="a folder that `boardcam simulate` wrote")
    parser.add_argument("--way", action="append", choices=WAYS, help="may be repeated (default: all)")
    parser.add_argument("--match", type=int, default=7, metavar="POINTS", help="length of the matches (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.devices.camera import CameraError
    from boardcam.vision.networks import NetworkMissing

    program = which("ffmpeg")
    if program is None:
        print("boardcam bench spoilt: ffmpeg is missing: sudo apt-get install -y ffmpeg", file=sys.stderr)
        return 2
    print(f"{'clip':18}" + "".join(f"{head:>{width}}" for head, width in HEADS) + f"{'':19}{'mat':>8}")
    total, late = Sums(), Delays()
    for clip in args.clips:
        for name in args.way or WAYS:
            try:
                sums, delays, mat = _spoilt(clip, WAYS[name], args.match, program)
            except (OSError, ValueError, CameraError, NetworkMissing, subprocess.SubprocessError) as error:
                print(f"boardcam bench spoilt: {clip}: {error}", file=sys.stderr)
                return 2
            print(f"{line(f'{clip.name} {name}', sums)}{mat:>8}", flush=True)
            print("".join(f"    {note}\n" for note in sums.notes), end="", flush=True)
            total, late = total + sums, late + delays
    print(line("all", total))
    print("\n".join(late.lines()))
    return int(total.wrong > 0)


def _spoilt(clip: Path, way: Way, match: int, program: str) -> tuple[Sums, Delays, str]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        late = ["-ss", str(way.late)] if way.late else []
        coded = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", str(way.crf), "-pix_fmt", "yuv420p", str(folder / "clip.mp4")]
        command = [program, "-y", "-loglevel", "error", "-threads", "1", *late, "-i", str(clip / "clip.mp4"), "-vf", way.filters]
        subprocess.run([*command, *coded], stdin=subprocess.DEVNULL, check=True)
        for file in ("truth.jsonl", "presses.jsonl"):
            if (clip / file).is_file():
                lines = moved((clip / file).read_text(encoding="utf-8").splitlines(), way)
                (folder / file).write_text("".join(f"{text}\n" for text in lines), encoding="utf-8")
        sums, delays, mat = measured(folder, match)
        return replace(sums, notes=tuple(note.replace(folder.name, clip.name) for note in sums.notes)), delays, mat


def moved(lines: Iterable[str], way: Way) -> list[str]:
    """Lines of truth or of presses at their new times. A turn whose end cannot be seen stays: the board tells of it."""
    moved = []
    for text in lines:
        entry = loads(text)
        t, seen = way.when(entry["t"])
        if seen or entry.get("kind") in TURNS:
            decided = {"t_decided": t + entry["t_decided"] - entry["t"]} if "t_decided" in entry else {}
            moved.append(dumps(entry | {"t": t} | decided, ensure_ascii=False))
    return moved
