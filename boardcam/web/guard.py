"""The guard: what every request must be before a page sees it, and what every answer carries.

- Host: a name of this table or an address in digits; so a foreign page whose name points here (DNS rebinding) gets nothing.
- Writing: JSON, short, from a page of this server, not too often; a wrong token a few times a minute, then none for a while.
- Answers: no scripts or pictures from elsewhere, no framing, no referrer, nothing kept by caches.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardcam.rules.sentence import marked
from boardcam.web.access import Limit, Tokens, fits

LONGEST = 16_384
"""Bytes of a request."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
READING = ("GET", "HEAD")


class Guard:
    """Stands before an application."""

    def __init__(
        self, app: ASGIApp, names: Collection[str], tokens: Callable[[], Tokens], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`names` = what this computer is called, besides its addresses."""
        self._app, self._tokens = app, tokens
        self._names = {name.lower() for name in names}
        self._orders, self._wrong = Limit(30, 10.0, clock), Limit(10, 60.0, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            return await refused(scope, receive, answered)
        await self._app(scope, _short(receive), answered)

    def _refused(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        address = scope["client"][0] if scope.get("client") else ""
        if not known(headers.get("host", ""), self._names):
            return _no(400, marked("this table is not known by that name; use its address, as the QR code shows it"))
        if self._wrong.full(address):
            return _no(429, marked("too many wrong tokens; wait a minute"))
        role = self._tokens().role(headers.get("authorization"))
        if role is None:
            self._wrong.over(address)
            return _no(401, marked("this link is no longer valid; scan the QR code at the table again"))
        scope["role"] = role
        return None if scope["method"] in READING else self._unwritten(headers, address)

    def _unwritten(self, headers: Headers, address: str) -> JSONResponse | None:
        if not fits(headers):
            return _no(403, marked("that came from a page of somebody else"))
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _no(415, marked("say it in JSON"))
        length = headers.get("content-length", "")
        if not length.isdigit() or int(length) > LONGEST:
            return _no(413, marked("that is too long"))
        return _no(429, marked("too fast; wait a moment")) if self._orders.over(address) else None


def known(host: str, names: Collection[str]) -> bool:
    """Whether a Host header names this computer: by one of its names, or by an address in digits."""
    host = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return host.lower().rstrip(".") in names


def _short(receive: Receive) -> Receive:
    """Reads no more than a request may hold, whatever it says about itself."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        return {"type": "http.disconnect"} if read > LONGEST else message

    return limited


def _no(status: int, why: str) -> JSONResponse:
    return JSONResponse({"good": False, "why": why}, status)
