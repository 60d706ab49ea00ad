"""The devices without hardware: display, lights, buttons."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from boardcam.devices.buttons import ScriptedButtons, read_presses
from boardcam.devices.display import PictureDisplay
from boardcam.devices.lights import LightsLog
from boardcam.events import Lit, Pressed
from boardcam.rules.position import Side


def test_a_display_keeps_the_last_picture(tmp_path: Path) -> None:
    display = PictureDisplay(path=tmp_path / "display.png")
    for ink in (0, 1):
        display.show(Image.new("1", (128, 64), ink * 255))
    assert display.last is not None
    with Image.open(tmp_path / "display.png") as kept:
        assert kept.convert("L").getextrema() == display.last.convert("L").getextrema() == (255, 255)
    assert [path.name for path in tmp_path.iterdir()] == ["display.png"]


def test_a_display_refuses_pictures_of_another_size() -> None:
    with pytest.raises(ValueError, match="128"):
        PictureDisplay().show(Image.new("1", (64, 64)))
    with pytest.raises(ValueError, match="RGB"):
        PictureDisplay(mode="RGB").show(Image.new("1", (128, 64)))


def test_lights_remember_without_repeats() -> None:
    lights = LightsLog()
    for signal in ("off", "off", "legal", "legal", "illegal", "off"):
        lights.show(Lit(signal), 0.0)  # type: ignore[arg-type]
    assert lights.shown == ["off", "legal", "illegal", "off"]


def test_presses_are_handed_over_once_and_in_order() -> None:
    later, sooner = Pressed(2.0, "take", Side.BLACK), Pressed(1.0, "double", Side.WHITE)
    buttons = ScriptedButtons([later, sooner])
    assert buttons.pressed(0.5) == ()
    assert buttons.pressed(1.0) == (sooner,)
    assert buttons.pressed(9.0) == (later,)
    assert buttons.pressed(9.0) == ()


def test_presses_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 1.5, "button": "double", "side": "light"}\n\n{"t": 3, "button": "confirm"}\n')
    assert read_presses(path) == (Pressed(1.5, "double", Side.WHITE), Pressed(3.0, "confirm", None))
    path.write_text('{"t": 9, "button": "resign", "side": "dark", "value": 2}\n')
    assert read_presses(path) == (Pressed(9.0, "resign", Side.BLACK, 2),)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 2: not a press"),
        ("[1]", "line 2: not a press"),
        ('{"t": 1}', "line 2: not a press"),
        ('{"t": 1, "button": "double", "side": "left"}', "line 2: not a press"),
        ('{"t": 1, "button": "fire"}', "line 2: there is no button 'fire'"),
        ('{"t": 1, "button": "resign", "value": 4}', "line 2: only a resignation has a value"),
        ('{"t": 1, "button": "resign", "value": true}', "line 2: only a resignation has a value"),
        ('{"t": 1, "button": "double", "value": 2}', "this is double 2"),
    ],
)
def test_a_bad_press_is_named_by_its_line(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 1.5, "button": "double", "side": "light"}\n' + line)
    with pytest.raises(ValueError, match=message):
        read_presses(path)
