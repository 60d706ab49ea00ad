"""The equipment of a running table: its file is changed, its parts are tried, while a match goes on."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import pytest

from boardcam.devices.part import Part
from boardcam.devices.pushed import Meaning
from boardcam.events import Lit, Status
from boardcam.rules.position import START, Side
from boardcam.show.view import view
from boardcam.table import trial
from boardcam.table.caretaker import Caretaker
from boardcam.table.equipment import Equipment
from boardcam.table.equipment_file import load
from boardcam.table.rig import Parts, Rig, opened

STATUS = Status("to play", ("Ann", "Ben"), 7, position=START, turn=Side.WHITE, dice=(6, 1))
STAMPS = count(1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text('[voice]\nwhen = "never"\n', encoding="utf-8")
    return path


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def caretaker(file: Path, said: list[str]) -> Iterator[Caretaker]:
    equipment = load(file)
    with closing(opened(equipment, said.append)) as rig:
        yield Caretaker(file, equipment, rig, said.append, lambda: said.append("ended"))


def changed(caretaker: Caretaker, file: Path, text: str) -> None:
    """The file with another text; it stands still from the second look on."""
    file.write_text(text, encoding="utf-8")
    os.utime(file, (next(STAMPS), 1))
    caretaker.look()
    caretaker.look()


def names(caretaker: Caretaker) -> list[str]:
    return [part["name"] for part in caretaker.told("en")["parts"]]


def test_parts_are_taken_up_in_the_middle_of_a_match(caretaker: Caretaker, file: Path, said: list[str]) -> None:
    rig = caretaker._rig
    rig.show(view(STATUS), ())
    assert names(caretaker) == ["voice"]
    changed(caretaker, file, 'language = "pl"\n[display]\nkind = "ssd1306"\nbus = 29\n')
    assert names(caretaker) == ["display ssd1306"]
    assert caretaker.told("et")["parts"][0]["name"] == "ekraan ssd1306"
    assert rig.language.code == "pl"
    assert rig.care is None
    assert f"{file} was changed: it is in force" in said
    caretaker.look()
    assert len([one for one in said if "was changed" in one]) == 1, "it is said once"


def test_a_file_that_is_being_written_is_left_alone(caretaker: Caretaker, file: Path, said: list[str]) -> None:
    file.write_text("[disp", encoding="utf-8")
    os.utime(file, (next(STAMPS), 1))
    caretaker.look()
    changed(caretaker, file, "")
    assert [one for one in said if "obeyed" in one] == []


def test_what_cannot_be_obeyed_is_named_and_the_old_goes_on(caretaker: Caretaker, file: Path, said: list[str]) -> None:
    changed(caretaker, file, "[page]\nport = 0\n[buzzer]\n")
    told = caretaker.told("hu")
    assert len(told["wrong"]) == 2
    assert told["wrong"][0].startswith("[page] port = 0: say a whole number")
    assert names(caretaker) == ["voice"]
    assert "cannot be obeyed" in caretaker._rig.troubles[-1]
    changed(caretaker, file, "")
    assert (caretaker.told("en")["wrong"], caretaker._rig.troubles) == ((), ())


def test_what_wants_a_restart_is_named(caretaker: Caretaker, file: Path, said: list[str]) -> None:
    changed(caretaker, file, 'source = "pi:0"\n[voice]\nwhen = "never"\n[page]\nport = 8081\n')
    assert caretaker.told("en")["later"] == ("source", "page")
    assert "in force after a restart, on the page Equipment: source, page" in caretaker._rig.troubles[-1]
    caretaker.restart()
    assert (caretaker.again, said[-1]) == (True, "ended")


def test_a_file_that_is_gone_changes_nothing(caretaker: Caretaker, file: Path, said: list[str]) -> None:
    file.unlink()
    caretaker.look()
    caretaker.look()
    assert names(caretaker) == ["voice"]
    assert said == []


@dataclass
class Lamps:
    """Remembers everything."""

    lit: list[Lit] = field(default_factory=list)

    def show(self, lit: Lit, t: float) -> None:
        self.lit.append(lit)

    def close(self) -> None:
        pass


def test_a_trial_leaves_the_match_as_it_was() -> None:
    lamps, shown = Lamps(), threading.Event()
    rig = opened(Equipment(), print)
    rig.parts = Parts(lights=[Part[Lit]("lamps", lambda: lamps, print).start()])
    rig.parts.buttons = Part[None]("buttons", lambda: lamps, print)  # type: ignore[arg-type, return-value]
    rig.show(view(STATUS), ())
    now: list[str] = []
    heard: list[str] = []

    def say(what: str) -> None:
        now.append(what)
        rig.show(view(replace(STATUS, turn=Side.BLACK)), ())  # the match goes on
        assert rig.taken(5.0) == ()
        if what.startswith("buttons"):
            shown.set()

    def press() -> None:
        shown.wait(30)
        time.sleep(0.05)
        rig.presses.put(Meaning("take", Side.BLACK), "take", time.monotonic())

    finger = threading.Thread(target=press)
    finger.start()
    trial.tried(rig, say, heard.append, each=0.01, listen=0.4)
    finger.join()
    rig.close()
    assert len(now) == 10
    assert heard == ["take of dark"]
    assert rig.presses.taken(6.0) == (), "they do not count in the match"
    assert lamps.lit[-1].turn is Side.BLACK, "what has happened meanwhile is shown"


def test_one_trial_at_a_time(caretaker: Caretaker, monkeypatch: pytest.MonkeyPatch) -> None:
    going, end = threading.Event(), threading.Event()

    def tried(rig: Rig, now: object, heard: object) -> None:
        going.set()
        end.wait(30)

    monkeypatch.setattr(trial, "tried", tried)
    caretaker.trial()
    assert going.wait(30)
    assert caretaker.told("en")["trial"]["now"].startswith("display")
    with pytest.raises(ValueError, match="being tried already"):
        caretaker.trial()
    end.set()
    for _ in range(600):
        if caretaker.told("en")["trial"]["now"] is None:
            break
        time.sleep(0.05)
    assert caretaker.told("en")["trial"]["now"] is None
