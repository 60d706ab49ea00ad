"""`boardcam matches`: the archive of all matches: list, search, show, export, import and remove.

What cannot be done is one sentence on standard error, and the exit code 2; a search that finds nothing ends with 1, as grep does.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardcam import typed
from boardcam.archive import keeping

if TYPE_CHECKING:
    from boardcam.record.archive import Archive, Kept, Row
    from boardcam.rules.transcript import Match
    from boardcam.show.listing import Listed

EXAMPLES = """examples:
  boardcam matches                                        all matches, newest first
  boardcam matches search --player ann --date 2026-11 --incident illegal
  boardcam matches mistakes --player ann --kind "missed double" --from 0.05 --cards cards.txt
  boardcam matches show 12 --at 3.14                      game 3, when number 14 was to be done
  boardcam matches export 12 --out friday.mat             for GNU Backgammon, XG and others
  boardcam matches import friday/ *.mat                   folders of boardcam run, and files of other programs"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "matches", help="list, search, show, export and import the matches that were kept", description=__doc__,
        epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.set_defaults(run=run, act=_list, archive=None, json=False, most=None)
    parts = parser.add_subparsers(metavar="WHAT")
    told = argparse.ArgumentParser(add_help=False)
    told.add_argument(
        "--archive", type=Path, metavar="PATH", help="the archive (default: matches.sqlite in the user's data folder)"
    )
    told.add_argument("--json", action="store_true", help="JSON, one object a line")

    listed = parts.add_parser("list", parents=[told], help="all matches, newest first")
    listed.add_argument("--most", type=int, metavar="N", help="no more than N")
    listed.set_defaults(act=_list)
    _add_search(parts.add_parser("search", parents=[told], help="those that are as asked, in everything that is asked"))
    _add_mistakes(
        parts.add_parser("mistakes", parents=[told], help="what was given up in matches that were analysed, the dearest first")
    )
    shown = parts.add_parser("show", parents=[told], help="the score sheet of a match")
    shown.add_argument("match", metavar="ID|FILE|DIR", help="its number in the archive, or a file or a folder that holds it")
    shown.add_argument("--at", metavar="GAME.NUMBER", help="one moment: its board, XGID and GNU Backgammon ID")
    shown.set_defaults(act=_show)
    given = parts.add_parser("export", parents=[told], help="a match as a file for other programs, or for keeping")
    given.add_argument("match", metavar="ID|FILE|DIR")
    given.add_argument("--format", metavar="FORMAT", help="mat, sgf, ogxm, jsonl or xgid (default: by the ending of PATH)")
    given.add_argument("--out", type=Path, metavar="PATH", help="the file (default: to standard output)")
    given.add_argument("--force", action="store_true", help="write over a file that is there")
    given.set_defaults(act=_export)
    brought = parts.add_parser("import", parents=[told], help="matches from files of any format, and from folders of boardcam run")
    brought.add_argument("files", nargs="+", type=Path, metavar="FILE|DIR")
    brought.set_defaults(act=_import)
    removed = parts.add_parser("remove", parents=[told], help="matches, for good (a player may ask for it)")
    removed.add_argument("ids", nargs="+", type=int, metavar="ID")
    removed.add_argument("--yes", action="store_true", help="without asking")
    removed.set_defaults(act=_remove)


def _add_search(parser: argparse.ArgumentParser) -> None:
    from boardcam.record import archive_search

    parser.add_argument("--player", action="append", default=[], metavar="NAME", help="a part of a name; twice for both players")
    parser.add_argument(
        "--date", type=typed.option(archive_search.days), default=(None, None), metavar="DATE",
        help="2026-11-30, 2026-11, 2026, or a range like 2026-11-01..2026-11-30",
    )  # fmt: skip
    parser.add_argument("--score", type=typed.option(archive_search.score), metavar="7-4", help="points, either way round")
    parser.add_argument("--event", metavar="TEXT", help="a part of the event's or the place's name")
    parser.add_argument("--length", type=int, metavar="POINTS", help="points of the match; 0 for sessions")
    parser.add_argument(
        "--incident", action="append", default=[], metavar="KIND",
        help="void_roll, premature, illegal, corrected, unsure, …; several must all have happened",
    )  # fmt: skip
    parser.add_argument("--doubts", action="store_true", help="something in it is not sure")
    parser.add_argument("--most", type=int, metavar="N", help="no more than N")
    parser.set_defaults(act=_search)


def _add_mistakes(parser: argparse.ArgumentParser) -> None:
    from boardcam.record.mistakes import KINDS

    parser.add_argument("--player", default="", metavar="NAME", help="a part of the name of who made it")
    parser.add_argument(
        "--kind", action="append", default=[], choices=KINDS, help="play, or what was wrong with the cube; several may be told"
    )
    parser.add_argument(
        "--from", dest="least", type=float, default=0.02, metavar="LOSS", help="loss, at least (default: %(default)s)"
    )
    parser.add_argument("--match", type=int, metavar="ID", help="of this match only")
    parser.add_argument("--most", type=int, metavar="N", help="no more than N")
    parser.add_argument("--cards", type=Path, metavar="FILE", help="write their XGIDs there, one a line, for flashcards")
    parser.set_defaults(act=_mistakes)


class Refused(Exception):
    """What was asked for cannot be done; the text says why."""


def run(args: argparse.Namespace) -> int:
    from boardcam.record.archive import ArchiveUnusable, NoSuchMatch
    from boardcam.record.ogxm import OgxmMissing

    args.archive = args.archive or keeping.usual()
    try:
        return int(args.act(args))
    except NoSuchMatch as error:
        return _refuse(error.args[0])
    except FileExistsError as error:
        return _refuse(f"{error.filename} {error.strerror}; --force writes over it")
    except (ArchiveUnusable, OgxmMissing, Refused) as error:
        return _refuse(str(error))


def _refuse(why: str) -> int:
    _say(why)
    return 2


def _say(what: str) -> None:
    print(f"boardcam matches: {what}", file=sys.stderr, flush=True)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _open(args: argparse.Namespace, *, new: bool = False) -> Archive:
    """The archive; a new one is begun only to take something in."""
    if not new and not args.archive.exists():
        raise Refused(f"there is no archive at {args.archive} yet; boardcam run and boardcam matches import begin one")
    return keeping.opened(args.archive)


# Listing


def _list(args: argparse.Namespace) -> int:
    from boardcam.record.archive_search import EVERYTHING

    if not args.archive.exists():
        print(f"No match is kept yet in {args.archive}: boardcam run and boardcam matches import begin it.", file=sys.stderr)
        return 0
    with _open(args) as archive:
        _print_rows(args, archive.rows(EVERYTHING))
    return 0


def _search(args: argparse.Namespace) -> int:
    from boardcam.record.archive_search import Search

    since, until = args.date
    kinds = tuple(kind.replace("-", "_").replace(" ", "_") for kind in args.incident)
    search = Search(tuple(args.player), since, until, args.score, args.event, args.length, kinds, args.doubts)
    with _open(args) as archive:
        if _print_rows(args, archive.rows(search)):
            return 0
    print("No match is like that.", file=sys.stderr)
    return 1


def _mistakes(args: argparse.Namespace) -> int:
    from itertools import islice

    from boardcam.coaching import flashcards
    from boardcam.record.mistakes import Sought
    from boardcam.show.fitted import harmless

    with _open(args) as archive:
        found = list(islice(archive.mistakes(Sought(args.player, tuple(args.kind), args.least, args.match)), args.most))
    for one in found:
        where = f"{one.loss:.3f}  {one.date}  match {one.match}, {one.game}.{one.number}"
        told = f"{where}  {harmless(one.player)}, {one.kind}: {one.made}; best {one.best}\n       {one.xgid}"
        print(_json(asdict(one)) if args.json else told)
    if args.cards:
        args.cards.write_text(flashcards.cards(mistake.xgid for mistake in found), encoding="ascii")
    if not found:
        print("No mistake is like that in the matches that were analysed (boardcam analyse ID).", file=sys.stderr)
    return 0 if found else 1


def _print_rows(args: argparse.Namespace, rows: Iterable[Row]) -> int:
    """Prints rows; how many there were."""
    from itertools import islice

    from boardcam.show.listing import LEGEND, listing

    found = list(islice(rows, args.most))
    if args.json:
        print("".join(_json(asdict(row)) + "\n" for row in found), end="")
    elif found:
        print("\n".join(listing(map(_listed, found))))
        print(LEGEND)
    return len(found)


def _listed(row: Row) -> Listed:
    from boardcam.show.listing import Listed

    return Listed(
        row.id, row.date or row.added[:10], row.length, (row.light, row.dark), (row.light_points, row.dark_points),
        row.event or row.place or "", sum(row.incidents.values()), row.doubts, row.finished or not row.length,
    )  # fmt: skip


# One match


def _show(args: argparse.Namespace) -> int:
    from boardcam.record.incidents import incidents
    from boardcam.record.match_object import told
    from boardcam.show.sheet import sheet

    match, title = _match(args)
    if args.at is not None:
        print(_moment(match, args.at, as_json=args.json))
    elif args.json:
        print(_json(told(match)))
    else:
        print("\n".join(sheet(match, incidents(match), title)))
    return 0


def _moment(match: Match, at: str, *, as_json: bool) -> str:
    from boardcam.show.moment import moment, words

    try:
        asked = moment(match, at)
    except ValueError as error:
        raise Refused(str(error)) from error
    return _json({"at": at, "done": asked.done, **asked.ids}) if as_json else words(match, asked)


def _match(args: argparse.Namespace) -> tuple[Match, str]:
    """The match that was asked for, and how to call it."""
    if args.match.isdecimal() and not Path(args.match).exists():
        with _open(args) as archive:
            return archive.match(int(args.match)), f"Match {int(args.match)}: "
    found = _brought(Path(args.match))
    if len(found) > 1:
        raise Refused(f"{args.match} holds {len(found)} matches: import it, and ask for one of them by its number")
    return found[0], ""


def _export(args: argparse.Namespace) -> int:
    from boardcam.record import formats, whole_file

    match, _ = _match(args)
    form = args.format or (args.out.suffix.lower().lstrip(".") if args.out else "mat")
    try:
        data = formats.write(match, form)
    except ValueError as error:
        raise Refused(str(error)) from error
    for remark in formats.remarks(match, form):
        _say(remark)
    if args.out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        whole_file.write(args.out, data, over=args.force)
        print(f"{args.out}: {len(data):,} bytes, read back and found the same")
    return 0


# In and out of the archive


def _import(args: argparse.Namespace) -> int:
    with _open(args, new=True) as archive:
        taken = [_imported(archive, path, as_json=args.json) for path in args.files]
    return 0 if all(taken) else 2


def _imported(archive: Archive, path: Path, *, as_json: bool) -> bool:
    """Takes in all that a file or a folder holds, or nothing of it, and says what became of it; whether it could be read."""
    try:
        found = [(match, archive.keep(match)) for match in _brought(path)]
    except (Refused, ValueError) as error:
        why = str(error) if isinstance(error, Refused) else f"{path}: {error}"
        if as_json:
            print(_json({"file": str(path), "error": why}), flush=True)
        else:
            _say(why)
        return False
    for match, kept in found:
        print(_became(path, match, kept, as_json=as_json), flush=True)
    return True


def _brought(path: Path) -> tuple[Match, ...]:
    from boardcam.replay.brought import CannotBring, brought

    try:
        return brought(path, _say)
    except CannotBring as error:
        raise Refused(str(error)) from error


def _became(path: Path, match: Match, kept: Kept, *, as_json: bool) -> str:
    from boardcam.show.fitted import harmless

    if as_json:
        return _json({"file": str(path), "id": kept.id, "how": kept.how})
    words = {"new": "", "known": " (was there already)", "completed": " (was there already, with less in it)"}[kept.how]
    light, dark = map(harmless, match.players)
    return f"{path}: match {kept.id}, {light} {match.score[0]}-{match.score[1]} {dark}{words}"


def _remove(args: argparse.Namespace) -> int:
    from boardcam.show.fitted import harmless

    with _open(args) as archive:
        for number in args.ids:
            match = archive.match(number)
            print(f"match {number}: {' – '.join(map(harmless, match.players))}, {match.date or 'no date'}")
        if not args.yes and not _agreed():
            raise Refused("nothing was removed; --yes removes without asking")
        archive.remove(args.ids)
    print("Removed. Files and folders that they came from are still where they were.")
    return 0


def _agreed() -> bool:
    try:
        return sys.stdin.isatty() and input("Remove for good? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False
