"""Decisions as flashcard programs read them (AnkiGammon, xgid2anki): XGIDs, one a line.

Who is on roll sits at the bottom, since programs differ in whose checkers the capitals are when it is the top player's turn; a
double that waits for an answer is one `D`, where eXtreme Gammon itself and GNU Backgammon write two.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from boardcam.rules import xgid
from boardcam.rules.cube import Cube
from boardcam.rules.position import Side
from boardcam.rules.situation import Situation


def cards(ids: Iterable[str]) -> str:
    """The text of a file of flashcards, each decision once. Unreadable where an ID is none."""
    return "".join(f"{one}\n" for one in dict.fromkeys(map(card, ids)))


def card(id: str) -> str:
    """One decision."""
    told = xgid.format(_seated(xgid.parse(id)))
    return told.replace(":DD:", ":D:")


def _seated(s: Situation) -> Situation:
    """The same with who is on roll at the bottom."""
    if s.turn is Side.WHITE:
        return s
    owner = s.cube.owner and s.cube.owner.other
    return replace(s, position=s.position.flipped(), turn=Side.WHITE, cube=Cube(s.cube.value, owner), score=s.score[::-1])
