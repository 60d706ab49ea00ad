"""The page at `/setup`, where a director says how a match is to be played.

GET  /api/setup?lang=en    the rules that there are to choose from
POST /api/order            {"begin": {…}}, as on every page; see `live`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.page import Page, language

Rules = Callable[[str], Mapping[str, Any]]
"""What can be chosen, in the language of a code."""


def page(rules: Rules) -> Page:
    async def choices(request: Request) -> Response:
        return JSONResponse(rules(language(request)))

    return Page("/setup", "setup.html", (Route("/api/setup", choices),), marked("Match"), "director")
