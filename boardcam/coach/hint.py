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
from boardcam.coach.question import Question
from boardcam.coach.rank import Ranked, Ranking
from boardcam.rules.play import Move
from boardcam.rules.position import Position
from boardcam.rules.sentence import Sentence, marked, sentence

SHOWN = 3
"""Plays that a small display has room for."""
ALIKE = 0.005
"""Losses that a display would round to nothing."""

ACTIONS: dict[Action, Sentence] = {
    "no double": sentence("No double"),
    "double/take": sentence("Double/take"),
    "double/pass": sentence("Double/pass"),
    "too good to double": sentence("Too good to double"),
    "too good to double, still a take": sentence("Too good to double, still a take"),
    "no double, a beaver": sentence("No double; a double would be beavered"),
    "not allowed": sentence("Not allowed"),
}
"""What to do with the cube."""
AGAIN: dict[Action, Sentence] = {
    "no double": sentence("No redouble"),
    "double/take": sentence("Redouble/take"),
    "double/pass": sentence("Redouble/pass"),
    "too good to double": sentence("Too good to redouble"),
    "too good to double, still a take": sentence("Too good to redouble, still a take"),
}
"""The same for who owns the cube."""
TAKE, PASS = sentence("Take"), sentence("Pass")
TAKING = {
    (False, False): marked("a take needs {least} at this score, the opponent has {chance}"),
    (False, True): marked("a take needs {least}, the opponent has {chance}"),
    (True, False): marked("a take needs {least} at this score, you have {chance}"),
    (True, True): marked("a take needs {least}, you have {chance}"),
}
"""What a take needs, by whether it is asked of who is to answer, and whether money is played for."""
GIVES_UP = {
    "no double": marked("not to double gives up {equity}"),
    "double": marked("a double gives up {equity}"),
    "take": marked("a take gives up {equity}"),
    "pass": marked("a pass gives up {equity}"),
}


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown; the words are sentences of `rules.sentence`, the plays are in notation."""

    headline: str
    """The best play, or what to do with the cube."""
    why: str
    """One line."""
    others: tuple[str, ...] = ()
    """The next best plays and what each gives up; or what every other action with the cube does."""
    yours: str = ""
    """What the play that was made gives up, or that it was the best; "" before it."""
    moves: tuple[Move, ...] = ()
    """From–to of the best play, for the lights; none once a play was made, for the board has changed."""
    plies: int = 0
    """How deep the best play was looked at."""


def hints(coach: Coach, question: Question, made: Position | None = None, seconds: float = DEADLINE) -> Iterator[Hint]:
    """Hints, better each time. EngineError, one sentence for the display, if no engine answers."""
    if question.situation.dice is None:
        for depth in DEPTHS:
            yield cube(question, coach.advise(question, depth))
        return
    for ranking in coach.rank(question, "normal", seconds, () if made is None else (made,)):
        yield play(question, ranking, made)


def play(question: Question, ranking: Ranking, made: Position | None = None) -> Hint:
    """The hint that a ranking gives."""
    if not ranking:
        return Hint(sentence("No move"), sentence("nothing can be played"))
    s, best = question.situation, ranking[0]
    facts = why.words(why.facts(s.position, s.turn, best.play, best.position))
    others = tuple(_gives_up(one) for one in ranking[1:SHOWN])
    moves = best.play.moves if made is None else ()
    return Hint(str(best.play), facts, others, _yours(ranking, made), moves, best.plies)


def cube(question: Question, advice: Advice) -> Hint:
    """The hint that cube advice gives to who is to double, or to answer."""
    offered = question.situation.offered is not None
    if advice.value is None or advice.needed is None:
        return Hint(ACTIONS["not allowed" if offered else "no double"], advice.why)
    headline = (ACTIONS | AGAIN if advice.redouble else ACTIONS)[advice.action]
    if offered:
        headline = TAKE if advice.take else PASS
    least, has = f"{advice.needed:.0%}", f"{1 - advice.value.chances.win:.0%}"
    why = sentence(TAKING[offered, question.stake.money], least=least, chance=has)
    wrong = ("take", "pass") if offered else ("no double", "double")
    lost = {name: round(loss, 2) for name, loss in advice.losses.items() if name in wrong and loss >= ALIKE}
    return Hint(headline, why, tuple(sentence(GIVES_UP[name], equity=loss) for name, loss in lost.items()))


def _gives_up(ranked: Ranked) -> Sentence:
    if ranked.loss < ALIKE:
        return sentence("{play} is as good", play=str(ranked.play))
    return sentence("{play} gives up {equity}", play=str(ranked.play), equity=round(ranked.loss, 2))


def _yours(ranking: Ranking, made: Position | None) -> str:
    played: Ranked | None = next((one for one in ranking if one.position == made), None)
    if played is None:
        return ""
    if played.loss < ALIKE:
        return sentence("yours was the best") if played is ranking[0] else sentence("yours was as good")
    return sentence("yours gives up {equity}", equity=round(played.loss, 2))


DEPTHS: tuple[Depth, ...] = ("fast", "normal")
