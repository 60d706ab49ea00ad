"""`boardcam report`: everything that helps to find a fault, in one file, with the names removed."""

from __future__ import annotations

import argparse
import contextlib
import getpass
import json
import shutil
import socket
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardcam import __version__

if TYPE_CHECKING:
    from boardcam.evidence.nameless import Nameless

JOURNAL = "journal.sqlite"
ABOUT = """A report of a match that boardcam {version} refereed: {what}.
Players are called light and dark; names of players, of the machine and its users, of places on its disk, addresses and serial
numbers of devices were taken out. {pictures}
"""
PICTURES = (
    "There are no pictures in it.",
    "The pictures of the evidence are in it as they were taken: look at them before you send it.",
)
SAID = {
    "doctor.txt": "what this machine has (doctor.txt)",
    "settings.json": "the rules and settings (settings.json)",
    "journal.jsonl": "everything that the referee was told and ruled (journal.jsonl)",
    "events.jsonl": "the rulings (events.jsonl)",
    "match.mat": "the match (match.mat)",
    "evidence/entries.jsonl": "what each ruling rests on (evidence/entries.jsonl)",
}


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "report",
        help="pack what helps to find a fault, without names",
        description="Packs the record of the match in DIR, its evidence, the settings and the doctor's findings into one file, to "
        "be sent with a report of a fault. Players are called light and dark in it; names, paths, addresses and serial numbers are "
        "removed.",
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="folder of the match")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.zip", help="the file to make")
    parser.add_argument("--pictures", action="store_true", help="with the pictures of the evidence, which may show people")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.record import whole_file

    if not (args.folder / JOURNAL).is_file():
        print(f"boardcam report: {args.folder} holds no {JOURNAL}: name the folder of a match", file=sys.stderr)
        return 2
    files, notes = packed(args.folder, args.pictures)
    whole_file.zipped(args.out, files.items())
    for note in notes:
        print(f"boardcam report: {note}", file=sys.stderr)
    print(files["README.txt"].decode(), end="")
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.1f} MB")
    return 0


def packed(folder: Path, pictures: bool) -> tuple[dict[str, bytes], list[str]]:
    """(What goes into the file, what could not be read)."""
    notes: list[str] = []
    rows = _rows(folder / JOURNAL, notes)
    told = [json.loads(row["json"]) for row in rows if row["kind"] == "match"]
    settings = told[-1] if told else {}
    clean = _cleaner(folder, told)
    files = {
        "doctor.txt": clean.text(_doctor()),
        "settings.json": json.dumps(_settings(settings, clean), ensure_ascii=False, indent=2) + "\n",
        "journal.jsonl": "".join(_row(row, clean) for row in rows),
        "events.jsonl": _lines(folder / "events.jsonl", clean),
        "match.mat": _match(rows, settings, notes),
        "evidence/entries.jsonl": _lines(folder / "evidence" / "entries.jsonl", clean),
    }
    content = {name: text.encode() for name, text in files.items() if text}
    if pictures:
        content |= {f"evidence/{path.name}": path.read_bytes() for path in sorted((folder / "evidence").glob("*.jpg"))}
    what = ", ".join(said for name, said in SAID.items() if name in content)
    about = ABOUT.format(version=__version__, what=what, pictures=PICTURES[pictures])
    return {"README.txt": about.encode(), **content}, notes


def _cleaner(folder: Path, told: list[dict[str, Any]]) -> Nameless:
    from boardcam.evidence.nameless import nameless

    players = [(name, side) for one in told for name, side in zip(one.get("players", ()), ("light", "dark"), strict=False)]
    players += _named(folder / "events.jsonl")
    places = {str(folder.resolve()): "(folder)", str(Path.cwd()): "(here)", str(Path.home()): "~", sys.prefix: "(python)"}
    people = {getpass.getuser(): "(user)", Path.home().name: "(user)", socket.gethostname(): "(machine)"}
    for one in told:
        people |= {str(one[key]): f"({key})" for key in ("event", "place") if one.get(key)}
    return nameless(players, {text: instead for text, instead in (places | people).items() if len(text) > 1})


def _named(path: Path) -> Iterator[tuple[str, str]]:
    """Names in the rulings, for a journal that cannot be read."""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else ():
        with contextlib.suppress(ValueError, KeyError, TypeError):
            ruling = json.loads(line)
            if ruling["player"] and ruling["side"]:
                yield str(ruling["player"]), str(ruling["side"])


def _doctor() -> str:
    """The doctor's findings, as `boardcam doctor` prints them."""
    from boardcam.commands.doctor import here, told

    return "\n".join(told(here())) + "\n"


def _settings(settings: dict[str, Any], clean: Nameless) -> dict[str, Any]:
    from boardcam.evidence.nameless import source

    hidden = {"players": ["light", "dark"], "event": None, "place": None}
    known = {key: hidden[key] if key in hidden else clean.value(value) for key, value in settings.items()}
    return known | ({"source": source(str(settings["source"]))} if "source" in settings else {})


def _rows(path: Path, notes: list[str]) -> list[dict[str, Any]]:
    """The journal's rows, read from a copy: a match may be going on."""
    with tempfile.TemporaryDirectory() as aside:
        for tail in ("", "-wal"):
            if (part := Path(f"{path}{tail}")).exists():
                shutil.copy(part, Path(aside) / f"{JOURNAL}{tail}")
        return list(_read(Path(aside) / JOURNAL, notes))


def _read(path: Path, notes: list[str]) -> Iterator[dict[str, Any]]:
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    try:
        for row in db.execute("SELECT seq, kind, t, wall, json FROM entry ORDER BY board, seq"):
            yield dict(row)
    except sqlite3.DatabaseError as error:
        notes.append(f"the journal cannot be read to its end: {error}")
    finally:
        db.close()


def _row(row: dict[str, Any], clean: Nameless) -> str:
    value = json.loads(row["json"])
    value = _settings(value, clean) if row["kind"] == "match" else clean.value(value)
    return json.dumps({**row, "json": value}, ensure_ascii=False, separators=(",", ":")) + "\n"


def _lines(path: Path, clean: Nameless) -> str:
    """A file of JSON lines without names; what is no JSON is cleaned as text."""
    if not path.is_file():
        return ""
    return "".join(_line(line, clean) + "\n" for line in path.read_text(encoding="utf-8", errors="replace").splitlines())


def _line(line: str, clean: Nameless) -> str:
    try:
        return json.dumps(clean.value(json.loads(line)), ensure_ascii=False)
    except ValueError:
        return clean.text(line)


def _match(rows: list[dict[str, Any]], settings: dict[str, Any], notes: list[str]) -> str:
    """The match as a file for other programs, made anew for players without names."""
    from boardcam.record import mat
    from boardcam.record.codec import decode
    from boardcam.replay.fold import fold

    try:
        events, said = (
            [decode(json.loads(row["json"])) for row in rows if row["kind"] == kind] for kind in ("event", "correction")
        )
        return mat.write(fold({**settings, "players": [None, None], "event": None, "place": None}, events, said).match)
    except KeyError:
        notes.append("match.mat is left out: the journal does not say how the match was played")
        return ""
    except ValueError as error:
        notes.append(f"match.mat is left out: {error}")
        return ""
