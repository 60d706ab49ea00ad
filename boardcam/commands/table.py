"""`boardcam table`: the program of a table, which stays up from match to match."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam import config, typed
from boardcam.archive import keeping
from boardcam.commands.run import HERTZ, SOURCES
from boardcam.config import MAINS

if TYPE_CHECKING:
    from boardcam.record.folder import Folder
    from boardcam.table.equipment import Equipment

PORT = 8080


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "table",
        help="run a table: matches are set up, refereed and ended on its page",
        description="Runs a table until it is stopped. Its page, for phones and a big screen, is where matches are set up, "
        "followed, put right and ended. DIR holds a folder for each match, and the links that make somebody a player or the "
        "director. A match that was broken off goes on by itself.",
    )
    parser.add_argument("--source", type=typed.option(config.source), help=f"{SOURCES} (default: as the equipment says)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the table (default: as the equipment says, or table)")
    parser.add_argument(
        "--equipment", type=Path, metavar="FILE",
        help="what stands at the table: source, page, display, lights, buttons, voice (see systemd/table.toml)",
    )  # fmt: skip
    parser.add_argument("--page", type=int, metavar="PORT", help=f"port of the page (default: as the equipment says, or {PORT})")
    parser.add_argument(
        "--host", metavar="ADDRESS", help="address to listen on (default: the whole network; 127.0.0.1 = this computer only)"
    )
    parser.add_argument(
        "--pace", type=float, default=1.0, metavar="TIMES",
        help="of a clip or a simulated table: how many times as fast as life it is played (0 = as fast as it can)",
    )  # fmt: skip
    parser.add_argument(
        "--evidence", type=typed.option(config.megabytes), metavar="MB",
        help=f"room for the pictures that rulings rest on, for each match (default: as the equipment says, or {config.EVIDENCE}; "
        "0 = text only)",
    )  # fmt: skip
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="where the board lies, as boardcam calibrate wrote it")
    parser.add_argument("--mains", type=int, choices=MAINS, help=f"{HERTZ} (default: as the equipment says, or 50)")
    parser.add_argument("--new-links", action="store_true", help="make new links for players and director; the old ones end")
    keeping.add(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.table import equipment_file
    from boardcam.table.equipment import Equipment

    try:
        equipment = equipment_file.load(args.equipment) if args.equipment else Equipment()
        source = args.source or (config.source(equipment.source) if equipment.source else None)
    except ValueError as error:
        print(f"boardcam table: {error}", file=sys.stderr)
        return 2
    if source is None:
        print("boardcam table: say where the board is seen: --source, or source in the equipment", file=sys.stderr)
        return 2
    return _open(args, equipment, source)


def _open(args: argparse.Namespace, equipment: Equipment, source: config.Source) -> int:
    from boardcam.table import rig, serving
    from boardcam.table.aim import Aim
    from boardcam.table.caretaker import Caretaker
    from boardcam.table.desk import Desk
    from boardcam.table.equipment import Pictures
    from boardcam.table.inbox import Inbox
    from boardcam.table.scene import Scene
    from boardcam.table.service import service
    from boardcam.table.table import Table
    from boardcam.web import access

    state = args.out or Path(equipment.matches or "table")
    state.mkdir(parents=True, exist_ok=True)
    if args.new_links:
        access.renewed(state)
    page = equipment.page
    host, port = (
        args.host or (page.host if page else "0.0.0.0"),
        args.page if args.page is not None else page.port if page else PORT,
    )
    placed = args.calibration or (Path(equipment.calibration) if equipment.calibration else None)
    pictures = equipment.pictures or Pictures()
    if args.evidence is not None:
        pictures = replace(pictures, room=args.evidence)
    usual = config.Options(
        source, state, archive=keeping.chosen(args), calibration=placed, mains=args.mains or equipment.mains, pictures=pictures.keep
    )
    caretaker = None
    try:
        with service() as running, closing(rig.opened(equipment, _say)) as parts:
            desk = Desk(Inbox(), Aim(state), Scene(source=source.kind))
            caretaker = Caretaker(args.equipment, equipment, parts, _say, _end)
            server = serving.served(desk, host, port, state, _say, usual.archive, pictures, caretaker)
            if server is None:
                return 2
            with closing(server), caretaker:
                _say(serving.links(state, host, server.port, sys.stderr.isatty()))
                parts.link = serving.link(host, server.port, access.kept(state).player)
                running.ready("waiting for a match")
                Table(state, usual, desk, parts, running, _say, _closed, pictures.room, pictures.days, args.pace or None).run()
    finally:
        if caretaker is not None and caretaker.again:
            _begin_anew()
    return 0


def _end() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def _begin_anew() -> None:
    """The same program again, in the same process; systemd does it by itself."""
    if "NOTIFY_SOCKET" not in os.environ:
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _closed(folder: Folder, options: config.Options, archived: str | None) -> None:
    """For the log, which speaks English: it is looked through by the doctor, and sent with reports."""
    match = folder.match()
    light, dark = match.score
    print(f"{match.players[0]} {light} – {dark} {match.players[1]}; the record is in {folder.path}", flush=True)
    if archived:
        print(archived, flush=True)


def _say(trouble: str) -> None:
    print(f"boardcam table: {trouble}", file=sys.stderr, flush=True)
