"""The page at `/setup`, where a director says how a match is to be played.

GET  /api/setup?lang=en    the rules that there are to choose from, and what is kept of the pictures
POST /api/setup/rules      the table's own: {"name": "Thursdays", "profile": "circle-free", "changes": {…}}, {"forget": "Thursdays"}
POST /api/order            {"begin": {…}}, as on every page; see `live`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.page import Page, allowed, body, language

Rules = Callable[[str], Mapping[str, Any]]
"""What can be chosen, in the language of a code."""
Own = Callable[[Mapping[str, Any], str], Mapping[str, Any]]
"""Keeps rules of the table's own, or forgets them: {"good": …, "said": [sentence, …]} in the language of a code."""


def page(rules: Rules, own: Own) -> Page:
    async def choices(request: Request) -> Response:
        return JSONResponse(await run_in_threadpool(rules, language(request)))

    async def kept(request: Request) -> Response:
        if (refused := allowed(request, "director")) is not None:
            return refused
        told = await body(request)
        if told is None:
            return JSONResponse({"good": False, "why": marked("that is no order")}, 400)
        return JSONResponse(await run_in_threadpool(own, told, language(request)))

    routes = (Route("/api/setup", choices), Route("/api/setup/rules", kept, methods=["POST"]))
    return Page("/setup", "setup.html", routes, marked("Match"), "director")
