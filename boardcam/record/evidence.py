"""The evidence of a match: what every ruling rests on, as lines of text with pictures beside them.

The folder `evidence/` holds `entries.jsonl`, one JSON object a ruling, and JPEG files that the entries name. It is a ring of
bounded size: when it is full the oldest turns' pictures go first, those of rulings last; the text stays. A picture is on the disk
before the entry that names it; a power cut loses the entry being written and nothing else. An entry speaks of light and dark, never
of names.

Nothing here knows a clock or a thread; whoever must not wait for the disk calls `Store.keep` from beside the loop.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.record import whole_file

Image = npt.NDArray[np.uint8]
"""(height, width, 3), BGR."""

FOLDER = "evidence"
"""Its name in the folder of a match."""
ENTRIES = "entries.jsonl"
MOST = 64_000_000
"""Bytes of pictures a match: a hundred matches take 6.4 GB, which a card of 16 GB holds. At 1280x960 it is about 200 turns."""
SPARE = 200_000_000
"""Bytes that are left free on the disk: without them no more pictures are kept, for the journal needs the room."""
QUALITY = 90
"""Of the JPEG files."""
NEEDED = ("number", "kind", "t", "t_decided")
"""What every entry says."""
PLAIN = ("opening", "played", "danced")
"""Kinds of rulings that nobody will ask about: their pictures go first."""


class BadEvidence(ValueError):
    """A folder of evidence that cannot be read: the text names the file, the line and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one ruling rests on."""

    number: int
    """From 1, in order of deciding."""
    kind: str
    t: float
    t_decided: float
    side: str | None = None
    """"light" or "dark"."""
    dice: tuple[int, ...] | None = None
    play: str | None = None
    legal: bool | None = None
    rule: str | None = None
    why: str = ""
    rolled: float | None = None
    """Names the turn, as `events.Evidence.rolled`."""
    before: str | None = None
    """XGID, likewise `after`; light at the bottom."""
    after: str | None = None
    candidates: tuple[str, ...] = ()
    """The plays that were weighed, likeliest first."""
    plays: tuple[str, ...] = ()
    """Every legal play, where the ruling is no plain one."""
    margin: float | None = None
    """Log-likelihood by which the ruling beats the next."""
    frames: tuple[int, int] | None = None
    """First and last frame that were read."""
    seating: str | None = None
    """`geometry.Seating`, by name."""
    place: str | None = None
    """Where the board lay in the pictures: a calibration file."""
    seen: tuple[dict[str, Any], ...] = ()
    """The dice as they were read: number, value, faces, flat, on_checker, half, x, y as in `events.Die`."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Files by what they show: before, read, after, die-N."""

    @property
    def plain(self) -> bool:
        return self.kind in PLAIN


def line(entry: Entry) -> str:
    """One JSON object, fields at their defaults left out; `parsed` gives the entry back."""
    usual = asdict(Entry(0, "", 0.0, 0.0))
    told = {name: value for name, value in asdict(entry).items() if name in NEEDED or value != usual[name]}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def parsed(text: str) -> Entry:
    """The entry of a line. Raises ValueError."""
    told = json.loads(text)
    names = {f.name for f in fields(Entry)}
    if not isinstance(told, dict) or not told.keys() <= names or not isinstance(told.get("pictures", {}), dict):
        raise ValueError("this is no entry of evidence, or one of a later version")
    try:
        content: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
        return Entry(**content)
    except TypeError as error:
        raise ValueError(f"this is no entry of evidence: {error}") from error


def read(folder: Path) -> tuple[Entry, ...]:
    """All entries of a folder; a last line that a power cut has torn is left out. Raises BadEvidence and OSError."""
    path = folder / ENTRIES
    lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    entries = []
    for number, text in enumerate(lines[:-1], 1):  # what follows the last line break is torn, or nothing
        try:
            entries.append(parsed(text.decode("utf-8")))
        except ValueError as error:
            raise BadEvidence(f"{path}, line {number}: {error}") from error
    return tuple(entries)


def picture(folder: Path, name: str) -> Image | None:
    """A picture of the folder; None where it has made room for newer ones."""
    path = folder / Path(name).name
    data = np.frombuffer(path.read_bytes(), np.uint8) if path.is_file() else np.zeros(0, np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    return None if image is None else np.asarray(image, np.uint8)


def jpeg(folder: Path, name: str) -> bytes | None:
    """A picture of the folder as it lies there; None for what is no name of one, and where it has made room for newer ones."""
    if not re.fullmatch(r"\d{1,9}-[a-z0-9-]{1,20}\.jpg", name):
        return None
    try:
        return (folder / name).read_bytes()
    except OSError:
        return None


def there(folder: Path, pictures: Mapping[str, str]) -> dict[str, str]:
    """Those pictures, by what they show, that have not made room for newer ones."""
    return {what: name for what, name in pictures.items() if (folder / name).is_file()}


def forget(matches: Path, before: float) -> int:
    """Deletes the pictures of every match in a folder that were taken before a time, s since 1970; the text stays. How many."""
    gone = 0
    for path in matches.glob(f"*/{FOLDER}/*.jpg"):
        with suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
                gone += 1
    return gone


class _Kept(NamedTuple):
    """A picture in the ring; the least goes first."""

    ruling: bool
    entry: int
    file: str
    size: int


class Store:
    """A folder of evidence, open for writing. Goes on where an earlier one stopped, even in the middle of a write."""

    def __init__(self, folder: Path, most: int = MOST, free: Callable[[], int] | None = None) -> None:
        """`free` tells how many bytes the disk has left. Raises BadEvidence and OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.left_out = 0
        """Pictures that were not kept because the disk is nearly full."""
        self._most = most
        self._free = free or (lambda: shutil.disk_usage(folder).free)
        entries = read(folder)
        self._number = len(entries)
        self._ring = self._found(entries)
        _mend(folder / ENTRIES)
        self._lines = (folder / ENTRIES).open("a", encoding="utf-8")
        self._make_room()

    @property
    def size(self) -> int:
        """Bytes of pictures."""
        return sum(kept.size for kept in self._ring)

    def keep(self, entry: Entry, images: Mapping[str, Image]) -> Entry:
        """Keeps an entry with its pictures, by what they show; returns it with its number and files. Raises OSError."""
        number = self._number + 1
        files = {}
        for what, image in images.items() if self._room() else ():
            files[what] = f"{number:05d}-{what}.jpg"
            whole_file.replace(self.folder / files[what], _jpeg(image))
            self._ring.append(_Kept(not entry.plain, number, files[what], (self.folder / files[what]).stat().st_size))
        self.left_out += len(images) - len(files) if self._most else 0
        told = replace(entry, number=number, pictures=files)
        self._lines.write(line(told) + "\n")
        self._lines.flush()
        os.fsync(self._lines.fileno())
        self._number = number
        self._make_room()
        return told

    def close(self) -> None:
        self._lines.close()

    def _room(self) -> bool:
        return bool(self._most) and self._free() > SPARE

    def _make_room(self) -> None:
        size = self.size
        self._ring.sort()
        while self._ring and size > self._most:
            gone = self._ring.pop(0)
            size -= gone.size
            (self.folder / gone.file).unlink(missing_ok=True)

    def _found(self, entries: tuple[Entry, ...]) -> list[_Kept]:
        """The pictures that are there; what no entry names was being written when the power went, and is removed."""
        named = {file: entry for entry in entries for file in entry.pictures.values()}
        ring = []
        for path in sorted(self.folder.iterdir()):
            if path.name in named:
                ring.append(_Kept(not named[path.name].plain, named[path.name].number, path.name, path.stat().st_size))
            elif path.suffix in (".jpg", ".part"):
                path.unlink()
        return ring


def _jpeg(image: Image) -> bytes:
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert good  # a picture of pixels can always be encoded
    return bytes(data)


def _mend(path: Path) -> None:
    """Cuts a last line off that a power cut has torn."""
    if path.exists():
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            os.truncate(path, len(whole))
