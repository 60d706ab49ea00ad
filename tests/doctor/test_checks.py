"""Every check, on computers that are what they are told to be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from boardcam.doctor import cameras, packages, pins, service, system
from boardcam.doctor.examine import CHECKS, examine, works
from boardcam.doctor.finding import Check, Finding
from boardcam.doctor.machine import Facts, Ran, Scripted, ThisMachine
from boardcam.table import equipment_file
from boardcam.table.equipment import Equipment

FACTS = Facts((3, 11), True, "aarch64", True, "/opt/boardcam", "boardcam")
PI = Scripted(
    FACTS,
    files={
        "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
        "/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0",
        "/opt/boardcam/pyvenv.cfg": "home = /usr/bin\ninclude-system-site-packages = true\nversion = 3.11.2\n",
        "/var/lib/boardcam": "",
        "/sys/class/thermal/thermal_zone0/temp": "51200",
    },
    devices={"/dev/video0": "video", "/dev/i2c-1": "i2c", "/dev/spidev0.0": "spi", "/dev/dma_heap/linux,cma": "video"},
    groups=("video", "i2c", "spi", "gpio"),
    programs={"vcgencmd get_throttled": Ran(0, "throttled=0x0\n"), "timedatectl": Ran(0, "yes\n"), "espeak-ng": Ran(0)},
    pythons={"picamera2": Ran(0, "pi:0 imx708\n"), "engines": Ran(0, "Open Sage\t2.0\tasked\tpip install …\n")},
)  # fmt: skip


def found(check: Check, machine: Scripted, equipment: str | None = None) -> dict[str, Finding]:
    """The findings by what they are about; the later of two."""
    table: Equipment | None = equipment_file.parse(equipment) if equipment is not None else None
    return {finding.what: finding for finding in check(machine, table)}


def bad(findings: Iterable[Finding]) -> list[str]:
    return [f"{finding.what}: {finding.detail} → {finding.remedy}" for finding in findings if not finding.good]


def test_a_pi_that_has_all_is_well() -> None:
    """Nothing that is needed is missing; of the rest only what is not there: a webcam, GNU Backgammon for match files."""
    findings = list(examine(PI, None))
    assert works(findings)
    assert sorted(line.split(":")[0] for line in bad(findings)) == ["match files", "webcam"]


def test_every_check_asks_only_the_machine() -> None:
    """A computer without anything: every check ends, none looks at this one."""
    bare = Scripted(Facts((3, 11), True, "x86_64", True, None, "ann"), programs={}, files={}, free=5.0)
    findings = [finding for check in CHECKS for finding in check(bare, None)]
    assert not works(findings)
    assert {finding.what for finding in findings if not finding.good and finding.part == "base"} == {"disk"}
    assert all(finding.remedy for finding in findings if not finding.good)


@pytest.mark.parametrize(
    ("text", "good", "remedy"),
    [
        ('PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian', True, ""),
        ('PRETTY_NAME="Debian GNU/Linux 11 (bullseye)"\nVERSION_ID="11"\nID=debian', False, "picamera2 is too old"),
        ('PRETTY_NAME="Raspbian GNU/Linux 11 (bullseye)"\nVERSION_ID="11"\nID=raspbian', False, "picamera2 is too old"),
        ('PRETTY_NAME="Ubuntu 24.04"\nVERSION_ID="24.04"\nID=ubuntu', False, "is tried on"),
        ("", False, "is tried on"),
    ],
)
def test_the_release(text: str, good: bool, remedy: str) -> None:
    finding = found(system.release, replace(PI, files={"/etc/os-release": text}))["system"]
    assert finding.good is good
    assert good or remedy in finding.remedy


def test_a_32_bit_system_on_a_64_bit_kernel_is_refused() -> None:
    finding = found(system.release, replace(PI, facts=FACTS._replace(wide=False)))["64 bit"]
    assert (finding.good, finding.part) == (False, "base")
    assert "64-bit Raspberry Pi OS" in finding.remedy


@pytest.mark.parametrize(
    ("machine", "detail"),
    [
        (replace(PI, facts=FACTS._replace(system=False)), "not the system's own"),
        (replace(PI, files={**PI.files, "/opt/boardcam/pyvenv.cfg": "include-system-site-packages = false"}), "does not see"),
        (replace(PI, files={**PI.files, "/opt/boardcam/pyvenv.cfg": ""}), "does not see"),
    ],
)
def test_a_foreign_environment_is_named(machine: Scripted, detail: str) -> None:
    finding = found(system.python, machine)["environment"]
    assert detail in finding.detail
    assert "--system-site-packages" in finding.remedy


def test_elsewhere_any_environment_will_do() -> None:
    assert "environment" not in found(system.python, Scripted(FACTS))
    assert not found(system.python, Scripted(FACTS._replace(python=(3, 9))))["Python"].good


def test_the_disk_and_the_clock() -> None:
    assert found(system.disk, PI)["disk"].detail == "10,000 MB free in /var/lib/boardcam"
    assert not found(system.disk, replace(PI, free=99.0))["disk"].good
    assert found(system.clock, PI)["clock"].good
    assert "wrong date" in found(system.clock, replace(PI, programs={"timedatectl": Ran(0, "no\n")}))["clock"].remedy
    assert found(system.clock, replace(PI, programs={})) == {}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("throttled=0x0", "never too little"),
        (
            "throttled=0x50005",
            "too little voltage now, throttled now, too little voltage since the start, throttled since the start",
        ),
        ("throttled=0x80000", "too hot since the start"),
    ],
)
def test_power(told: str, words: str) -> None:
    finding = found(system.power, replace(PI, programs={"vcgencmd get_throttled": Ran(0, told + "\n")}))["power"]
    assert words in finding.detail
    assert finding.good is (told == "throttled=0x0")


def test_heat() -> None:
    hot = replace(PI, files={**PI.files, "/sys/class/thermal/thermal_zone0/temp": "82100"})
    assert found(system.power, PI)["heat"].detail == "51 °C"
    assert not found(system.power, hot)["heat"].good


def test_a_wheel_for_another_processor_does_not_take_the_doctor_with_it() -> None:
    machine = replace(PI, pythons={"import onnxruntime": Ran(-4), "load(NETWORKS)": Ran(-4)})
    finding = found(packages.packages, machine)["onnxruntime"]
    assert (finding.good, finding.part) == (False, "extra")
    assert finding.detail.startswith("this onnxruntime was built for another processor")
    assert finding.detail.endswith("(Illegal instruction)")
    assert found(packages.networks, machine)["networks"].part == "base"


def test_numpy_that_does_not_fit_the_systems_picamera2() -> None:
    error = (
        "Traceback …\nValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88"
    )
    finding = found(cameras.pi, replace(PI, pythons={"picamera2": Ran(1, "", error)}))["the Pi's camera"]
    assert "numpy that the system's picamera2" in finding.detail
    assert "Expected 96" in finding.detail
    assert "it pins what fits" in finding.remedy


def test_two_opencvs_are_one_too_many() -> None:
    both = {"opencv-python-headless": "4.11.0.86", "opencv-contrib-python": "4.11.0.86"}
    assert "opencv-contrib-python" in found(packages.packages, replace(PI, versions=both))["OpenCV"].remedy
    assert "OpenCV" not in found(packages.packages, replace(PI, versions={"opencv-python-headless": "4.11.0.86"}))
    assert not found(packages.packages, replace(PI, versions={"gpiozero": "2.0.1.post2"}))["gpiozero"].good


def test_a_network_that_was_changed_is_named_as_the_network_says() -> None:
    error = "boardcam.vision.networks.NetworkMissing: models/strips.onnx is not the file listed in SHA256SUMS"
    finding = found(packages.networks, replace(PI, pythons={"load(NETWORKS)": Ran(1, "", error)}))["networks"]
    assert "strips.onnx is not the file listed" in finding.detail


def test_the_coach() -> None:
    told = "Open Sage\t\t\tpip install 'boardcam[coach]'\nour own\tcoach.onnx\tasked\tinstall again\n"
    findings = found(packages.coach, replace(PI, pythons={"engines": Ran(0, told), "bearoff": Ran(1, "", "none")}))
    assert not findings["coach: Open Sage"].good
    assert findings["coach: our own"].detail == "coach.onnx, asked for hints"
    assert findings["coach: bear-offs"].detail == "none"
    assert not found(packages.coach, replace(PI, pythons={"engines": Ran(1, "", "ImportError: x")}))["coach"].good
    told = "Open Sage\t2.0\tasked\tpip install …\nGNU Backgammon\t\t\tapt-get …\n"  # with the best one nobody lacks another
    assert "coach: GNU Backgammon" not in found(packages.coach, replace(PI, pythons={"engines": Ran(0, told)}))


def test_webcams_are_told_by_their_lasting_names() -> None:
    names = {"/dev/v4l/by-id/usb-Logitech-video-index0": "video", "/dev/video0": "video"}
    plain = Scripted(FACTS, devices=names, groups=("video",))
    assert found(cameras.webcams, plain)["webcam"].detail == "/dev/v4l/by-id/usb-Logitech-video-index0"
    assert found(cameras.webcams, replace(plain, devices={"/dev/video0": "video"}))["webcam"].detail == "/dev/video0"
    assert found(cameras.webcams, PI)["webcam"].detail == "none"  # a Pi's own nodes are none
    assert found(cameras.webcams, PI, 'source = "pi:0"') == {}


@pytest.mark.parametrize(
    ("source", "machine", "detail", "remedy"),
    [
        ("v4l:/dev/video7", PI, "v4l:/dev/video7 is not there", "v4l:/dev/video0"),
        ("v4l:/dev/video0", replace(PI, groups=()), "boardcam may not open /dev/video0", "usermod -aG video boardcam"),
        (
            "v4l:/dev/video0",
            replace(PI, held={"/dev/video0": ("812 (cheese)",)}),
            "held by process 812 (cheese)",
            "only one can use it",
        ),
    ],
)
def test_the_camera_of_the_table(source: str, machine: Scripted, detail: str, remedy: str) -> None:
    findings = bad(cameras.webcams(machine, Equipment(source=source)))
    assert any(detail in line and remedy in line for line in findings), findings


def test_a_camera_that_boardcam_holds_is_well_and_a_number_changes() -> None:
    machine = replace(PI, held={"/dev/video0": ("812 (/opt/boardcam/bin/boardcam table)",)})
    findings = list(cameras.webcams(machine, Equipment(source="v4l:/dev/video0")))
    assert any(finding.good and "812" in finding.detail for finding in findings)
    assert any("a number that changes" in line for line in bad(findings))


def test_the_pis_own_camera() -> None:
    assert found(cameras.pi, PI)["the Pi's camera"].detail == "pi:0 imx708"
    none = replace(PI, pythons={"picamera2": Ran(1, "", "no cameras available")})
    assert "ribbon" in found(cameras.pi, none)["the Pi's camera"].detail
    assert "group video" in found(cameras.pi, replace(PI, groups=()))["the camera's memory"].detail
    held = replace(PI, held={"/dev/media0": ("9 (rpicam-hello)",)})
    assert found(cameras.pi, held)["who holds it"].detail == "9 (rpicam-hello)"
    assert found(cameras.pi, Scripted(FACTS)) == {}
    assert "the Pi's camera" in found(cameras.pi, Scripted(FACTS), 'source = "pi:0"')


OLED = '[display]\nkind = "ssd1306"\n'
SCAN = """     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f
00:                         -- -- -- -- -- -- -- --
10: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
20: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
30: -- -- -- -- -- -- UU -- -- -- -- -- %s -- -- --
40: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --
"""


def scanned(**buses: str) -> Scripted:
    """A Pi on whose buses i2cdetect finds this at 0x3C."""
    programs = {f"i2cdetect -y {bus.removeprefix('bus')}": Ran(0, SCAN % cell) for bus, cell in buses.items()}
    return replace(PI, devices={f"/dev/i2c-{bus.removeprefix('bus')}": "i2c" for bus in buses}, programs=programs)


def test_the_display_answers() -> None:
    finding = found(pins.display, scanned(bus1="3c"), OLED)["display"]
    assert (finding.good, finding.detail) == (True, "it answers at 0x3c on /dev/i2c-1")


@pytest.mark.parametrize(
    ("machine", "detail", "remedy"),
    [
        (scanned(bus1="--"), "nothing answers at 0x3c on /dev/i2c-1", "check power, ground"),
        (scanned(bus1="--", bus13="3c"), "nothing answers", "set bus = 13"),
        (replace(scanned(bus1="3c"), devices={}), "there is no /dev/i2c-1", "do_i2c 0"),
        (replace(scanned(bus13="3c")), "there is no /dev/i2c-1", "set bus under [display]: /dev/i2c-13"),
        (replace(scanned(bus1="3c"), groups=()), "boardcam may not open /dev/i2c-1", "usermod -aG i2c"),
    ],
)
def test_the_display_does_not_answer(machine: Scripted, detail: str, remedy: str) -> None:
    finding = found(pins.display, machine, OLED)["display"]
    assert not finding.good
    assert detail in finding.detail
    assert remedy in finding.remedy


def test_a_display_at_another_address() -> None:
    table = OLED + "address = 0x3D\n"
    assert "set address = 0x3c" in found(pins.display, scanned(bus1="3c"), table)["display"].remedy
    assert found(pins.display, replace(PI, programs={}), OLED)["display"].good  # nobody can look


def test_without_a_display_the_bus_is_told() -> None:
    assert found(pins.display, PI)["I2C"].detail == "/dev/i2c-1"
    assert not found(pins.display, replace(PI, devices={}), "")["I2C"].good
    assert found(pins.display, Scripted(FACTS)) == {}


def test_what_hangs_on_spi() -> None:
    strip = "[strip]\n"
    assert found(pins.buses, PI, strip)["strip"].detail == "/dev/spidev0.0"
    assert "do_spi" in found(pins.buses, replace(PI, devices={}), strip)["strip"].remedy
    assert "usermod -aG spi" in found(pins.buses, replace(PI, groups=()), strip)["strip"].remedy
    assert found(pins.buses, PI) == {}
    assert not found(pins.buses, PI, '[display]\nkind = "ili9341"\ndevice = "0.1"\n')["display"].good


def test_the_header() -> None:
    error = "boardcam.devices.part.PartFailed: /dev/gpiochip4 cannot be opened ('can not open gpiochip')"
    broken = replace(PI, pythons={"Pins": Ran(1, "", error)})
    assert "its number has changed" in found(pins.header, broken)["pins"].detail
    assert found(pins.header, PI, "chip = 4\n[lights]\nblue = 17\n")["pins"].good
    assert found(pins.header, Scripted(FACTS)) == {}


def test_the_voice() -> None:
    table = '[voice]\nwhen = "always"\n'
    assert "no loudspeaker" in found(pins.voice, PI, table)["voice"].detail
    assert found(pins.voice, replace(PI, devices={"/dev/snd/pcmC0D0p": "audio"}), table)["voice"].good
    assert found(pins.voice, PI)["voice"].good
    assert not found(pins.voice, replace(PI, programs={}))["voice"].good


def test_the_table_file() -> None:
    path = Path("/etc/boardcam/table.toml")
    files = {str(path): 'source = "v4l:/dev/video0"\n'}
    equipment, finding = service.table(path, replace(PI, files=files))
    assert equipment is not None
    assert finding.good
    equipment, finding = service.table(path, replace(PI, files={str(path): 'langauge = "et"\n[pgae]\n'}))
    assert equipment is None
    assert "langauge" in finding.detail
    assert "1 more" in finding.detail
    assert "table.toml.example" in service.table(path, PI)[1].remedy
    assert not next(examine(PI, path)).good


def show(**told: str) -> Ran:
    return Ran(0, "".join(f"{name}={value}\n" for name, value in told.items()))


RUNS = show(
    LoadState="loaded", ActiveState="active", SubState="running", Result="success", NRestarts="0", StatusText="watching pi:0"
)


def test_the_service() -> None:
    finding = found(service.state, replace(PI, programs={"systemctl show": RUNS}))["service"]
    assert (finding.good, finding.detail) == (True, "active (running): watching pi:0")
    gone = show(LoadState="not-found", ActiveState="inactive")
    assert found(service.state, replace(PI, programs={"systemctl show": gone})) == {}
    assert found(service.state, PI) == {}


def test_a_service_that_failed_and_what_its_log_says() -> None:
    failed = show(LoadState="loaded", ActiveState="activating", SubState="auto-restart", Result="watchdog", NRestarts="4")
    log = "boardcam: watching pi:0\n" + "Camera frontend has timed out!\n" * 2 + "boardcam.service: Watchdog timeout\n"
    programs = {"systemctl show": failed, "journalctl": Ran(0, log)}
    findings = list(service.state(replace(PI, programs=programs), None))
    assert findings[0].detail == "activating (auto-restart); it ended with watchdog; started again 4 times"
    assert [finding.what for finding in findings[1:]] == ["log", "log"]
    assert "hung" in findings[1].detail
    assert "ribbon" in findings[2].remedy


@pytest.mark.parametrize(
    ("active", "ports", "good", "detail"),
    [
        (Ran(0, "active\n"), (8081,), True, "8081 answers"),
        (Ran(0, "active\n"), (), False, "nobody answers at 8081"),
        (Ran(3, "inactive\n"), (), True, "8081 is free"),
        (Ran(3, "failed\n"), (8081,), False, "8081 is taken"),
        (Ran(0, "", "Running in chroot, ignoring command 'is-active'"), (), True, "8081 is free"),
    ],
)
def test_the_port_of_the_page(active: Ran, ports: tuple[int, ...], good: bool, detail: str) -> None:
    machine = replace(PI, programs={"systemctl is-active": active}, ports=ports)
    finding = found(service.port, machine, "[page]\nport = 8081\n")["port"]
    assert (finding.good, finding.detail) == (good, detail)
    assert found(service.port, machine) == {}


def test_this_computer_answers(tmp_path: Path) -> None:
    """The real one: files, programs, a process that ends by a signal."""
    machine = ThisMachine()
    (tmp_path / "file").write_text("text\n")
    assert machine.read(str(tmp_path / "file")) == "text"
    assert machine.read(str(tmp_path / "none")) is None
    assert machine.names(f"{tmp_path}/f*") == (f"{tmp_path}/file",)
    assert machine.may(str(tmp_path / "file"))
    assert machine.group(str(tmp_path / "file"))
    assert machine.run("no-such-program").code == 127
    assert machine.run("sh", "-c", "echo here").out == "here\n"
    assert machine.version("boardcam-no-such-package") is None
    assert machine.room(str(tmp_path)) > 0
    assert not machine.listens(1)
    killed = machine.python("import os, signal; os.kill(os.getpid(), signal.SIGILL)")
    assert (killed.code, killed.last) == (-4, "Illegal instruction")
    assert machine.facts.python >= (3, 11)
