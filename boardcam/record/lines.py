"""Verdicts as lines of `events.jsonl`, for people and other programs; light is the bottom player of every `xgid`. Where a clock is
used, `clock` is what light's and dark's showed, s."""

from __future__ import annotations

import json
from typing import Any

from boardcam.events import Verdict
from boardcam.rules.position import Side


def line(verdict: Verdict, players: tuple[str | None, str | None] = (None, None)) -> str:
    """One JSON object, without a line break. `players` are light's and dark's names; None where nobody told them."""
    return json.dumps(_entry(verdict, players), ensure_ascii=False)


def read(text: str) -> Verdict:
    """The verdict of a line; evidence is not in it. ValueError for what is no such line."""
    try:
        entry = json.loads(text)
        side = None if entry["side"] is None else Side.WHITE if entry["side"] == "light" else Side.BLACK
        dice = None if entry["dice"] is None else (int(entry["dice"][0]), int(entry["dice"][1]))
        told = {name: entry[name] for name in ("kind", "play", "xgid", "legal", "rule", "why", "margin")}
        clock = None if entry.get("clock") is None else (float(entry["clock"][0]), float(entry["clock"][1]))
        return Verdict(float(entry["t"]), float(entry["t_decided"]), side=side, dice=dice, clock=clock, **told)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"this is no line of events.jsonl: {text[:80]!r}") from error


def _entry(verdict: Verdict, players: tuple[str | None, str | None]) -> dict[str, Any]:
    return {
        "t": round(verdict.t, 3),
        "t_decided": round(verdict.t_decided, 3),
        "kind": verdict.kind,
        "side": verdict.side.colour if verdict.side is not None else None,
        "player": None if verdict.side is None else players[0 if verdict.side is Side.WHITE else 1],
        "dice": None if verdict.dice is None else list(verdict.dice),
        "play": verdict.play,
        "xgid": verdict.xgid,
        "legal": verdict.legal,
        "rule": verdict.rule,
        "why": verdict.why,
        "margin": None if verdict.margin is None else round(float(verdict.margin), 2),
    } | ({} if verdict.clock is None else {"clock": [round(left, 1) for left in verdict.clock]})
