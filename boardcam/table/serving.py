"""A table's page put together: its pages, its names, its links, and the server. Whatever is missing for it is said once, and no
match waits for it."""

from __future__ import annotations

import datetime
import secrets
import socket
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boardcam import config
from boardcam.archive.shelf import Shelf
from boardcam.coaching.grading import Grading
from boardcam.coaching.hinting import best_coach
from boardcam.rules.options import PURPOSES
from boardcam.rules.profile import Profile
from boardcam.rules.sentence import sentence
from boardcam.table import customs
from boardcam.table.desk import Desk
from boardcam.table.equipment import Pictures
from boardcam.table.scene import speaking
from boardcam.table.wishes import CHANGES
from boardcam.web import access
from boardcam.web.access import Role, Tokens

if TYPE_CHECKING:
    from boardcam.stakes.stakes import Stakes
    from boardcam.table.caretaker import Caretaker
    from boardcam.web.page import Page
    from boardcam.web.server import Server

Say = Callable[[str], None]
LINKS = "links.txt"


def served(
    desk: Desk, host: str, port: int, state: Path, say: Say, archive: Path | None = None, pictures: Pictures | None = None,
    caretaker: Caretaker | None = None,
) -> Server | None:  # fmt: skip
    """The page of a table, and its tokens in the folder `state`; `pictures` = what is kept of them, `caretaker` = who looks after
    the equipment. None where it cannot be had, which is said."""
    from boardcam.stakes.stakes import FILE, Stakes
    from boardcam.web.server import Server, listening
    from boardcam.web.site import site

    try:
        tokens = access.kept(state)
        listener = listening(host, port)
    except OSError as error:
        say(f"the page is not shown: {error.filename or state}: {error.strerror}")
        return None
    own = listener.getsockname()[1]
    stakes = Stakes(state / FILE, say, lambda lines: desk.put(stakes=lines), desk.result, lambda: secrets.randbelow(6) + 1, wall)
    shelf = Shelf(archive, state, graded(desk, archive, say))
    shown = pages(desk, host, own, tokens, shelf, stakes, state, pictures or Pictures(), caretaker)
    app = site(shown, desk.feed, lambda: tokens, names(), partial(words, desk))
    return Server(app, desk.feed, listener, say)


def graded(desk: Desk, archive: Path | None, say: Say) -> Grading | None:
    """Analyses the matches that come into the archive from now on, when none is being played."""
    if archive is None:
        return None
    grading = Grading(archive, best_coach, lambda: desk.scene.stage == "playing", say, wall())
    grading.begin()
    return grading


def pages(
    desk: Desk, host: str, port: int, tokens: Tokens, shelf: Shelf, stakes: Stakes, state: Path, pictures: Pictures,
    caretaker: Caretaker | None,
) -> tuple[Page, ...]:  # fmt: skip
    """Every page of a table."""
    from boardcam.web.pages import archive, calibration, chouette, equipment, join, live, setup

    def invitation(role: Role, asked: str) -> str:
        shown = asked.rpartition(":")[0].strip("[]") or asked
        return link(host if shown in ("localhost", "127.0.0.1", "::1") else shown, port, tokens.of(role))

    return (
        *live.pages(desk.feed, desk.order, desk.proof, desk.picture),
        setup.page(partial(rules, state, pictures), partial(own, state)),
        chouette.page(stakes),
        archive.page(shelf),
        calibration.page(desk.aim),
        *(() if caretaker is None else (equipment.page(caretaker),)),
        join.page(invitation),
    )


def wall() -> str:
    """A label for the stakes' journal."""
    return datetime.datetime.now().isoformat(timespec="seconds")


def rules(state: Path, pictures: Pictures, code: str) -> Mapping[str, Any]:
    """The rules that a match can be played by, and what is kept of its pictures, for the page that sets one up."""
    speech = speaking(code, None)

    def about(name: str, profile: Profile) -> Mapping[str, Any]:
        purpose = PURPOSES.get(name)
        return {
            "name": name, "about": speech.text(purpose) if purpose else speech.text("Rules of this table."), "own": purpose is None,
            **{option: getattr(profile, option) for option in CHANGES},
            "cover": profile.stake_cover, "cube": profile.cube, "by_need": profile.cap_by_need, "chouette": profile.chouette,
        }  # fmt: skip

    return {
        "profiles": [about(name, profile) for name, profile in customs.known(state).items()],
        "longest": config.LONGEST,
        "pictures": {"keep": pictures.keep if pictures.room else "none", "room": pictures.room, "days": pictures.days},
    }


def own(state: Path, told: Mapping[str, Any], code: str) -> Mapping[str, Any]:
    """Keeps rules of the table's own as the page tells them, or forgets them; what came of it, in the language of a code."""
    try:
        if isinstance(told.get("forget"), str):
            customs.forget(state, told["forget"])
        else:
            _keep(state, told)
    except (OSError, ValueError) as error:
        why = sentence("these rules cannot be kept ({error})", error=str(error)) if isinstance(error, OSError) else error.args[0]
        return {"good": False, "said": [speaking(code, None).say(why)]}
    return {"good": True, "said": []}


def _keep(state: Path, told: Mapping[str, Any]) -> None:
    """{"name": …, "profile": …, "changes": {…}}. Raises ValueError, a sentence, and OSError."""
    name, base, changes = told.get("name"), told.get("profile"), told.get("changes", {})
    known = customs.known(state)
    if not isinstance(name, str) or not isinstance(base, str) or base not in known:
        raise ValueError(sentence("there are no rules called {name}", name=str(base)))
    if not isinstance(changes, dict) or not changes.keys() <= set(CHANGES):
        raise ValueError(sentence("these rules cannot be changed so"))
    customs.keep(state, name, known[base], changes)


def words(desk: Desk, code: str) -> Mapping[str, Any]:
    """The catalogue of a language, in the terms of the match; the English one where it is none of ours."""
    return speaking(code, desk.scene.profile).catalogue()


def names() -> Collection[str]:
    """What this computer is called on the network."""
    own = socket.gethostname()
    return {"localhost", own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}


def address() -> str:
    """The address under which others on the network find this computer; nothing is sent to find it out."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # an address for documentation: it says which way packets would go
        return str(way.getsockname()[0])
    return "127.0.0.1"


def link(host: str, port: int, token: str | None = None) -> str:
    """What a QR code holds. The address in digits, for not every phone knows names in `.local`."""
    shown = address() if host in ("0.0.0.0", "::") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/" + (f"#t={token}" if token else "")


def links(state: Path, host: str, port: int, shown: bool) -> str:
    """Where the page is. The links that make somebody a player or a director go into a file beside the tokens; they are `shown`
    only where nobody keeps what is printed."""
    tokens = access.kept(state)
    told = {"players": link(host, port, tokens.player), "the director": link(host, port, tokens.director)}
    access.write(state / LINKS, "".join(f"{who}: {where}\n" for who, where in told.items()))
    if not shown:
        return f"the page is at {link(host, port)}; the links for players and the director are in {state / LINKS}"
    return "\n".join((f"the page is at {link(host, port)}", *(f"  for {who}: {where}" for who, where in told.items())))
