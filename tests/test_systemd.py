"""The service files, checked by systemd's own tools where they are here."""

from __future__ import annotations

import shutil
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

FILES = Path(__file__).parents[1] / "systemd"
ANALYZE = shutil.which("systemd-analyze")
SYSUSERS = shutil.which("systemd-sysusers")


def unit(folder: Path) -> Path:
    """The unit, with a program that is here."""
    text = (FILES / "boardcam.service").read_text(encoding="utf-8")
    path = folder / "boardcam.service"
    path.write_text(text.replace("/opt/boardcam/bin/boardcam", "/bin/true"), encoding="utf-8")
    return path


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here")
def test_the_unit_is_right(tmp_path: Path) -> None:
    assert ANALYZE
    checked = subprocess.run([ANALYZE, "verify", str(unit(tmp_path))], capture_output=True, text=True, check=False)
    said = [line for line in checked.stderr.splitlines() if "boardcam" in line]
    assert said == []  # verify returns 0 even on a key it does not know


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here")
def test_the_unit_is_locked_down(tmp_path: Path) -> None:
    assert ANALYZE
    command = [ANALYZE, "security", "--offline=true", "--threshold=25", str(unit(tmp_path))]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Unknown" in checked.stderr or "unrecognized" in checked.stderr:
        pytest.skip("this systemd-analyze cannot look at files")
    assert checked.returncode == 0, checked.stdout[-300:]


@pytest.mark.skipif(SYSUSERS is None, reason="systemd-sysusers is not here")
def test_the_user_can_be_made(tmp_path: Path) -> None:
    assert SYSUSERS
    (tmp_path / "etc").mkdir()
    text = (FILES / "boardcam.sysusers").read_text(encoding="utf-8")
    subprocess.run([SYSUSERS, f"--root={tmp_path}", "-"], input=text, text=True, capture_output=True, check=True)
    assert "boardcam:" in (tmp_path / "etc" / "passwd").read_text()
    groups = (tmp_path / "etc" / "group").read_text()
    assert all(f"{group}:" in groups for group in ("gpio", "spi", "i2c", "video", "audio"))


def test_the_unit_needs_no_root_and_names_its_devices() -> None:
    text = (FILES / "boardcam.service").read_text(encoding="utf-8")
    assert "User=boardcam" in text
    assert "PrivateDevices" not in text  # it would hide the camera
    assert "char-video4linux" in text


def test_the_avahi_file_is_well_formed() -> None:
    root = xml.parse(FILES / "boardcam.avahi.xml").getroot()
    assert root.find("service/type").text == "_http._tcp"  # type: ignore[union-attr]
