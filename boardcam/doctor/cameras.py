"""The cameras: which are here, who may open them, and who holds them."""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.doctor.finding import Finding, tried
from boardcam.doctor.machine import Machine
from boardcam.doctor.system import is_pi
from boardcam.table.equipment import Equipment

WEBCAMS = ("/dev/v4l/by-id/*-index0", "/dev/video*")
PI = """
from picamera2 import Picamera2
found = Picamera2.global_camera_info()
found or exit("no cameras available")
print(", ".join(f"pi:{n} {one.get('Model', '')}".strip() for n, one in enumerate(found)))
"""


def webcams(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    """Lasting paths first: the others change from start to start."""
    found = next((paths for pattern in WEBCAMS if (paths := machine.names(pattern))), ())
    wanted = equipment.source if equipment else None
    device = wanted.removeprefix("v4l:") if wanted and wanted.startswith("v4l:") else None
    # A Pi has nodes of its own (the decoders among them) that are no webcams, and says more about itself.
    shown = tuple(path for path in found if path.startswith("/dev/v4l")) if is_pi(machine) else found
    if shown or wanted is None or device is not None:  # a table with another camera lacks none
        yield Finding("webcam", bool(shown), ", ".join(shown) or "none", "connect a USB camera for --source v4l:DEVICE", "extra")
    if device is None:
        return
    if device not in (*machine.names(device), *found):
        others = ", ".join(f"v4l:{path}" for path in found) or "none is connected"
        yield Finding("camera", False, f"{wanted} is not there", f"set source in table.toml to one that is: {others}", "extra")
        return
    yield from opened(machine, device, "camera")
    if "/by-id/" not in device and "/by-path/" not in device:
        yield Finding(
            "camera", False, f"{wanted} is a number that changes", "name it in table.toml by its path in /dev/v4l/by-id", "extra"
        )


def pi(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    wanted = bool(equipment and equipment.source and equipment.source.startswith("pi:"))
    if not is_pi(machine) and not wanted:
        return
    remedy = "sudo apt-get install -y python3-picamera2, then run install.sh again"
    yield tried("the Pi's camera", machine.python(PI), remedy, "extra")
    for path in machine.names("/dev/dma_heap/*"):
        if not machine.may(path):
            yield _forbidden(machine, path, "the camera's memory")
            break
    held = machine.holders(r"/dev/media\d+")
    if held:
        yield Finding("who holds it", True, "; ".join(held), part="extra")


def opened(machine: Machine, path: str, what: str) -> Iterator[Finding]:
    """Whether this user may open a device, and who else has."""
    if not machine.may(path):
        yield _forbidden(machine, path, what)
        return
    held = machine.holders(path.replace(".", r"\."))
    detail = f"{path}, held by process {'; '.join(held)}" if held else path
    mine = all("boardcam" in one for one in held)
    yield Finding(what, mine, detail, "end that program: only one can use it", "extra")


def _forbidden(machine: Machine, path: str, what: str) -> Finding:
    group, user = machine.group(path), machine.facts.user
    remedy = f"sudo usermod -aG {group} {user}, and log in anew; for the service: run install.sh again"
    return Finding(what, False, f"{user} may not open {path}, which belongs to the group {group}", remedy, "extra")
