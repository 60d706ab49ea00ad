"""What can still be read of a damaged journal, page by page, without the help of SQLite.

A journal is only ever added to, so every leaf page of its table that is found anywhere, in the file or in the WAL beside it, old
or new, holds entries that were written. So nothing else of the file is needed: neither its header nor the pages that lead to a
leaf. An entry counts if it is one in every column, its text is JSON and, of an event, a verdict or a correction, decodes. File
format: https://www.sqlite.org/fileformat2.html
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

from boardcam.record.codec import Undecodable, decode
from boardcam.record.journal import KINDS, Entry

LEAF = 0x0D
"""First byte of a leaf page of a table."""
MAGIC = b"SQLite format 3\x00"
WAL_MAGIC = (0x377F0682, 0x377F0683)
WAL_HEADER, FRAME_HEADER = 32, 24
PAGE = 4096
"""Size of a page where the header does not tell."""


class Gap(NamedTuple):
    """Entries that are missing."""

    first: int
    last: int
    """By seq, both included."""
    since: float | None
    until: float | None
    """Times of the entries around it that have one, s."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was found."""

    entries: tuple[Entry, ...]
    """By board and seq."""
    gaps: tuple[Gap, ...]
    """Of the board with most entries. What is lost after the last entry nobody can know."""

    @property
    def lost(self) -> int:
        return sum(gap.last - gap.first + 1 for gap in self.gaps)


def read(path: Path) -> Salvaged:
    """Everything that is readable in a journal and in the `-wal` beside it. Raises OSError where the file itself cannot be read."""
    wal = path.with_name(path.name + "-wal")
    pages = _pages(path.read_bytes())
    for number, versions in _frames(wal.read_bytes() if wal.is_file() else b"").items():
        pages.setdefault(number, []).extend(versions)
    found: dict[tuple[str, int], Entry] = {}
    for number in pages:
        for entry in _entries(pages, number):
            found.setdefault((entry.board, entry.seq), entry)
    entries = tuple(found[key] for key in sorted(found))
    return Salvaged(entries, tuple(_gaps(entries)))


def _gaps(entries: tuple[Entry, ...]) -> Iterator[Gap]:
    boards = [entry.board for entry in entries]
    most = max(boards, key=boards.count, default=None)
    before, t = 0, None
    for entry in entries:
        if entry.board != most:
            continue
        if entry.seq > before + 1:
            yield Gap(before + 1, entry.seq - 1, t, entry.t)
        before, t = entry.seq, t if entry.t is None else entry.t


# --- pages ---------------------------------------------------------------------------------------------------------------------

Pages = dict[int, list[bytes]]
"""By number, from 1, each in every version that was found."""


def _pages(file: bytes) -> Pages:
    size = unpack_from(">H", file, 16)[0] if file.startswith(MAGIC) and len(file) >= 100 else PAGE
    size = 65536 if size == 1 else size
    size = size if size >= 512 and not size & (size - 1) else PAGE
    return {at // size + 1: [file[at : at + size].ljust(size, b"\0")] for at in range(0, len(file), size)}


def _frames(wal: bytes) -> Pages:
    found: Pages = {}
    if len(wal) < WAL_HEADER or unpack_from(">I", wal)[0] not in WAL_MAGIC:
        return found
    size = unpack_from(">I", wal, 8)[0]
    if not 512 <= size <= 65536 or size & (size - 1):
        return found
    for at in range(WAL_HEADER, len(wal) - FRAME_HEADER, FRAME_HEADER + size):
        number = unpack_from(">I", wal, at)[0]
        found.setdefault(number, []).append(wal[at + FRAME_HEADER : at + FRAME_HEADER + size].ljust(size, b"\0"))
    return found


def _entries(pages: Pages, number: int) -> Iterator[Entry]:
    """The entries on a page, if it is a leaf of the table."""
    for page in pages[number]:
        header = 100 if page.startswith(MAGIC) else 0
        if page[header] != LEAF:
            continue
        cells = min(unpack_from(">H", page, header + 3)[0], len(page) // 4)
        for nth in range(cells):
            try:
                (at,) = unpack_from(">H", page, header + 8 + 2 * nth)
                entry = _entry(_payload(pages, page, at))
            except (IndexError, ValueError, Error):
                continue
            if entry is not None:
                yield entry


class Error(Exception):
    """This is no cell of a journal."""


def _payload(pages: Pages, page: bytes, at: int) -> bytes:
    """A cell's record, with what of it lies on overflow pages."""
    length, at = _varint(page, at)
    _, at = _varint(page, at)
    usable = len(page)
    most, least = usable - 35, (usable - 12) * 32 // 255 - 23
    if length <= most:
        return _exactly(page[at : at + length], length)
    here = least + (length - least) % (usable - 4)
    local = here if here <= most else least
    found = page[at : at + local]
    (following,) = _unpacked(page, at + local)
    while len(found) < length and following:
        versions = pages.get(following)
        if versions is None or len(found) > 1 << 24:
            raise Error
        found += versions[-1][4 : 4 + length - len(found)]
        (following,) = _unpacked(versions[-1], 0)
    return _exactly(found, length)


def _unpacked(page: bytes, at: int) -> tuple[int]:
    if at + 4 > len(page):
        raise Error
    number: tuple[int] = unpack_from(">I", page, at)
    return number


def _exactly(found: bytes, length: int) -> bytes:
    if len(found) != length:
        raise Error
    return found


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of 1 to 9 bytes, and where it ends."""
    value = 0
    for nth in range(9):
        byte = page[at + nth]
        if nth == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + nth + 1
    raise Error


# --- records -------------------------------------------------------------------------------------------------------------------


def _entry(record: bytes) -> Entry | None:
    """The record as an entry; None if it is none, or is damaged."""
    end, at = _varint(record, 0)
    kinds: list[int] = []
    while at < end:
        kind, at = _varint(record, at)
        kinds.append(kind)
    if len(kinds) != len(Entry._fields):
        return None
    values = []
    for kind in kinds:
        value, at = _value(record, at, kind)
        values.append(value)
    return _checked(values)


INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Serial type → bytes."""


def _value(record: bytes, at: int, kind: int) -> tuple[str | int | float | None, int]:
    """A column's value by its serial type, and where it ends."""
    if kind in (0, 8, 9):
        return {0: None, 8: 0, 9: 1}[kind], at
    if kind in INTEGERS:
        end = at + INTEGERS[kind]
        return int.from_bytes(_exactly(record[at:end], end - at), "big", signed=True), end
    if kind == 7:
        return float(unpack_from(">d", _exactly(record[at : at + 8], 8))[0]), at + 8
    if kind >= 13 and kind % 2:
        end = at + (kind - 13) // 2
        return _exactly(record[at:end], end - at).decode("utf-8"), end
    raise Error


def _checked(values: list[str | int | float | None]) -> Entry | None:
    board, seq, kind, t, wall, text = values
    right = isinstance(board, str) and isinstance(seq, int) and seq > 0 and kind in KINDS and isinstance(text, str)
    if not right or isinstance(t, str) or not isinstance(wall, str | None):
        return None
    entry = Entry(str(board), int(str(seq)), str(kind), None if t is None else float(t), wall, str(text))
    data = json.loads(entry.json)
    if entry.kind in ("event", "verdict", "correction"):
        try:
            decode(data)
        except Undecodable:
            return None
    return entry if isinstance(data, dict) else None
