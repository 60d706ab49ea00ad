"""The clock: a delay for every turn that costs nothing, and a reserve for the whole match (§2.1).

Pure functions over given time. A clock is the fold of its changes in order of time, so it does not matter in which order they
became known; asking it anything changes nothing. *Simple delay* and *Bronstein* spend the same time and fall at the same moment;
they differ in what they show: Bronstein shows the delay as part of the time that is left, and gives it back when the turn ends.

Cocked dice do not stop a clock (Michigan 2002, 3.3). A pause does (a die is off the table, a ruling is asked for), and so does the
end of a game. What follows when a flag falls is the tournament's affair: the clock says whose and when, and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from boardcam.rules.position import Side
from boardcam.rules.profile import Profile

SCORED = 0.5
"""Share of a point's reserve that each point already scored, by either player, takes off again (US Clock 2013, 2.1-2.2)."""


@dataclass(frozen=True, slots=True)
class Control:
    """How time is measured."""

    delay: float
    """s of every turn that cost nothing."""
    reserve: float
    """s that each player has for the match."""
    bronstein: bool = False
    """Shows the delay as part of the time left."""


def control(profile: Profile, length: int, scored: int = 0) -> Control | None:
    """The clock of a match of `length` points in which both together have `scored`; None = played without one.

    >>> from boardcam.rules.profile import preset
    >>> control(preset("tournament"), 7, 3)
    Control(delay=12.0, reserve=660.0, bronstein=False)
    """
    if profile.delay is None or not length:
        return None
    return Control(float(profile.delay), max(0.0, profile.reserve * (length - SCORED * scored)), profile.bronstein)


What = Literal["begins", "runs", "ends", "pauses", "over"]
"""begins: it is this side's time if no game was being played yet · runs: it is this side's time · ends: this side (None = whoever's
time runs) has ended its turn, and the other's time runs · pauses: both stand, or no longer do · over: no game is being played."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that moves the clock's hands."""

    t: float
    what: What
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """What both clocks show, between two changes."""

    control: Control
    reserve: tuple[float, float]
    """White's and Black's, s, as their last turns left them."""
    turn: Side | None = None
    """Whose time it is; None = no game is being played."""
    since: float | None = None
    """Since when it runs, s; None = it stands."""
    used: float = 0.0
    """s of this turn that had run before."""
    fallen: tuple[Side, float] | None = None
    """Whose flag fell first, and when."""
    history: tuple[Change, ...] = ()
    """All that moved its hands, in order of time."""

    def spent(self, t: float) -> float:
        """s of this turn that have run by time `t`."""
        return self.used if self.since is None else self.used + max(0.0, t - self.since)

    def delay(self, t: float) -> float:
        """s of this turn's delay that are left at time `t`."""
        return max(0.0, self.control.delay - self.spent(t))

    def left(self, side: Side, t: float) -> float:
        """s of a side's reserve that are left at time `t`."""
        reserve = self.reserve[side.index]
        return max(0.0, reserve - max(0.0, self.spent(t) - self.control.delay)) if side is self.turn else reserve

    def shown(self, side: Side, t: float) -> float:
        """s that a side's clock shows at time `t`."""
        if not self.control.bronstein:
            return self.left(side, t)
        return self.left(side, t) + (self.delay(t) if side is self.turn else self.control.delay)

    def flag(self, t: float) -> tuple[Side, float] | None:
        """Whose flag has fallen by time `t`, and when; the first if both have."""
        if self.fallen or self.turn is None or self.since is None:
            return self.fallen
        falls = self.since + self.control.delay + self.reserve[self.turn.index] - self.used
        return (self.turn, falls) if falls <= t else None


def start(control: Control) -> Clock:
    """Both clocks before the first game."""
    return Clock(control, (control.reserve, control.reserve))


def fold(control: Control, changes: Iterable[Change]) -> Clock:
    """The clock after its changes, taken in order of time; of changes at the same time, in the order given."""
    clock = start(control)
    for change in sorted(changes, key=lambda change: change.t):
        clock = changed(clock, change)
    return clock


def told(clock: Clock, changes: Iterable[Change]) -> Clock:
    """The clock when more changes have become known: what is known late falls into its place."""
    for change in changes:
        late = bool(clock.history) and change.t < clock.history[-1].t
        clock = fold(clock.control, (*clock.history, change)) if late else changed(clock, change)
    return clock


def changed(clock: Clock, change: Change) -> Clock:
    """The clock after one more change, which is no earlier than the last."""
    return replace(_moved(clock, change), history=(*clock.history, change))


def _moved(clock: Clock, change: Change) -> Clock:
    t, side = change.t, change.side
    if change.what == "over":
        return replace(_stopped(clock, t), turn=None)
    if change.what == "begins":
        return clock if clock.turn else _run(clock, side, t)
    if clock.turn is None:
        return clock if change.what != "runs" else _run(clock, side, t)
    if change.what == "pauses":
        return replace(clock, since=t) if clock.since is None else _paused(clock, t)
    return _run(clock, (side or clock.turn).other if change.what == "ends" else side, t)


def _run(clock: Clock, side: Side | None, t: float) -> Clock:
    """It is a side's time from `t` on. One whose time runs or only paused keeps what it has used of its turn."""
    if side is clock.turn:
        return clock if clock.since is not None else replace(clock, since=t)
    return replace(_stopped(clock, t), turn=side, since=t, used=0.0)


def _paused(clock: Clock, t: float) -> Clock:
    return replace(clock, fallen=clock.flag(t), used=clock.spent(t), since=None)


def _stopped(clock: Clock, t: float) -> Clock:
    """The turn is over: what it cost is taken off."""
    reserve = clock.left(Side.WHITE, t), clock.left(Side.BLACK, t)
    return replace(clock, reserve=reserve, fallen=clock.flag(t), since=None, used=0.0)
