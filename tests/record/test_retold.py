"""What the record makes of turns that are told again: the last word stands, the first is kept among the verdicts."""

from __future__ import annotations

from boardcam.events import Evidence, Verdict
from boardcam.record.transcript import empty, fold
from boardcam.rules import xgid
from boardcam.rules.notation import parse
from boardcam.rules.play import Play
from boardcam.rules.plays import carried_out
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import Turn

LIGHT, DARK = Side.WHITE, Side.BLACK


def written(position: Position) -> str:
    return xgid.format(Situation(position=position, turn=LIGHT))


def told(kind: str, t: float, known: float, side: Side, dice: tuple[int, int], play: str, before: Position) -> Verdict:
    after = carried_out(before, side, parse(play))
    seen = Evidence(before=written(before), rolled=t - 1.0)
    return Verdict(t, known, kind, side, dice, play, written(after), True, "R85", evidence=seen)  # type: ignore[arg-type]


def test_two_turns_are_put_right() -> None:
    wrong, right = carried_out(START, LIGHT, parse("13/9")), carried_out(START, LIGHT, parse("8/5 6/5"))
    said = [
        Verdict(0.0, 0.0, "opening", LIGHT, (3, 1)),
        told("played", 2.0, 2.0, LIGHT, (3, 1), "13/9", START),
        told("played", 5.0, 5.0, DARK, (6, 4), "24/14", wrong),
        told("corrected", 2.0, 9.0, LIGHT, (3, 1), "8/5 6/5", START),
        told("corrected", 5.0, 9.0, DARK, (6, 4), "24/14", right),
        told("played", 9.0, 9.0, LIGHT, (2, 1), "13/10", carried_out(right, DARK, parse("24/14"))),
    ]
    match = fold(said, empty(("Anna", "Ben"), 5, preset("circle-match")))
    turns = [action for action in match.games[0].actions if isinstance(action, Turn)]
    assert [str(turn.play) for turn in turns if isinstance(turn.play, Play)] == ["8/5 6/5", "24/14", "13/10"]
    assert [turn.before for turn in turns] == [START, right, carried_out(right, DARK, parse("24/14"))]
    assert [incident.kind for incident in match.incidents] == ["corrected", "corrected"]
