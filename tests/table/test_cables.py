"""Every cable of a table pulled out in the middle of a match and put back, one by one, two at once, and from the start: the record
is the same, a loss is named once, and so is its end. Time is the stream's; nothing waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from boardcam.app import Seen, play, simulated
from boardcam.devices.buzzer import Buzzer
from boardcam.devices.display import PictureDisplay
from boardcam.devices.gpio import Pins
from boardcam.devices.leds import Leds
from boardcam.devices.part import PAUSES, Opened, Part
from boardcam.devices.pushed import Meaning, Presses, PushButtons
from boardcam.devices.speech import Speech
from boardcam.devices.strip import Layout, Strip
from boardcam.events import Observation, Verdict, no_counts
from boardcam.rules.profile import preset
from boardcam.table.aim import Aim
from boardcam.table.desk import Desk
from boardcam.table.face import Face
from boardcam.table.inbox import Inbox
from boardcam.table.rig import Parts, Rig
from boardcam.table.sitting import _pressed
from tests.devices.conftest import factory_of
from tests.notebook import Notebook

PULLED, BACK = 12.0, 25.0
"""When cables are pulled and put back, s of the match."""
NAMES = ("display", "lights", "strip", "voice", "buttons")
"""Parts that always have something to do; nobody notices a buzzer without a cable before it is to be heard."""


@dataclass
class Cables:
    """Which cables are out at a moment."""

    out: dict[str, Callable[[float], bool]]
    now: float = 0.0

    def check(self, name: str) -> None:
        if self.out.get(name, _in)(self.now):
            raise OSError(5, "Input/output error")


def _in(t: float) -> bool:
    return False


def _a_while(t: float) -> bool:
    return PULLED <= t < BACK


def _from_the_start(t: float) -> bool:
    return t < BACK


@dataclass
class OnACable:
    """A real part on a cable."""

    name: str
    cables: Cables
    part: Opened[Any]

    def show(self, what: Any, t: float) -> float | None:
        self.cables.check(self.name)
        return self.part.show(what, t)

    def close(self) -> None:
        self.part.close()


class Spoken:
    """A voice's program, which has spoken at once."""

    def poll(self) -> int:
        return 0

    def kill(self) -> None: ...

    def wait(self) -> None: ...


@dataclass
class Wire:
    """Where the bytes of a strip go."""

    sent: list[Any] = field(default_factory=list)

    def data(self, values: Any) -> None:
        self.sent.append(values)

    def command(self, *values: int) -> None: ...

    def cleanup(self) -> None: ...


def table(cables: Cables, said: list[str]) -> Rig:
    """Every part that a table can have, on cables; the pins are gpiozero's mock ones."""
    pins = Pins(factory=factory_of())
    presses = Presses(lambda: cables.now)
    opens: dict[str, Callable[[], Opened[Any]]] = {
        "display": lambda: Face(PictureDisplay()),
        "lights": lambda: Leds(pins, {"blue": 17, "orange": 27, "white": 22}, 0.4),
        "strip": lambda: Strip(Layout(), 0.05, serial=Wire()),
        "buzzer": lambda: Buzzer(pins, 26),
        "voice": lambda: Speech(150, 100, lambda command: Spoken()),
        "buttons": lambda: PushButtons(pins, {5: Meaning("hint")}, presses),
    }

    def part(name: str) -> Part[Any]:
        def opened() -> Opened[Any]:
            cables.check(name)
            return OnACable(name, cables, opens[name]())

        return Part[Any](name, opened, said.append, lambda: cables.now)

    lights, buttons = [part("lights"), part("strip")], part("buttons")
    parts = Parts([part("display")], lights, part("buzzer"), part("voice"), buttons)
    buttons.show(None)
    return Rig(parts, presses, said.append, pins, when={"voice": "always", "buzzer": "always"}, now=lambda: cables.now)


def seen() -> Iterator[Seen]:
    """Forty seconds of a match."""
    return islice(simulated(2, 1)[0], 480)


@cache
def undisturbed() -> str:
    record = Notebook()
    play(seen(), preset("circle-match"), 1, ("Ann", "Ben"), record, lambda *_: None)
    assert len([kept for kept in record.kept if isinstance(kept, Verdict)]) > 6
    return repr(record.kept)


def played(cables: Cables, rig: Rig) -> str:
    def stepped() -> Iterator[Seen]:
        for item in seen():
            cables.now = getattr(item, "t", cables.now)
            yield item
            for part in rig.parts.all():
                part.step()

    record = Notebook()
    play(_pressed(stepped(), rig), preset("circle-match"), 1, ("Ann", "Ben"), record, rig.show)
    for _ in range(len(PAUSES) + 2):  # whatever was put back has had the time to come back
        cables.now += max(PAUSES)
        for part in rig.parts.all():
            part.step()
    rig.close()
    return repr(record.kept)


@pytest.mark.filterwarnings("ignore:Image.Image.getdata")
@pytest.mark.parametrize("when", [_a_while, _from_the_start])
@pytest.mark.parametrize("pulled", [*((name,) for name in NAMES), *combinations(NAMES, 2), (*NAMES, "buzzer")], ids="+".join)
def test_the_record_is_the_same_and_a_loss_is_named_once(pulled: tuple[str, ...], when: Callable[[float], bool]) -> None:
    cables, said = Cables(dict.fromkeys(pulled, when)), list[str]()
    assert played(cables, table(cables, said)) == undisturbed()
    for name in NAMES:
        lost = [line for line in said if line.startswith(f"{name}: ") and "works again" not in line]
        back = [line for line in said if line == f"{name}: works again"]
        assert (len(lost), len(back)) == ((1, 1) if name in pulled else (0, 0)), said


def test_a_button_at_the_table_is_a_press_of_the_match() -> None:
    """From the pin to the press, through the part that looks at it."""
    cables = Cables({})
    rig = table(cables, [])
    pin = rig.pins.factory().pin(5)
    found = []
    for n in range(200):
        cables.now = n * 0.02
        {50: pin.drive_low, 60: pin.drive_high}.get(n, lambda: None)()
        rig.parts.buttons.step()  # type: ignore[union-attr]
        found += rig.taken(cables.now)
    assert [(press.button, press.side) for press in found] == [("hint", None)]
    assert found[0].t == pytest.approx(1.0, abs=0.05)
    rig.close()


def test_the_page_may_vanish(tmp_path: Path) -> None:
    desk = Desk(Inbox(), Aim(tmp_path))
    record = Notebook()

    def stepped() -> Iterator[Seen]:
        for item in seen():
            if getattr(item, "t", 0.0) > PULLED:
                desk.feed.close()
            yield item

    play(stepped(), preset("circle-match"), 1, ("Ann", "Ben"), record, desk.show)
    assert repr(record.kept) == undisturbed()


def test_a_camera_that_is_away_while_nobody_plays_changes_no_play() -> None:
    """As `app.frames` tells it: pictures without a board, the clock goes on; what is played comes later by as much."""
    away = 20.0

    def broken() -> Iterator[Seen]:
        before, gone = None, False
        for item in seen():
            quiet = all(isinstance(one, Observation) and one.still for one in (before, item))
            if not gone and quiet and isinstance(item, Observation) and item.t > PULLED:
                gone = True
                yield from (
                    Observation(item.t + 0.5 * n, item.frame, no_counts(), None, still=False, found=False)
                    for n in range(1, int(2 * away))
                )
            yield replace(item, t=item.t + away) if gone and isinstance(item, Observation) else item
            before = item
        assert gone

    def told(source: Iterator[Seen]) -> list[tuple[Any, ...]]:
        record = Notebook()
        play(source, preset("circle-match"), 1, ("Ann", "Ben"), record, lambda *_: None)
        rulings = [kept for kept in record.kept if isinstance(kept, Verdict)]
        return [(one.kind, one.side, one.dice, one.play, one.legal) for one in rulings]

    with_loss, whole = told(broken()), told(seen())
    assert [one for one in with_loss if one[0] != "camera"] == whole
    assert 1 <= len([one for one in with_loss if one[0] == "camera"]) <= 2
