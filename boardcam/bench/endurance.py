"""`boardcam bench endurance`: hours of simulated play in one program, as fast as it goes: does it grow, does it slow down?

One match follows the other, seen with the measured noise, settled, refereed, journalled and folded into the record, as at a table
that stays on. For each hour of play a line: how many thousand things (Python's blocks of memory) the program holds, what it holds
of the system (MB), and what a frame costs (processor ms, without the simulation). At the end: how much the last hour differs from
the second, the first being one in which things are loaded.

Most of the time goes by in waiting for the disk, to which every ruling is written: `TMPDIR=/dev/shm` spares that.
"""

from __future__ import annotations

import argparse
import gc
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from boardcam.events import Observation, Pressed

HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Hour:
    """What was measured at the end of an hour of play."""

    frames: int
    held: float
    """Thousands of Python's blocks of memory."""
    resident: float
    """MB of the system's."""
    cost: float
    """ms a frame."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("endurance", help="hours of simulated play: memory and cost a frame", description=__doc__)
    parser.add_argument("--hours", type=float, default=8.0, help="of play (default: %(default)g)")
    parser.add_argument("--fps", type=float, default=12.0, help="frames a second (default: %(default)g)")
    parser.add_argument("--match", type=int, default=5, help="points of each match (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first match (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    print(f"{'hour':>4}{'frames':>9}{'matches':>9}{'held 1000':>11}{'resident MB':>13}{'ms a frame':>12}")
    found = hours(args.hours, args.fps, args.match, args.seed)
    if len(found) > 2:
        second, last = found[1], found[-1]
        pairs = (("held", second.held, last.held), ("resident", second.resident, last.resident), ("cost", second.cost, last.cost))
        print("from the second hour to the last: " + ", ".join(f"{name} {100 * (b / a - 1):+.1f} %" for name, a, b in pairs))
    return 0


def hours(many: float, fps: float, match: int, seed: int) -> list[Hour]:
    """So many hours of play, a line printed for each."""
    found, played, due, cost, frames, matches = list[Hour](), 0.0, HOUR, 0.0, 0, 0
    while played < many * HOUR:
        seconds, spent, seen = _match(seed + matches, fps, match)
        played, cost, frames, matches = played + seconds, cost + spent, frames + seen, matches + 1
        if played >= due:
            gc.collect()
            hour = Hour(frames, sys.getallocatedblocks() / 1000, _resident(), 1000 * cost / frames)
            found.append(hour)
            told = f"{hour.held:11.1f}{hour.resident:13.1f}{hour.cost:12.3f}"
            print(f"{len(found):4}{hour.frames:9}{matches:9}{told}", flush=True)
            due, cost, frames = due + HOUR, 0.0, 0
    return found


def _match(seed: int, fps: float, length: int) -> tuple[float, float, int]:
    """A match from the first frame to the last: (s of play, s of the processor for all but the simulation, frames)."""
    from boardcam.config import Options, Source
    from boardcam.record.folder import Folder
    from boardcam.referee import referee, settle
    from boardcam.replay.fold import begun, blank
    from boardcam.sim import eyes, observe, table

    script, spent, frames = table.script(seed, match=length), 0.0, 0
    with TemporaryDirectory() as folder:
        options = Options(Source("sim", str(seed)), Path(folder) / "match", length)
        state, watching = begun(options.settings()).state, settle.start(options.profile, script.board)
        keeper = Folder(options.out, options.settings(), blank(options.settings()))
        for seen in observe.watch(script, fps, eyes.measured()):
            since = process_time()
            watching, events = (watching, (seen,)) if isinstance(seen, Pressed) else settle.settle(watching, seen)
            for event in events:
                state, verdicts = referee.advance(state, keeper.event(event))
                keeper.verdicts(verdicts)
            spent, frames = spent + process_time() - since, frames + isinstance(seen, Observation)
        keeper.close()
    return script.duration, spent, frames


def _resident() -> float:
    """MB that the system has given this program; 0 where it does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6
