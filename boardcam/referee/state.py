"""Where a match stands: the values that the phases pass on. Nothing here decides anything."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from math import inf

from boardcam.events import Evidence, Kind, Verdict
from boardcam.referee.infer import ANY, Explanation, Rolls
from boardcam.referee.reading import UNREAD, Known
from boardcam.rules import xgid
from boardcam.rules.cube import Cube
from boardcam.rules.match import Score
from boardcam.rules.position import START, Position, Side
from boardcam.rules.profile import Profile
from boardcam.rules.situation import Situation


class Phase(Enum):
    """What the table is about to do."""

    SETUP = "set up"
    """The starting position is not there yet."""
    OPENING = "opening roll"
    """Each rolls one die for the start."""
    ROLLING = "to roll"
    """The side whose turn it is may double, or rolls. The turn before may still be undecided."""
    MOVING = "to play"
    """A roll lies there and is being played."""
    DOUBLED = "doubled"
    """A double waits for its answer."""
    OVER = "match over"


@dataclass(frozen=True, slots=True)
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
    lifted: float | None = None
    """When the turn was over."""
    choices: tuple[Explanation, ...] = ()
    """Lifted but not decided: the legal results, likeliest first, by the best reading so far."""
    margin: float = 0.0
    """Of that reading."""
    frames: tuple[int, int] | None = None
    """Frames of that reading."""
    bad: tuple[str, str] | None = None
    """Of a roll that does not count, while that is not said yet: (rule, why)."""
    doubtful: tuple[str, str] | None = None
    """Of a roll that counts: (rule, why) if it is taken up unplayed."""
    remark: str = ""
    """What the ruling on it must add."""
    before: Position | None = None
    """Once decided: the position before it."""
    earlier: Turn | None = None
    """The turn before, if that is undecided too."""

    def end(self, known: float) -> float:
        """When it was over; of a turn that ended without a lift, when that was known."""
        return known if self.lifted is None else self.lifted

    @property
    def roll(self) -> tuple[int, int] | None:
        """The likeliest roll; None if nobody saw it."""
        return None if self.rolls == ANY else self.rolls[0][0]


@dataclass(frozen=True, slots=True)
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
    open: Turn | None = None
    """A turn that is over and not decided yet."""
    spoiled: Turn | None = None
    """A roll that did not count, or of which one die was not seen; played on all the same, it stands (§1.5 on 84)."""
    wrong: Turn | None = None
    """An illegal play that may still be put right."""
    lost: bool = False
    """The position is a guess: what the board shows is taken on at the next turn."""
    cube: Cube = field(default_factory=Cube)
    ties: int = 0
    starter: Side | None = None
    """Who began this game."""
    winner: Side | None = None
    """Who won the last game."""
    spent: frozenset[int] = frozenset()
    """Numbers of the dice at rest that have had their say."""
    stood: float = -inf
    """When the starting position of this game was first seen to stand, s."""
    noted: str = ""
    """The last complaint about the starting position, said once."""
    last: Verdict | None = None
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
        why: str,
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

    def evidence(self, turn: Turn, before: Position) -> Evidence:
        """What a ruling on a turn rests on."""
        plays = tuple(str(choice.play) or "no move" for choice in turn.choices[:10])
        return Evidence(frames=turn.frames, before=self.xgid(before, turn.side), legal=plays)


Step = tuple[Referee, tuple[Verdict, ...]]
"""What an event leads to."""
