"""What the README shows is there: its commands parse, its files and pictures exist, its names are the program's."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from boardcam.cli import parser
from boardcam.record.folder import RECORD

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    re.split("[#>]", line)[0].strip()
    for line in re.findall(r"^boardcam .*$", TEXT, re.MULTILINE)
    if not line.startswith("boardcam/")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_are_understood(command: str) -> None:
    parser().parse_args(shlex.split(command)[1:])


def test_it_shows_every_command() -> None:
    shown = {command.split()[1] for command in COMMANDS}
    there = {path.stem for path in (ROOT / "boardcam" / "commands").glob("[a-z]*.py")}
    assert shown == there


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", TEXT))
def test_its_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_its_scripts_are_there_and_can_be_run() -> None:
    for name in ("scripts/run", "scripts/test", "scripts/setup", ".ci/run"):
        assert (ROOT / name).stat().st_mode & 0o111, name


def test_it_names_the_files_of_a_record() -> None:
    for name in (*RECORD, "display.png", "presses.jsonl"):
        assert f"`{name}`" in TEXT
