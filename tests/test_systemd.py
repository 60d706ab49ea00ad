"""The service files, checked by systemd's own tools where they are here."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

from boardcam.cli import parser
from boardcam.table.equipment_file import PLACE, load

FILES = Path(__file__).parents[1] / "systemd"
ANALYZE = shutil.which("systemd-analyze")
PATIENCE = 5.0
"""s for which a camera may be waited for."""
RULES = (FILES / "99-boardcam.rules").read_text(encoding="utf-8")
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
    assert checked.stderr == ""  # verify returns 0 even on a key it does not know
    assert checked.returncode == 0


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here")
def test_the_unit_is_locked_down(tmp_path: Path) -> None:
    assert ANALYZE
    command = [ANALYZE, "security", "--offline=true", "--threshold=20", str(unit(tmp_path))]
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


def settings() -> dict[str, str]:
    """The unit's settings; of those that are there more than once, all in one."""
    found: dict[str, str] = {}
    for line in (FILES / "boardcam.service").read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            key, value = line.split("=", 1)
            found[key] = f"{found.get(key, '')} {value}".strip()
    return found


def test_the_unit_needs_no_root_and_names_its_devices() -> None:
    unit = settings()
    assert unit["User"] == "boardcam"
    assert "PrivateDevices" not in unit  # it would hide the camera
    assert "ProcSubset" not in unit  # gpiozero reads /proc/cpuinfo
    assert "AF_NETLINK" in unit["RestrictAddressFamilies"]  # libcamera asks udev
    for device in ("char-video4linux", "char-media", "char-dma_heap", "char-gpiochip", "char-spi", "char-i2c"):
        assert f"{device} rw" in unit["DeviceAllow"]


def test_the_unit_starts_a_command_that_is_there_with_a_file_that_is_right() -> None:
    program, *words = shlex.split(settings()["ExecStart"])
    assert program == "/opt/boardcam/bin/boardcam"
    args = parser().parse_args(words)
    assert args.equipment == PLACE
    load(FILES / "table.toml")


def test_systemd_is_told_that_it_runs_and_that_it_is_alive() -> None:
    """A camera may be silent for five seconds at a time, and is alive while it says so: half of the watchdog's time is more."""
    unit = settings()
    assert (unit["Type"], unit["Restart"]) == ("notify", "always")
    assert int(unit["WatchdogSec"]) / 2 > 2 * PATIENCE
    assert int(unit["TimeoutStopSec"]) > PATIENCE


@pytest.mark.parametrize("path", sorted(FILES.glob("*.journald")), ids=lambda path: path.name)
def test_the_log_is_bounded_by_settings_that_journald_knows(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert lines[0] == "[Journal]"
    assert {line.split("=")[0] for line in lines[1:]} <= {"Storage", "SystemMaxUse", "RuntimeMaxUse"}


@pytest.mark.parametrize("line", [line for line in RULES.splitlines() if not line.startswith("#")])
def test_devices_belong_to_groups_that_the_user_is_in(line: str) -> None:
    found = re.fullmatch(r'SUBSYSTEM=="[\w-]+", (KERNEL=="[\w*]+", )?GROUP="(\w+)", MODE="0660"', line)
    assert found, line
    assert f"m boardcam {found[2]}" in (FILES / "boardcam.sysusers").read_text(encoding="utf-8")


def test_the_avahi_file_is_well_formed() -> None:
    root = xml.parse(FILES / "boardcam.avahi.xml").getroot()
    assert root.find("service/type").text == "_http._tcp"  # type: ignore[union-attr]
