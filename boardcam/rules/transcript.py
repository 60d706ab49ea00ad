"""The record of a match as values: what was rolled, played, doubled and won, in order; every format is written from it.

A record says what happened on the table, right or wrong: an illegal play that stood is in it as it stood, and what nobody
could see is None, never invented.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from boardcam.rules.play import Play
from boardcam.rules.position import START, Position, Side


@dataclass(frozen=True, slots=True)
class Turn:
    """One roll and what was done with it."""

    side: Side
    dice: tuple[int, int] | None
    """Descending, also those of an opening roll; None = nobody saw them."""
    play: Play | None
    """No moves = a dance; None = rolled but not played (the game was resigned or broken off)."""
    before: Position
    after: Position
    legal: bool | None = True
    """False = an illegal play that stood; None = unsure."""
    t: float | None = None
    """When the turn ended, seconds since the source started."""
    left: tuple[float, float] | None = None
    """What light's and dark's clocks showed then, s; None = played without one, or nobody told."""


@dataclass(frozen=True, slots=True)
class CubeAction:
    """A double, and the answer to it."""

    side: Side
    """Who doubles, takes or passes."""
    kind: Literal["double", "take", "pass"]
    value: int
    """Value of the cube once the double is taken."""
    t: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner: Side | None
    """None = a draw (67)."""
    points: int
    how: Literal["borne off", "passed", "resigned", "drawn"] = "borne off"
    kind: int = 1
    """1 single, 2 gammon, 3 backgammon."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `result` None = unfinished."""

    score: tuple[int, int] = (0, 0)
    """Points before the game: (light's, dark's)."""
    actions: tuple[Turn | CubeAction, ...] = ()
    result: Result | None = None
    starter: Side | None = None
    """Who moved first; None = nobody has yet."""
    crawford: bool = False
    """This is the Crawford game."""
    start: Position = START

    @property
    def sure(self) -> bool:
        """Whether nothing in the record is a guess."""
        return not any(isinstance(action, Turn) and action.legal is None for action in self.actions)


@dataclass(frozen=True, slots=True)
class Incident:
    """What was out of order, as it was ruled: a roll that was void, an illegal play, a doubt …"""

    game: int
    """Number of the game in the record, from 1."""
    kind: str
    """A kind of verdict: "void_roll", "premature", "illegal", "corrected", "unsure", …"""
    side: Side | None = None
    dice: tuple[int, int] | None = None
    play: str | None = None
    rule: str | None = None
    """Number in the rule book."""
    why: str = ""
    """The reason, as the players were told."""
    t: float | None = None
    """When it became true, as `Turn.t`."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How the players' time was measured."""

    delay: float
    """Seconds a turn that cost nothing."""
    reserve: float | None = None
    """Seconds that each player had for the match; None = not told."""
    increment: float = 0.0
    """Seconds won with every turn."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match, or a session of single games (length 0)."""

    players: tuple[str, str]
    """Names of (light, dark)."""
    length: int
    games: tuple[Game, ...] = ()
    profile: str = "circle-match"
    crawford: bool = True
    """The Crawford rule is in use."""
    jacoby: bool = False
    cube_cap: int | None = None
    """Highest value of the cube; 1 = no cube."""
    variant: str = "standard"
    date: str | None = None
    """YYYY-MM-DD, as told from outside."""
    time: str | None = None
    """HH:MM."""
    event: str | None = None
    place: str | None = None
    """Where it was played."""
    rules: str | None = None
    """The profile itself as a file (`profile_file.format`), where it is no preset that `profile` names."""
    clock: Clock | None = None
    """None = played without one, or nobody told."""
    source: str | None = None
    """What the record was made from: a camera, a clip, another program's file."""
    incidents: tuple[Incident, ...] = ()
    """In order of time."""

    @property
    def score(self) -> tuple[int, int]:
        """Points after the games so far: (light's, dark's)."""
        if not self.games:
            return 0, 0
        light, dark = self.games[-1].score
        result = self.games[-1].result
        if result is None or result.winner is None:
            return light, dark
        return (light + result.points, dark) if result.winner is Side.WHITE else (light, dark + result.points)

    @property
    def sure(self) -> bool:
        return all(game.sure for game in self.games)
