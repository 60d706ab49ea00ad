"""The program under systemd: what it says to a socket, that the watchdog is fed by fresh heartbeats only, and how it stops."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from boardcam.devices.camera import CameraError, Frame
from boardcam.events import CameraLost, Event, Verdict
from boardcam.geometry import Board
from boardcam.table.heartbeats import PARTS
from boardcam.table.service import Service, allowed, notifier, service

FRAME = Frame(np.zeros((2, 2, 3), np.uint8), 0.0, 0)


@dataclass
class Desk:
    """A service whose clock is set by hand, and what it said."""

    now: float = 0.0
    lines: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def service(self) -> Service:
        return Service(self.lines.append, 30.0, lambda: self.now, self.said.append)

    @property
    def fed(self) -> int:
        return sum("WATCHDOG=1" in line for line in self.lines)


@dataclass
class Camera:
    """Answers with frames, or does not."""

    error: Exception | None = None
    closed: bool = False

    def read(self) -> Frame:
        if self.error:
            raise self.error
        return FRAME

    def close(self) -> None:
        self.closed = True


class Keeper:
    def event(self, event: Event) -> Event:
        return event

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        pass


@pytest.mark.parametrize("abstract", [False, True])
def test_lines_reach_the_socket(abstract: bool, tmp_path: Path) -> None:
    name = f"boardcam-test-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0" + name if abstract else name)
        listener.settimeout(5.0)
        notifier("@" + name if abstract else name)("READY=1\nSTATUS=õhtu")
        assert listener.recv(200).decode() == "READY=1\nSTATUS=õhtu"


def test_nobody_who_listens_is_no_trouble(tmp_path: Path) -> None:
    notifier(None)("READY=1")
    notifier(str(tmp_path / "gone"))("READY=1")


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [({}, None), ({"WATCHDOG_USEC": "30000000"}, 30.0), ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 30.0),
     ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None), ({"WATCHDOG_USEC": "0"}, None), ({"WATCHDOG_USEC": "x"}, None)],
)  # fmt: skip
def test_how_long_systemd_waits(environment: dict[str, str], seconds: float | None) -> None:
    assert allowed(environment, 7) == seconds


def test_the_watchdog_is_fed_while_everybody_is_alive() -> None:
    desk = Desk()
    one = desk.service()
    one.plays()
    for now in range(60):
        desk.now = float(now)
        for part in PARTS:
            one.beat(part)
        one.look()
    assert desk.fed == 60
    assert desk.said == []


@pytest.mark.parametrize("hung", PARTS)
def test_it_is_not_fed_when_one_part_hangs(hung: str) -> None:
    """Whatever the others do: there is no blind sign of life."""
    desk = Desk()
    one = desk.service()
    one.plays()
    for now in range(60):
        desk.now = float(now)
        for part in PARTS:
            if part != hung:
                one.beat(part)
        one.look()
    assert desk.fed == 16  # at 0 … 15 s, half of what is allowed
    assert desk.lines[-1] == f"STATUS=the {hung} has not answered for 59 s"
    assert len(desk.said) == 1
    assert desk.said[0].startswith(f"the {hung} has not answered for 16 s")


def test_nothing_is_fed_before_anything_is_at_work() -> None:
    desk = Desk()
    one = desk.service()
    one.look()
    one.ready("waiting for a match")
    one.look()
    assert desk.fed == 0
    one.plays(("referee",))
    one.look()
    assert desk.fed == 1


def test_who_comes_back_is_fed_again_and_the_status_is_as_before() -> None:
    desk = Desk()
    one = desk.service()
    one.ready("watching")
    one.plays(("referee",))
    desk.now = 20.0
    one.look()
    one.beat("referee")
    one.look()
    assert desk.lines == ["READY=1\nSTATUS=watching", "STATUS=the referee has not answered for 20 s", "WATCHDOG=1\nSTATUS=watching"]


def test_a_walk_through_the_loop_lets_all_beat() -> None:
    desk = Desk()
    one = desk.service()
    one.plays()
    camera, keeper = one.camera(Camera()), one.keeper(Keeper())
    for _ in one.seen(Board() for _ in range(40) if camera.read()):
        keeper.event(CameraLost(0.0, 0.0))
        keeper.verdicts(())
        desk.now += 1.0
        one.look()
    assert desk.fed == 40


def test_a_quiet_game_and_a_camera_without_pictures_are_alive() -> None:
    """Nothing to write for a long time; and a driver that says that there is no picture has answered."""
    desk = Desk()
    one = desk.service()
    one.plays()
    camera = one.camera(Camera(CameraError("no picture", "check its cable", 5.0)))

    def seen() -> Iterable[Board]:
        for _ in range(20):
            with pytest.raises(CameraError):
                camera.read()
            desk.now += 5.0
            yield Board()

    for _ in one.seen(seen()):
        one.look()
    assert desk.fed == 20


def test_the_status_is_told_once() -> None:
    desk = Desk()
    one = desk.service()
    one.status("waiting for a match")
    one.status("waiting for a match")
    assert desk.lines == ["STATUS=waiting for a match"]


def test_the_watch_runs_beside_the_loop_and_ends_with_it() -> None:
    fed = threading.Event()
    lines: list[str] = []

    def notify(line: str) -> None:
        lines.append(line)
        if line == "WATCHDOG=1":
            fed.set()

    with Service(notify, 0.04, lambda: 0.0) as one:
        one.plays(("referee",))
        assert fed.wait(20.0)
    assert not any(thread.name == "watchdog" for thread in threading.enumerate())
    assert "STOPPING=1" in lines


@pytest.mark.parametrize(("sent", "ends"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)])
def test_it_stops_between_two_pictures(sent: signal.Signals, ends: type[BaseException]) -> None:
    """What is being kept when the signal comes is kept once, and whole."""
    usual = signal.getsignal(sent)
    with Desk().service() as one:
        seen = one.seen(Board() for _ in range(3))
        next(seen)
        os.kill(os.getpid(), sent)
        with pytest.raises(ends):
            next(seen)
    assert signal.getsignal(sent) is usual


@pytest.mark.parametrize(("sent", "ends"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)])
def test_nobody_waits_for_a_picture_that_does_not_come(sent: signal.Signals, ends: type[BaseException]) -> None:
    never = threading.Event()

    class Silent(Camera):
        def read(self) -> Frame:
            os.kill(os.getpid(), sent)
            never.wait(60.0)
            raise AssertionError("it was waited for")

    silent = Silent()
    with Desk().service() as one:
        with pytest.raises(ends):
            one.camera(silent).read()
        os.kill(os.getpid(), sent)  # a second one is kept until the next picture
    assert not silent.closed


def test_a_program_told_to_stop_asks_for_no_more_pictures() -> None:
    with Desk().service() as one:
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(SystemExit):
            one.camera(Camera()).read()


HANGS = """
import os, signal, threading
from boardcam.table.service import service
with service() as one:
    one.plays()
    one.ready("watching")
    one.wait(threading.Event().wait)
"""


def test_a_process_that_hangs_is_known_by_its_silence(tmp_path: Path) -> None:
    """A real process, a real socket: ready, fed at first, then no more, and the part that hangs is named."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(60.0)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
        with subprocess.Popen([sys.executable, "-c", HANGS], env=os.environ | told, stderr=subprocess.PIPE, text=True) as process:
            try:
                lines = [listener.recv(200).decode()]
                while not lines[-1].startswith("STATUS=the"):
                    lines.append(listener.recv(200).decode())
                later = [listener.recv(200).decode() for _ in range(3)]
            finally:
                process.terminate()
            _, error = process.communicate(timeout=60)
    assert lines[0] == "READY=1\nSTATUS=watching"
    assert set(lines[1:-1]) <= {"WATCHDOG=1"}
    assert lines[-1].startswith("STATUS=the camera has not answered for ")
    assert not any("WATCHDOG" in line for line in later)
    assert error.count("has not answered") == 1
    assert process.returncode == 0


def test_off_systemd_nothing_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    one = service({})
    with one:
        one.ready("watching")
        assert not any(thread.name == "watchdog" for thread in threading.enumerate())
