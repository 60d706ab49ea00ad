"""The coach's analysis of a match as JSON: what `boardcam analyse --json` prints, the archive keeps, and the page shows.

{"engine": …, "depth": …, "notes": […], "players": [{"name": …, "error_rate": …, "decisions": …, "luck": …, "cube": {…}}, …],
 "decisions": [{"game": 1, "number": 3, "player": …, "kind": "play", "xgid": …, "made": …, "best": …, "loss": …}, …]}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boardcam.coach import grade
from boardcam.coach.grade import WRONG, Graded, Summary
from boardcam.record.mistakes import Mistake
from boardcam.rules import xgid
from boardcam.rules.position import Side
from boardcam.rules.transcript import Match


def told(match: Match, found: Sequence[Graded], engine: str, depth: str) -> dict[str, Any]:
    """The analysis of a match whose decisions are all graded."""
    return {
        "engine": engine,
        "depth": depth,
        "notes": sorted({note for one in found for note in one.decision.question.notes}),
        "players": [_player(name, grade.summary(found, side)) for side, name in zip(Side, match.players, strict=True)],
        "decisions": [_decision(match, one) for one in found],
    }


def mistakes(match: Match, number: int, found: Sequence[Graded]) -> list[Mistake]:
    """What can be searched for, of the match with this number in the archive."""
    return [
        Mistake(number, one.decision.game, one.decision.number, match.players[one.decision.side.index], one.fault or "play",
                round(one.loss, 4), one.made, one.best, card(one))
        for one in found if one.loss > WRONG
    ]  # fmt: skip


def card(one: Graded) -> str:
    """The XGID of a decision, as flashcard programs read it."""
    return xgid.format(one.decision.question.situation)


def _player(name: str, told: Summary) -> dict[str, Any]:
    return {
        "name": name,
        "error_rate": None if told.rate is None else round(told.rate, 2),
        "decisions": told.counted,
        "given_up": round(told.given_up, 4),
        "errors": told.errors,
        "blunders": told.blunders,
        "luck": round(told.luck, 4),
        "cube": {fault: {"count": number, "given_up": round(given, 4)} for fault, (number, given) in told.faults.items()},
    }


def _decision(match: Match, one: Graded) -> dict[str, Any]:
    decision = one.decision
    return {
        "game": decision.game,
        "number": decision.number,
        "player": match.players[decision.side.index],
        "kind": decision.kind,
        "fault": one.fault,
        "xgid": card(one),
        "made": one.made,
        "best": one.best,
        "loss": round(one.loss, 4),
        "grade": one.grade,
        "counted": one.counted,
        "luck": None if one.luck is None else round(one.luck, 4),
    }
