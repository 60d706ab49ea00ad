"""The page at `/equipment`: what stands at the table, whether it works, and whether its file was changed; each part can be tried.

GET  /api/equipment?lang=en    the parts, what is wrong with the file, how far a trial is
POST /api/equipment/try        display, lights, buzzer, voice and buttons are tried, one after the other; directors only
POST /api/equipment/restart    the program ends and begins anew, and a match goes on; directors only
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.page import Page, allowed, answered, language


class Caretaker(Protocol):
    """Who looks after the equipment. ValueError = what cannot be done, with a sentence."""

    def told(self, code: str) -> Mapping[str, Any]:
        """What stands there, in the language of a code."""

    def trial(self) -> None:
        """Tries each part in front of the people who stand there; returns at once."""

    def restart(self) -> None: ...


def page(caretaker: Caretaker) -> Page:
    def told(request: Request) -> Response:
        return answered(lambda: JSONResponse(caretaker.told(language(request))))

    async def trial(request: Request) -> Response:
        return await _done(request, caretaker.trial)

    async def restart(request: Request) -> Response:
        return await _done(request, caretaker.restart)

    routes = (
        Route("/api/equipment", told),
        Route("/api/equipment/try", trial, methods=["POST"]),
        Route("/api/equipment/restart", restart, methods=["POST"]),
    )
    return Page("/equipment", "equipment.html", routes, marked("Equipment"), "director")


async def _done(request: Request, do: Callable[[], None]) -> Response:
    if (refused := allowed(request, "director")) is not None:
        return refused

    def done() -> Response:
        do()
        return JSONResponse({"good": True, "said": []})

    return await run_in_threadpool(answered, done)
