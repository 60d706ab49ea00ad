"""The page at `/chouette`: an evening for a stake, as a chouette or between two; who plays, who doubles, takes and drops, who pays.

GET  /api/chouette?lang=en    the evening as it is
POST /api/chouette            an entry (see `entries`), or {"back": true}; `n` = the lines that whoever enters it has seen
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.access import Role
from boardcam.web.page import Page, allowed, body, language, role


class Stakes(Protocol):
    """The stakes of the table."""

    def told(self, code: str) -> Mapping[str, Any]:
        """The evening, in the language of a code."""

    def enter(self, asked: Mapping[str, Any], role: Role, code: str) -> Mapping[str, Any]:
        """{"good", "said": [why not], "now": the evening}."""


def page(stakes: Stakes) -> Page:
    # A journal is written, a record read: these run in threads of their own.
    def told(request: Request) -> Response:
        return JSONResponse(stakes.told(language(request)))

    async def entered(request: Request) -> Response:
        if (refused := allowed(request, "player")) is not None:
            return refused
        asked = await body(request)
        if asked is None:
            return JSONResponse({"good": False, "why": marked("that is no entry")}, 400)
        return JSONResponse(await run_in_threadpool(stakes.enter, asked, role(request), language(request)))

    routes = (Route("/api/chouette", told), Route("/api/chouette", entered, methods=["POST"]))
    return Page("/chouette", "chouette.html", routes, marked("Chouette"))
