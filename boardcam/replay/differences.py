"""What one fold of a journal tells otherwise than another, in words."""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.events import Verdict
from boardcam.replay.fold import Fold, Turn
from boardcam.rules.transcript import Match, Result

KINDS = ("", "a single game", "a gammon", "a backgammon")


def differences(before: Fold, after: Fold) -> Iterator[str]:
    """What one fold tells otherwise than another, in sentences: turns, rulings on no turn, games, the score, the table."""
    old, new = ({_name(turn): turn for turn in fold.turns} for fold in (before, after))
    for name in {**old, **new}:
        was, now = old.get(name), new.get(name)
        if turn_in_words(was) != turn_in_words(now):
            number = (now or was).number  # type: ignore[union-attr]
            yield f"turn {number}: {turn_in_words(now)} (was: {turn_in_words(was)})"
    yield from _others(before, after)
    yield from _games(before.match, after.match)
    if before.state.score.points != after.state.score.points:
        (a, b), (c, d) = before.state.score.points, after.state.score.points
        yield f"score: light {c}, dark {d} (was: light {a}, dark {b})"
    if (turn := after.state.turn) and before.state.turn and turn.roll != before.state.turn.roll:
        yield f"on the table: {turn.side.colour} has rolled {_dice(turn.roll)} (was: {_dice(before.state.turn.roll)})"


def turns(before: Fold, after: Fold) -> Iterator[tuple[Verdict | None, Verdict | None]]:
    old, new = ({_name(turn): turn for turn in fold.turns} for fold in (before, after))
    for name in {**old, **new}:
        if turn_in_words(old.get(name)) != turn_in_words(new.get(name)):
            yield tuple(turn.verdict if turn else None for turn in (old.get(name), new.get(name)))  # type: ignore[misc]


def _name(turn: Turn) -> object:
    return turn.verdict.t if turn.verdict.evidence.rolled is None else turn.verdict.evidence.rolled


def turn_in_words(turn: Turn | None) -> str:
    """What a turn was, for people."""
    if turn is None or turn.verdict.side is None:
        return "no turn"
    verdict = turn.verdict
    if verdict.kind == "corrected" and verdict.play is None:
        return f"{turn.verdict.side.colour} has taken it back"
    done = "unsure" if verdict.kind == "unsure" else verdict.play or ("nothing" if verdict.legal is False else "cannot move")
    wrong = f", illegal ({verdict.rule})" if verdict.legal is False else ""
    return f"{turn.verdict.side.colour} {_dice(verdict.dice)}: {done}{wrong}"


def _dice(dice: tuple[int, int] | None) -> str:
    return f"{dice[0]}{dice[1]}" if dice else "dice not read"


def _others(before: Fold, after: Fold) -> Iterator[str]:
    """Rulings that are no turns, no rolls and no games."""
    kinds = ("opening", "void_roll", "premature", "doubled", "taken", "passed", "resigned", "offered", "declined")
    old, new = (
        [(v.kind, v.side, v.dice, v.why) for v in fold.verdicts if v.kind in kinds or (v.kind == "corrected" and v.side is None)]
        for fold in (before, after)
    )
    yield from (f"now: {said[-1]}" for said in new if said not in old)
    yield from (f"no longer: {said[-1]}" for said in old if said not in new)


def _games(before: Match, after: Match) -> Iterator[str]:
    for number in range(max(len(before.games), len(after.games))):
        was, now = (match.games[number].result if number < len(match.games) else None for match in (before, after))
        if was != now:
            yield f"game {number + 1}: {result_in_words(now)} (was: {result_in_words(was)})"


def result_in_words(result: Result | None) -> str:
    if result is None:
        return "not over"
    if result.winner is None:
        return "drawn"
    return f"{result.winner.colour} wins {result.points}, {KINDS[min(result.kind, 3)]}"
