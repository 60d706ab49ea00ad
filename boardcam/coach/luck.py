"""Luck: by how much a roll was better than the average one, each played as well as the engine's own word knows."""

from __future__ import annotations

from boardcam.coach import rank
from boardcam.coach.engine import Engine
from boardcam.coach.inputs import ROLLS
from boardcam.coach.question import Question
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import Position


def luck(question: Question, engine: Engine, opening: bool = False) -> float:
    """The luck of the dice of a question, in the one unit, for the player on roll. `opening`: no doublet could have come."""
    s = question.situation
    if s.dice is None:
        raise ValueError("nothing has been rolled")
    rolls = [roll for roll in ROLLS if not opening or roll[0] != roll[1]]
    follow = {(high, low): list(legal_plays(s.position, s.turn, (high, low), question.variant)) or [s.position]
              for high, low, _ in rolls}  # fmt: skip
    every: list[Position] = list(dict.fromkeys(position for positions in follow.values() for position in positions))
    equities = dict(zip(every, (value.equity for value in rank.values(question, engine, every, 0)), strict=True))
    best = {roll: max(equities[position] for position in positions) for roll, positions in follow.items()}
    throws = sum(weight for *_, weight in rolls)
    average = sum(weight * best[high, low] for high, low, weight in rolls) / throws
    high, low = sorted(s.dice, reverse=True)
    return best[high, low] - average
