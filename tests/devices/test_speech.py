"""The voice: what is said last is heard, nothing is waited for, and no sentence is an option."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from boardcam.devices import speech
from boardcam.devices.buzzer import TUNES, Buzzer, Call, tone
from boardcam.devices.gpio import Pins
from boardcam.devices.part import PartFailed
from boardcam.devices.speech import LONGEST, VOICES, Saying, Speech
from boardcam.show.languages import CODES


class Program:
    """A program that speaks until it is told otherwise."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command, self.code, self.killed = list(command), None, False

    def poll(self) -> int | None:
        return self.code

    def kill(self) -> None:
        self.killed = True

    def wait(self) -> None:
        pass


class Room:
    """What is heard."""

    def __init__(self) -> None:
        self.programs: list[Program] = []
        self.speech = Speech(150, 100, self.start)

    def start(self, command: Sequence[str]) -> Program:
        self.programs.append(Program(command))
        return self.programs[-1]


def test_a_sentence_is_said_once() -> None:
    room = Room()
    for t in (0.0, 0.1, 0.2):
        assert room.speech.show(Saying("Roll again", 1), t) is not None
    room.programs[0].code = 0  # type: ignore[assignment]
    assert room.speech.show(Saying("Roll again", 1), 0.3) is None
    assert [program.command[-3:] for program in room.programs] == [["en-gb", "--", "Roll again"]]


def test_the_newest_is_heard() -> None:
    room = Room()
    room.speech.show(Saying("one", 1), 0.0)
    room.speech.show(Saying("kaks", 2, "et"), 0.1)
    assert [program.killed for program in room.programs] == [True, False]
    assert room.programs[1].command[-4:] == ["-v", "et", "--", "kaks"]


def test_a_program_that_hangs_is_ended() -> None:
    room = Room()
    room.speech.show(Saying("one", 1), 0.0)
    assert room.speech.show(Saying("one", 1), LONGEST + 0.1) is None
    assert room.programs[0].killed


def test_a_program_that_fails_is_a_failure_of_the_part() -> None:
    room = Room()
    room.speech.show(Saying("one", 1), 0.0)
    room.programs[0].code = 1  # type: ignore[assignment]
    with pytest.raises(PartFailed, match="exit code 1"):
        room.speech.show(Saying("one", 1), 0.2)


def test_every_language_has_a_voice() -> None:
    assert set(VOICES) == set(CODES)


def test_without_the_program_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "PROGRAM", "no-such-voice")
    with pytest.raises(PartFailed, match="no-such-voice is not here; install it: sudo apt-get install -y no-such-voice"):
        Speech(150, 100)


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize(
    ("code", "words"), [("en", "Roll again"), ("et", "Viska uuesti"), ("pl", "Rzuć jeszcze raz"), ("hu", "Dobj újra")]
)
def test_the_real_voice_says_it(code: str, words: str, tmp_path: Path) -> None:
    """As the part asks for it, but into a file."""
    commands = []
    Speech(150, 100, lambda command: commands.append(command) or Program(command)).show(Saying(words, 1, code), 0.0)
    path = tmp_path / "said.wav"
    at = commands[0].index("--")
    subprocess.run([*commands[0][:at], "-w", str(path), *commands[0][at:]], check=True, capture_output=True)
    assert path.stat().st_size > 10_000


# --- the buzzer -----------------------------------------------------------------------------------------------------------------


def test_tunes_end_and_are_told_apart_by_their_beats() -> None:
    for tune in TUNES.values():
        t = 0.0
        while (sounds := tone(tune, t))[1] is not None:
            t += sounds[1] or 0.0
        assert t < 1.0
        assert tone(tune, t) == (None, None)
    assert len({tuple((pitch is not None, seconds) for pitch, seconds in tune) for tune in TUNES.values()}) == len(TUNES)


def test_the_buzzer_plays_a_tune_once(mock: Any) -> None:
    buzzer = Buzzer(Pins(factory=mock), 26)
    call, t, heard = Call("illegal", 1), 0.0, []
    while (wait := buzzer.show(call, t)) is not None:
        heard.append(mock.pin(26).state)
        t += wait
    assert heard == [0.5, 0.0, 0.5]
    assert buzzer.show(call, t + 9.0) is None
    assert mock.pin(26).state == 0.0
    buzzer.show(Call("illegal", 2), t + 10.0)
    assert mock.pin(26).state == 0.5
    buzzer.close()
