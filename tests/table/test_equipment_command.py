"""`boardcam equipment`: is the file right, and does each part work?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boardcam.cli import main
from boardcam.commands import equipment as command
from boardcam.devices.gpio import Pins
from boardcam.table.equipment_file import load, parse
from tests.table.test_table import Page, free, table

TABLE = """
source = "v4l:/dev/video0"
language = "hu"
[page]
[display]
kind = "st7789"
[lights]
blue = 17
dark = 12
[strip]
device = "1.0"
every = 2
[buttons]
confirm = 5
[buttons.dark]
take = 6
[buzzer]
pin = 26
[voice]
when = "never"
"""


def test_it_says_what_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    path.write_text(TABLE)
    assert main(["equipment", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "camera     v4l:/dev/video0",
        "page       port 8080, 0.0.0.0",
        "display    st7789, 320x240, at SPI 0.0",
        "lights     blue GPIO 17, dark GPIO 12",
        "strip      50 LEDs from bottom right on, at SPI 1.0",
        "buttons    confirm GPIO 5, dark's take GPIO 6",
        "buzzer     GPIO 26, casual",
        "voice      never, in hu",
    ]


def test_an_empty_file_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text("")
    assert main(["equipment", str(tmp_path / "table.toml")]) == 0
    assert "names nothing; take away the #" in capsys.readouterr().out


def test_everything_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "table.toml").write_text("[page]\nport = 0\n[buzzer]\n")
    assert main(["equipment", str(tmp_path / "table.toml")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all(line.startswith("boardcam equipment: ") for line in said)
    assert main(["equipment", str(tmp_path / "none.toml")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_what_does_not_work_is_said_in_its_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.tried(parse('[display]\nkind = "ssd1306"\nbus = 29'), each=0.05) == 1
    out = capsys.readouterr().out
    assert out.count("! display ssd1306: ") == 1
    assert "roll again: orange, two flashes" in out


@pytest.fixture
def mock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Pins, "factory", lambda self: factory)
    yield factory
    factory.reset()
    factory.close()


def test_what_works_leaves_the_rest_to_the_eye(mock: Any, capsys: pytest.CaptureFixture[str]) -> None:
    equipment = parse("[lights]\nblue = 17\norange = 27\nwhite = 22\n[buzzer]\npin = 26\n[buttons]\nconfirm = 5")
    assert command.tried(equipment, each=0.05, listen=0.1) == 0
    out = capsys.readouterr().out
    assert "Every part answers." in out
    assert "buttons: press each of them" in out
    assert {mock.pin(pin).function for pin in (17, 27, 22, 26)} == {"input"}  # given back


def test_a_running_table_tries_its_parts_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.toml"
    path.write_text(f'matches = "{tmp_path / "state"}"\n[page]\nport = {free()}\n[display]\nkind = "ssd1306"\nbus = 29\n')
    with table(tmp_path / "state", "--equipment", str(path), page=None):
        Page(tmp_path / "state")  # it is there
        (tmp_path / "state" / "tokens.json").rename(tmp_path / "kept.json")
        assert command.handed(load(path), path) == 2
        assert "only root and the user of the running boardcam" in capsys.readouterr().err
        (tmp_path / "kept.json").rename(tmp_path / "state" / "tokens.json")
        assert main(["equipment", str(path), "--test"]) == 1
        told = capsys.readouterr().out
        assert "it tries them; a match goes on meanwhile" in told
        assert "now: roll again: orange, two flashes" in told
        assert "! display ssd1306: " in told
        other = tmp_path / "other.toml"
        other.write_text(path.read_text())
        assert command.handed(load(other), other) is None, "it runs with another file"
    assert command.handed(load(path), path) is None, "nobody is there"
