"""A strip of APA102 or SK9822 along the two long edges of the board: a light for each point, and one at each end of the bar.

Blue or orange, as the signal is: where a checker left, a faint light; where it came to, a full one. Orange and blinking: a point
that is blocked. At the bar the signal; without one a faint white light at the seat whose turn it is. All of it is dim, so that it
does not shine into the camera's exposure.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from boardcam.devices.lights import RGB, Colour, lamp
from boardcam.devices.part import missing
from boardcam.events import Lit, Mark
from boardcam.geometry import Seating
from boardcam.rules.position import Side

FAINT = 0.3
"""Share of the brightness."""
STEPS = 31
"""Of an LED's own brightness."""

Light = tuple[Colour, float]
"""Colour, and share of the brightness."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which LED is where. Corners and places are as the camera sees them (`geometry`)."""

    first: str = "bottom right"
    """The corner at which the strip begins; it runs along the long edge there."""
    every: int = 1
    """LEDs a point."""
    bar: int = 1
    """LEDs between the halves of a long edge."""
    side: int = 0
    """LEDs along the short edge between the long ones."""

    @property
    def count(self) -> int:
        return 2 * self._edge + self.side

    @property
    def _edge(self) -> int:
        return 12 * self.every + self.bar

    def place(self, place: int) -> range:
        """The LEDs of a place (0…23)."""
        far, along = divmod(_order(self.first).index(place), 12)
        start = far * (self._edge + self.side) + along * self.every + (self.bar if along >= 6 else 0)
        return range(start, start + self.every)

    def seat(self, bottom: bool) -> range:
        """The LEDs at the end of the bar at the bottom or the top edge."""
        start = 6 * self.every + (0 if bottom == self.first.startswith("bottom") else self._edge + self.side)
        return range(start, start + self.bar)


def _order(first: str) -> tuple[int, ...]:
    """The places in the strip's order: the edge at which it begins, then, round the corner, the other one."""
    forth = tuple(range(24))
    return {
        "bottom right": forth,
        "bottom left": forth[11::-1] + forth[:11:-1],
        "top right": forth[::-1],
        "top left": forth[12:] + forth[:12],
    }[first]


def lights(lit: Lit, layout: Layout, t: float) -> tuple[dict[int, Light], float | None]:
    """LED → light at time `t`, and the seconds until that changes."""
    colour, wait = lamp(lit.signal, t)
    found = dict(_bar(lit, layout, colour))
    blink, pause = lamp("illegal", t)
    play: Colour = "orange" if lit.signal in ("illegal", "again") else "blue"
    for point, mark in lit.marks if lit.seating else ():
        assert lit.seating is not None
        found |= _marked(layout.place(lit.seating.place(point)), mark, play, blink is not None)
    moving = [each for each in (wait, pause if any(mark == "blocked" for _, mark in lit.marks) else None) if each is not None]
    return found, min(moving, default=None)


def _bar(lit: Lit, layout: Layout, colour: Colour | None) -> Iterator[tuple[int, Light]]:
    if lit.signal != "off":
        for led in (*layout.seat(True), *layout.seat(False)):
            if colour:
                yield led, (colour, 1.0)
    elif lit.turn is not None:
        for led in layout.seat(_at_bottom(lit.turn, lit.seating)):
            yield led, ("white", FAINT)


def _at_bottom(side: Side, seating: Seating | None) -> bool:
    return (side is Side.WHITE) == (seating or Seating.BOTTOM_RIGHT).light_at_bottom


def _marked(leds: range, mark: Mark, play: Colour, blink: bool) -> dict[int, Light]:
    if mark == "blocked":
        return {led: ("orange", 1.0) for led in leds if blink}
    return {leds[0]: (play, FAINT)} if mark == "from" else dict.fromkeys(leds, (play, 1.0))


class Strip:
    """The strip on an SPI port. `brightness` = 0…1 of what the LEDs can do; `serial` = where its bytes go, for tests."""

    def __init__(self, layout: Layout, brightness: float, port: int = 0, device: int = 0, serial: Any = None) -> None:
        self._layout = layout
        self._alpha = max(1, min(round(STEPS * brightness), 15)) << 4  # luma's scale: half of the LED's
        self._dim = min(1.0, STEPS * brightness)
        self._device = _luma(serial or _spi(port, device), layout.count)

    def show(self, lit: Lit, t: float) -> float | None:
        found, wait = lights(lit, self._layout, t)
        self._display({led: (RGB[colour], share) for led, (colour, share) in found.items()})
        return wait

    def close(self) -> None:
        try:
            self._display({})
        finally:
            self._device.cleanup()

    def _display(self, found: dict[int, tuple[tuple[int, int, int], float]]) -> None:
        from PIL import Image

        image = Image.new("RGBA", (self._layout.count, 1), (0, 0, 0, self._alpha))
        for led, (rgb, share) in found.items():
            red, green, blue = (round(value * share * self._dim) for value in rgb)
            image.putpixel((led, 0), (red, green, blue, self._alpha))
        self._device.display(image)


def _luma(serial: Any, count: int) -> Any:
    try:
        from luma.led_matrix.device import apa102
    except ImportError as error:
        raise missing("luma.led_matrix", error) from error
    strip = apa102(serial, cascaded=count)
    strip.persist = True  # it is left dark by `close`, not by luma at the end of the program
    return strip


def _spi(port: int, device: int) -> Any:
    from boardcam.devices.spi import open_spi

    return open_spi(port, device)
