"""`boardcam profiles`: the ready-made profiles and every option with its rule; `--show` prints one as a file to start from."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from boardcam.rules import profile_file
from boardcam.rules.errors import Unreadable
from boardcam.rules.options import OPTIONS, PURPOSES, choices, toml
from boardcam.rules.profile import PRESETS, Profile, preset


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the sub-command."""
    parser = commands.add_parser(
        "profiles",
        help="list the ready-made profiles and the options of a profile",
        description="Lists the ready-made profiles, and every option with its values and the rule it comes from.",
        epilog="example: boardcam profiles --show circle-free > club.toml, then change club.toml and give it a name",
    )
    parser.add_argument("--show", metavar="NAME", help="one profile as a TOML file: a ready-made one, or a file, which is checked")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List or show; 2 if the profile that was asked for is none."""
    try:
        shown = None if args.show is None else read(args.show)
    except ValueError as error:
        print(f"boardcam profiles: {error}", file=sys.stderr)
        return 2
    if shown is None:
        print(json.dumps(_everything(), ensure_ascii=False) if args.json else "\n".join(_listed()))
    else:
        print(json.dumps(asdict(shown), ensure_ascii=False) if args.json else profile_file.format(shown), end="\n" * args.json)
    return 0


def read(told: str) -> Profile:
    """The ready-made profile of this name, or the one in this TOML file. ValueError says what is wrong, and in which file."""
    path = Path(told)
    if told in PRESETS or not (path.suffix == ".toml" or path.is_file()):
        return preset(told)
    try:
        return profile_file.parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not a text in UTF-8") from error
    except Unreadable as error:
        raise ValueError(f"{path}: {error}") from error


def _everything() -> dict[str, Any]:
    options = {name: {"why": why, "rule": rule, "choices": list(choices(name))} for name, (rule, why) in OPTIONS.items()}
    profiles = {name: {"purpose": PURPOSES[name], **asdict(profile)} for name, profile in PRESETS.items()}
    return {"profiles": profiles, "options": options}


def _listed() -> Iterator[str]:
    yield "Profiles"
    for name, profile in PRESETS.items():
        yield f"\n  {name}: {PURPOSES[name]}"
        yield f"      {', '.join(_differences(profile)) or 'every option at its default'}"
    yield "\nOptions (default first)"
    for name, (rule, why) in OPTIONS.items():
        yield f"\n  {name} = {' | '.join(_choices(name))}"
        yield f"      {why} ({rule})"
    yield "\nboardcam profiles --show NAME prints a profile as a TOML file; boardcam run --profile takes a name or such a file."


def _differences(profile: Profile) -> list[str]:
    return [f"{name} {_said(value)}" for name in OPTIONS if (value := getattr(profile, name)) != getattr(Profile(), name)]


def _said(value: str | int | None) -> str:
    return toml(value).strip('"')


def _choices(name: str) -> list[str]:
    default = toml(getattr(Profile(), name))
    return sorted(choices(name), key=lambda choice: choice != default)
