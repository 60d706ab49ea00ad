"""A page as the server knows it, and the files that pages are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boardcam.rules.sentence import marked
from boardcam.web.access import Role, may

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page: where it is, its HTML file, what it asks the server, and how it is called in the navigation."""

    path: str
    file: str
    routes: tuple[BaseRoute, ...] = ()
    name: str = ""
    """English, to be translated; "" = it is not in the navigation."""
    role: Role = "viewer"
    """Who finds it in the navigation; what it does is guarded where it is done."""


def file(name: str) -> Response:
    """A file of `static/`; 404 where there is none."""
    path = STATIC / name
    kind = TYPES.get(path.suffix)
    if kind is None or path.parent != STATIC or not path.is_file():
        return JSONResponse({"good": False, "why": marked("there is no such page")}, 404)
    return Response(path.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})


def role(request: Request) -> Role:
    """Who asks; the guard has looked at the token."""
    found: Role = request.scope["role"]
    return found


def allowed(request: Request, needed: Role) -> Response | None:
    """None if whoever asks may; else the refusal to answer with."""
    if may(role(request), needed):
        return None
    words = {
        "player": marked("only players can do that: scan the QR code at the table"),
        "director": marked("only the director can do that"),
    }
    return JSONResponse({"good": False, "why": words.get(needed, "")}, 403)


def language(request: Request) -> str:
    """The code of the viewer's language."""
    return str(request.query_params.get("lang", "en"))[:8]


async def body(request: Request) -> Mapping[str, Any] | None:
    """The JSON object of a request; None where there is none."""
    try:
        told = await request.json()
    except (ValueError, UnicodeDecodeError):
        return None
    return told if isinstance(told, dict) else None


def answered(answer: Callable[[], Response]) -> Response:
    """The answer, or the sentence for which there is none: 404 for what is not there (LookupError), 400 for what cannot be
    (ValueError)."""
    try:
        return answer()
    except LookupError as error:
        return JSONResponse({"good": False, "why": str(error.args[0] if error.args else error)}, 404)
    except ValueError as error:
        return JSONResponse({"good": False, "why": str(error)}, 400)
