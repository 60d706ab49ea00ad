"""A language that nobody speaks, to find what does not fit or is not translated: English, two fifths longer, with accents."""

from __future__ import annotations

import re

from boardcam.show.languages import Language

LONGER = 0.4
ACCENTED = str.maketrans("AEIOSUZaceilnosuyz", "ÁĘÍŐŠŰŽäćéíłńőšűýž")
FILL = "őű ąę "
"""What lengthens a text: wide letters, and places where a line may break."""
_PLACE = re.compile(r"(\{[^{}]*\})")


class Pseudo:
    """Its catalogue."""

    def gettext(self, message: str) -> str:
        return lengthened(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return lengthened(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return lengthened(message)


def pseudo() -> Language:
    """The language; every text in it differs from its English."""
    return Language(words=Pseudo())


def lengthened(english: str) -> str:
    """The text, longer and with accents; its {named} places stay.

    >>> lengthened("Roll again")
    'Rőłł ägäíń őű'
    """
    pieces = [piece if _PLACE.fullmatch(piece) else piece.translate(ACCENTED) for piece in _PLACE.split(english)]
    extra = round(LONGER * len(_PLACE.sub("", english)))
    return "".join(pieces) + " " * bool(extra) + (FILL * extra)[: max(extra - 1, 0)].rstrip()
