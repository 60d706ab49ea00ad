"""Scene → JSON: everything that the page shows of a table, in the language of a viewer.

A scene is a frozen value that the loop hands over; it is put into words where it is shown, not where it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from boardcam.coach.hint import Hint
from boardcam.coaching import hinting
from boardcam.events import Button, Status, Verdict
from boardcam.geometry import Seating
from boardcam.referee.state import Phase
from boardcam.replay.fold import TURNS
from boardcam.rules.position import Position, Side
from boardcam.rules.profile import Profile
from boardcam.show import text
from boardcam.show.languages import Code, Language, language, terms
from boardcam.show.lit import marks, signal
from boardcam.show.ruling import said
from boardcam.show.view import View, view


@dataclass(frozen=True, slots=True)
class Look:
    """How a table is shown, besides its rules."""

    language: Code = "en"
    """Of the displays and the voice; every viewer of the page has a language of his own."""
    turned: bool | None = None
    """Dark sits at the bottom of the picture; None = who does for the camera."""
    mirrored: bool | None = None
    """The home boards are on the left; None = where the camera sees them."""


Stage = Literal["waiting", "playing", "ended"]
"""No match is set up; one is being played; nothing more is to be seen of it, but it can still be put right."""
RULINGS = 40
"""That are shown."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is at the table."""

    stage: Stage = "waiting"
    view: View | None = None
    told: tuple[Verdict, ...] = ()
    """All that was ruled in this match."""
    profile: Profile | None = None
    source: str = ""
    look: Look = Look()
    """How it is shown where a viewer has not chosen otherwise."""
    stake: int = 1
    troubles: tuple[str, ...] = ()
    """What does not work at the table, a sentence each."""
    remark: str = ""
    """What somebody wanted to know, until the next ruling."""
    hint: Hint | None = None
    """What the coach says of the decision that is to be made."""
    last: Mapping[str, Any] | None = None
    """How the last match was set up, while the next is waited for."""
    stakes: int = 0
    """Lines of the stakes' journal: their page asks anew when there are others."""


def told(scene: Scene, code: str) -> dict[str, Any]:
    """The JSON of a scene."""
    speech = speaking(code, scene.profile)
    return {
        "stage": scene.stage,
        "language": speech.code,
        "terms": speech.terms,
        "source": scene.source,
        **_lying(scene),
        "troubles": [speech.say(trouble) for trouble in scene.troubles],
        "remark": speech.say(scene.remark),
        "last": scene.last,
        "stakes": scene.stakes,
        **({} if scene.profile is None else {"profile": scene.profile.name, "hints": scene.profile.hints,
                                             "variant": scene.profile.variant, "stake": scene.stake}),
        **({} if scene.view is None else _shown(scene.view, speech)),
        **({} if scene.hint is None or scene.view is None else _hinted(scene.hint, scene.view, speech)),
        "rulings": _rulings(scene, speech),
    }  # fmt: skip


def _lying(scene: Scene) -> dict[str, bool]:
    """How the board lies in the picture: as it was set up, or else as the camera sees it."""
    seating = scene.view.status.seating if scene.view else None
    turned, mirrored = scene.look.turned, scene.look.mirrored
    if turned is None:
        turned = seating in (Seating.TOP_LEFT, Seating.TOP_RIGHT)
    if mirrored is None:
        mirrored = seating in (Seating.BOTTOM_LEFT, Seating.TOP_RIGHT)
    return {"turned": turned, "mirrored": mirrored}


def speaking(code: str, profile: Profile | None) -> Language:
    """The language of a viewer; English where it is none of ours."""
    try:
        return language(code, terms(profile) if profile else "backgammon")
    except ValueError:
        return language("en")


def _shown(seen: View, speech: Language) -> dict[str, Any]:
    now = view(seen.status, seen.t, speech)
    status = seen.status
    return {
        "t": round(seen.t, 2),
        "headline": now.headline,
        "why": now.why,
        "rule": status.verdict.rule if status.verdict else None,
        "signal": signal(status),
        "needs": status.needs,
        "marks": marks(status),
        "phase": status.phase,
        "names": now.names,
        "score": now.score,
        "match": now.match,
        "length": status.length,
        "crawford": status.crawford,
        "cube": {"value": status.cube, "owner": _colour(status.owner)},
        "turn": _colour(now.turn),
        "dice": now.dice,
        "clock": now.clock,
        "clock_turn": _colour(status.clock.turn) if status.clock else None,
        "can": buttons(status),
        "board": None if now.position is None else board(now.position),
        "text": None if now.position is None else text.board(now.position),
    }


def _hinted(hint: Hint, shown: View, speech: Language) -> dict[str, Any]:
    said = {"headline": hint.headline, "why": hint.why, "yours": hint.yours}
    return {
        "hint": {what: speech.say(words) for what, words in said.items()}
        | {"others": [speech.say(one) for one in hint.others], "plies": hint.plies},
        "marks": hinting.marks(hint, shown.turn),
    }


def board(position: Position) -> dict[str, Any]:
    """A position for the page, with the pip counts."""
    return {"points": position.points, "bar": position.bar, "off": position.off, "pips": [position.pips(side) for side in Side]}


def _colour(side: Side | None) -> str | None:
    return None if side is None else side.colour


CAN: dict[str, tuple[Button, ...]] = {
    Phase.SETUP.value: ("confirm", "undo"),
    Phase.OPENING.value: (),
    Phase.ROLLING.value: ("double", "resign", "undo", "review"),
    Phase.MOVING.value: ("confirm", "resign", "undo"),
    Phase.DOUBLED.value: ("take", "pass", "resign"),
    Phase.RESIGNING.value: ("take", "pass"),
    Phase.OVER.value: ("undo",),
    "lost the thread": ("confirm", "undo"),
}
"""Buttons that mean something in a phase. The referee takes every button in every phase."""
ANSWERS: dict[str, tuple[Button, ...]] = {
    Phase.DOUBLED.value: ("take", "pass"),
    Phase.RESIGNING.value: ("take", "pass"),
    Phase.MOVING.value: ("take", "pass"),
}
"""What a question is answered by; in other phases by confirming or calling it."""


def buttons(status: Status) -> dict[str, list[Button]]:
    """What can be pressed now: the `answers` to what the table waits for, and the `others`."""
    can = CAN.get(status.phase, ())
    answers: tuple[Button, ...] = ()
    if status.phase == "lost the thread" or status.needs in ("check", "correct"):
        answers = ("confirm", "review") if status.needs == "correct" else ("confirm",)
    elif status.needs == "answer":
        answers = ANSWERS.get(status.phase, ())
    dead = () if doublable(status) else ("double",)
    others = [
        button
        for button in (*can, *(("pause",) if status.clock and status.phase != Phase.OVER.value else ()))
        if button not in (*answers, *dead)
    ]
    return {"answers": [*answers], "others": others}


def doublable(status: Status) -> bool:
    """Whether who is on roll may double: not in the Crawford game, nor with the other's cube."""
    return not status.crawford and status.owner in (None, status.turn)


# --- rulings ---------------------------------------------------------------------------------------------------------------------


def _rulings(scene: Scene, speech: Language) -> list[dict[str, Any]]:
    """The last rulings, the newest first."""
    if scene.view is None:
        return []
    numbers = turn_numbers(scene.told)
    last = list(enumerate(scene.told, 1))[-RULINGS:]
    return [_ruling(number, verdict, numbers.get(number), scene.view.names, speech) for number, verdict in reversed(last)]


@lru_cache(4)
def turn_numbers(told: tuple[Verdict, ...]) -> Mapping[int, int]:
    """Number of a ruling, from 1 → number of the turn that it is on, as `replay.fold.Fold.turns` counts."""
    turns: dict[object, int] = {}
    found = {}
    for number, verdict in enumerate(told, 1):
        key = verdict.evidence.rolled
        if verdict.kind in TURNS and verdict.side is not None and (key is not None or verdict.kind == "danced"):
            found[number] = turns.setdefault(number if key is None else ("rolled", key), len(turns) + 1)
    return found


def _ruling(number: int, verdict: Verdict, turn: int | None, names: tuple[str, str], speech: Language) -> dict[str, Any]:
    return {
        "n": number,
        "turn": turn,
        "t": round(verdict.t, 3),
        "kind": verdict.kind,
        "side": _colour(verdict.side),
        "dice": verdict.dice,
        "play": verdict.play,
        "legal": verdict.legal,
        "rule": verdict.rule,
        "why": speech.say(verdict.why),
        "words": said(verdict, names, speech),
        "rolled": verdict.evidence.rolled,
        "before": verdict.evidence.before,
        "after": verdict.xgid,
        "plays": verdict.evidence.legal,
    }
