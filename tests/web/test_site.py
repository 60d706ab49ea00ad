"""The site behind its guard: who is let in, what every answer carries, what a page gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from starlette.testclient import TestClient

from boardcam.web.access import Role, Tokens
from boardcam.web.feed import Feed
from boardcam.web.guard import LONGEST, known
from boardcam.web.page import STATIC
from boardcam.web.pages import join, live, setup
from boardcam.web.site import site

TOKENS = Tokens("player-token", "director-token")
PLAYER = {"Authorization": "Bearer player-token"}
DIRECTOR = {"Authorization": "Bearer director-token"}
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


async def order(told: Mapping[str, Any], role: Role, language: str) -> Mapping[str, Any]:
    return {"good": True, "said": [role, language, told["press"]]}


def proof(t: float, kind: str) -> Mapping[str, Any] | None:
    return {"pictures": {"after": "00001-after.jpg"}} if t == 1.5 and kind == "played" else None


def picture(name: str) -> bytes | None:
    return b"jpeg" if name == "00001-after.jpg" else None


def own(told: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    return {"good": True, "said": [language, told["name"]]}


def link(role: Role, host: str) -> str:
    return f"http://{host}/{role}"


@pytest.fixture
def client() -> Iterator[TestClient]:
    feed = Feed[int](lambda value, code: {"value": value, "language": code}, 1)
    pages = (*live.pages(feed, order, proof, picture), setup.page(lambda code: {"language": code}, own), join.page(link))
    app = site(pages, feed, lambda: TOKENS, {"table.local"}, lambda code: {"code": code})
    with TestClient(app, base_url="http://table.local") as client:
        yield client


@pytest.mark.parametrize(
    ("host", "is_known"),
    [("192.168.1.7:8080", True), ("[fe80::1]:8080", True), ("127.0.0.1", True), ("TABLE.local:80", True), ("table.local.", True),
     ("evil.example", False), ("", False), ("table.local.evil.example", False), ("1.2.3.4.evil.example", False)],
)  # fmt: skip
def test_only_its_own_names_and_addresses_are_known(host: str, is_known: bool) -> None:
    assert known(host, {"table.local"}) is is_known


def test_a_foreign_name_gets_nothing(client: TestClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "not known by that name" in answer.json()["why"]


@pytest.mark.parametrize("path", ["/", "/table", "/setup", "/join", "/static/style.css", "/api/who", "/api/nothing"])
def test_every_answer_is_closed_to_others(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers
    assert headers["cache-control"] in ("no-store", "no-cache")


def test_who_watches_may_not_order(client: TestClient) -> None:
    told = client.post("/api/order", json={"press": "undo"})
    assert (told.status_code, told.json()["good"]) == (403, False)
    assert client.get("/api/who").json()["role"] == "viewer"


def test_players_order_in_their_language(client: TestClient) -> None:
    told = client.post("/api/order?lang=et", json={"press": "undo"}, headers=PLAYER)
    assert told.json() == {"good": True, "said": ["player", "et", "undo"]}


def test_a_wrong_token_is_refused_and_not_tried_for_ever(client: TestClient) -> None:
    answers = [client.get("/api/who", headers={"Authorization": f"Bearer guess-{n}"}).status_code for n in range(12)]
    assert answers == [401] * 10 + [429] * 2


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        ({"Sec-Fetch-Site": "cross-site"}, b'{"press": "undo"}', 403),
        ({"Content-Type": "text/plain"}, b'{"press": "undo"}', 415),
        ({}, b" " * (LONGEST + 1), 413),
        ({}, b"[1, 2]", 400),
        ({}, b"{", 400),
        ({}, b"\xff", 400),
    ],
)
def test_what_is_no_order_is_refused(client: TestClient, headers: dict[str, str], content: bytes, status: int) -> None:
    sent = {"Content-Type": "application/json", **PLAYER, **headers}
    assert client.post("/api/order", content=content, headers=sent).status_code == status


def test_a_body_longer_than_it_says_is_cut_off(client: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        yield b" " * LONGEST * 2

    answer = client.post("/api/order", content=endless(), headers={"Content-Type": "application/json", **PLAYER})
    assert answer.status_code == 413


def test_too_many_orders_are_slowed_down(client: TestClient) -> None:
    answers = {client.post("/api/order", json={"press": "undo"}, headers=PLAYER).status_code for _ in range(40)}
    assert answers == {200, 429}


def test_the_scene_and_the_words_are_in_the_viewers_language(client: TestClient) -> None:
    assert client.get("/api/scene?lang=hu").json() == {"value": 1, "language": "hu"}
    assert client.get("/api/words?lang=pl").json() == {"code": "pl"}
    assert client.get("/api/setup?lang=et").json() == {"language": "et"}


def test_rules_of_its_own_are_the_directors(client: TestClient) -> None:
    assert client.post("/api/setup/rules", json={"name": "Club"}, headers=PLAYER).status_code == 403
    assert client.post("/api/setup/rules", json=[1], headers=DIRECTOR).status_code == 400
    answer = client.post("/api/setup/rules?lang=et", json={"name": "Club"}, headers=DIRECTOR)
    assert answer.json() == {"good": True, "said": ["et", "Club"]}


def test_evidence_and_its_pictures(client: TestClient) -> None:
    assert client.get("/api/evidence?t=1.5&kind=played").json()["pictures"] == {"after": "00001-after.jpg"}
    assert client.get("/api/evidence?t=9&kind=played").json() == {"pictures": {}}
    assert client.get("/api/evidence?t=x").status_code == 400
    assert client.get("/evidence/00001-after.jpg").content == b"jpeg"
    assert client.get("/evidence/00002-after.jpg").status_code == 404


def test_plays_of_a_roll(client: TestClient) -> None:
    assert len(client.get("/api/plays", params={"xgid": XGID, "dice": "31"}).json()["plays"]) == 16
    wrong = client.get("/api/plays", params={"xgid": "XGID=x", "dice": "31"})
    assert (wrong.status_code, wrong.json()["good"]) == (400, False)


@pytest.mark.parametrize("name", ["nothing.js", "../page.py", "..%2fpage.py", ".hidden", "__init__.py"])
def test_no_other_files_are_given_out(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize(
    ("headers", "roles"),
    [({}, ["viewer"]), (PLAYER, ["viewer", "player"]), (DIRECTOR, ["viewer", "player", "director"])],
)
def test_nobody_hands_on_more_than_he_has(client: TestClient, headers: dict[str, str], roles: list[str]) -> None:
    links = client.get("/api/join", headers=headers).json()["links"]
    assert [one["role"] for one in links] == roles
    assert links[0]["link"] == "http://table.local/viewer"
    assert links[0]["code"]["path"].startswith("M3 3h1v1")


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.html")), ids=lambda path: path.name)
def test_pages_hold_nothing_inline_and_nothing_from_elsewhere(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert "http" not in text
    assert "style=" not in text
    assert " on" not in text.replace(" on the", "")
    for name in __import__("re").findall(r'(?:src|href)="/static/([^"]+)"', text):
        assert (STATIC / name).is_file(), name
