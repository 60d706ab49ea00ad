"""`boardcam run`: referee a match and keep its record."""

from __future__ import annotations

import argparse
import datetime
import signal
import sqlite3
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam import config, keeping, typed
from boardcam.commands import profiles
from boardcam.rules.profile import PRESETS, preset

if TYPE_CHECKING:
    from boardcam.record.folder import Folder
    from boardcam.rules.transcript import Match

SOURCES = "demo, sim:SEED (a simulated table without pictures), file:CLIP, v4l:DEVICE (a webcam)"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "run",
        help="referee a match and keep its record",
        description="Referees a match and keeps its record: DIR then holds events.jsonl (every ruling), match.mat (for GNU "
        "Backgammon, XG and others), journal.sqlite and display.png. Presses of buttons are read from presses.jsonl beside a clip.",
    )
    parser.add_argument("--source", type=typed.option(config.source), required=True, help=SOURCES)
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the record (default: match-DATE-TIME)")
    parser.add_argument(
        "--resume", action="store_true",
        help="go on with the match in DIR, whose program was stopped or killed; rules, players and score are those of its record",
    )  # fmt: skip
    parser.add_argument(
        "--match", type=typed.option(config.length), metavar="POINTS", help="points of the match; 0 = money games (default: 7)"
    )
    parser.add_argument(
        "--profile", type=typed.option(profiles.read), metavar="NAME",
        help=f"rules of the table: {', '.join(PRESETS)}, or a TOML file; see boardcam profiles (default: circle-match)",
    )  # fmt: skip
    parser.add_argument("--players", type=typed.option(config.players), metavar="light=NAME,dark=NAME", help="names")
    parser.add_argument("--stake", type=typed.option(config.stake), metavar="AMOUNT", help="of money games: what a point is worth")
    parser.add_argument(
        "--balances", type=typed.option(config.balances), metavar="light=AMOUNT,dark=AMOUNT",
        help="of money games: what the players bring, where a profile wants the highest loss covered",
    )  # fmt: skip
    parser.add_argument(
        "--evidence", type=typed.option(config.megabytes), default=config.EVIDENCE, metavar="MB",
        help=f"room for the pictures that rulings rest on (default: {config.EVIDENCE}; 0 = text only); see boardcam evidence",
    )  # fmt: skip
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE",
        help="where the board lies, as boardcam calibrate wrote it (default: it is found without help)",
    )  # fmt: skip
    parser.add_argument("--event", metavar="TEXT", help="what the match is part of, for the record")
    parser.add_argument("--place", metavar="TEXT", help="where it is played, for the record")
    keeping.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.devices.camera import CameraError
    from boardcam.record.folder import FolderTaken, NoRecord
    from boardcam.vision.networks import NetworkMissing

    now = datetime.datetime.now()
    out = args.out or Path(f"match-{now:%Y%m%d-%H%M%S}")
    told = [name for name in ("match", "profile", "players", "stake", "balances") if getattr(args, name) is not None]
    if args.resume and (told or args.out is None):
        wrong = f"--{told[0]} is what the record says; leave it out" if told else "say --out DIR, the folder of the match"
        print(f"boardcam run: --resume goes on with a match: {wrong}", file=sys.stderr)
        return 2
    names = args.players or (None, None)
    unkept = config.is_demo(args.source) and args.archive is None  # nobody played it
    archive = None if unkept else keeping.chosen(args)
    profile = args.profile or preset("circle-match")
    length = 7 if args.match is None else args.match
    options = config.Options(
        args.source, out, length, profile, names, args.event, args.place, archive, args.stake or 1, args.balances,
        args.calibration,
    )  # fmt: skip
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that everything is closed when a service is stopped
    try:
        options.check()
        return _referee(options, now, args.resume, args.evidence)
    except (CameraError, FolderTaken, NetworkMissing, NoRecord, ValueError) as error:
        print(f"boardcam run: {error}", file=sys.stderr)
    except sqlite3.OperationalError as error:
        print(f"boardcam run: the journal in {out} cannot be written: {error}", file=sys.stderr)
    return 2


def _referee(options: config.Options, now: datetime.datetime, resume: bool, evidence: int) -> int:
    from boardcam.sitting import sit

    folder = sit(options, now, resume, evidence, _say, _summed_up)
    return 0 if folder.told else 1


def _say(trouble: str) -> None:
    print(f"boardcam run: {trouble}", file=sys.stderr)


def _summed_up(folder: Folder, options: config.Options, archived: str | None) -> None:
    print(_summary(folder, options.stake))
    if archived:
        print(archived)


def _summary(folder: Folder, stake: int) -> str:
    """The score, what was ruled, and where the record lies."""
    from boardcam.record.evidence import FOLDER

    match, kinds = folder.match(), Counter[str](verdict.kind for verdict in folder.told)
    if not folder.told:
        return f"No game was seen. It begins when the camera sees the starting position. The journal is in {folder.path}"
    light, dark = (f"{name} {points}" for name, points in zip(match.players, match.score, strict=True))
    ruled = {"played": "plays", "danced": "dances", "illegal": "illegal", "corrected": "corrected", "void_roll": "rolls void",
             "premature": "premature", "unsure": "unsure"}  # fmt: skip
    counted = ", ".join(f"{kinds[kind]} {words}" for kind, words in ruled.items() if kinds[kind])
    files = "\n".join(f"  {path}" for path in sorted(folder.path.iterdir()) if path.is_file() or path.name == FOLDER)
    return f"\n{light} – {dark}, {_played_for(match, stake)}. Ruled: {counted}.\nThe record:\n{files}"


def _played_for(match: Match, stake: int) -> str:
    """The length of a match, or who owes what in a money session."""
    if match.length:
        return f"match to {match.length}"
    light, dark = match.score
    owed = abs(light - dark) * stake
    return "money games" + (f", {match.players[light > dark]} owes {owed}" if owed else "")
