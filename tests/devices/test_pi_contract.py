"""What is called of picamera2 exists in the real one, with these arguments: its Python alone, on a stub of what only a Pi has.

It runs where picamera2 can be imported (pip install picamera2 needs libcap-dev), or with its folder on PYTHONPATH.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

SKIPPED = 77
CONTRACT = """
import sys
from unittest.mock import MagicMock
for name in ("libcamera", "libcamera.controls", "kms", "pykms"):
    sys.modules[name] = MagicMock()
try:
    import picamera2
except ImportError as error:
    print(error)
    sys.exit(77)

from inspect import isfunction, signature
camera = picamera2.Picamera2

def called(function, *positional, **named):
    signature(function).bind(*positional, **named)

called(camera.global_camera_info)
called(camera, 0)
called(camera.create_video_configuration, None, main={}, buffer_count=4, queue=False, sensor={}, controls={})
called(camera.configure, None, {})
called(camera.start, None, show_preview=False)
called(camera.set_controls, None, {})
called(camera.autofocus_cycle, None, wait=5.0)
called(camera.cancel_all_and_flush, None)
called(camera.captured_request, None, wait=3.0)
called(camera.stop, None)
called(camera.close, None)
called(picamera2.MappedArray, None, "main")
called(picamera2.CompletedRequest.get_metadata, None)
assert isinstance(picamera2.MappedArray.array, property)
assert isinstance(camera.camera_controls, property)
assert "camera_properties" in open(sys.modules["picamera2.picamera2"].__file__).read()
from picamera2.configuration import SensorConfiguration
assert "output_size" in SensorConfiguration._ALLOWED_FIELDS
print(signature(camera.captured_request))
"""


def test_the_real_picamera2_takes_what_it_is_given() -> None:
    tried = subprocess.run([sys.executable, "-c", CONTRACT], capture_output=True, text=True, check=False)
    if tried.returncode == SKIPPED:
        pytest.skip(f"picamera2 cannot be imported here: {tried.stdout.strip()}")
    assert tried.returncode == 0, tried.stderr
