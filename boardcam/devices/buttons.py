"""Buttons: whatever hands over the players' presses, with the time of each by the camera's clock."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, get_args

from boardcam.events import Button, Pressed
from boardcam.rules.position import Side

_SIDES = {"light": Side.WHITE, "dark": Side.BLACK, None: None}


class Buttons(Protocol):
    def pressed(self, until: float) -> tuple[Pressed, ...]:
        """The presses that were not handed over before, up to and including time `until`, in order."""


class ScriptedButtons:
    """Presses known in advance: those of a recording, of a simulated table, or of a test."""

    def __init__(self, presses: Iterable[Pressed] = ()) -> None:
        self._left = sorted(presses, key=lambda press: press.t)

    def pressed(self, until: float) -> tuple[Pressed, ...]:
        due = tuple(press for press in self._left if press.t <= until)
        self._left = self._left[len(due) :]
        return due


def read_presses(path: Path) -> tuple[Pressed, ...]:
    """Presses from a file with one a line: `{"t": 12.5, "button": "double", "side": "light"}`; a resignation may have
    its "value". Raises ValueError."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_press(line, f"{path}, line {number}") for number, line in enumerate(lines, 1) if line.strip())


def _press(line: str, place: str) -> Pressed:
    try:
        entry = json.loads(line)
        t, button, side, value = float(entry["t"]), entry["button"], _SIDES[entry.get("side")], entry.get("value")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f'{place}: not a press; it should look like {{"t": 12.5, "button": "double", "side": "light"}}') from error
    if button not in get_args(Button):
        raise ValueError(f"{place}: there is no button {button!r}; there are {', '.join(get_args(Button))}")
    if value is not None and (button != "resign" or type(value) is not int or value not in (1, 2, 3)):
        raise ValueError(
            f"{place}: only a resignation has a value, 1 single game, 2 gammon or 3 backgammon; this is {button} {value!r}"
        )
    return Pressed(t, button, side, value)
