"""The newest frame of another process, in memory that both share.

Three pictures have room: one is the newest, one may be read, one is free to be written. Whoever writes or reads a picture holds a
lock on it, which the kernel takes away from a process that dies; so nobody waits for anybody and no picture is ever torn. The
memory has no name and is gone with the last process that holds it; room that no picture fills takes no memory.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import numpy as np

from boardcam.devices.camera import Image

ROOM = 4096 * 3072 * 3
"""Bytes of the largest picture."""
PICTURES = 3

_BEAT = struct.Struct("=d")
_HEAD = struct.Struct("=QdII")
"""Number of the picture (0 = none, or half written), when it was taken, height, width."""
_START = 4096
_STEP = 4096 + ROOM


class Newest:
    """One end of the memory: a process writes, another reads. Two readers, or two writers, must not be in one process."""

    def __init__(self, file: int) -> None:
        self.file = file
        """Descriptor of the memory, to be handed to the other process."""
        self._memory = mmap.mmap(file, _START + PICTURES * _STEP)
        self._numbers = 0
        self._last = PICTURES - 1

    @classmethod
    def made(cls) -> Newest:
        """Fresh memory."""
        file = os.memfd_create("boardcam-camera", os.MFD_CLOEXEC)
        os.ftruncate(file, _START + PICTURES * _STEP)
        return cls(file)

    @property
    def beat(self) -> float:
        """When the writer last said that it is alive, s of the monotonic clock; 0 = never."""
        return float(_BEAT.unpack_from(self._memory, 0)[0])

    @beat.setter
    def beat(self, now: float) -> None:
        _BEAT.pack_into(self._memory, 0, now)

    def put(self, image: Image, taken: float) -> None:
        """Writes a picture, which then is the newest. ValueError for one that is too large."""
        if image.nbytes > ROOM:
            raise ValueError(f"a picture of {image.shape[1]}x{image.shape[0]} is too large")
        height, width = image.shape[:2]
        for at in ((self._last + step) % PICTURES for step in range(1, PICTURES)):
            with self._held(at, fcntl.LOCK_EX) as held:
                if not held:
                    continue
                self._numbers += 1
                _HEAD.pack_into(self._memory, _START + at * _STEP, 0, taken, height, width)
                self._image(at, height, width)[:] = image
                _HEAD.pack_into(self._memory, _START + at * _STEP, self._numbers, taken, height, width)
                self._last = at
                return

    def get(self, after: int = 0) -> tuple[int, float, Image] | None:
        """(Number, when it was taken, a copy) of the newest picture; None when none has a number above `after`."""
        numbers = [_HEAD.unpack_from(self._memory, _START + at * _STEP)[0] for at in range(PICTURES)]
        for at in sorted(range(PICTURES), key=lambda at: -numbers[at]):
            with self._held(at, fcntl.LOCK_SH) as held:
                number, taken, height, width = _HEAD.unpack_from(self._memory, _START + at * _STEP)
                if held and number > after:
                    return number, taken, self._image(at, height, width).copy()
        return None

    def close(self) -> None:
        with suppress(BufferError):  # a picture that is still looked at keeps the memory until it is let go
            self._memory.close()
        os.close(self.file)

    def _image(self, at: int, height: int, width: int) -> Image:
        flat = np.frombuffer(self._memory, np.uint8, height * width * 3, _START + at * _STEP + 4096)
        return flat.reshape(height, width, 3)

    @contextmanager
    def _held(self, at: int, how: int) -> Iterator[bool]:
        """Holds the lock on a picture, if nobody else does."""
        try:
            fcntl.lockf(self.file, how | fcntl.LOCK_NB, 1, at)
        except OSError:
            yield False
            return
        try:
            yield True
        finally:
            fcntl.lockf(self.file, fcntl.LOCK_UN, 1, at)
