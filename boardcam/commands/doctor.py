"""`boardcam doctor`: what is here, what is missing, and what to do about it. Exit code 0 when the base works."""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from boardcam import __version__
from boardcam.resources import folder

GNUBG = ("gnubg", "/usr/games/gnubg")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at."""

    what: str
    good: bool
    detail: str
    remedy: str = ""
    """What to do when it is not good."""
    part: Literal["base", "extra"] = "base"
    """base: nothing works without it; extra: only what the remedy names does not."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("doctor", help="say what is here and what is missing", description=__doc__)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    findings = [finding for check in CHECKS for finding in check()]
    for part, title in (("base", "Needed"), ("extra", "Optional")):
        print(f"{title}:")
        for finding in findings:
            if finding.part == part:
                print(f"  {'ok     ' if finding.good else 'missing'}  {finding.what}: {finding.detail}")
                if not finding.good:
                    print(f"           → {finding.remedy}")
    works = all(finding.good for finding in findings if finding.part == "base")
    print("boardcam can referee a match here." if works else "boardcam cannot referee a match here yet; see → above.")
    return 0 if works else 1


def _program() -> Iterator[Finding]:
    here = f"{platform.python_version()} on {platform.machine()}, boardcam {__version__}"
    yield Finding(
        "Python", sys.version_info >= (3, 11), here, "boardcam needs Python 3.11 or later (Debian 12, Raspberry Pi OS 12)"
    )
    wide = sys.maxsize > 2**32
    yield Finding("System", wide, platform.platform(), "onnxruntime needs a 64-bit system: install the 64-bit Raspberry Pi OS")


def _packages() -> Iterator[Finding]:
    for module, package in (("numpy", "numpy"), ("cv2", "opencv-python-headless"), ("PIL", "pillow"), ("rich", "rich")):
        yield _imported(module, package)
    # In a process of its own: a wheel built for another processor kills the one that imports it.
    yield _imported("onnxruntime", "onnxruntime")
    doubled = [name for name in ("opencv-python", "opencv-contrib-python") if _version(name)]
    if doubled and _version("opencv-python-headless"):
        yield Finding("OpenCV", False, f"{doubled[0]} is installed as well and overwrites it", f"pip uninstall {doubled[0]}")


def _imported(module: str, package: str, part: Literal["base", "extra"] = "base", remedy: str = "") -> Finding:
    """Whether a module can be imported, tried in another process."""
    program = f"import {module}; print(getattr({module}, '__version__', ''))"
    tried = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    good = tried.returncode == 0
    last = (tried.stderr.strip().splitlines() or [f"it ends the process (code {tried.returncode})"])[-1]
    return Finding(package, good, tried.stdout.strip() or "here" if good else last, remedy or f"pip install '{package}'", part)


def _networks() -> Iterator[Finding]:
    from boardcam.vision.networks import NetworkMissing, load
    from boardcam.vision.observe import NETWORKS

    try:
        load(NETWORKS)
    except NetworkMissing as error:
        yield Finding("networks", False, str(error), "needed to watch a camera or a clip; sim: works without", "base")
    else:
        yield Finding("networks", True, f"{', '.join(NETWORKS)} in {folder('models')}")


def _demo() -> Iterator[Finding]:
    from boardcam.devices.camera import CameraError
    from boardcam.devices.clip import Clip

    path = folder("demo") / "clip.mp4"
    try:
        clip = Clip(path)
        good = clip.read() is not None
        clip.close()
    except CameraError as error:
        yield Finding("demo", False, error.reason, "install boardcam again; sim:1 plays without pictures", "extra")
    else:
        remedy = "OpenCV cannot decode H.264 here: pip install --force-reinstall opencv-python-headless"
        yield Finding("demo", good, str(path), remedy, "extra")


def _cameras() -> Iterator[Finding]:
    from boardcam.devices.v4l import cameras

    found = cameras()
    yield Finding("webcam", bool(found), ", ".join(found) or "none", "connect a USB camera for --source v4l:DEVICE", "extra")
    if _is_pi():
        remedy = "sudo apt-get install -y python3-picamera2, in an environment made with --system-site-packages"
        yield _imported("picamera2", "picamera2 (the Pi's own camera)", "extra", remedy)


def _simulator() -> Iterator[Finding]:
    remedy = "for boardcam simulate: pip install 'boardcam[sim]', and sudo apt-get install -y libegl1 libgl1-mesa-dri"
    program = "import moderngl; c = moderngl.create_context(standalone=True, backend='egl'); print(c.info['GL_RENDERER'])"
    tried = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    last = (tried.stderr.strip().splitlines() or ["it ends the process"])[-1]
    yield Finding("renderer", tried.returncode == 0, tried.stdout.strip() or last, remedy, "extra")
    yield _imported("av", "av", "extra", "for boardcam simulate: pip install 'boardcam[sim]'")


def _coach() -> Iterator[Finding]:
    """The engines that give hints, and which of them is asked."""
    from boardcam.coach import bearoff
    from boardcam.coach.engines import KINDS, present

    here = present()
    for kind in KINDS.values():
        if kind.name != "pips":
            found = kind.found()
            asked = ", asked for hints" if here and kind is here[0] else ""
            yield Finding(
                f"coach: {kind.title}", found is not None, f"{found or 'none'}{asked}", f"for hints: {kind.remedy}", "extra"
            )
    table = bearoff.here() is not None
    yield Finding("coach: bear-offs", table, str(bearoff.path()) if table else "none", "for exact hints: boardcam bearoff", "extra")


def _gnubg() -> Iterator[Finding]:
    found = next((path for name in GNUBG if (path := shutil.which(name))), None)
    yield Finding("GNU Backgammon", bool(found), found or "none", "to open match.mat: sudo apt-get install -y gnubg", "extra")


def _pi() -> Iterator[Finding]:
    """Heat and power, which only a Pi tells."""
    if not _is_pi() or not shutil.which("vcgencmd"):
        return
    told = subprocess.run(["vcgencmd", "get_throttled"], capture_output=True, text=True, timeout=10, check=False).stdout
    bits = int(told.strip().partition("=")[2] or "0", 16)
    remedy = "use the official power supply (Pi 5: 5 V, 5 A) and a fan; a throttled Pi sees fewer frames"
    yield Finding("power and heat", bits == 0, f"throttled={bits:#x}" if bits else "not throttled since the start", remedy, "extra")


def _disk() -> Iterator[Finding]:
    free = shutil.disk_usage(Path.cwd()).free / 1e6
    yield Finding("disk", free > 100, f"{free:,.0f} MB free in {Path.cwd()}", "a match takes a few MB; make room", "base")


def _is_pi() -> bool:
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _program, _packages, _networks, _disk, _demo, _cameras, _simulator, _coach, _gnubg, _pi,
)  # fmt: skip
