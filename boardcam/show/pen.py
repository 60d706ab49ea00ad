"""Words on a small picture: as large as they fit, over several lines, and where even that is too little, over several pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from PIL import ImageDraw, ImageFont

FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
"""Holds every letter of the players' languages and the faces of the dice; Pillow's own font holds neither."""

Mode = Literal["1", "L"]
"""Letters in black and white, or smooth; they are not equally wide."""
Box = tuple[int, int, int, int]
"""x, y, width, height, px."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words broken into lines that fit a box."""

    size: int
    """Of the letters, px."""
    pages: tuple[tuple[str, ...], ...]
    """The lines of each picture; one picture as a rule."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def width(words: str, size: int, mode: Mode = "L") -> float:
    """Of the words, px."""
    return font(size).getlength(words, mode)


def leading(size: int) -> int:
    """From one line to the next, px: room for accents above capitals and for tails below."""
    return size + max(2, size // 5)


def paragraph(words: str, room: tuple[int, int], sizes: Sequence[int], mode: Mode = "L") -> Paragraph:
    """The words in a box of this width and height, in the largest of the sizes in which all of it fits and no word is broken; in
    the last one they go on for as many pages as they need. Nothing is cut."""
    wide, high = room
    for size in sizes:
        lines, most = broken(words, size, wide, mode), max(1, high // leading(size))
        whole = all(width(word, size, mode) <= wide for word in words.split())
        if (len(lines) <= most and whole) or size == sizes[-1]:
            return Paragraph(size, tuple(tuple(lines[at : at + most]) for at in range(0, len(lines), most)))
    return Paragraph(0, ((),))


def broken(words: str, size: int, wide: int, mode: Mode = "L") -> list[str]:
    """Lines broken at spaces, and where the words are; a word that is wider than a line is broken where the line ends."""
    if "\n" in words:
        return [line for part in words.split("\n") for line in broken(part, size, wide, mode)]
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer, size, mode) <= wide:
            lines[-1] = longer
            continue
        lines += [""] if lines[-1] else []
        *whole, rest = _pieces(word, size, wide, mode)
        lines[-1:] = [*whole, rest]
    return lines


def _pieces(word: str, size: int, wide: int, mode: Mode) -> list[str]:
    pieces = [""]
    for sign in word:
        if pieces[-1] and width(pieces[-1] + sign, size, mode) > wide:
            pieces.append("")
        pieces[-1] += sign
    return pieces


def cut(words: str, size: int, wide: float, mode: Mode = "L") -> str:
    """Words that fit, the last letters replaced by an ellipsis if need be; for names, which people know by their beginning."""
    if width(words, size, mode) <= wide:
        return words
    while words and width(words + "…", size, mode) > wide:
        words = words[:-1]
    return words.rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes on a picture."""

    on: ImageDraw.ImageDraw
    ink: str = "white"
    mode: Mode = "L"

    def text(self, at: tuple[float, float], words: str, size: int, anchor: str = "la", ink: str = "") -> None:
        x, y = at
        if anchor[0] == "l":  # some letters reach back over where they begin
            x += max(0.0, x - self.on.textbbox(at, words, font=font(size), anchor=anchor)[0])
        self.on.text((x, y), words, fill=ink or self.ink, font=font(size), anchor=anchor)

    def fitted(self, words: str, box: Box, sizes: Sequence[int], ink: str = "") -> None:
        """One or more lines in the middle of a box, as large as fits; what does not fit in the last size is left out with an
        ellipsis, as happens to headlines with the longest names only."""
        x, y, wide, high = box
        made = paragraph(words, (wide, high), sizes, self.mode)
        lines = list(made.pages[0])
        if len(made.pages) > 1:
            lines[-1] = cut(f"{lines[-1]} {made.pages[1][0]}", made.size, wide, self.mode)
        step = leading(made.size)
        top = y + (high - step * (len(lines) - 1)) / 2
        for nth, line in enumerate(lines):
            self.text((x + wide / 2, round(top + nth * step)), line, made.size, "mm", ink)

    def lines(self, lines: Sequence[str], at: tuple[int, int], size: int, ink: str = "") -> None:
        """Lines one below the other, from the left."""
        for nth, line in enumerate(lines):
            self.text((at[0], at[1] + nth * leading(size)), line, size, ink=ink)

    def die(self, face: int, x: int, y: int, edge: int, body: str, spots: str) -> None:
        """A die, its top left corner at (x, y)."""
        self.on.rounded_rectangle((x, y, x + edge - 1, y + edge - 1), radius=max(2, edge // 6), fill=body)
        for column, row in SPOTS[face]:
            middle_x, middle_y = x + edge * (column + 1) / 4, y + edge * (row + 1) / 4
            r = max(1.5, edge / 9)
            self.on.ellipse((middle_x - r - 0.5, middle_y - r - 0.5, middle_x + r - 0.5, middle_y + r - 0.5), fill=spots)

    def code(self, rows: Sequence[Sequence[int]], x: int, y: int, module: int) -> None:
        """A QR code, dark on light; the margin is left to the picture."""
        for row, cells in enumerate(rows):
            for column, dark in enumerate(cells):
                left, top = x + column * module, y + row * module
                self.on.rectangle((left, top, left + module - 1, top + module - 1), fill="black" if dark else "white")


SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""(column, row) of the spots of a face."""
