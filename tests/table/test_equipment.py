"""The file that says what stands at the table: what is wrong is named with what would be right, all of it at once."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from boardcam.rules.position import Side
from boardcam.table.equipment import BUTTONS, SECTIONS, Buttons, Display, Equipment
from boardcam.table.equipment_file import BadEquipment, load, parse
from boardcam.table.rig import meanings

EXAMPLE = Path(__file__).parents[2] / "systemd" / "table.toml"


def uncommented(text: str) -> str:
    """The example with every setting in it taken as written."""
    return re.sub(r"^# (?=\[|[a-z]+ = )", "", text, flags=re.MULTILINE)


def test_the_example_as_it_is_names_nothing() -> None:
    assert load(EXAMPLE) == Equipment()


def test_every_setting_is_in_the_example_with_its_usual_value() -> None:
    text = uncommented(EXAMPLE.read_text(encoding="utf-8"))
    sections = dict(re.findall(r"^\[([a-z.]+)\][^\n]*\n(.*?)(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL))
    for name, section in SECTIONS.items():
        told = set(re.findall(r"^([a-z]+) = ", sections[name], re.MULTILINE))
        if section is Buttons:
            words = text[text.index("[buttons]") : text.index("[buzzer]")]
            assert [button for button in BUTTONS if not re.search(rf"\b{button}\b", words)] == []
            continue
        assert told == {field.name for field in fields(section)}, name
    assert {field.name for field in fields(Equipment)} <= set(re.findall(r"^\[?([a-z]+)(?:\]| =)", text, re.MULTILINE))


def test_the_example_can_be_obeyed_section_by_section() -> None:
    text = uncommented(EXAMPLE.read_text(encoding="utf-8"))
    found = parse(text.replace("chip = 0", "chip = 4"))
    assert found.display == Display("ssd1306", backlight=18)
    assert (found.language, found.chip) == ("en", 4)
    assert found.buttons
    assert found.buttons.held == Buttons().held
    usual = {name: section() for name, section in SECTIONS.items() if name in ("page", "strip", "voice")}
    assert {name: getattr(found, name) for name in usual} == usual


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("language = ", "settings look like"),
        ('language = "de"', "language = \"de\": say 'en' or 'et' or 'pl' or 'hu'"),
        ("languge = 1", "languge: there is no such setting; did you mean language?"),
        ('source = "webcam"', 'source = "webcam": say a source such as v4l:/dev/video0'),
        ("display = 1", "display: this is a section; write [display] on a line of its own"),
        ("[display]", "[display] kind: this must be said: 'ssd1306' or 'ssd1309' or 'sh1106' or 'st7789' or 'ili9341'"),
        ('[display]\nkind = "ssd1307"', "[display] kind = \"ssd1307\": say 'ssd1306' or 'ssd1309' or"),
        ('[display]\nkind = "ssd1306"\naddress = "0x3C"', '[display] address = "0x3C": say a whole number from 3 to 119'),
        ('[display]\nkind = "ssd1306"\nbus = true', "[display] bus = true: say a whole number"),
        ('[display]\nkind = "st7789"\ndevice = "0"', '[display] device = "0": say "0.0", "0.1" or the like'),
        ('[display]\nkind = "ssd1306"\ncolour = 1', "[display] colour: there is no such setting; there are kind, bus"),
        ("[lights]\nblue = 40", "[lights] blue = 40: say a whole number from 0 to 27 (GPIO, not the number on the header)"),
        ("[strip]\nbrightness = 80", "[strip] brightness = 80: say a whole number from 1 to 30 (percent; more would dazzle"),
        ("[buzzer]", "[buzzer] pin: this must be said"),
        ('[voice]\nwhen = "sometimes"', "[voice] when = \"sometimes\": say 'always' or 'casual' or 'never'"),
        ("[buttons]\nfire = 5", "[buttons] fire: there is no such button; there are confirm, review"),
        ("[buttons]\nconfirm = 99", "[buttons] confirm = 99: say a whole number from 0 to 27"),
        ("[buttons.light]\nduoble = 5", "[buttons.light] duoble: there is no such button; did you mean double?"),
        ("[buttons]\nlight = 5", "[buttons] light: this is a section; write [buttons.light]"),
        ('[buttons.held]\nconfirm = "fire"', "[buttons.held] confirm = \"fire\": say 'confirm' or 'review'"),
        ("[lights]\nblue = 5\n[buttons.dark]\ntake = 5", "GPIO 5 is used twice, by [lights] blue and [buttons.dark] take"),
        (
            '[display]\nkind = "ssd1306"\n[lights]\nblue = 2',
            "GPIO 2 belongs to I2C 1, by which the display or the strip is connected",
        ),
        ("[strip]\n[lights]\nblue = 10", "GPIO 10 belongs to SPI 0"),
        (
            '[strip]\ndevice = "0.1"\n[display]\nkind = "st7789"',
            "[strip] device: the display is on SPI 0 too, and a strip would show",
        ),
        ('[strip]\ndevice = "1.0"\n[lights]\nblue = 20', "GPIO 20 belongs to SPI 1"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_right(text: str, said: str) -> None:
    with pytest.raises(BadEquipment) as refused:
        parse(text)
    assert said in str(refused.value)


def test_everything_wrong_is_named_at_once_and_where(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('language = "de"\n[page]\nport = 0\n[lights]\nblue = 40\n')
    with pytest.raises(BadEquipment) as refused:
        load(path)
    lines = str(refused.value).splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"{path}: ") for line in lines)
    path.write_bytes(b'language = "\xff"')
    with pytest.raises(BadEquipment, match="no text in UTF-8"):
        load(path)


def test_pins_of_a_bus_are_free_where_the_bus_is_not_used() -> None:
    assert parse("[lights]\nblue = 2\norange = 10").lights


def test_every_setting_that_is_read_is_checked() -> None:
    for section in (Equipment, *SECTIONS.values()):
        for field in fields(section):
            part = field.name in SECTIONS or section is Buttons
            assert part or "right" in field.metadata, f"{section.__name__}.{field.name}"
    assert all(is_dataclass(section) for section in SECTIONS.values())


def test_what_buttons_mean() -> None:
    found = meanings(Buttons({"confirm": 5}, {"double": 6, "resign": 7}, {"take": 8}))
    assert (found[5].button, found[5].side, found[5].held) == ("confirm", None, "undo")
    assert (found[6].button, found[6].side, found[6].held) == ("double", Side.WHITE, None)  # resign has a button of its own
    assert (found[8].button, found[8].side, found[8].held) == ("take", Side.BLACK, "pass")
    assert {each.button for each in found.values()} <= set(BUTTONS)
