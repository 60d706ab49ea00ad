"""`boardcam run`: referee a match and keep its record."""

from __future__ import annotations

import argparse
import datetime
import signal
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam import config, keeping, typed
from boardcam.commands import profiles
from boardcam.rules.profile import PRESETS, preset

if TYPE_CHECKING:
    from boardcam.app import Keep, Seen
    from boardcam.devices.display import Display
    from boardcam.devices.lights import Lights
    from boardcam.events import Verdict
    from boardcam.record.folder import Folder
    from boardcam.rules.transcript import Match
    from boardcam.show.terminal import Screen
    from boardcam.show.view import View
    from boardcam.vision.networks import Networks

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
    from boardcam import app, reviewing
    from boardcam import resume as resuming
    from boardcam.devices.display import PictureDisplay
    from boardcam.devices.lights import LightsLog
    from boardcam.record.evidence import FOLDER
    from boardcam.record.folder import Folder
    from boardcam.referee import settle
    from boardcam.replay.fold import begun, blank
    from boardcam.show.terminal import screen
    from boardcam.witness import Frames, witness

    frames = Frames()
    seen, seconds, eyes = _source(options, frames.add)
    if resume:
        folder, options, up, seen = resuming.resumed(options, seen, _wall, _say)
    else:
        settings = options.settings() | {"date": f"{now:%Y-%m-%d}", "time": f"{now:%H:%M}"}
        folder = Folder(options.out, settings, blank(settings), _wall, _say)
        up = begun(settings).state, settle.start(options.profile)
    before = folder.match() if resume else None
    display = PictureDisplay(path=options.out / "display.png")
    proof = options.out / FOLDER
    keeper, close = witness(folder, proof, evidence * 1_000_000, frames, options.profile.variant, _say)
    try:
        with screen(options.players, seconds) as terminal:
            timed, shown = _timed(seen, terminal), Shown(display, LightsLog(), terminal)
            if eyes is not None:
                timed = reviewing.pressed(timed, partial(reviewing.last, folder, proof, eyes, _say))
            correct = resuming.corrector(folder, _say)
            app.play(_until_stopped(timed), options.profile, options.length, options.players, keeper, shown, up=up, correct=correct)
    finally:
        close()
        folder.close()
        print(_summary(folder, options.stake))
        if options.archive is not None and folder.match().games:
            print(keeping.keep(options.archive, folder.match(), before))
    return 0 if folder.told else 1


def _wall() -> str:
    return datetime.datetime.now().isoformat(timespec="milliseconds")


def _say(trouble: str) -> None:
    print(f"boardcam run: {trouble}", file=sys.stderr)


@dataclass(frozen=True, slots=True)
class Shown:
    """Shows a view on everything that shows views."""

    display: Display
    lights: Lights
    terminal: Screen

    def __call__(self, view: View, verdicts: tuple[Verdict, ...]) -> None:
        from boardcam.show.draw import draw

        self.display.show(draw(view, self.display.size))
        self.lights.show(view.signal)
        self.terminal.show(view, verdicts)


def _source(options: config.Options, keep: Keep) -> tuple[Iterator[Seen], float | None, Networks | None]:
    """What is seen, how many seconds of it there are (None where it has no end), and the eyes if it has pictures, which `keep` is
    shown. Raises CameraError, NetworkMissing and BadCalibration."""
    from boardcam import app

    if options.source.kind == "sim":
        return (*app.simulated(int(options.source.name), options.length), None)
    from boardcam.devices.buttons import ScriptedButtons, read_presses
    from boardcam.devices.camera import open_camera
    from boardcam.devices.clip import Clip
    from boardcam.vision import calibration, networks, observe

    placed = calibration.load(options.calibration) if options.calibration else None
    camera = open_camera(str(options.source))
    presses = Path(options.source.name).with_name("presses.jsonl")
    buttons = ScriptedButtons(read_presses(presses) if isinstance(camera, Clip) and presses.is_file() else ())
    seconds = camera.seconds if isinstance(camera, Clip) else None
    eyes = networks.load(observe.NETWORKS)
    return app.watched(camera, buttons, eyes, keep, placed), seconds, eyes


def _until_stopped(seen: Iterable[Seen]) -> Iterator[Seen]:
    """Passes on what is seen until the program is told to stop; it ends between two pictures, never while one is being kept."""
    told: list[int] = []
    usual = {number: signal.signal(number, lambda number, _: told.append(number)) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        for item in seen:
            if told:
                raise KeyboardInterrupt if told[0] == signal.SIGINT else SystemExit(0)
            yield item
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def _timed(seen: Iterable[Seen], terminal: Screen) -> Iterator[Seen]:
    """Passes on what is seen, and tells the terminal how far it is."""
    for item in seen:
        terminal.at(getattr(item, "t", 0.0))
        yield item


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
