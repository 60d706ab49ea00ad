"""Words of strangers on a terminal: names from any file, cut to a width, and harmless.

A name may hold what moves the cursor, turns the writing round or has no width; of such signs only � is shown.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import cell_len, set_cell_size


@lru_cache(maxsize=4096)
def harmless(text: str) -> str:
    """The text on one line, without signs that steer a terminal."""
    if text.isprintable():
        return text
    return "".join(" " if sign.isspace() else sign if unicodedata.category(sign)[0] != "C" else "�" for sign in text)


@lru_cache(maxsize=4096)
def fitted(text: str, width: int) -> str:
    """The text in exactly so many columns of the terminal: padded, or cut with an ellipsis.

    >>> fitted("Ann", 5), fitted("Annabella", 5)
    ('Ann  ', 'Anna…')
    """
    text = harmless(text)
    if text.isascii() and len(text) <= width:
        return text.ljust(width)
    return set_cell_size(text, width) if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"
