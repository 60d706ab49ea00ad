"""Taking names out: of players, of the machine and of who uses it, of devices, of places on the disk.

A player becomes "light" or "dark", whole name or part of it, in any writing of capitals. Parts of four letters and more are found
inside longer words too (a name with an ending stays a name); shorter ones only as words, for "Al" is in "legal". What JSON objects
say in words of the program itself (kinds, plays, positions) holds no names and is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

LONG = 4
"""Letters from which on a part of a name is found inside words."""
OWN = frozenset(
    ("is", "kind", "side", "dice", "play", "rule", "button", "half", "seating", "xgid", "before", "after", "candidates", "plays",
     "legal", "float16", "lie", "answer")
)  # fmt: skip
"""Keys whose values are the program's own words."""
COMMON = frozenset(("light", "dark", "white", "black", "boardcam", "root", "pi", "user", "localhost", "raspberrypi"))
"""Words that name nobody."""
DEVICES = (
    (re.compile(r"/dev/v4l/by-(?:id|path)/[^\s,;\"'\\)]+"), "/dev/v4l/…"),
    (re.compile(r"\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b", re.IGNORECASE), "…"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), "…"),
    (re.compile(r"/(?:home|Users|media|run/media)/[^/\s\"'\\,;)]+"), "~"),
)
"""Serial numbers of cameras, hardware and network addresses, and folders that are called by their owner."""


@dataclass(frozen=True, slots=True)
class Nameless:
    """Takes these names out of texts and of JSON values."""

    words: tuple[tuple[re.Pattern[str], str], ...]
    """What to find and what to put in its place, longest first."""

    def text(self, text: str) -> str:
        for pattern, instead in (*self.words, *DEVICES):
            text = pattern.sub(instead, text)
        return text

    def value(self, value: Any) -> Any:
        """A JSON value without names."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item) for item in value]
        if isinstance(value, dict):
            return {key: item if key in OWN else self.value(item) for key, item in value.items()}
        return value


def nameless(players: Iterable[tuple[str | None, str]], others: Mapping[str, str]) -> Nameless:
    """From players (name, "light" or "dark") and other texts with what stands in their place."""
    found = {text: instead for text, instead in others.items() if text and text.casefold() not in COMMON}
    for name, side in players:
        for part in (name or "", *(part for part in re.split(r"[\W_]+", name or "") if len(part) > 1)):
            if part and part.casefold() not in COMMON:
                found[part] = side
    return Nameless(tuple((_pattern(text), found[text]) for text in sorted(found, key=len, reverse=True)))


def _pattern(text: str) -> re.Pattern[str]:
    """What finds a name; one of a single letter only where it is all that is said."""
    if len(text) == 1:
        return re.compile(rf"^{re.escape(text)}$", re.IGNORECASE)
    escaped = re.escape(text)
    if "/" not in text:  # no path: in the name of a file other signs stand between the parts
        escaped = r"[\W_]+".join(map(re.escape, re.split(r"[\W_]+", text)))
    letter = r"[^\W\d_]"
    whole = escaped if sum(map(str.isalpha, text)) >= LONG else rf"(?<!{letter}){escaped}(?!{letter})"
    return re.compile(whole, re.IGNORECASE)


def source(text: str) -> str:
    """Where a match was seen, without the name of clip, device or address."""
    kind, _, name = text.partition(":")
    return text if kind in ("sim", "demo") or re.fullmatch(r"/dev/video\d+", name) else f"{kind}:…"
