"""What one fold of a journal tells otherwise than another, in words."""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.events import Verdict
from boardcam.replay.fold import Fold, Turn
from boardcam.rules import scoring
from boardcam.rules.sentence import Sentence, sentence
from boardcam.rules.transcript import Match, Result


def differences(before: Fold, after: Fold) -> Iterator[Sentence]:
    """What one fold tells otherwise than another, in sentences: turns, rulings on no turn, games, the score, the table."""
    old, new = ({_name(turn): turn for turn in fold.turns} for fold in (before, after))
    for name in {**old, **new}:
        was, now = old.get(name), new.get(name)
        if turn_in_words(was) != turn_in_words(now):
            number = (now or was).number  # type: ignore[union-attr]
            yield sentence("turn {number}: {now} (was: {was})", number=number, now=turn_in_words(now), was=turn_in_words(was))
    yield from _others(before, after)
    yield from _games(before.match, after.match)
    if before.state.score.points != after.state.score.points:
        (a, b), (c, d) = before.state.score.points, after.state.score.points
        yield sentence("score: light {light}, dark {dark} (was: light {a}, dark {b})", light=c, dark=d, a=a, b=b)
    if (turn := after.state.turn) and before.state.turn and turn.roll != before.state.turn.roll:
        yield sentence(
            "on the table: {side} has rolled {now} (was: {was})",
            side=turn.side,
            now=_dice(turn.roll),
            was=_dice(before.state.turn.roll),
        )


def turns(before: Fold, after: Fold) -> Iterator[tuple[Verdict | None, Verdict | None]]:
    old, new = ({_name(turn): turn for turn in fold.turns} for fold in (before, after))
    for name in {**old, **new}:
        if turn_in_words(old.get(name)) != turn_in_words(new.get(name)):
            yield tuple(turn.verdict if turn else None for turn in (old.get(name), new.get(name)))  # type: ignore[misc]


def _name(turn: Turn) -> object:
    return turn.verdict.t if turn.verdict.evidence.rolled is None else turn.verdict.evidence.rolled


def turn_in_words(turn: Turn | None) -> Sentence:
    """What a turn was, for people."""
    if turn is None or turn.verdict.side is None:
        return sentence("no turn")
    verdict, side = turn.verdict, turn.verdict.side
    if verdict.kind == "corrected" and verdict.play is None:
        return sentence("{side} has taken it back", side=side)
    dice, done = _dice(verdict.dice), _done(verdict)
    if verdict.legal is False:
        return sentence("{side} {dice}: {done}, illegal ({rule})", side=side, dice=dice, done=done, rule=str(verdict.rule))
    return sentence("{side} {dice}: {done}", side=side, dice=dice, done=done)


def _done(verdict: Verdict) -> str:
    if verdict.kind == "unsure":
        return sentence("unsure")
    return verdict.play or (sentence("nothing") if verdict.legal is False else sentence("cannot move"))


def _dice(dice: tuple[int, int] | None) -> str:
    return f"{dice[0]}{dice[1]}" if dice else sentence("dice not read")


def _others(before: Fold, after: Fold) -> Iterator[Sentence]:
    """Rulings that are no turns, no rolls and no games."""
    kinds = ("opening", "void_roll", "premature", "doubled", "taken", "passed", "resigned", "offered", "declined")
    old, new = (
        [(v.kind, v.side, v.dice, v.why) for v in fold.verdicts if v.kind in kinds or (v.kind == "corrected" and v.side is None)]
        for fold in (before, after)
    )
    yield from (sentence("now: {why}", why=said[-1]) for said in new if said not in old)
    yield from (sentence("no longer: {why}", why=said[-1]) for said in old if said not in new)


def _games(before: Match, after: Match) -> Iterator[Sentence]:
    for number in range(max(len(before.games), len(after.games))):
        was, now = (match.games[number].result if number < len(match.games) else None for match in (before, after))
        if was != now:
            new, old = result_in_words(now), result_in_words(was)
            yield sentence("game {number}: {now} (was: {was})", number=number + 1, now=new, was=old)


def result_in_words(result: Result | None) -> Sentence:
    if result is None:
        return sentence("not over")
    if result.winner is None:
        return sentence("drawn")
    kind = scoring.ONE[max(1, min(result.kind, 3))]
    return sentence("{side} wins {points}, {kind}", side=result.winner, points=result.points, kind=kind)
