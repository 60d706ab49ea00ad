"""One owner at a time: a file that names who holds a camera, locked for as long as the owner or its camera's process lives.

The kernel gives the lock back whatever becomes of them, so a file that is left behind holds nobody up.
"""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

from boardcam.devices.camera import CameraError
from boardcam.rules.sentence import sentence

PLACES = (Path("/run/lock"), Path(tempfile.gettempdir()))
"""Where the files lie: the first that may be written to."""


def claim(device: str, places: tuple[Path, ...] = PLACES) -> int:
    """Claims a device for this process and for those that inherit the descriptor, which gives it back when it is closed by all.
    Raises CameraError naming the holder."""
    place = next((place for place in places if os.access(place, os.W_OK)), places[-1])
    path = place / f"boardcam-{re.sub(r'[^A-Za-z0-9]+', '-', device).strip('-')}.lock"
    file = _opened(path)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(file, 32, 0).decode("ascii", "replace").strip()
        os.close(file)
        raise _taken(device, holder) from error
    with suppress(OSError):  # one that another user left behind can be locked but not written to
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)
    return file


def _opened(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        os.fchmod(file, 0o644)  # others must be able to read who holds it
    except PermissionError:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return file


def _taken(device: str, holder: str) -> CameraError:
    running = program(int(holder)) if holder.isdigit() else ""
    if running:
        why = sentence("{device} is held by process {holder} ({program})", device=device, holder=holder, program=running)
        return CameraError(why, sentence("stop that first: {command}", command=f"kill {holder}"))
    return CameraError(
        sentence("{device} is still held by the camera process of a boardcam that was killed", device=device),
        sentence("it ends by itself within a minute: try again"),
    )


def program(pid: int) -> str:
    """The command line of a running process, short; "" when there is none of this number."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    line = " ".join(" ".join(word.decode("utf-8", "replace") for word in words).split())
    return re.sub(r"//[^/@\s]*@", "//…@", line)[:120]


def holders(*patterns: str) -> tuple[str, ...]:
    """Other processes that have a device open whose path matches a pattern, as far as this user may see them: "123 (name)"."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) != os.getpid() and any(
            re.fullmatch(pattern, path) for path in _open_files(folder) for pattern in patterns
        ):
            found.append(f"{folder.name} ({program(int(folder.name)) or 'unknown'})")
    return tuple(sorted(found))


def _open_files(process: Path) -> list[str]:
    try:
        return [os.readlink(link) for link in (process / "fd").iterdir()]
    except OSError:
        return []
