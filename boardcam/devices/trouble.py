"""Why a camera fails: what its libraries and drivers say, what that means, and what to do about it, each in one sentence.

One table for the camera that does not open in a match and for the doctor, who looks for its patterns in what other programs say.
picamera2 comes from the system's packages only, fits the system's own Python and numpy only, and fails in many words.
"""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from boardcam.devices.camera import CameraError
from boardcam.devices.claim import holders
from boardcam.rules.sentence import sentence


@dataclass(frozen=True, slots=True)
class Trouble:
    """One way to fail."""

    pattern: str
    """A regular expression for its message, whatever its case."""
    what: str
    """What it means, in one sentence."""
    remedy: str


PIP = "/opt/boardcam/bin/pip uninstall -y "
UPGRADE = "sudo apt-get update && sudo apt-get full-upgrade -y"
APT = "sudo apt-get install -y python3-picamera2"
GROUP = "sudo usermod -aG video $USER"
CABLE = sentence("check its cable, or plug it in again")
RIBBON = sentence("check both ends of its ribbon cable, with the power off")
ENVIRONMENT = sentence(
    "run install.sh again, or make the environment anew: {command}, then install boardcam into it",
    command="/usr/bin/python3 -m venv --system-site-packages DIR",
)

LIBRARY: tuple[Trouble, ...] = (
    Trouble(
        r"picamera2\.\w+'; 'picamera2' is not a package|picamera2' \(most likely due to a circular import",
        sentence("a file of yours is called picamera2.py and is taken for the library"),
        sentence("give that file another name"),
    ),
    Trouble(
        r"No module named '?(libcamera|picamera2|pykms|kms)\b",
        sentence("this Python does not see the system's packages, and libcamera and picamera2 come from there only"), ENVIRONMENT,
    ),
    Trouble(
        r"libcamera.*(undefined symbol|cannot open shared object)|(undefined symbol|cannot open shared object).*libcamera|"
        r"_libcamera.*(version|magic)",
        sentence("libcamera and what was built for it do not fit each other, as after half an upgrade, or where pip has brought "
                 "one of them"),
        sentence("{command}, then run install.sh again", command=PIP + "picamera2 rpi-libcamera pylibcamera; " + UPGRADE),
    ),
    Trouble(
        r"cannot import name '\w+' from 'libcamera'|libcamera\S* has no attribute",
        sentence("picamera2 is newer than this system's libcamera: Raspberry Pi OS 11 is too old, and on 12 and 13 both must come "
                 "from apt"),
        sentence("write Raspberry Pi OS 12 or 13 (64 bit) to the card; on those: {command}, then run install.sh again",
                 command=PIP + "picamera2; " + UPGRADE),
    ),
    Trouble(
        r"numpy\.(dtype|ndarray) size changed|compiled using NumPy 1\.x cannot be run|_ARRAY_API not found|"
        r"numpy\.core\.multiarray failed to import",
        sentence("pip has brought a numpy that the system's picamera2 (simplejpeg) was not built for"),
        sentence("{command}, then run install.sh again: it pins what fits",
                 command=PIP + "numpy opencv-python opencv-python-headless"),
    ),
    Trouble(
        r"install libcap development headers|Failed building wheel for python-prctl",
        sentence("pip tries to build picamera2, which comes from apt only"),
        sentence("{command}, then run install.sh again", command=APT),
    ),
    Trouble(
        r"Could not load the Qt platform plugin|could not connect to display|libGL\.so\.1|xcb",
        sentence("an OpenCV with windows is installed, and there is no screen here"),
        sentence("{command}, then run install.sh again",
                 command=PIP + "opencv-python opencv-contrib-python opencv-python-headless"),
    ),
)  # fmt: skip
"""Why picamera2 does not load."""

OPENING: tuple[Trouble, ...] = (
    Trouble(
        r"frontend has timed out|Dequeue timer of .* has expired|Timed out waiting for capture",
        sentence("the camera has stopped sending pictures"),
        sentence("switch the Pi off and push both ends of the ribbon cable home; a shorter cable and the official power supply "
                 "help"),
    ),
    Trouble(
        r"Pipeline handler in use|Failed to acquire camera|camera\.acquire\(\) returned|__init__ sequence did not complete|"
        r"Camera is already running|in (Configured|Available|Acquired) state trying",
        sentence("another program holds the camera, or one that was killed left it behind"),
        sentence("end the other program ({command} names it); if none is there, start the Pi again",
                 command="sudo fuser -v /dev/media* /dev/video*"),
    ),
    Trouble(
        r"Could not open any dma_?Heap device|dma_heap.*(Permission denied|failed)",
        sentence("this user may not use the camera's memory"),
        sentence("{command}, and log in anew; for the service: run install.sh again", command=GROUP),
    ),
    Trouble(
        r"Cannot allocate memory|ENOMEM|CmaFree|Unable to allocate|std::bad_alloc",
        sentence("there is no memory left for pictures: each change of the camera's mode keeps some"),
        sentence("start the Pi again; on one of 1 GB, end other programs first"),
    ),
    Trouble(
        r"list index out of range.*camera|no cameras available|Camera\(s\) not found|IndexError: list index out of range",
        sentence("the Pi sees no camera on its ribbon connector"),
        sentence("switch it off, push both ends of the cable home (contacts to the contacts), and look with {command}",
                 command="rpicam-hello --list-cameras"),
    ),
)  # fmt: skip
"""Why the Pi's camera does not open, or gives no pictures."""


def explained(text: str, table: Iterable[Trouble]) -> Trouble | None:
    """The first trouble of a table that a message speaks of; None for a message that nobody has met yet."""
    return next((trouble for trouble in table if re.search(trouble.pattern, text, re.IGNORECASE)), None)


@dataclass(frozen=True, slots=True)
class Here:
    """The Python that was asked to load picamera2."""

    pi: bool
    """It runs on a Raspberry Pi."""
    system: bool
    """It is the system's own, or an environment made with it."""
    sees: bool
    """It sees the system's packages."""
    python: str
    """Its program and version."""


def here() -> Here:
    """This Python."""
    environment = sys.prefix != sys.base_prefix
    settings = Path(sys.prefix, "pyvenv.cfg")
    told = settings.read_text(encoding="utf-8").lower() if environment and settings.is_file() else ""
    sees = not environment or "include-system-site-packages = true" in told
    return Here(_is_pi(), sys.base_prefix == "/usr", sees, f"{sys.executable}, Python {platform.python_version()}")


def not_there(error: BaseException, here: Here) -> CameraError:
    """Why picamera2 cannot be imported. Its own words are kept."""
    text, missing = f"{type(error).__name__}: {error}", getattr(error, "name", None) or ""
    if not here.pi and isinstance(error, ModuleNotFoundError):
        return CameraError(
            sentence("this is no Raspberry Pi, and picamera2 is not here ({error})", error=str(error)),
            sentence("name another source; on a Pi, run install.sh"),
        )
    if isinstance(error, ModuleNotFoundError) and missing.partition(".")[0] in ("picamera2", "libcamera"):
        return _module(missing, here)
    found = explained(text, LIBRARY)
    if found is None:
        why = sentence("picamera2 cannot be loaded ({error})", error=text)
        return CameraError(why, sentence("install it anew: {command}", command=f"{APT} --reinstall"))
    return CameraError(sentence("{what} ({error})", what=found.what, error=text), found.remedy)


def _module(missing: str, here: Here) -> CameraError:
    if not here.system:
        why = sentence("only the system's own Python can load {library}, and this is {python}", library=missing, python=here.python)
        return CameraError(why, ENVIRONMENT)
    if not here.sees:
        why = sentence("this environment does not see the system's packages, so it has no {library}", library=missing)
        return CameraError(why, ENVIRONMENT)
    if missing.startswith("libcamera"):
        command = f"{PIP}picamera2; {APT}"
        why = sentence("picamera2 is here without libcamera: it did not come from apt")
        return CameraError(why, sentence("install it: {command}", command=command))
    return CameraError(sentence("picamera2 is not installed"), sentence("install it: {command}", command=APT))


def not_opened(error: BaseException) -> CameraError:
    """Why a camera that is there cannot be opened. Its own words are kept."""
    text = str(error)
    found = explained(text, OPENING)
    if found is None:
        return CameraError(sentence("it cannot be opened ({error})", error=text), RIBBON)
    why = sentence("{what} ({error})", what=found.what, error=text)
    if held := holders(r"/dev/media\d+", r"/dev/video\d+"):
        why = why.then(sentence("process {programs} holds it", programs=held))
    return CameraError(why, found.remedy)


def _is_pi() -> bool:
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
