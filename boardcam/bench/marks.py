"""Marks for one reading of a picture against its labels, and their sums. Pure: dictionaries of labels in, numbers out.

What the labels leave open (`count` null, dice not `confident`) is not scored. What the labels tell and the reading leaves open is
wrong. Colours may be exchanged as a whole, because a still does not say which side is called light; a board may be named upside
down, if its corners are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

Labels = dict[str, Any]
Place = tuple[int | None, str | None]
ROWS = ("top_row_left_to_right", "bottom_row_left_to_right")
NEAR = 0.6
"""A die is found within this many pitches of its label."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Right of so many; sums add up."""

    pictures: int = 0
    found: int = 0
    points: int = 0
    points_right: int = 0
    counts_right: int = 0
    """Points with the right count, of any colour."""
    occupied: int = 0
    occupied_right: int = 0
    exact: int = 0
    """Boards with every scored point right."""
    nearly: int = 0
    """Boards with at most one wrong."""
    clean: int = 0
    """Found boards of which nothing that is told of a point is wrong; some may be said to be hidden."""
    bars: int = 0
    bars_right: int = 0
    trays: int = 0
    trays_right: int = 0
    dice: int = 0
    dice_found: int = 0
    faces_right: int = 0
    dice_false: int = 0
    """Seen where the labels have none."""
    hands: int = 0
    hands_right: int = 0
    corner: float = 0.0
    """Sum over found boards of the mean corner error, in % of the board's width."""
    astray: int = 0
    """Found boards whose worst corner is off by more than 3 % of the width."""
    close: int = 0
    """Found boards whose worst corner is off by 1.5 % at most."""

    def __add__(self, other: Marks) -> Marks:
        return Marks(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Marks)))


def total(many: Iterable[Marks]) -> Marks:
    """The sum."""
    return sum(many, Marks())


def mark(truth: Labels, read: Labels | None) -> Marks:
    """One picture; `read` None = no board was found."""
    if read is None:
        lost = Marks(pictures=1, bars=int(_bar(truth) is not None), hands=int(truth.get("hand_or_arm_over_board") is not None))
        return lost + replace(_points(truth, [(None, None)] * 24), clean=0) + _dice(truth, [])
    read, errors = _same_way_up(truth, read)
    swapped = max((False, True), key=lambda swap: (_points(truth, _places(read, swap)).points_right, not swap))
    marks = Marks(pictures=1, found=1, corner=float(errors.mean()), astray=int(errors.max() > 3.0), close=int(errors.max() <= 1.5))
    marks += _points(truth, _places(read, swapped)) + _beside(truth, read, swapped) + _hand(truth, read)
    return marks + _dice(truth, read["dice"]) if read.get("dice") is not None else marks


def said(truth: Labels, read: Labels | None) -> list[tuple[float, bool]]:
    """For each scored point that was read: how sure the reading says it is, 0…1, and whether it is right."""
    if read is None:
        return []
    read, _ = _same_way_up(truth, read)
    sure = [entry.get("confidence", 1.0) for row in ROWS for entry in read[row]]
    want = _places(truth, False)
    got = max(
        (_places(read, swap) for swap in (False, True)), key=lambda places: sum(a == b for a, b in zip(want, places, strict=True))
    )
    each = zip(sure, want, got, strict=True)
    return [(s, w == g) for s, w, g in each if w[0] is not None and g[0] is not None]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A point that was read wrongly."""

    row: str
    nth: int
    """From the left, 1…12, as the labels name the board."""
    want: Place
    got: Place


def wrong_points(truth: Labels, read: Labels) -> list[Wrong]:
    """The scored points that were read wrongly, top row first."""
    read, _ = _same_way_up(truth, read)
    return min((_wrong(truth, _places(read, swap)) for swap in (False, True)), key=len)


def _wrong(truth: Labels, places: list[Place]) -> list[Wrong]:
    pairs = enumerate(zip(_places(truth, False), places, strict=True))
    wrong = [(i, want, got) for i, (want, got) in pairs if want[0] is not None and want != got]
    return [Wrong("top" if i < 12 else "bottom", i % 12 + 1, want, got) for i, want, got in wrong]


def _points(truth: Labels, places: list[Place]) -> Marks:
    pairs = [(want, got) for want, got in zip(_places(truth, False), places, strict=True) if want[0] is not None]
    right = sum(want == got for want, got in pairs)
    occupied = [(want, got) for want, got in pairs if want[0]]
    return Marks(
        points=len(pairs),
        points_right=right,
        counts_right=sum(want[0] == got[0] for want, got in pairs),
        occupied=len(occupied),
        occupied_right=sum(want == got for want, got in occupied),
        exact=int(right == len(pairs)),
        nearly=int(right >= len(pairs) - 1),
        clean=int(all(want == got for want, got in pairs if got[0] is not None)),
    )


def _places(labels: Labels, swap: bool) -> list[Place]:
    other = {"light": "dark", "dark": "light", None: None}
    entries = [entry for row in ROWS for entry in labels[row]]
    return [(e["count"], (other[e["color"]] if swap else e["color"]) if e["count"] else None) for e in entries]


def _same_way_up(truth: Labels, read: Labels) -> tuple[Labels, np.ndarray[Any, np.dtype[np.float64]]]:
    """The reading named as the labels name the board, and the four corner errors in % of the width."""
    want, got = np.array(truth["corners"], float), np.array(read["corners"], float)
    width = float(np.hypot(*(want[1] - want[0])) + np.hypot(*(want[2] - want[3]))) / 2
    errors = [np.hypot(*(np.roll(got, turn, 0) - want).T) / width * 100 for turn in (0, 2)]
    if errors[1].sum() < errors[0].sum():
        read = read | {ROWS[0]: read[ROWS[1]][::-1], ROWS[1]: read[ROWS[0]][::-1]}
        return read, errors[1]
    return read, errors[0]


def _bar(labels: Labels) -> tuple[int, int] | None:
    return _two(labels.get("bar"))


def _two(pair: dict[str, int | None] | None) -> tuple[int, int] | None:
    if pair is None or pair["light"] is None or pair["dark"] is None:
        return None
    return pair["light"], pair["dark"]


def _beside(truth: Labels, read: Labels, swapped: bool) -> Marks:
    """Bar and trays; trays only where the reading claims to know them."""
    right = []
    for name in ("bar", "off"):
        want, got = _two(truth.get(name)), _two(read.get(name))
        right.append(None if want is None else got is not None and want == (got[::-1] if swapped else got))
    bar, off = right
    told = off is not None and _two(read.get("off")) is not None
    return Marks(bars=int(bar is not None), bars_right=int(bool(bar)), trays=int(told), trays_right=int(told and bool(off)))


def _hand(truth: Labels, read: Labels) -> Marks:
    want, got = truth.get("hand_or_arm_over_board"), read.get("hand_or_arm_over_board")
    return Marks() if want is None or got is None else Marks(hands=1, hands_right=int(want == got))


def _dice(truth: Labels, dice: list[Labels]) -> Marks:
    corners = np.array(truth["corners"], float)
    reach = NEAR * float(np.hypot(*(corners[1] - corners[0]))) / 13.0
    wanted = [die for die in truth.get("dice") or [] if die.get("confident", True) and die["value"] is not None]
    pairs = [(want, _nearest(want, dice, reach)) for want in wanted]
    near_any = [_nearest(die, truth.get("dice") or [], 2 * reach) is not None for die in dice]
    return Marks(
        dice=len(wanted),
        dice_found=sum(got is not None for _, got in pairs),
        faces_right=sum(got is not None and got["value"] == want["value"] for want, got in pairs),
        dice_false=near_any.count(False),
    )


def _nearest(die: Labels, among: list[Labels], reach: float) -> Labels | None:
    at = np.array(die["center"], float)
    distances = [(float(np.hypot(*(np.array(other["center"], float) - at))), other) for other in among]
    near = [(distance, other) for distance, other in distances if distance <= reach]
    return min(near, key=lambda pair: pair[0])[1] if near else None
