"""Wishes: how a match is to be played, as the page tells it, and the options that it means.

{"players": ["Ann", "Ben"], "length": 7, "profile": "circle-match", "changes": {"swap": true, "delay": 12},
 "stake": 5, "balances": [1000, 1000], "pictures": "none", "event": "", "place": "", "language": "et",
 "turned": null, "mirrored": null}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardcam import config
from boardcam.rules import profile_file
from boardcam.rules.profile import PRESETS, Profile, changed
from boardcam.rules.sentence import sentence
from boardcam.show.languages import CODES
from boardcam.table.scene import Look

CHANGES = (
    "swap", "hints", "hints_after", "delay", "reserve", "bronstein", "automatic_doubles", "crawford", "jacoby", "cup", "cube_cap",
    "finish", "turn_end",
)  # fmt: skip
"""Options of a profile that can be chosen for one match."""
LONGEST_NAME = 40
LESS: tuple[config.Pictures, ...] = ("all", "dice", "none")
"""What is kept of the pictures, less and less: a match can keep less than its table does, never more."""


def options(told: Mapping[str, Any], usual: config.Options, rules: Mapping[str, Profile] = PRESETS) -> config.Options:
    """The options of a match by one of these rules; what is not told is as `usual`. Raises ValueError, a sentence for whoever sets
    it up."""
    length = _whole(told.get("length", 7), 0, config.LONGEST, "the length of the match")
    light, dark = _pair(told.get("players", [None, None]))
    found = replace(
        usual,
        length=length,
        profile=_profile(told, rules),
        names=(_name(light), _name(dark)),
        event=_name(told.get("event")) or usual.event,
        place=_name(told.get("place")) or usual.place,
        pictures=_pictures(told.get("pictures"), usual.pictures),
        stake=1 if length else _whole(told.get("stake", 1), 1, 10**9, "the stake"),
        balances=None if length else _balances(told.get("balances")),
    )
    if found.names[0] and found.names[0] == found.names[1]:
        raise ValueError(sentence("both players are called {name}: tell them apart", name=found.names[0]))
    found.check()
    return found


def look(told: Mapping[str, Any]) -> Look:
    """How it is to be shown."""
    code, turned, mirrored = told.get("language"), told.get("turned"), told.get("mirrored")
    return Look(
        code if code in CODES else "en",
        turned if isinstance(turned, bool) else None,
        mirrored if isinstance(mirrored, bool) else None,
    )


def _pictures(told: Any, usual: config.Pictures) -> config.Pictures:
    if told is not None and told not in LESS:
        raise ValueError(sentence("{name} is one of {choices}", name="pictures", choices=LESS))
    return usual if told is None else max(told, usual, key=LESS.index)


def _profile(told: Mapping[str, Any], rules: Mapping[str, Profile]) -> Profile:
    name = told.get("profile", "circle-match")
    if name not in rules:
        raise ValueError(sentence("there are no rules called {name}", name=str(name)))
    changes = told.get("changes", {})
    if not isinstance(changes, dict) or not changes.keys() <= set(CHANGES):
        raise ValueError(sentence("these rules cannot be changed so"))
    wished = changed(rules[name], changes)
    return profile_file.parse(profile_file.format(wished))  # which refuses options that exclude each other


def _name(told: Any) -> str | None:
    """A name or a heading, on one line."""
    if told is None:
        return None
    if not isinstance(told, str):
        raise ValueError(sentence("a name is a text"))
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in told).split())
    if len(name) > LONGEST_NAME:
        raise ValueError(sentence("{name} is too long: {most} letters at most", name=name[:12] + "…", most=LONGEST_NAME))
    return name or None


def _pair(told: Any) -> tuple[Any, Any]:
    if not isinstance(told, list) or len(told) != 2:
        raise ValueError(sentence("there are two players"))
    return told[0], told[1]


def _whole(told: Any, least: int, most: int, what: str) -> int:
    if type(told) is not int or not least <= told <= most:
        raise ValueError(sentence("{what} is a whole number from {least} to {most}", what=sentence(what), least=least, most=most))
    return told


def _balances(told: Any) -> tuple[int, int] | None:
    if told is None:
        return None
    light, dark = _pair(told)
    return _whole(light, 0, 10**12, "a balance"), _whole(dark, 0, 10**12, "a balance")


def files(state: Path) -> tuple[Path, Path]:
    """(What the last match was set up by; which match is being played) in the folder of a table."""
    return state / "setup.json", state / "current"
