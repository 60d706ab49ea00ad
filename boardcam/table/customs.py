"""The customs of a table: rules of its own, to be chosen on its page beside the ready-made ones.

Each is a profile file (`rules.profile_file`) in the folder `rules/` of the table, made on the page or by hand. One that cannot be
read is left out; `boardcam profiles FILE` says what is wrong with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from boardcam.record import whole_file
from boardcam.rules import profile_file
from boardcam.rules.profile import PRESETS, Profile, changed
from boardcam.rules.sentence import sentence

FOLDER = "rules"
MOST = 30
"""Rules of its own that a table can have."""
LONGEST = 30
"""Letters of their name."""


def here(state: Path) -> dict[str, Profile]:
    """The rules of the table whose folder this is, by name."""
    found = {}
    for path in sorted((state / FOLDER).glob("*.toml"))[:MOST]:
        with suppress(OSError, ValueError):
            profile = profile_file.parse(path.read_text(encoding="utf-8"))
            if profile.name not in PRESETS:
                found[profile.name] = profile
    return found


def known(state: Path) -> Mapping[str, Profile]:
    """All rules that a match here can be played by, by name."""
    return PRESETS | here(state)


def keep(state: Path, name: str, base: Profile, changes: Mapping[str, Any]) -> Profile:
    """Rules under a name of their own, kept. Raises ValueError, a sentence for whoever wants them, and OSError."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST or not name.isprintable():
        raise ValueError(sentence("rules are called by 1 to {most} letters", most=LONGEST))
    if name in PRESETS:
        raise ValueError(sentence("there are rules called {name} already", name=name))
    own = here(state)
    if name not in own and len(own) >= MOST:
        raise ValueError(sentence("there are {most} rules of this table already: remove one", most=MOST))
    text = profile_file.format(changed(base, {**changes, "name": name}))
    profile = profile_file.parse(text)  # which refuses options that exclude each other
    (state / FOLDER).mkdir(parents=True, exist_ok=True)
    whole_file.replace(_path(state, name), text.encode())
    return profile


def forget(state: Path, name: str) -> None:
    """Removes rules of the table's own; nothing where there are none of this name. Raises OSError."""
    for path in (state / FOLDER).glob("*.toml"):
        with suppress(ValueError):
            if profile_file.parse(path.read_text(encoding="utf-8")).name == name:
                path.unlink()


def _path(state: Path, name: str) -> Path:
    """A file's name that every system takes, and that two names seldom share; a number tells those apart that do."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "rules"
    paths = (state / FOLDER / f"{stem}{f'-{n}' if n else ''}.toml" for n in range(MOST + 1))
    return next(path for path in paths if not path.exists() or _name(path) == name)


def _name(path: Path) -> str | None:
    with suppress(OSError, ValueError):
        return profile_file.parse(path.read_text(encoding="utf-8")).name
    return None
