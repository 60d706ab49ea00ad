"""The server in its thread: up at once, gone at once though viewers watch, and what goes wrong is named."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette

from boardcam.web.access import Tokens
from boardcam.web.feed import Feed
from boardcam.web.pages import live
from boardcam.web.server import Server, listening
from boardcam.web.site import site
from tests.web.test_site import order, picture, proof


def whole(feed: Feed[int]) -> Starlette:
    return site(live.pages(feed, order, proof, picture), feed, lambda: Tokens("p" * 16, "d" * 16), {"localhost"}, lambda code: {})


@pytest.fixture
def feed() -> Feed[int]:
    return Feed(lambda value, code: {"value": value}, 1)


@pytest.fixture
def server(feed: Feed[int]) -> Iterator[Server]:
    said = list[str]()
    server = Server(whole(feed), feed, listening("127.0.0.1", 0), said.append)
    yield server
    server.close()
    assert said == []


Watch = Callable[[], http.client.HTTPResponse]


@pytest.fixture
def watch(server: Server) -> Iterator[Watch]:
    """Opens a viewer's stream."""
    connections = list[http.client.HTTPConnection]()

    def opened() -> http.client.HTTPResponse:
        connections.append(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20))
        connections[-1].request("GET", "/api/live?lang=en")
        return connections[-1].getresponse()

    yield opened
    for connection in connections:
        connection.close()


def scene(stream: http.client.HTTPResponse) -> dict[str, object]:
    """The next scene of a stream."""
    while True:
        if stream.readline() == b"event: scene\n":
            return dict(json.loads(stream.readline().removeprefix(b"data: ")))


def test_viewers_see_what_is_published(watch: Watch, feed: Feed[int]) -> None:
    streams = [watch() for _ in range(5)]
    assert [scene(stream) for stream in streams] == [{"value": 1}] * 5
    feed.publish(2)
    assert [scene(stream) for stream in streams] == [{"value": 2}] * 5


def test_a_viewer_who_reads_nothing_holds_nobody_up(server: Server, watch: Watch, feed: Feed[int]) -> None:
    sleeper = socket.create_connection(("127.0.0.1", server.port))
    sleeper.sendall(b"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    awake = watch()
    for value in range(2, 2000):
        feed.publish(value)
    while scene(awake) != {"value": 1999}:
        pass
    sleeper.close()


def test_it_closes_though_somebody_watches(server: Server, watch: Watch) -> None:
    stream = watch()
    scene(stream)
    server.close()
    assert not server.alive
    while stream.readline():
        pass
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", server.port), 1.0)


def test_a_port_that_is_taken_is_named(server: Server) -> None:
    with pytest.raises(OSError, match="choose another") as error:
        listening("127.0.0.1", server.port)
    assert error.value.filename == f"127.0.0.1:{server.port}"


def test_a_server_that_fails_says_so_once(feed: Feed[int]) -> None:
    said = list[str]()

    async def broken(scope: object, receive: object, send: object) -> None:
        raise RuntimeError("no room")

    server = Server(broken, feed, listening("127.0.0.1", 0), said.append)
    server._thread.join(20)
    assert not server.alive
    server.close()
    assert len(said) == 1
    assert said[0].startswith("the page has stopped")
