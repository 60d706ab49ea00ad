"""The reliability curve: are points that are said to be so sure right so often?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

EDGES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999)
"""Lower ends of the bins, probabilities; the last one ends at 1."""

SURE = 0.99
"""What is said to be so sure at least should be right 99 times in 100; what is less so is told as not sure."""


@dataclass(frozen=True, slots=True)
class Bin:
    low: float
    high: float
    said: float
    """Mean of what was said, 0…1; 0 in an empty bin."""
    right: int
    of: int


def curve(points: Iterable[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Bins of points given as (said to be so sure 0…1, is right)."""
    known = list(points)
    return tuple(_bin(known, low, high) for low, high in pairwise((*EDGES, 1.0)))


def _bin(points: list[tuple[float, bool]], low: float, high: float) -> Bin:
    inside = [(sure, right) for sure, right in points if low <= sure < high or (high == sure == 1.0)]
    said = sum(sure for sure, _ in inside) / len(inside) if inside else 0.0
    return Bin(low, high, said, sum(right for _, right in inside), len(inside))


def text(bins: Iterable[Bin]) -> str:
    """A line a bin, and one for those that are sure."""
    bins = tuple(bins)
    sure = [b for b in bins if b.low >= SURE]
    right, of = sum(b.right for b in sure), sum(b.of for b in sure)
    lines = [
        f"  {_percent(b.low)}–{_percent(b.high)} %: said {100 * b.said:.1f} %, {b.right} of {b.of} right" for b in bins if b.of
    ]
    lines.append(f"  sure, {_percent(SURE)} % and more: {right} of {of} right; of {sum(b.of for b in bins)} points")
    return "\n".join(["how sure points are said to be, and how often they are right (board found):", *lines])


def _percent(share: float) -> str:
    return f"{100 * share:g}"
