"""The inbox: what people at the page say, on its way to the loop, and what came of it on its way back.

Pages speak from threads of their own; the loop takes what lies there after every picture, and stamps it with the time of that
picture. Nobody waits for anybody: the loop never for a page, a page for its answer only as long as it likes. What is said carries
an id; said twice, as a phone does that has lost its answer, it is done once and answered alike.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace

from boardcam.app import Seen
from boardcam.events import Observation, Pressed, Verdict
from boardcam.replay.asked import Asked
from boardcam.rules.sentence import sentence

KEPT = 500
"""Answers that are remembered, for those who ask again."""
IDLE = 0.5
"""s between two looks around, when the source has ended and nobody says anything."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A match is set up; `wishes` as the page told them."""

    wishes: object


@dataclass(frozen=True, slots=True)
class End:
    """The match at the table is closed, over or not."""


Said = Pressed | Asked | Begin | End
"""What people say. The time of a press is not theirs to tell; it is set when it is taken."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it."""

    good: bool
    verdicts: tuple[Verdict, ...] = ()
    """What a press has led to."""
    sentences: tuple[str, ...] = ()
    """What a correction has changed, or why something was refused."""


class Inbox:
    """Safe to use from every thread."""

    def __init__(self) -> None:
        self._there = threading.Condition()
        self._said: deque[tuple[Said, Future[Answer]]] = deque()
        self._asked: OrderedDict[str, Future[Answer]] = OrderedDict()
        self._taken: list[tuple[Said, Future[Answer]]] = []
        self.stopped = False
        """The program is to end."""
        self.ended = False
        """The match at the table is to end."""

    # --- the page's side -----------------------------------------------------------------------------------------------------

    def put(self, id: str, said: Said) -> Future[Answer]:
        """Where the answer to this will be; the same future for the same id."""
        with self._there:
            if (known := self._asked.get(id)) is not None:
                return known
            future = self._asked[id] = Future[Answer]()
            while len(self._asked) > KEPT:
                self._asked.popitem(last=False)
            if self.stopped:
                future.set_result(Answer(False, sentences=(sentence("the table is being closed"),)))
                return future
            self._said.append((said, future))
            self.ended = self.ended or isinstance(said, End)
            self._there.notify_all()
            return future

    # --- the loop's side -----------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """The program is to end; may be called by a signal's handler."""
        with self._there:
            self.stopped = self.ended = True
            self._there.notify_all()

    def wait(self, seconds: float) -> None:
        """Until something is said, or so long."""
        with self._there:
            self._there.wait_for(lambda: self._said or self.stopped, max(0.0, seconds))

    def taken(self, until: float) -> tuple[Pressed | Asked, ...]:
        """What was said about the match and not taken yet, stamped with time `until`. Another match cannot begin meanwhile."""
        with self._there:
            due, self._said = self._said, deque(one for one in self._said if isinstance(one[0], End))
            stamped = list[tuple[Pressed | Asked, Future[Answer]]]()
            for said, future in due:
                if isinstance(said, Pressed | Asked):
                    stamped.append((replace(said, t=until) if isinstance(said, Pressed) else said, future))
                elif isinstance(said, Begin):
                    future.set_result(Answer(False, sentences=(sentence("a match is being played; end it first"),)))
            self._taken += stamped
        return tuple(said for said, _ in stamped)

    def answer(self, said: Said, answer: Answer) -> None:
        """What came of something that was taken; of what others took, nothing."""
        with self._there:
            mine = next((one for one in self._taken if one[0] is said), None)
            self._taken = [one for one in self._taken if one[0] is not said]
        if mine is not None and not mine[1].done():
            mine[1].set_result(answer)

    def refuse(self, why: str) -> None:
        """Answers everything that waits with this, but that the match is to end."""
        with self._there:
            waiting, self._said = self._said, deque(one for one in self._said if isinstance(one[0], End))
            for said, future in waiting:
                if not isinstance(said, End):
                    future.set_result(Answer(False, sentences=(why,)))

    def order(self) -> Begin | End | None:
        """The next that is said about matches as such; the loop is between two of them. What is said about a match that is not
        there any more is refused."""
        with self._there:
            while self._said:
                said, future = self._said.popleft()
                if isinstance(said, Begin | End):
                    self._taken.append((said, future))
                    self.ended = self.stopped
                    return said
                future.set_result(Answer(False, sentences=(sentence("no match is being played"),)))
            return None


def attended(
    seen: Iterable[Seen],
    inbox: Inbox,
    beat: Callable[[float, bool], None],
    left: Callable[[float], float] | None = None,
    stays: bool = False,
    alive: Callable[[], None] = lambda: None,
) -> Iterator[Seen]:
    """What is seen, and after each picture what people have said since. `beat` is told of every picture and whether the board is
    found on it; `left` = s until something of time t is to be seen, for a source that would run faster than life; a match that
    `stays` can be put right after its source has ended, until it is ended; `alive` is called again and again meanwhile."""
    t = 0.0
    for item in seen:
        due = getattr(item, "t", t)
        while left is not None and not inbox.ended and (wait := left(due)) > 0:
            inbox.wait(wait)
            yield from inbox.taken(t)
        t = due
        yield item
        if isinstance(item, Observation):
            beat(t, item.found)
        yield from inbox.taken(t)
        if inbox.ended:
            return
    while stays and not inbox.ended:
        inbox.wait(IDLE)
        alive()
        yield from inbox.taken(t)
