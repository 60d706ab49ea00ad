"""The coach: puts questions to the best engine that is here, and goes on with the next one when it dies or hangs.

An engine that gives no answer costs one sentence (`Coach.news`), not the answer. One that has died is asked once more, in a fresh
process, which is there in a second; one that hangs has cost `PATIENCE` already, so the next best is asked at once, and those
that hung come last from then on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeVar

from boardcam.coach.advice import Advice, advise
from boardcam.coach.bearoff import Exact, Table
from boardcam.coach.engine import Engine, EngineError, EngineLate
from boardcam.coach.engines import Depth, Kind
from boardcam.coach.luck import luck
from boardcam.coach.question import Question
from boardcam.coach.rank import Ranking, rank
from boardcam.coach.remote import Remote
from boardcam.rules.position import Position

T = TypeVar("T")

DEADLINE = 2.0
"""Seconds after which no deeper look is begun, once the engine runs."""
PATIENCE = 6.0
"""Seconds that an engine may take for one question before it is given up: tens of times what it needs on a slow computer."""


class Coach:
    """Asks engines. One caller at a time; `close` stops their processes."""

    def __init__(self, kinds: Sequence[Kind], *, table: Table | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.news: list[str] = []
        """What went wrong since the coach was made, a sentence each."""
        self._spoke = ""
        self._kinds = list(kinds)
        self._table, self._clock = table, clock
        self._open: dict[str, Remote] = {}

    @property
    def title(self) -> str:
        """The engine that has given the last answer; before it, the one that is asked."""
        return self._spoke or (self._kinds[0].title if self._kinds else "none")

    @property
    def pid(self) -> int | None:
        """The process of the engine that is asked next, while it runs."""
        engine = self._open.get(self._kinds[0].name) if self._kinds else None
        return engine.worker.pid if engine else None

    def rank(
        self, question: Question, depth: Depth = "normal", seconds: float = DEADLINE, keep: Collection[Position] = ()
    ) -> Iterator[Ranking]:
        """Rankings, better each time; the last one stands. EngineError if no engine answers."""
        answered, ends, failed = False, 0.0, list[str]()
        while not answered or (self._kinds and self._clock() < ends):
            kind, engine = self._best()
            try:
                engine.worker.start()
                ends = ends if answered else self._clock() + seconds
                for ranking in rank(question, self._exact(engine), kind.levels[depth], self._late(ends), keep):
                    answered, self._spoke = True, kind.title
                    yield ranking
                return
            except EngineError as error:
                self._gone(error, failed)

    def best(
        self, question: Question, depth: Depth = "normal", seconds: float = DEADLINE, keep: Collection[Position] = ()
    ) -> Ranking:
        """The last of the rankings."""
        return list(self.rank(question, depth, seconds, keep))[-1]

    def advise(self, question: Question, depth: Depth = "normal") -> Advice:
        """What to do with the cube. EngineError if no engine answers."""
        return self._answered(lambda kind, engine: advise(question, engine, kind.levels[depth].cube))

    def luck(self, question: Question, opening: bool = False) -> float:
        """By how much the roll was better than the average one. EngineError if no engine answers."""
        return self._answered(lambda kind, engine: luck(question, engine, opening))

    def close(self) -> None:
        for engine in self._open.values():
            engine.worker.close()
        self._open.clear()

    def _answered(self, ask: Callable[[Kind, Engine], T]) -> T:
        """An answer of the best engine that gives one."""
        failed = list[str]()
        while True:
            kind, engine = self._best()
            try:
                told = ask(kind, self._exact(engine))
            except EngineError as error:
                self._gone(error, failed)
            else:
                self._spoke = kind.title
                return told

    def _late(self, ends: float) -> Callable[[], bool]:
        return lambda: self._clock() > ends

    def _best(self) -> tuple[Kind, Remote]:
        if not self._kinds:
            raise EngineError("no engine is here: " + (self.news[-1] if self.news else "pip install 'boardcam[coach]'"))
        kind = self._kinds[0]
        if kind.name not in self._open:
            self._open[kind.name] = kind.open()
            self._open[kind.name].seconds = PATIENCE
        return kind, self._open[kind.name]

    def _gone(self, error: EngineError, failed: list[str]) -> None:
        """The engine that was asked has failed, after those that `failed` at the same question: once more in a fresh process,
        unless it hung and there is another; the second time it is given up."""
        self.news += [] if str(error) in self.news else [str(error)]
        kind = self._kinds.pop(0)
        if kind.name in failed:
            self._open.pop(kind.name).worker.close()
        else:
            self._kinds.insert(len(self._kinds) if isinstance(error, EngineLate) else 0, kind)
        failed.append(kind.name)

    def _exact(self, engine: Engine) -> Engine:
        """The engine, or the bear-off table before it where that knows the answer."""
        return Exact(self._table, engine) if self._table is not None else engine
