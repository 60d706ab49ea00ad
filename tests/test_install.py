"""`install.sh`: what it would do, and on what it refuses to do it. Whole installations are tried by `scripts/try-install`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "install.sh"
SHELLCHECK = shutil.which("shellcheck")
RELEASE = 'PRETTY_NAME="{name}"\nID={id}\nVERSION_ID="{number}"\n'
BOOKWORM = RELEASE.format(name="Debian GNU/Linux 12 (bookworm)", id="debian", number="12")
TRIXIE = RELEASE.format(name="Debian GNU/Linux 13 (trixie)", id="debian", number="13")

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")


def installed(
    folder: Path, *words: str, release: str | None = None, architecture: str = "arm64", pi: bool = True
) -> tuple[int, str, str]:
    """(Exit code, output, errors) of install.sh on a computer whose system, architecture and apt are these."""
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    candidate = "1.0" if pi else "(none)"
    for name, text in {
        "dpkg": f"echo {architecture}",
        "dpkg-query": "exit 1",
        "apt-cache": f"printf '%s:\\n  Candidate: {candidate}\\n' \"$2\"",
        "df": "printf 'Avail\\n 20000\\n'",
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    (folder / "os-release").write_text(release or fitting() or BOOKWORM)
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "OS_RELEASE": str(folder / "os-release")}
    ran = subprocess.run([str(SCRIPT), *words], env=environment, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.skipif(SHELLCHECK is None, reason="shellcheck is not here")
def test_the_scripts_are_clean() -> None:
    assert SHELLCHECK
    scripts = [path for path in [SCRIPT, *sorted((ROOT / "scripts").iterdir())] if b"bash" in path.read_bytes().splitlines()[0]]
    assert len(scripts) > 4
    checked = subprocess.run([SHELLCHECK, *map(str, scripts)], capture_output=True, text=True, check=False)
    assert checked.stdout == ""


def fitting() -> str | None:
    """The release whose own Python /usr/bin/python3 is, for install.sh asks the real one; any where there is none."""
    if not Path("/usr/bin/python3").exists():
        return BOOKWORM
    told = subprocess.run(["/usr/bin/python3", "--version"], capture_output=True, text=True, check=False).stdout
    return next((text for number, text in (("3.11.", BOOKWORM), ("3.13.", TRIXIE)) if told.startswith(f"Python {number}")), None)


@pytest.mark.skipif(fitting() is None, reason="/usr/bin/python3 is not the own one of Debian 12 or 13")
class TestADryRun:
    def test_it_names_every_step_and_does_none(self, tmp_path: Path) -> None:
        code, told, error = installed(tmp_path, "--dry-run")
        assert (code, error) == (0, "")
        for step in (
            "apt-get install -qqy --no-install-recommends", "python3-picamera2",
            "-m venv --clear --system-site-packages /opt/boardcam", "pip install", "[pi,formats]", "systemd-sysusers",
            "g++", "scripts/build-sage /opt/boardcam/lib/boardcam-sage",
            "/etc/udev/rules.d/99-boardcam.rules", "/etc/avahi/services/boardcam.service",
            "/etc/systemd/journald.conf.d/99-boardcam.conf", "/etc/boardcam/table.toml", "/etc/systemd/system/boardcam.service",
            "systemctl -q enable boardcam", "boardcam doctor",
        ):  # fmt: skip
            assert step in told, step
        assert not Path("/etc/systemd/system/boardcam.service").exists()

    def test_plain_debian_is_not_asked_for_a_pis_packages(self, tmp_path: Path) -> None:
        code, told, _ = installed(tmp_path, "--dry-run", architecture="amd64", pi=False)
        assert code == 0
        assert "picamera2" not in told
        assert "[coach,formats]" in told
        assert "build-sage" not in told  # there is a wheel

    def test_the_log_is_kept_only_when_asked_for(self, tmp_path: Path) -> None:
        assert "99-boardcam-keep" not in installed(tmp_path, "--dry-run")[1]
        assert "99-boardcam-keep" in installed(tmp_path, "--dry-run", "--keep-log")[1]

    @pytest.mark.skipif(os.getuid() == 0, reason="this is root")
    def test_only_root_installs(self, tmp_path: Path) -> None:
        code, told, error = installed(tmp_path)
        assert (code, told) == (2, "")
        assert "sudo ./install.sh" in error


@pytest.mark.parametrize(
    ("release", "architecture", "sentence"),
    [
        (RELEASE.format(name="Debian GNU/Linux 11 (bullseye)", id="debian", number="11"), "arm64", "too old for picamera2"),
        (RELEASE.format(name="Raspbian GNU/Linux 12 (bookworm)", id="raspbian", number="12"), "armhf", "32-bit system (armhf)"),
        (BOOKWORM, "armhf", "32-bit system (armhf)"),
        (BOOKWORM, "i386", "32-bit system (i386)"),
        (RELEASE.format(name="Ubuntu 24.04 LTS", id="ubuntu", number="24.04"), "amd64", "Ubuntu 24.04 LTS is not among those"),
        ('PRETTY_NAME="Debian GNU/Linux forky/sid"\nID=debian\n', "arm64", "forky/sid is not among those"),
    ],
)
def test_it_refuses_what_would_not_work(release: str, architecture: str, sentence: str, tmp_path: Path) -> None:
    code, told, error = installed(tmp_path, "--dry-run", release=release, architecture=architecture)
    assert (code, told) == (2, "")
    assert sentence in error
    assert error.count("\n") == 1


def test_a_python_that_is_not_the_systems_is_refused(tmp_path: Path) -> None:
    """Whatever /usr/bin/python3 is here, it is not the Python of both releases."""
    errors = [installed(tmp_path, "--dry-run", release=text)[2] for text in (BOOKWORM, TRIXIE)]
    if not Path("/usr/bin/python3").exists():
        pytest.skip("there is no /usr/bin/python3")
    assert any("not this system's own" in error for error in errors)


def test_uninstalling_keeps_the_matches_unless_told_otherwise(tmp_path: Path) -> None:
    code, told, error = installed(tmp_path, "--dry-run", "--uninstall")
    assert (code, error) == (0, "")
    assert "Matches stay in /var/lib/boardcam" in told
    assert "Matches stay" not in installed(tmp_path, "--dry-run", "--uninstall", "--purge")[1]


@pytest.mark.parametrize(("words", "sentence"), [(["--purge"], "--uninstall only"), (["--what"], "there is no option --what")])
def test_what_is_asked_for_wrongly_does_nothing(words: list[str], sentence: str, tmp_path: Path) -> None:
    code, told, error = installed(tmp_path, *words)
    assert (code, told) == (2, "")
    assert sentence in error


def test_help_shows_every_option(tmp_path: Path) -> None:
    code, told, _ = installed(tmp_path, "--help")
    assert code == 0
    for option in ("--dry-run", "--no-start", "--keep-log", "--build-sage", "--uninstall", "--purge"):
        assert option in told


def test_a_step_that_fails_is_named_with_what_to_do(tmp_path: Path) -> None:
    """Not the installer's own words alone: what failed, and that it may be run again."""
    text = SCRIPT.read_text(encoding="utf-8")
    step = "dry=no\n" + text[text.index("step() {") : text.index("skipped() {")]
    ran = subprocess.run(
        ["bash", "-ec", step + 'step "ask Debian" false\necho went on'], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stdout == "• ask Debian\n"
    assert '"ask Debian" failed' in ran.stderr
    assert "Run install.sh again" in ran.stderr
