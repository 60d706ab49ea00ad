"""Every page as people use it who do not see it, or not well: what axe-core says of names, roles, order and contrast, by day and by
night. Needs chromium, Playwright and axe (`boardcam[browser]`); without them it is skipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.test_table import Page
from tests.web.test_browser import PHONE, browser, ended, link, pytestmark  # noqa: F401

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe: pip install 'boardcam[browser]'")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SCREENS = {"phone": PHONE, "big screen": {"width": 1920, "height": 1080}}


@pytest.fixture(params=[(size, scheme) for size in SCREENS for scheme in ("light", "dark")], ids=" ".join)
def shown(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:  # noqa: F811
    size, scheme = request.param
    context = browser.new_context(viewport=SCREENS[size], color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
    yield context.new_page()
    context.close()


def wrong(shown: Any) -> list[str]:
    found = axe.Axe().run(shown, options=RULES).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


def test_every_page_can_be_used_without_seeing_it(ended: Page, shown: Any) -> None:  # noqa: F811
    for path in ("/", "/table", "/setup", "/join", "/camera", "/equipment", "/chouette", "/archive", "/overlay"):
        shown.goto(link(ended, path))
        shown.locator("h1").first.wait_for(state="attached")
        assert wrong(shown) == [], path


def test_so_can_what_opens_on_the_table(ended: Page, shown: Any) -> None:  # noqa: F811
    shown.goto(link(ended))
    shown.locator("button.ruling:has(.mark.legal)").nth(2).click()
    shown.locator(".proof button", has_text="Put right").click()
    shown.locator("dialog .board .point").first.wait_for()
    assert wrong(shown) == []
    shown.keyboard.press("Escape")
    shown.locator(".orders button", has_text="More").click()
    shown.locator("dialog").wait_for()
    assert wrong(shown) == []
