"""A question to the coach, checked: nothing reaches an engine that could not stand on a table.

Engines answer nonsense with plausible numbers or with a crash. What is refused here is refused in one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boardcam.coach import board, met
from boardcam.coach.stake import Stake
from boardcam.rules import scoring
from boardcam.rules.cube import Refusal
from boardcam.rules.play import Play
from boardcam.rules.plays import VARIANTS, legal_plays
from boardcam.rules.position import Position, check
from boardcam.rules.profile import Profile
from boardcam.rules.scoring import Finish
from boardcam.rules.sentence import sentence
from boardcam.rules.situation import Situation

HIGHEST = 1024
"""Highest cube that an XGID of eXtreme Gammon allows."""


class Unanswerable(ValueError):
    """A question that no engine may be asked. `str()` is "field: message"."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        """What is wrong: position, dice, cube, score, variant, hints."""
        self.message = message


@dataclass(frozen=True, slots=True)
class Question:
    """A situation, and the rules of its table that change what is right."""

    situation: Situation
    variant: Literal["standard", "caucasian"] = "standard"
    finish: Finish = "koks"
    """The most that a game is worth."""
    bar_counts: bool = True
    """A checker on the bar makes a backgammon."""

    @property
    def stake(self) -> Stake:
        """What is played for, from the seat of the player on roll."""
        s = self.situation
        owner = 0 if s.cube.owner is None else 1 if s.cube.owner is s.turn else -1
        white, black = ((s.length - points) if s.length else 0 for points in s.score)
        away = (white, black) if s.turn > 0 else (black, white)
        live = s.cube_cap >= 2 * s.cube.value
        factor = scoring.FACTORS[self.finish]
        return Stake(s.cube.value, owner, away, s.crawford, s.jacoby, s.beaver, factor, live)  # type: ignore[arg-type]

    @property
    def board(self) -> board.Board:
        """The board from the seat of the player on roll."""
        return board.canonical(self.situation.position, self.situation.turn)

    @property
    def plays(self) -> dict[Position, Play]:
        """Every legal play by the position after it; {} if nothing was rolled, too."""
        s = self.situation
        return legal_plays(s.position, s.turn, s.dice, self.variant) if s.dice else {}

    @property
    def may_not_double(self) -> Refusal | None:
        """Why the player on roll may not double; None = it may, and a double would change something."""
        s = self.situation
        refusal = s.cube.refusal(s.turn, cap=s.cube_cap, crawford=s.crawford)
        if refusal is None and not self.stake.may_double:
            return Refusal("R52", sentence("a single game wins the match already: doubling gains nothing"))
        return refusal

    @property
    def notes(self) -> tuple[str, ...]:
        """What no engine knows of this table, a sentence each."""
        told = []
        if self.variant == "caucasian":
            told.append("The plays are those of the Caucasian rule; what comes later is judged as if it did not hold.")
        if not self.stake.plain:
            told.append("Equities are worked out from the chances: engines do not know this cube or what a game is worth here.")
        if not self.bar_counts:
            told.append("Engines count a checker on the bar as a backgammon; this table does not.")
        return tuple(told)


def asked(situation: Situation, profile: Profile | None = None, *, coaching: bool = True) -> Question:
    """The question that a situation puts at a table with this profile. Unanswerable says what is wrong.

    `coaching` False = a hint is wanted while a game is played: Unanswerable where the profile locks hints.
    """
    if profile is None:
        return checked(Question(situation))
    if not coaching and not profile.hints:
        raise Unanswerable("hints", f"the profile {profile.name} locks hints")
    return checked(Question(situation, profile.variant, profile.finish, profile.bar_counts))


def checked(question: Question) -> Question:
    """The question itself, if it may be asked; Unanswerable otherwise."""
    s = question.situation
    _check_position(s.position)
    if question.variant not in VARIANTS:
        raise Unanswerable("variant", f"{question.variant!r} is unknown; there are {' and '.join(VARIANTS)}")
    if s.dice is not None and not all(type(die) is int and 1 <= die <= 6 for die in s.dice):
        raise Unanswerable("dice", f"a die shows 1 to 6, not {s.dice}")
    if s.offered not in (None, "double"):
        raise Unanswerable("dice", f"answers to a {s.offered} are not judged; ask about the double (DD)")
    if not 1 <= s.cube.value <= HIGHEST or s.cube.value & (s.cube.value - 1):
        raise Unanswerable("cube", f"a cube shows a power of two up to {HIGHEST}, not {s.cube.value}")
    _check_score(s)
    return question


def _check_position(position: Position) -> None:
    if reasons := check(position):
        raise Unanswerable("position", reasons[0])
    if scoring.winner(position) is not None:
        raise Unanswerable("position", "the game is over: a side has borne off all its checkers")


def _check_score(s: Situation) -> None:
    if min(s.score) < 0 or s.length < 0:
        raise Unanswerable("score", "a score is 0 or more")
    if not s.length:
        return
    away = [s.length - points for points in s.score]
    if min(away) < 1:
        raise Unanswerable("score", f"the match to {s.length} is over at {s.score[0]}-{s.score[1]}")
    if max(away) > met.LONGEST:
        raise Unanswerable("score", f"a player needs {max(away)} points; chances are known up to {met.LONGEST}")
    if s.crawford and (away.count(1) != 1 or s.cube.value > 1 or s.cube.owner is not None):
        raise Unanswerable("score", "a Crawford game is played with the cube at 1 when exactly one player needs one point")
