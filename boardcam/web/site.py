"""The site of a table: its pages put together behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from boardcam.web.access import Tokens
from boardcam.web.feed import Feed
from boardcam.web.guard import Guard
from boardcam.web.page import Page, file, language, role

Words = Callable[[str], Mapping[str, Any]]
"""The catalogue of a language, by its code."""


def site(pages: Sequence[Page], feed: Feed[Any], tokens: Callable[[], Tokens], names: Collection[str], words: Words) -> Starlette:
    """The application; `feed` is opened and closed with it, `names` = what this computer is called."""

    async def catalogue(request: Request) -> Response:
        return JSONResponse(words(language(request)), headers={"cache-control": "no-cache"})

    async def who(request: Request) -> Response:
        """What this viewer is, and the pages that there are."""
        there = [{"path": page.path, "name": page.name, "role": page.role} for page in pages if page.name]
        return JSONResponse({"role": role(request), "pages": there})

    async def static(request: Request) -> Response:
        return file(request.path_params["name"])

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        feed.opened()
        try:
            yield
        finally:
            feed.close()

    routes: list[BaseRoute] = [
        Route("/api/words", catalogue),
        Route("/api/who", who),
        Route("/static/{name}", static),
        Route("/favicon.ico", lambda request: file("icon.svg")),
    ]
    for page in pages:
        routes += [_shown(page), *page.routes]
    return Starlette(routes=routes, middleware=[Middleware(Guard, names=names, tokens=tokens)], lifespan=life)


def _shown(page: Page) -> Route:
    async def show(request: Request) -> Response:
        return file(page.file)

    return Route(page.path, show)
