"""The server: uvicorn in a thread of its own, beside the loop. What happens to it stops no match.

A viewer's stream has no end, and uvicorn would wait for it when it is closed; so the streams are told first.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from boardcam.web.feed import Feed

PATIENCE = 2
"""s that an answer which is being given may still take when the server is closed."""
VIEWERS = 256
"""Connections at a time."""


class Server:
    """Answers from the moment it is made until it is closed."""

    def __init__(self, app: ASGIApp, feed: Feed[Any], listener: socket.socket, say: Callable[[str], None]) -> None:
        """What goes wrong is told to `say`, once."""
        self._socket = listener
        self._feed, self._say = feed, say
        self.port: int = listener.getsockname()[1]
        config = uvicorn.Config(
            app, log_config=None, access_log=False, server_header=False, date_header=False, lifespan="on", ws="none",
            timeout_graceful_shutdown=PATIENCE, limit_concurrency=VIEWERS, timeout_keep_alive=30, loop="asyncio", http="h11",
        )  # fmt: skip
        self._uvicorn = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def close(self) -> None:
        """Lets viewers go, and the port."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._feed.close)
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE + 2.0)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:
            self._say(f"the page has stopped ({error}); the match goes on without it")
        finally:
            self._socket.close()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._uvicorn.serve(sockets=[self._socket])
        if not self._uvicorn.should_exit:
            raise RuntimeError("it could not be started")


def listening(host: str, port: int) -> socket.socket:
    """A socket at this address; `port` 0 = any that is free. Raises OSError, which names the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise OSError(error.errno, f"{error.strerror}; is boardcam running already, or choose another --page PORT",
                      f"{host}:{port}") from error  # fmt: skip
    return listener
