"""The live table at `/`, for a big screen at `/table`, and over a stream at `/overlay`: what is on the board, what was ruled and
why, the orders of players.

GET  /api/live?lang=en            server-sent events: `rulings`, `scene` (all the rest, newest wins) and `pulse`
GET  /api/plays?xgid=…&dice=63    every legal play of a roll, and the way to it step by step
GET  /api/evidence?t=…&kind=…     which pictures a ruling rests on
GET  /evidence/NAME               one of them
POST /api/order                   what a player or a director wants; see `orders`
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from boardcam.rules.sentence import marked
from boardcam.web.access import Role
from boardcam.web.feed import Feed
from boardcam.web.page import Page, allowed, body, language, role
from boardcam.web.steps import steps

MOST = 120
"""Viewers at a time."""
Order = Callable[[Mapping[str, Any], Role, str], Awaitable[Mapping[str, Any]]]
"""Takes an order, the role of who gives it, and the language of the answer: {"good": …, "said": [sentence, …]}."""
Proof = Callable[[float, str], Mapping[str, Any] | None]
"""What is kept of the ruling at this time, of this kind."""
Picture = Callable[[str], bytes | None]
"""A JPEG by its name; None = it has made room for newer ones."""


def pages(feed: Feed[Any], order: Order, proof: Proof, picture: Picture) -> tuple[Page, ...]:
    """The page for phones, with what it asks the server, the same for a big screen, and the overlay."""

    async def live(request: Request) -> Response:
        if feed.viewers >= MOST:
            return JSONResponse({"good": False, "why": marked("too many are watching")}, 503)
        return StreamingResponse(feed.stream(language(request)), media_type="text/event-stream")

    async def scene(request: Request) -> Response:
        return Response(feed.text(language(request)).whole, media_type="application/json")

    async def plays(request: Request) -> Response:
        try:
            asked = request.query_params
            return JSONResponse(steps(asked.get("xgid", ""), asked.get("dice", ""), asked.get("variant", "standard")))
        except ValueError as error:
            return JSONResponse({"good": False, "why": str(error)}, 400)

    def evidence(request: Request) -> Response:
        try:
            t = float(request.query_params.get("t", ""))
        except ValueError:
            return JSONResponse({"good": False, "why": marked("say which ruling")}, 400)
        return JSONResponse(proof(t, request.query_params.get("kind", "")) or {"pictures": {}})

    def shown(request: Request) -> Response:
        data = picture(request.path_params["name"])
        if data is None:
            return JSONResponse({"good": False, "why": marked("this picture has made room for newer ones")}, 404)
        return Response(data, media_type="image/jpeg", headers={"cache-control": "private, max-age=86400"})

    async def ordered(request: Request) -> Response:
        if (refused := allowed(request, "player")) is not None:
            return refused
        told = await body(request)
        if told is None:
            return JSONResponse({"good": False, "why": marked("that is no order")}, 400)
        return JSONResponse(await order(told, role(request), language(request)))

    routes = (
        Route("/api/live", live),
        Route("/api/scene", scene),
        Route("/api/plays", plays),
        Route("/api/evidence", evidence),
        Route("/evidence/{name}", shown),
        Route("/api/order", ordered, methods=["POST"]),
    )
    return Page("/", "live.html", routes, marked("Table")), Page("/table", "live.html"), Page("/overlay", "overlay.html")
