"""The pictures of a display of 320x240 in colour: the headline over a board that is drawn as light sees it, dice and cube on it."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from boardcam.events import Signal
from boardcam.rules.position import Position, Side
from boardcam.show.languages import Language
from boardcam.show.pen import Pen, cut, font, paragraph, width
from boardcam.show.small import HINT, SIGNS
from boardcam.show.view import View

SIZE = (320, 240)
SIZES = (32, 28, 25, 22, 20, 18, 16, 15, 14, 13)
"""Of a headline's letters."""
COLOURS: dict[Signal, tuple[str, str]] = {
    "off": ("#ffffff", "#000000"), "legal": ("#0072b2", "#ffffff"), "illegal": ("#e69f00", "#000000"),
    "again": ("#e69f00", "#000000"), "ask": ("#ffffff", "#000000"), "lost": ("#ffffff", "#000000"),
    "camera": ("#ffffff", "#000000"),
}  # fmt: skip
"""Behind the headline, and the headline."""
SIDES = {Side.WHITE: ("#f2e6c9", "#000000"), Side.BLACK: ("#5a2d1c", "#ffffff")}
"""A side's checkers, and what is written on them."""
FELT, POINTS, RAIL, QUIET = "#1f5c4a", ("#2c7a63", "#174838"), "#0d2f26", "#b8c4c0"
BAND, WHY, BOARD = (25, 40), (69, 34), (4, 105)
"""Top and height of the headline and of what it is about; the board's corner."""
POINT, BAR, TRAY, HIGH = 21, 24, 18, 114
"""Widths of a point, the bar and a tray; height of the board, px."""


def pictures(view: View, hint: str = "") -> tuple[Image.Image, ...]:
    """As many as its words need."""
    best, _, rest = hint.partition("\n")
    made = paragraph(rest if hint else view.why, (SIZE[0] - 10, WHY[1]), (15, 14, 13, 12))
    return tuple(_picture(view, page, made.size, best) for page in made.pages)


def plain(headline: str, words: str, signal: Signal = "off") -> tuple[Image.Image, ...]:
    """A headline with what it is about, while there is no match to show."""
    made, found = paragraph(words, (SIZE[0] - 20, 150), (26, 22, 20, 18, 16, 14)), []
    for page in made.pages:
        image, pen = _blank()
        pen.text((SIZE[0] // 2, 11), "boardcam", 17, "mm", QUIET)
        _headline(pen, headline, signal)
        pen.lines(page, (10, 84), made.size)
        found.append(image)
    return tuple(found)


def scan(language: Language, rows: Sequence[Sequence[int]], host: str) -> Image.Image:
    """The page's code, large, and what it is."""
    image, pen = _blank()
    module = min(5, (SIZE[1] - 24) // (len(rows) + 2))
    edge = module * len(rows)
    pen.on.rectangle((SIZE[0] - edge - 24, 0, SIZE[0] - 1, SIZE[1] - 1), fill="white")
    pen.code(rows, SIZE[0] - edge - 12, (SIZE[1] - edge) // 2, module)
    wide = SIZE[0] - edge - 24
    pen.fitted(language.text("Scan me"), (4, 20, wide - 8, 110), (34, 30, 26, 22, 20, 18, 16, 14, 12))
    pen.fitted(host, (2, 150, wide - 4, 60), (16, 15, 14, 13, 12, 11, 10))
    return image


def _picture(view: View, lines: Sequence[str], size: int, hint: str) -> Image.Image:
    image, pen = _blank()
    _score(pen, view)
    _headline(pen, hint or view.headline, "off" if hint else view.signal, HINT if hint else "")
    pen.lines(lines, (5, WHY[0]), size)
    if view.position is not None:
        _board(pen, view, view.position)
    _foot(pen, view)
    return image


def _blank() -> tuple[Image.Image, Pen]:
    image = Image.new("RGB", SIZE, "black")
    return image, Pen(ImageDraw.Draw(image))


def _headline(pen: Pen, words: str, signal: Signal, sign: str = "") -> None:
    """On a band in the signal's colour, with its sign."""
    behind, ink = COLOURS[signal]
    top, high = BAND
    pen.on.rectangle((0, top, SIZE[0] - 1, top + high - 1), fill=behind)
    sign = sign or SIGNS.get(signal, "")
    left = 40 if sign else 6
    if sign:
        pen.text((20, top + high // 2), sign, 32, "mm", ink)
    pen.fitted(words, (left, top, SIZE[0] - left - 6, high), SIZES, ink)


def _score(pen: Pen, view: View) -> None:
    """A checker of each side with its player's name, the scores in the middle; a bar under whose turn it is."""
    half, size = SIZE[0] // 2, 17
    scores = [str(points) for points in view.score]
    room = half - 30 - width("00", size)
    for side, points in zip((Side.WHITE, Side.BLACK), scores, strict=True):
        left = side is Side.WHITE
        name = cut(view.names[side.index], size, room)
        x = 3 if left else SIZE[0] - 18
        pen.on.ellipse((x, 4, x + 14, 18), fill=SIDES[side][0], outline="white")
        pen.text(
            (22 if left else SIZE[0] - 22, 11), name, size, "lm" if left else "rm", "white" if view.turn in (side, None) else QUIET
        )
        pen.text((half - 7 if left else half + 7, 11), points, size + 2, "rm" if left else "lm")
        if view.turn is side:
            start = 22 if left else SIZE[0] - 22 - width(name, size)
            pen.on.rectangle((start, 21, start + width(name, size), 23), fill="white")
    pen.text((half, 11), "–", size, "mm", QUIET)


def _foot(pen: Pen, view: View) -> None:
    """Pip counts at the sides; between them the clocks, or what is played for."""
    middle = SIZE[0] // 2
    if view.position is not None:
        for side, x, anchor in ((Side.WHITE, 4, "lm"), (Side.BLACK, SIZE[0] - 4, "rm")):
            pips = view.position.pips(side)
            words = view.language.counted("{n} pip", "{n} pips", pips) if view.clock is None else str(pips)
            pen.text((x, 230), words, 14, anchor)
    if view.clock is None:
        pen.fitted(view.match, (95, 222, 130, 17), (14, 13, 12, 11, 10, 9), QUIET)
        return
    for side, words, x, anchor in ((Side.WHITE, view.clock[0], middle - 6, "rm"), (Side.BLACK, view.clock[1], middle + 6, "lm")):
        runs, wide = view.turn is side, width(words, 14)
        if runs:
            start = x - wide if side is Side.WHITE else x
            pen.on.rectangle((start - 3, 222, start + wide + 3, 239), fill="white")
        pen.text((x, 230), words, 14, anchor, "black" if runs else "white")


def _board(pen: Pen, view: View, position: Position) -> None:
    """The board as light sees it, 312x114, with borne-off checkers in the trays at the right."""
    left, top = BOARD
    wide = 12 * POINT + BAR + 2 * TRAY
    pen.on.rectangle((left, top, left + wide - 1, top + HIGH - 1), fill=RAIL)
    for start in (left + TRAY, left + TRAY + 6 * POINT + BAR):
        pen.on.rectangle((start, top, start + 6 * POINT - 1, top + HIGH - 1), fill=FELT)
    for point in range(1, 25):
        _point(pen, position.points[point - 1], left + _column(point), top, point)
    bar = left + TRAY + 6 * POINT + BAR // 2
    for side, y in ((Side.WHITE, top + 62), (Side.BLACK, top + 33)):
        if count := position.bar[side.index]:
            _stack(pen, side, count, bar - 9, y, 0)
    _off(pen, position, left + wide - TRAY, top)
    if view.dice is not None:
        _dice(pen, view.dice, view.turn or Side.WHITE, left, top)
    _cube(pen, view, bar, top)


def _column(point: int) -> int:
    """Left edge of a point, px from that of the board."""
    from_left = 12 - point if point < 13 else point - 13
    return TRAY + from_left * POINT + (BAR if from_left >= 6 else 0)


def _point(pen: Pen, count: int, x: int, top: int, point: int) -> None:
    upper = point > 12
    base, tip = (top, top + 49) if upper else (top + HIGH - 1, top + HIGH - 50)
    pen.on.polygon([(x, base), (x + POINT - 1, base), (x + POINT // 2, tip)], fill=POINTS[point % 2])
    if count:
        side = Side.WHITE if count > 0 else Side.BLACK
        _stack(pen, side, abs(count), x + 1, top + 1 if upper else top + HIGH - 20, 8 if upper else -8)


def _stack(pen: Pen, side: Side, count: int, x: int, y: int, step: int) -> None:
    """Checkers from (x, y) on, `step` px apart, at most five drawn; the number on the last one where there are more."""
    fill, ink = SIDES[side]
    drawn = min(count, 5) if step else 1
    for nth in range(drawn):
        pen.on.ellipse((x, y + nth * step, x + 18, y + nth * step + 18), fill=fill, outline="black")
    if count > drawn:
        pen.on.text((x + 10, y + (drawn - 1) * step + 10), str(count), fill=ink, font=font(12), anchor="mm")


def _off(pen: Pen, position: Position, x: int, top: int) -> None:
    """Borne-off checkers on edge in the tray, light's from the bottom, dark's from the top, with their number."""
    for side, edge, step in ((Side.WHITE, top + HIGH - 3, -3), (Side.BLACK, top + 2, 3)):
        count = position.off[side.index]
        for nth in range(count):
            y = edge + nth * step
            pen.on.rectangle((x + 2, y - 1, x + TRAY - 3, y), fill=SIDES[side][0])
        if count:
            pen.text((x + TRAY // 2, edge + count * step + (5 if step > 0 else -5)), str(count), 11, "mm")


def _dice(pen: Pen, dice: tuple[int, int], side: Side, left: int, top: int) -> None:
    """In the right half of the player who rolled, as they must lie there (83); light sits at the bottom."""
    middle = left + TRAY + (6 * POINT + BAR if side is Side.WHITE else 0) + 3 * POINT
    body, spots = SIDES[side]
    for nth, face in enumerate(dice):
        pen.die(face, middle - 26 + nth * 30, top + HIGH // 2 - 11, 22, body, spots)


def _cube(pen: Pen, view: View, bar: int, top: int) -> None:
    """On the bar: in the middle, or at the edge of its owner."""
    status = view.status
    y = top + HIGH // 2 - 9 if status.owner is None else top + HIGH - 20 if status.owner is Side.WHITE else top + 2
    if status.owner is None and any(view.position.bar if view.position else ()):
        return  # hit checkers lie there; a centred cube says nothing new
    pen.on.rounded_rectangle((bar - 10, y, bar + 9, y + 18), radius=3, fill="white")
    value = "64" if status.cube == 1 else str(status.cube)
    pen.text((bar, y + 9), value, 12 if len(value) < 3 else 9, "mm", "black")
