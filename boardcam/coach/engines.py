"""Which engines are here, and what each is asked for. Best first: Open Sage, GNU Backgammon, our own network."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from boardcam.coach import sage_library
from boardcam.coach.engine import EngineError, Level, Look
from boardcam.coach.remote import Remote
from boardcam.coach.worker import Worker
from boardcam.resources import folder

Name = Literal["sage", "gnubg", "network", "pips"]
Depth = Literal["fast", "normal"]
GNUBG = ("gnubg", "/usr/games/gnubg")


@dataclass(frozen=True, slots=True)
class Kind:
    """One engine that may be here."""

    name: Name
    title: str
    found: Callable[[], str | None]
    """Its version, or where it is; None if it is not here."""
    command: Callable[[], list[str]]
    levels: dict[Depth, Level]
    remedy: str
    """How to get it."""

    def open(self) -> Remote:
        """The engine behind a worker; nothing starts before it is asked."""
        return Remote(Worker(self.title, self.command(), env=_environment()))


def present() -> list[Kind]:
    """The engines that are here, best first; never pips, which is no engine to be trusted."""
    return [kind for kind in KINDS.values() if kind.name != "pips" and kind.found() is not None]


def chosen(name: str | None) -> list[Kind]:
    """The engine of that name, or all that are here. EngineError if it is not here, with how to get it."""
    if name is None:
        return present()
    kind = next(kind for kind in KINDS.values() if kind.name == name)
    if kind.found() is None:
        raise EngineError(f"{kind.title} is not here: {kind.remedy}")
    return [kind]


def _environment() -> dict[str, str]:
    """What the process inherits: one thread, and the same modules as here."""
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BGBOT_MULTIPLY_THREADS"), "1")
    here = str(Path(__file__).resolve().parents[2])
    return os.environ | single | {"PYTHONPATH": os.pathsep.join(filter(None, (here, os.environ.get("PYTHONPATH"))))}


def _python(name: str) -> Callable[[], list[str]]:
    return lambda: [sys.executable, "-m", "boardcam.coach.serve", name]


def _sage() -> str | None:
    if find_spec("bgbot_cpp") is None:
        return sage_library.version()
    try:
        return version("bgsage")
    except PackageNotFoundError:
        return None


def _gnubg() -> str | None:
    return next((path for name in GNUBG if (path := shutil.which(name))), None)


def _gnubg_command() -> list[str]:
    return [_gnubg() or "gnubg", "-t", "-q", "-r", "-p", str(Path(__file__).with_name("gnubg_script.py"))]


def _network() -> str | None:
    path = folder("models") / "coach.onnx"
    return str(path) if path.is_file() and find_spec("onnxruntime") is not None else None


_GLANCE = Look(0)
KINDS: dict[Name, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "sage", "Open Sage", _sage, _python("sage"),
            {"fast": Level((_GLANCE, Look(1, 5, 0.08)), 1), "normal": Level((_GLANCE, Look(1, 8, 0.16), Look(2, 5, 0.08)), 2)},
            "pip install 'boardcam[coach]'" if platform.machine() == "x86_64" else "scripts/build-sage (install.sh does it)",
        ),
        Kind(
            "gnubg", "GNU Backgammon", _gnubg, _gnubg_command,
            {"fast": Level((_GLANCE,), 0), "normal": Level((_GLANCE, Look(2, 8, 0.16)), 2)},
            "sudo apt-get install -y gnubg",
        ),
        Kind(
            "network", "boardcam's own network", _network, _python("network"),
            {"fast": Level((_GLANCE,), 0), "normal": Level((_GLANCE, Look(1, 8, 0.16), Look(2, 3, 0.04)), 2)},
            "install boardcam again, or train it as models/coach.md describes",
        ),
        Kind("pips", "pip counting", lambda: "here", _python("pips"), dict.fromkeys(("fast", "normal"), Level((_GLANCE,), 0)), ""),
    )
}  # fmt: skip
"""All engines by name, best first."""
