"""The page in a real browser: a match is set up, watched to its end, and put right by tapping the board; on a phone's width, in
every language, with nothing refused by its own policy. Needs chromium and Playwright; without them it is skipped."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boardcam.bench.page import BROWSER
from boardcam.show.languages import CODES, NAMES
from tests.table.test_table import PATIENCE, Page, table, wait_for

playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install 'boardcam[browser]'")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium: apt-get install chromium")
PHONE = {"width": 360, "height": 740}
MS = PATIENCE * 1000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(BROWSER))
        yield browser
        browser.close()


@pytest.fixture
def screen(browser: Any) -> Iterator[Any]:
    """A phone's screen; whatever the browser complains about fails the test."""
    context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(MS)
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert [one for one in complaints if "ERR_" not in one] == []


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A table at which a match has been played to its end."""
    state = tmp_path_factory.mktemp("web") / "table"
    with table(state, "--pace", "0"):
        page = Page(state)
        assert page.order(begin={"players": ["Anneliis Õunapuu-Kaasik", "Bartłomiej Śliwiński"], "length": 1})["good"]
        wait_for(lambda: page.scene["stage"] == "ended")
        yield page


def link(page: Page, path: str = "/") -> str:
    return f"http://127.0.0.1:{page.port}{path}#t={page.token}"


def test_a_match_is_set_up_watched_and_put_right(tmp_path: Path, screen: Any) -> None:
    with table(tmp_path / "table", "--pace", "0"):
        page = Page(tmp_path / "table")
        screen.goto(link(page))
        assert "#" not in screen.url  # the token is not left in the address
        screen.get_by_text("Set up a match").click()
        screen.fill("#light", "Anneliis Õunapuu")
        screen.fill("#dark", "Benedek Szűcs")
        screen.get_by_role("button", name="1", exact=True).click()
        screen.get_by_role("button", name="Start the match").click()
        screen.wait_for_selector("#headline")
        wait_for(lambda: page.scene["stage"] == "ended")
        screen.get_by_text("Anneliis Õunapuu wins the match").or_(
            screen.get_by_text("Benedek Szűcs wins the match")
        ).first.wait_for()

        row = screen.locator("button.ruling:has(.mark.legal)").nth(3)
        row.click()
        screen.locator(".proof button", has_text="Put right").click()
        screen.locator("dialog .target.from").last.click()
        while screen.locator("dialog .target.to").count():
            screen.locator("dialog .target.to").last.click()
            if screen.locator("dialog .target.from").count():
                screen.locator("dialog .target.from").last.click()
        assert screen.locator("dialog .played").inner_text().startswith("Legal: ")
        screen.locator("dialog select").select_option(index=2)
        played = screen.locator("dialog .played").inner_text().removeprefix("Legal: ")
        screen.locator("[data-save]").click()
        notice = screen.locator(".notice").first
        notice.wait_for()
        if "✓" in notice.inner_text():
            assert any(one["play"] == played for one in page.scene["rulings"])
        else:
            assert "this is what the record says already" in notice.inner_text()


def test_who_watches_has_no_buttons(ended: Page, screen: Any) -> None:
    screen.goto(f"http://127.0.0.1:{ended.port}/")
    screen.get_by_text("You are watching").wait_for()
    assert screen.locator("[data-press]").count() == 0
    screen.goto(link(ended))  # the page is there already: it takes the token up and is loaded again
    screen.locator("[data-press=undo]").wait_for()


@pytest.mark.parametrize("code", CODES)
def test_every_page_fits_a_phone_in_every_language(ended: Page, screen: Any, code: str) -> None:
    for path in ("/", "/setup", "/join", "/table", "/equipment"):
        screen.goto(f"http://127.0.0.1:{ended.port}{path}?lang={code}#t={ended.token}")
        screen.locator("main h1").first.wait_for()
        screen.wait_for_selector(f"html[lang={code}]", state="attached")
        assert screen.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


def test_the_language_changes_where_one_stands(tmp_path: Path, screen: Any) -> None:
    with table(tmp_path / "table"):
        page = Page(tmp_path / "table")
        screen.goto(link(page, "/setup"))
        screen.locator("h1", has_text="A new match").wait_for()
        screen.locator("#head select").select_option("et")
        screen.wait_for_selector("html[lang=et]", state="attached")
        assert screen.locator("#head select").input_value() == "et"
        assert screen.locator("#head option:checked").inner_text() == NAMES["et"]


def test_a_table_that_is_gone_is_stale(tmp_path: Path, screen: Any) -> None:
    with table(tmp_path / "table", "--pace", "1") as program:
        page = Page(tmp_path / "table")
        assert page.order(begin={"players": ["Ann", "Ben"], "length": 1})["good"]
        wait_for(lambda: page.scene.get("names"))
        screen.goto(f"http://127.0.0.1:{page.port}/")
        screen.wait_for_selector("#headline")
        assert not screen.locator(".stale-banner").is_visible()
        program.kill()
        screen.locator(".stale-banner").wait_for(state="visible")
        assert "STALE" in screen.locator(".stale-banner").inner_text()


def test_a_wrong_die_is_put_right_by_three_taps(ended: Page, screen: Any) -> None:
    """On the board, on the die, and on the button."""
    screen.goto(link(ended))
    turn = next(one for one in ended.scene["rulings"] if one["turn"])
    screen.locator("svg.board").click()
    first = turn["dice"][0]
    other = next(face for face in range(1, 7) if face not in turn["dice"])
    screen.locator(f"dialog .dice >> nth=0 >> [data-value='{other}']").click()
    screen.locator("[data-save]").click()
    notice = screen.locator(".notice").first
    notice.wait_for()
    wait_for(lambda: next(one for one in ended.scene["rulings"] if one["turn"])["dice"][0] != first or "✕" in notice.inner_text())
    assert ended.order(put_right={"undo": True})["good"] or "✕" in notice.inner_text()


def test_whoever_has_no_mouse_opens_puts_right_and_comes_back(ended: Page, screen: Any) -> None:
    screen.goto(link(ended))
    row = screen.locator("button.ruling:has(.mark.legal)").first
    row.focus()
    screen.keyboard.press("Enter")
    screen.locator(".proof button", has_text="Put right").focus()
    screen.keyboard.press("Enter")
    screen.locator("dialog .target.from").first.focus()
    screen.keyboard.press("Enter")
    screen.locator("dialog .target.to").first.focus()
    screen.keyboard.press("Space")
    screen.locator("dialog .played", has_text="Legal").or_(screen.locator("dialog .played", has_text="go on")).wait_for()
    screen.keyboard.press("Escape")
    assert screen.evaluate("document.activeElement.textContent").startswith("Put right")


def test_rules_of_its_own_are_kept_chosen_and_removed(tmp_path: Path, screen: Any) -> None:
    with table(tmp_path / "table", "--pace", "0"):
        page = Page(tmp_path / "table")
        screen.goto(link(page, "/setup"))
        screen.get_by_role("button", name="money", exact=True).click()
        screen.get_by_role("button", name="Backgammon, free play").click()
        screen.get_by_text("More rules").click()
        screen.get_by_role("button", name="8", exact=True).click()
        screen.get_by_role("button", name="up to a gammon").click()
        screen.locator("#keep").click()
        screen.fill("#rules-name", "Neljapäev")
        screen.get_by_role("button", name="Keep them").click()
        screen.get_by_role("button", name="Neljapäev", exact=True).wait_for()
        own = next(one for one in page.ask("/api/setup")["profiles"] if one["own"])
        assert (own["name"], own["cube_cap"], own["finish"]) == ("Neljapäev", 8, "mars")
        screen.get_by_role("button", name="none", exact=True).click()
        screen.get_by_role("button", name="Start the match").click()
        wait_for(lambda: page.scene.get("profile") == "Neljapäev")
        assert page.order(end=True)["good"]
        screen.goto(link(page, "/setup"))
        screen.on("dialog", lambda dialog: dialog.accept())
        screen.get_by_role("button", name="Remove these rules").click()
        wait_for(lambda: not any(one["own"] for one in page.ask("/api/setup")["profiles"]))


def test_what_does_not_work_is_said_in_the_viewers_language_while_a_match_is_played(tmp_path: Path, screen: Any) -> None:
    equipment = tmp_path / "table.toml"
    equipment.write_text('[display]\nkind = "ssd1306"\nbus = 29\n', encoding="utf-8")
    with table(tmp_path / "table", "--equipment", str(equipment), "--pace", "1"):
        page = Page(tmp_path / "table")
        assert page.order(begin={"players": ["Ann", "Ben"], "length": 1})["good"]
        wait_for(lambda: page.scene.get("names") and page.scene["troubles"])
        screen.goto(f"http://127.0.0.1:{page.port}/?lang=et")
        screen.locator(".troubles", has_text="ekraan ssd1306: ").wait_for()
