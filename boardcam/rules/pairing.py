"""Which checkers moved where, when the roll does not explain it: origins and targets paired so that the dice explain most.

All numbers are the mover's: 0 off, 1…24, 25 the bar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from boardcam.rules.play import OFF

Pair = tuple[int, int]
"""Where a checker stood and where it stands."""


def pairs(before: Sequence[int], after: Sequence[int], dice: tuple[int, ...]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """(All moved checkers, highest first; those which the dice do not explain).

    Up to four are paired in the best way, more in their order. `before` and `after` hold equally many checkers.
    """
    gone = [point for point in range(25, -1, -1) for _ in range(before[point] - after[point])]
    come = [point for point in range(25, -1, -1) for _ in range(after[point] - before[point])]
    orders = permutations(come) if len(come) <= 4 else [tuple(come)]
    choices = [tuple(zip(gone, order, strict=True)) for order in orders]
    return min(
        ((choice, unexplained(choice, dice)) for choice in choices), key=lambda choice: (_backward(choice[0]), len(choice[1]))
    )


def unexplained(moved: tuple[Pair, ...], dice: tuple[int, ...]) -> tuple[Pair, ...]:
    """The fewest pairs that remain when the dice are dealt out."""
    if not moved:
        return ()
    head, rest = moved[0], moved[1:]
    options = [unexplained(rest, left) for left in _dealt(head, dice)]
    return min([*options, (head, *unexplained(rest, dice))], key=len)


def _dealt(pair: Pair, dice: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The dice that remain after some of them, together, have moved one checker."""
    start, end = pair
    if start == end:
        yield dice
    elif start > end:
        for die in set(dice):
            left = list(dice)
            left.remove(die)
            yield from _dealt((max(start - die, OFF) if end == OFF else start - die, end), tuple(left))


def _backward(moved: tuple[Pair, ...]) -> int:
    return sum(start < end for start, end in moved)
