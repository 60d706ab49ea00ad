"""The Pi's own camera: one mode, everything locked once it has settled and read back, every failure in one sentence."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from boardcam.devices import light, pi
from boardcam.devices.camera import CameraError
from boardcam.devices.pi import PiCamera, working
from boardcam.devices.trouble import Here, not_opened, not_there

_SPEC = importlib.util.spec_from_file_location("fake_picamera2", Path(__file__).with_name("fake_picamera2.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
fake = importlib.util.module_from_spec(_SPEC)
sys.modules["fake_picamera2"] = fake
_SPEC.loader.exec_module(fake)


def opened(camera: Any, fixed: dict[str, Any] | None = None) -> PiCamera:
    return PiCamera("0", fixed or {}, fake.library(camera), lambda: camera.now)


def test_it_settles_then_locks() -> None:
    camera = opened(one := fake.FakePicamera2())
    assert one.told == ["configure", "start", "focus", "lock"]
    assert one.set | camera.fixed == one.set
    assert camera.fixed == {
        "AeEnable": False, "ExposureTime": 20_000, "AnalogueGain": pytest.approx(2.3456), "AwbEnable": False,
        "ColourGains": (1.8, 1.5), "AfMode": 0, "LensPosition": 1.9,
    }  # fmt: skip
    assert camera.warnings == ()
    assert camera.mode == "imx708_wide 2304x1296 crop 0,0,4608,2592"
    assert one.held == 0


def test_one_full_field_mode_is_asked_for() -> None:
    opened(one := fake.FakePicamera2())
    asked = one.configuration
    assert asked["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert asked["sensor"] == {"output_size": (2304, 1296)}
    assert asked["buffer_count"] == 4
    assert asked["controls"] == {"FrameDurationLimits": (66666, 66666)}


def test_what_was_locked_is_in_the_configuration_and_needs_no_settling() -> None:
    fixed = {"ExposureTime": 30_000, "AnalogueGain": 1.5, "ColourGains": [2.0, 1.25], "AfMode": 0, "LensPosition": 2.5}  # of JSON
    camera = opened(one := fake.FakePicamera2(), fixed)
    assert one.told == ["configure", "start"]
    assert one.configuration["controls"]["ColourGains"] == (2.0, 1.25)
    assert one.configuration["controls"]["ExposureTime"] == 30_000
    assert camera.fixed == fixed | {"ColourGains": (2.0, 1.25)}
    assert camera.warnings == ()


@pytest.mark.parametrize(("mode", "size"), [((2304, 1296), (1280, 720)), ((1640, 1232), (1280, 962)), ((1456, 1088), (1280, 956))])
def test_the_whole_field_is_shown(mode: tuple[int, int], size: tuple[int, int]) -> None:
    assert working(mode) == size


@pytest.mark.parametrize("deaf", ["ExposureTime", "AnalogueGain", "ColourGains", "LensPosition"])
def test_a_lock_that_does_not_hold_is_named(deaf: str) -> None:
    one = fake.FakePicamera2(deaf=(deaf,))
    fixed = {"ExposureTime": 30_000, "AnalogueGain": 1.5, "ColourGains": (2.0, 1.25), "AfMode": 0, "LensPosition": 2.5}
    (warning,) = opened(one, fixed).warnings
    assert warning.startswith(f"its {pi.NAMES[deaf]} does not hold: ")
    assert "was asked for, it is" in warning


def test_exposure_that_does_not_settle_is_locked_in_time_and_named() -> None:
    camera = opened(one := fake.FakePicamera2(restless=True))
    assert one.now < 100 + pi.SETTLING + 3
    assert [warning.partition(" in ")[0] for warning in camera.warnings] == ["exposure did not settle"]
    assert camera.fixed["ExposureTime"] % light.step() == 0


@pytest.mark.parametrize(("sharp", "told"), [(False, ["focus"]), (None, ["focus", "flush"])])
def test_autofocus_that_fails_is_named(sharp: bool | None, told: list[str]) -> None:
    camera = opened(one := fake.FakePicamera2(sharp=sharp))
    assert one.told == ["configure", "start", *told, "lock"]
    assert camera.warnings[0].startswith("autofocus found nothing sharp")


def test_a_lens_that_is_turned_by_hand_is_left_alone() -> None:
    camera = opened(one := fake.FakePicamera2(model="imx477", controls=fake.CONTROLS))
    assert "focus" not in one.told
    assert "LensPosition" not in camera.fixed
    assert camera.warnings == ()


def test_an_unknown_sensor_chooses_its_own_mode() -> None:
    camera = opened(one := fake.FakePicamera2(model="new900"))
    assert one.configuration["sensor"] == {}
    assert camera.mode.startswith("new900 own crop")


def test_pictures_carry_the_sensors_time_and_are_given_back() -> None:
    camera = opened(one := fake.FakePicamera2())
    pictures = camera.pictures()
    shot = next(pictures)
    assert shot is not None
    assert shot.taken == pytest.approx(one.now - 0.02, abs=0.005)
    assert (shot.image == 7).all()
    assert one.held == 1  # its memory is looked at
    next(pictures)
    assert one.held == 1
    one.silent = True
    with pytest.raises(CameraError, match="no picture for 3 s; check both ends of its ribbon cable"):
        next(pictures)
    assert one.held == 0
    camera.close()
    assert one.told[-2:] == ["stop", "close"]


def test_a_camera_that_is_silent_from_the_start_says_so() -> None:
    with pytest.raises(CameraError, match="no picture for 3 s"):
        opened(fake.FakePicamera2(silent=True, sharp=None))


@pytest.mark.parametrize(("total", "wanted", "is_now"), [
    (50_000, 25_000, (20_000, 2.5)), (26_000, 26_000, (20_000, 1.3)), (9_000, 9_000, (9_000, 1.0)), (12_000, 3_000, (10_000, 1.2)),
    (900_000, 66_000, (60_000, 15.0)),
])  # fmt: skip
def test_exposures_are_whole_flickers_and_as_bright_as_before(total: float, wanted: float, is_now: tuple[int, float]) -> None:
    exposure, gain = light.exposure(total, wanted)
    assert (exposure, gain) == (is_now[0], pytest.approx(is_now[1]))
    assert exposure * gain == pytest.approx(total)


# --- what goes wrong -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cameras", "number", "says"), [
    ([], "0", "no camera is connected to the Pi; check both ends of its ribbon cable"),
    (["imx219"], "1", r"there is no pi:1; these are here: pi:0 \(imx219\)"),
])  # fmt: skip
def test_a_camera_that_is_not_there_is_named(cameras: list[str], number: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        PiCamera(number, {}, fake.library(*(fake.FakePicamera2(model) for model in cameras)))


@pytest.mark.parametrize(("text", "reason", "hint"), [
    ("Failed to acquire camera: Device or resource busy", "another program holds", "fuser -v"),
    ("Camera __init__ sequence did not complete.", "another program holds", "fuser -v"),
    ("Unable to request 6 buffers: Cannot allocate memory", "no memory left for pictures", "start the Pi again"),
    ("Could not open any dmaHeap device", "may not use the camera's memory", "usermod -aG video"),
    ("lost the plot", "it cannot be opened (lost the plot)", "ribbon cable"),
])  # fmt: skip
def test_a_camera_that_does_not_open_says_why(text: str, reason: str, hint: str) -> None:
    for library in (fake.library(fake.FakePicamera2(), fails=text), fake.library(fake.FakePicamera2(fails=text))):
        with pytest.raises(CameraError) as error:
            PiCamera("0", {}, library)
        assert reason in error.value.reason
        assert text in error.value.reason
        assert hint in error.value.hint
    assert not_opened(RuntimeError(text)).hint == error.value.hint


PI = Here(pi=True, system=True, sees=True, python="/opt/boardcam/bin/python, Python 3.11.2")
MISSING = ModuleNotFoundError("No module named 'libcamera'", name="libcamera")
NONE = ModuleNotFoundError("No module named 'picamera2'", name="picamera2")
NEW_VENV = "/usr/bin/python3 -m venv --system-site-packages"


@pytest.mark.parametrize(("error", "here", "reason", "hint"), [
    (NONE, Here(False, True, False, "python"), "this is no Raspberry Pi", "install.sh"),
    (NONE, PI, "picamera2 is not installed", "sudo apt-get install -y python3-picamera2"),
    (NONE, Here(True, True, False, "python"), "does not see the system's packages", NEW_VENV),
    (MISSING, Here(True, True, False, "python"), "so it has no libcamera", NEW_VENV),
    (MISSING, Here(True, False, True, "/home/a/uv/python, Python 3.12.1"), "only the system's own Python can load", NEW_VENV),
    (MISSING, PI, "picamera2 is here without libcamera", "pip uninstall -y picamera2"),
    (ValueError("numpy.dtype size changed, may indicate binary incompatibility"), PI, "was not built for", "numpy"),
    (ImportError("numpy.core.multiarray failed to import"), PI, "was not built for", "install.sh again: it pins"),
    (AttributeError("module 'libcamera' has no attribute 'Orientation'"), PI, "newer than this", "Raspberry Pi OS 12 or 13"),
    (ImportError("cannot import name 'Orientation' from 'libcamera'"), PI, "newer than this system's", "full-upgrade"),
    (RuntimeError('could not load the Qt platform plugin "xcb"'), PI, "an OpenCV with windows", "uninstall -y opencv-python"),
    (OSError("libcap.so.2: cannot open"), PI, "picamera2 cannot be loaded (OSError: libcap.so.2", "--reinstall"),
])  # fmt: skip
def test_each_way_in_which_picamera2_does_not_load_has_its_remedy(error: Exception, here: Here, reason: str, hint: str) -> None:
    told = not_there(error, here)
    assert reason in told.reason
    assert hint in told.hint
    assert "\n" not in str(told)


def test_what_importing_it_raises_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ValueError("numpy.dtype size changed, may indicate binary incompatibility. Expected 96, got 88")

    monkeypatch.setattr(pi.importlib, "import_module", fail)
    with pytest.raises(CameraError, match=r"numpy that the system's .*Expected 96, got 88\); \S*pip uninstall -y numpy"):
        PiCamera("0", {})


@pytest.mark.parametrize(("mains", "steps"), [(50, 10_000), (60, 8_333.3)])
def test_exposures_are_whole_flickers_of_the_mains(mains: int, steps: float) -> None:
    for wanted in (9_000.0, 20_000.0, 31_000.0, 90_000.0):
        exposure, gain = light.exposure(80_000.0, wanted, mains)
        assert exposure / steps == pytest.approx(round(exposure / steps), abs=0.001)
        assert exposure * gain == pytest.approx(80_000.0)
