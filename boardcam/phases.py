"""The phases of a match as a picture: `python -m boardcam.phases > docs/phases.md`.

What each event means in each phase is `game.TABLE`, and its sentence that of the rule there. A rule does not say by itself where it
leads; `LEADS` does, and the tests hold every step of many games against it.
"""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.events import BoardRested, CameraBack, CameraLost, CubeRested, DiceLifted, DiceRested
from boardcam.referee.game import TABLE, Key, Rule, nothing
from boardcam.referee.state import Phase

SETUP, OPENING, ROLLING, MOVING = Phase.SETUP, Phase.OPENING, Phase.ROLLING, Phase.MOVING
DOUBLED, RESIGNING, OVER = Phase.DOUBLED, Phase.RESIGNING, Phase.OVER

LEADS: dict[Phase, dict[Phase, tuple[Key, ...]]] = {
    SETUP: {OPENING: (BoardRested, "confirm"), ROLLING: (BoardRested, "confirm"), MOVING: ("undo",), OVER: ("resign", "flag")},
    OPENING: {MOVING: (DiceRested,), ROLLING: (BoardRested,), OVER: ("resign", "flag")},
    ROLLING: {
        MOVING: (DiceRested, "undo"),
        DOUBLED: (CubeRested, "double", BoardRested),
        RESIGNING: ("resign",),
        SETUP: (BoardRested, "confirm", "resign"),
        OPENING: (BoardRested,),
        OVER: (BoardRested, "confirm", "resign", "flag"),
    },
    MOVING: {
        ROLLING: (DiceLifted, "clock", "confirm", BoardRested, DiceRested),
        DOUBLED: (CubeRested,),
        RESIGNING: ("resign",),
        SETUP: (BoardRested, "resign"),
        OPENING: (BoardRested,),
        OVER: (BoardRested, "resign", "flag"),
    },
    DOUBLED: {
        ROLLING: (CubeRested, "take", BoardRested),
        MOVING: (CubeRested, DiceRested),
        RESIGNING: ("resign",),
        SETUP: ("pass", CubeRested, BoardRested, "resign"),
        OPENING: (BoardRested,),
        OVER: ("pass", CubeRested, BoardRested, "resign", "flag"),
    },
    RESIGNING: {
        ROLLING: ("pass", "undo"),
        MOVING: ("pass", "undo", DiceRested),
        DOUBLED: ("pass", "undo", "double"),
        SETUP: ("take", "confirm", "resign", BoardRested),
        OPENING: (BoardRested,),
        OVER: ("take", "confirm", "resign", BoardRested, "flag"),
    },
    OVER: {MOVING: ("undo",)},
}
"""From a phase to another: the events that can lead there. A lost camera, and all that is not named, leaves the phase as it is."""
EVENTS: dict[Key, str] = {
    BoardRested: "the board is read",
    DiceRested: "dice come to rest",
    DiceLifted: "dice are lifted",
    CubeRested: "the cube is put down",
    CameraLost: "the camera is lost",
    CameraBack: "the camera is back",
}
"""In words; a button is its own word."""
HEAD = """<!-- made by: python -m boardcam.phases > docs/phases.md -->
# The phases of a match

Every event has a meaning in every phase, or is said to be unexplained; nothing is left to chance. The table is
`boardcam/referee/game.py`; words in quotation marks are buttons.
"""


def leads(phase: Phase, key: Key) -> frozenset[Phase]:
    """The phases in which an event may leave a match that was in this one."""
    return frozenset([phase, *(after for after, keys in LEADS[phase].items() if key in keys)])


def page() -> str:
    """The page of the documentation."""
    return "\n".join([HEAD, "```mermaid", *diagram(), "```", *meanings()]) + "\n"


def diagram() -> Iterator[str]:
    """The phases and what leads from one to another, in Mermaid."""
    yield "stateDiagram-v2"
    yield f"    [*] --> {SETUP.name}"
    yield from (f"    {phase.name}: {phase.value}" for phase in Phase)
    for before, ways in LEADS.items():
        for after, keys in ways.items():
            yield f"    {before.name} --> {after.name}: {', '.join(map(words, keys))}"


def meanings() -> Iterator[str]:
    """For each phase what its events mean."""
    for phase in Phase:
        yield from ("", f"## {phase.value[0].upper()}{phase.value[1:]}", "", "| event | meaning |", "|---|---|")
        rules = {key: rule for (of, key), rule in TABLE.items() if of is phase}
        yield from (f"| {words(key)} | {sentence(rule)} |" for key, rule in rules.items() if rule is not nothing)
        ignored = ", ".join(words(key) for key, rule in rules.items() if rule is nothing)
        yield f"| {ignored} | nothing |"


def words(key: Key) -> str:
    return f"“{key}”" if isinstance(key, str) else EVENTS[key]


def sentence(rule: Rule) -> str:
    """The first paragraph of a rule's docstring, without the phases that it names."""
    paragraph = " ".join((rule.__doc__ or "").partition("\n\n")[0].split())
    phases, colon, rest = paragraph.partition(": ")
    known = {phase.name for phase in Phase} | {"Any phase"}
    said = rest if colon and {phase.strip() for phase in phases.split(",")} <= known else paragraph
    return said[:1].upper() + said[1:]


if __name__ == "__main__":
    print(page(), end="")
