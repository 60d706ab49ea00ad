"""Hints while a match is played: asked beside the loop, better each time, never where the rules lock them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from boardcam.coach.coach import Coach
from boardcam.coach.engine import EngineError
from boardcam.coach.hint import Hint
from boardcam.coach.question import Question
from boardcam.coaching import hinting
from boardcam.coaching.hinting import Hints, hinted, marks, situation
from boardcam.events import Observation, Pressed, Status, no_counts
from boardcam.referee.state import Phase
from boardcam.rules.play import Move
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import preset
from boardcam.show.languages import ENGLISH

FRIENDLY = preset("circle-match")
TEACHING = replace(FRIENDLY, hints_after=True)
ROLLED = Status(Phase.MOVING.value, ("Ann", "Ben"), 7, (2, 0), position=START, turn=Side.BLACK, dice=(3, 1))


class Slow:
    """A coach whose answers come when the test says so."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.asked: list[Question] = []
        self.made: list[Position | None] = []
        self.closed = False
        self.news: list[str] = []

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()

    def hints(coach: Slow, question: Question, made: Position | None = None) -> Iterator[Hint]:
        coach.asked.append(question)
        coach.made.append(made)
        for depth in (0, 2):
            coach.go.acquire(timeout=10)
            if coach.news:
                raise EngineError("no engine is here")
            yield Hint(f"{question.situation.dice} {depth}", "", plies=depth)

    monkeypatch.setattr(hinting, "hints", hints)
    return slow


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def hints(coach: Slow, said: list[str]) -> Iterator[Hints]:
    made = Hints(lambda: coach, said.append)  # type: ignore[arg-type, return-value]
    yield made
    coach.go.release(20)
    made.close()
    assert coach.closed or not coach.asked


def awaited(hints: Hints) -> Hint:
    for _ in range(2000):
        if (found := hints.found()) is not None:
            return found
        threading.Event().wait(0.005)
    raise AssertionError("no hint came")


def test_the_first_answer_comes_at_once_and_a_deeper_one_replaces_it(hints: Hints, coach: Slow) -> None:
    hints.ask(ROLLED, FRIENDLY)
    assert hints.found() is None
    coach.go.release()
    assert awaited(hints).plies == 0
    coach.go.release()
    assert awaited(hints).plies == 2


def test_the_newest_question_wins(hints: Hints, coach: Slow) -> None:
    hints.ask(ROLLED, FRIENDLY)
    coach.go.release()
    awaited(hints)
    hints.ask(replace(ROLLED, dice=(6, 5)), FRIENDLY)
    coach.go.release(3)
    found = [awaited(hints)]
    while found[-1].plies < 2:
        found.append(awaited(hints))
    assert {hint.headline for hint in found} <= {"(6, 5) 0", "(6, 5) 2"}


def test_what_comes_after_the_match_has_gone_on_is_not_shown(hints: Hints, coach: Slow) -> None:
    hints.ask(ROLLED, FRIENDLY)
    coach.go.release()
    awaited(hints)
    hints.forget()
    coach.go.release()
    hints.ask(replace(ROLLED, dice=(6, 5)), FRIENDLY)
    coach.go.release(2)
    assert awaited(hints).headline.startswith("(6, 5)")


def test_a_teacher_answers_after_the_play(hints: Hints, coach: Slow) -> None:
    hints.ask(ROLLED, TEACHING)
    assert hints.found() == hinting.LATER
    assert coach.asked == []
    hints.ruled(START)  # a warning, say: nothing was played
    played = next(iter(legal_plays(START, Side.BLACK, (3, 1))))
    hints.ruled(played)
    coach.go.release(2)
    while awaited(hints).plies < 2:
        pass
    assert (coach.asked[0].situation.dice, coach.made) == ((3, 1), [played])
    hints.ruled(START)
    assert hints.found() is None


def test_a_teacher_answers_about_the_cube_once_it_is_decided(hints: Hints, coach: Slow) -> None:
    hints.ask(replace(ROLLED, phase=Phase.ROLLING.value, dice=None), TEACHING)
    hints.ruled(START)
    coach.go.release(2)
    awaited(hints)
    assert (coach.asked[0].situation.dice, coach.made) == (None, [None])


def test_where_the_rules_lock_hints_nobody_is_asked(hints: Hints, coach: Slow) -> None:
    hints.ask(ROLLED, preset("tournament"))
    assert (hints.found(), coach.asked) == (None, [])


def test_what_cannot_be_asked_is_answered_in_a_sentence(hints: Hints, coach: Slow) -> None:
    hints.ask(replace(ROLLED, phase=Phase.SETUP.value, position=None), FRIENDLY)
    hint = hints.found()
    assert hint is not None
    assert hinting.words(hint, ENGLISH) == "No hint\nnobody has anything to decide now"
    assert coach.asked == []


def test_a_dead_engine_is_one_line(hints: Hints, coach: Slow, said: list[str]) -> None:
    coach.news.append("Open Sage ended")
    hints.ask(ROLLED, FRIENDLY)
    coach.go.release()
    assert awaited(hints).why == "no engine is here"
    for _ in range(400):
        if said:
            break
        threading.Event().wait(0.005)
    assert said == ["Open Sage ended"]


def test_the_situation_is_that_of_the_match() -> None:
    now = situation(ROLLED, FRIENDLY)
    assert (now.turn, now.dice, now.score, now.length, now.offered) == (Side.BLACK, (3, 1), (2, 0), 7, None)
    offered = situation(replace(ROLLED, phase=Phase.DOUBLED.value, dice=None), FRIENDLY)
    assert (offered.offered, offered.dice) == ("double", None)


def test_lights_show_where_the_best_play_goes() -> None:
    hint = Hint("8/5 6/5", "", moves=(Move(8, 5), Move(6, 5)))
    assert marks(hint, Side.WHITE) == ((5, "to"), (6, "from"), (8, "from"))
    assert marks(hint, Side.BLACK) == ((17, "from"), (19, "from"), (20, "to"))
    assert marks(Hint("bar/20 6/off", "", moves=(Move(25, 20), Move(6, 0))), Side.WHITE) == ((6, "from"), (20, "to"))


def test_a_press_asks_about_the_match_as_it_stands_then(hints: Hints, coach: Slow) -> None:
    shown: list[Hint] = []
    picture = Observation(1.0, 1, no_counts())
    seen = hinted([picture, Pressed(1.0, "hint"), picture], hints, lambda: (ROLLED, FRIENDLY), shown.append)
    assert next(seen) is picture
    assert isinstance(next(seen), Pressed)
    assert next(seen) is picture
    assert [question.situation.dice for question in coach.asked or [hints._question[0]]] == [(3, 1)]  # type: ignore[index]


def test_the_coach_of_the_program_answers() -> None:
    """Our own network is always there."""
    from boardcam.coach.engines import KINDS

    hints = Hints(lambda: Coach([KINDS["pips"]]), lambda _: None)
    hints.ask(ROLLED, FRIENDLY)
    try:
        assert awaited(hints).moves
    finally:
        hints.close()
