"""View → pictures, for small displays. A pure function: the same view gives the same pixels.

Two sizes: 128x64 black and white (the common OLED), and 320x240 in colour. One picture as a rule; where words do not fit into it,
or there is a code to be scanned besides, several that are shown in turn. Colours are those of Okabe and Ito, and no meaning hangs
on colour alone: a band of light behind the headline and a sign before it say the same.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from PIL import Image, ImageDraw

from boardcam.events import Signal
from boardcam.show import large, small
from boardcam.show.languages import Language
from boardcam.show.pen import Pen
from boardcam.show.view import View

SMALL, LARGE = small.SIZE, large.SIZE
SECONDS = 3.0
"""For which each of several pictures is shown."""
IDLE = ("set up", "match over")
"""Phases in which nobody plays, and the page may be found by its code."""
LETTERS = "ÕÄÖÜŠŽ ąćęłńóśźż őű ⚀⚅ ▸✔✘"


def draw(view: View, size: tuple[int, int] = SMALL, link: str = "", hint: str = "") -> Image.Image:
    """The first of the `pictures`."""
    return pictures(view, size, link, hint)[0]


def pictures(view: View, size: tuple[int, int] = SMALL, link: str = "", hint: str = "") -> tuple[Image.Image, ...]:
    """The pictures of a view, to be shown in turn: mode "1" for 128x64, RGB for 320x240. `link` = where the page is, shown as a
    code while nobody plays; `hint` = what the coach says."""
    found = small.pictures(view, hint) if size == SMALL else large.pictures(view, hint)
    return found + (_scan(view.language, size, link) if view.status.phase in IDLE and not hint else ())


def waiting(language: Language, size: tuple[int, int] = SMALL, link: str = "", trouble: str = "") -> tuple[Image.Image, ...]:
    """The pictures between two matches; `trouble` = why none can be played."""
    headline = language.text("Please check") if trouble else language.text("Welcome")
    signal: Signal = "camera" if trouble else "off"
    words = language.say(trouble) or language.text("Set up a match on the page.")
    found = small.plain(headline, words, signal) if size == SMALL else large.plain(headline, words, signal)
    return found + _scan(language, size, link)


def troubled(language: Language, size: tuple[int, int], trouble: str) -> tuple[Image.Image, ...]:
    """The pictures of something that does not work; the match goes on."""
    headline, words = language.text("Please note"), language.say(trouble)
    return small.plain(headline, words, "ask") if size == SMALL else large.plain(headline, words, "ask")


def _scan(language: Language, size: tuple[int, int], link: str) -> tuple[Image.Image, ...]:
    """The code of the page, where there is one."""
    rows, host = code(link) if link else (), urlsplit(link).netloc
    if not rows:
        return ()
    return (small.scan(language, rows, host) if size == SMALL else large.scan(language, rows, host),)


def pattern(size: tuple[int, int] = SMALL) -> Image.Image:
    """A picture to test a display with: a frame to its edges, letters of every language, and in colour red, green and blue."""
    image = Image.new("1" if size == SMALL else "RGB", size)
    on = ImageDraw.Draw(image)
    on.fontmode = "1" if size == SMALL else "L"
    on.rectangle((0, 0, size[0] - 1, size[1] - 1), outline="white")
    pen = Pen(on, mode="1" if size == SMALL else "L")
    pen.fitted("boardcam", (3, 3, size[0] - 6, size[1] // 2), (size[0] // 6, size[0] // 8))
    pen.fitted(LETTERS, (3, size[1] // 2, size[0] - 6, size[1] // 3), (size[1] // 8, 10, 9, 8))
    for nth, colour in enumerate(("red", "lime", "blue", "white") if size == LARGE else ("white",)):
        wide = (size[0] - 8) // (4 if size == LARGE else 1)
        on.rectangle((4 + nth * wide, size[1] - 8, 3 + (nth + 1) * wide, size[1] - 4), fill=colour)
    return image


@lru_cache(maxsize=8)
def code(link: str) -> tuple[tuple[int, ...], ...]:
    """The QR code of a link without its margin, 1 = dark; () where segno is not installed."""
    try:
        import segno
    except ImportError:
        return ()
    made = segno.make(link, error="l", boost_error=False, micro=False)
    return tuple(tuple(int(dark) for dark in row) for row in made.matrix)


__all__ = ["LARGE", "SECONDS", "SMALL", "Signal", "draw", "pattern", "pictures", "troubled", "waiting"]
