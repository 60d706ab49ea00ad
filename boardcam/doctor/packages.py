"""The packages, the networks and the engines: whether they load, each tried in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

from boardcam.doctor.finding import Finding, tried
from boardcam.doctor.machine import Machine, Ran
from boardcam.table.equipment import Equipment

NEEDED = (("numpy", "numpy"), ("cv2", "opencv-python-headless"), ("PIL", "pillow"), ("rich", "rich"))
"""(Module, package.)"""
DOUBLES = ("opencv-python", "opencv-contrib-python", "opencv-contrib-python-headless")
NETWORKS = """
from hashlib import sha256
from boardcam.vision.networks import directory, load, sums
from boardcam.vision.observe import NETWORKS
load(NETWORKS)
listed = sums(directory())
changed = [name for name, digest in listed.items() if sha256((directory() / name).read_bytes()).hexdigest() != digest]
changed and exit(f"{', '.join(changed)}: not as listed in SHA256SUMS")
print(f"{', '.join(NETWORKS)}; all {len(listed)} files in {directory()} are as they were made")
"""
DEMO = """
from boardcam.devices.clip import Clip
from boardcam.resources import folder
clip = Clip(folder("demo") / "clip.mp4")
clip.read() is not None or exit("not a picture can be read of it")
print(folder("demo"))
"""
RENDERER = "import moderngl; c = moderngl.create_context(standalone=True, backend='egl'); print(c.info['GL_RENDERER'])"
ENGINES = """
from boardcam.coach.engines import KINDS, present
here = present()
for kind in KINDS.values():
    if kind.name != "pips":
        print(kind.title, kind.found() or "", "asked" if here and kind is here[0] else "", kind.remedy, sep="\\t")
"""
BEAROFF = "from boardcam.coach import bearoff; bearoff.here() or exit('none'); print(bearoff.path())"


def packages(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    for module, package in NEEDED:
        yield tried(package, imported(machine, module), f"pip install '{package}'")
    remedy = "pip install onnxruntime; without it OpenCV runs the networks, half as fast"
    yield tried("onnxruntime", imported(machine, "onnxruntime"), remedy, "extra")
    doubled = [name for name in DOUBLES if machine.version(name)]
    if doubled and machine.version("opencv-python-headless"):
        both = f"{' and '.join(doubled)} beside it: they write over each other's files"
        remedy = f"pip uninstall -y {' '.join(doubled)} opencv-python-headless, then install boardcam again"
        yield Finding("OpenCV", False, both, remedy)
    for name in ("2.0.1.post1", "2.0.1.post2"):
        if machine.version("gpiozero") == name:
            yield Finding("gpiozero", False, f"{name} takes the wrong library on a Pi 5", "pip install 'boardcam[pi]'", "extra")


def imported(machine: Machine, module: str) -> Ran:
    return machine.python(f"import {module}; print(getattr({module}, '__version__', 'here'))")


def networks(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    remedy = "install boardcam again; a table without pictures (sim:1) works without them"
    yield tried("networks", machine.python(NETWORKS), remedy)


def demo(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    remedy = "install boardcam again; where OpenCV cannot decode H.264: pip install --force-reinstall opencv-python-headless"
    yield tried("demo", machine.python(DEMO), remedy, "extra")


def simulator(machine: Machine, equipment: Equipment | None) -> Iterator[Finding]:
    if equipment is not None:
        return  # nobody films simulated matches at a table
    remedy = "for boardcam simulate: pip install 'boardcam[sim]', and sudo apt-get install -y libegl1 libgl1-mesa-dri"
    yield tried("renderer", machine.python(RENDERER), remedy, "extra")
    yield tried("av", imported(machine, "av"), "for boardcam simulate: pip install 'boardcam[sim]'", "extra")


def coach(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    """The engines that give hints, best first, and which of them is asked; the lack of a lesser one is no lack."""
    told = machine.python(ENGINES)
    enough = False
    for line in told.out.splitlines():
        title, found, asked, remedy = line.split("\t")
        enough = enough or bool(asked)
        if enough and not found:
            continue
        detail = f"{found or 'none'}{', asked for hints' if asked else ''}"
        yield Finding(f"coach: {title}", bool(found), detail, f"for hints: {remedy}", "extra")
    if told.code:
        yield tried("coach", told, "install boardcam again", "extra")
    yield tried("coach: bear-offs", machine.python(BEAROFF), "for exact hints: boardcam bearoff", "extra")


def gnubg(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    found = machine.found("gnubg")
    yield Finding(
        "match files", bool(found), found or "none", "to open match.mat in GNU Backgammon: sudo apt-get install -y gnubg", "extra"
    )


def page(machine: Machine, _: Equipment | None) -> Iterator[Finding]:
    ran = machine.python("import starlette, uvicorn, segno; print('starlette', starlette.__version__)")
    yield tried("page", ran, "for the page on phones: install boardcam again", "extra")
