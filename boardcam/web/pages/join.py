"""The page at `/join`: links to this table as QR codes, for those who watch, for players, and for the director.

    GET /api/join    the links that whoever asks may hand on, each with its QR code as an SVG path

A player hands on the players' link, a director both; whoever watches, the one for watching. Links with a token are in nobody's log:
the token stands in the fragment, which no browser sends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.access import ROLES, Role, may
from boardcam.web.page import Page, role

Link = Callable[[Role, str], str]
"""The link that makes whoever opens it a viewer, a player or a director; the Host by which the page was asked for is one that
works."""


def page(link: Link) -> Page:
    async def links(request: Request) -> Response:
        mine, host = role(request), request.headers.get("host", "")
        links = {one: link(one, host) for one in ROLES if may(mine, one)}
        return JSONResponse({"links": [{"role": one, "link": text, "code": code(text)} for one, text in links.items()]})

    return Page("/join", "join.html", (Route("/api/join", links),), marked("Join"))


def code(text: str) -> dict[str, Any]:
    """A QR code: its size in modules, quiet zone included, and the dark ones as an SVG path."""
    rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=3))
    dark = [(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module]
    return {"size": len(rows), "path": "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)}
