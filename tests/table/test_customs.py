"""Rules of a table's own: kept under a name, chosen for a match, removed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boardcam import config
from boardcam.rules.profile import PRESETS, preset
from boardcam.table import customs, wishes

FREE = preset("circle-free")


def test_rules_are_kept_and_chosen_and_forgotten(tmp_path: Path) -> None:
    assert customs.here(tmp_path) == {}
    kept = customs.keep(tmp_path, " Neljapäev  õhtu ", FREE, {"cube_cap": 8, "finish": "mars"})
    assert kept == replace(FREE, name="Neljapäev õhtu", cube_cap=8, finish="mars")
    assert customs.here(tmp_path) == {"Neljapäev õhtu": kept}
    usual = config.Options(config.Source("sim", "1"), tmp_path)
    chosen = wishes.options({"profile": "Neljapäev õhtu", "changes": {"swap": True}}, usual, customs.known(tmp_path))
    assert chosen.profile == replace(kept, swap=True, name=chosen.profile.name)
    with pytest.raises(ValueError, match="no rules called"):
        wishes.options({"profile": "Neljapäev õhtu"}, usual)
    customs.forget(tmp_path, "Neljapäev õhtu")
    customs.forget(tmp_path, "nobody's")
    assert customs.known(tmp_path) == PRESETS


def test_the_same_name_is_kept_once_and_others_beside_it(tmp_path: Path) -> None:
    customs.keep(tmp_path, "Club!", FREE, {})
    customs.keep(tmp_path, "Club!", FREE, {"cube_cap": 4})
    customs.keep(tmp_path, "Club?", FREE, {"cube_cap": 2})
    assert {name: profile.cube_cap for name, profile in customs.here(tmp_path).items()} == {"Club!": 4, "Club?": 2}
    assert len(list((tmp_path / customs.FOLDER).iterdir())) == 2


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("", {}, "called by 1 to 30 letters"),
        ("x" * 31, {}, "called by 1 to 30 letters"),
        ("tournament", {}, "there are rules called tournament already"),
        ("mine", {"cube_cap": 3}, "cube_cap"),
        ("mine", {"delay": 12}, "these exclude each other"),
    ],
)
def test_what_cannot_be_kept_is_said(tmp_path: Path, name: str, changes: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        customs.keep(tmp_path, name, FREE, changes)
    assert customs.here(tmp_path) == {}


def test_there_is_an_end_to_them(tmp_path: Path) -> None:
    for n in range(customs.MOST):
        customs.keep(tmp_path, f"rules {n}", FREE, {})
    with pytest.raises(ValueError, match="remove one"):
        customs.keep(tmp_path, "one more", FREE, {})
    customs.keep(tmp_path, "rules 3", FREE, {"cube_cap": 4})


def test_a_file_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / customs.FOLDER).mkdir()
    (tmp_path / customs.FOLDER / "broken.toml").write_text("cube_cap = 3\n", encoding="utf-8")
    customs.keep(tmp_path, "mine", FREE, {})
    customs.forget(tmp_path, "other")
    assert list(customs.here(tmp_path)) == ["mine"]
