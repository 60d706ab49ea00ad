"""Status → what the lights show: the state of the game, not its last message, so that nothing stays lit which is no longer so."""

from __future__ import annotations

from boardcam.events import Lit, Mark, Need, Signal, Status, Verdict
from boardcam.rules import notation, xgid
from boardcam.rules.errors import Unreadable
from boardcam.rules.position import Position, Side

NEEDS: dict[Need, Signal] = {"correct": "illegal", "again": "again", "answer": "ask", "check": "ask"}


def lit(status: Status) -> Lit:
    """What all lights of the table show together."""
    return Lit(signal(status), status.turn, marks(status), status.seating)


def signal(status: Status) -> Signal:
    """The gravest thing that is so now."""
    if not status.seen:
        return "camera"
    if status.phase == "lost the thread":
        return "lost"
    if status.needs:
        return NEEDS[status.needs]
    return "off" if stands(status) else _ruled(status.verdict)


def stands(status: Status) -> bool:
    """The starting position is there, and nothing has been said since: what was wrong with it before, or how the last game ended,
    is over."""
    verdict = status.verdict
    over = verdict is None or verdict.kind in ("game", "match") or verdict.rule == "R8"
    return status.phase == "opening roll" and over and status.seen


def _ruled(verdict: Verdict | None) -> Signal:
    """What a ruling says that nothing has followed yet."""
    if verdict is None:
        return "off"
    if verdict.kind in ("played", "corrected"):
        return "legal" if verdict.legal or verdict.kind == "corrected" else "illegal" if verdict.legal is False else "ask"
    return {"illegal": "illegal", "premature": "illegal", "called": "illegal", "unsure": "ask", "lost": "ask"}.get(
        verdict.kind, "off"
    )  # type: ignore[return-value]


def marks(status: Status) -> tuple[tuple[int, Mark], ...]:
    """White's points that a ruling is about: where its checkers left and came to; where they could not enter."""
    verdict = status.verdict
    if not status.seen or verdict is None or verdict.side is None:
        return ()
    if verdict.kind == "danced" and status.position is not None and verdict.dice:
        return tuple(sorted((point, "blocked") for point in _entries(status.position, verdict.side, verdict.dice)))
    if verdict.kind not in ("played", "illegal", "corrected", "called") or not verdict.play:
        return ()
    return _moved(verdict.play, verdict.side, _before(verdict))


def _entries(position: Position, side: Side, dice: tuple[int, int]) -> set[int]:
    """The points on which a side on the bar could not enter."""
    if not position.bar[side.index]:
        return set()
    own = {25 - die for die in dice}
    return {_white(point, side) for point in own if position.count(side.other, 25 - point) > 1}


def _moved(text: str, side: Side, before: Position | None) -> tuple[tuple[int, Mark], ...]:
    """Where the checkers of a play left and came to. A point that more than one checker held is blocked."""
    try:
        moves = notation.parse(text).moves
    except Unreadable:
        return ()
    found: dict[int, Mark] = {_white(move.start, side): "from" for move in moves if move.start <= 24}
    for move in moves:
        if move.end >= 1:
            blocked = before is not None and before.count(side.other, 25 - move.end) > 1
            found[_white(move.end, side)] = "blocked" if blocked else "to"
    return tuple(sorted(found.items()))


def _before(verdict: Verdict) -> Position | None:
    try:
        return xgid.parse(verdict.evidence.before).position if verdict.evidence.before else None
    except Unreadable:
        return None


def _white(point: int, side: Side) -> int:
    return point if side is Side.WHITE else 25 - point
