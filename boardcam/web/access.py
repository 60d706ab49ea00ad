"""Who may do what: everybody on the network may look, players referee their match, a director runs the table.

A role is shown by a token that travels in the fragment of a link, which no browser sends or logs; the page keeps it and sends it in
a header. There are no cookies, so nothing can ride on them. Tokens lie in one file that only the program's user can read.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

Role = Literal["viewer", "player", "director"]
ROLES: tuple[Role, ...] = ("viewer", "player", "director")
"""Each may do what those before it may."""
FILE = "tokens.json"


@dataclass(frozen=True, slots=True)
class Tokens:
    """What shows that somebody is a player or a director."""

    player: str
    director: str

    def __repr__(self) -> str:
        return "Tokens(…)"  # they are not to get into a log

    def of(self, role: Role) -> str | None:
        """The token of a role; who only watches needs none."""
        return {"player": self.player, "director": self.director}.get(role)

    def role(self, header: str | None) -> Role | None:
        """The role that an Authorization header shows; None = it shows a wrong token."""
        if not header:
            return "viewer"
        scheme, _, token = header.partition(" ")
        if scheme.lower() != "bearer":
            return None
        right: dict[Role, str] = {"player": self.player, "director": self.director}
        found = [role for role, own in right.items() if hmac.compare_digest(own.encode(), token.strip().encode("utf-8", "replace"))]
        return found[0] if found else None


def may(role: Role, needed: Role) -> bool:
    return ROLES.index(role) >= ROLES.index(needed)


def fresh() -> Tokens:
    """96 bits each: the link still fits a small QR code."""
    return Tokens(secrets.token_urlsafe(12), secrets.token_urlsafe(12))


def kept(folder: Path) -> Tokens:
    """The tokens of a folder; made where there are none. Raises OSError."""
    path = folder / FILE
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(told, dict) and all(
            isinstance(told.get(role), str) and len(told[role]) >= 12 for role in ("player", "director")
        ):
            return Tokens(told["player"], told["director"])
    except (FileNotFoundError, ValueError):
        pass
    return _written(path, fresh())


def renewed(folder: Path) -> Tokens:
    """New tokens: whoever had a link needs a new one. Raises OSError."""
    return _written(folder / FILE, fresh())


def _written(path: Path, tokens: Tokens) -> Tokens:
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, json.dumps(asdict(tokens)))
    return tokens


def write(path: Path, text: str) -> None:
    """A file that nobody else can read, replaced as a whole. Raises OSError."""
    fresh = path.with_suffix(".part")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def fits(wishes: Mapping[str, str]) -> bool:
    """Whether the headers of a request say that it comes from a page of this very server, or from no page at all."""
    return wishes.get("sec-fetch-site", "none") in ("same-origin", "none")


class Limit:
    """So many in so many seconds, for each of the addresses that are known last."""

    KNOWN = 256

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def over(self, address: str) -> bool:
        """Whether this address has spent what it may; else it has spent one more."""
        now = self._clock()
        left, at = self._left.pop(address, (float(self._most), now))
        left = min(float(self._most), left + (now - at) * self._most / self._seconds)
        spent = left < 1.0
        self._left[address] = (left if spent else left - 1.0), now
        while len(self._left) > self.KNOWN:
            self._left.popitem(last=False)
        return spent

    def full(self, address: str) -> bool:
        """Whether it has, without spending."""
        now = self._clock()
        left, at = self._left.get(address, (float(self._most), now))
        return left + (now - at) * self._most / self._seconds < 1.0
