"""The vocabulary between the rooms: what eyes report, what happened, what the referee says.

All values are frozen. Times are seconds since the source started (the camera's clock), never the wall clock.
An `Observation` speaks of places as the camera sees them (`geometry`); everything after `referee.settle` speaks of White's points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from boardcam.geometry import Seating
from boardcam.rules.clock import Clock
from boardcam.rules.position import Position, Side

Counts = npt.NDArray[np.float32]
"""Log-likelihoods of shape (28, 31), read-only. Row: places 0…23, 24 light on the bar, 25 dark on the bar, 26 light off, 27 dark
off. Column: signed count −15…15 (+15), light positive. A row of zeros carries no evidence: unknown is not empty."""

BAR_LIGHT, BAR_DARK, OFF_LIGHT, OFF_DARK = 24, 25, 26, 27


def no_counts() -> npt.NDArray[np.float32]:
    """A fresh, writable table that carries no evidence."""
    return np.zeros((28, 31), np.float32)


@dataclass(frozen=True, slots=True)
class DieSeen:
    """One die in one frame."""

    x: float
    y: float
    """Middle of its foot, in pitches, camera view."""
    faces: tuple[float, ...]
    """Log-likelihoods of 1…6; all equal = seen, unreadable."""
    flat: float = 4.0
    """Log-odds that it lies flat (not cocked)."""
    on_checker: float = -4.0
    """Log-odds that it lies on a checker."""
    light: float = 0.0
    """Log-odds that it belongs to the light side's pair, by its colour; 0 = cannot be told."""
    pixels: float = 0.0
    """Its edge in the frame, px."""

    @property
    def value(self) -> int:
        """The likeliest face."""
        return int(np.argmax(self.faces)) + 1


@dataclass(frozen=True, slots=True)
class CubeSeen:
    """The doubling cube in one frame."""

    x: float
    y: float
    """In pitches, camera view; x < 0 or x > width when it lies in a tray."""
    values: tuple[float, ...] = (0.0,) * 6
    """Log-likelihoods of 2, 4, 8, 16, 32, 64; all equal = value not read."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What the eyes make of one frame."""

    t: float
    frame: int
    counts: Counts
    dice: tuple[DieSeen, ...] | None = ()
    """None = not seen (covered or not looked); () = seen, no dice there."""
    cube: CubeSeen | None = None
    hand: float = 0.0
    """Probability that a hand or an arm is over the board."""
    still: bool = True
    """Nothing moved since the frame before."""
    found: bool = True
    """The board lies where the calibration says."""


Kind = Literal[
    "opening", "rolled", "void_roll", "premature", "played", "illegal", "corrected", "called", "stands", "danced", "doubled",
    "taken", "passed", "offered", "declined", "resigned", "game", "match", "warned", "lost", "unsure", "camera",
]  # fmt: skip
"""called: an illegal play that must be put right · stands: one that no longer can be, or a premature roll that counts · offered,
declined: a resignation that waits for its answer, and that is played on · game without a side: a draw · warned: what players should
know, and nothing follows from · lost: the board shows what no play explains."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on."""

    frames: tuple[int, int] | None = None
    """First and last frame that were read."""
    before: str | None = None
    """XGID before the play, light at the bottom."""
    legal: tuple[str, ...] = ()
    """The legal plays considered, likeliest first, in notation (at most 10)."""
    rolled: float | None = None
    """Of a roll and of a turn: when its dice came to rest, s. It names the turn for ever; see `TurnCorrected`."""
    dice: tuple[int, ...] = ()
    """Numbers of those dice, light's first in an opening roll; () = nobody saw them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One ruling; a line of `events.jsonl`."""

    t: float
    """When it became true, s."""
    t_decided: float
    kind: Kind
    side: Side | None = None
    dice: tuple[int, int] | None = None
    """Descending; in `opening` (light's die, dark's die)."""
    play: str | None = None
    xgid: str | None = None
    """The position after, light at the bottom."""
    legal: bool | None = None
    rule: str | None = None
    """Number in the rule book, for example "R84"."""
    why: str = ""
    """One sentence for the players."""
    margin: float | None = None
    """Log-likelihood by which this explanation beats the next."""
    evidence: Evidence = field(default_factory=Evidence)
    clock: tuple[float, float] | None = None
    """What light's and dark's clocks showed when it became true, as far as was known then, s; None = played without one."""


Button = Literal["confirm", "review", "undo", "double", "take", "pass", "resign", "hint", "clock", "pause", "flag", "cup"]
"""review: an illegal play, or a premature roll, is called · confirm, take, pass: yes or no to what was asked · clock: a side ends
its time · pause: both clocks stand, or go on · flag: a fallen flag is claimed, by the opponent or (no side) by the director · cup:
the last roll was made without one."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A player pressed a button, on the table or on the page."""

    t: float
    button: Button
    side: Side | None = None
    value: int | None = None
    """What a resignation offers: 1 single, 2 gammon, 3 backgammon; None = a single game, and one more with each further press."""


Signal = Literal["off", "legal", "illegal", "again", "ask", "lost", "camera"]
"""What the lights at the table's edge say about the state of the game: the last turn was legal; an illegal play lies there; the
roll is to be made again; somebody must answer or the referee is not sure; the thread is lost; the board is not seen."""
Need = Literal["", "correct", "again", "answer", "check"]
"""What the game waits for besides its next move: an illegal play to be put right, a roll to be made again, an answer (to a double,
a resignation, a premature roll), a look at what is not sure; "" = nothing."""
Mark = Literal["from", "to", "blocked"]
"""What the light of a point says: a checker left it, came to it, or could not come to it."""


@dataclass(frozen=True, slots=True)
class Status:
    """Where the match stands after the last event; all that a view needs."""

    phase: str
    """Name of the referee's phase."""
    players: tuple[str, str]
    """Light's name, dark's name."""
    length: int
    """Points of the match; 0 = money session."""
    score: tuple[int, int] = (0, 0)
    """Light's points, dark's points."""
    crawford: bool = False
    position: Position | None = None
    turn: Side | None = None
    dice: tuple[int, int] | None = None
    cube: int = 1
    owner: Side | None = None
    """Owner of the cube; None = centred."""
    verdict: Verdict | None = None
    """The last verdict."""
    clock: Clock | None = None
    """The players' time; None = played without a clock."""
    needs: Need = ""
    seen: bool = True
    """The board is seen now."""
    seating: Seating | None = None
    """By which this game was set up; None = not known yet."""


@dataclass(frozen=True, slots=True)
class Lit:
    """What all lights of a table show together."""

    signal: Signal = "off"
    turn: Side | None = None
    marks: tuple[tuple[int, Mark], ...] = ()
    """White's points and what their lights say."""
    seating: Seating | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """One die at rest, read over the time that it has lain there."""

    number: int
    """Names this die from rest to lift; nudged, it keeps its number."""
    x: float
    y: float
    """Middle of its foot, in pitches, camera view."""
    faces: tuple[float, ...]
    """Log-likelihoods of 1…6, the best 0; all 0 = unreadable."""
    flat: float
    """Log-odds that it lies flat."""
    on_checker: float
    """Log-odds that it lies on a checker."""
    light: float
    """Log-odds that it belongs to the light side's pair, by its colour."""
    half: Side | None
    """Whose right half it lies in (rule 83); None = on the bar or outside the playing surface."""
    since: float
    """When it came to rest, s."""
    seen: float
    """When it was last seen, s; earlier than the event if it is covered."""

    @property
    def value(self) -> int:
        """The likeliest face."""
        return max(range(1, 7), key=lambda face: self.faces[face - 1])


@dataclass(frozen=True, slots=True)
class DiceRested:
    """A die has come to rest, one that rests is now read otherwise, or one is no longer there though no hand came near."""

    t: float
    """When the last of them came to rest."""
    known: float
    """When that was sure, s: this event's place in the order of things."""
    dice: tuple[Die, ...]
    """All dice that now lie at rest, also those covered by a hand, by number."""


@dataclass(frozen=True, slots=True)
class DiceLifted:
    """A hand came, and dice are gone from where they lay while the place could be seen."""

    t: float
    """When the first of them was seen to be gone."""
    known: float
    dice: tuple[int, ...]
    """Numbers of the dice lifted."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardRested:
    """The board as read over a stretch in which nothing moved."""

    t: float
    """Start of the stretch."""
    known: float
    """End of the stretch so far."""
    counts: Counts
    """Fused; rows 0…23 are White's points 1…24 by `seating`, the other rows as in `Observation`."""
    frames: tuple[int, int]
    """First and last frame that were read."""
    seating: Seating


CubePlace = Literal["middle", "light", "dark", "board", "away"]
"""Where a cube lies: centred; at a side's end of the bar, of a tray or of the rail; on the playing surface, offered; no longer
where it lay, or not seen there."""


@dataclass(frozen=True, slots=True)
class CubeRested:
    """The cube has come to rest in another place than before, is now read otherwise there, or is away."""

    t: float
    """When it came to rest, s."""
    known: float
    place: CubePlace
    value: int | None = None
    """The face on top, 2…64; None = not read for sure."""


@dataclass(frozen=True, slots=True)
class CameraLost:
    """The board is no longer where the calibration says, or no frame came."""

    t: float
    known: float


@dataclass(frozen=True, slots=True)
class CameraBack:
    """The board is seen again."""

    t: float
    known: float


Event = DiceRested | DiceLifted | BoardRested | CubeRested | CameraLost | CameraBack | Pressed
"""What the referee advances by, and what the journal keeps."""


# --- what somebody says about what is already told ------------------------------------------------------------------------------


Lie = Literal["good", "void", "none"]
"""What was rolled counts; does not; was no roll at all."""
Answer = Literal["none", "take", "pass"]
"""There was no double; it was taken; it was passed."""


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """A roll or a turn was misread. None = as it was read. Of several on one turn the last word counts, field by field."""

    number: int
    """Of the correction, from 1; likewise below."""
    t: float
    """Names the turn: `Evidence.rolled`."""
    numbers: tuple[int, ...] = ()
    """Of its dice: `Evidence.dice`."""
    dice: tuple[int, int] | None = None
    """What they show, in that order."""
    play: str | None = None
    """In notation; "" = nothing was played."""
    side: Side | None = None
    """Who rolled."""
    lie: Lie | None = None


@dataclass(frozen=True, slots=True)
class CubeCorrected:
    """What was done with the cube before a roll."""

    number: int
    since: float
    """Names the place: since when the side that doubled, or did not, was to roll; s."""
    answer: Answer


@dataclass(frozen=True, slots=True)
class GameCorrected:
    """Who has won a game whose end was not seen, or was misjudged."""

    number: int
    stood: float
    """Names the game: when its starting position was first seen to stand, s."""
    winner: Side | None
    """None = a draw."""
    kind: int = 1
    """1 single, 2 gammon, 3 backgammon."""
    t: float | None = None
    """By then it was over, s; None = when its end was told."""


@dataclass(frozen=True, slots=True)
class ScoreCorrected:
    """The score is put right at time t."""

    number: int
    t: float
    points: tuple[int, int]
    """Light's, dark's."""
    reason: str


@dataclass(frozen=True, slots=True)
class Undone:
    """A correction is taken back."""

    number: int
    of: int


Correction = TurnCorrected | CubeCorrected | GameCorrected | ScoreCorrected | Undone
"""What the journal keeps beside events; a match is the fold of both."""
