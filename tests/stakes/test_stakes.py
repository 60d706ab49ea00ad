"""The stakes of a table: kept line by line, taken back, taken up after a power cut; and what their page asks and says."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette")

from starlette.applications import Starlette
from starlette.testclient import TestClient

from boardcam.stakes import entries
from boardcam.stakes.evening import What
from boardcam.stakes.stakes import FILE, Stakes
from boardcam.web.access import Role
from boardcam.web.pages import chouette
from tests.stakes.test_evening import ENTRIES, STARTS
from tests.table.test_table import Page, wait_for
from tests.table.test_table import table as program

OPEN = {"open": [["Ann", 100], ["Ben", 100], ["Cleo", None]], "stake": 5, "changes": {"jacoby": False}}
ORDER = [{"throw": "Ann", "die": 6}, {"throw": "Ben", "die": 5}, {"throw": "Cleo", "die": 4}]


class Table:
    """A table's stakes with what they are told from outside."""

    def __init__(self, folder: Path) -> None:
        self.said: list[str] = []
        self.lines: list[int] = []
        self.seen: dict[str, Any] | None = None
        self.dice = [3, 2, 1]
        self.file = folder / FILE
        self.again()

    def again(self) -> None:
        """As after a power cut."""
        if hasattr(self, "stakes"):
            self.stakes.close()
        self.stakes = Stakes(
            self.file, self.said.append, self.lines.append, lambda: self.seen, lambda: self.dice.pop(), lambda: "now"
        )

    def enter(self, *asked: dict[str, Any], role: Role = "director") -> dict[str, Any]:
        """The evening after these entries, all of them allowed."""
        for one in asked:
            answer = self.stakes.enter(one, role, "en")
            assert answer["good"], answer["said"]
        return dict(answer["now"])

    def refused(self, asked: dict[str, Any], role: Role = "player", code: str = "en") -> str:
        before = self.stakes.told("en")
        answer = self.stakes.enter(asked, role, code)
        assert not answer["good"]
        assert self.stakes.told("en") == before
        return str(answer["said"][0])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.stakes.close()


def test_nothing_is_written_before_anything_is_entered(table: Table) -> None:
    assert table.stakes.told("en")["stage"] == "closed"
    assert not table.file.exists()
    assert [one["name"] for one in table.stakes.told("en")["rules"]] == list(entries.RULES)


def test_every_step_shows_what_can_follow(table: Table) -> None:
    assert table.enter(OPEN)["waiting"] == ("Ann", "Ben", "Cleo")
    now = table.enter(*ORDER)
    assert [(one["name"], one["role"]) for one in now["players"]] == [("Ann", "box"), ("Ben", "captain"), ("Cleo", "team")]
    game = table.enter({"begin": "dark"}, {"double": "Ben"})["game"]
    assert [(one["name"], one["agreed"], one["can"]) for one in game["members"]] == [("Ben", True, None), ("Cleo", False, None)]
    game = table.enter({"double": "Cleo"})["game"]
    assert (game["asked"], game["by"]) == (("Ben", "Cleo"), "team")
    game = table.enter({"answer": "Ann", "take": True}, {"double": "Ann"}, {"answer": "Ben", "take": False})["game"]
    assert (game["captain"], game["by"], [one["owes"] for one in game["members"]]) == ("Cleo", "box", [10, 0])
    now = table.enter({"answer": "Cleo", "take": True}, {"win": "light", "kind": 1})
    assert now["stage"] == "between"
    assert (now["last"]["winner"], now["last"]["captain"]) == ("team", "Cleo")
    assert [one["name"] for one in now["players"]] == ["Cleo", "Ben", "Ann"]
    assert [(one["name"], one["won"], one["has"]) for one in now["players"]] == [
        ("Cleo", 20, None),
        ("Ben", -10, 90),
        ("Ann", -10, 90),
    ]
    assert sum(one["points"] for one in now["settling"]) == 20
    assert now["log"][0] == "light wins a single game"


def test_what_the_balances_do_not_cover_is_said_before_a_double(table: Table) -> None:
    """R68: 5 × cube 2 × backgammon 3 from each, the box from both, then 4."""
    game = table.enter(OPEN, *ORDER, {"begin": "dark"})["game"]
    assert (game["box_short"], game["team_short"]) == ([], [])
    table.enter({"double": "Ann"}, {"answer": "Ben", "take": True}, {"answer": "Cleo", "take": True})
    game = table.enter({"double": "Ben"})["game"]
    assert game["team_short"] == ["Ann could lose 120 and has 100"]


def test_each_member_with_a_cube_is_warned_alone(table: Table) -> None:
    poor = {**OPEN, "open": [["Ann", 1000], ["Ben", 100], ["Cleo", 10]], "changes": {"cubes": "each"}}
    game = table.enter(poor, *ORDER, {"begin": "dark"})["game"]
    assert [one["short"] for one in game["members"]] == [[], ["Cleo could lose 30 and has 10"]]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"answer": "Ann", "take": True}, "nothing was offered [R52]"),
        ({"double": "Zoe"}, "Zoe is not in this game [R81]"),
        ({"come": "Zoe"}, "newcomers wait for the end of the game"),
        ({"begin": "red"}, "a side is light or dark"),
        ({}, "that is no entry"),
        ({**OPEN}, "only the director"),
        ({"correct": "Ann", "to": "Ben", "points": 1, "reason": "x"}, "only the director"),
        ({"win": "light", "n": 4}, "somebody else was faster"),
    ],
)
def test_what_may_not_be_is_refused_in_words(table: Table, asked: dict[str, Any], why: str) -> None:
    table.enter(OPEN, *ORDER, {"begin": "dark"})
    assert why in table.refused(asked)


def test_the_page_throws_for_who_wants_it(table: Table) -> None:
    now = table.enter(OPEN, *({"throw": name} for name in ("Ann", "Ben", "Cleo")), role="director")
    assert [(one["name"], one["throws"]) for one in now["players"]] == [("Cleo", (3,)), ("Ben", (2,)), ("Ann", (1,))]
    assert json.loads(table.file.read_text().splitlines()[1])["die"] == 1


def test_what_was_entered_last_is_taken_back_step_by_step(table: Table) -> None:
    before = table.enter(OPEN, *ORDER)
    table.enter({"begin": "dark"}, {"double": "Ann"})
    after = table.enter({"back": True}, {"back": True}, role="player")
    assert {**after, "n": 0} == {**before, "n": 0}
    assert table.lines == [*range(1, 9)]
    table.enter({"back": True}, {"back": True}, {"back": True}, role="player")
    assert "only the director" in table.refused({"back": True})
    assert table.enter({"back": True})["stage"] == "closed"
    assert "nothing to take back" in table.refused({"back": True})


def test_a_new_evening_can_be_taken_back_too(table: Table) -> None:
    table.enter(OPEN, *ORDER, {"begin": "dark"}, {"win": "dark"})
    assert table.enter(OPEN)["payments"] == []
    assert len(table.enter({"back": True})["payments"]) == 2


# The referee's results


def test_a_result_that_the_referee_saw_is_offered_once(table: Table) -> None:
    seen = {"id": "one#1", "winner": "dark", "kind": 2, "how": "borne off", "points": 2}
    table.seen = seen
    assert table.enter(OPEN, *ORDER, {"begin": "dark"})["offer"] is None, "it is of an earlier game"
    table.seen = {**seen, "id": "one#2"}
    assert table.stakes.told("en")["offer"]["team"] == "box"
    assert table.enter({"win": "dark", "kind": 2})["offer"] is None
    assert table.enter({"begin": "light"})["offer"] is None
    table.again()
    assert table.stakes.told("en")["offer"] is None
    table.seen = {**seen, "id": "one#3", "winner": None}
    assert table.stakes.told("en")["offer"]["team"] is None


# The journal


def test_all_is_there_after_a_power_cut(table: Table) -> None:
    before = table.enter(OPEN, *ORDER, {"begin": "dark"}, {"double": "Ann"}, {"back": True}, {"double": "Ben"})
    table.again()
    assert table.stakes.told("en") == before
    assert table.said == []


@pytest.mark.parametrize("kept", [0, 1, 20])
def test_a_torn_line_is_cut_off(table: Table, kept: int) -> None:
    before = table.enter(OPEN, *ORDER)
    whole = table.file.read_bytes()
    table.enter({"begin": "dark"})
    table.file.write_bytes(table.file.read_bytes()[: len(whole) + kept])
    table.again()
    assert table.stakes.told("en") == before
    assert table.enter({"begin": "dark"})["stage"] == "game"
    table.again()
    assert table.stakes.told("en")["stage"] == "game"
    assert table.said == []


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[1]", b'{"come": 3}', b'{"win": "light"}', b"\xff\xfe", b'{"throw": "Zoe", "die": 3}']
)
def test_a_damaged_line_is_named_and_what_stands_before_it_goes_on(table: Table, line: bytes) -> None:
    before = table.enter(OPEN, *ORDER[:2])
    damaged = table.file.read_bytes() + line + b'\n{"throw": "Cleo", "die": 1}\n'
    table.file.write_bytes(damaged)
    table.again()
    assert {**table.stakes.told("en")} == before
    assert "line 4 cannot be read" in table.said[0]
    assert table.file.with_name(f"{FILE}.damaged-1").read_bytes() == damaged
    table.again()
    assert len(table.said) == 1


def test_two_programs_do_not_write_one_journal(table: Table, tmp_path: Path) -> None:
    table.enter(OPEN)
    other = Table(tmp_path)
    assert "another boardcam is writing it" in other.refused({"throw": "Ann", "die": 1})


def test_what_cannot_be_kept_does_not_count(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.enter(OPEN)
    whole = table.file.read_bytes()

    def full(held: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in table.refused({"throw": "Ann", "die": 1})
    assert table.file.read_bytes() == whole
    monkeypatch.undo()
    table.enter({"throw": "Ann", "die": 1})


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    table = Table(tmp_path)
    assert "cannot be read" in table.said[0]
    assert "cannot be kept" in table.refused(OPEN, "director")


@settings(deadline=None, derandomize=True, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STARTS, st.lists(ENTRIES, max_size=25))
def test_the_fold_of_the_journal_is_the_evening(tmp_path: Path, start: list[What], more: list[What]) -> None:
    """Whatever is entered, allowed or not, and taken back in between."""
    (tmp_path / FILE).unlink(missing_ok=True)
    table = Table(tmp_path)
    for nth, what in enumerate([*start, *more]):
        table.stakes.enter(entries.told(what) if nth % 5 != 4 else {"back": True}, "director", "en")
    now = table.stakes.told("et")
    table.again()
    assert table.stakes.told("et") == now
    assert table.said == []
    if now["stage"] != "closed":
        assert sum(one["won"] for one in (*now["players"], *now["gone"])) == 0
    table.stakes.close()


# The page


def client(table: Table, role: Role) -> TestClient:
    app = Starlette(routes=list(chouette.page(table.stakes).routes))

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["role"] = role
        await app(scope, receive, send)

    return TestClient(guarded)


def test_who_watches_looks_and_players_enter(table: Table) -> None:
    table.enter(OPEN)
    viewer, player = client(table, "viewer"), client(table, "player")
    assert viewer.get("/api/chouette").json()["stage"] == "order"
    assert viewer.post("/api/chouette", json={"throw": "Ann", "die": 2}).status_code == 403
    assert player.post("/api/chouette", json={"throw": "Ann", "die": 2}).json()["good"]
    assert player.post("/api/chouette", content=b"[]").status_code == 400
    refused = player.post("/api/chouette?lang=en", json={"throw": "Ann", "die": 2}).json()
    assert (refused["good"], refused["said"]) == (False, ["Ann has no die to throw [R74]"])
    assert refused["now"]["n"] == 2


def test_names_stay_as_they_are_in_every_language(table: Table) -> None:
    now = table.enter({**OPEN, "open": [["{x}", None], ["Ä<b>", None]], "stake": 1}, {"begin": "light"}, {"win": "light"})
    assert {one["name"] for one in now["players"]} == {"{x}", "Ä<b>"}
    assert table.stakes.told("hu")["players"][0]["name"] == "{x}"


def test_a_table_offers_what_its_referee_saw_of_a_game_for_money(tmp_path: Path) -> None:
    with program(tmp_path / "table", "--pace", "0"):
        page = Page(tmp_path / "table")
        for entry in ({"open": [["Ann", None], ["Ben", None]], "stake": 1}, {"begin": "light"}):
            assert page.ask("/api/chouette", entry)["good"]
        begin = {"players": ["Ann", "Ben"], "profile": "circle-free"}
        assert page.order(begin={**begin, "length": 1})["good"]
        wait_for(lambda: page.scene["stage"] == "ended")
        assert page.ask("/api/chouette")["offer"] is None, "a match is not for money"
        assert page.order(end=True)["good"]
        assert page.order(begin={**begin, "length": 0})["good"]
        offer = wait_for(lambda: page.ask("/api/chouette")["offer"])
        assert offer["team"] == {"light": "box", "dark": "team"}[offer["winner"]]
        assert page.scene["stakes"] == 2
