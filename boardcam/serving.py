"""A table's page put together: its pages, its names, its links, and the server. Whatever is missing for it is said once, and no
match waits for it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardcam.desk import Desk
from boardcam.show.languages import language
from boardcam.web import access

if TYPE_CHECKING:
    from boardcam.web.page import Page
    from boardcam.web.server import Server

Say = Callable[[str], None]
LINKS = "links.txt"
MISSING = "the page is not shown: starlette and uvicorn are missing; pip install 'boardcam[web]'"


def served(desk: Desk, host: str, port: int, state: Path, say: Say, more: Sequence[Page] = ()) -> Server | None:
    """The page of a table, and its tokens in the folder `state`. None where it cannot be had, which is said."""
    try:
        from boardcam.web.server import Server
        from boardcam.web.site import site
    except ImportError:
        say(MISSING)
        return None
    try:
        tokens = access.kept(state)
        app = site((*pages(desk), *more), desk.feed, lambda: tokens, names(), words)
        return Server(app, desk.feed, host, port, say)
    except OSError as error:
        say(f"the page is not shown: {error.filename or state}: {error.strerror}")
        return None


def pages(desk: Desk) -> tuple[Page, ...]:
    """Every page of a table."""
    from boardcam.web.pages import live

    return live.pages(desk.feed, desk.order, desk.proof, desk.picture)


def words(code: str) -> Mapping[str, Any]:
    """The catalogue of a language; the English one where it is none of ours."""
    try:
        return language(code).catalogue()
    except ValueError:
        return language("en").catalogue()


def names() -> Collection[str]:
    """What this computer is called on the network."""
    own = socket.gethostname()
    return {"localhost", own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}


def address() -> str:
    """The address under which others on the network find this computer; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # an address for documentation: it says which way packets would go
        return str(way.getsockname()[0])
    return "127.0.0.1"


def link(host: str, port: int, token: str | None = None) -> str:
    """What a QR code holds. The address in digits, for not every phone knows names in `.local`."""
    shown = address() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/" + (f"#t={token}" if token else "")


def links(state: Path, host: str, port: int, shown: bool) -> str:
    """Where the page is. The links that make somebody a player or a director go into a file beside the tokens; they are `shown`
    only where nobody keeps what is printed."""
    tokens = access.kept(state)
    told = {"players": link(host, port, tokens.player), "the director": link(host, port, tokens.director)}
    access.write(state / LINKS, "".join(f"{who}: {where}\n" for who, where in told.items()))
    if not shown:
        return f"the page is at {link(host, port)}; the links for players and the director are in {state / LINKS}"
    return "\n".join((f"the page is at {link(host, port)}", *(f"  for {who}: {where}" for who, where in told.items())))
