"""Verdicts → the record of the match: a fold, so that the record can be made again at any time from the journal.

Verdicts are taken in the order in which they became true, not in that of deciding: a double may be decided before the turn that it
follows. An illegal play stands unless a correction by the same side follows before the opponent has played (87); a turn that the
referee was unsure of stays in the record as unsure unless a later verdict on the same turn settles it; one told again, as of
the time when it was over, stands as it was told last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from boardcam.events import Verdict
from boardcam.rules import clock, profile_file, scoring, xgid
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.notation import parse
from boardcam.rules.play import Play
from boardcam.rules.plays import leading
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import PRESETS, Profile
from boardcam.rules.transcript import Clock, CubeAction, Game, Incident, Match, Result, Turn

INCIDENTS = ("void_roll", "premature", "illegal", "corrected", "called", "stands", "unsure", "lost", "warned", "camera")
"""Kinds of verdicts that are incidents of a match; two more are "void_double", a double that was refused, and `TIME`."""
TIME = "time"
"""The match was lost by the clock."""


@dataclass(frozen=True, slots=True)
class _Record:
    """The match so far."""

    match: Match
    game: Game | None = None
    """The game that is being played."""
    score: Score = field(default_factory=lambda: Score(0))
    position: Position = START
    cube: Cube = field(default_factory=Cube)
    pending: Turn | None = None
    """The last turn, while a later verdict may still replace it."""
    rolled: tuple[Side, tuple[int, int]] | None = None
    """A roll that was not played yet."""
    how: Literal["borne off", "passed", "resigned", "drawn"] = "borne off"


def empty(players: tuple[str, str], length: int, profile: Profile, date: str | None = None, time: str | None = None) -> Match:
    """The record before the first game."""
    control = clock.control(profile, length)
    return Match(
        players, length, (), profile.name, profile.crawford, profile.jacoby, profile.cap(length), profile.variant, date, time,
        rules=None if profile == PRESETS.get(profile.name) else profile_file.format(profile),
        clock=Clock(control.delay, control.reserve) if control else None,
    )  # fmt: skip


def fold(verdicts: Iterable[Verdict], before: Match) -> Match:
    """The record that the verdicts tell, from `empty`. An unfinished game is in it, without a result."""
    record = _Record(before, score=Score(before.length, crawford_rule=before.crawford))
    incidents = []
    for verdict in sorted(verdicts, key=lambda verdict: verdict.t):
        incidents += _incident(record, verdict)
        record = _STEPS.get(verdict.kind, _nothing)(record, verdict)
    record = _settled(record)
    match = replace(record.match, incidents=(*before.incidents, *incidents))
    if record.game is None and record.score.points != match.score:
        record = replace(record, game=Game(record.score.points, crawford=record.score.crawford))  # put right since the last game
    return match if record.game is None else replace(match, games=(*match.games, record.game))


def _incident(record: _Record, verdict: Verdict) -> list[Incident]:
    """The verdict as an incident, if it is one; what happens between two games belongs to the one to come."""
    kind: str = "void_double" if verdict.kind == "doubled" and verdict.legal is False else verdict.kind
    kind = TIME if verdict.kind == "match" and verdict.rule == "§2.1" else kind
    if kind not in (*INCIDENTS, "void_double", TIME):
        return []
    game = len(record.match.games) + 1
    return [Incident(game, kind, verdict.side, verdict.dice, verdict.play, verdict.rule, verdict.why, round(verdict.t, 3))]


def _nothing(record: _Record, verdict: Verdict) -> _Record:
    return record


def _opening(record: _Record, verdict: Verdict) -> _Record:
    """An opening roll begins a game; one that was under way and whose end nobody saw stays without a result."""
    record = _settled(record)
    if record.game is not None and record.game.actions:
        record = replace(record, match=replace(record.match, games=(*record.match.games, record.game)), rolled=None)
    return _begun(replace(record, game=None), verdict)


def _begun(record: _Record, verdict: Verdict) -> _Record:
    """A game has begun, if none is under way. After an automatic double (63) the opening roll is made with the cube at 2."""
    if record.game is not None:
        return record
    game = Game(record.score.points, (), None, verdict.side, record.score.crawford)
    cube = xgid.parse(verdict.xgid).cube if verdict.kind == "opening" and verdict.xgid else Cube()
    return replace(record, game=game, position=START, cube=cube, how="borne off")


def _rolled(record: _Record, verdict: Verdict) -> _Record:
    record = _begun(record, verdict)
    if verdict.side is None or verdict.dice is None:
        return record
    return replace(record, rolled=(verdict.side, verdict.dice))


def _unsure(record: _Record, verdict: Verdict) -> _Record:
    """Doubt about a turn has its dice or the position before it; any other is no part of the record."""
    return _turn(record, verdict) if verdict.dice or verdict.evidence.before else record


def _corrected(record: _Record, verdict: Verdict) -> _Record:
    """A turn put right by its player; or, without a side, the score by whoever keeps it."""
    if verdict.side is not None or verdict.xgid is None:
        return _turn(record, verdict)
    score, _ = record.score.corrected(xgid.parse(verdict.xgid).score, verdict.why)
    game = record.game and replace(record.game, score=score.points, crawford=score.crawford)
    return replace(record, score=score, game=game)


def _turn(record: _Record, verdict: Verdict) -> _Record:
    """A turn is over, for sure or not; a later verdict on the same side's turn replaces it."""
    side = verdict.side
    if side is None:
        return record
    if record.pending is None or record.pending.side is not side:
        record = _settled(record, _before(verdict))
    record = _begun(record, verdict)
    before = _before(verdict) or (record.pending.before if record.pending else record.position)
    after = xgid.parse(verdict.xgid).position if verdict.xgid else before
    dice = (max(verdict.dice), min(verdict.dice)) if verdict.dice else None
    play = _play(verdict, before, side, dice, after, record.match.variant)
    legal = None if verdict.kind == "unsure" or (dice is None and play is None) else verdict.legal
    turn = Turn(side, dice, play, before, after, legal, verdict.t, verdict.clock)
    rolled = record.rolled if record.rolled and record.rolled[0] is not side else None
    return replace(record, pending=turn, position=after, rolled=rolled)


def _play(
    verdict: Verdict, before: Position, side: Side, dice: tuple[int, int] | None, after: Position, variant: str
) -> Play | None:
    """The play move by move where it is legal, else as the verdict writes it; None where nobody knows it."""
    if dice and verdict.xgid and (legal := leading(before, side, dice, after, variant)):
        return legal
    return parse(verdict.play) if verdict.play is not None else None


def _cube(record: _Record, verdict: Verdict) -> _Record:
    if verdict.legal is False:
        return _withdrawn(record, verdict)
    record = _begun(_settled(record), verdict)
    side, game = verdict.side, record.game
    if side is None or game is None:
        return record
    kind = _CUBE[verdict.kind]
    action = CubeAction(side, kind, 2 * record.cube.value, verdict.t)
    record = replace(record, game=replace(game, actions=(*game.actions, action)))
    if kind == "take":
        return replace(record, cube=record.cube.taken(side))
    return replace(record, how="passed") if kind == "pass" else record


def _withdrawn(record: _Record, verdict: Verdict) -> _Record:
    """A double that was void; one of the same side's that waits for its answer was taken back."""
    game = record.game
    match game and game.actions[-1:]:
        case (CubeAction(side=side, kind="double"),) if game and record.pending is None and side is verdict.side:
            return replace(record, game=replace(game, actions=game.actions[:-1]))
        case _:
            return record


def _resigned(record: _Record, verdict: Verdict) -> _Record:
    return replace(record, how="resigned")


def _won(record: _Record, verdict: Verdict) -> _Record:
    """The game is over. Its points are what the score has grown by; where no score is told, the position's worth."""
    record = _settled(_unplayed(record))
    if record.game is None:
        return record
    result = _result(record, verdict)
    match = replace(record.match, games=(*record.match.games, replace(record.game, result=result)))
    return _Record(match, score=record.score.won(result.winner, result.points))


def _result(record: _Record, verdict: Verdict) -> Result:
    winner, stake = verdict.side, record.cube.value
    if winner is None:
        return Result(None, 0, "drawn")
    gained = xgid.parse(verdict.xgid).score[winner.index] - record.score.points[winner.index] if verdict.xgid else 0
    if gained <= 0:
        gained = stake if record.how == "passed" else scoring.points(scoring.value(record.position, winner), record.cube)
    return Result(winner, gained, record.how, max(1, gained // stake))


def _unplayed(record: _Record) -> _Record:
    """A roll after which the game ended without a play stands in the record as rolled."""
    if record.rolled is None:
        return record
    side, dice = record.rolled
    record = _settled(record)
    return replace(record, pending=Turn(side, dice, None, record.position, record.position), rolled=None)


def _settled(record: _Record, found: Position | None = None) -> _Record:
    """The pending turn can no longer change: into the game with it. `found` is the position in which the next turn found the board;
    it replaces what an unsure turn left behind."""
    turn = record.pending
    if turn is None or record.game is None:
        return record
    if turn.legal is None and found is not None:
        turn = replace(turn, after=found)
    game = replace(record.game, actions=(*record.game.actions, turn))
    return replace(record, game=game, pending=None, position=turn.after)


def _before(verdict: Verdict) -> Position | None:
    return xgid.parse(verdict.evidence.before).position if verdict.evidence.before else None


_CUBE: dict[str, Literal["double", "take", "pass"]] = {"doubled": "double", "taken": "take", "passed": "pass"}
_STEPS = {
    "opening": _opening, "rolled": _rolled, "played": _turn, "danced": _turn, "illegal": _turn, "corrected": _corrected,
    "unsure": _unsure, "doubled": _cube, "taken": _cube, "passed": _cube, "resigned": _resigned, "game": _won,
}  # fmt: skip
