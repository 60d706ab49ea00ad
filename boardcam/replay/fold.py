"""A match is the fold of its journal: settings, events and corrections → verdicts, where the match stands, its record.

The live match makes the same steps, so both agree to the bit.

    with closing(Journal(path)) as journal:
        folded(journal).match
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from boardcam.events import Correction, Event, Verdict
from boardcam.record.transcript import empty
from boardcam.record.transcript import fold as transcript
from boardcam.referee import correction as correcting
from boardcam.referee import referee
from boardcam.referee.doubt import chain
from boardcam.referee.state import Referee
from boardcam.referee.state import Turn as Rolled
from boardcam.rules import profile_file
from boardcam.rules.transcript import Match

TURNS = ("played", "danced", "illegal", "corrected", "unsure")
"""Kinds of verdicts on a turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it is told in the end."""

    number: int
    game: int
    verdict: Verdict
    since: float
    """Since when its side was to roll, s."""
    over: float
    """When it was over, s."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A journal folded."""

    settings: Mapping[str, Any]
    state: Referee
    verdicts: tuple[Verdict, ...]
    said: tuple[Correction, ...] = ()
    """Everything that was corrected or undone, in order."""
    games: tuple[tuple[float, int], ...] = ()
    """Of each game (when its starting position stood, how many verdicts were told before)."""
    end: float = 0.0
    """Time of the last event, s."""
    last: int = 0
    """How many verdicts the last event led to."""

    @property
    def match(self) -> Match:
        """The record."""
        return transcript(self.verdicts, blank(self.settings))

    @property
    def in_force(self) -> tuple[Correction, ...]:
        return correcting.in_force(self.said)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn that is decided or doubted, by number: a later ruling on it in place of an earlier one."""
        found: dict[object, Turn] = {}
        over = 0.0
        for game, told in enumerate(self._by_game()):
            over = self.games[game - 1][0] if game else over
            for verdict in told:
                key = verdict.evidence.rolled
                if verdict.kind not in TURNS or verdict.side is None or (key is None and verdict.kind != "danced"):
                    continue
                name: object = verdict if key is None else key
                if before := found.get(name):
                    found[name] = replace(before, verdict=verdict)
                    continue
                found[name] = Turn(len(found) + 1, game, verdict, over, verdict.t)
                over = over if key is None else verdict.t
        return tuple(found.values())

    @property
    def pending(self) -> tuple[Rolled, ...]:
        """The turns that are not decided yet, the roll on the table as the last."""
        waiting = chain(self.state.open) if self.state.open else ()
        return (*waiting, *((self.state.turn,) if self.state.turn else ()))

    def _by_game(self) -> Iterator[Sequence[Verdict]]:
        """Verdicts before the first game, in the first game, and so on."""
        starts = [0, *(told for _, told in self.games), len(self.verdicts)]
        return (self.verdicts[start:end] for start, end in pairwise(starts))


class Kept(Protocol):
    """A journal, or what keeps one."""

    def settings(self) -> dict[str, Any] | None: ...

    def events(self) -> Iterator[Event]: ...

    def corrections(self) -> Iterator[Correction]: ...

    def correction(self, correction: Correction, kept: int, verdicts: Iterable[Verdict]) -> None: ...


class Told(Protocol):
    """A journal of which only the verdicts are read."""

    def settings(self) -> dict[str, Any] | None: ...

    def verdicts(self) -> tuple[Verdict, ...]: ...


def players(settings: Mapping[str, Any]) -> tuple[str, str]:
    """Names to speak of the players by."""
    light, dark = settings["players"]
    return light or "Light", dark or "Dark"


def blank(settings: Mapping[str, Any]) -> Match:
    """The record before the first game."""
    profile = profile_file.parse(settings["profile"])
    match = empty(players(settings), settings["length"], profile, settings.get("date"), settings.get("time"))
    return replace(match, **{name: settings[name] for name in ("source", "event", "place") if settings.get(name)})


def begun(settings: Mapping[str, Any], said: Iterable[Correction] = ()) -> Fold:
    """Before the first event."""
    profile, said, balances = profile_file.parse(settings["profile"]), tuple(said), settings.get("balances")
    state = referee.start(
        profile, settings["length"], players(settings), stake=settings.get("stake", 1),
        balances=None if balances is None else (balances[0], balances[1]),
    )  # fmt: skip
    return Fold(settings, replace(state, corrections=correcting.in_force(said)), (), said)


def fold(settings: Mapping[str, Any], events: Iterable[Event], said: Iterable[Correction] = ()) -> Fold:
    """Everything that happened, from the beginning."""
    start = begun(settings, said)
    state, verdicts, games, end, told = start.state, list[Verdict](), list[tuple[float, int]](), 0.0, tuple[Verdict, ...]()
    for event in events:
        stood = state.stood
        state, told = referee.advance(state, event)
        if state.stood > stood:
            games.append((state.stood, len(verdicts)))
        verdicts += told
        end = max(end, correcting.time(event))
    return replace(start, state=state, verdicts=tuple(verdicts), games=tuple(games), end=end, last=len(told))


def folded(journal: Kept) -> Fold:
    """A journal folded: all that was seen is refereed again. ValueError when it does not say how the match is played."""
    return fold(_settings(journal), journal.events(), journal.corrections())


def record(journal: Told) -> Match:
    """The record of a journal by what was told, which is what refereeing it again tells, and takes a tenth of the time. ValueError
    when it does not say how the match is played."""
    return transcript(journal.verdicts(), blank(_settings(journal)))


def _settings(journal: Kept | Told) -> dict[str, Any]:
    settings = journal.settings()
    if settings is None:
        raise ValueError("this journal does not say how the match was played: its beginning is lost")
    return settings
