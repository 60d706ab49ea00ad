"""Status → View: what the players are told, in words of their language, with a board; no pixels.

A view is complete in itself: displays, lights, the terminal and the page show parts of the same view. To change its language, make
it again from its status.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil

from boardcam.events import Kind, Signal, Status, Verdict
from boardcam.rules.clock import Clock
from boardcam.rules.position import Position, Side
from boardcam.rules.sentence import sentence
from boardcam.show.languages import ENGLISH, Language, marked
from boardcam.show.lit import signal, stands

HEADLINES: dict[Kind, str] = {
    "opening": marked("{name} starts"),
    "rolled": "{dice}",
    "void_roll": marked("Roll again"),
    "premature": marked("Too early"),
    "played": "{play}",
    "illegal": marked("Illegal play"),
    "corrected": marked("Corrected"),
    "called": marked("Put it right"),
    "stands": marked("It stands"),
    "danced": marked("No move"),
    "doubled": marked("Double to {cube}"),
    "taken": marked("Taken: {cube}"),
    "passed": marked("Passed"),
    "offered": marked("Resign?"),
    "declined": marked("Play on"),
    "resigned": marked("Resigned"),
    "game": marked("{name} wins"),
    "match": marked("{name} wins the match"),
    "warned": marked("Please note"),
    "lost": marked("Lost the thread"),
    "unsure": marked("Please check"),
    "camera": marked("Camera"),
}
SIDELESS: dict[Kind, str] = {"opening": marked("Tie: roll again"), "game": marked("A draw")}
"""Instead of those, for a ruling on neither side."""

UNNAMED = ("Light", "Dark")
"""What a record calls players who have told no name."""


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
    status: Status = field(compare=False, repr=False)
    """What it is made from, and when, s."""
    t: float = field(compare=False, repr=False)
    language: Language = ENGLISH
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


def view(status: Status, t: float = 0.0, language: Language = ENGLISH) -> View:
    """The view of a status, with the clocks as they stand at time `t`."""
    status = _asked(status)
    headline, why = _words(status, language)
    return View(
        headline=headline,
        why=why,
        names=named(status.players, language),
        score=status.score,
        match=_match(status, language),
        cube=str(status.cube) if status.owner is None else f"{status.cube} {name(status, status.owner, language)}",
        status=status,
        t=t,
        language=language,
        signal=signal(status),
        turn=status.turn,
        dice=status.dice,
        position=status.position,
        clock=None if status.clock is None else (_time(status.clock, Side.WHITE, t), _time(status.clock, Side.BLACK, t)),
    )


def stale(shown: View, seconds: int) -> View:
    """A view as it was so many seconds ago: what is ruled now nobody knows."""
    text = shown.language.text
    return replace(shown, headline=text("STALE"), why=text("no picture for {n} s", n=seconds), signal="camera", dice=None)


def _asked(status: Status) -> Status:
    """A double waits for its answer: that is what is told, although the play before it was read to its end only after it."""
    last, side = status.verdict, status.turn
    if status.phase != "doubled" or side is None or last is None or last.kind != "played":
        return status
    why = sentence("{side} doubles to {cube}", side=side, cube=2 * status.cube)
    return replace(status, verdict=replace(last, kind="doubled", side=side, dice=None, play=None, legal=None, rule="R49", why=why))


def _words(status: Status, language: Language) -> tuple[str, str]:
    """The headline and what it is about."""
    if stands(status):
        return language.text("Roll for the start"), language.text("The board is set up: each player rolls one die.")
    if (verdict := status.verdict) is not None:
        headline = _headline(status, verdict, language)
        return headline, _unsaid(language.say(verdict.why), headline)
    why = language.text("The game begins when the checkers stand in their starting places.")
    return language.text("Set up the board"), why


def _unsaid(why: str, headline: str) -> str:
    """A reason without the words that the headline has said already: "roll again: a die does not lie flat"."""
    head, colon, rest = why.partition(": ")
    return rest if colon and head.casefold() == headline.casefold() else why


def _time(clock: Clock, side: Side, t: float) -> str:
    """Minutes and begun seconds, so that 0:00 is shown when the flag falls and not before."""
    minutes, seconds = divmod(ceil(clock.shown(side, t)), 60)
    delay = 0 if clock.control.bronstein or side is not clock.turn else ceil(clock.delay(t))
    return f"{minutes}:{seconds:02d}" + (f" +{delay}" if delay else "")


def named(players: tuple[str, str], language: Language) -> tuple[str, str]:
    """Light's and dark's name; who has told none is called by his colour, in the language that is spoken."""
    light, dark = players
    return language.text("Light") if light == UNNAMED[0] else light, language.text("Dark") if dark == UNNAMED[1] else dark


def name(status: Status, side: Side | None, language: Language = ENGLISH) -> str:
    """A player's name; "" for no side."""
    return "" if side is None else named(status.players, language)[side.index]


def _headline(status: Status, verdict: Verdict, language: Language) -> str:
    dice = "{}-{}".format(*verdict.dice) if verdict.dice else language.text("Rolled")
    words = HEADLINES[verdict.kind] if verdict.side else SIDELESS.get(verdict.kind, HEADLINES[verdict.kind])
    play = verdict.play or language.text("Played")
    if verdict.kind == "doubled" and verdict.legal is False:
        return language.text("No double")
    cube = status.cube * (2 if verdict.kind == "doubled" else 1)  # it is turned when it is taken
    return language.text(words, name=name(status, verdict.side, language), dice=dice, play=play, cube=cube)


def _match(status: Status, language: Language) -> str:
    if not status.length:
        return language.text("money")
    if status.crawford:
        return language.text("to {points}, Crawford", points=status.length)
    return language.text("to {points}", points=status.length)
