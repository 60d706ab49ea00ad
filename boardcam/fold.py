"""A match is the fold of its journal: settings, events and corrections → verdicts, where the match stands, its record.

The live match makes the same steps, so both agree to the bit. A correction is kept beside the events and the whole is folded again;
what that changes is told in words. Nothing here writes but `corrected`, and that only what was found to be possible.

    with closing(Journal(path)) as journal:
        folded(journal).match
        corrected(journal, Asked(turn=12, dice=(6, 3), play="24/18 13/10")).said
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from boardcam.events import (
    Answer,
    Correction,
    CubeCorrected,
    Event,
    GameCorrected,
    Lie,
    ScoreCorrected,
    TurnCorrected,
    Undone,
    Verdict,
)
from boardcam.record.transcript import empty
from boardcam.record.transcript import fold as transcript
from boardcam.referee import correction as correcting
from boardcam.referee import referee
from boardcam.referee.doubt import chain
from boardcam.referee.state import Phase, Referee
from boardcam.referee.state import Turn as Rolled
from boardcam.rules import notation, profile_file, xgid
from boardcam.rules.plays import carried_out
from boardcam.rules.position import Side
from boardcam.rules.transcript import Match, Result

TURNS = ("played", "danced", "illegal", "corrected", "unsure")
"""Kinds of verdicts on a turn."""
KINDS = ("", "a single game", "a gammon", "a backgammon")


class Refused(ValueError):
    """A correction that cannot be; the text says why, in the players' words."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to put right: one turn (`turn` or `ruling`, with what was rolled and played), the cube before a turn, a
    game, the score, or to take a correction back."""

    turn: int | None = None
    """Number of the turn, as `Fold.turns` counts."""
    ruling: int | None = None
    """Number of the ruling, line of `events.jsonl`: of a roll that is no turn, for example a void one."""
    dice: tuple[int, int] | None = None
    """Of an opening roll light's first."""
    play: str | None = None
    side: Side | None = None
    roll: Lie | None = None
    cube: Answer | None = None
    """What was done with the cube before this turn was rolled; the number after the last turn is allowed."""
    game: int | None = None
    """Number of the game, from 1; with `score`: the score as this game begins."""
    winner: Side | None = None
    """None = a draw."""
    kind: int = 1
    score: tuple[int, int] | None = None
    reason: str = ""
    undo: int | bool = False
    """Number of the correction to take back; True = the last one in force."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it is told in the end."""

    number: int
    game: int
    verdict: Verdict
    since: float
    """Since when its side was to roll, s."""
    over: float
    """When it was over, s."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A journal folded."""

    settings: Mapping[str, Any]
    state: Referee
    verdicts: tuple[Verdict, ...]
    said: tuple[Correction, ...] = ()
    """Everything that was corrected or undone, in order."""
    games: tuple[tuple[float, int], ...] = ()
    """Of each game (when its starting position stood, how many verdicts were told before)."""
    end: float = 0.0
    """Time of the last event, s."""
    last: int = 0
    """How many verdicts the last event led to."""

    @property
    def match(self) -> Match:
        """The record."""
        return transcript(self.verdicts, blank(self.settings))

    @property
    def in_force(self) -> tuple[Correction, ...]:
        return correcting.in_force(self.said)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn that is decided or doubted, by number: a later ruling on it in place of an earlier one."""
        found: dict[object, Turn] = {}
        over = 0.0
        for game, told in enumerate(self._by_game()):
            over = self.games[game - 1][0] if game else over
            for verdict in told:
                key = verdict.evidence.rolled
                if verdict.kind not in TURNS or verdict.side is None or (key is None and verdict.kind != "danced"):
                    continue
                name: object = verdict if key is None else key
                if before := found.get(name):
                    found[name] = replace(before, verdict=verdict)
                    continue
                found[name] = Turn(len(found) + 1, game, verdict, over, verdict.t)
                over = over if key is None else verdict.t
        return tuple(found.values())

    @property
    def pending(self) -> tuple[Rolled, ...]:
        """The turns that are not decided yet, the roll on the table as the last."""
        waiting = chain(self.state.open) if self.state.open else ()
        return (*waiting, *((self.state.turn,) if self.state.turn else ()))

    def _by_game(self) -> Iterator[Sequence[Verdict]]:
        """Verdicts before the first game, in the first game, and so on."""
        starts = [0, *(told for _, told in self.games), len(self.verdicts)]
        return (self.verdicts[start:end] for start, end in pairwise(starts))


class Kept(Protocol):
    """A journal, or what keeps one."""

    def settings(self) -> dict[str, Any] | None: ...

    def events(self) -> Iterator[Event]: ...

    def corrections(self) -> Iterator[Correction]: ...

    def correction(self, correction: Correction, kept: int, verdicts: Iterable[Verdict]) -> None: ...


class Told(Protocol):
    """A journal of which only the verdicts are read."""

    def settings(self) -> dict[str, Any] | None: ...

    def verdicts(self) -> tuple[Verdict, ...]: ...


def players(settings: Mapping[str, Any]) -> tuple[str, str]:
    """Names to speak of the players by."""
    light, dark = settings["players"]
    return light or "Light", dark or "Dark"


def blank(settings: Mapping[str, Any]) -> Match:
    """The record before the first game."""
    profile = profile_file.parse(settings["profile"])
    match = empty(players(settings), settings["length"], profile, settings.get("date"), settings.get("time"))
    return replace(match, **{name: settings[name] for name in ("source", "event", "place") if settings.get(name)})


def begun(settings: Mapping[str, Any], said: Iterable[Correction] = ()) -> Fold:
    """Before the first event."""
    profile, said, balances = profile_file.parse(settings["profile"]), tuple(said), settings.get("balances")
    state = referee.start(
        profile, settings["length"], players(settings), stake=settings.get("stake", 1),
        balances=None if balances is None else (balances[0], balances[1]),
    )  # fmt: skip
    return Fold(settings, replace(state, corrections=correcting.in_force(said)), (), said)


def fold(settings: Mapping[str, Any], events: Iterable[Event], said: Iterable[Correction] = ()) -> Fold:
    """Everything that happened, from the beginning."""
    start = begun(settings, said)
    state, verdicts, games, end, told = start.state, list[Verdict](), list[tuple[float, int]](), 0.0, tuple[Verdict, ...]()
    for event in events:
        stood = state.stood
        state, told = referee.advance(state, event)
        if state.stood > stood:
            games.append((state.stood, len(verdicts)))
        verdicts += told
        end = max(end, correcting.time(event))
    return replace(start, state=state, verdicts=tuple(verdicts), games=tuple(games), end=end, last=len(told))


def folded(journal: Kept) -> Fold:
    """A journal folded: all that was seen is refereed again. ValueError when it does not say how the match is played."""
    settings = journal.settings()
    if settings is None:
        raise ValueError("this journal does not say how the match was played: its beginning is lost")
    return fold(settings, journal.events(), journal.corrections())


def record(journal: Told) -> Match:
    """The record of a journal by what was told, which is what refereeing it again tells, and takes a tenth of the time. ValueError
    when it does not say how the match is played."""
    settings = journal.settings()
    if settings is None:
        raise ValueError("this journal does not say how the match was played: its beginning is lost")
    return transcript(journal.verdicts(), blank(settings))


# --- correcting ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction has changed."""

    correction: Correction
    before: Fold
    after: Fold
    said: tuple[str, ...]
    """In words, one change a sentence."""
    turns: tuple[tuple[Verdict | None, Verdict | None], ...]
    """The old and the new ruling on every turn on which they differ; None = there was, or is, none."""


def corrected(journal: Kept, asked: Asked, before: Fold | None = None) -> Change:
    """Puts something right: the journal has one entry more. Raises Refused, and then nothing is written. `before` = its fold, if
    that is known."""
    before = before or folded(journal)
    correction = meant(before, asked)
    after = fold(before.settings, journal.events(), (*before.said, correction))
    _check(correction, before, after)
    change = Change(correction, before, after, tuple(differences(before, after)), tuple(_turns(before, after)))
    if not change.said and not isinstance(correction, Undone):
        raise Refused("this is what the record says already; nothing was changed")
    kept = _alike(before.verdicts, after.verdicts)
    journal.correction(correction, kept, after.verdicts[kept:])
    return change


def _alike(old: Sequence[Verdict], new: Sequence[Verdict]) -> int:
    """How many verdicts are the same, from the first on."""
    return next((nth for nth, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))


def meant(before: Fold, asked: Asked) -> Correction:
    """The correction that is asked for; Refused if it names nothing, or what cannot be."""
    number = max((said.number for said in before.said), default=0) + 1
    if asked.undo:
        return Undone(number, _undone(before, asked.undo))
    if asked.score is not None:
        return _on_score(before, asked, asked.score, number)
    if asked.game is not None:
        return _on_game(before, asked, asked.game, number)
    if asked.cube is not None:
        return _on_cube(before, asked, asked.cube, number)
    return _on_turn(before, asked, number)


def _undone(before: Fold, undo: int | bool) -> int:
    gone = {said.of for said in before.said if isinstance(said, Undone)}
    left = [said.number for said in before.said if not isinstance(said, Undone) and said.number not in gone]
    if not left:
        raise Refused("there is no correction to take back")
    if undo is True:
        return left[-1]
    if undo not in left:
        raise Refused(f"there is no correction {undo} to take back; in force are {', '.join(map(str, left))}")
    return undo


def _on_score(before: Fold, asked: Asked, score: tuple[int, int], number: int) -> ScoreCorrected:
    if not asked.reason.strip():
        raise Refused("a correction of the score needs a reason")
    if min(score) < 0:
        raise Refused(f"a score is 0 or more, not {score[0]}-{score[1]}")
    t = before.end if asked.game is None else _game(before, asked.game)
    return ScoreCorrected(number, t, score, asked.reason.strip())


def _on_game(before: Fold, asked: Asked, game: int, number: int) -> GameCorrected:
    if asked.kind not in (1, 2, 3):
        raise Refused(f"a game is won as 1 single, 2 gammon or 3 backgammon, not {asked.kind}")
    stood = _game(before, game)
    running = game == len(before.games) and before.state.phase not in (Phase.SETUP, Phase.OVER)
    earlier = [said.t for said in before.in_force if isinstance(said, GameCorrected) and said.stood == stood]
    return GameCorrected(number, stood, asked.winner, asked.kind, before.end if running else earlier[-1] if earlier else None)


def _game(before: Fold, game: int) -> float:
    if not 1 <= game <= len(before.games):
        raise Refused(f"there is no game {game}; {_counted(len(before.games), 'game')} so far")
    return before.games[game - 1][0]


def _on_cube(before: Fold, asked: Asked, answer: Answer, number: int) -> CubeCorrected:
    turns = before.turns
    if asked.turn == len(turns) + 1:
        return CubeCorrected(number, _next_since(before), answer)
    return CubeCorrected(number, _turn(turns, asked.turn).since, answer)


def _next_since(before: Fold) -> float:
    """Since when the turn after the last one told was to be rolled; a game that a pass has ended is played on."""
    last = before.turns[-1] if before.turns else None
    stood = before.games[-1][0] if before.games else 0.0
    return max(stood, last.over) if last else stood


def _on_turn(before: Fold, asked: Asked, number: int) -> TurnCorrected:
    if all(told is None for told in (asked.dice, asked.play, asked.side, asked.roll)):
        raise Refused("say what is to be put right: the dice, the play, who rolled, or whether the roll counts")
    if asked.dice is not None and not all(1 <= die <= 6 for die in asked.dice):
        raise Refused(f"a die shows 1 to 6, not {' and '.join(map(str, asked.dice))}")
    if asked.play is not None:
        try:
            notation.parse(asked.play)
        except ValueError as error:
            raise Refused(str(error)) from error
    t, numbers = _rolled(before, asked)
    opening = any(verdict.kind == "opening" and verdict.t == t for verdict in before.verdicts)
    if opening and asked.side is not None:
        raise Refused("who begins follows from the opening roll: give its dice, light's first")
    return TurnCorrected(number, t, numbers, asked.dice, asked.play, asked.side, asked.roll)


def _rolled(before: Fold, asked: Asked) -> tuple[float, tuple[int, ...]]:
    """(The turn's name, numbers of its dice)."""
    turns, open_ = before.turns, before.pending
    if asked.ruling is None and asked.turn is not None and 0 < asked.turn - len(turns) <= len(open_):
        rolls = open_[asked.turn - len(turns) - 1]
        return rolls.t, rolls.dice
    if asked.ruling is not None:
        if not 1 <= asked.ruling <= len(before.verdicts):
            raise Refused(f"there is no ruling {asked.ruling}; {_counted(len(before.verdicts), 'ruling')} so far")
        verdict = before.verdicts[asked.ruling - 1]
    else:
        verdict = _turn(turns, asked.turn).verdict
    if verdict.evidence.rolled is None:
        raise Refused(f"nothing was rolled there: {verdict.why}")
    return verdict.evidence.rolled, verdict.evidence.dice


def _turn(turns: Sequence[Turn], number: int | None) -> Turn:
    if number is None or not 1 <= number <= len(turns):
        raise Refused(f"there is no turn {number}; {_counted(len(turns), 'turn')} so far")
    return turns[number - 1]


def _counted(count: int, what: str) -> str:
    return f"there {'is' if count == 1 else 'are'} {count or 'no'} {what}{'' if count == 1 else 's'}"


def _check(correction: Correction, before: Fold, after: Fold) -> None:
    """Refused where the replay could not do what was asked."""
    match correction:
        case TurnCorrected() if correction.lie not in ("void", "none"):
            found = [turn.verdict for turn in after.turns]
            _check_turn(correction, [v for v in found if correcting.is_on(correction, v.evidence.rolled, v.evidence.dice)], after)
        case CubeCorrected(answer="take" | "pass", number=number, since=since):
            void = [v for v in after.verdicts if v.kind == "doubled" and v.legal is False and v.t == since + correcting.MOMENT]
            if void or number not in after.state.said:
                raise Refused(void[0].why if void else "nobody was to roll there, so nobody could double")
        case ScoreCorrected(number=number) if number not in after.state.said:
            raise Refused("the score cannot be put right there")
        case GameCorrected():
            if not any(v.kind == "game" and v.why.endswith(correcting.SAID) for v in after.verdicts):
                raise Refused("this game is not over")


def _check_turn(said: TurnCorrected, told: Sequence[Verdict], after: Fold) -> None:
    verdict = told[-1] if told else None
    now = next((turn for turn in after.pending if correcting.is_on(said, turn.t, turn.dice)), None)
    if verdict is None and (now is None or said.play is not None):
        raise Refused("this roll is not played yet" if now else "with this the turn would not be one any more")
    side, dice = (verdict.side, verdict.dice) if verdict else (now.side, now.roll) if now else (None, None)
    if said.side is not None and side is not said.side:
        raise Refused(f"it cannot have been {said.side.colour} who rolled there")
    if said.dice is not None and dice != (max(said.dice), min(said.dice)):
        raise Refused(f"{said.dice[0]} and {said.dice[1]} cannot have been rolled there")
    if verdict is None or said.play is None or verdict.margin == correcting.CERTAIN:
        return
    if verdict.evidence.before is not None and verdict.side is not None:
        try:
            carried_out(xgid.parse(verdict.evidence.before).position, verdict.side, notation.parse(said.play))
        except ValueError as error:
            raise Refused(f"{said.play!r} cannot be played there: {error}") from error
    raise Refused("the turn before is not sure, or the dice are not: put that right first")


# --- what is different ---------------------------------------------------------------------------------------------------------


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


def _turns(before: Fold, after: Fold) -> Iterator[tuple[Verdict | None, Verdict | None]]:
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
