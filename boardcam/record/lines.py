"""Verdicts as lines of `events.jsonl`, for people and other programs; light is the bottom player of every `xgid`."""

from __future__ import annotations

import json
from typing import Any

from boardcam.events import Verdict
from boardcam.rules.position import Side


def line(verdict: Verdict, players: tuple[str | None, str | None] = (None, None)) -> str:
    """One JSON object, without a line break. `players` are light's and dark's names; None where nobody told them."""
    return json.dumps(_entry(verdict, players), ensure_ascii=False)


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
    }
