"""What somebody wants to put right, in the players' terms, and the correction of the journal that it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from boardcam.events import Answer, Correction, CubeCorrected, GameCorrected, Lie, ScoreCorrected, TurnCorrected, Undone
from boardcam.referee.state import Phase
from boardcam.replay.fold import Fold, Turn
from boardcam.rules import notation
from boardcam.rules.position import Side
from boardcam.rules.sentence import counted, listed, sentence

NOW = -1
"""As the number of a turn: the roll on the table, and of the cube, before the roll that is to come."""


class Refused(ValueError):
    """A correction that cannot be; says why, in the players' words."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
        """A sentence of `rules.sentence`."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to put right: one turn (`turn` or `ruling`, with what was rolled and played), the cube before a turn, a
    game, the score, or to take a correction back."""

    turn: int | None = None
    """Number of the turn, as `Fold.turns` counts; or `NOW`."""
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
        raise Refused(sentence("there is no correction to take back"))
    if undo is True:
        return left[-1]
    if undo not in left:
        there = listed(*map(str, left))
        raise Refused(sentence("there is no correction {number} to take back; in force are {left}", number=int(undo), left=there))
    return undo


def _on_score(before: Fold, asked: Asked, score: tuple[int, int], number: int) -> ScoreCorrected:
    if not asked.reason.strip():
        raise Refused(sentence("a correction of the score needs a reason"))
    if min(score) < 0:
        raise Refused(sentence("a score is 0 or more, not {light}-{dark}", light=score[0], dark=score[1]))
    t = before.end if asked.game is None else _game(before, asked.game)
    return ScoreCorrected(number, t, score, asked.reason.strip())


def _on_game(before: Fold, asked: Asked, game: int, number: int) -> GameCorrected:
    if asked.kind not in (1, 2, 3):
        raise Refused(sentence("a game is won as 1 single, 2 gammon or 3 backgammon, not {kind}", kind=asked.kind))
    stood = _game(before, game)
    running = game == len(before.games) and before.state.phase not in (Phase.SETUP, Phase.OVER)
    earlier = [said.t for said in before.in_force if isinstance(said, GameCorrected) and said.stood == stood]
    return GameCorrected(number, stood, asked.winner, asked.kind, before.end if running else earlier[-1] if earlier else None)


def _game(before: Fold, game: int) -> float:
    if not 1 <= game <= len(before.games):
        there = counted("there is {n} game so far", "there are {n} games so far", len(before.games))
        raise Refused(sentence("there is no game {number}", number=game).then(there))
    return before.games[game - 1][0]


def _on_cube(before: Fold, asked: Asked, answer: Answer, number: int) -> CubeCorrected:
    turns = before.turns
    if asked.turn in (NOW, len(turns) + 1):
        return CubeCorrected(number, _next_since(before), answer)
    return CubeCorrected(number, _turn(turns, asked.turn).since, answer)


def _next_since(before: Fold) -> float:
    """Since when the turn after the last one told was to be rolled; a game that a pass has ended is played on."""
    last = before.turns[-1] if before.turns else None
    stood = before.games[-1][0] if before.games else 0.0
    return max(stood, last.over) if last else stood


def _on_turn(before: Fold, asked: Asked, number: int) -> TurnCorrected:
    if all(told is None for told in (asked.dice, asked.play, asked.side, asked.roll)):
        raise Refused(sentence("say what is to be put right: the dice, the play, who rolled, or whether the roll counts"))
    if asked.dice is not None and not all(1 <= die <= 6 for die in asked.dice):
        high, low = asked.dice
        raise Refused(sentence("a die shows 1 to 6, not {high} and {low}", high=high, low=low))
    if asked.play is not None:
        try:
            notation.parse(asked.play)
        except ValueError as error:
            raise Refused(str(error)) from error
    t, numbers = _rolled(before, asked)
    opening = any(verdict.kind == "opening" and verdict.t == t for verdict in before.verdicts)
    if opening and asked.side is not None:
        raise Refused(sentence("who begins follows from the opening roll: give its dice, light's first"))
    return TurnCorrected(number, t, numbers, asked.dice, asked.play, asked.side, asked.roll)


def _rolled(before: Fold, asked: Asked) -> tuple[float, tuple[int, ...]]:
    """(The turn's name, numbers of its dice)."""
    turns, open_ = before.turns, before.pending
    if asked.ruling is None and asked.turn == NOW:
        if before.state.turn is None:
            raise Refused(sentence("no roll lies on the table"))
        return before.state.turn.t, before.state.turn.dice
    if asked.ruling is None and asked.turn is not None and 0 < asked.turn - len(turns) <= len(open_):
        rolls = open_[asked.turn - len(turns) - 1]
        return rolls.t, rolls.dice
    if asked.ruling is not None:
        if not 1 <= asked.ruling <= len(before.verdicts):
            there = counted("there is {n} ruling so far", "there are {n} rulings so far", len(before.verdicts))
            raise Refused(sentence("there is no ruling {number}", number=asked.ruling).then(there))
        verdict = before.verdicts[asked.ruling - 1]
    else:
        verdict = _turn(turns, asked.turn).verdict
    if verdict.evidence.rolled is None:
        raise Refused(sentence("nothing was rolled there: {why}", why=verdict.why))
    return verdict.evidence.rolled, verdict.evidence.dice


def _turn(turns: Sequence[Turn], number: int | None) -> Turn:
    if number is None or not 1 <= number <= len(turns):
        there = counted("there is {n} turn so far", "there are {n} turns so far", len(turns))
        raise Refused(sentence("there is no turn {number}", number=str(number)).then(there))
    return turns[number - 1]
