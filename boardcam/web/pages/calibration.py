"""The page at `/camera`: the camera's picture, and where the board is taken to lie in it, with corners to drag.

GET  /api/camera            size of the picture, corners, proportions, lines of the points; or why no board is found
GET  /api/camera/picture    the newest picture, JPEG
POST /api/camera/try        {"corners": [[x, y], …], "bar": …, "depth": …} → how well that fits
POST /api/camera/place      the same: the eyes go by it from now on; {"far": true} = it fits badly, and {…, "anyway": true} is
                            needed; directors only
POST /api/camera/search     the eyes look for the board anew; directors only
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.page import Page, allowed, answered, body, language


class Aim(Protocol):
    """The camera of the table. LookupError = there is no picture, ValueError = what is wrong; both with a sentence."""

    def told(self, code: str) -> Mapping[str, Any]: ...

    def picture(self) -> bytes: ...

    def tried(self, shown: Mapping[str, Any], code: str) -> Mapping[str, Any]: ...

    def place(self, shown: Mapping[str, Any], code: str) -> Mapping[str, Any] | None:
        """None = it is done; else why not."""

    def search(self) -> None: ...


def page(aim: Aim) -> Page:
    def told(request: Request) -> Response:
        return answered(lambda: JSONResponse(aim.told(language(request))))

    def picture(request: Request) -> Response:
        return answered(lambda: Response(aim.picture(), media_type="image/jpeg", headers={"cache-control": "no-store"}))

    async def tried(request: Request) -> Response:
        return await _done(request, lambda shown: aim.tried(shown, language(request)))

    async def place(request: Request) -> Response:
        return await _done(request, lambda shown: aim.place(shown, language(request)))

    async def search(request: Request) -> Response:
        return await _done(request, lambda _: aim.search())

    routes = (
        Route("/api/camera", told),
        Route("/api/camera/picture", picture),
        Route("/api/camera/try", tried, methods=["POST"]),
        Route("/api/camera/place", place, methods=["POST"]),
        Route("/api/camera/search", search, methods=["POST"]),
    )
    return Page("/camera", "calibration.html", routes, marked("Camera"), "director")


async def _done(request: Request, do: Callable[[Mapping[str, Any]], Mapping[str, Any] | None]) -> Response:
    """What came of it, or that it is done."""
    if (refused := allowed(request, "director")) is not None:
        return refused
    shown = await body(request)
    if shown is None:
        return JSONResponse({"good": False, "why": marked("that is no order")}, 400)
    return await run_in_threadpool(answered, lambda: JSONResponse(do(shown) or {"good": True, "said": []}))
