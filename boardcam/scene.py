"""Scene → JSON: everything that the page shows of a table, in the language of a viewer.

A scene is a frozen value that the loop hands over; it is put into words where it is shown, not where it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from boardcam.events import Status, Verdict
from boardcam.referee.state import Phase
from boardcam.replay.fold import TURNS
from boardcam.rules.position import Position, Side
from boardcam.rules.profile import Profile
from boardcam.show import text
from boardcam.show.languages import Language, language, terms
from boardcam.show.ruling import said
from boardcam.show.view import View, view

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
    turned: bool = False
    """Dark sits at the bottom of the picture."""
    mirrored: bool = False
    """The home boards are on the left."""
    stake: int = 1
    troubles: tuple[str, ...] = ()
    """What does not work at the table, a sentence each."""
    last: Mapping[str, Any] | None = None
    """How the last match was set up, while the next is waited for."""


def told(scene: Scene, code: str) -> dict[str, Any]:
    """The JSON of a scene."""
    speech = speaking(code, scene.profile)
    return {
        "stage": scene.stage,
        "language": speech.code,
        "source": scene.source,
        "turned": scene.turned,
        "mirrored": scene.mirrored,
        "troubles": scene.troubles,
        "last": scene.last,
        **({} if scene.profile is None else {"profile": scene.profile.name, "hints": scene.profile.hints,
                                             "variant": scene.profile.variant, "stake": scene.stake}),
        **({} if scene.view is None else _shown(scene.view, speech)),
        "rulings": _rulings(scene, speech),
    }  # fmt: skip


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
        "signal": now.signal,
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


def board(position: Position) -> dict[str, Any]:
    """A position for the page, with the pip counts."""
    return {"points": position.points, "bar": position.bar, "off": position.off, "pips": [position.pips(side) for side in Side]}


def _colour(side: Side | None) -> str | None:
    return None if side is None else side.colour


CAN: dict[str, tuple[str, ...]] = {
    Phase.SETUP.value: ("confirm", "undo"),
    Phase.OPENING.value: (),
    Phase.ROLLING.value: ("double", "resign", "undo"),
    Phase.MOVING.value: ("confirm", "resign", "undo"),
    Phase.DOUBLED.value: ("take", "pass"),
    Phase.RESIGNING.value: ("take", "pass"),
    Phase.OVER.value: ("undo",),
    "lost the thread": ("confirm", "undo"),
}
"""Buttons that mean something in a phase, the likeliest first. The referee takes every button in every phase."""


def buttons(status: Status) -> list[str]:
    """What can be pressed now."""
    can = [*CAN.get(status.phase, ())]
    asks = status.verdict.kind if status.verdict else None
    if status.phase == Phase.ROLLING.value and asks in ("unsure", "illegal", "called", "lost"):
        can.insert(0, "confirm")
    if asks in ("illegal", "premature", "played", "unsure", "danced") and status.phase in (Phase.ROLLING.value, Phase.MOVING.value):
        can.append("review")
    return [*can, *(("pause",) if status.clock else ())]


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
