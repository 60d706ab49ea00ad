"""An evening of four in a real browser: the order, a chouette with doubles, takes and drops, the ledger, somebody who comes and
somebody who goes; two phones at once; on a phone's width in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install 'boardcam[browser]'")

from boardcam.show.languages import CODES
from tests.table.test_table import Page, table, wait_for
from tests.web.test_browser import PHONE, browser, link, pytestmark, screen

__all__ = ["browser", "pytestmark", "screen"]
NAMES = ("Anneliis Õunapuu", "Ben", "Cleo", "Dávid")
LONG = ("Anneliis Õunapuu-Kaasik", "Bartłomiej Śliwiński", "Szűcs Krisztián Benedek", "Dan")


class Phone:
    """A phone with the chouette's page."""

    def __init__(self, screen: Any, shots: Path) -> None:
        self.screen, self.shots, self._nth = screen, shots, 0

    def press(self, name: str, within: str = "main") -> None:
        self.screen.locator(within).get_by_role("button", name=name, exact=True).first.click()

    def by(self, player: str, name: str) -> None:
        """A button in the row of a player."""
        self.screen.locator(".each > li", has_text=player).get_by_role("button", name=name, exact=True).click()

    def reads(self, words: str) -> None:
        self.screen.locator(".now").get_by_text(words).first.wait_for()

    def line(self) -> list[str]:
        return [one.partition("\n")[0].strip() for one in self.screen.locator(".line .who").all_inner_texts()]

    def shot(self, what: str) -> None:
        """A picture for whoever wants to look; and nothing is wider than the phone."""
        self._nth += 1
        self.screen.screenshot(path=self.shots / f"{self._nth:02}-{what}.png", full_page=True)
        assert self.screen.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), what


@pytest.fixture
def evening(tmp_path: Path, screen: Any) -> Iterator[tuple[Phone, Page]]:
    with table(tmp_path / "table"):
        page = Page(tmp_path / "table")
        screen.goto(link(page, "/chouette"))
        yield Phone(screen, tmp_path), page


def test_an_evening_of_four(evening: tuple[Phone, Page], screen: Any) -> None:
    phone, page = evening
    screen.locator("h1", has_text="An evening for a stake").wait_for()
    phone.press("One more player")
    for nth, name in enumerate(NAMES):
        screen.fill(f"#name-{nth}", name)
        screen.locator(".chair input[type=number]").nth(nth).fill("60")
    screen.fill("#stake", "5")
    phone.shot("opening")
    screen.click("#open")

    phone.reads("Throw for the order")
    for die in ("6", "6", "3"):
        phone.press(die)
    phone.shot("order")
    phone.press("Let the page throw")
    wait_for(lambda: page.ask("/api/chouette")["n"] == 5)
    while waiting := page.ask("/api/chouette")["waiting"]:  # ties are thrown again
        page.ask("/api/chouette", {"throw": waiting[0]})
    screen.locator("#begin").wait_for()
    box, captain, third, last = order = [one["name"] for one in page.ask("/api/chouette")["players"]]
    assert sorted(order) == sorted(NAMES)
    phone.reads(f"{box} is in the box, {captain} is captain")
    screen.get_by_label("The camera referees this game").uncheck()
    phone.shot("between")
    screen.click("#begin")

    phone.reads(f"{box} against {captain} and the team")
    phone.by(captain, "wants to double")
    phone.shot("one wants to double")
    phone.by(third, "wants to double")
    phone.by(last, "No")
    screen.get_by_text("The team doubles when every member wants to.").wait_for()
    phone.by(box, "doubles to 2")
    phone.reads("take or drop?")
    screen.get_by_text(f"{box} could lose 90 and has 60").wait_for()
    phone.by(captain, "Drop")
    phone.by(third, "Take")
    phone.shot("answers")
    phone.by(last, "Take")
    phone.reads(f"{box} against {third} and the team")
    phone.shot("game")
    phone.press(f"{third} and the team")
    phone.press("gammon")
    screen.click("#end")

    phone.reads(f"{third} and the team have won")
    phone.reads(f"Now {third} is in the box and {last} is captain.")
    phone.shot("end")
    now = page.ask("/api/chouette")
    assert [one["name"] for one in now["players"]] == [third, last, captain, box]
    assert {one["name"]: one["won"] for one in now["players"]} == {third: 20, last: 20, captain: -5, box: -35}
    screen.locator("#settling summary").click()
    phone.shot("settling")

    phone.press("Somebody joins")
    screen.fill("dialog input[type=text]", "Eva")
    phone.press("Joins", "dialog")
    screen.locator("dialog").wait_for(state="detached")
    assert len(page.ask("/api/chouette")["players"]) == 5
    phone.press(f"{captain}: more")
    phone.press("Leaves the table", "dialog")
    screen.locator("dialog").wait_for(state="detached")
    assert [one["name"] for one in page.ask("/api/chouette")["gone"]] == [captain]
    screen.click("#back")
    screen.get_by_text("↶ take back: Eva joins").wait_for()
    assert page.ask("/api/chouette")["gone"] == []


def test_what_one_phone_enters_the_other_shows(evening: tuple[Phone, Page], screen: Any) -> None:
    phone, page = evening
    opened = {"open": [[name, None] for name in NAMES], "stake": 1, "changes": {"cubes": "each"}}
    assert page.ask("/api/chouette", opened)["good"]
    phone.reads("Throw for the order")
    for die, name in enumerate(NAMES, 1):
        assert page.ask("/api/chouette", {"throw": name, "die": die})["good"]
    phone.reads("Dávid is in the box, Cleo is captain")
    assert page.ask("/api/chouette", {"begin": "dark"})["good"]
    screen.get_by_role("button", name="is doubled to 2").first.wait_for()
    phone.shot("a cube each")
    phone.by("Ben", "doubles to 2")
    phone.reads("Dávid: take or drop?")


def test_who_watches_enters_nothing(tmp_path: Path, screen: Any) -> None:
    with table(tmp_path / "table"):
        page = Page(tmp_path / "table")
        assert page.ask("/api/chouette", {"open": [["Ann", None], ["Ben", None]], "stake": 1})["good"]
        screen.goto(f"http://127.0.0.1:{page.port}/chouette")
        screen.locator(".now", has_text="Ann against Ben").wait_for()
        assert screen.locator("main button").count() == 0


@pytest.mark.parametrize("code", CODES)
def test_it_fits_a_phone_in_every_language(tmp_path: Path, screen: Any, code: str) -> None:
    with table(tmp_path / "table"):
        page, phone = Page(tmp_path / "table"), Phone(screen, tmp_path)
        screen.goto(f"http://127.0.0.1:{page.port}/chouette?lang={code}#t={page.token}")
        screen.wait_for_selector(f"html[lang={code}]", state="attached")
        screen.locator("#open").wait_for()
        phone.shot(f"{code}-opening")
        steps = [
            {"open": [[name, 30] for name in LONG], "stake": 5},
            *({"throw": name, "die": 6 - nth} for nth, name in enumerate(LONG)),
            {"begin": "dark"}, {"double": LONG[0]}, {"answer": LONG[1], "take": False}, {"answer": LONG[2], "take": True},
            {"answer": LONG[3], "take": True}, {"win": "light", "kind": 3},
        ]  # fmt: skip
        for nth, step in enumerate(steps):
            assert page.ask("/api/chouette", step)["good"]
            screen.locator(".log li").nth(min(nth, 11)).wait_for()
            phone.shot(f"{code}-{next(iter(step))}")
        assert screen.viewport_size == PHONE


def test_a_game_that_the_camera_referees_is_counted_as_it_was_seen(tmp_path: Path, screen: Any) -> None:
    with table(tmp_path / "table", "--pace", "0"):
        page, phone = Page(tmp_path / "table"), Phone(screen, tmp_path)
        assert page.ask("/api/chouette", {"open": [["Ann", None], ["Ben", None]], "stake": 2})["good"]
        screen.goto(link(page, "/chouette"))
        screen.get_by_label("The camera referees this game").check()
        screen.click("#begin")
        phone.reads("Ann against Ben")
        wait_for(lambda: page.scene["stage"] == "ended")
        offer = wait_for(lambda: page.ask("/api/chouette")["offer"])
        assert page.scene["names"] == ["Ben", "Ann"]  # the box plays dark
        if offer["how"] != "passed":
            phone.shot("offer")
            phone.press("Count it")
            phone.reads("has won")
            won = {one["name"]: one["points"] for one in page.ask("/api/chouette")["players"]}
            assert won["Ben" if offer["winner"] == "light" else "Ann"] > 0
            screen.click("#begin")  # the camera's match of the last game is closed, another begins
            phone.reads("Ann against Ben")
            again = wait_for(lambda: page.ask("/api/chouette")["offer"])
            assert again["id"] != offer["id"]


def lying(phase: str, cube: int, doubler: str = "dark") -> str:
    """What the live feed tells of a money game on the table."""
    scene = {"stage": "playing", "length": 0, "phase": phase, "terms": "backgammon", "names": ["Ann", "Ben"], "score": [0, 0],
             "cube": {"value": cube, "owner": None}, "stakes": 0}  # fmt: skip
    rulings = [{"n": 9, "kind": "doubled", "side": doubler, "t": 9.0}]
    return f"event: rulings\ndata: {json.dumps(rulings)}\n\nevent: scene\ndata: {json.dumps(scene)}\n\n"


@pytest.mark.parametrize(("taken", "left"), [(True, 2), (False, None)])
def test_a_double_that_the_camera_saw_is_entered_by_one_tap(
    evening: tuple[Phone, Page], screen: Any, taken: bool, left: int | None
) -> None:
    phone, page = evening
    for entry in ({"open": [["Ann", None], ["Ben", None]], "stake": 5, "profile": "circle-free"}, {"begin": "dark", "ties": 0}):
        assert page.ask("/api/chouette", entry)["good"]
    told = [lying("doubled", 1)]
    screen.route("**/api/live*", lambda route: route.fulfill(content_type="text/event-stream", body=told[0]))
    screen.reload()
    screen.locator("h2", has_text="The camera saw").wait_for()
    assert "Ann doubles to 2" in screen.locator("section.card", has_text="The camera saw").inner_text()
    phone.press("Enter it")
    phone.reads("Ben: take or drop?")
    assert page.ask("/api/chouette")["game"]["asked"] == ["Ben"]
    if taken:
        told[0] = lying("to roll", 2)
        screen.reload()
        screen.get_by_text("The double was taken.").wait_for()
        phone.press("Enter it")
    else:
        phone.by("Ben", "Drop")
    wait_for(lambda: not (page.ask("/api/chouette")["game"] or {}).get("asked"))
    game = page.ask("/api/chouette")["game"]
    assert (game["members"][0]["cube"] if game else None) == left
