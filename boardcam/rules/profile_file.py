"""A profile as a TOML file, both ways.

    base = "circle-free"     # the preset that holds where the file says nothing; circle-match if left out
    name = "Thursdays"
    automatic_doubles = 0
    cube_cap = 8
    delay = "none"           # TOML has no word for nothing

An unknown option, a value of the wrong type, and options that exclude each other are errors that name the option and say what
would be right. Nothing is corrected silently.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any, NamedTuple

from boardcam.rules.errors import Unreadable
from boardcam.rules.options import OPTIONS, toml
from boardcam.rules.profile import PRESETS, Profile, changed, preset


class Exclusion(NamedTuple):
    """Options that cannot hold together."""

    options: tuple[str, str]
    broken: Callable[[Profile], bool]
    why: str
    """Why, and what to write instead."""


EXCLUSIONS = (
    Exclusion(
        ("cap_by_need", "cube_cap"),
        lambda p: p.cap_by_need and p.cube_cap is not None,
        'the cube has one cap: write cube_cap = "none" or cap_by_need = false',
    ),
    Exclusion(
        ("cap_by_need", "cube"),
        lambda p: p.cap_by_need and p.cube == "off",
        "there is no cube to cap: write cap_by_need = false",
    ),
    Exclusion(
        ("jacoby", "cube"),
        lambda p: p.jacoby and p.cube == "off",
        'without a cube no gammon would ever count: write jacoby = false, and finish = "oin" if that is meant',
    ),
    Exclusion(
        ("automatic_doubles", "cube"),
        lambda p: p.automatic_doubles > 0 and p.cube == "off",
        "there is no cube to show the stake: write automatic_doubles = 0",
    ),
    Exclusion(
        ("stake_cover", "cube_cap"),
        lambda p: p.stake_cover and p.cap(0) is None,
        "without a cap no balance covers the highest loss: write a cube_cap of 2 to 64, or stake_cover = false",
    ),
    Exclusion(
        ("chouette", "cube"),
        lambda p: p.chouette and p.cube == "match",
        'a chouette is no match, so its cube would be off: write cube = "on" or "off"',
    ),
    Exclusion(
        ("cubes", "chouette"),
        lambda p: p.cubes == "each" and not p.chouette,
        'only the members of a chouette have cubes of their own: write chouette = true or cubes = "one"',
    ),
    Exclusion(
        ("delay", "turn_end"),
        lambda p: p.delay is not None and p.turn_end != "clock",
        'a delay belongs to a clock that ends turns: write delay = "none" or turn_end = "clock"',
    ),
)
"""Every pair of options that cannot be obeyed together."""


def parse(text: str) -> Profile:
    """The profile that a file's text says. Unreadable names the option (or "TOML") and what would be right."""
    try:
        told = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n") + "\n")
    except tomllib.TOMLDecodeError as error:
        raise Unreadable("TOML", f"{error}; a profile has lines like cube_cap = 8, each option once") from error
    base = _base(told.pop("base", Profile().name))
    profile = _changed(base, told)
    if "name" not in told and profile != base:
        profile = replace(profile, name=f"{base.name}, changed")
    for problem in _problems(base, profile):
        raise problem
    return profile


def format(profile: Profile) -> str:
    """The text of a profile file, every option with its sentence and its rule; `parse` gives the same profile back.

    A preset's text is a start for a club's own: changed, it must be given a name of its own.
    """
    base = profile.name if profile.name in PRESETS else Profile().name
    lines = [f"base = {toml(base)}", f"{'# ' if profile.name in PRESETS else ''}name = {toml(profile.name)}"]
    for name, option in OPTIONS.items():
        lines += ["", f"# {option.why} ({option.rule})", f"{name} = {toml(getattr(profile, name))}"]
    return "\n".join(lines) + "\n"


def played_by(name: str, text: str | None) -> Profile | None:
    """The rules that a record names, or writes out because they are no ready-made ones; None for what is not known here."""
    try:
        return parse(text) if text else PRESETS.get(name)
    except Unreadable:
        return PRESETS.get(name)


def _base(name: Any) -> Profile:
    try:
        return preset(name) if isinstance(name, str) else preset(repr(name))
    except ValueError as error:
        raise Unreadable("base", str(error)) from error


def _changed(base: Profile, told: dict[str, Any]) -> Profile:
    """The base with the options of the file, "none" read as None where there can be none."""
    options = [field.name for field in fields(Profile)]
    for name, value in told.items():
        if name not in options:
            near = get_close_matches(name, options, 1)
            hint = f"did you mean {near[0]!r}?" if near else "boardcam profiles lists the options"
            raise Unreadable(name, f"a profile has no such option; {hint}")
        try:
            base = changed(base, {name: None if value == "none" and name != "name" else value})
        except ValueError as error:
            raise Unreadable(name, str(error)) from error
    return base


def _problems(base: Profile, profile: Profile) -> Iterator[Unreadable]:
    """What is wrong with a profile whose single options are right."""
    if not profile.name.strip():
        yield Unreadable("name", "a profile needs a name")
    if profile.name in PRESETS and profile != PRESETS[profile.name]:
        yield Unreadable("name", f"{profile.name!r} is the name of a preset, which this is not; give the profile another name")
    if profile.hints and not base.hints:
        yield Unreadable("hints", f"hints are locked in the profile {base.name!r}; start from another base")
    if profile.delay is not None and profile.delay < 0:
        yield Unreadable("delay", f"a delay is 0 seconds or more, not {profile.delay}")
    if profile.reserve < 0:
        yield Unreadable("reserve", f"a reserve is 0 seconds a point or more, not {profile.reserve}")
    for options, broken, why in EXCLUSIONS:
        if broken(profile):
            yield Unreadable(" and ".join(options), f"these exclude each other: {why}")
