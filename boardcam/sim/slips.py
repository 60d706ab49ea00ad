"""Illegal plays as people make them: a pip too far or too short, or one number not played."""

from __future__ import annotations

import random
from collections.abc import Mapping

from boardcam.rules.play import Move, Play
from boardcam.rules.position import Position, Side
from boardcam.sim.carries import after, spread


def slip(before: Position, side: Side, legal: Mapping[Position, Play], rng: random.Random) -> Play | None:
    """An illegal play close to a legal one that hits nothing new; None if this roll invites none."""
    found = [play for play in legal.values() for play in _close(play) if _possible(before, side, play, legal)]
    return rng.choice(found) if found else None


def _close(play: Play) -> list[Play]:
    """Plays that differ from this one in its last move."""
    *first, last = play.moves
    shifted = [Move(last.start, last.end + by) for by in (-1, 1) if 1 <= last.end + by <= 24 and last.end + by < last.start]
    plays = [Play((*first, move)) for move in shifted if not last.hit]
    return [*plays, Play(tuple(first))] if first else plays


def _possible(before: Position, side: Side, play: Play, legal: Mapping[Position, Play]) -> bool:
    """It lands on no point where the other side stands, and is illegal."""
    foes = spread(before, side.other)
    free = all(move.hit or not foes[25 - move.end] or move.end == 0 for move in play.moves)
    return free and after(before, side, play.moves) not in legal
