"""boardcam under systemd: it says when it is ready, what it is doing, and that it is alive; and it is stopped by a signal.

The watchdog is fed by a thread that does nothing but look: it passes on `WATCHDOG=1` only while every part that is at work has
beaten (`boardcam.table.heartbeats`) within half of the time that systemd allows. A loop that hangs anywhere (in the camera, the
eyes, a display, a disk) beats no longer, is named once, and is started again by systemd; the match goes on from its journal.
Without systemd nothing is sent and nobody watches, but stopping works the same.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from boardcam.table import heartbeats
from boardcam.table.heartbeats import PARTS, Heartbeats, Part

if TYPE_CHECKING:
    from boardcam.app import Keeper, Seen
    from boardcam.devices.camera import Camera, Frame
    from boardcam.events import Event, Verdict

T = TypeVar("T")
Notify = Callable[[str], None]
"""Takes lines of `sd_notify(3)`."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def notifier(address: str | None) -> Notify:
    """What sends lines to systemd, as datagrams; `address` as in NOTIFY_SOCKET, `@` for an abstract one. None = nobody listens."""
    if not address:
        return lambda lines: None
    target = "\0" + address[1:] if address.startswith("@") else address

    def notify(lines: str) -> None:
        # A manager that is gone, or too busy for a moment, is no reason to stop a match.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as datagrams:
            datagrams.settimeout(1.0)
            datagrams.sendto(lines.encode(), target)

    return notify


def allowed(environment: Mapping[str, str], pid: int) -> float | None:
    """Seconds that systemd waits for a sign of life of this process; None = for ever."""
    meant = environment.get("WATCHDOG_PID", str(pid)) == str(pid)
    text = environment.get("WATCHDOG_USEC", "")
    return int(text) / 1e6 if meant and text.isdigit() and int(text) else None


class Service:
    """The program as systemd sees it. Use it as a context: signals and the watch are set up on entering, and given back after."""

    def __init__(
        self,
        notify: Notify,
        allowed: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], None] = lambda text: print(f"boardcam: {text}", file=sys.stderr),
    ) -> None:
        """`allowed` = seconds between signs of life; None = nobody waits for any."""
        self._notify, self._allowed, self._clock, self._say = notify, allowed, clock, say
        self._beats = Heartbeats()
        self._named: Part | None = None
        self._status = ""
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._watching, name="watchdog", daemon=True)
        self._usual: dict[int, Any] = {}
        self._told: list[int] = []
        self._waiting = False
        self._wake: Callable[[], None] | None = None

    def __enter__(self) -> Service:
        self._usual = {number: signal.signal(number, self._stop) for number in SIGNALS}
        if self._allowed:
            self._watch.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._over.set()
        self._notify("STOPPING=1")
        if self._watch.is_alive():
            self._watch.join()
        for number, handler in self._usual.items():
            signal.signal(number, handler)

    # --- what is said ------------------------------------------------------------------------------------------------------------

    def ready(self, words: str) -> None:
        """The source is open; whoever waited for the service may go on."""
        self._status = words
        self._notify(f"READY=1\nSTATUS={words}")

    def status(self, words: str) -> None:
        """One line for `systemctl status`, where it is a new one."""
        if words != self._status:
            self._status = words
            self._notify(f"STATUS={words}")

    # --- who is alive ------------------------------------------------------------------------------------------------------------

    def plays(self, parts: Iterable[Part] = PARTS) -> None:
        """These parts are at work from now on, and no others: all of them while a match is watched, only the referee (which then
        stands for the loop) while one is waited for."""
        with self._lock:
            self._beats = heartbeats.begun(parts, self._clock())

    def beat(self, part: Part) -> None:
        """A part has done a piece of its work."""
        with self._lock:
            self._beats = heartbeats.beat(self._beats, part, self._clock())

    def look(self) -> None:
        """Feeds the watchdog if every part is fresh, and names the one that is not; the watch does this again and again. Before
        anything is at work there is nothing to be fed for."""
        if not self._beats.last:
            return
        patience = (self._allowed or float("inf")) / 2
        late = heartbeats.silent(self._beats, self._clock(), patience)
        if not late:
            self._notify("WATCHDOG=1" if self._named is None else f"WATCHDOG=1\nSTATUS={self._status}")
            self._named = None
            return
        part, seconds = late[0]
        words = f"the {part} has not answered for {seconds:.0f} s"
        self._notify(f"STATUS={words}")
        if part != self._named:
            self._say(f"{words}; unless it does, boardcam is started again and goes on from its journal")
        self._named = part

    def _watching(self) -> None:
        assert self._allowed
        while not self._over.wait(self._allowed / 4):
            self.look()

    # --- what is watched ---------------------------------------------------------------------------------------------------------

    def camera(self, camera: Camera) -> Camera:
        """A camera that beats, and that nobody waits for once the program is told to stop."""
        return _Camera(camera, self)

    def seen(self, seen: Iterable[Seen], stop: Callable[[], None] | None = None) -> Iterator[Seen]:
        """Passes on what is seen, as signs of life of the eyes, and of the referee when it has taken that in. Ends where the
        program is told to stop: between two pictures, never while one is being kept; `stop` is called at once, to wake who waits
        for something else than a picture."""
        self._wake = stop
        for item in seen:
            self.beat("eyes")
            self.check()
            yield item
            self.beat("referee")
            self.beat("journal")  # it has kept what there was, or there was nothing to keep
        self.check()

    def keeper(self, keeper: Keeper) -> Keeper:
        """A keeper that beats."""
        return _Keeper(keeper, self)

    # --- stopping ----------------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Ends the program if it was told to stop: raises KeyboardInterrupt or SystemExit."""
        if self._told:
            raise KeyboardInterrupt if self._told[0] == signal.SIGINT else SystemExit(0)

    def wait(self, until: Callable[[], T]) -> T:
        """Waits for something that is worth nothing once the program is told to stop."""
        self._waiting = True
        try:
            self.check()
            return until()
        finally:
            self._waiting = False

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._told.append(number)
        if self._wake is not None:
            self._wake()
        if self._waiting:
            self._waiting = False  # once: closing what was waited for is not cut short by a second signal
            self.check()


def service(environment: Mapping[str, str] = os.environ) -> Service:
    """The service that this process is, if it is one."""
    return Service(notifier(environment.get("NOTIFY_SOCKET")), allowed(environment, os.getpid()))


class _Camera:
    def __init__(self, camera: Camera, service: Service) -> None:
        self._camera, self._service = camera, service

    def read(self) -> Frame | None:
        try:
            return self._service.wait(self._camera.read)
        finally:
            self._service.beat("camera")

    @property
    def now(self) -> Callable[[], float] | None:
        """The camera's own clock, where it has one."""
        return getattr(self._camera, "now", None)

    def close(self) -> None:
        self._camera.close()


class _Keeper:
    def __init__(self, keeper: Keeper, service: Service) -> None:
        self._keeper, self._service = keeper, service
        self._rulings = 0

    def event(self, event: Event) -> Event:
        self._service.beat("referee")
        try:
            return self._keeper.event(event)
        finally:
            self._service.beat("journal")

    def verdicts(self, verdicts: Iterable[Verdict]) -> None:
        told = tuple(verdicts)
        self._service.beat("referee")
        self._keeper.verdicts(told)
        self._service.beat("journal")
        if told:
            self._rulings += len(told)
            many = "1 ruling" if self._rulings == 1 else f"{self._rulings} rulings"
            self._service.status(f"refereeing: {many}, the last: {told[-1].kind.replace('_', ' ')}")
