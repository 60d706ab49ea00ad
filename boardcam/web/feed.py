"""The feed: the newest that is to be seen, for any number of viewers, in the language of each.

One value is kept, no queue: a viewer who reads slowly misses what was in between and gets the newest. Publishing takes
microseconds and waits for nobody; the value is put into words in the server's thread, once a language.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

EVERY = 2.0
"""s between two signs of life to a viewer."""
STALE = 4.0
"""s without a picture after which what is shown may no longer be so."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The last sign of life of the loop."""

    at: float
    """By the feed's clock."""
    t: float = 0.0
    """Time of the picture, s."""
    found: bool = True
    """The board was on it."""
    live: bool = False
    """More pictures are expected."""
    lag: float | None = None
    """How old the picture was by then, s; None = that is not known."""


class Text(NamedTuple):
    """What a viewer is sent."""

    number: int
    """Of the value."""
    scene: str
    """Its JSON without the rulings, which are most of it and seldom new: a clock changes it every second."""
    rulings: str

    @property
    def whole(self) -> str:
        return self.scene if self.rulings == "null" else f'{self.scene[:-1]}, "rulings": {self.rulings}}}'


class Feed(Generic[T]):
    """Made anywhere; `publish` and `beat` are safe in every thread, the rest belongs to the server's."""

    def __init__(self, told: Callable[[T, str], Mapping[str, Any]], first: T, clock: Callable[[], float] = time.monotonic) -> None:
        """`told` puts a value into JSON, in the language of a code."""
        self._told, self._clock = told, clock
        self._newest: tuple[int, T] = (1, first)
        self._texts: dict[str, Text] = {}
        self._beat = Beat(clock())
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self.viewers = 0
        """How many are watching."""

    # --- the loop's side -----------------------------------------------------------------------------------------------------

    @property
    def newest(self) -> T:
        return self._newest[1]

    def publish(self, value: T) -> None:
        self._newest = self._newest[0] + 1, value
        self._wake()

    def beat(self, t: float, found: bool, live: bool = True, lag: float | None = None) -> None:
        """A picture was read; `live` = another is expected."""
        was, self._beat = self._beat, Beat(self._clock(), t, found, live, lag)
        if (was.found, was.live) != (found, live):
            self._wake()

    def _wake(self) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._ring)

    # --- the server's side ---------------------------------------------------------------------------------------------------

    def opened(self) -> None:
        """The server's loop is running."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Viewers are let go."""
        self._loop = None
        self._ring()

    def _ring(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def text(self, language: str) -> Text:
        """The newest in this language."""
        number, value = self._newest
        known = self._texts.get(language)
        if known is None or known.number != number:
            told = dict(self._told(value, language))
            rulings = _json(told.pop("rulings", None))
            known = self._texts[language] = Text(number, _json(told), rulings)
        return known

    def pulse(self) -> dict[str, Any]:
        """The sign of life that a viewer gets."""
        beat, now = self._beat, self._clock()
        age = now - beat.at
        return {"t": round(beat.t, 2), "age": round(age, 1), "found": beat.found, "live": beat.live,
                "lag": None if beat.lag is None else round(beat.lag, 1),
                "stale": beat.live and (age > STALE or not beat.found), "viewers": self.viewers}  # fmt: skip

    async def stream(self, language: str, every: float = EVERY) -> AsyncIterator[str]:
        """Server-sent events: `scene` when there is something new, before it `rulings` when they are others than before, and
        `pulse` at least every so many seconds. Ends when the feed is closed."""
        last, rulings = 0, "null"
        self.viewers += 1
        try:
            while self._loop is not None:
                news = self._news
                text = self.text(language)
                if text.rulings != rulings:
                    rulings = text.rulings
                    yield f"event: rulings\ndata: {rulings}\n\n"
                if text.number != last:
                    last = text.number
                    yield f"id: {last}\nevent: scene\ndata: {text.scene}\n\n"
                yield f"event: pulse\ndata: {json.dumps(self.pulse())}\n\n"
                try:
                    await asyncio.wait_for(news.wait(), every)
                except TimeoutError:
                    continue
        finally:
            self.viewers -= 1


def _json(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False)
