"""`boardcam bench page`: how long the page takes to load, how soon it shows what was ruled, and what many viewers cost the loop.

The scenes are those of a simulated match. The browser is the system's chromium through Playwright (`boardcam[browser]`); without
it only what needs none is measured. The viewers are in a process of their own, as they would be in phones.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from boardcam import app
from boardcam.events import Verdict
from boardcam.rules.profile import preset
from boardcam.show.view import View
from boardcam.table import serving
from boardcam.table.aim import Aim
from boardcam.table.desk import Desk
from boardcam.table.inbox import Inbox
from boardcam.table.scene import Scene

RATE = 15.0
"""Pictures a second of the loop."""
WORK = 0.3
"""Share of the time between two pictures that the loop spends on eyes and referee."""
BROWSER = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
           "--disable-component-update", "--disable-sync")  # fmt: skip


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("page", help="how fast the page is, and what viewers cost", description=__doc__)
    parser.add_argument("--viewers", type=int, default=50, help="at once (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=10.0, help="of the loop, with and without viewers (default: %(default)s)")
    parser.add_argument("--loads", type=int, default=10, help="of the page (default: %(default)s)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    scenes = list(match())
    with served(scenes[0]) as (desk, port):
        print(f"{len(scenes)} scenes of a simulated match, {len(desk.feed.text('en').whole)} bytes each")
        for line in browsed(desk, port, scenes, args.loads):
            print(line, flush=True)
        for count in (0, args.viewers):
            print(watched(desk, port, scenes, count, args.seconds), flush=True)
    return 0


class Nothing:
    """A keeper of everything that was ruled, in memory."""

    def __init__(self) -> None:
        self.told: tuple[Verdict, ...] = ()

    def event(self, event: Any) -> Any:
        return event

    def verdicts(self, verdicts: Any) -> None:
        self.told += tuple(verdicts)


def match() -> Iterator[Scene]:
    """What the page is shown of a simulated game."""
    profile, keeper, found = preset("circle-match"), Nothing(), list[Scene]()

    def show(view: View, verdicts: tuple[Verdict, ...]) -> None:
        found.append(Scene("playing", view, keeper.told, profile, "sim"))

    app.play(app.simulated(1, 1)[0], profile, 1, ("Ann", "Ben"), keeper, show)
    yield from found


@contextmanager
def served(scene: Scene) -> Iterator[tuple[Desk, int]]:
    """(The desk of a table that is served, the port)."""
    with tempfile.TemporaryDirectory() as state:
        desk = Desk(Inbox(), Aim(Path(state)), scene)
        server = serving.served(desk, "127.0.0.1", 0, Path(state), print)
        assert server is not None
        try:
            yield desk, server.port
        finally:
            server.close()


# --- in a browser ----------------------------------------------------------------------------------------------------------------


def browsed(desk: Desk, port: int, scenes: list[Scene], loads: int) -> Iterator[str]:
    """What a browser says about loading the page, and about how soon it shows something new."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield "no browser: pip install 'boardcam[browser]'"
        return
    if chromium is None:
        yield "no browser: apt-get install chromium"
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(BROWSER))
        page = browser.new_page(viewport={"width": 360, "height": 740})
        yield f"the page, empty to drawn: {_times([_load(page, port) for _ in range(loads)])}"
        yield f"a ruling, told to drawn: {_times([_event(page, desk, scene) for scene in scenes[1:41]])}"
        browser.close()


def _load(page: Any, port: int) -> float:
    """s from asking for the page to the headline on it, by the browser's clock; nothing is in its cache."""
    page.goto("about:blank")
    page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
    page.wait_for_selector("#headline")
    drawn = page.evaluate("() => performance.getEntriesByName('drawn')[0].startTime")
    return float(drawn) / 1000


WATCH = """() => {
  window.seen = new Promise((done) => {
    new MutationObserver((_, me) => { me.disconnect(); requestAnimationFrame(() => done(Date.now())); })
      .observe(document.querySelector('#table'), {childList: true, subtree: true, characterData: true});
  });
}"""


def _event(page: Any, desk: Desk, scene: Scene) -> float:
    """s from handing a scene over to the page that shows it; browser and loop have the same wall clock."""
    page.evaluate(WATCH)
    began = time.time()
    desk.feed.publish(scene)
    return float(page.evaluate("() => window.seen")) / 1000 - began


def _times(found: list[float]) -> str:
    least, middle, most = (f"{1e3 * value:.0f}" for value in (min(found), statistics.median(found), max(found)))
    return f"{least} ms at best, {middle} in the middle, {most} at most, of {len(found)}"


# --- many viewers ----------------------------------------------------------------------------------------------------------------


def watched(desk: Desk, port: int, scenes: list[Scene], viewers: int, seconds: float) -> str:
    """What the loop does at RATE pictures a second while so many watch, and what they saw."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    crowd = context.Process(target=_watch, args=(port, viewers, there), daemon=True)
    crowd.start()
    here.recv()  # all of them are watching
    at = time.process_time(), time.thread_time()
    late, spent = _loop(desk, scenes, seconds)
    beside = (time.process_time() - at[0]) - (time.thread_time() - at[1])
    desk.feed.publish(scenes[0])  # the last that everybody is to see
    last = desk.feed.text("en").number
    here.send(last)
    reached, received = here.recv() if viewers else (0, 0)
    crowd.join(10)
    told = f"{viewers} viewers: {late} of {int(seconds * RATE)} pictures late, telling the page costs the loop"
    told += f" {1e6 * spent:.0f} µs each, and the server beside it {100 * beside / seconds:.1f} % of a core"
    return told + (f"; {reached} of {viewers} have the newest, {received / viewers:.0f} scenes each" if viewers else "")


def _loop(desk: Desk, scenes: list[Scene], seconds: float) -> tuple[int, float]:
    """(Pictures that came a whole picture late or more, processor seconds that telling the page costs for each)."""
    late, spent, pause = 0, 0.0, threading.Event()
    began = time.perf_counter()
    for index in range(int(seconds * RATE)):
        due = began + index / RATE
        pause.wait(max(0.0, due - time.perf_counter()))
        late += time.perf_counter() - due > 1 / RATE
        busy = time.thread_time() + WORK / RATE
        while time.thread_time() < busy:  # eyes and referee; they hold the interpreter, as Python does
            pass
        at = time.thread_time()
        desk.beat(index / RATE, True)
        if index % 3 == 0:
            desk.feed.publish(scenes[index % len(scenes)])
        spent += time.thread_time() - at
    return late, spent / int(seconds * RATE)


def _watch(port: int, count: int, told: Connection) -> None:
    """So many viewers; when it is said which scene is the last, how many have seen it, and how many scenes all have seen."""
    seen = [0] * count
    newest = [0] * count

    def view(nth: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/api/live?lang=en")
        stream = connection.getresponse()
        while line := stream.readline():
            if line.startswith(b"id: "):
                newest[nth] = int(line[4:])
            if line == b"event: scene\n":
                json.loads(stream.readline()[6:])
                seen[nth] += 1

    for nth in range(count):
        threading.Thread(target=view, args=(nth,), daemon=True).start()
    _until(lambda: all(seen))
    told.send(None)
    last = told.recv()
    _until(lambda: min(newest, default=last) >= last)
    told.send((sum(number >= last for number in newest), sum(seen)))


def _until(what: Any, patience: float = 20.0) -> None:
    until, pause = time.monotonic() + patience, threading.Event()
    while not what() and time.monotonic() < until:
        pause.wait(0.02)
