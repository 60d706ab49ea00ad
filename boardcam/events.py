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
    "opening", "rolled", "void_roll", "premature", "played", "illegal", "corrected", "danced", "doubled", "taken", "passed",
    "resigned", "game", "match", "unsure", "camera",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on."""

    frames: tuple[int, int] | None = None
    """First and last frame that were read."""
    before: str | None = None
    """XGID before the play, light at the bottom."""
    legal: tuple[str, ...] = ()
    """The legal plays considered, likeliest first, in notation (at most 10)."""


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


Button = Literal["confirm", "review", "undo", "double", "take", "pass", "resign", "hint", "clock"]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A player pressed a button, on the table or on the page."""

    t: float
    button: Button
    side: Side | None = None


Signal = Literal["off", "legal", "illegal", "ask"]
"""What the light at the table's edge says about the last turn; `ask` = the referee is not sure and asks."""


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


Event = DiceRested | DiceLifted | BoardRested | CameraLost | CameraBack | Pressed
"""What the referee advances by, and what the journal keeps."""
