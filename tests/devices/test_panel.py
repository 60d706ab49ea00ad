"""Displays driven by luma, down to their bytes, over a bus and wires that are not there."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from boardcam.devices.gpio import Pins, header
from boardcam.devices.panel import Panel, open_oled
from boardcam.devices.part import PartFailed

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata")
luma = pytest.importorskip("luma.oled", reason="luma.oled is not installed")


class Bus:
    """An I2C bus with a display at one address."""

    def __init__(self, address: int = 0x3C) -> None:
        self.address, self.broken = address, False
        self.commands: list[int] = []
        self.data: list[int] = []

    def write_i2c_block_data(self, address: int, mode: int, words: list[int]) -> None:
        if address != self.address or self.broken:
            raise OSError(121, "Remote I/O error")
        (self.data if mode == 0x40 else self.commands).extend(words)


@pytest.mark.parametrize("kind", ["ssd1306", "ssd1309", "sh1106"])
def test_an_oled_shows_a_picture(kind: str) -> None:
    bus = Bus()
    panel = open_oled(kind, 1, 0x3C, smbus=bus)
    assert (panel.size, panel.mode) == ((128, 64), "1")
    bus.data.clear()
    image = Image.new("1", (128, 64))
    image.putpixel((3, 0), 1)
    panel.show(image)
    assert len(bus.data) == 1024
    assert [n for n, byte in enumerate(bus.data) if byte] == [3]
    assert bus.data[3] == 1


def test_an_oled_upside_down() -> None:
    bus = Bus()
    panel = open_oled("ssd1306", 1, 0x3C, turned=180, smbus=bus)
    bus.data.clear()
    image = Image.new("1", (128, 64))
    image.putpixel((127, 63), 1)
    panel.show(image)
    assert bus.data[0] == 1


def test_an_oled_that_does_not_answer_says_where_it_was_looked_for() -> None:
    with pytest.raises(PartFailed, match=r"no sh1106 answers at I2C bus 7, address 0x3D; .+"):
        open_oled("sh1106", 7, 0x3D, smbus=Bus())


def test_nothing_is_kept_of_a_display_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again and again for as long as the table stays on."""
    kept: list[object] = []
    monkeypatch.setattr("atexit.register", kept.append)
    for _ in range(3):
        with pytest.raises(PartFailed):
            open_oled("ssd1306", 1, 0x3D, smbus=Bus())
    assert kept == []


def test_a_cable_that_is_pulled_is_an_error_of_that_moment() -> None:
    bus = Bus()
    panel = open_oled("ssd1306", 1, 0x3C, smbus=bus)
    bus.broken = True
    with pytest.raises(Exception, match=r"Remote I/O|not found"):
        panel.show(Image.new("1", (128, 64)))
    panel.close()


def test_it_is_left_dark() -> None:
    bus = Bus()
    panel = open_oled("ssd1306", 1, 0x3C, smbus=bus)
    panel.show(Image.new("1", (128, 64), 1))
    bus.data.clear()
    panel.close()
    assert set(bus.data) == {0}
    assert bus.commands[-1] == 0xAE  # display off


class Spi:
    """spidev that writes down what it is sent."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    def open(self, port: int, device: int) -> None:
        pass

    def writebytes(self, words: list[int]) -> None:
        self.sent.extend(words)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("kind", ["st7789", "ili9341"])
def test_a_colour_lcd_with_its_pins_through_gpiozero(kind: str, mock: Any) -> None:
    lcd = pytest.importorskip("luma.lcd.device", reason="luma.lcd is not installed")
    from luma.core.interface.serial import spi

    from boardcam.devices.panel import Backlight
    from boardcam.devices.spi import Levels

    wires, pins = Spi(), Pins(factory=mock)
    serial = spi(spi=wires, gpio=Levels(pins), gpio_DC=25, gpio_RST=24)
    panel = Panel(getattr(lcd, kind)(serial, width=320, height=240, backlight=Backlight(pins, 18, 0.5)))
    assert (panel.size, panel.mode) == ((320, 240), "RGB")
    assert mock.pin(18).state == 0.5
    wires.sent.clear()
    panel.show(Image.new("RGB", (320, 240), (0xE6, 0x9F, 0x00)))
    assert wires.sent[-3:] == [0xE6, 0x9F, 0x00]
    assert len(wires.sent) >= 320 * 240 * 3
    assert mock.pin(25).state  # data, not a command
    panel.close()


def test_the_chip_of_the_header_is_found_by_its_name() -> None:
    assert header({0: "pinctrl-rp1", 10: "gpio-brcmstb@107d508500"}) == 0
    assert header({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}) == 4
    assert header({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}) == 0
    with pytest.raises(PartFailed, match=r"only: 0 \(pinctrl-x\); say which it is: chip = N"):
        header({0: "pinctrl-x"})


def test_without_a_pi_the_pins_say_what_is_missing() -> None:
    with pytest.raises(PartFailed, match=r"lgpio is not here|no chip of a Raspberry Pi"):
        Pins().factory()
