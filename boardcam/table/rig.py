"""Everything at a table that shows something or is pressed, opened by what `equipment` says is there.

Every part runs by itself (`devices.part`): one that is missing, fails or hangs is named once, tried again, and keeps nobody
waiting. Nothing here is part of a match: the record is the same with and without it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from boardcam.devices.buzzer import TUNES, Buzzer, Call
from boardcam.devices.camera import Camera, CameraError, Frame
from boardcam.devices.display import Display, PictureDisplay
from boardcam.devices.gpio import Pins
from boardcam.devices.part import Opened, Part, Say
from boardcam.devices.pushed import Meaning, Presses, PushButtons
from boardcam.devices.speech import Saying, Speech
from boardcam.events import Button, Lit, Mark, Pressed, Signal, Verdict
from boardcam.rules.position import Side
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import Sentence, alone, plain, sentence
from boardcam.show.languages import ENGLISH, Code, Language, language, terms
from boardcam.show.lit import lit
from boardcam.show.view import View, view
from boardcam.table.equipment import LEDS, Buttons, Equipment, spi
from boardcam.table.equipment import Display as Screen
from boardcam.table.face import Face, Scene
from boardcam.table.fresh import Dated, Fresh

Now = Callable[[], float]


@dataclass(slots=True)
class Parts:
    """What is there, each part with a thread of its own."""

    displays: list[Part[Scene]] = field(default_factory=list)
    lights: list[Part[Lit]] = field(default_factory=list)
    buzzer: Part[Call] | None = None
    voice: Part[Saying] | None = None
    buttons: Part[None] | None = None

    def all(self) -> tuple[Part[Any], ...]:
        alone = (self.buzzer, self.voice, self.buttons)
        return (*self.displays, *self.lights, *(part for part in alone if part is not None))


@dataclass(slots=True)
class Rig:
    """The parts of a table, together."""

    parts: Parts
    presses: Presses
    say: Say
    pins: Pins = field(default_factory=Pins)
    language: Language = ENGLISH
    """Of the displays and the voice."""
    link: str = ""
    when: Mapping[str, str] = field(default_factory=dict)
    """When buzzer and voice are heard: always, casual, never."""
    fresh: Fresh = field(default_factory=Fresh)
    """When the newest picture of the board came."""
    now: Now = time.monotonic
    camera: str = ""
    """Why there is no picture; "" = there is one, or none is expected."""
    care: Sentence | None = None
    """What the caretaker says of the equipment's file; None = nothing."""
    unkept: Sentence | None = None
    """Why the last match is not in the archive; None = it is, or another is played."""
    _trying: bool = False
    """Parts are being tried: what a match would show waits."""
    _pictures: list[Part[Scene]] = field(default_factory=list)
    """Displays that are files, and no equipment."""
    _notes: tuple[str, ...] = ()
    """What else works less well than it should in this match."""
    _clock: Now | None = None
    """The camera's own."""
    _told: tuple[str, ...] = ()
    """Troubles that were named."""
    _news: str = ""
    """The last of them, shown until the next ruling."""
    _casual: bool = True
    _fixed: bool = False
    """The language was chosen with a match."""
    _view: View | None = None
    _hint: str = ""
    _trouble: str = ""
    _waiting: tuple[str, Language, str] | None = None
    """What the displays say while no match is played."""
    _number: int = 0
    _signal: Signal = "off"

    def seated(self, profile: Profile) -> None:
        """A match is played by this profile from now on."""
        self.presses.begin()
        self.camera, self._notes, self.unkept = "", (), None
        self._casual = profile.hints
        self.language = language(self.language.code, terms(profile))

    def show(self, view: View, verdicts: tuple[Verdict, ...]) -> None:
        """Shows a view on everything; returns at once."""
        if self._view is None or view.status.verdict != self._view.status.verdict:
            self._hint = self._news = ""
        self._view = view
        if not self._trying:
            self.shine(view, verdicts)

    def shine(self, view: View, verdicts: tuple[Verdict, ...]) -> None:
        """A view on every part, and its rulings to be heard."""
        self._draw(view)
        now = lit(view.status)
        for part in self.parts.lights:
            part.show(now)
        self._number += 1
        if self.parts.buzzer is not None and now.signal != self._signal and now.signal in TUNES and self._heard("buzzer"):
            self.parts.buzzer.show(Call(now.signal, self._number))
        self._signal = now.signal
        if self.parts.voice is not None and verdicts and self._heard("voice"):
            self.parts.voice.show(Saying(spoken(self.translated(view)), self._number, self.language.code))

    # --- what does not work ------------------------------------------------------------------------------------------------------

    def watching(self, camera: Camera) -> Camera:
        """A camera whose troubles are those of this table."""
        self._clock = getattr(camera, "now", None)
        return _Watched(camera, self)

    def lag(self, t: float) -> float | None:
        """How old a picture of time `t` is by now, s; None where the source does not run by a clock."""
        return None if self._clock is None else max(0.0, self._clock() - t)

    def note(self, what: str) -> None:
        """Something works less well than it should until this match is over."""
        if what not in self._notes:
            self._notes = (*self._notes, what)

    def rests(self) -> None:
        """No more pictures are expected."""
        self.fresh.at, self.camera, self._clock = None, "", None

    @contextmanager
    def picture(self, path: Path) -> Iterator[None]:
        """What the display shows is left at this path as well, meanwhile."""
        part = Part[Scene](
            str(path), lambda: Dated(Face(PictureDisplay(path=path), turns=False), self.fresh, _aged), self.say
        ).start()
        self._pictures.append(part)
        try:
            yield
        finally:
            self._pictures.remove(part)
            part.close()

    def waits(self, trouble: str = "") -> None:
        """No match is played now; `trouble` = why none can be."""
        self.rests()
        self._notes = ()
        self.check()
        told = (self.link, self.language, trouble)
        if self._view is None and told == self._waiting:
            return
        if trouble and trouble != self._trouble:
            self._speak(trouble)
        self._view, self._hint, self._trouble, self._waiting = None, "", trouble, told
        self._redraw()
        self._light()

    def speak(self, code: Code) -> None:
        """Another language from now on, whatever the equipment says."""
        self.language, self._fixed = language(code, self.language.terms), True
        self._redraw()

    def translated(self, shown: View) -> View:
        """A view in the language of the table."""
        return shown if shown.language == self.language else view(shown.status, shown.t, self.language)

    def pattern(self) -> None:
        """A picture to test displays with."""
        for part in self.parts.displays:
            part.show(Scene(test=True))

    def hint(self, words: str, marks: tuple[tuple[int, Mark], ...] = ()) -> None:
        """Shows a hint until the next ruling: in words, and by the lights of the points what the best play leaves and comes to."""
        self._hint = words
        self._redraw()
        if marks and self._view is not None and not self._trying:
            for part in self.parts.lights:
                part.show(replace(lit(self._view.status), marks=marks))

    def taken(self, until: float) -> tuple[Pressed, ...]:
        """What was pressed up to the stream's time `until`, which has just come."""
        if not self.camera:
            self.fresh.at = self.now()
        self.check()
        return () if self._trying else self.presses.taken(until)

    # --- parts that are tried, or exchanged --------------------------------------------------------------------------------------

    @contextmanager
    def tried(self) -> Iterator[Callable[[], tuple[Pressed, ...]]]:
        """Meanwhile whoever tries the parts has them for himself, buzzer and voice are heard, and presses are given to him."""
        when, self.when = self.when, dict.fromkeys(self.when, "always")
        self._trying = True
        try:
            yield self.presses.heard
        finally:
            self.presses.heard()
            self.when, self._trying, self._signal = when, False, "off"
            self._again()

    def refit(self, equipment: Equipment) -> None:
        """Other parts from now on; the old ones are left first, for they may hold the same pins."""
        old, self.parts = self.parts, Parts()
        for part in old.all():
            part.close()
        self.pins.close()
        self.pins = Pins(equipment.chip)
        self.parts, self.when = fitted(equipment, self.say, self.pins, self.now, self.presses, self.fresh)
        if not self._fixed:
            self.language = language(equipment.language, self.language.terms)
        self._again()

    def _again(self) -> None:
        """Shows what is so now, on parts that have shown something else or nothing yet."""
        self._redraw()
        self._light()

    def _light(self) -> None:
        if self._trying:
            return
        now = Lit("camera" if self._trouble else "off") if self._view is None else lit(self._view.status)
        for part in self.parts.lights:
            part.show(now)

    def state(self) -> tuple[tuple[str, str], ...]:
        """(Name of a part, what is wrong with it or "")."""
        return tuple((part.name, part.trouble) for part in self.parts.all())

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong now, a sentence each: no picture, parts that do not work, and what was noted."""
        parts = (part.trouble for part in self._all())
        return tuple(trouble for trouble in (self.camera, *parts, *self._notes, self.unkept, self.care) if trouble)

    def _all(self) -> tuple[Part[Any], ...]:
        return (*self.parts.all(), *self._pictures)

    def close(self) -> None:
        """Shows what is still to be shown, and leaves everything dark."""
        for part in self._all():
            part.close()
        self.pins.close()

    def check(self) -> None:
        """Names what has come to be wrong, once."""
        for part in self._all():
            part.check()
        now = self.troubles
        if now == self._told:
            return
        fresh = [trouble for trouble in now if trouble not in self._told]
        self._told = now
        self._news = fresh[-1] if fresh else self._news if self._news in now else ""
        self._redraw()
        if fresh:
            self._speak(fresh[-1])

    def _redraw(self) -> None:
        if not self._trying:
            self._draw(self._view)

    def _draw(self, shown: View | None) -> None:
        view = self.translated(shown) if shown is not None else None
        scene = Scene(view, self.language, self.link, self._hint, self._trouble, self.camera or self._news)
        for part in (*self.parts.displays, *(() if self._trying else self._pictures)):
            part.show(scene)

    def _speak(self, trouble: str) -> None:
        """Says what is wrong; what to do about it is to be read."""
        self._number += 1
        if self.parts.voice is not None and self._heard("voice"):
            words = self.language.say(alone(plain(trouble)))
            self.parts.voice.show(Saying(words, self._number, self.language.code, waits=True))

    def _heard(self, part: str) -> bool:
        when = self.when.get(part, "casual")
        return when == "always" or (when == "casual" and self._casual)


@dataclass(slots=True)
class _Watched:
    """A camera whose troubles are those of a rig."""

    opened: Camera
    rig: Rig

    def read(self) -> Frame | None:
        try:
            frame = self.opened.read()
        except CameraError as error:
            self.rig.camera = sentence("the camera is lost: {why}", why=error.why)
            raise
        self.rig.camera = ""
        return frame

    def close(self) -> None:
        self.opened.close()


def spoken(view: View) -> str:
    """A view as it is said: its headline and its sentence, plays without their signs."""
    words = f"{view.headline}. {view.why}" if view.why else view.headline
    return re.sub(r"(?<=\w)[-–/](?=\w)", " ", words).replace("*", "").replace("→", " ")


def opened(equipment: Equipment, say: Say, *, pins: Pins | None = None, now: Now = time.monotonic) -> Rig:
    """The rig of an equipment, running; `pins` = other pins, for tests. Nothing is waited for: a part that cannot be opened is
    named by `say` a moment later."""
    pins = pins or Pins(equipment.chip)
    presses, fresh = Presses(now), Fresh()
    parts, when = fitted(equipment, say, pins, now, presses, fresh)
    return Rig(parts, presses, say, pins, language(equipment.language), when=when, fresh=fresh, now=now)


def fitted(equipment: Equipment, say: Say, pins: Pins, now: Now, presses: Presses, fresh: Fresh) -> tuple[Parts, Mapping[str, str]]:
    """The parts of an equipment, running, and when buzzer and voice are heard."""

    def part(name: str, opens: Callable[[], Opened[Any]]) -> Part[Any]:
        return Part[Any](name, opens, say, now).start()

    def lamps(opens: Callable[[], Opened[Lit]]) -> Callable[[], Opened[Lit]]:
        return lambda: Dated(opens(), fresh, _dark)

    displays, lights = [], []
    if (screen := equipment.display) is not None:
        name = sentence("display {kind}", kind=screen.kind)
        displays.append(part(name, lambda: Dated(Face(_panel(screen, pins)), fresh, _aged)))
    if (leds := equipment.lights) is not None:
        from boardcam.devices.leds import Leds

        there = {name: pin for name in LEDS if (pin := getattr(leds, name)) is not None}
        lights.append(part(sentence("lights"), lamps(lambda: Leds(pins, there, leds.brightness / 100))))
    if (strip := equipment.strip) is not None:
        from boardcam.devices.strip import Layout, Strip

        layout = Layout(strip.first, strip.every, strip.bar, strip.side)
        port = spi(strip.device) or (0, 0)
        lights.append(part(sentence("strip"), lamps(lambda: Strip(layout, strip.brightness / 100, *port))))
    buzzer, voice, buttons = equipment.buzzer, equipment.voice, equipment.buttons
    parts = Parts(
        displays, lights,
        part(sentence("buzzer"), lambda: Buzzer(pins, buzzer.pin)) if buzzer else None,
        part(sentence("voice"), lambda: Speech(voice.speed, voice.volume)) if voice else None,
        part(sentence("buttons"), lambda: PushButtons(pins, meanings(buttons), presses)) if buttons else None,
    )  # fmt: skip
    if parts.buttons is not None:
        parts.buttons.show(None)
    when = {name: one.when for name, one in (("buzzer", buzzer), ("voice", voice)) if one is not None}
    return parts, when


def _aged(scene: Scene, seconds: int) -> Scene:
    return replace(scene, age=seconds)


def _dark(lit: Lit, seconds: int) -> Lit:
    return replace(lit, signal="camera", marks=())


def _panel(screen: Screen, pins: Pins) -> Display:
    from boardcam.devices.panel import open_lcd, open_oled

    brightness = screen.brightness / 100
    if not screen.wide:
        return open_oled(screen.kind, screen.bus, screen.address, screen.turned, brightness)
    port, device = spi(screen.device) or (0, 0)
    return open_lcd(
        screen.kind, port, device, pins, dc=screen.dc, reset=screen.reset, backlight=screen.backlight, turned=screen.turned,
        brightness=brightness,
    )  # fmt: skip


def meanings(buttons: Buttons) -> dict[int, Meaning]:
    """Pin → what it says. Held down, a button stands for another one, unless that one has a pin of its own there."""
    found: dict[int, Meaning] = {}
    for side, there in ((None, buttons.both), (Side.WHITE, buttons.light), (Side.BLACK, buttons.dark)):
        for button, pin in there.items():
            held = buttons.held.get(button)
            found[pin] = Meaning(_button(button), side, _button(held) if held and held not in there else None)
    return found


def _button(name: str) -> Button:
    return name  # type: ignore[return-value]  # the equipment was checked against the buttons there are
