"""`boardcam equipment [FILE]`: is the file that says what stands at the table right, and, with --test, does each part work?"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardcam.table.equipment_file import PLACE

if TYPE_CHECKING:
    from boardcam.events import Need, Status, Verdict
    from boardcam.table.equipment import Equipment
    from boardcam.table.rig import Rig

EACH = 3.0
"""s for which each thing is shown."""
LISTEN = 20.0
"""s for which buttons are listened to."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "equipment",
        help="check what stands at the table: display, lights, buttons, voice",
        description="Checks the file that names what stands at the table, and says what is there. With --test each part is tried: "
        "display and lights show one signal after the other, the voice speaks, and presses of buttons are listed.",
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
    return tried(equipment) if args.test else 0


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


def tried(equipment: Equipment, *, each: float = EACH, listen: float = LISTEN) -> int:
    """Tries each part in front of the person who stands there; exit code 1 if one does not work."""
    from boardcam.table.rig import opened

    troubles: list[str] = []

    def say(trouble: str) -> None:
        troubles.append(trouble)
        print(f"  ! {trouble}", flush=True)

    rig = opened(equipment, say)
    rig.when = dict.fromkeys(rig.when, "always")
    try:
        _shown(rig, each)
        if equipment.buttons is not None:
            _heard(rig, listen)
    finally:
        rig.close()
    if not troubles:
        print("Every part answers. Whether it shows, shines and sounds right, only you can tell.")
    return 1 if troubles else 0


def _shown(rig: Rig, each: float) -> None:
    """A picture with every kind of letter, then one signal after the other."""
    pause = threading.Event()
    rig.pattern()
    print("display: a frame to its edges, and letters of every language", flush=True)
    pause.wait(each)
    from boardcam.show.view import view

    for what, status, verdicts in _signals():
        print(f"now: {what}", flush=True)
        rig.show(view(status), verdicts)
        rig.taken(0.0)
        pause.wait(each)


def _signals() -> Iterator[tuple[str, Status, tuple[Verdict, ...]]]:
    """What is to be seen and heard, and the state of a game that leads to it."""
    from boardcam.events import Status, Verdict
    from boardcam.geometry import Seating
    from boardcam.rules.position import START, Side
    from boardcam.rules.sentence import sentence

    light, dark = Side.WHITE, Side.BLACK
    game = Status("to play", ("Ann", "Ben"), 7, (3, 5), position=START, turn=light, seating=Seating.BOTTOM_RIGHT)
    put_right: Need = "correct"
    wrong = Verdict(0, 0, "illegal", light, (6, 1), "13/7 8/6", legal=False, why=sentence("a checker on the bar must enter first"))
    legal = Verdict(0, 0, "played", light, (3, 1), "8/5 6/5", legal=True)
    void = Verdict(0, 0, "void_roll", dark, (4, 3), why=sentence("roll again: a die does not lie flat"))
    told: tuple[tuple[str, Verdict | None, Status], ...] = (
        ("it is the light side's turn", None, game),
        ("it is the dark side's turn", None, replace(game, turn=dark)),
        ("legal: blue, steady", legal, replace(game, turn=dark)),
        ("illegal: orange, blinking", wrong, replace(game, needs=put_right)),
        ("roll again: orange, two flashes", void, replace(game, needs="again")),
        ("please check: white, blinking slowly", replace(legal, kind="unsure", legal=None), replace(game, needs="check")),
        ("the thread is lost: white and orange in turn", replace(legal, kind="lost"), replace(game, phase="lost the thread")),
        ("the board is not seen: white, two flashes", replace(legal, kind="camera"), replace(game, seen=False)),
    )
    for what, verdict, status in told:
        yield what, replace(status, verdict=verdict), (verdict,) if verdict else ()


def _heard(rig: Rig, seconds: float) -> None:
    """Lists presses while somebody tries the buttons."""
    print(f"buttons: press each of them; {seconds:g} s", flush=True)
    rig.presses.begin()  # on a clock of its own: what was shown before has run by another
    began, pause = time.monotonic(), threading.Event()
    while (t := time.monotonic() - began) < seconds:
        for press in rig.taken(t):
            print(f"  {press.button}{f' of {press.side.colour}' if press.side else ''}", flush=True)
        pause.wait(0.05)
