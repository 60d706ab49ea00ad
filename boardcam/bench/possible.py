"""Whether labels could be of a game: fifteen checkers a side, and borne off only from home."""

from __future__ import annotations

from itertools import product

from boardcam.bench.marks import ROWS, Labels
from boardcam.geometry import Seating

PLACES = (*range(12, 24), *range(11, -1, -1))
"""By the order of the labels."""
SIDES = ("light", "dark")


def possible(labels: Labels) -> bool:
    """Whether everything is told, also what is covered, and some seating allows it; colours may be exchanged as a whole."""
    entries = [entry for row in ROWS for entry in labels[row]]
    if any(entry["count"] is None for entry in entries) or labels["bar"] is None or labels["off"] is None:
        return False
    stand = {side: {place: e["count"] for place, e in zip(PLACES, entries, strict=True) if e["color"] == side} for side in SIDES}
    if any(sum(stand[side].values()) + labels["bar"][side] + labels["off"][side] != 15 for side in SIDES):
        return False
    return any(_borne_off(labels, stand, seating, swap) for seating, swap in product(Seating, (False, True)))


def _borne_off(labels: Labels, stand: dict[str, dict[int, int]], seating: Seating, swap: bool) -> bool:
    for side, inwards in zip(SIDES, (range(19, 25), range(1, 7)) if swap else (range(1, 7), range(19, 25)), strict=True):
        home = {seating.place(point) for point in inwards}
        if labels["off"][side] and (labels["bar"][side] or any(n and place not in home for place, n in stand[side].items())):
            return False
    return True
