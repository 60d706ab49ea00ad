"""`boardcam profiles`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardcam.cli import main
from boardcam.commands.profiles import read
from boardcam.rules.options import OPTIONS
from boardcam.rules.profile import PRESETS, preset
from boardcam.rules.profile_file import parse


def test_profiles_and_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profiles"]) == 0
    out = capsys.readouterr().out
    for name in (*PRESETS, *OPTIONS):
        assert f"  {name}" in out
    assert '  cube_cap = "none" | 2 | 4 | 8 | 16 | 32 | 64\n      The highest value that the cube may reach. (R48, R53)' in out


def test_the_list_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profiles", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["profiles"]) == list(PRESETS)
    assert told["profiles"]["nardi-caucasian"]["variant"] == "caucasian"
    assert told["options"]["finish"]["rule"] == "R61, C2"
    assert told["options"]["finish"]["choices"] == ['"oin"', '"mars"', '"koks"']


def test_one_profile_is_shown_as_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["profiles", "--show", "hungarian"]) == 0
    text = capsys.readouterr().out
    assert parse(text) == preset("hungarian")
    own = tmp_path / "club.toml"
    own.write_text(text.replace("crawford = false", "crawford = true"), encoding="utf-8")
    assert main(["profiles", "--show", str(own), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["crawford"]) == ("hungarian, changed", True)


def test_a_profile_that_is_none_is_one_line_and_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad, binary = tmp_path / "bad.toml", tmp_path / "binary.toml"
    bad.write_text("cube_cap = 3")
    binary.write_bytes(b"\xff\xfe")
    for told, why in [
        ("galaxy", "there is no profile 'galaxy'"),
        (str(tmp_path / "none.toml"), "none.toml: No such file or directory"),
        (str(bad), "bad.toml: cube_cap: option 'cube_cap' cannot be 3"),
        (str(binary), "binary.toml: not a text in UTF-8"),
    ]:
        assert main(["profiles", "--show", told]) == 2
        error = capsys.readouterr().err
        assert error.startswith("boardcam profiles: ")
        assert why in error
        assert error.count("\n") == 1


def test_a_ready_made_profile_wins_over_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tournament").write_text("half = 'any'")
    monkeypatch.chdir(tmp_path)
    assert read("tournament") == preset("tournament")
