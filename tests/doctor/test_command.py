"""`boardcam doctor` as it is called: its lines, its exit code, JSON, and messages that are explained."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from boardcam.cli import main
from boardcam.commands import doctor
from boardcam.doctor.finding import Finding

GOOD = Finding("Python", True, "3.11")
BAD = Finding("networks", False, "strips.onnx is not there", "install boardcam again")
LESS = Finding("webcam", False, "none", "connect one", "extra")


@pytest.fixture
def findings(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What the computer is found to have."""
    found = [GOOD, LESS]
    monkeypatch.setattr(doctor, "here", lambda table: found)
    return found


def test_what_is_missing_is_told_with_its_remedy(findings: list[Finding], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    told = capsys.readouterr().out
    assert "  ok      Python: 3.11\n" in told
    assert "  not ok  webcam: none\n          → connect one\n" in told
    assert told.endswith("boardcam can referee a match here.\n")


def test_the_exit_code_says_whether_a_match_can_be_refereed(findings: list[Finding], capsys: pytest.CaptureFixture[str]) -> None:
    findings.append(BAD)
    assert main(["doctor"]) == 1
    assert "cannot referee a match here yet" in capsys.readouterr().out


def test_json_for_scripts(findings: list[Finding], capsys: pytest.CaptureFixture[str]) -> None:
    findings.append(BAD)
    assert main(["doctor", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["works"] is False
    assert told["findings"][-1] == {
        "what": "networks", "good": False, "detail": "strips.onnx is not there", "remedy": "install boardcam again", "part": "base",
    }  # fmt: skip


LOG = """boardcam: watching pi:0
[0:05:44.3] [1582] ERROR RPI pipeline_base.cpp:1374 Camera frontend has timed out!
RuntimeError: Cannot determine SOC peripheral base address
"""


def test_messages_are_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_text(LOG)
    assert main(["doctor", "--explain", str(tmp_path / "log")]) == 0
    told = capsys.readouterr().out
    assert told.count("→") == 2
    assert "ribbon cable" in told
    assert "watching" not in told
    monkeypatch.setattr("sys.stdin", io.StringIO("all is well\n"))
    assert main(["doctor", "--explain", "-"]) == 1
    assert "Nothing in this is known" in capsys.readouterr().err


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--explain", "/no/such/log"]) == 2
    assert "/no/such/log: No such file" in capsys.readouterr().err
