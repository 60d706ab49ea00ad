"""View → picture, for small displays. A pure function: the same view gives the same pixels.

Two sizes: 128x64 black and white (the common OLED), and 320x240 in colour. Colours are those of Okabe and Ito, and no meaning
hangs on colour alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from boardcam.events import Signal
from boardcam.rules.position import Position, Side
from boardcam.show.view import View

FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
"""Holds every letter of the players' languages and the faces of the dice; Pillow's own font holds neither."""

SMALL, LARGE = (128, 64), (320, 240)
COLOURS: dict[Signal, tuple[str, str]] = {"off": ("#ffffff", "#000000"), "legal": ("#0072b2", "#ffffff"),
                                          "illegal": ("#e69f00", "#000000"), "again": ("#e69f00", "#000000"),
                                          "ask": ("#ffffff", "#000000"), "lost": ("#ffffff", "#000000"),
                                          "camera": ("#ffffff", "#000000")}  # fmt: skip
"""Behind the headline, and the headline."""
LIGHT, DARK, FELT, POINTS = "#f2e6c9", "#5a2d1c", "#1f5c4a", ("#2c7a63", "#174838")


def draw(view: View, size: tuple[int, int] = SMALL, *, link: str = "", hint: str = "") -> Image.Image:
    """The picture of a view: mode "1" for 128x64, RGB for 320x240."""
    return _small(view) if size == SMALL else _large(view)


def _small(view: View) -> Image.Image:
    image = Image.new("1", SMALL)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    _score(pen, view, SMALL[0], 10, "white")
    pen.line((0, 13, 127, 13), fill="white")
    _fitted(pen, view.headline, (0, 15, 128, 21), 19, "white")
    _wrapped(pen, view.why or f"{view.match} · cube {view.cube}", (0, 35, 128, 18 if view.clock else 27), 9, "white")
    if view.clock is not None:
        _text(pen, (64, 53), " · ".join(view.clock), 9, "white", anchor="ma")
    return image


def _large(view: View) -> Image.Image:
    image = Image.new("RGB", LARGE, "black")
    pen = ImageDraw.Draw(image)
    _score(pen, view, LARGE[0], 17, "white")
    behind, ink = COLOURS[view.signal]
    pen.rectangle((0, 24, 319, 61), fill=behind)
    _fitted(pen, view.headline, (4, 26, 312, 34), 30, ink)
    _wrapped(pen, view.why, (4, 65, 312, 34), 13, "white")
    if view.position is not None:
        _board(pen, view.position, (4, 102))
    _text(pen, (4, 222), _cut(f"cube {view.cube}", 13, 90 if view.clock else 300), 13, "white")
    _text(pen, (316, 222), view.match, 13, "white", anchor="ra")
    if view.clock is not None:
        _text(pen, (160, 222), " · ".join(view.clock), 13, "white", anchor="ma")
    return image


def _score(pen: ImageDraw.ImageDraw, view: View, width: int, size: int, ink: str) -> None:
    """Names at the edges with their scores towards the middle; the player on roll is marked."""
    half = width // 2 - 2
    marks = ["▸" if view.turn is side else "" for side in (Side.WHITE, Side.BLACK)]
    scores = [str(points) for points in view.score]
    room = half - int(_font(size).getlength("▸ 00"))
    _text(pen, (1, 0), f"{marks[0]}{_cut(view.names[0], size, room)}", size, ink)
    _text(pen, (half - 2, 0), scores[0], size, ink, anchor="ra")
    _text(pen, (half + 6, 0), scores[1], size, ink)
    _text(pen, (width - 1, 0), f"{_cut(view.names[1], size, room)}{'◂' if marks[1] else ''}", size, ink, anchor="ra")


def _board(pen: ImageDraw.ImageDraw, position: Position, corner: tuple[int, int]) -> None:
    """The board, 312x116: points 22 px wide, a bar of 24, trays of 12 at either side."""
    left, top = corner
    pen.rectangle((left, top, left + 311, top + 115), fill=FELT)
    for point in range(1, 25):
        column = 12 - point if point < 13 else point - 13
        x = left + 12 + column * 22 + (24 if column >= 6 else 0)
        _point(pen, position.points[point - 1], x, top, point)
    pen.rectangle((left + 144, top, left + 167, top + 115), fill="black")
    for side, y in ((Side.WHITE, top + 62), (Side.BLACK, top + 34)):
        count = position.bar[0 if side is Side.WHITE else 1]
        if count:
            _stack(pen, side, count, left + 146, y, 0)
    _off(pen, position, left + 301, top)


def _point(pen: ImageDraw.ImageDraw, count: int, x: int, top: int, point: int) -> None:
    upper = point > 12
    base, tip = (top, top + 50) if upper else (top + 115, top + 65)
    pen.polygon([(x, base), (x + 21, base), (x + 10, tip)], fill=POINTS[point % 2])
    if count:
        side = Side.WHITE if count > 0 else Side.BLACK
        _stack(pen, side, abs(count), x + 1, top if upper else top + 96, 9 if upper else -9)


def _stack(pen: ImageDraw.ImageDraw, side: Side, count: int, x: int, y: int, step: int) -> None:
    """Checkers from (x, y) on, `step` px apart, at most five drawn; the number on the last one where there are more."""
    fill, ink = (LIGHT, "black") if side is Side.WHITE else (DARK, "white")
    drawn = min(count, 5) if step else 1
    for nth in range(drawn):
        pen.ellipse((x, y + nth * step, x + 19, y + nth * step + 19), fill=fill, outline="black")
    if count > drawn:
        pen.text((x + 10, y + (drawn - 1) * step + 10), str(count), fill=ink, font=_font(11), anchor="mm")


def _off(pen: ImageDraw.ImageDraw, position: Position, x: int, top: int) -> None:
    """Borne-off checkers on edge in the tray at the right: light's from the bottom, dark's from the top."""
    for count, fill, y, step in ((position.off[0], LIGHT, top + 113, -3), (position.off[1], DARK, top + 1, 3)):
        for nth in range(count):
            pen.rectangle((x, y + nth * step - 1, x + 9, y + nth * step), fill=fill)


def _fitted(pen: ImageDraw.ImageDraw, words: str, box: tuple[int, int, int, int], size: int, ink: str) -> None:
    """One line in the middle of a box (x, y, width, height), as large as fits; cut at the smallest size."""
    x, y, width, height = box
    fits = [s for s in range(size, 9, -1) if _font(s).getlength(words) <= width]
    chosen = fits[0] if fits else 10
    words = words if fits else _cut(words, chosen, width)
    pen.text((x + width // 2, y + height // 2), words, fill=ink, font=_font(chosen), anchor="mm")


def _wrapped(pen: ImageDraw.ImageDraw, words: str, box: tuple[int, int, int, int], size: int, ink: str) -> None:
    """Lines broken at spaces to fill a box from the top; what does not fit is cut with an ellipsis."""
    x, y, width, height = box
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _font(size).getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    room = height // size
    if len(lines) > room:
        lines[room - 1] += " " + " ".join(lines[room:])
    for nth, line in enumerate(lines[:room]):
        _text(pen, (x, y + nth * size), _cut(line, size, width), size, ink)


def _cut(words: str, size: int, width: int) -> str:
    """Words that fit, the last letters replaced by an ellipsis if need be."""
    if _font(size).getlength(words) <= width:
        return words
    while words and _font(size).getlength(words + "…") > width:
        words = words[:-1]
    return words.rstrip() + "…"


def _text(pen: ImageDraw.ImageDraw, at: tuple[int, int], words: str, size: int, ink: str, anchor: str = "la") -> None:
    pen.text(at, words, fill=ink, font=_font(size), anchor=anchor)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)
