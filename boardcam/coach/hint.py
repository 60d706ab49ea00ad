"""A hint for the table: what a press of the hint button shows, on the display and by the lights; no pixels.

`hints` is the way in for a run: give it the question of the moment (`question.asked(situation, profile, coaching=False)` refuses
where the profile locks hints) and show each `Hint` as it comes; the first is there at once, a deeper one replaces it. A teacher who
wants the players to move first asks after the play, with the position that was `made`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardcam.coach import why
from boardcam.coach.advice import Action, Advice
from boardcam.coach.coach import DEADLINE, Coach
from boardcam.coach.engines import Depth
from boardcam.coach.grade import WRONG
from boardcam.coach.question import Question
from boardcam.coach.rank import Ranked, Ranking
from boardcam.rules.play import Move
from boardcam.rules.position import Position
from boardcam.rules.sentence import Sentence, sentence

SHOWN = 3
"""Plays that a small display has room for."""


ACTIONS: dict[Action, Sentence] = {
    "no double": sentence("No double"),
    "double/take": sentence("Double/take"),
    "double/pass": sentence("Double/pass"),
    "too good to double": sentence("Too good to double"),
    "too good to double, still a take": sentence("Too good to double, still a take"),
    "double/beaver": sentence("Double/beaver"),
    "not allowed": sentence("Not allowed"),
}
"""What to do with the cube."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown; the words are sentences of `rules.sentence`, the plays are in notation."""

    headline: str
    """The best play, or what to do with the cube."""
    why: str
    """One line."""
    others: tuple[str, ...] = ()
    """The next best plays and what each gives up: "24/23 13/10  –0.04"."""
    yours: str = ""
    """What the play that was made gives up; "" before it, or if it was the best."""
    moves: tuple[Move, ...] = ()
    """From–to of the best play, for the lights."""
    plies: int = 0
    """How deep the best play was looked at."""


def hints(coach: Coach, question: Question, made: Position | None = None, seconds: float = DEADLINE) -> Iterator[Hint]:
    """Hints, better each time. EngineError, one sentence for the display, if no engine answers."""
    if question.situation.dice is None:
        for depth in DEPTHS:
            yield cube(coach.advise(question, depth))
        return
    for ranking in coach.rank(question, "normal", seconds, () if made is None else (made,)):
        yield play(question, ranking, made)


def play(question: Question, ranking: Ranking, made: Position | None = None) -> Hint:
    """The hint that a ranking gives."""
    if not ranking:
        return Hint(sentence("No move"), sentence("nothing can be played"))
    s, best = question.situation, ranking[0]
    facts = why.words(why.facts(s.position, s.turn, best.play, best.position))
    others = tuple(f"{one.play}  –{one.loss:.2f}" for one in ranking[1:SHOWN])
    return Hint(str(best.play), facts, others, _yours(ranking, made), best.play.moves, best.plies)


def cube(advice: Advice) -> Hint:
    """The hint that cube advice gives."""
    headline = ACTIONS[advice.action]
    if advice.value is None or advice.take_point is None:
        return Hint(headline, advice.why)
    other = 1 - advice.value.chances.win
    least, has = f"{advice.take_point:.0%}", f"{other:.0%}"
    return Hint(headline, sentence("a take needs {least} at this score, the opponent has {chance}", least=least, chance=has))


def _yours(ranking: Ranking, made: Position | None) -> str:
    played: Ranked | None = next((one for one in ranking if one.position == made), None)
    if played is None or played.loss <= WRONG:
        return ""
    lost = f"{played.loss:.2f}"
    return sentence("yours gives up {equity}", equity=lost)


DEPTHS: tuple[Depth, ...] = ("fast", "normal")
