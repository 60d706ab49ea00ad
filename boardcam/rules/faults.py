"""Faults: why a shown position is no legal play, in words for the players, and which legal play comes nearest.

Any position may be shown, also an impossible one. The checks and their sentences are in `reasons`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from boardcam.rules.case import Case, nearest
from boardcam.rules.pairing import Pair, pairs
from boardcam.rules.play import Move, Play
from boardcam.rules.plays import carried_out, legal_plays
from boardcam.rules.position import Position, Side
from boardcam.rules.reasons import CHECKS
from boardcam.rules.sentence import Sentence

__all__ = ["Fault", "apparent", "fault", "nearest"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a position is no legal play."""

    rule: str
    """Number in the rules of play, for example "R23"."""
    why: Sentence
    """One sentence for the players."""
    nearest: Play
    """The legal play that comes nearest; no moves if nothing may be played."""
    position: Position
    """The position after it."""


def fault(before: Position, side: Side, roll: tuple[int, int], shown: Position, variant: str = "standard") -> Fault | None:
    """Why `shown` is no legal play of `side` with `roll` from `before`; None exactly if it is legal (a dance: unchanged).

    Never raises for a shown position; ValueError for a roll or a variant that does not exist.
    """
    legal = legal_plays(before, side, roll, variant)
    if shown in legal or (not legal and shown == before):
        return None
    case = Case(before, side, (max(roll), min(roll)), shown, legal, variant)
    rule, why = next(reason for check in CHECKS if (reason := check(case)))
    position, play = case.nearest
    return Fault(rule, why, play, position)


def apparent(before: Position, side: Side, shown: Position, roll: tuple[int, int]) -> Play | None:
    """The play, right or wrong, that leads from `before` to `shown`: by the roll if it can be, else checker by checker.

    None if no play does, as when a checker has vanished or gone back.
    """
    case = Case(before, side, (max(roll), min(roll)), shown, {})
    if sum(case.own) != sum(case.own_shown):
        return None
    moved, _ = pairs(case.own, case.own_shown, case.dice)
    plain = Play(tuple(_marked(case, moved)))
    plays = [Play(case.way.moves), plain] if case.way else [plain]
    return next((play for play in plays if _leads(before, side, play, shown)), None)


def _marked(case: Case, moved: Iterable[Pair]) -> Iterator[Move]:
    """Moves of these checkers; the first to land on a blot hits it."""
    blots = {point for point in range(1, 25) if case.opp[point] == 1}
    for start, end in moved:
        yield Move(start, end, hit=end in blots)
        blots.discard(end)


def _leads(before: Position, side: Side, play: Play, shown: Position) -> bool:
    try:
        return carried_out(before, side, play) == shown and all(move.start > move.end for move in play.moves)
    except ValueError:
        return False
