"""The way to every legal play of a roll, one checker and one die at a time, for a board that is tapped on."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from boardcam.rules import xgid
from boardcam.rules.plays import legal_plays, moves
from boardcam.rules.position import Position, Side


def steps(text: str, dice: str, variant: str = "standard") -> dict[str, Any]:
    """From the position of an XGID, its player on roll with these dice ("63"): `boards` by number, the first the one before the
    play; `moves` from each by number: [from, to, number of the board after]; `plays`: {"play", "board"}. Points are those of
    who moves, 25 the bar, 0 off. Raises ValueError."""
    now = xgid.parse(text)
    if not re.fullmatch("[1-6]{2}", dice):
        raise ValueError(f"{dice!r} is no roll; two digits from 1 to 6")
    first, second = int(dice[0]), int(dice[1])
    legal = legal_plays(now.position, now.turn, (first, second), variant)
    orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
    numbers: dict[Position, int] = {now.position: 0}
    edges: dict[int, dict[tuple[int, int], int]] = {}
    for order in orders:
        _walk(now.position, now.turn, order, legal.keys(), numbers, edges, {})
    plays = [{"play": str(play), "board": numbers.setdefault(position, len(numbers))} for position, play in legal.items()]
    return {
        "turn": now.turn.colour,
        "boards": [_board(position) for position in numbers],
        "moves": {number: [[*step, after] for step, after in found.items()] for number, found in edges.items()},
        "plays": sorted(plays, key=lambda play: str(play["play"]), reverse=True),
    }


def _walk(
    position: Position,
    side: Side,
    dice: tuple[int, ...],
    wanted: Collection[Position],
    numbers: dict[Position, int],
    edges: dict[int, dict[tuple[int, int], int]],
    known: dict[tuple[Position, int], bool],
) -> bool:
    """Notes the steps by these dice in this order that lead to a wanted position; whether there are any, or this is one. `known` =
    where it has been, with how many dice left."""
    if (found := known.get((position, len(dice)))) is not None:
        return found
    leads = position in wanted
    for after, (start, end, _) in moves(position, side, dice[0]).items() if dice else ():
        if _walk(after, side, dice[1:], wanted, numbers, edges, known):
            leads = True
            here, there = numbers.setdefault(position, len(numbers)), numbers.setdefault(after, len(numbers))
            edges.setdefault(here, {})[start, end] = there
    known[position, len(dice)] = leads
    return leads


def _board(position: Position) -> dict[str, Any]:
    return {"points": position.points, "bar": position.bar, "off": position.off}
