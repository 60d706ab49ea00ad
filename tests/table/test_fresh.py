"""What a table's parts show when no picture has come for a while."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from boardcam.devices.display import PictureDisplay
from boardcam.events import Status
from boardcam.rules.position import START, Side
from boardcam.show.languages import CODES, language
from boardcam.show.view import stale, view
from boardcam.table.face import Face, Scene
from boardcam.table.fresh import OLD, TICK, Dated, Fresh


@dataclass
class Shown:
    """Keeps what it is shown; looks otherwise after `wait` seconds."""

    wait: float | None = None
    told: list[str] = field(default_factory=list)
    closed: bool = False

    def show(self, what: str, t: float) -> float | None:
        self.told.append(what)
        return self.wait

    def close(self) -> None:
        self.closed = True


def test_what_is_new_is_shown_as_it_is_and_looked_at_again_when_it_may_be_old() -> None:
    shown, fresh = Shown(), Fresh(100.0)
    dated = Dated(shown, fresh, lambda what, age: f"{what}, {age} s old")
    assert dated.show("legal", 101.0) == pytest.approx(OLD - 1.0)
    assert dated.show("legal", 100.0 + OLD) == TICK
    assert dated.show("legal", 112.5) == TICK
    fresh.at = 113.0
    dated.show("legal", 113.1)
    assert shown.told == ["legal", f"legal, {OLD:g} s old", "legal, 12 s old", "legal"]
    dated.close()
    assert shown.closed


def test_where_no_picture_is_expected_nothing_is_old() -> None:
    shown = Shown()
    assert Dated(shown, Fresh(), lambda what, age: "old").show("set up", 1e6) is None
    assert shown.told == ["set up"]


def test_what_blinks_goes_on_blinking() -> None:
    assert Dated(Shown(0.5), Fresh(100.0), lambda what, age: "old").show("illegal", 101.0) == 0.5
    assert Dated(Shown(0.5), Fresh(100.0), lambda what, age: "old").show("illegal", 109.0) == 0.5


@pytest.mark.parametrize("code", CODES)
def test_the_display_says_how_old_the_picture_is(code: str) -> None:
    seen = view(Status("to play", ("Ann", "Ben"), 7, position=START, turn=Side.WHITE, dice=(6, 1)), language=language(code))
    old = stale(seen, 12)
    assert ("12" in old.why, old.signal, old.dice) == (True, "camera", None)
    assert (old.headline == "STALE") == (code == "en")
    display = PictureDisplay()
    face = Face(display)
    face.show(Scene(seen), 0.0)
    assert display.last is not None
    before = display.last.tobytes()
    face.show(Scene(seen, age=12), 1.0)
    assert display.last.tobytes() != before
