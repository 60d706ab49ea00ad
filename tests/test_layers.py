"""Imports run one way: rules ← events, geometry ← the seven rooms, none of which imports another; app and the commands see all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "boardcam"
GROUND = {"rules": {"rules"}, "geometry": {"rules", "geometry"}, "events": {"rules", "geometry", "events"}, "resources": set()}
ROOMS = ("referee", "vision", "coach", "record", "show", "devices", "sim", "web")
REPLAY = {"replay": {"rules", "events", "geometry", "referee", "record", "replay"}}
"""A match as its journal tells it: the one place under `app` where two rooms meet."""
ALLOWED = GROUND | REPLAY | {room: {"rules", "events", "geometry", "resources", room} for room in ROOMS}
"""What the files of a room may import of boardcam; a room not named here may import everything."""


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """The rooms that a file imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names = [node.module or ""] if node.module != "boardcam" else [f"boardcam.{name}" for name in names]
        yield from (name.split(".")[1] for name in names if name.startswith("boardcam."))


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_arrows(path: Path) -> None:
    allowed = ALLOWED.get(room(path))
    if allowed is not None:
        assert set(imported(path)) <= allowed


def test_every_room_is_there() -> None:
    assert {room(path) for path in files()} >= set(ROOMS) | {"rules", "events", "geometry", "app", "cli"}


def test_rules_need_the_standard_library_only() -> None:
    import sys

    for path in (PACKAGE / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.split(".")[0] in {*sys.stdlib_module_names, "boardcam"}, f"{path} imports {name}"


@pytest.mark.parametrize("package", ["rules", "referee"])
def test_pure_rooms_touch_nothing(package: str) -> None:
    """No clock, no randomness, no files, no sleep where verdicts are made."""
    forbidden = {"time", "random", "os", "io", "pathlib", "datetime", "threading", "asyncio", "subprocess", "socket", "logging"}
    for path in (PACKAGE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & forbidden, path


def test_nobody_sleeps() -> None:
    for path in files():
        assert "sleep(" not in path.read_text(encoding="utf-8"), path
