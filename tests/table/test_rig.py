"""Cables pulled: parts that fail, hang and come back during a match. The match goes on, and its record is the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL.Image import Image

from boardcam.app import play, simulated
from boardcam.devices.camera import CameraError, Frame
from boardcam.devices.display import PictureDisplay
from boardcam.devices.lights import LightsLog
from boardcam.devices.part import Part
from boardcam.devices.pushed import Meaning, Presses
from boardcam.events import Lit, Status, Verdict
from boardcam.rules.position import START, Side
from boardcam.rules.profile import preset
from boardcam.rules.sentence import headed, sentence
from boardcam.show import draw
from boardcam.show.view import view
from boardcam.table.equipment import Display as Screen
from boardcam.table.equipment import Equipment, Voice
from boardcam.table.face import Face, Scene
from boardcam.table.fresh import Dated, Fresh
from boardcam.table.rig import Parts, Rig, _dark, opened, spoken
from boardcam.table.sitting import _pressed
from tests.notebook import Notebook

LIGHT = Side.WHITE
STATUS = Status("to play", ("Ann", "Ben"), 7, position=START, turn=LIGHT, dice=(6, 1))
WRONG = Verdict(1, 1, "illegal", LIGHT, (6, 1), "13/7 8/6", legal=False, rule="R23", why="the 6 had to be played")


def test_a_table_without_equipment_shows_nothing_and_hears_nothing() -> None:
    with closing(opened(Equipment(), print)) as table:
        table.show(view(STATUS), ())
        assert (table.taken(1.0), table.troubles) == ((), ())


def test_what_cannot_be_opened_is_named_once_and_nobody_waits() -> None:
    said: list[str] = []
    heard = threading.Event()

    def say(sentence: str) -> None:
        said.append(sentence)
        heard.set()

    table = opened(Equipment(display=Screen("ssd1306", bus=29)), say)
    table.show(view(STATUS), ())
    assert heard.wait(30)
    table.close()
    assert len(said) == 1
    assert said[0].startswith("display ssd1306: ")
    assert "; " in said[0]


@dataclass
class Loose(PictureDisplay):
    """A display on a loose cable: every third picture does not arrive."""

    shown: int = 0

    def show(self, image: Image) -> None:
        self.shown += 1
        if self.shown % 3 == 0:
            raise OSError(121, "Remote I/O error")


class Pulled(LightsLog):
    """Lights whose cable is pulled, for good."""

    def show(self, lit: Lit, t: float) -> float | None:
        raise OSError(5, "Input/output error")


class Hanging:
    """A voice that never comes back from the first thing that it is to say."""

    def __init__(self, until: threading.Event) -> None:
        self.until = until

    def show(self, what: object, t: float) -> None:
        self.until.wait()

    def close(self) -> None:
        pass


def _unopened() -> Any:
    raise RuntimeError("no buttons")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Rig, list[str]]]:
    """A table with cables that get loose, are pulled, or hang; and what was said."""
    said: list[str] = []
    never = threading.Event()
    monkeypatch.setattr("boardcam.devices.part.PATIENCE", 0.1)
    parts = Parts(
        [Part[Scene]("display", lambda: Face(Loose()), said.append).start()],
        [Part[Lit]("lights", Pulled, said.append).start()],
        voice=Part[Any]("voice", lambda: Hanging(never), said.append).start(),
        buttons=Part[None]("buttons", _unopened, said.append).start(),
    )
    yield Rig(parts, Presses(lambda: 0.0), said.append, when={"voice": "always"}), said
    never.set()


def played(table: Rig | None) -> list[Any]:
    """What is kept of the beginning of a match at a table with this rig, or without one."""
    record = Notebook()
    seen = islice(simulated(2, 1)[0], 600)
    if table is None:
        play(seen, preset("circle-match"), 1, ("Ann", "Ben"), record, lambda *_: None)
        return record.kept
    play(_pressed(seen, table), preset("circle-match"), 1, ("Ann", "Ben"), record, table.show)
    table.close()
    return record.kept


def test_the_record_is_the_same_with_cables_pulled(broken: tuple[Rig, list[str]]) -> None:
    table, said = broken
    whole = played(None)
    assert repr(played(table)) == repr(whole)
    assert len([kept for kept in whole if isinstance(kept, Verdict)]) > 10
    for name in ("lights", "buttons"):
        assert len([line for line in said if line.startswith(f"{name}:")]) == 1, said


# --- what is shown and said -----------------------------------------------------------------------------------------------------


@dataclass
class Pictures(PictureDisplay):
    """Keeps all that was shown."""

    shown: list[Image] = field(default_factory=list)

    def show(self, image: Image) -> None:
        self.shown.append(image)


@dataclass
class Kept:
    """A part that keeps what it is shown."""

    shown: list[Any] = field(default_factory=list)

    def show(self, what: Any, t: float) -> None:
        self.shown.append(what)

    def close(self) -> None:
        pass

    def part(self, name: str) -> Part[Any]:
        return Part[Any](name, lambda: self, print)


@dataclass
class Table:
    """A rig of parts that keep everything, each shown by hand."""

    display: Kept = field(default_factory=Kept)
    lights: Kept = field(default_factory=Kept)
    buzzer: Kept = field(default_factory=Kept)
    voice: Kept = field(default_factory=Kept)
    now: float = 100.0

    def __post_init__(self) -> None:
        parts = Parts(
            [self.display.part("display")], [self.lights.part("lights")], self.buzzer.part("buzzer"), self.voice.part("voice")
        )
        self.rig = Rig(parts, Presses(lambda: self.now), print, now=lambda: self.now)

    def show(self, status: Status, *verdicts: Verdict) -> None:
        self.rig.show(view(replace(status, verdict=verdicts[-1] if verdicts else status.verdict)), verdicts)
        self.step()

    def step(self) -> None:
        for part in self.rig.parts.all():
            part.step()


def test_a_ruling_is_shown_lit_heard_and_said() -> None:
    table = Table()
    table.show(replace(STATUS, needs="correct", dice=None), WRONG)
    assert table.display.shown[-1].view.headline == "Illegal play"
    assert table.lights.shown[-1].signal == "illegal"
    assert table.buzzer.shown[-1].signal == "illegal"
    assert table.voice.shown[-1].words == "Illegal play. the 6 had to be played"


def test_the_buzzer_calls_once_for_what_stays_wrong() -> None:
    table = Table()
    wrong = replace(STATUS, needs="correct", dice=None)
    table.show(wrong, WRONG)
    table.show(wrong, WRONG, replace(WRONG, kind="warned", legal=None))
    assert len({call.number for call in table.buzzer.shown}) == 1
    table.show(STATUS)
    table.show(wrong, WRONG)
    assert len({call.number for call in table.buzzer.shown}) == 2


@pytest.mark.parametrize(
    ("when", "profile", "heard"),
    [
        ("casual", "tournament", False),
        ("casual", "circle-match", True),
        ("always", "tournament", True),
        ("never", "circle-match", False),
    ],
)
def test_tournaments_are_quiet_unless_told_otherwise(when: str, profile: str, heard: bool) -> None:
    table = Table()
    table.rig.when = {"voice": when, "buzzer": when}
    table.rig.seated(preset(profile))
    table.show(replace(STATUS, needs="correct"), WRONG)
    assert (bool(table.voice.shown), bool(table.buzzer.shown)) == (heard, heard)


def test_the_language_changes_while_a_match_is_played() -> None:
    table = Table()
    table.show(replace(STATUS, needs="correct"), WRONG)
    table.rig.speak("et")
    for part in table.rig.parts.all():
        part.step()
    assert table.display.shown[-1].view.language.code == "et"
    table.show(replace(STATUS, needs="correct"), WRONG)
    assert table.voice.shown[-1].language == "et"


def test_a_hint_is_shown_until_the_next_ruling() -> None:
    table = Table()
    table.show(STATUS)
    table.rig.hint("13/7 8/7")
    table.rig.parts.displays[0].step()
    assert table.display.shown[-1].hint == "13/7 8/7"
    table.show(replace(STATUS, dice=(5, 2)))
    assert table.display.shown[-1].hint == "13/7 8/7"
    table.show(replace(STATUS, dice=None), WRONG)
    assert table.display.shown[-1].hint == ""


def test_presses_reach_the_match_on_its_clock() -> None:
    table = Table()
    assert table.rig.taken(5.0) == ()
    table.rig.presses.put(Meaning("take", LIGHT), "take", 100.2)
    table.now = 100.5
    assert [press.t for press in table.rig.taken(5.5)] == [pytest.approx(5.2)]


def test_what_is_said_begins_with_its_first_picture() -> None:
    display = Pictures()
    face, long = (
        Face(display),
        replace(WRONG, why="the board cannot be seen: the camera or the board has moved, or no picture comes"),
    )
    scene = Scene(view(replace(STATUS, needs="correct", verdict=long)))
    wait = face.show(scene, 1000.7)
    first = display.shown[-1].tobytes()
    assert wait == draw.SECONDS
    assert face.show(scene, 1000.7 + draw.SECONDS) == pytest.approx(draw.SECONDS)
    assert display.shown[-1].tobytes() != first
    face.show(scene, 1000.7 + 2 * draw.SECONDS)
    assert display.shown[-1].tobytes() == first
    assert face.show(Scene(view(replace(STATUS, needs="correct", verdict=WRONG))), 1008.0) is None


def test_what_is_left_on_the_disk_is_not_written_over_and_over(tmp_path: Path) -> None:
    display = PictureDisplay(path=tmp_path / "display.png")
    face = Face(display, turns=False)
    scene = Scene(view(replace(STATUS, phase="set up", turn=None)), link="http://10.0.0.7/")
    assert face.show(scene, 0.0) is None
    (tmp_path / "display.png").unlink()
    face.show(scene, 9.0)
    assert not (tmp_path / "display.png").exists()


def test_a_new_match_has_a_clock_of_its_own() -> None:
    table = Table()
    assert table.rig.taken(5000.0) == ()
    table.rig.presses.put(Meaning("take", LIGHT), "take", 100.0)  # after the old match
    table.rig.seated(preset("circle-match"))
    table.now = 160.0
    assert table.rig.taken(1.0) == ()
    table.rig.presses.put(Meaning("confirm"), "confirm", 160.2)
    table.now = 160.5
    assert [press.t for press in table.rig.taken(1.5)] == [pytest.approx(1.2)]


def test_between_two_matches_the_display_says_what_to_do_and_what_is_wrong() -> None:
    table = Table()
    table.rig.link = "http://10.0.0.7:8080/"
    table.show(STATUS)
    for _ in range(3):
        table.rig.waits()
        for part in table.rig.parts.all():
            part.step()
    assert [scene.view is None for scene in table.display.shown].count(True) >= 1
    assert (table.display.shown[-1].link, table.lights.shown[-1].signal) == ("http://10.0.0.7:8080/", "off")
    table.rig.waits("there is no /dev/video0; connect a camera")
    for part in table.rig.parts.all():
        part.step()
    assert table.display.shown[-1].trouble.startswith("there is no")
    assert table.lights.shown[-1].signal == "camera"


def test_plays_are_said_without_their_signs() -> None:
    said = spoken(view(replace(STATUS, verdict=Verdict(1, 1, "played", LIGHT, (6, 1), "bar/24 13/7*", legal=True))))
    assert not set(said) & set("/*→")


def test_the_voice_speaks_the_language_of_the_table() -> None:
    with closing(opened(Equipment(language="pl", voice=Voice("never")), print)) as table:
        assert table.language.code == "pl"


# --- what does not work ---------------------------------------------------------------------------------------------------------


@dataclass
class Comes:
    """A camera that gives what it is told to, one after the other."""

    gives: list[Frame | CameraError]
    closed: bool = False

    def read(self) -> Frame | None:
        one = self.gives.pop(0)
        if isinstance(one, CameraError):
            raise one
        return one

    def close(self) -> None:
        self.closed = True


GONE = CameraError(headed("pi:0", sentence("it gives no picture")), sentence("check its cable, or plug it in again"))
PICTURE = Frame(np.zeros((2, 2, 3), np.uint8), 1.0, 0)


def test_a_camera_that_is_lost_is_a_trouble_of_the_table_until_it_is_back() -> None:
    table = Table()
    table.rig.when = {"voice": "always"}
    table.show(STATUS)
    camera = table.rig.watching(Comes([PICTURE, GONE, GONE, PICTURE]))
    camera.read()
    table.rig.taken(1.0)
    table.now = 104.0
    for _ in range(2):
        with pytest.raises(CameraError):
            camera.read()
        table.rig.taken(1.5)
        table.step()
    why = "the camera is lost: pi:0: it gives no picture; check its cable, or plug it in again"
    assert table.rig.troubles == (why,)
    assert table.display.shown[-1].news == why
    assert table.rig.fresh.at == 100.0, "a picture's age counts from the last picture"
    said = {saying.number: saying for saying in table.voice.shown if saying.waits}
    assert [one.words for one in said.values()] == ["the camera is lost: pi:0: it gives no picture"]
    camera.read()
    table.rig.taken(2.0)
    table.step()
    assert (table.rig.troubles, table.display.shown[-1].news, table.rig.fresh.at) == ((), "", 104.0)


def test_a_part_that_is_lost_is_shown_and_said_once_in_the_language_of_the_table() -> None:
    table = Table()
    table.rig.when = {"voice": "always"}
    table.rig.speak("et")
    table.show(STATUS)
    lights = table.rig.parts.lights[0]
    lights.trouble = headed(sentence("lights"), sentence("it does not answer").then(sentence("check its wires")))
    for t in (1.0, 2.0, 3.0):
        table.rig.taken(t)
    table.step()
    assert table.display.shown[-1].news == "lights: it does not answer; check its wires"
    assert table.voice.shown[-1].words == "tuled: see ei vasta"
    assert len({saying.number for saying in table.voice.shown}) == 1
    table.show(replace(STATUS, dice=None), WRONG)
    assert table.display.shown[-1].news == "", "a ruling is more important than what is known already"
    assert table.rig.troubles == ("lights: it does not answer; check its wires",)


def test_what_is_noted_is_a_trouble_until_the_match_is_over() -> None:
    table = Table()
    for _ in range(2):
        table.rig.note("its focus does not hold")
    assert table.rig.troubles == ("its focus does not hold",)
    table.rig.waits()
    assert table.rig.troubles == ()


def test_how_old_a_picture_is_by_the_clock_of_its_camera() -> None:
    table = Table()
    assert table.rig.lag(5.0) is None
    camera = Comes([PICTURE])
    camera.now = lambda: 7.25  # type: ignore[attr-defined]
    table.rig.watching(camera)
    assert table.rig.lag(7.0) == pytest.approx(0.25)
    table.rig.rests()
    assert table.rig.lag(7.0) is None


def test_lights_show_no_state_of_a_game_that_nobody_sees() -> None:
    shown = LightsLog()
    fresh = Fresh(100.0)
    lights = Dated[Lit](shown, fresh, _dark)
    lights.show(Lit("legal", LIGHT), 101.0)
    lights.show(Lit("legal", LIGHT), 109.0)
    fresh.at = 110.0
    lights.show(Lit("legal", LIGHT), 110.1)
    assert shown.shown == ["legal", "camera", "legal"]
