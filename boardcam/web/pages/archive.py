"""The archive at `/archive`: matches that were kept, to be found, played through with their pictures, taken away as files, removed.

GET  /api/matches?player=…&incident=…&lang=en    which there are, the newest first
GET  /api/matches/3?lang=en                      one, with every position of it
GET  /api/matches/3/file/mat                     the same for other programs
GET  /api/matches/3/picture/NAME                 a picture of its evidence
POST /api/matches/3/analyse                      the coach is asked about it; players only
POST /api/matches/3/remove                       out of the archive for good; directors only
GET  /api/mistakes?player=…&kind=…&least=0.05    what was given up in all matches that were analysed, the dearest first
GET  /api/cards?player=…&kind=…&least=0.05       their XGIDs, one a line, as flashcard programs read them
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.page import Page, allowed, answered, language


class Shelf(Protocol):
    """Where matches are kept. Numbers that there are not raise LookupError, what cannot be done ValueError with a sentence."""

    def matches(self, asked: Mapping[str, str]) -> Mapping[str, Any]: ...

    def match(self, number: int, code: str) -> Mapping[str, Any]:
        """A match, in the language of a code."""

    def file(self, number: int, form: str) -> tuple[str, bytes]:
        """Its name and what is in it."""

    def picture(self, number: int, name: str) -> bytes | None:
        """A JPEG; None = it has made room for newer ones."""

    def remove(self, number: int) -> None: ...

    def analyse(self, number: int) -> None:
        """Asks the coach about a match; what comes of it is told with the match."""

    def mistakes(self, asked: Mapping[str, str]) -> Mapping[str, Any]: ...

    def cards(self, asked: Mapping[str, str]) -> str:
        """XGIDs, one a line."""


def page(shelf: Shelf) -> Page:
    # Reading the archive takes longer than a moment: these are no coroutines, so they run in threads of their own.
    def matches(request: Request) -> Response:
        return answered(lambda: JSONResponse(shelf.matches(request.query_params)))

    def match(request: Request) -> Response:
        return answered(lambda: JSONResponse(shelf.match(request.path_params["number"], language(request))))

    def file(request: Request) -> Response:
        def found() -> Response:
            name, data = shelf.file(request.path_params["number"], request.path_params["form"])
            kept = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
            return Response(data, media_type="application/octet-stream", headers=kept)

        return answered(found)

    def picture(request: Request) -> Response:
        def found() -> Response:
            data = shelf.picture(request.path_params["number"], request.path_params["name"])
            if data is None:
                raise LookupError(marked("this picture has made room for newer ones"))
            return Response(data, media_type="image/jpeg", headers={"cache-control": "private, max-age=86400"})

        return answered(found)

    def remove(request: Request) -> Response:
        if (refused := allowed(request, "director")) is not None:
            return refused

        def done() -> Response:
            shelf.remove(request.path_params["number"])
            return JSONResponse({"good": True, "said": []})

        return answered(done)

    def analyse(request: Request) -> Response:
        if (refused := allowed(request, "player")) is not None:
            return refused

        def asked() -> Response:
            shelf.analyse(request.path_params["number"])
            return JSONResponse({"good": True, "said": []})

        return answered(asked)

    def mistakes(request: Request) -> Response:
        return answered(lambda: JSONResponse(shelf.mistakes(request.query_params)))

    def cards(request: Request) -> Response:
        kept = {"content-disposition": 'attachment; filename="cards.txt"', "cache-control": "no-store"}
        return answered(lambda: Response(shelf.cards(request.query_params), media_type="text/plain", headers=kept))

    routes = (
        Route("/api/mistakes", mistakes),
        Route("/api/cards", cards),
        Route("/api/matches/{number:int}/analyse", analyse, methods=["POST"]),
        Route("/api/matches", matches),
        Route("/api/matches/{number:int}", match),
        Route("/api/matches/{number:int}/file/{form}", file),
        Route("/api/matches/{number:int}/picture/{name}", picture),
        Route("/api/matches/{number:int}/remove", remove, methods=["POST"]),
    )
    return Page("/archive", "archive.html", routes, marked("Archive"))
