"""`boardcam table` as a program: a match is set up at its page, put right, broken off, taken up again, and ended."""

from __future__ import annotations

import errno
import json
import re
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from boardcam.cli import main
from boardcam.rules.sentence import sentence
from boardcam.show.languages import language
from boardcam.table.table import _why

PATIENCE = 60.0
"""s that a busy machine is waited for."""


class Page:
    """A table's page, as a browser asks it."""

    def __init__(self, state: Path) -> None:
        wait_for(lambda: (state / "links.txt").exists())
        links = dict(line.split(": ", 1) for line in (state / "links.txt").read_text(encoding="utf-8").splitlines())
        found = re.fullmatch(r"http://[^:]+:(\d+)/#t=(\S+)", links["the director"])
        assert found
        self.port, self.token = int(found[1]), found[2]
        self._number = 0

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def order(self, **what: Any) -> dict[str, Any]:
        self._number += 1
        return dict(self.ask("/api/order", {"id": f"order-{self._number:04}", **what}))

    @property
    def scene(self) -> dict[str, Any]:
        return dict(self.ask("/api/scene"))


def wait_for(what: Callable[[], Any]) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < until, "nothing came of it"
        signal.sigtimedwait([], 0.05)
    return found


def free() -> int:
    """A port that nobody has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def table(state: Path, *more: str, page: int | None = 0) -> Iterator[subprocess.Popen[str]]:
    """`page` = its port, 0 = any; None = as its equipment says."""
    words = [sys.executable, "-m", "boardcam", "table", "--source", "sim:1", "--out", str(state),
             *(() if page is None else ("--page", str(page))), "--host", "127.0.0.1", "--no-archive", *more]  # fmt: skip
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield program
    finally:
        program.kill()
        print(*program.communicate())  # for whoever looks why a test has failed


def stopped(program: subprocess.Popen[str]) -> str:
    """What a program said, told to stop."""
    program.send_signal(signal.SIGTERM)
    out, said = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, said
    return out + said


def test_an_evening(tmp_path: Path) -> None:
    state = tmp_path / "table"
    with table(state, "--pace", "40") as program:
        page = Page(state)
        assert page.scene["stage"] == "waiting"
        assert not page.order(press="undo")["good"]
        refused = page.order(begin={"players": ["Ann", "Ann"]})
        assert (refused["good"], refused["said"]) == (False, ["both players are called Ann: tell them apart"])
        assert page.order(begin={"players": ["Ann", "Ben"], "length": 3, "language": "et", "turned": True})["good"]
        wait_for(lambda: any(one["kind"] == "played" for one in page.scene["rulings"]))
        scene = page.scene
        assert (scene["names"], scene["length"], scene["turned"]) == (["Ann", "Ben"], 3, True)
        assert not page.order(begin={"length": 5})["good"]
        said = stopped(program)
    assert page.token not in said
    assert (state / "current").read_text(encoding="utf-8") == next((state / "matches").iterdir()).name

    (state / "links.txt").unlink()
    with table(state, "--pace", "40") as program:
        page = Page(state)
        wait_for(lambda: page.scene["stage"] != "waiting" and page.scene.get("names"))
        assert page.scene["names"] == ["Ann", "Ben"]
        assert any(one["kind"] == "played" for one in page.scene["rulings"])
        turn = wait_for(lambda: [one for one in page.scene["rulings"] if one["turn"] == 1])[0]
        dice = [6, 5] if turn["dice"] != [6, 5] else [6, 4]
        right = {"turn": 1, "rolled": turn["rolled"], "dice": dice, "play": turn["play"]}
        assert not page.order(put_right={**right, "rolled": 99999})["good"]
        assert page.order(end=True) == {"good": True, "said": []}
        wait_for(lambda: page.scene["stage"] == "waiting")
        assert page.scene["last"]["players"] == ["Ann", "Ben"]
        stopped(program)
    assert not (state / "current").exists()
    assert stat.S_IMODE((state / "links.txt").stat().st_mode) == 0o600


def test_a_correction_at_the_page_is_in_the_record(tmp_path: Path) -> None:
    state = tmp_path / "table"
    with table(state, "--pace", "0") as program:
        page = Page(state)
        assert page.order(begin={"players": ["Ann", "Ben"], "length": 1})["good"]
        wait_for(lambda: page.scene["stage"] == "ended")
        turn = next(one for one in page.scene["rulings"] if one["turn"] and one["kind"] == "played" and len(one["plays"]) > 1)
        other = next(play for play in turn["plays"] if play != turn["play"])
        answer = page.order(put_right={"turn": turn["turn"], "rolled": turn["rolled"], "play": other})
        assert answer["good"], answer
        assert any(f"turn {turn['turn']}: " in sentence and other in sentence for sentence in answer["said"])
        again = page.order(put_right={"turn": turn["turn"], "rolled": turn["rolled"], "play": other})
        assert not again["good"]
        assert page.order(put_right={"undo": True})["good"]
        stopped(program)


def test_a_camera_that_is_not_there_is_said_on_the_page_and_the_match_can_be_called_off(tmp_path: Path) -> None:
    state = tmp_path / "table"
    with table(state, "--source", "file:nowhere.mp4") as program:
        page = Page(state)
        assert page.order(begin={"length": 1})["good"]
        assert "nowhere.mp4" in wait_for(lambda: page.scene["troubles"])[0]
        assert page.scene["stage"] == "playing"
        assert not page.order(begin={"length": 3})["good"]
        assert page.order(end=True)["good"]
        wait_for(lambda: page.scene["stage"] == "waiting")
        assert not page.scene["troubles"]
        assert stopped(program).count("nowhere.mp4") == 1


def test_a_display_that_is_not_there_is_said_on_the_page_and_the_match_is_played(tmp_path: Path) -> None:
    state, equipment = tmp_path / "table", tmp_path / "table.toml"
    equipment.write_text('[display]\nkind = "ssd1306"\nbus = 29\n')
    with table(state, "--equipment", str(equipment)) as program:
        page = Page(state)
        assert wait_for(lambda: page.scene["troubles"])[0].startswith("display ssd1306: ")
        assert page.order(begin={"length": 1})["good"]
        wait_for(lambda: page.scene.get("score") is not None)
        assert stopped(program).count("display ssd1306: ") == 1


def test_one_match_has_its_page_too_and_stays_until_it_is_stopped(tmp_path: Path) -> None:
    out = tmp_path / "match"
    words = [sys.executable, "-m", "boardcam", "run", "--source", "sim:1", "--match", "1", "--out", str(out), "--page", "0",
             "--pace", "0", "--no-archive"]  # fmt: skip
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        page = Page(out)
        scene = wait_for(lambda: (told := page.scene)["stage"] == "ended" and told)
        assert scene["rulings"][0]["kind"] == "match"
        assert page.order(press="undo")["good"]
        said = stopped(program)
        assert "match.mat" in said
        assert page.token not in said
    finally:
        program.kill()
        print(*program.communicate())


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with table(tmp_path / "first"):
        port = Page(tmp_path / "first").port
        with table(tmp_path / "second", "--page", str(port)) as program:
            _, said = program.communicate(timeout=PATIENCE)
    assert program.returncode == 2
    assert said.count("\n") == 1
    assert f"127.0.0.1:{port}" in said


def test_new_links_end_the_old_ones(tmp_path: Path) -> None:
    state = tmp_path / "table"
    with table(state) as program:
        old = Page(state)
        stopped(program)
    (state / "links.txt").unlink()
    with table(state, "--new-links"):
        page = Page(state)
        assert page.token != old.token
        page.token = old.token
        with pytest.raises(urllib.error.HTTPError, match="401"):
            page.ask("/api/who")


def test_it_says_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table"]) == 2
    assert "--source" in capsys.readouterr().err


def test_a_restart_from_the_page_goes_on_where_the_match_was(tmp_path: Path) -> None:
    state, file = tmp_path / "table", tmp_path / "table.toml"
    file.write_text("", encoding="utf-8")
    with table(state, "--pace", "40", "--equipment", str(file)) as program:
        page = Page(state)
        assert page.order(begin={"players": ["Ann", "Ben"], "length": 3})["good"]
        wait_for(lambda: any(one["kind"] == "played" for one in page.scene["rulings"]))
        (state / "links.txt").unlink()
        assert page.ask("/api/equipment/restart", {})["good"]
        page = Page(state)
        wait_for(lambda: page.scene.get("names") == ["Ann", "Ben"])
        assert any(one["kind"] == "played" for one in page.scene["rulings"])
        assert program.poll() is None, "in the same process"
        stopped(program)


def test_what_keeps_a_match_from_being_played_is_said_with_its_remedy() -> None:
    full = OSError(errno.ENOSPC, "No space left on device", "/var/lib/boardcam/table/matches/friday")
    assert language("pl").say(_why(full)).startswith("nie można zapisać /var/lib/boardcam/table/matches/friday; dysk jest pełny")
    mode = "this calibration is for the camera mode {own}, the camera is in {other}"
    told = sentence("{why}: calibrate again in this mode, or set the camera back", why=sentence(mode, own="a", other="b"))
    assert language("et").say(_why(ValueError(told))).startswith("see kalibreering on kaamera režiimile a")
    assert _why(ValueError("plain")) == "plain"
