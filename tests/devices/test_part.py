"""Parts that fail, hang and come back, by given times."""

from __future__ import annotations

import errno
import threading
from dataclasses import dataclass, field
from typing import Any

from boardcam.devices.part import CALM, PATIENCE, PAUSES, STEADY, Health, Part, PartFailed


@dataclass
class Table:
    """A clock, a part that breaks on demand, and what was said."""

    t: float = 100.0
    broken: bool = False
    shown: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    opened: int = 0
    closed: int = 0
    wait: float | None = None

    def open(self) -> Table:
        if self.broken:
            raise PartFailed("no display answers at 0x3C", "check its wires")
        self.opened += 1
        return self

    def show(self, what: str, t: float) -> float | None:
        if self.broken:
            raise OSError(121, "Remote I/O error")
        self.shown.append(what)
        return self.wait

    def close(self) -> None:
        self.closed += 1

    def part(self) -> Part[str]:
        return Part("display", self.open, self.said.append, lambda: self.t)


def test_the_newest_is_shown() -> None:
    table = Table()
    part = table.part()
    for what in ("a", "b", "c"):
        part.show(what)
    assert part.step() is None
    assert table.shown == ["c"]
    part.close()
    assert table.closed == 1


def test_what_moves_is_shown_again_after_its_time() -> None:
    table = Table(wait=0.5)
    part = table.part()
    part.show("blinking")
    assert part.step() == 0.5
    assert part.step() == 0.5
    assert table.shown == ["blinking", "blinking"]


def test_a_lost_part_is_named_once_and_once_when_it_is_back() -> None:
    table = Table()
    part = table.part()
    part.show("a")
    part.step()
    table.broken = True
    for _ in range(40):
        part.show("b")
        table.t += part.step() or 1.0
    assert table.said == ["display: no display answers at 0x3C; check its wires"]
    assert part.trouble == table.said[0]
    table.broken = False
    table.t += PAUSES[-1]
    part.show("c")
    assert part.step() == STEADY
    assert table.said[1:] == []
    table.t += STEADY
    assert part.step() is None
    assert table.said[1:] == ["display: works again"]
    assert part.trouble == ""
    assert table.shown == ["a", "c", "c"]


def test_one_spoiled_message_is_nobodys_business() -> None:
    table = Table()
    part = table.part()
    part.show("a")
    part.step()
    table.broken = True
    assert part.step() == 0.0
    table.broken = False
    part.step()
    assert table.said == []
    assert (table.opened, table.closed) == (2, 1)
    assert table.shown == ["a", "a"]


def test_the_pauses_grow() -> None:
    health, pauses = Health(), []
    for _ in range(8):
        health = health.after_failure(10.0)
        pauses.append(health.again - 10.0)
    assert pauses == [0, 1, 2, 5, 10, 30, 30, 30]


def test_a_part_that_comes_and_goes_is_tried_less_and_less_until_it_was_calm() -> None:
    health = Health().after_failure(1.0).after_success(1.0, False).after_failure(2.0)
    assert health.again == 3.0
    health = health.after_success(3.0, True).after_success(3.0 + STEADY, True)
    assert not health.missed
    assert health.after_failure(2.0 + CALM + 1).again == 2.0 + CALM + 1


def test_a_loose_wire_is_named_once() -> None:
    table = Table()
    part = table.part()
    for nth in range(60):
        table.broken = nth % 3 != 0
        part.show("a")
        table.t += min(part.step() or 1.0, 1.0)
    assert len(table.said) == 1


def test_a_part_that_hangs_is_named_and_nobody_waits() -> None:
    hangs, goes_on = threading.Event(), threading.Event()

    class Hanging(Table):
        def show(self, what: str, t: float) -> float | None:
            hangs.set()
            assert goes_on.wait(30)
            return super().show(what, t)

    table = Hanging()
    part = table.part().start()
    part.show("a")
    assert hangs.wait(30)
    for what in ("b", "c"):
        part.show(what)
        part.check()
    assert table.said == []
    table.t += PATIENCE + 1
    part.check()
    part.check()
    assert [said.startswith("display: it does not answer") for said in table.said] == [True]
    table.t += STEADY
    goes_on.set()
    part.show("d")
    part.close()
    part._thread.join(30)  # type: ignore[union-attr]
    assert table.shown[-1] == "d"
    assert table.closed == 1


def test_what_was_handed_over_last_is_shown_before_the_end() -> None:
    table = Table()
    part = table.part().start()
    part.show("the end")
    part.close()
    assert table.shown[-1:] == ["the end"]
    assert table.closed == 1


def test_a_part_that_only_listens_is_listened_to() -> None:
    """What it is to show is None, which is not nothing to do."""
    table = Table()
    part = Part[Any]("buttons", table.open, table.said.append, lambda: table.t)
    part.step()
    assert table.shown == []
    part.show(None)
    part.step()
    assert table.shown == [None]


def test_pins_that_another_program_holds_are_named_as_such() -> None:
    said: list[str] = []

    def busy() -> Any:
        raise RuntimeError("'GPIO busy'")

    part = Part[Any]("lights", busy, said.append, lambda: 100.0)
    for _ in range(3):
        part.step()
    assert said == ["lights: another program uses its pins; stop that first: sudo systemctl stop boardcam"]


def test_a_picture_that_finds_no_room_has_no_wires() -> None:
    def full() -> Table:
        raise OSError(errno.ENOSPC, "No space left on device")

    said: list[str] = []
    table = Table()
    part = Part[str]("display.png", full, said.append, lambda: table.t)
    part.show("a")
    for _ in range(2):
        part.step()
        table.t += 1.0
    assert said == ["display.png: No space left on device; make room on the disk: delete old matches, or take a larger card"]
