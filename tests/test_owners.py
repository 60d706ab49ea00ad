"""The pages for owners: their commands are understood, their links lead somewhere, their pictures are as scripts draw them."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

from boardcam.cli import parser

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "docs" / name for name in ("install.md", "wiring.md", "privacy.md")] + [ROOT / "calibration" / "README.md"]
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
CODE = "\n".join(
    line for text in TEXTS.values() for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()
)
COMMANDS = sorted(
    {
        found[0].split("#")[0].strip()
        for found in re.finditer(r"(?m)\bboardcam (calibrate|equipment|doctor|report|matches) .*$", CODE)
    }
)


def test_there_are_commands() -> None:
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize("command", COMMANDS)
def test_their_commands_are_understood(command: str) -> None:
    parser().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_their_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", TEXTS[page.name]):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize(
    ("script", "drawing", "file"),
    [("draw-wiring", "picture", "docs/wiring.svg"), ("draw-target", "sheet", "calibration/target.svg")],
)
def test_the_pictures_are_up_to_date(script: str, drawing: str, file: str) -> None:
    """The wiring is that of systemd/table.toml: who changes a pin there runs scripts/draw-wiring."""
    drawn = runpy.run_path(str(ROOT / "scripts" / script))[drawing]()
    assert (ROOT / file).read_text(encoding="utf-8") == drawn


def test_every_folder_that_the_service_writes_to_is_named() -> None:
    text = TEXTS["privacy.md"]
    for place in ("/var/lib/boardcam/table/matches", "/var/lib/boardcam/matches.sqlite", "evidence/", "journald"):
        assert place in text
