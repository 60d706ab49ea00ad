"""A verdict as one line of plain words, for the terminal, the page and logs."""

from __future__ import annotations

from boardcam.events import Kind, Verdict
from boardcam.show.languages import ENGLISH, Language, marked
from boardcam.show.view import named

WORDS: dict[Kind, str] = {
    "opening": marked("{name} starts with {dice}"),
    "rolled": marked("{name} rolls {dice}"),
    "void_roll": marked("{name} rolls again"),
    "premature": marked("{name} has rolled too early"),
    "played": marked("{name} plays {play}"),
    "illegal": marked("{name} plays {play}: illegal"),
    "corrected": marked("{name} corrects it to {play}"),
    "called": marked("{name} must put his play right"),
    "stands": marked("{name}: it stands"),
    "danced": marked("{name} cannot move"),
    "doubled": marked("{name} doubles"),
    "taken": marked("{name} takes"),
    "passed": marked("{name} passes"),
    "offered": marked("{name} resigns"),
    "declined": marked("the game goes on"),
    "resigned": marked("{name} resigns"),
    "game": marked("{name} wins the game"),
    "match": marked("{name} wins the match"),
    "warned": marked("note"),
    "lost": marked("lost the thread"),
    "unsure": marked("not sure"),
    "camera": marked("camera"),
}
SIDELESS: dict[Kind, str] = {"opening": marked("both roll {dice}: a tie, roll again"), "game": marked("the game is drawn")}
"""Instead of those, for a ruling on neither side."""
PLAYLESS: dict[Kind, str] = {"corrected": marked("put right")}
"""Instead of those, for a ruling on no play: a turn that is taken back, a roll, a score."""
RETOLD = marked("put right: {name} plays {play}")
"""Instead of those, for a turn that was told wrongly: not its player puts it right."""
SPEAKS = ("opening", "rolled", "played", "danced", "doubled", "taken", "passed", "resigned")
"""Kinds whose words say everything; the others need their reason."""


def ruling(verdict: Verdict, players: tuple[str, str], language: Language = ENGLISH) -> str:
    """`  1:05.2  Ann plays 13/7 8/7`, with reason and rule where there is something to explain.

    >>> from boardcam.rules.position import Side
    >>> ruling(Verdict(65.2, 66, "danced", Side.BLACK, (6, 6)), ("Ann", "Ben"))
    '  1:05.2  Ben cannot move'
    """
    minutes, seconds = divmod(verdict.t, 60)
    plain = verdict.kind in SPEAKS and verdict.legal is not False
    why = "" if plain or not verdict.why else f": {language.say(verdict.why)}"
    rule = "" if plain or not verdict.rule else f" [{verdict.rule}]"
    return f"{int(minutes):3d}:{seconds:04.1f}  {said(verdict, players, language)}{why}{rule}"


def said(verdict: Verdict, players: tuple[str, str], language: Language = ENGLISH) -> str:
    """What was ruled, without its reason: `Ann plays 13/7 8/7`."""
    words = WORDS[verdict.kind] if verdict.side else SIDELESS.get(verdict.kind, WORDS[verdict.kind])
    words = words if verdict.play else PLAYLESS.get(verdict.kind, words)
    words = RETOLD if verdict.kind == "corrected" and verdict.play and verdict.rule == "R85" else words
    name = language.text("somebody") if verdict.side is None else named(players, language)[verdict.side.index]
    dice = "-".join(map(str, verdict.dice)) if verdict.dice else language.text("unseen dice")
    return language.text(words, name=name, dice=dice, play=verdict.play or language.text("a play"))
