"""Where a match stands: the values that the phases pass on. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import Literal

from boardcam.events import BoardRested, Correction, CubePlace, Evidence, Kind, Verdict
from boardcam.geometry import Seating
from boardcam.referee.frozen import replace
from boardcam.referee.infer import ANY, Explanation, Rolls, is_read, written
from boardcam.referee.reading import UNREAD, Known
from boardcam.rules import ending, xgid
from boardcam.rules.clock import Clock
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import Profile
from boardcam.rules.resignation import Resignation
from boardcam.rules.sentence import Sentence, sentence
from boardcam.rules.situation import Situation


class Phase(Enum):
    """What the table is about to do."""

    SETUP = sentence("set up")
    """The starting position is not there yet."""
    OPENING = sentence("opening roll")
    """Each rolls one die for the start."""
    ROLLING = sentence("to roll")
    """The side whose turn it is may double, or rolls. The turn before may still be undecided."""
    MOVING = sentence("to play")
    """A roll lies there and is being played."""
    DOUBLED = sentence("doubled")
    """A double waits for its answer."""
    RESIGNING = sentence("resigning")
    """A resignation waits for its answer."""
    OVER = sentence("match over")


End = Literal["lifted", "touched", "clock", "pressed", "seen"]
"""How a turn ended: its dice were lifted, or touched; the clock was pressed, or a button; or it was seen to be over."""


@dataclass(frozen=True)
class Turn:
    """A roll and what becomes of it."""

    side: Side
    rolls: Rolls
    """What the dice may show, likeliest first."""
    t: float
    """When they came to rest."""
    dice: tuple[int, ...] = ()
    """Numbers of the dice, all of the roll."""
    own: frozenset[int] = frozenset()
    """Those whose lifting ends the turn: after the opening roll the opener's."""
    lying: frozenset[int] = frozenset()
    """Those of them that have not been lifted."""
    spots: tuple[tuple[float, float], ...] = ()
    """Where its dice came to rest, in pitches, in the order of their numbers in `dice`."""
    lifted: float | None = None
    """When the turn was over."""
    ended: End = "seen"
    """How it was."""
    choices: Sequence[Explanation] = ()
    """Lifted but not decided: the legal results, likeliest first, by the best reading so far."""
    breaches: Sequence[Explanation] = ()
    """The illegal ones for which that reading speaks."""
    margin: float = 0.0
    """Of that reading."""
    frames: tuple[int, int] | None = None
    """Frames of that reading."""
    bad: tuple[str, Sentence] | None = None
    """Of a roll that does not count, while that is not said yet: (rule, why)."""
    doubtful: tuple[str, Sentence] | None = None
    """Of a roll that counts: (rule, why) if it is taken up unplayed."""
    unplayed: bool = False
    """Lifted, and the board is as it was: an illegal pass, or a roll that the players saw to be bad."""
    astray: bool = False
    """Before its roll the board denied what is known, and nothing explained that."""
    early: bool = False
    """Rolled before the turn before was over; its player may still choose whether this roll stands (C14)."""
    overlapped: Turn | None = None
    """The opponent's roll that did not count, for it came before this turn was over; played on all the same, it stands."""
    remarks: tuple[Sentence, ...] = ()
    """What the ruling on it must add."""
    before: Position | None = None
    """Once decided: the position before it."""
    earlier: Turn | None = None
    """The turn before, if that is undecided too."""

    @property
    def opens(self) -> bool:
        """Whether it is the opening roll, of which the opener's die alone is his."""
        return self.own != frozenset(self.dice)

    def end(self, known: float) -> float:
        """When it was over; of a turn that ended without a lift, when that was known."""
        return known if self.lifted is None else self.lifted

    @property
    def roll(self) -> tuple[int, int] | None:
        """The likeliest roll; None if nobody saw it."""
        return None if self.rolls == ANY else self.rolls[0][0]

    @property
    def read(self) -> tuple[int, int] | None:
        """The roll, if its dice say for sure which it is."""
        return self.rolls[0][0] if is_read(self.rolls) else None


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A turn as it was told."""

    turn: Turn
    """With when it was over."""
    found: Explanation
    board: BoardRested | None
    """As it was seen after the turn, before the next; None = it was not."""
    known: Known
    """How the board is known to read after it."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The last turns, as far back as they may be told again."""

    starts: tuple[tuple[Position, float], ...]
    """Where they start, as it was told first, or where they may have started as well, with log-likelihoods."""
    known: Known
    """How the board is known to read there."""
    told: tuple[Told, ...] = ()

    @property
    def end(self) -> Position:
        """Where they have led to, as it was told."""
        return self.told[-1].found.position if self.told else self.starts[0][0]


@dataclass(frozen=True)
class Referee:
    """The state of a match."""

    profile: Profile
    length: int
    players: tuple[str, str]
    score: Score
    phase: Phase = Phase.SETUP
    position: Position = START
    """The last position that was sure."""
    known: Known = UNREAD
    """How the board read then."""
    side: Side | None = None
    """Whose turn it is."""
    turn: Turn | None = None
    """The roll that lies there."""
    waiting: Turn | None = None
    """The opponent's roll that overlaps with this turn; it counts once the turn is over (86)."""
    open: Turn | None = None
    """A turn that is over and not decided yet."""
    spoiled: Turn | None = None
    """A roll that did not count, or of which one die was not seen; played on all the same, it stands (§1.5 on 84)."""
    half_seen: Turn | None = None
    """A roll of which only one die was seen, taken up again unplayed: if its side rolls once more, it did not count."""
    wrong: Turn | None = None
    """An illegal play that may still be put right."""
    called: bool = False
    """It was called, and must be (87)."""
    lost: str = ""
    """Where the board differs from what is known, in words: the thread is lost; "" = it is not."""
    guessed: bool = False
    """The thread was lost in a bear-off: how many checkers lie on a high stack, and how many are off, is a guess."""
    board: BoardRested | None = field(default=None, compare=False)
    """The board as it was last read; it has no equals."""
    blind: float = -inf
    """Until when the board could not be read last, for so long that a turn may have been missed, s."""
    shown: Position | None = None
    """What the board shows instead, to be taken on by a press."""
    ways: tuple[tuple[Turn, Explanation], ...] = ()
    """The likeliest way through turns that could not be told, offered to be confirmed."""
    cube: Cube = field(default_factory=Cube)
    seen: bool = True
    """The camera sees the board."""
    cube_at: CubePlace | None = None
    """Where it was last seen to rest."""
    claim: tuple[Side, float] | None = None
    """Who doubled last though it was not its turn, and when; the board may soon show that it was."""
    cube_away: bool = False
    """It is no longer seen there."""
    cube_face: int | None = None
    """What it showed there; None = not read."""
    cube_told: float = -inf
    """When it was last offered or answered, s: what rested before that is known."""
    cube_back: float | None = None
    """When it was put back while a double waited for its answer, s; None = it was not, inf = that was said."""
    cube_noted: bool = False
    """In this game it was said to lie or to show wrong."""
    ties: int = 0
    starter: Side | None = None
    """Who began this game."""
    winner: Side | None = None
    """Who won the last game; None = a draw, or nobody could say."""
    left: Position | None = None
    """How the last game left the checkers; None = this is the first."""
    unended: Referee | None = None
    """The last game where it broke off, if nobody could say who won it: its loser may."""
    stake: int = 1
    """What a point of a money session is worth."""
    balances: tuple[int, int] | None = None
    """What light and dark brought to the session; None = not told (68)."""
    offer: Resignation | None = None
    """A resignation that waits for its answer."""
    paused: Phase | None = None
    """The phase in which it was offered."""
    seating: Seating | None = None
    """By which this game was set up."""
    reminded: bool = False
    """In this game somebody was told to use the cup (83)."""
    spent: frozenset[int] = frozenset()
    """Numbers of the dice at rest that have had their say."""
    stood: float = -inf
    """When the starting position of this game was first seen to stand, s."""
    noted: str = ""
    """The last complaint about the starting position, said once."""
    clock: Clock | None = None
    """The players' time; None = played without a clock."""
    flagged: bool = False
    """It was told that a flag has fallen."""
    since: float = -inf
    """Since when the side whose turn it is may roll, s, unless the game has begun since then."""
    corrections: tuple[Correction, ...] = ()
    """What the players say about the match, those in force."""
    said: frozenset[int] = frozenset()
    """Numbers of those that have had their say and say no more."""
    last: Verdict | None = None
    line: Line | None = field(default=None, compare=False)
    """How the last turns were told, to be told again if the board denies it."""
    past: Referee | None = None
    """Before the last decision, for taking it back."""

    def xgid(self, position: Position, turn: Side | None = None) -> str:
        """The position as an XGID, light at the bottom, dice not rolled; `turn` = who is to move next."""
        cap = self.profile.cap(self.length)
        return xgid.format(
            Situation(
                position=position,
                turn=turn or self.side or Side.WHITE,
                cube=self.cube,
                score=self.score.points,
                length=self.length,
                crawford=self.score.crawford,
                jacoby=self.profile.jacoby and not self.length,
                cube_cap=cap if cap is not None else 1024,
            )
        )

    def ruled(
        self,
        kind: Kind,
        t: float,
        known: float,
        why: Sentence,
        *,
        rule: str | None = None,
        side: Side | None = None,
        dice: tuple[int, int] | None = None,
        play: str | None = None,
        xgid: str | None = None,
        legal: bool | None = None,
        margin: float | None = None,
        evidence: Evidence | None = None,
    ) -> Step:
        """This state with its verdict."""
        verdict = Verdict(
            t=t, t_decided=known, kind=kind, side=side, dice=dice, play=play, xgid=xgid, legal=legal, rule=rule, why=why,
            margin=margin, evidence=evidence or Evidence(),
        )  # fmt: skip
        return replace(self, last=verdict), (verdict,)

    @property
    def last_roll(self) -> Side | None:
        """Who has the right of a last roll (67)."""
        return None if self.starter is None else ending.last_roll(self.position, self.starter, self.profile)

    def evidence(self, turn: Turn, before: Position) -> Evidence:
        """What a ruling on a turn rests on."""
        plays, xgid = written(turn.choices[:10]), self.xgid(before, turn.side)
        return Evidence(frames=turn.frames, before=xgid, legal=plays, rolled=turn.t, dice=turn.dice)


Step = tuple[Referee, tuple[Verdict, ...]]
"""What an event leads to."""
