"""One owner at a time, who is named; whatever becomes of him, nobody is held up by what he leaves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardcam.devices.camera import CameraError
from boardcam.devices.claim import claim, holders, program

OTHER = """
import sys
from pathlib import Path
from boardcam.devices.claim import claim
claim("pi:0", (Path(sys.argv[1]),))
print(1, flush=True)
sys.stdin.read()
"""


def test_the_holder_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OTHER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        assert other.stdout.readline() == "1\n"
        with pytest.raises(
            CameraError, match=rf"pi:0 is held by process {other.pid} \(.*python.*\); stop that first: kill {other.pid}"
        ):
            claim("pi:0", (tmp_path,))
        os.close(claim("pi:1", (tmp_path,)))
        other.kill()
        other.wait()
    os.close(claim("pi:0", (tmp_path,)))


def test_a_process_that_inherits_it_holds_it(tmp_path: Path) -> None:
    file = claim("/dev/video0", (tmp_path,))
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(file,)) as heir:
        os.close(file)
        (tmp_path / "boardcam-dev-video0.lock").write_text("999999999")  # whoever claimed it is gone
        with pytest.raises(CameraError, match="still held by the camera process of a boardcam that was killed"):
            claim("/dev/video0", (tmp_path,))
        heir.kill()
    os.close(claim("/dev/video0", (tmp_path,)))


def test_a_file_left_behind_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "boardcam-pi-0.lock").write_text("1")
    file = claim("pi:0", (tmp_path,))
    assert (tmp_path / "boardcam-pi-0.lock").read_text() == f"{os.getpid()}\n"
    os.close(file)


def test_the_first_place_that_may_be_written_to(tmp_path: Path) -> None:
    os.close(claim("pi:0", (tmp_path / "missing", tmp_path)))
    assert (tmp_path / "boardcam-pi-0.lock").exists()


def test_those_who_hold_a_device_are_found(tmp_path: Path) -> None:
    held = tmp_path / "video7"
    held.touch()
    with held.open() as file, subprocess.Popen(["sleep", "60"], stdin=file) as other:
        assert holders(r".*/video7") == (f"{other.pid} (sleep 60)",)
        other.kill()
    assert holders(r".*/video7") == ()


def test_no_process_has_no_program() -> None:
    assert program(2**30) == ""
