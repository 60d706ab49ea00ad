"""`boardcam run`: referee a match and keep its record."""

from __future__ import annotations

import argparse
import datetime
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam import config, typed
from boardcam.archive import keeping
from boardcam.commands import profiles
from boardcam.rules.profile import PRESETS, preset
from boardcam.rules.sentence import sentence
from boardcam.show.languages import CODES, Language, chosen, language

if TYPE_CHECKING:
    from boardcam.events import Kind
    from boardcam.record.folder import Folder
    from boardcam.rules.transcript import Match
    from boardcam.table.equipment import Equipment
    from boardcam.table.sitting import Attendance

SOURCES = (
    "demo, sim:SEED (a simulated table without pictures), file:CLIP, v4l:DEVICE (a webcam), pi:0 (the Pi's own camera), "
    "http://… or rtsp://… (a camera of the network)"
)

HERTZ = "of the lamps around the board, Hz: exposures are such that their flicker does not show"


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
        "--evidence", type=typed.option(config.megabytes), metavar="MB",
        help="room for the pictures that rulings rest on; see boardcam evidence (default: as --equipment FILE says, or "
        f"{config.EVIDENCE}; 0 = text only)",
    )  # fmt: skip
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE",
        help="where the board lies, as boardcam calibrate wrote it (default: it is found without help)",
    )  # fmt: skip
    parser.add_argument("--mains", type=int, choices=config.MAINS, help=f"{HERTZ} (default: as --equipment FILE says, or 50)")
    parser.add_argument(
        "--equipment", type=Path, metavar="FILE",
        help="what else stands at the table: display, lights, buttons, voice (see systemd/table.toml, boardcam equipment)",
    )  # fmt: skip
    parser.add_argument(
        "--language", choices=CODES,
        help="of terminal, display and voice (default: that of --equipment FILE, else that of this system, else English)",
    )  # fmt: skip
    parser.add_argument(
        "--page", type=int, metavar="PORT",
        help="show the match on a page for phones at this port; a clip then plays as fast as life, and the page stays until Ctrl-C",
    )  # fmt: skip
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="TIMES",
        help="with --page: how many times as fast as life (0 = as fast as it can)",
    )  # fmt: skip
    parser.add_argument("--event", metavar="TEXT", help="what the match is part of, for the record")
    parser.add_argument("--place", metavar="TEXT", help="where it is played, for the record")
    keeping.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.devices.camera import CameraError
    from boardcam.record.folder import FolderTaken, NoRecord
    from boardcam.table import equipment_file
    from boardcam.table.equipment import Equipment, Pictures
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
    spoken = args.language or chosen(os.environ)
    speech = language(spoken)
    try:
        options.check()
        equipment = equipment_file.load(args.equipment) if args.equipment else Equipment(language=spoken)
        equipment = replace(equipment, language=args.language or equipment.language)
        speech, kept = language(equipment.language), equipment.pictures or Pictures()
        options = replace(options, mains=args.mains or equipment.mains, pictures=kept.keep)
        return _referee(options, equipment, now, args, kept.room if args.evidence is None else args.evidence)
    except (CameraError, FolderTaken, NetworkMissing, NoRecord, ValueError) as error:
        _say(speech, error.args[0] if error.args else str(error))
    except sqlite3.OperationalError as error:
        _say(speech, sentence("the journal in {folder} cannot be written: {error}", folder=str(out), error=str(error)))
    return 2


def _referee(options: config.Options, equipment: Equipment, now: datetime.datetime, args: argparse.Namespace, evidence: int) -> int:
    from boardcam.table import rig
    from boardcam.table.service import service
    from boardcam.table.sitting import sit

    speech = language(equipment.language)
    say = partial(_say, speech)
    with service() as running, closing(rig.opened(equipment, say)) as table, _people(args, options.out, say) as people:
        folder = sit(options, now, args.resume, evidence, say, partial(_summed_up, speech), running, table, people)
    return 0 if folder.match().games else 1


@contextmanager
def _people(args: argparse.Namespace, out: Path, say: Callable[[str], None]) -> Iterator[Attendance | None]:
    """Those who attend the match by its page, if it has one."""
    if args.page is None:
        yield None
        return
    from boardcam.table.aim import Aim
    from boardcam.table.desk import Desk
    from boardcam.table.inbox import Inbox
    from boardcam.table.serving import links, served
    from boardcam.table.sitting import Attendance

    desk = Desk(Inbox(), Aim(out))
    server = served(desk, "0.0.0.0", args.page, out, say, keeping.chosen(args))
    if server is None:
        yield None
        return
    try:
        say(links(out, "0.0.0.0", server.port, sys.stderr.isatty()))
        yield Attendance(desk.inbox, desk, args.pace or None)
    finally:
        server.close()


def _say(speech: Language, trouble: str) -> None:
    print(f"boardcam run: {speech.say(trouble)}", file=sys.stderr)


def _summed_up(speech: Language, folder: Folder, options: config.Options, archived: str | None) -> None:
    print(_summary(folder, options.stake, speech))
    if archived:
        print(speech.say(archived))


def _summary(folder: Folder, stake: int, speech: Language) -> str:
    """The score, what was ruled, and where the record lies."""
    from boardcam.record.evidence import FOLDER
    from boardcam.show.view import named

    match = folder.match()
    if not match.games:
        why = speech.text("No game was seen. It begins when the camera sees the starting position.")
        where = speech.text("The journal is in {folder}", folder=str(folder.path))
        return f"{why} {where}"
    players = named(match.players, speech)
    light, dark = (f"{name} {points}" for name, points in zip(players, match.score, strict=True))
    ruled = speech.text("Ruled: {rulings}.", rulings=tuple(_ruled(Counter(verdict.kind for verdict in folder.told), speech)))
    files = "\n".join(f"  {path}" for path in sorted(folder.path.iterdir()) if path.is_file() or path.name == FOLDER)
    record = speech.text("The record:")
    return f"\n{light} – {dark}, {_played_for(match, stake, speech)}. {ruled}\n{record}\n{files}"


def _ruled(kinds: Mapping[Kind, int], speech: Language) -> Iterator[str]:
    """How many rulings of each kind there were."""
    counted, n = speech.counted, kinds.get
    told: Mapping[Kind, Callable[[int], str]] = {
        "played": lambda n: counted("{n} play", "{n} plays", n),
        "danced": lambda n: counted("{n} dance", "{n} dances", n),
        "illegal": lambda n: counted("{n} illegal", "{n} illegal", n),
        "corrected": lambda n: counted("{n} corrected", "{n} corrected", n),
        "void_roll": lambda n: counted("{n} roll void", "{n} rolls void", n),
        "premature": lambda n: counted("{n} premature", "{n} premature", n),
        "unsure": lambda n: counted("{n} unsure", "{n} unsure", n),
    }
    yield from (words(many) for kind, words in told.items() if (many := n(kind, 0)))


def _played_for(match: Match, stake: int, speech: Language) -> str:
    """The length of a match, or who owes what in a money session."""
    from boardcam.show.view import named

    if match.length:
        return speech.counted("match to {n} point", "match to {n} points", match.length)
    light, dark = match.score
    owed = abs(light - dark) * stake
    debt = speech.text("{name} owes {amount}", name=named(match.players, speech)[light > dark], amount=owed)
    return speech.text("money games") + (f", {debt}" if owed else "")
