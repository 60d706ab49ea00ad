"""Why picamera2 does not load, or a Pi's camera does not open, in one sentence with what to do about it.

The library comes from the system's packages only, fits the system's own Python and numpy only, and fails in many words.
"""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from boardcam.devices.camera import CameraError
from boardcam.devices.claim import holders

ENVIRONMENT = "make the environment anew: /usr/bin/python3 -m venv --system-site-packages DIR, then install boardcam into it"
APT = "sudo apt-get install -y python3-picamera2"


@dataclass(frozen=True, slots=True)
class Here:
    """The Python that was asked to load it."""

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
            f"this is no Raspberry Pi, and picamera2 is not here ({error})",
            f"name another source; on a Pi: {APT}, and {ENVIRONMENT}",
        )
    if isinstance(error, ModuleNotFoundError) and missing.partition(".")[0] in ("picamera2", "libcamera"):
        return _module(missing, here)
    if "numpy" in text or "dtype size" in text or "_ARRAY_API" in text:
        return CameraError(
            f"the numpy of this environment does not fit the system's picamera2 ({text})",
            "pip uninstall -y numpy, then pip install 'opencv-python-headless>=4.10,<4.12' on Python 3.11, or '>=4.12,<5' on 3.13",
        )
    if "xcb" in text or "Qt" in text:
        return CameraError(
            f"an OpenCV with windows is in the way of picamera2 ({text})",
            "pip uninstall -y opencv-python opencv-contrib-python, then pip install --force-reinstall opencv-python-headless",
        )
    if isinstance(error, AttributeError | ImportError):
        return CameraError(
            f"picamera2 and libcamera do not fit each other ({text})",
            "take both from apt: pip uninstall -y picamera2, then sudo apt-get update && sudo apt-get full-upgrade; "
            "Raspberry Pi OS 12 or 13 is needed",
        )
    return CameraError(f"picamera2 cannot be loaded ({text})", f"install it anew: {APT} --reinstall")


def _module(missing: str, here: Here) -> CameraError:
    if not here.system:
        return CameraError(f"only the system's own Python can load {missing}, and this is {here.python}", ENVIRONMENT)
    if not here.sees:
        return CameraError(f"this environment does not see the system's packages, so it has no {missing}", ENVIRONMENT)
    if missing.startswith("libcamera"):
        return CameraError(
            "picamera2 is here without libcamera: it did not come from apt", f"pip uninstall -y picamera2, then {APT}"
        )
    return CameraError("picamera2 is not installed", APT)


def not_opened(error: BaseException) -> CameraError:
    """Why a camera that is there cannot be opened. Its own words are kept."""
    text = str(error)
    low = text.lower()
    if "busy" in low or "in use" in low or "did not complete" in low or "acquire" in low:
        held = ", ".join(holders(r"/dev/media\d+", r"/dev/video\d+"))
        return CameraError(
            f"it is held by {'process ' + held if held else 'another program'} ({text})",
            "stop that first; sudo fuser -v /dev/media* names it",
        )
    if "cannot allocate" in low or "out of memory" in low or "enomem" in low:
        return CameraError(
            f"there is no memory left for pictures ({text})", "restart the Pi; on one of 1 GB, end other programs first"
        )
    if "heap" in low or "permission" in low:
        return CameraError(f"you may not use the camera ({text})", "sudo usermod -aG video $USER, then log in anew")
    return CameraError(f"it cannot be opened ({text})", "check both ends of its ribbon cable, with the power off")


def _is_pi() -> bool:
    try:
        return "Raspberry Pi" in Path("/proc/device-tree/model").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
