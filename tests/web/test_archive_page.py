"""The archive's page in a real browser: what the coach thinks of a match, and mistakes to be searched, on a phone's width. Needs
chromium and Playwright; without them it is skipped."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boardcam.archive import keeping
from boardcam.bench.page import BROWSER
from boardcam.record.mistakes import Mistake
from tests.record.matches import simulated
from tests.table.test_table import PATIENCE, Page

playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install 'boardcam[browser]'")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium: apt-get install chromium")
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
LOST = Mistake(1, 1, 2, "Anneliis Õunapuu-Kaasik", "missed double", 0.21, "no double", "double", OPENING.replace("31", "00"))
PLAY = replace(LOST, kind="play", loss=0.06, made="24/23 13/10", best="8/5 6/5", xgid=OPENING, number=1)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "matches.sqlite"
    keeping.keep(path, replace(simulated(3), players=(LOST.player, "Bartłomiej Śliwiński")))
    players = [
        {"name": name, "error_rate": 12.3, "decisions": 9, "errors": 1, "blunders": 2, "given_up": 0.3, "luck": -0.12,
         "cube": {"missed double": {"count": 1, "given_up": 0.21}}}
        for name in (LOST.player, "Bartłomiej Śliwiński")
    ]  # fmt: skip
    decisions = [
        {"game": one.game, "number": one.number, "player": one.player, "kind": kind, "fault": fault, "xgid": one.xgid,
         "made": one.made, "best": one.best, "loss": one.loss}
        for one, kind, fault in ((LOST, "double", "missed double"), (PLAY, "play", None))
    ]  # fmt: skip
    with keeping.opened(path) as opened:
        opened.analyse(1, {"engine": "Open Sage", "notes": [], "players": players, "decisions": decisions}, [LOST, PLAY])
    return path


@contextmanager
def kept(state: Path, archive: Path) -> Iterator[None]:
    """A table that keeps its matches there."""
    words = [sys.executable, "-m", "boardcam", "table", "--source", "sim:1", "--out", str(state), "--page", "0",
             "--host", "127.0.0.1", "--archive", str(archive)]  # fmt: skip
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        try:
            yield
        finally:
            program.kill()


@pytest.fixture
def screen() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(BROWSER))
        context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(PATIENCE * 1000)
        page, complaints = context.new_page(), list[str]()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        yield page
        browser.close()
        assert complaints == []


def test_an_analysis_is_read_and_mistakes_are_found(tmp_path: Path, archive: Path, screen: Any) -> None:
    state = tmp_path / "table"
    with kept(state, archive):
        page = Page(state)
        screen.goto(f"http://127.0.0.1:{page.port}/archive#t={page.token}")
        screen.locator(".matches a").click()
        screen.locator(".rate .number").first.wait_for()
        assert screen.locator(".rate .number").all_inner_texts() == ["12.3", "12.3"]
        worst = screen.locator(".worst li").all_inner_texts()
        assert "missed double" in worst[0]
        assert "3-1: 24/23 13/10; better 8/5 6/5" in worst[1]
        screen.locator(".worst li a").first.click()
        assert screen.url.endswith("#1/1.1")
        screen.goto(f"http://127.0.0.1:{page.port}/archive#mistakes")
        screen.locator(".search select").select_option("missed double")
        screen.get_by_text("1 flashcard").wait_for()
        assert screen.locator(".found .points").all_inner_texts() == ["−0.210"]
        with screen.expect_download() as file:
            screen.get_by_text("1 flashcard").click()
        assert file.value.path().read_text() == LOST.xgid + "\n"
        assert screen.evaluate("document.documentElement.scrollWidth") <= 360
