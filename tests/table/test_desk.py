"""The desk: what the loop tells is shown, what people order is done once and answered in their language, pictures stay in their
folder."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardcam import config
from boardcam.events import Pressed, Verdict
from boardcam.record.evidence import Entry, Store
from boardcam.record.folder import Folder
from boardcam.replay.fold import blank
from boardcam.rules.position import Side
from boardcam.rules.sentence import sentence
from boardcam.table.aim import Aim
from boardcam.table.desk import Desk
from boardcam.table.inbox import Answer, Inbox

UNDO = {"id": "order-0001", "press": "undo"}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(Inbox(), Aim(tmp_path))


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    settings = config.Options(config.Source("sim", "1"), tmp_path).settings()
    return Folder(tmp_path / "match", settings, blank(settings))


def answered(desk: Desk, *orders: Mapping[str, Any], by: Callable[[], None], code: str = "en") -> list[Mapping[str, Any]]:
    """What people are answered whose orders lie there when the loop looks."""

    async def all_of_them() -> list[Mapping[str, Any]]:
        asyncio.get_running_loop().call_later(0.05, by)
        return list(await asyncio.gather(*(desk.order(one, "player", code) for one in orders)))

    return asyncio.run(all_of_them())


def test_an_order_sent_twice_is_done_once_and_answered_twice(desk: Desk) -> None:
    done = list[Pressed]()

    def loop() -> None:
        for press in desk.inbox.taken(7.0):
            assert isinstance(press, Pressed)
            done.append(press)
            desk.inbox.answer(press, Answer(True))

    assert answered(desk, UNDO, UNDO, by=loop) == [{"good": True, "said": []}] * 2
    assert done == [Pressed(7.0, "undo")]
    assert answered(desk, UNDO, by=loop) == [{"good": True, "said": []}]
    assert len(done) == 1


def test_a_refusal_gives_its_reason_in_the_language_of_who_asked(desk: Desk) -> None:
    why = sentence("both players are called {name}: tell them apart", name="Ann")

    def loop() -> None:
        for said in desk.inbox.taken(7.0):
            desk.inbox.answer(said, Answer(False, sentences=(why,)))

    (english,) = answered(desk, UNDO, by=loop)
    (estonian,) = answered(desk, {**UNDO, "id": "order-0002"}, by=loop, code="et")
    assert english == {"good": False, "said": ["both players are called Ann: tell them apart"]}
    assert "Ann" in estonian["said"][0]


def test_a_press_that_leads_to_nothing_says_so(desk: Desk) -> None:
    def loop() -> None:
        for said in desk.inbox.taken(7.0):
            desk.inbox.answer(said, Answer(False))

    assert answered(desk, UNDO, by=loop)[0]["said"] == ["that means nothing now"]


def test_what_a_press_has_led_to_is_told(desk: Desk) -> None:
    verdict = Verdict(7.0, 7.0, "corrected", Side.WHITE, why=sentence("it is taken back"))

    def loop() -> None:
        for said in desk.inbox.taken(7.0):
            desk.inbox.answer(said, Answer(True, (verdict,)))

    assert answered(desk, UNDO, by=loop)[0]["said"][0].endswith("it is taken back")


def test_a_wrong_order_never_reaches_the_loop(desk: Desk) -> None:
    assert not answered(desk, {"id": "order-0001", "press": "fly"}, by=lambda: None)[0]["good"]
    assert desk.inbox.taken(1.0) == ()


def test_pictures_come_from_the_evidence_of_this_match_only(desk: Desk, folder: Folder) -> None:
    assert desk.picture("00001-after.jpg") is None
    assert desk.proof(1.5, "played") is None
    store = Store(folder.path / "evidence")
    store.keep(Entry(0, "played", 1.5, 2.0), {"after": np.zeros((8, 8, 3), np.uint8)})
    store.close()
    desk.seated(config.Options(config.Source("sim", "1"), folder.path), folder)
    (folder.path / "evidence" / "secret.jpg").write_bytes(b"secret")
    found = desk.proof(1.5, "played")
    assert found is not None
    assert found["pictures"] == {"after": "00001-after.jpg"}
    assert desk.picture("00001-after.jpg") == (folder.path / "evidence" / "00001-after.jpg").read_bytes()
    for name in ("secret.jpg", "../journal.sqlite", "00001-after.jpg/../../match.mat", "00002-after.jpg", "00001-AFTER.jpg\n"):
        assert desk.picture(name) is None
    assert desk.proof(9.0, "played") is None
    desk.left()
    assert desk.picture("00001-after.jpg") is None
    folder.close()
