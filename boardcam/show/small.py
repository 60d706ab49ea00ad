"""The pictures of a display of 128x64, black and white: what a player reads from two metres.

From the top: who plays whom, the score and whose turn it is; the headline, or the dice as they lie; what it is about. A headline
that asks for something stands dark on a band of light.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from boardcam.events import Signal
from boardcam.rules.position import Side
from boardcam.show import pen as letters
from boardcam.show.languages import Language
from boardcam.show.pen import Pen, leading, paragraph
from boardcam.show.view import View

SIZE = (128, 64)
SIZES = (19, 17, 15, 13, 12, 11, 10, 9, 8)
"""Of a headline's letters."""
HEAD, BAND, REST = 12, (14, 22), 38
"""Height of the top line; top and height of the headline; top of the rest."""
SIGNS: dict[Signal, str] = {"legal": "✔", "illegal": "✘", "again": "↻", "ask": "?", "lost": "?", "camera": "?"}
HINT = "★"
URGENT = ("illegal", "again", "ask", "lost", "camera")
"""Signals that ask for something."""


def pictures(view: View, hint: str = "") -> tuple[Image.Image, ...]:
    """As many as its words need."""
    clock = 11 if view.clock else 0
    room = (SIZE[0] - 3, SIZE[1] - REST - clock)
    if hint:
        best, _, rest = hint.partition("\n")
        return tuple(_picture(view, page, size, best) for size, page in _pages(rest, room, (11, 10, 9)))
    why = list(_pages(view.why, room, (11, 10, 9))) if view.why else []
    facts = [(9, page) for page in _facts(view, room[1] // leading(9))]
    alone = why and (view.signal in URGENT or view.turn is None)
    shown = why if alone else [*why, *facts]
    return tuple(_picture(view, page, size) for size, page in shown)


def plain(headline: str, words: str, signal: Signal = "off") -> tuple[Image.Image, ...]:
    """A headline with what it is about, while there is no match to show."""
    found = []
    for size, page in _pages(words, (SIZE[0] - 3, SIZE[1] - REST), (11, 10, 9)):
        image, pen = _blank()
        pen.text((SIZE[0] // 2, 0), "boardcam", 10, "ma")
        pen.on.line((0, HEAD, SIZE[0] - 1, HEAD), fill="white")
        _headline(pen, headline, signal)
        pen.lines(page, (2, REST), size)
        found.append(image)
    return tuple(found)


def scan(language: Language, rows: Sequence[Sequence[int]], host: str) -> Image.Image:
    """The page's code, and what it is; a code that is too large for the display is left out."""
    image, pen = _blank()
    edge = 2 * len(rows)
    if edge > SIZE[1] - 4:
        pen.fitted(host, (0, 0, *SIZE), (16, 14, 12, 11, 10, 9))
        return image
    pen.on.rectangle((SIZE[0] - SIZE[1], 0, SIZE[0] - 1, SIZE[1] - 1), fill="white")
    pen.code(rows, SIZE[0] - SIZE[1] + (SIZE[1] - edge) // 2, (SIZE[1] - edge) // 2, 2)
    pen.fitted(language.text("Scan me"), (1, 0, 61, 30), (16, 14, 12, 11, 10, 9))
    pen.fitted(_lined(host), (1, 30, 61, 34), (10, 9, 8))
    return image


def _lined(host: str) -> str:
    """An address as it is to be typed, in lines: an address of four numbers is broken in its middle, the port stands below."""
    name, _, port = host.partition(":")
    numbers = name.split(".")
    lines = [".".join(numbers[:2]) + ".", ".".join(numbers[2:])] if len(numbers) == 4 else [name]
    return "\n".join([*lines, *([f":{port}"] if port else [])])


def _pages(words: str, room: tuple[int, int], sizes: Sequence[int]) -> list[tuple[int, tuple[str, ...]]]:
    made = paragraph(words, room, sizes, "1")
    return [(made.size, page) for page in made.pages]


def _facts(view: View, most: int) -> list[tuple[str, ...]]:
    """Where the match stands, `most` lines a picture."""
    text, size, facts = view.language.text, 9, list[str]()
    if view.position is not None:
        light, dark = (view.position.pips(side) for side in (Side.WHITE, Side.BLACK))
        facts.append(text("pips {light} – {dark}", light=light, dark=dark))
        if any(view.position.off):
            facts.append(text("off {light} – {dark}", light=view.position.off[0], dark=view.position.off[1]))
    room = SIZE[0] - 3
    taken = width(text("cube {cube}", cube="") + f" · {view.match}", size)
    facts += [text("cube {cube}", cube=cut(view.cube, size, room - taken)), view.match]
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]} · {fact}" if lines[-1] else fact
        lines[-1:] = [longer] if width(longer, size) <= room else [lines[-1], fact]
    return [tuple(lines[at : at + most]) for at in range(0, len(lines), most)]


def _picture(view: View, lines: Sequence[str], size: int, hint: str = "") -> Image.Image:
    image, pen = _blank()
    _score(pen, view)
    if hint:
        _headline(pen, hint, "off", HINT)
    elif view.dice is not None and view.signal not in URGENT:
        _dice(pen, view, view.dice)
    else:
        _headline(pen, view.headline, view.signal)
    pen.lines(lines, (2, REST), size)
    if view.clock is not None:
        _clock(pen, view, view.clock)
    return image


def width(words: str, size: int) -> float:
    return letters.width(words, size, "1")


def cut(words: str, size: int, wide: float) -> str:
    return letters.cut(words, size, wide, "1")


def _blank() -> tuple[Image.Image, Pen]:
    image = Image.new("1", SIZE)
    on = ImageDraw.Draw(image)
    on.fontmode = "1"
    return image, Pen(on, mode="1")


def _score(pen: Pen, view: View) -> None:
    """Names at the edges with their scores towards the middle; the name of the player whose turn it is stands on light."""
    half, size = SIZE[0] // 2, 10
    light, dark = map(str, view.score)
    for side, points, left in ((Side.WHITE, light, 0), (Side.BLACK, dark, half + 1)):
        room = half - 5 - width(points, size)
        name = cut(view.names[side.index], size, room)
        ink = "white"
        if view.turn is side:
            wide = width(name, size) + 3
            start = 0 if left == 0 else SIZE[0] - wide
            pen.on.rectangle((start, 0, start + wide - 1, HEAD - 1), fill="white")
            ink = "black"
        pen.text((1, 0) if left == 0 else (SIZE[0] - 1, 0), name, size, "la" if left == 0 else "ra", ink)
        pen.text((half - 2, 0) if left == 0 else (half + 3, 0), points, size, "ra" if left == 0 else "la")
    pen.on.line((half, 1, half, HEAD - 3), fill="white")
    pen.on.line((0, HEAD, SIZE[0] - 1, HEAD), fill="white")


def _headline(pen: Pen, words: str, signal: Signal, sign: str = "") -> None:
    """The headline with its sign; what asks for something stands dark on light."""
    top, high = BAND
    urgent, sign = signal in URGENT, sign or SIGNS.get(signal, "")
    ink = "black" if urgent else "white"
    if urgent:
        pen.on.rectangle((0, top, SIZE[0] - 1, top + high - 1), fill="white")
    left = 20 if sign else 1
    if sign:
        pen.text((10, top + high // 2), sign, 18, "mm", ink)
    pen.fitted(words, (left, top, SIZE[0] - left - 1, high), SIZES, ink)


def _dice(pen: Pen, view: View, dice: tuple[int, int]) -> None:
    """The dice, large, at the seat of the player whose turn it is."""
    top, high = BAND
    left = view.turn is not Side.BLACK
    x = 2 if left else SIZE[0] - 2 * high - 6
    for nth, face in enumerate(dice):
        pen.die(face, x + nth * (high + 4), top, high, "white", "black")
    box = (2 * high + 10 if left else 0, top, SIZE[0] - 2 * high - 10, high)
    play = view.headline if view.headline != "{}-{}".format(*dice) else view.names[(view.turn or Side.WHITE).index]
    pen.fitted(play, box, (16, 14, 13, 12, 11, 10, 9, 8))


def _clock(pen: Pen, view: View, clock: tuple[str, str]) -> None:
    """Both clocks; the one that runs stands on light."""
    for side, words in zip((Side.WHITE, Side.BLACK), clock, strict=True):
        wide, left = width(words, 10) + 4, side is Side.WHITE
        start = 0 if left else SIZE[0] - wide
        runs = view.turn is side
        if runs:
            pen.on.rectangle((start, SIZE[1] - 11, start + wide - 1, SIZE[1] - 1), fill="white")
        pen.text((start + 2, SIZE[1] - 12), words, 10, ink="black" if runs else "white")
