"""The memory that two processes share: the newest picture, whole, whoever holds what and whoever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from boardcam.devices.newest import Newest

WRITER = """
import fcntl, os, sys
import numpy as np
from boardcam.devices.newest import Newest
newest = Newest(int(sys.argv[1]))
for shade in (1, 2):
    newest.put(np.full((4, 6, 3), shade, np.uint8), float(shade))
fcntl.lockf(newest.file, fcntl.LOCK_EX, 1, newest._last)  # as while it writes there
print(flush=True)
sys.stdin.read()
"""


@pytest.fixture
def newest() -> Iterator[Newest]:
    memory = Newest.made()
    yield memory
    memory.close()


def picture(shade: int) -> np.ndarray:
    return np.full((4, 6, 3), shade, np.uint8)


def test_nothing_is_there_at_first(newest: Newest) -> None:
    assert newest.get() is None
    assert newest.beat == 0.0


def test_the_newest_is_given_and_none_twice(newest: Newest) -> None:
    for shade in (10, 20, 30, 40):
        newest.put(picture(shade), shade / 10)
    found = newest.get()
    assert found is not None
    assert (found[0], found[1]) == (4, 4.0)
    assert (found[2] == 40).all()
    assert newest.get(after=4) is None


def test_sizes_may_change(newest: Newest) -> None:
    newest.put(np.zeros((8, 2, 3), np.uint8), 1.0)
    newest.put(np.zeros((2, 8, 3), np.uint8), 2.0)
    found = newest.get()
    assert found is not None
    assert found[2].shape == (2, 8, 3)


def test_a_copy_is_given(newest: Newest) -> None:
    newest.put(picture(1), 1.0)
    found = newest.get()
    for shade in range(2, 9):
        newest.put(picture(shade), float(shade))
    assert found is not None
    assert (found[2] == 1).all()


def test_a_picture_that_is_too_large_is_refused(newest: Newest) -> None:
    with pytest.raises(ValueError, match="5000x4000 is too large"):
        newest.put(np.broadcast_to(np.uint8(0), (4000, 5000, 3)), 1.0)


def test_nobody_waits_for_a_writer_that_hangs_and_its_death_frees_what_it_held(newest: Newest) -> None:
    command = [sys.executable, "-c", WRITER, str(newest.file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=(newest.file,)) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        found = newest.get()
        assert found is not None
        assert (found[2] == 1).all()  # the newest is being written to
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
    found = newest.get()
    assert found is not None
    assert (found[2] == 2).all()


def test_a_half_written_picture_is_none(newest: Newest, monkeypatch: pytest.MonkeyPatch) -> None:
    newest.put(picture(1), 1.0)
    monkeypatch.setattr(Newest, "_image", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        newest.put(picture(2), 2.0)
    monkeypatch.undo()
    found = newest.get()
    assert found is not None
    assert (found[2] == 1).all()
