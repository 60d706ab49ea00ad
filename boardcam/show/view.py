"""Status → View: what the players are told, in words, with a board; no pixels.

A view is complete in itself: displays, lights, the terminal and later the web page show parts of the same view.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from boardcam.events import Kind, Signal, Status, Verdict
from boardcam.rules.clock import Clock
from boardcam.rules.position import Position, Side

HEADLINES: dict[Kind, str] = {
    "opening": "{name} starts",
    "rolled": "{dice}",
    "void_roll": "Roll again",
    "premature": "Too early",
    "played": "{play}",
    "illegal": "Illegal play",
    "corrected": "Corrected",
    "called": "Put it right",
    "stands": "It stands",
    "danced": "No move",
    "doubled": "Double to {cube}",
    "taken": "Taken: {cube}",
    "passed": "Passed",
    "offered": "Resign?",
    "declined": "Play on",
    "resigned": "Resigned",
    "game": "{name} wins",
    "match": "{name} wins the match",
    "warned": "Please note",
    "lost": "Lost the thread",
    "unsure": "Please check",
    "camera": "Camera",
}
SIDELESS: dict[Kind, str] = {"opening": "Tie: roll again", "game": "A draw"}
"""Instead of those, for a ruling on neither side."""
SIGNALS: dict[Kind, Signal] = {"played": "legal", "corrected": "legal", "illegal": "illegal", "premature": "illegal",
                               "void_roll": "illegal", "called": "illegal", "offered": "ask", "lost": "ask", "unsure": "ask",
                               "camera": "ask"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """Everything that can be shown after an event."""

    headline: str
    """A few words, to be read from two metres away."""
    why: str
    """One sentence, or nothing."""
    names: tuple[str, str]
    score: tuple[int, int]
    """Light, dark."""
    match: str
    """"to 7", "to 7, Crawford", "money"."""
    cube: str
    """"1", "2 Ann" (its owner)."""
    signal: Signal = "off"
    turn: Side | None = None
    dice: tuple[int, int] | None = None
    position: Position | None = None
    clock: tuple[str, str] | None = None
    """What light's and dark's clocks show: "14:00", and in the delay of a turn "14:00 +7"; None = no clock."""

    @property
    def score_line(self) -> str:
        light, dark = self.score
        return f"{self.names[0]} {light} – {dark} {self.names[1]} ({self.match})"


def view(status: Status, t: float = 0.0) -> View:
    """The view of a status, with the clocks as they stand at time `t`."""
    verdict = status.verdict
    return View(
        headline=_headline(status, verdict) if verdict else "Set up the board",
        why=verdict.why if verdict else "The game begins when the checkers stand in their starting places.",
        names=status.players,
        score=status.score,
        match=_match(status),
        cube=str(status.cube) if status.owner is None else f"{status.cube} {name(status, status.owner)}",
        signal=_signal(verdict),
        turn=status.turn,
        dice=status.dice,
        position=status.position,
        clock=None if status.clock is None else (_time(status.clock, Side.WHITE, t), _time(status.clock, Side.BLACK, t)),
    )


def _time(clock: Clock, side: Side, t: float) -> str:
    """Minutes and begun seconds, so that 0:00 is shown when the flag falls and not before."""
    minutes, seconds = divmod(ceil(clock.shown(side, t)), 60)
    delay = 0 if clock.control.bronstein or side is not clock.turn else ceil(clock.delay(t))
    return f"{minutes}:{seconds:02d}" + (f" +{delay}" if delay else "")


def name(status: Status, side: Side | None) -> str:
    """A player's name; "" for no side."""
    return "" if side is None else status.players[0 if side is Side.WHITE else 1]


def _headline(status: Status, verdict: Verdict) -> str:
    dice = "{}-{}".format(*verdict.dice) if verdict.dice else "Rolled"
    words = HEADLINES[verdict.kind] if verdict.side else SIDELESS.get(verdict.kind, HEADLINES[verdict.kind])
    return words.format(name=name(status, verdict.side), dice=dice, play=verdict.play or "Played", cube=status.cube)


def _signal(verdict: Verdict | None) -> Signal:
    if verdict is None:
        return "off"
    if verdict.kind == "played" and verdict.legal is not True:
        return "illegal" if verdict.legal is False else "ask"
    return SIGNALS.get(verdict.kind, "off")


def _match(status: Status) -> str:
    if not status.length:
        return "money"
    return f"to {status.length}, Crawford" if status.crawford else f"to {status.length}"
