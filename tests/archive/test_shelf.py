"""The archive as its page shows it: found, played through with pictures, taken away, removed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("starlette")

import numpy as np
from starlette.applications import Starlette
from starlette.testclient import TestClient

from boardcam.archive import keeping
from boardcam.archive.shelf import Shelf
from boardcam.record import formats
from boardcam.record.evidence import FOLDER, Entry, Store
from boardcam.record.folder import Folder
from boardcam.record.mistakes import Mistake
from boardcam.replay.fold import blank
from boardcam.rules import xgid
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence
from boardcam.rules.situation import Situation
from boardcam.rules.transcript import Incident, Match, Turn
from boardcam.web.pages import archive
from tests.record.matches import simulated
from tests.replay.kept import SETTINGS

WHEN = {"date": "2026-11-30", "time": "19:31", "source": "sim:3"}


@pytest.fixture
def match() -> Match:
    return replace(simulated(3), **WHEN)


@pytest.fixture
def kept(tmp_path: Path, match: Match) -> Path:
    path = tmp_path / "matches.sqlite"
    keeping.keep(path, match)
    keeping.keep(path, replace(simulated(4), players=("Cleo", "Dan")))
    return path


@pytest.fixture
def folders(tmp_path: Path, match: Match) -> Path:
    """The folder in which the first match was refereed, with a picture of its first turn."""
    settings = SETTINGS | WHEN
    Folder(tmp_path / "table" / "one", settings, blank(settings)).close()
    first = match.games[0].actions[0]
    assert first.t is not None
    store = Store(tmp_path / "table" / "one" / FOLDER)
    store.keep(Entry(1, "played", first.t, first.t), {"after": np.zeros((40, 60, 3), np.uint8)})
    store.close()
    return tmp_path / "table"


@pytest.fixture
def shelf(kept: Path, folders: Path) -> Shelf:
    return Shelf(kept, folders)


def asked(shelf: Shelf, role: str = "viewer") -> TestClient:
    async def guarded(scope: dict, receive: object, send: object) -> None:  # type: ignore[type-arg]
        if scope["type"] == "http":
            scope["role"] = role
        await app(scope, receive, send)  # type: ignore[arg-type]

    app = Starlette(routes=list(archive.page(shelf).routes))
    return TestClient(guarded)  # type: ignore[arg-type]


def test_matches_are_found_by_name(shelf: Shelf) -> None:
    assert {one["id"] for one in shelf.matches({})["matches"]} == {1, 2}
    assert [one["light"] for one in shelf.matches({"player": "cle"})["matches"]] == ["Cleo"]
    assert shelf.matches({"incident": "lost"})["matches"] == []
    assert Shelf(None, Path()).matches({}) == {"matches": []}


def test_a_match_is_shown_move_by_move(shelf: Shelf, match: Match) -> None:
    told = shelf.match(1)
    assert [len(game["actions"]) for game in told["games"]] == [len(game.actions) for game in match.games]
    for game, shown in zip(match.games, told["games"], strict=True):
        for action, one in zip(game.actions, shown["actions"], strict=True):
            assert xgid.parse(one["xgid"]).position is not None
            if isinstance(action, Turn):
                assert one["board"]["points"] == action.after.points
    rolled = sum(one.dice is not None for game in match.games for one in game.actions if isinstance(one, Turn))
    assert sum(sum(row[:6]) for row in told["dice"]) == 2 * rolled


def test_its_pictures_come_from_the_folder_of_that_match(shelf: Shelf) -> None:
    first = shelf.match(1)["games"][0]["actions"][0]
    assert first["pictures"] == {"after": "00001-after.jpg"}
    assert (shelf.picture(1, "00001-after.jpg") or b"")[:2] == b"\xff\xd8"
    assert shelf.picture(1, "../../journal.sqlite") is None
    assert shelf.picture(2, "00001-after.jpg") is None, "it was refereed elsewhere"


def test_files_are_those_of_the_command(shelf: Shelf, match: Match) -> None:
    name, data = shelf.file(1, "mat")
    assert name.startswith("2026-11-30-")
    assert name.endswith(".mat")
    assert data == formats.write(match, "mat")
    with pytest.raises(LookupError):
        shelf.file(1, "docx")


def test_the_page_answers_in_sentences(shelf: Shelf) -> None:
    viewer = asked(shelf)
    assert viewer.get("/api/matches/1").json()["id"] == 1
    gone = viewer.get("/api/matches/9")
    assert (gone.status_code, gone.json()["why"]) == (404, "there is no such match")
    assert viewer.get("/api/matches/1/file/mat").headers["content-disposition"].startswith('attachment; filename="2026-11-30-')
    assert viewer.get("/api/matches/1/picture/00009-after.jpg").status_code == 404


def test_only_a_director_removes(shelf: Shelf) -> None:
    assert asked(shelf, "player").post("/api/matches/1/remove").status_code == 403
    assert asked(shelf, "director").post("/api/matches/1/remove").json()["good"]
    assert [one["id"] for one in shelf.matches({})["matches"]] == [2]


def test_what_the_coach_thinks_is_shown_and_searched(kept: Path, folders: Path) -> None:
    class Wanted:
        def __init__(self) -> None:
            self.numbers: list[int] = []

        def want(self, number: int) -> None:
            self.numbers.append(number)

        def state(self, number: int) -> dict[str, object]:
            return {"state": "working", "done": 1, "of": 9} if number in self.numbers else {"state": "none"}

    shelf = Shelf(kept, folders, Wanted())  # type: ignore[arg-type]
    assert shelf.match(1)["analysis"] == {"state": "none"}
    assert asked(shelf).post("/api/matches/1/analyse").status_code == 403
    assert asked(shelf, "player").post("/api/matches/9/analyse").status_code == 404
    assert asked(shelf, "player").post("/api/matches/1/analyse").json()["good"]
    assert shelf.match(1)["analysis"]["done"] == 1
    lost = Mistake(2, 1, 2, "Cleo", "missed double", 0.06, "no double", "double", xgid.format(Situation()))
    with keeping.opened(kept) as archive:
        archive.analyse(2, {"engine": "one"}, [lost, replace(lost, kind="play", loss=0.3, number=4)])
    assert shelf.match(2)["analysis"] == {"engine": "one"}
    viewer = asked(shelf)
    assert [one["loss"] for one in viewer.get("/api/mistakes?least=0.05").json()["mistakes"]] == [0.3, 0.06]
    assert [one["kind"] for one in viewer.get("/api/mistakes?kind=cube&player=cle").json()["mistakes"]] == ["missed double"]
    assert viewer.get("/api/mistakes?least=much").status_code == 400
    assert viewer.get("/api/cards").text == xgid.format(Situation()) + "\n"
    assert Shelf(None, Path()).mistakes({}) == {"mistakes": []}
    assert asked(Shelf(kept, folders), "player").post("/api/matches/1/analyse").status_code == 400


def test_a_damaged_archive_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.sqlite").write_bytes(b"this is no archive, it only looks like a file" * 30)
    answer = asked(Shelf(tmp_path / "bad.sqlite", tmp_path)).get("/api/matches/1")
    assert answer.status_code == 400
    assert "bad.sqlite" in answer.json()["why"]


def test_the_pictures_of_a_table_lie_a_folder_deeper(kept: Path, folders: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    folders.rename(state / "matches")
    assert Shelf(kept, state).match(1)["games"][0]["actions"][0]["pictures"] == {"after": "00001-after.jpg"}


def test_what_was_out_of_order_is_said_in_the_viewers_language(kept: Path, match: Match) -> None:
    why = sentence("{side} has lifted his dice", side=Side.WHITE)
    with keeping.opened(kept) as archive:
        number = archive.keep(replace(match, players=("Eva", "Uku"), incidents=(Incident(1, "played", why=why),))).id
    assert Shelf(kept, Path()).match(number, "et")["incidents"][0]["why"] == "Hele võttis oma täringud üles"
