"""The evidence of a match as one file that people can open: a zip with `index.html`, the pictures, and the entries as they are.

The page speaks of light and dark, needs no other file than its pictures, and shows of each ruling what it was, why, by what margin,
the board before and after, the plays that were weighed, the dice as they were read, and the frames.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from html import escape
from itertools import chain
from math import exp
from pathlib import Path

from boardcam.record import whole_file
from boardcam.record.evidence import ENTRIES, Entry, line
from boardcam.rules import xgid
from boardcam.show.text import board

STYLE = """
body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}
section{border-top:1px solid #999;padding:.5em 0}
pre{display:inline-block;font-size:11px;line-height:1.15;margin:.5em 2em .5em 0}
img{max-height:17em;margin:.2em;vertical-align:top}
figure{display:inline-block;margin:.2em}
figcaption,small{color:#555}
.ask h2{color:#b35c00}
"""
SHOWS = {"before": "the roll at rest, before the play", "read": "first frame of the reading", "after": "last frame of the reading"}


def export(folder: Path, entries: Iterable[Entry], out: Path) -> int:
    """Writes the zip, whole or not at all; returns how many pictures are in it. Raises OSError."""
    entries = tuple(entries)
    there = {path.name: path for path in sorted(folder.glob("*.jpg"))}
    wanted = [name for entry in entries for name in entry.pictures.values() if name in there]
    texts = {"index.html": page(entries, there), ENTRIES: "".join(line(entry) + "\n" for entry in entries)}
    pictures = ((name, there[name].read_bytes()) for name in wanted)
    whole_file.zipped(out, chain(((name, text.encode()) for name, text in texts.items()), pictures))
    return len(wanted)


def page(entries: Iterable[Entry], there: Container[str]) -> str:
    """The page; `there` = names of the pictures that lie beside it."""
    sections = "\n".join(_section(entry, there) for entry in entries) or "<p>There is no evidence of this match.</p>"
    head = f'<meta charset="utf-8"><title>Evidence</title><style>{STYLE}</style>'
    return f"<!DOCTYPE html><html lang=en><head>{head}</head><body><h1>Evidence</h1>\n{sections}\n</body></html>\n"


def heading(entry: Entry) -> str:
    """One line: number, time, whose roll, what became of it."""
    minutes, seconds = divmod(entry.t, 60)
    roll = "-".join(map(str, entry.dice)) if entry.dice else "unseen dice"
    words = f"{entry.side or 'somebody'}, {roll}: {entry.kind.replace('_', ' ')}"
    return f"{entry.number}  {int(minutes)}:{seconds:04.1f}  {words}{f' {entry.play}' if entry.play else ''}"


def _section(entry: Entry, there: Container[str]) -> str:
    parts = [f"<h2>{escape(heading(entry))}</h2>", f"<p>{escape(entry.why)}{_rule(entry)}{_margin(entry)}</p>"]
    parts += [f"<pre>{escape(_board(text))}</pre>" for text in (entry.before, entry.after) if text]
    parts += [f"<p><small>before {escape(entry.before or '?')}<br>after {escape(entry.after or '?')}</small></p>"]
    parts += [_listed("Weighed, likeliest first", entry.candidates), _listed("Every legal play", entry.plays), _dice(entry)]
    parts += [_figure(what, name) for what, name in entry.pictures.items() if name in there]
    if any(name not in there for name in entry.pictures.values()):
        parts.append("<p><small>Older pictures have made room for newer ones.</small></p>")
    return f'<section class="{"plain" if entry.plain else "ask"}">{"".join(parts)}</section>'


def _rule(entry: Entry) -> str:
    return f" [{escape(entry.rule)}]" if entry.rule else ""


def _margin(entry: Entry) -> str:
    if entry.margin is None:
        return ""
    times = f"{exp(min(entry.margin, 20.0)):,.0f}" if entry.margin < 20 else "more than 100 million"
    return f"; margin {entry.margin:.1f}: {times} times likelier than the next explanation, by the eyes' own account"


def _board(text: str) -> str:
    try:
        return board(xgid.parse(text).position)
    except ValueError:
        return text


def _listed(title: str, plays: Iterable[str]) -> str:
    words = ", ".join(plays)
    return f"<p>{title}: {escape(words)}</p>" if words else ""


def _dice(entry: Entry) -> str:
    """How each die was read, and by how much its face beats the next."""
    said = []
    for die in entry.seen:
        faces = sorted((float(face) for face in die.get("faces", ())), reverse=True)
        lead = f", {faces[0] - faces[1]:.1f} over the next face" if len(faces) > 1 else ""
        lies = "flat" if float(die.get("flat", 0.0)) > 0 else "leaning"
        on = ", on a checker" if float(die.get("on_checker", 0.0)) > 0 else ""
        said.append(
            f"{die.get('value', '?')} ({lies}{on}{lead}; in {die.get('half') or 'neither'}'s half)".replace("neither's", "no")
        )
    return f"<p>Dice: {escape('; '.join(said))}</p>" if said else ""


def _figure(what: str, name: str) -> str:
    words, file = escape(SHOWS.get(what, what.replace("-", " "))), escape(name)
    return f'<figure><a href="{file}"><img src="{file}" alt="{words}"></a><figcaption>{words}</figcaption></figure>'
