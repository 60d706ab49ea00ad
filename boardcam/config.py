"""How a match is to be refereed: the options of `boardcam run`, read and checked before anything is opened.

Every reader raises ValueError with a sentence that names the value and says what would be right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from boardcam.resources import folder
from boardcam.rules import profile_file, session
from boardcam.rules.profile import Profile, preset
from boardcam.rules.sentence import sentence

LONGEST = 64
"""Points of the longest match: GNU Backgammon reads no longer one."""


Address = Literal["http", "https", "rtsp", "rtsps"]
"""Kinds of source that are addresses of network cameras."""

MAINS = (50, 60)
"""Hz of the mains: 50 in Europe and most of the world, 60 in America, Korea and half of Japan."""
Pictures = Literal["all", "dice", "none"]
"""What is kept of the camera's pictures as evidence: the board before and after a play and its dice; only the dice; nothing."""
EVIDENCE = 64
"""MB of pictures of a match that are kept as evidence; a hundred matches then fit a card of 16 GB."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where the match is seen."""

    kind: Literal["sim", "file", "v4l", "pi"] | Address
    name: str = ""
    """The seed, the clip, the device, the number of the Pi's camera, or the rest of an address."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind

    @property
    def live(self) -> bool:
        """Runs at its own speed and has no end."""
        return self.kind not in ("sim", "file")

    @property
    def told(self) -> str:
        """As it may be kept and told: without the password of a network camera."""
        return re.sub(r"^([a-z]+://)[^/]*@", r"\1", str(self))


@dataclass(frozen=True, slots=True)
class Options:
    """Everything that `boardcam run` was told."""

    source: Source
    out: Path
    length: int = 7
    """0 = a money session."""
    profile: Profile = field(default_factory=lambda: preset("circle-match"))
    names: tuple[str | None, str | None] = (None, None)
    """Light's and dark's; None = not told."""
    event: str | None = None
    """What the match is part of."""
    place: str | None = None
    """Where it is played."""
    archive: Path | None = None
    """What keeps the match when it is over; None = nothing but its folder."""
    stake: int = 1
    """What a point of a money session is worth."""
    balances: tuple[int, int] | None = None
    """What light and dark bring to it; None = not told."""
    calibration: Path | None = None
    """Where the board lies, as `boardcam calibrate` wrote it; None = found without help."""

    mains: int = 50
    """Hz of the lamps' mains, 50 or 60: their flicker must not show in the pictures."""
    pictures: Pictures = "all"
    """What is kept of them as evidence."""

    @property
    def players(self) -> tuple[str, str]:
        """Names to speak of the players by."""
        return self.names[0] or "Light", self.names[1] or "Dark"

    def check(self) -> None:
        """ValueError for options that do not go together, and for a stake that a balance does not cover (68)."""
        money = {"--stake": self.stake != 1, "--balances": self.balances is not None}
        if self.length and any(money.values()):
            raise ValueError(f"{' and '.join(name for name, told in money.items() if told)}: only for money games; add --match 0")
        if self.calibration and self.source.kind == "sim":
            raise ValueError(f"--calibration: {self.source} has no pictures; leave it out")
        for name, balance in zip(self.players, self.balances or (), strict=False):
            if short := session.uncovered(balance, self.stake, self.profile):
                told = sentence("{player}: {why} [{rule}]", player=name, why=short.why, rule=short.rule)
                raise ValueError(told.then(sentence("bring more, or play for less or without the cube")))

    def settings(self) -> dict[str, Any]:
        """What the journal keeps of them: enough to fold it again."""
        rules = profile_file.format(self.profile)
        told: dict[str, Any] = {
            "source": self.source.told, "length": self.length, "profile": rules, "players": list(self.names),
        }  # fmt: skip
        if not self.length:
            told |= {"stake": self.stake, "balances": self.balances and list(self.balances)}
        return told | {name: heading for name in ("event", "place") if (heading := getattr(self, name))}


def source(text: str) -> Source:
    """`demo`, `sim:SEED`, `file:CLIP`, `v4l:DEVICE`, `pi:NUMBER` or the address of a network camera. What is the name of a file, or
    looks like one, is a clip; below /dev, a webcam."""
    kind, _, name = text.partition(":")
    if text == "demo":
        return Source("file", str(demo()))
    if kind == "sim" and re.fullmatch(r"\d{1,9}", name):
        return Source("sim", name)
    if kind == "file" and name:
        return Source("file", name)
    if kind == "v4l" and name:
        return Source("v4l", name)
    if kind == "pi" and re.fullmatch(r"\d", name):
        return Source("pi", name)
    for address in get_args(Address):
        if kind == address and re.fullmatch(r"//[^/\s]+\S*", name):
            return Source(address, name)
    if re.fullmatch(r"/dev/\w+", text):
        return Source("v4l", text)
    if Path(text).is_file() or re.fullmatch(r"[^:]*[^:/]\.\w{2,4}", text):
        return Source("file", text)
    raise ValueError(
        f"{text!r} is no source; say demo, sim:SEED (a number), file:CLIP, v4l:DEVICE, pi:0, http://ADDRESS or rtsp://ADDRESS"
    )


def is_demo(source: Source) -> bool:
    """Whether it is the clip that boardcam carries: a match of nobody's."""
    return source.kind == "file" and Path(source.name) == folder("demo") / "clip.mp4"


def demo() -> Path:
    """The clip that travels with the program."""
    clip = folder("demo") / "clip.mp4"
    if not clip.is_file():
        raise ValueError("this copy of boardcam carries no demo; try sim:1")
    return clip


def length(text: str) -> int:
    """Points of a match; 0 = money games, a session without a target."""
    if not re.fullmatch(r"\d{1,3}", text) or int(text) > LONGEST:
        raise ValueError(f"{text!r} is no length of a match; say how many points win it, 1 to {LONGEST}, or 0 for money games")
    return int(text)


def stake(text: str) -> int:
    """What one point of a money session is worth."""
    if not re.fullmatch(r"\d{1,9}", text) or not int(text):
        raise ValueError(f"{text!r} is no stake; say what a point is worth, in whole units from 1 on")
    return int(text)


def balances(text: str) -> tuple[int, int]:
    """`light=AMOUNT,dark=AMOUNT`: what the players bring to a money session."""
    found = dict(re.findall(r"(light|dark)=(\d{1,12})(?=,|$)", text.replace(" ", "")))
    if len(found) != 2 or text.count("=") != 2:
        raise ValueError(f"{text!r} are no balances; say light=AMOUNT,dark=AMOUNT in whole units")
    return int(found["light"]), int(found["dark"])


def megabytes(text: str) -> int:
    """Room on a disk."""
    if not re.fullmatch(r"\d{1,6}", text):
        raise ValueError(f"{text!r} is no room on a disk; say how many MB, 0 for none")
    return int(text)


def players(text: str) -> tuple[str | None, str | None]:
    """`light=NAME,dark=NAME`, either or both."""
    told: dict[str, str] = {}
    for part in re.split(r",(?=\s*(?:light|dark)\s*=)", text):
        side, _, name = (piece.strip() for piece in part.partition("="))
        if side not in ("light", "dark") or not name or side in told:
            raise ValueError(f"{text!r} names no players; say light=NAME,dark=NAME")
        told[side] = name
    return told.get("light"), told.get("dark")
