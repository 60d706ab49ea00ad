"""The pins of a Raspberry Pi, through gpiozero on lgpio; opened when the first part needs them.

The factory is chosen here and nowhere else: gpiozero's own choice falls back to libraries that do not work on a Pi 5. The chip is
found by its name, because its number has changed with the kernel. Tests hand in gpiozero's mock factory; nothing else ever uses it.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardcam.devices.part import PartFailed, missing
from boardcam.rules.sentence import sentence

HEADERS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Names of the chips that the header's pins belong to: of the Pi 5, the Pi 4, and those before."""


class Pins:
    """The pins; `chip` = N of /dev/gpiochipN, None = found by its name."""

    def __init__(self, chip: int | None = None, factory: Any = None) -> None:
        self._chip = chip
        self._factory = factory
        self._lock = threading.Lock()

    def factory(self) -> Any:
        """gpiozero's factory for all devices of these pins. Raises PartFailed."""
        with self._lock:
            if self._factory is None:
                self._factory = _open(self._chip)
            return self._factory

    def close(self) -> None:
        with self._lock:
            if self._factory is not None:
                self._factory.close()
            self._factory = None


def _open(chip: int | None) -> Any:
    lgpio = _lgpio()
    number = header(_names(lgpio)) if chip is None else chip
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory(chip=number)
    except ImportError as error:
        raise missing("gpiozero", error) from error
    except Exception as error:  # lgpio has its own class, and it says no more than this
        why = sentence("{path} cannot be opened ({error})", path=f"/dev/gpiochip{number}", error=str(error))
        hint = sentence("is it the right chip, and is the user in the group gpio? boardcam doctor lists the chips")
        raise PartFailed(why, hint) from error


def _lgpio() -> Any:
    os.environ.setdefault("LG_WD", tempfile.gettempdir())  # it makes a pipe in its folder as soon as it is imported
    try:
        import lgpio
    except ImportError as error:
        raise missing("lgpio", error, "sudo apt-get install -y python3-lgpio") from error
    if not hasattr(lgpio, "gpiochip_open"):
        command = "pip uninstall -y lgpio; sudo apt-get install -y python3-lgpio"
        why = sentence("this lgpio is empty, as the one for Python 3.13 on PyPI is")
        raise PartFailed(why, sentence("install it: {command}", command=command))
    return lgpio


def header(names: Mapping[int, str]) -> int:
    """Which chip has the header's pins. Raises PartFailed."""
    for name in HEADERS:
        for number, found in sorted(names.items()):
            if found == name:
                return number
    here = tuple(f"{number} ({name})" for number, name in sorted(names.items()))
    none, others = (
        sentence("no chip of pins is here"),
        sentence("no chip of a Raspberry Pi's pins is here, only: {chips}", chips=here),
    )
    raise PartFailed(others if here else none, sentence("say which it is: chip = N in table.toml"))


def _names(lgpio: Any) -> dict[int, str]:
    """The names of the chips that can be opened."""
    found = {}
    for path in Path("/dev").glob("gpiochip*"):
        try:
            handle = lgpio.gpiochip_open(number := int(path.name.removeprefix("gpiochip")))
            found[number] = str(lgpio.gpio_get_chip_info(handle)[-1])
            lgpio.gpiochip_close(handle)
        except Exception:  # another chip may be forbidden, and is none of ours then
            continue
    return found
