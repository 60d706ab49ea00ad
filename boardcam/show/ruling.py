"""A verdict as one line of plain words, for the terminal and for logs."""

from __future__ import annotations

from boardcam.events import Kind, Verdict
from boardcam.rules.position import Side

WORDS: dict[Kind, str] = {
    "opening": "{name} starts with {dice}",
    "rolled": "{name} rolls {dice}",
    "void_roll": "{name} rolls again",
    "premature": "{name} has rolled too early",
    "played": "{name} plays {play}",
    "illegal": "{name} plays {play}: illegal",
    "corrected": "{name} corrects it to {play}",
    "called": "{name} must put his play right",
    "stands": "{name}: it stands",
    "danced": "{name} cannot move",
    "doubled": "{name} doubles",
    "taken": "{name} takes",
    "passed": "{name} passes",
    "offered": "{name} resigns",
    "declined": "the game goes on",
    "resigned": "{name} resigns",
    "game": "{name} wins the game",
    "match": "{name} wins the match",
    "warned": "note",
    "lost": "lost the thread",
    "unsure": "not sure",
    "camera": "camera",
}
SIDELESS: dict[Kind, str] = {"opening": "both roll {dice}: a tie, roll again", "game": "the game is drawn"}
"""Instead of those, for a ruling on neither side."""
SPEAKS = ("opening", "rolled", "played", "danced", "doubled", "taken", "passed", "resigned")
"""Kinds whose words say everything; the others need their reason."""


def ruling(verdict: Verdict, players: tuple[str, str]) -> str:
    """`  1:05.2  Ann plays 13/7 8/7`, with reason and rule where there is something to explain.

    >>> ruling(Verdict(65.2, 66, "danced", Side.BLACK, (6, 6)), ("Ann", "Ben"))
    '  1:05.2  Ben cannot move'
    """
    minutes, seconds = divmod(verdict.t, 60)
    name = "" if verdict.side is None else players[0 if verdict.side is Side.WHITE else 1]
    dice = "-".join(map(str, verdict.dice)) if verdict.dice else "unseen dice"
    words = WORDS[verdict.kind] if verdict.side else SIDELESS.get(verdict.kind, WORDS[verdict.kind])
    words = words.format(name=name or "somebody", dice=dice, play=verdict.play or "a play")
    plain = verdict.kind in SPEAKS and verdict.legal is not False
    why = "" if plain or not verdict.why else f": {verdict.why}"
    rule = "" if plain or not verdict.rule else f" [{verdict.rule}]"
    return f"{int(minutes):3d}:{seconds:04.1f}  {words}{why}{rule}"
