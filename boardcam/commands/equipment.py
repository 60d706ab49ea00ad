"""`boardcam equipment [FILE]`: is the file that says what stands at the table right, and, with --test, does each part work?"""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardcam.commands.table import PORT
from boardcam.table.equipment_file import PLACE

if TYPE_CHECKING:
    from boardcam.table.equipment import Equipment

ANSWER = 3.0
"""s that a running table has to answer."""
FOLDERS = (Path("table"), Path("/var/lib/boardcam/table"))
"""Where a table's folder is, if its file does not say: here, or the service's."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "equipment",
        help="check what stands at the table: display, lights, buttons, voice",
        description="Checks the file that names what stands at the table, and says what is there. With --test each part is tried: "
        "display and lights show one signal after the other, the voice speaks, and presses of buttons are listed. A table that "
        "runs with this file does it itself, for it holds the parts.",
    )
    parser.add_argument("file", type=Path, nargs="?", default=PLACE, metavar="FILE", help=f"(default: {PLACE})")
    parser.add_argument("--test", action="store_true", help="try each part")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from boardcam.table import equipment_file

    try:
        equipment = equipment_file.load(args.file)
    except equipment_file.BadEquipment as error:
        print("\n".join(f"boardcam equipment: {line}" for line in str(error).splitlines()), file=sys.stderr)
        return 2
    print("\n".join(there(equipment)) or f"{args.file} names nothing; take away the # in front of what is there")
    if not args.test:
        return 0
    by_table = handed(equipment, args.file)
    return tried(equipment) if by_table is None else by_table


def there(equipment: Equipment) -> Iterator[str]:
    """What is there, a line a part."""
    if equipment.source:
        yield f"camera     {equipment.source}"
    if equipment.page:
        yield f"page       port {equipment.page.port}, {equipment.page.host}"
    if (screen := equipment.display) is not None:
        at = f"SPI {screen.device}" if screen.wide else f"I2C bus {screen.bus}, address 0x{screen.address:02X}"
        yield f"display    {screen.kind}, {'320x240' if screen.wide else '128x64'}, at {at}"
    if (leds := equipment.lights) is not None:
        yield f"lights     {_pins((name, getattr(leds, name)) for name in ('blue', 'orange', 'white', 'light', 'dark'))}"
    if (strip := equipment.strip) is not None:
        yield f"strip      {24 * strip.every + 2 * strip.bar + strip.side} LEDs from {strip.first} on, at SPI {strip.device}"
    if (buttons := equipment.buttons) is not None:
        whose = (("", buttons.both), ("light's ", buttons.light), ("dark's ", buttons.dark))
        yield f"buttons    {_pins((side + name, pin) for side, there in whose for name, pin in there.items())}"
    if equipment.buzzer:
        yield f"buzzer     GPIO {equipment.buzzer.pin}, {equipment.buzzer.when}"
    if equipment.voice:
        yield f"voice      {equipment.voice.when}, in {equipment.language}"


def _pins(named: Iterator[tuple[str, int | None]]) -> str:
    return ", ".join(f"{name} GPIO {pin}" for name, pin in named if pin is not None) or "none"


def tried(equipment: Equipment, **seconds: float) -> int:
    """Tries each part in front of the person who stands there, for so many `seconds` (`trial.tried`); exit code 1 if one does not
    work."""
    from boardcam.table import trial
    from boardcam.table.rig import opened

    troubles: list[str] = []

    def say(trouble: str) -> None:
        troubles.append(trouble)
        print(f"  ! {trouble}", flush=True)

    rig = opened(equipment, say)
    try:
        trial.tried(rig, partial(print, flush=True), lambda press: print(f"  {press}", flush=True), **seconds)
    finally:
        rig.close()
    return _told(troubles)


def _told(troubles: Collection[str]) -> int:
    if not troubles:
        print("Every part answers. Whether it shows, shines and sounds right, only you can tell.")
    return 1 if troubles else 0


# --- by the program that holds the parts ------------------------------------------------------------------------------------------


def handed(equipment: Equipment, file: Path) -> int | None:
    """Has the running table try its parts, and tells what comes of it; None = no table runs with this file."""
    running = _Running(
        equipment.page.port if equipment.page else PORT, (Path(equipment.matches),) if equipment.matches else FOLDERS
    )
    state = running.ask()
    if state is None or not state.get("file") or Path(state["file"]).resolve() != file.resolve():
        return None
    print("boardcam runs with this file, and holds its parts: it tries them; a match goes on meanwhile", flush=True)
    refused = running.begin()
    if refused:
        print(f"boardcam equipment: {refused}", file=sys.stderr)
        return 2
    said, heard = "", 0
    while (state := running.ask()) is not None:
        told = state["trial"]
        if told["now"] and told["now"] != said:
            print(said := told["now"], flush=True)
        for press in told["heard"][heard:]:
            print(f"  {press}", flush=True)
        heard = len(told["heard"])
        if told["now"] is None:
            troubles = [part["trouble"] for part in state["parts"] if part["trouble"]]
            print("".join(f"  ! {trouble}\n" for trouble in troubles), end="", flush=True)
            return _told(troubles)
        threading.Event().wait(0.3)
    print("boardcam equipment: boardcam does not answer any more: systemctl status boardcam", file=sys.stderr)
    return 2


@dataclass(frozen=True, slots=True)
class _Running:
    """The page of a table on this computer."""

    port: int
    folders: tuple[Path, ...]
    """One of them is its own, where the director's token is."""

    def ask(self) -> dict[str, Any] | None:
        """How its equipment is; None = nobody answers there."""
        return self._answer("/api/equipment", None, "")

    def begin(self) -> str:
        """Begins a trial; why it cannot, or ""."""
        token = self._token()
        if token is None:
            return "only root and the user of the running boardcam may ask it to: sudo boardcam equipment --test"
        answer = self._answer("/api/equipment/try", b"{}", f"Bearer {token}")
        return "" if answer and answer.get("good") else str((answer or {}).get("why", "boardcam does not answer"))

    def _token(self) -> str | None:
        from boardcam.web.access import FILE

        for folder in self.folders:
            with suppress(OSError, ValueError, KeyError, TypeError):
                return str(json.loads((folder / FILE).read_text(encoding="utf-8"))["director"])
        return None

    def _answer(self, path: str, body: bytes | None, token: str) -> dict[str, Any] | None:
        import urllib.error
        import urllib.request

        headers = {"Content-Type": "application/json"} | ({"Authorization": token} if token else {})
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=ANSWER) as answer:
                return dict(json.load(answer))
        except urllib.error.HTTPError as refused:
            with suppress(ValueError):
                return dict(json.load(refused))
        except (OSError, ValueError, TypeError):
            pass
        return None
