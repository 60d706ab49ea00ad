"""What `boardcam run` shows in a terminal: a live picture of the match, or plain lines where there is no terminal."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from boardcam.events import Signal, Verdict
from boardcam.show.ruling import ruling
from boardcam.show.text import board
from boardcam.show.view import View

LINES = 8
"""Rulings that stay on the screen."""
STYLES: dict[Signal, str] = {"off": "bold", "legal": "bold white on blue", "illegal": "bold black on yellow", "ask": "bold reverse",
                             "again": "bold black on yellow", "lost": "bold reverse", "camera": "bold reverse"}  # fmt: skip


class Screen(Protocol):
    """Where a match is shown while it is refereed; a context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...

    def show(self, view: View, verdicts: Iterable[Verdict]) -> None:
        """The view now, and what was ruled since the last time."""

    def at(self, seconds: float) -> None:
        """How far the source has come."""


def screen(players: tuple[str, str], seconds: float | None) -> Screen:
    """The screen for this terminal; `seconds` is how long the source plays, None = it has no end."""
    return LiveScreen(players, seconds) if sys.stdout.isatty() else PlainScreen(players)


class PlainScreen:
    """A line for every ruling."""

    def __init__(self, players: tuple[str, str]) -> None:
        self._players = players

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass

    def show(self, view: View, verdicts: Iterable[Verdict]) -> None:
        for verdict in verdicts:
            print(ruling(verdict, self._players, view.language), flush=True)

    def at(self, seconds: float) -> None:
        pass


class LiveScreen:
    """The board, the headline and the last rulings, redrawn in place, with a bar for sources that have an end."""

    def __init__(self, players: tuple[str, str], seconds: float | None, console: Console | None = None) -> None:
        self._players = players
        self._last: deque[str] = deque(maxlen=LINES)
        self._view: View | None = None
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        self._progress = Progress(*columns)
        self._task = self._progress.add_task("refereeing", total=seconds)
        self._live = Live(console=console, get_renderable=self._picture, refresh_per_second=8)

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._live.__exit__(kind, error, trace)

    def show(self, view: View, verdicts: Iterable[Verdict]) -> None:
        self._last.extend(ruling(verdict, self._players, view.language) for verdict in verdicts)
        self._view = view

    def at(self, seconds: float) -> None:
        self._progress.update(self._task, completed=seconds)

    def _picture(self) -> RenderableType:
        return Group(match_panel(self._view, tuple(self._last)), self._progress)


def match_panel(view: View | None, last: tuple[str, ...]) -> RenderableType:
    """The match in a frame, at most as wide as it needs to be."""
    if view is None:
        return Text("…")
    head = Text.assemble((f" {view.headline} ", STYLES[view.signal]), f"  {view.why}")
    text = view.language.text
    table = Text(board(view.position)) if view.position else Text(text("the board is not seen yet"))
    rulings = Text("\n".join(last), style="dim", overflow="ellipsis", no_wrap=True)
    told = [view.score_line, text("cube {cube}", cube=view.cube)]
    told += [text("clock {light} and {dark}", light=view.clock[0], dark=view.clock[1])] if view.clock else []
    return Panel(Group(head, "", table, "", rulings), title=" · ".join(told), width=100)
