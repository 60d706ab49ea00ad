"""The feed: newest wins, each language once, slow viewers get what is newest, signs of life tell what is stale."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping
from typing import Any

from boardcam.web.feed import STALE, Feed


def told(value: int, language: str) -> Mapping[str, Any]:
    return {"value": value, "language": language}


async def lines(feed: Feed[int], count: int) -> list[tuple[str, dict[str, Any]]]:
    """So many events of a stream, (name, data)."""
    found = []
    stream = feed.stream("en", every=0.01)
    async for text in stream:
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
        found.append((fields["event"], json.loads(fields["data"])))
        if len(found) == count:
            break
    await stream.aclose()  # type: ignore[attr-defined]
    return found


def test_a_viewer_gets_the_newest_and_signs_of_life() -> None:
    async def view() -> list[tuple[str, dict[str, Any]]]:
        feed = Feed(told, 1)
        feed.opened()
        feed.publish(2)
        feed.publish(3)
        found = await lines(feed, 3)
        assert feed.viewers == 0
        return found

    found = asyncio.run(view())
    assert found[0] == ("scene", {"value": 3, "language": "en"})
    assert [name for name, _ in found] == ["scene", "pulse", "pulse"]


def test_what_another_thread_publishes_wakes_the_viewer() -> None:
    async def view() -> list[tuple[str, dict[str, Any]]]:
        feed = Feed(told, 1)
        feed.opened()
        threading.Timer(0.05, feed.publish, [2]).start()
        return [one for one in await lines(feed, 12) if one[0] == "scene"]

    assert [data["value"] for _, data in asyncio.run(view())] == [1, 2]


def test_it_is_put_into_words_once_a_language() -> None:
    made = list[str]()

    def counting(value: int, language: str) -> Mapping[str, Any]:
        made.append(language)
        return {}

    feed = Feed(counting, 1)
    for language in ("en", "et", "en", "et"):
        feed.text(language)
    assert made == ["en", "et"]
    feed.publish(2)
    feed.text("en")
    assert made == ["en", "et", "en"]


def test_rulings_are_sent_when_they_are_others_than_before() -> None:
    def ruled(value: int, language: str) -> Mapping[str, Any]:
        return {"value": value, "rulings": [value // 10]}

    async def view() -> list[str]:
        feed = Feed(ruled, 10)
        feed.opened()
        names, stream = list[str](), feed.stream("en", every=60.0)
        for value in (10, 11, 20):
            feed.publish(value)
            while (name := (await anext(stream)).partition("event: ")[2].partition("\n")[0]) != "pulse":
                names.append(name)
        assert json.loads(feed.text("en").whole) == {"value": 20, "rulings": [2]}
        await stream.aclose()  # type: ignore[attr-defined]
        return names

    assert asyncio.run(view()) == ["rulings", "scene", "scene", "rulings", "scene"]


def test_a_closed_feed_lets_its_viewers_go() -> None:
    async def view() -> int:
        feed = Feed(told, 1)
        feed.opened()
        asyncio.get_running_loop().call_later(0.05, feed.close)
        return len([text async for text in feed.stream("en", every=60.0)])

    assert asyncio.run(view()) == 2


def test_publishing_before_there_is_a_server_is_no_trouble() -> None:
    feed = Feed(told, 1)
    feed.publish(2)
    feed.beat(1.0, True)
    assert feed.newest == 2


def test_what_is_stale_is_said() -> None:
    now = [0.0]
    feed = Feed(told, 1, lambda: now[0])
    assert not feed.pulse()["stale"]  # nothing is expected yet
    feed.beat(7.0, True)
    assert not feed.pulse()["stale"]
    now[0] = STALE + 0.1
    assert feed.pulse()["stale"]
    feed.beat(8.0, False)
    assert feed.pulse()["stale"]
    assert not feed.pulse()["found"]
    feed.beat(9.0, True, live=False)
    now[0] = 1000.0
    assert not feed.pulse()["stale"]
