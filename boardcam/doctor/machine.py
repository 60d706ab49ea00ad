"""The computer as the doctor sees it: a few questions, which `ThisMachine` answers from the world and `Scripted` from a list."""

from __future__ import annotations

import getpass
import glob
import grp
import importlib.metadata
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from boardcam.devices import claim

NONE = 127
"""Exit code of a program that is not there."""
ENDLESS = 124
"""Exit code of a program that was ended because it took too long."""


class Ran(NamedTuple):
    """What came of a program."""

    code: int
    """Exit code; minus the number of the signal that ended it."""
    out: str = ""
    error: str = ""

    @property
    def reason(self) -> str:
        """All it said about its failure, and how it ended."""
        ended = signal.strsignal(-self.code) or "" if self.code < 0 else ""
        return f"{self.error.strip()}\n{ended}".strip()

    @property
    def last(self) -> str:
        """The last line of it."""
        lines = self.reason.splitlines()
        return lines[-1].strip() if lines else f"it ends with code {self.code}"


class Facts(NamedTuple):
    """What a program knows of itself and of where it runs."""

    python: tuple[int, int] = sys.version_info[:2]
    wide: bool = sys.maxsize > 2**32
    """64 bit."""
    architecture: str = platform.machine()
    system: bool = sys.base_prefix == "/usr"
    """It is run by the system's own Python, or in an environment made with that."""
    environment: str | None = sys.prefix if sys.prefix != sys.base_prefix else None
    """Where the environment lies that it runs in."""
    user: str = "root"


class Machine(Protocol):
    """What a check may ask."""

    @property
    def facts(self) -> Facts: ...

    def read(self, path: str) -> str | None:
        """The text of a file; None where it cannot be read."""

    def names(self, pattern: str) -> tuple[str, ...]:
        """The paths that match, in order."""

    def may(self, path: str) -> bool:
        """Whether this user may read and write it."""

    def group(self, path: str) -> str:
        """The group that a path belongs to."""

    def holders(self, pattern: str) -> tuple[str, ...]:
        """Other processes that have a device open whose whole path matches: "123 (its command line)"."""

    def found(self, program: str) -> str | None:
        """Where a program lies."""

    def run(self, *command: str) -> Ran: ...

    def python(self, program: str) -> Ran:
        """Runs it in another process of this Python: one that ends by a signal does not take the doctor with it."""

    def version(self, package: str) -> str | None:
        """Of a Python package that is installed."""

    def room(self, path: str) -> float:
        """MB that are free there."""

    def listens(self, port: int) -> bool:
        """Whether a program of this computer listens there."""


class ThisMachine:
    """The computer that the program runs on."""

    @property
    def facts(self) -> Facts:
        return Facts(user=getpass.getuser())

    def read(self, path: str) -> str | None:
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").rstrip("\0\n")
        except OSError:
            return None

    def names(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(glob.glob(pattern)))

    def may(self, path: str) -> bool:
        return os.access(path, os.R_OK | os.W_OK)

    def group(self, path: str) -> str:
        number = Path(path).stat().st_gid
        try:
            return grp.getgrgid(number).gr_name
        except KeyError:
            return str(number)

    def holders(self, pattern: str) -> tuple[str, ...]:
        return claim.holders(pattern)

    def found(self, program: str) -> str | None:
        return shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin:/usr/games")

    def run(self, *command: str) -> Ran:
        program = self.found(command[0])
        return self._run([program, *command[1:]], 20.0) if program else Ran(NONE, error=f"there is no {command[0]}")

    def python(self, program: str) -> Ran:
        # lgpio makes a pipe in the folder that it is imported in.
        environment = {"LG_WD": tempfile.gettempdir(), **os.environ}
        return self._run([sys.executable, "-c", program], 120.0, environment)

    def _run(self, command: list[str], seconds: float, environment: Mapping[str, str] | None = None) -> Ran:
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=seconds, env=environment, check=False
            )
        except subprocess.TimeoutExpired:
            return Ran(ENDLESS, error=f"it does not answer within {seconds:g} s")
        except OSError as error:
            return Ran(NONE, error=str(error))
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def version(self, package: str) -> str | None:
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return None

    def room(self, path: str) -> float:
        return shutil.disk_usage(path).free / 1e6

    def listens(self, port: int) -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), 1.0).close()
        except OSError:
            return False
        return True


@dataclass(frozen=True)
class Scripted:
    """A computer that is what it is told to be; what it was not told is not there."""

    facts: Facts = field(default_factory=Facts)
    files: Mapping[str, str] = field(default_factory=dict)
    """Texts by path; also the paths that `names` finds."""
    devices: Mapping[str, str] = field(default_factory=dict)
    """Devices by path, with the group they belong to."""
    groups: tuple[str, ...] = ()
    """Of this user."""
    held: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Who holds a device."""
    programs: Mapping[str, Ran] = field(default_factory=dict)
    """What comes of a command line that begins so; of the longest that fits."""
    pythons: Mapping[str, Ran] = field(default_factory=dict)
    """What comes of a Python program in which this is found; of others, nothing bad."""
    versions: Mapping[str, str] = field(default_factory=dict)
    free: float = 10_000.0
    ports: tuple[int, ...] = ()

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def names(self, pattern: str) -> tuple[str, ...]:
        return tuple(path for path in sorted({*self.files, *self.devices}) if _matches(path, pattern))

    def may(self, path: str) -> bool:
        return path in self.files or self.devices.get(path) in self.groups

    def group(self, path: str) -> str:
        return self.devices[path]

    def holders(self, pattern: str) -> tuple[str, ...]:
        import re

        return tuple(one for path, names in self.held.items() if re.fullmatch(pattern, path) for one in names)

    def found(self, program: str) -> str | None:
        return f"/usr/bin/{program}" if any(line.split()[0] == program for line in self.programs) else None

    def run(self, *command: str) -> Ran:
        line = " ".join(command)
        begin = max((begin for begin in self.programs if line.startswith(begin)), key=len, default=None)
        return Ran(NONE, error=f"there is no {command[0]}") if begin is None else self.programs[begin]

    def python(self, program: str) -> Ran:
        return next((ran for part, ran in self.pythons.items() if part in program), Ran(0))

    def version(self, package: str) -> str | None:
        return self.versions.get(package)

    def room(self, path: str) -> float:
        return self.free

    def listens(self, port: int) -> bool:
        return port in self.ports


def _matches(path: str, pattern: str) -> bool:
    from fnmatch import fnmatch

    return fnmatch(path, pattern) and path.count("/") == pattern.count("/")
