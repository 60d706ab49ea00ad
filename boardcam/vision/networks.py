"""The networks, opened once: a frozen value that the eyes are given.

Each network is `models/NAME.onnx` beside its card `models/NAME.md`; `models/SHA256SUMS` (the format of sha256sum) lists them.
Loading checks the sum and the shape of the input, so that a half-copied or foreign file is refused with a sentence instead of
reading boards wrongly. onnxruntime runs them; where it is not there, OpenCV does (`spare`), and `Networks.remark` says so.
Nothing here opens onnxruntime before `load` is called.
"""

from __future__ import annotations

import hashlib
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.rules.sentence import sentence
from boardcam.vision import spare

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


FATAL = ("aarch64", "armv7l")
"""Machines on which a build of onnxruntime has ended programs by a signal as soon as it was imported (1.21.0 on a Pi 4)."""
IMPORT = "import onnxruntime"
MOST = 60.0
"""Log-odds beyond tell no more, and more than 88 cannot be told in 32 bits."""


class NetworkMissing(Exception):
    """A network cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Networks:
    sessions: Mapping[str, Any]
    """Sessions of onnxruntime, or what answers as they do, by name."""
    remark: str | None = None
    """What people should know about how they are run, in one sentence."""

    def __contains__(self, name: str) -> bool:
        return name in self.sessions

    def run(self, name: str, *batches: Floats) -> tuple[Floats, ...]:
        """All outputs of network `name` for a batch (n, channels, height, width), and what else it takes."""
        session = self.sessions.get(name)
        if session is None:
            raise NetworkMissing(f"the network {name!r} is not loaded; load it with networks.load(({name!r},))")
        names = [one.name for one in session.get_inputs()]
        return tuple(session.run(None, dict(zip(names, batches, strict=True))))


def directory() -> Path:
    """Where the networks lie: `boardcam/models` in an installed package, `models` in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "models"
    return installed if installed.is_dir() else package.parent / "models"


def load(names: Iterable[str], *, folder: Path | None = None, threads: int = 1) -> Networks:
    """Open the networks `names`; raises NetworkMissing."""
    where = directory() if folder is None else folder
    try:
        if platform.machine() in FATAL and kills(IMPORT):
            raise ImportError("it was built for another processor and would end the program")
        import onnxruntime
    except ImportError as error:
        why = sentence("onnxruntime is not there ({error}): OpenCV runs the networks, with the same answers and half as fast",
                       error=str(error))  # fmt: skip
        remark = why.then(sentence("install it: {command}", command="pip install onnxruntime"))
        return Networks(MappingProxyType({name: _spare(where, name) for name in names}), remark)
    return Networks(MappingProxyType({name: _open(onnxruntime, where, name, threads) for name in names}))


@cache
def kills(program: str) -> bool:
    """Whether a Python program is ended by a signal; tried once, in a process of its own, which nobody misses."""
    try:
        tried = subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60.0)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode < 0


def blob(images: Image | Iterable[Image]) -> Floats:
    """Pictures of one size, (h, w, 3) uint8 BGR → (n, 3, h, w) float32 in 0…1."""
    many = [images] if isinstance(images, np.ndarray) and images.ndim == 3 else list(images)
    return np.asarray(cv2.dnn.blobFromImages(many, 1.0 / 255.0), np.float32)


def chances(log_odds: Floats) -> Floats:
    """Log-odds as networks tell them → probabilities."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(log_odds, -MOST, MOST))), np.float32)


def _spare(where: Path, name: str) -> spare.Spare:
    try:
        return spare.opened(name, _content(where, name))
    except spare.Unread as error:
        raise NetworkMissing(f"{where / name}.onnx cannot be opened by OpenCV {cv2.__version__}: {error}") from error


def _open(onnxruntime: Any, where: Path, name: str, threads: int) -> Any:
    content = _content(where, name)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Without the arena memory is given back after each answer: 40 MB fewer for the eyes, at most 1 ms more for a board.
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise NetworkMissing(f"{where / name}.onnx cannot be opened by onnxruntime {onnxruntime.__version__}: {error}") from error
    shape = session.get_inputs()[0].shape
    if len(shape) != 4 or shape[1] not in (1, 3, 4):
        raise NetworkMissing(
            f"{where / name}.onnx takes an input of shape {shape}, not (n, 3, height, width): not a network of ours"
        )
    return session


def _content(where: Path, name: str) -> bytes:
    path = where / f"{name}.onnx"
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise NetworkMissing(f"{path}: {reason}; install boardcam again, or train it as models/{name}.md describes") from error
    listed = sums(where).get(path.name)
    if listed is not None and listed != hashlib.sha256(content).hexdigest():
        raise NetworkMissing(
            f"{path} is not the file listed in {where / 'SHA256SUMS'}: copy it again, or export it again to update the list"
        )
    return content


def sums(where: Path) -> dict[str, str]:
    """SHA-256 by file name, from `SHA256SUMS`; empty if there is no list."""
    try:
        lines = (where / "SHA256SUMS").read_text("ascii").splitlines()
    except OSError:
        return {}
    return {name.lstrip("*"): digest for digest, name in (line.split(maxsplit=1) for line in lines if line.strip())}


def record_sum(path: Path) -> None:
    """Write the sum of a freshly exported network into the `SHA256SUMS` beside it."""
    listed = sums(path.parent) | {path.name: hashlib.sha256(path.read_bytes()).hexdigest()}
    (path.parent / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in sorted(listed.items())), "ascii")
