"""Hints while a match is played: what is asked at the table is answered beside the loop, better each time.

One thread puts the newest question to the coach, whose engines run in processes of their own; the answers wait until the loop takes
them. A press that comes meanwhile asks anew. Where the profile locks hints nothing is asked; the referee says so. Where hints come
after the play, the question waits until something is decided, and the answer says what that gave up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator

from boardcam.app import Seen
from boardcam.coach.coach import Coach
from boardcam.coach.engine import EngineError
from boardcam.coach.hint import Hint, hints
from boardcam.coach.question import Question, Unanswerable, asked
from boardcam.events import Mark, Pressed, Status
from boardcam.referee.state import Phase
from boardcam.rules.cube import Cube
from boardcam.rules.position import Position, Side
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import sentence
from boardcam.rules.situation import Situation
from boardcam.show.languages import Language

NO_HINT = sentence("No hint")
LATER = Hint(sentence("The hint comes after the play"), sentence("as a teacher would give it"))
DECIDING = (Phase.ROLLING.value, Phase.MOVING.value, Phase.DOUBLED.value)
Say = Callable[[str], None]


class Hints:
    """The hints of one match. `ask` and `found` cost the loop microseconds."""

    def __init__(self, coach: Callable[[], Coach], say: Say) -> None:
        """`coach` is made when it is asked for the first time; `say` is told of an engine that gave no answer, once each."""
        self._coach, self._say = coach, say
        self._there = threading.Condition()
        self._question: tuple[Question, Position | None] | None = None
        self._waits: Question | None = None
        """It is answered when something has been decided."""
        self._found: list[Hint] = []
        self._number = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def ask(self, status: Status, profile: Profile) -> None:
        """What to play, or what to do with the cube, as the match stands."""
        if not profile.hints:
            return
        try:
            question: Question | None = asked(situation(status, profile), profile, coaching=False)
            told = []
        except Unanswerable as error:
            question, told = None, [Hint(NO_HINT, error.message)]
        if question is not None and profile.hints_after:
            self.forget()
            with self._there:
                self._waits, self._found = question, [LATER]
        else:
            self._put_to_coach(None if question is None else (question, None), told)

    def ruled(self, position: Position | None) -> None:
        """The match has gone on, and so it stands: what waited for that is asked now, anything else is wanted no more."""
        waits = self._waits
        self.forget()
        if waits is None or position is None:
            return
        if waits.situation.dice is not None and position == waits.situation.position and waits.plays:
            self._waits = waits  # something else was ruled: nothing is played yet
        else:
            self._put_to_coach((waits, position if waits.situation.dice else None), [])

    def _put_to_coach(self, question: tuple[Question, Position | None] | None, told: list[Hint]) -> None:
        with self._there:
            self._number += 1
            self._question, self._waits, self._found = question, None, told
            self._there.notify()
        if self._thread is None and question is not None:
            self._thread = threading.Thread(target=self._answer, name="hints", daemon=True)
            self._thread.start()

    def found(self) -> Hint | None:
        """The newest answer, once."""
        with self._there:
            found, self._found = self._found, []
        return found[-1] if found else None

    def forget(self) -> None:
        """The match has gone on: what was asked is wanted no more."""
        with self._there:
            self._number += 1
            self._question, self._waits, self._found = None, None, []

    def close(self) -> None:
        self.forget()
        with self._there:
            self._closed = True
            self._there.notify()
        if self._thread is not None:
            self._thread.join(timeout=5.0)

    def _answer(self) -> None:
        """The thread: the newest question, its hints one after the other until another is asked."""
        coach = self._coach()
        try:
            while (wanted := self._next()) is not None:
                self._put(*wanted, coach)
        finally:
            coach.close()

    def _next(self) -> tuple[Question, Position | None, int] | None:
        """The question that is to be answered, what was played, and its number; None = no more."""
        with self._there:
            self._there.wait_for(lambda: self._closed or self._question is not None)
            question, self._question = self._question, None
            return None if question is None else (*question, self._number)

    def _put(self, question: Question, made: Position | None, number: int, coach: Coach) -> None:
        try:
            for hint in hints(coach, question, made):
                if not self._tell(hint, number):
                    return
        except EngineError as error:
            self._tell(Hint(NO_HINT, str(error)), number)
        finally:
            for trouble in coach.news:
                self._say(trouble)
            coach.news.clear()

    def _tell(self, hint: Hint, number: int) -> bool:
        """Leaves an answer; whether it is still wanted."""
        with self._there:
            wanted = number == self._number
            self._found += [hint] if wanted else []
        return wanted


def best_coach() -> Coach:
    """Of the engines that are here, with the table of bear-offs if it was made."""
    from boardcam.coach import bearoff
    from boardcam.coach.engines import present

    return Coach(present(), table=bearoff.here())


def hinted(
    seen: Iterable[Seen], hints: Hints, now: Callable[[], tuple[Status, Profile] | None], show: Callable[[Hint], None]
) -> Iterator[Seen]:
    """What is seen. A press of the hint button asks about the match as it stands `now`; answers are shown as they come."""
    for item in seen:
        yield item
        if isinstance(item, Pressed) and item.button == "hint" and (stands := now()) is not None:
            hints.ask(*stands)
        if (hint := hints.found()) is not None:
            show(hint)


def situation(status: Status, profile: Profile) -> Situation:
    """The match as a coach asks about it. Raises Unanswerable where nobody is to do anything."""
    if status.position is None or status.turn is None or status.phase not in DECIDING:
        raise Unanswerable("position", sentence("nobody has anything to decide now"))
    cap = profile.cap(status.length)
    return Situation(
        status.position, status.turn, status.dice if status.phase == Phase.MOVING.value else None, Cube(status.cube, status.owner),
        "double" if status.phase == Phase.DOUBLED.value else None, status.score, status.length, status.crawford,
        profile.jacoby and not status.length, cube_cap=1024 if cap is None else cap,
    )  # fmt: skip


def words(hint: Hint, language: Language) -> str:
    """A hint on a small display: the best, why, the next best, what was given up."""
    return "\n".join(language.say(line) for line in (hint.headline, hint.why, *hint.others, hint.yours) if line)


def marks(hint: Hint, turn: Side | None) -> tuple[tuple[int, Mark], ...]:
    """White's points that the best play leaves and comes to."""
    own = [(move.start, "from") for move in hint.moves if move.start <= 24] + [(move.end, "to") for move in hint.moves if move.end]
    found: dict[int, Mark] = {point if turn is not Side.BLACK else 25 - point: mark for point, mark in own}  # type: ignore[misc]
    return tuple(sorted(found.items()))
