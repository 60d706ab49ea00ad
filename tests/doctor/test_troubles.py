"""The messages that other programs give, each with a public report of that kind of failure, and what the doctor must say to it."""

from __future__ import annotations

import re

import pytest

from boardcam.doctor.troubles import TROUBLES, explained

REPORTED = [
    # the Pi's camera: its libraries
    ("raspberrypi/picamera2#1266", "ModuleNotFoundError: No module named 'libcamera'", "does not see the system's packages"),
    ("raspberrypi/picamera2#446", "ModuleNotFoundError: No module named 'picamera2'", "does not see the system's packages"),
    (
        "raspberrypi/picamera2#813",
        "ModuleNotFoundError: No module named 'libcamera._libcamera'",
        "does not see the system's packages",
    ),
    ("raspberrypi/picamera2#466", "ModuleNotFoundError: No module named 'pykms'", "does not see the system's packages"),
    (
        "raspberrypi/pylibcamera#1",
        "ImportError: libcamera.so.0.2: cannot open shared object file: No such file or directory",
        "do not fit each other",
    ),
    (
        "raspberrypi/picamera2#964",
        "ImportError: /usr/lib/python3/dist-packages/libcamera/_libcamera.cpython-311-aarch64-linux-gnu.so: undefined symbol: "
        "_ZN9libcamera8controls9AeLockedE",
        "do not fit each other",
    ),
    (
        "raspberrypi/picamera2#1211",
        "ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from "
        "PyObject",
        "numpy that the system's picamera2",
    ),
    (
        "raspberrypi/picamera2#116",
        "ValueError: numpy.ndarray size changed, may indicate binary incompatibility. Expected 48 from C header, got 40 from "
        "PyObject",
        "numpy that the system's picamera2",
    ),
    (
        "raspberrypi/picamera2#1088",
        "A module that was compiled using NumPy 1.x cannot be run in NumPy 2.0.1 as it may crash.",
        "numpy that the system's picamera2",
    ),
    ("opencv/opencv-python#1140", "AttributeError: _ARRAY_API not found", "numpy that the system's picamera2"),
    ("opencv/opencv-python#1140", "ImportError: numpy.core.multiarray failed to import", "numpy that the system's picamera2"),
    (
        "raspberrypi/picamera2#949",
        "ImportError: cannot import name 'Orientation' from 'libcamera' (/usr/lib/python3/dist-packages/libcamera/__init__.py)",
        "11 is too old",
    ),
    ("raspberrypi/picamera2#857", "AttributeError: module 'libcamera' has no attribute 'SensorConfiguration'", "11 is too old"),
    (
        "raspberrypi/picamera2#298",
        "AttributeError: type object 'libcamera._libcamera.ColorSpace' has no attribute 'Jpeg'",
        "11 is too old",
    ),
    ("raspberrypi/picamera2#294", "You need to install libcap development headers to build this module", "from apt only"),
    (
        "raspberrypi/picamera2#251",
        'qt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "/usr/local/lib/python3.9/dist-packages/cv2/qt/plugins" '
        "even though it was found.",
        "OpenCV with windows",
    ),
    ("raspberrypi/picamera2#410", "qt.qpa.xcb: could not connect to display", "OpenCV with windows"),
    (
        "opencv/opencv-python#370",
        "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
        "OpenCV with windows",
    ),
    (
        "raspberrypi/picamera2#837",
        "ModuleNotFoundError: No module named 'picamera2.formats'; 'picamera2' is not a package",
        "a file of yours",
    ),
    # the Pi's camera: itself
    (
        "raspberrypi/picamera2#952",
        "[0:05:43.417007419] [1582]  WARN V4L2 v4l2_videodevice.cpp:2007 /dev/video0[18:cap]: Dequeue timer of 1000000.00us has "
        "expired!",
        "stopped sending pictures",
    ),
    (
        "raspberrypi/linux#7153",
        "[0:05:44.308115388] [1582] ERROR RPI pipeline_base.cpp:1374 Camera frontend has timed out!",
        "stopped sending pictures",
    ),
    (
        "raspberrypi/picamera2#627",
        "[0:09:27.432893147] [1997]  INFO Camera camera.cpp:841 Pipeline handler in use by another process",
        "another program holds",
    ),
    ("raspberrypi/picamera2#1048", "RuntimeError: Failed to acquire camera: Device or resource busy", "another program holds"),
    ("raspberrypi/picamera2#587", "RuntimeError: camera.acquire() returned unexpected code: -16", "another program holds"),
    ("raspberrypi/picamera2#333", "RuntimeError: Camera __init__ sequence did not complete.", "another program holds"),
    ("raspberrypi/picamera2#399", "Camera __init__ sequence did not complete.", "another program holds"),
    ("raspberrypi/picamera2#1125", "OSError: [Errno 12] Cannot allocate memory", "no memory left"),
    ("raspberrypi/picamera2#154", "dmaHeap allocation failure for rpicam-apps0: Cannot allocate memory", "no memory left"),
    ("raspberrypi/picamera2#1130", "ERROR RPI dma_heaps.cpp:44 Could not open any dmaHeap device", "camera's memory"),
    ("swehner/foos#59", "IndexError: list index out of range: no cameras available", "sees no camera"),
    # webcams
    (
        "opencv/opencv#23415",
        "[ERROR:0@1.024] global obsensor_uvc_stream_channel.cpp:156 getStreamChannelGroup Camera index out of range",
        "by number",
    ),
    (
        "opencv/opencv#16185",
        "[ WARN:0] global cap_v4l.cpp (893) open VIDEOIO(V4L2:/dev/video1): can't open camera by index",
        "by number",
    ),
    ("swehner/foos#59", "[Errno 13] Permission denied: '/dev/video0'", "may not open the camera"),
    ("raspberrypi/picamera2#1048", "ioctl(VIDIOC_REQBUFS): Device or resource busy", "another program holds the device"),
    # pins
    ("gpiozero/gpiozero#1229", "RuntimeError: Cannot determine SOC peripheral base address", "does not work on a Pi 5"),
    ("gpiozero/gpiozero#1172", "PinFactoryFallback: Falling back from lgpio: No module named 'lgpio'", "library for the pins"),
    ("gpiozero/gpiozero#572", "gpiozero.exc.BadPinFactory: Unable to load any default pin factory!", "library for the pins"),
    ("gpiozero/gpiozero#1166", "lgpio.error: 'can not open gpiochip'", "its number has changed"),
    (
        "gpiozero/gpiozero#1166",
        "unable to open /dev/gpiomem or /dev/mem; upgrade your kernel or run as root",
        "its number has changed",
    ),
    ("joan2937/lg#43", "AttributeError: module 'lgpio' has no attribute 'gpiochip_open'", "empty one of PyPI"),
    ("joan2937/lg#22", "FileNotFoundError: [Errno 2] No such file or directory: '.lgd-nfy-3'", "folder that it may write to"),
    ("gpiozero/gpiozero#1106", "xCreatePipe: Can't set permissions (436) for //.lgd-nfy0", "folder that it may write to"),
    ("gpiozero/gpiozero#1087", "gpiozero.exc.GPIOPinInUse: pin GPIO17 is already in use by <gpiozero.LED object>", "uses this pin"),
    ("reef-pi/reef-pi#1316", "lgpio.error: 'GPIO busy'", "uses this pin"),
    # displays and strips
    ("rm-hull/luma.examples#178", "error: I2C device not found on address: 0x3C", "no display answers"),
    ("pikvm/pikvm#1100", "OSError: [Errno 121] Remote I/O error", "no display answers"),
    ("rm-hull/luma.oled#256", "IOError: [Errno 6] No such device or address", "no display answers"),
    ("rm-hull/luma.oled#391", "FileNotFoundError: [Errno 2] No such file or directory: '/dev/i2c-1'", "I2C bus is off"),
    ("rm-hull/luma.core#268", "luma.core.error.DeviceNotFoundError: SPI device not found", "SPI bus is off"),
    ("rm-hull/luma.core#303", "PermissionError: [Errno 13] Permission denied: '/dev/spidev0.0'", "SPI bus is off"),
    (
        "jgarff/rpi_ws281x#528",
        "RuntimeError: ws2811_init failed with code -3 (Hardware revision is not supported)",
        "does not work on a Pi 5",
    ),
    ("jgarff/rpi_ws281x#326", "Can't open /dev/mem: Permission denied", "needs root"),
    # networks
    ("microsoft/onnxruntime#23957", "Illegal instruction", "another processor"),
    ("microsoft/onnxruntime#24112", "[1]    9408 illegal hardware instruction  python3", "another processor"),
    (
        "microsoft/onnxruntime#15909",
        "ERROR: Could not find a version that satisfies the requirement onnxruntime>=1.17 (from versions: none)",
        "32-bit one",
    ),
    (
        "microsoft/onnxruntime#26300",
        "[W:onnxruntime:Default, device_discovery.cc:164 DiscoverDevicesForPlatform] GPU device discovery failed",
        "does no harm",
    ),
    ("blakeblackshear/frigate#261", "Fatal Python error: Bus error", "shared memory is full"),
    ("blakeblackshear/frigate#949", "Bus error (core dumped)", "shared memory is full"),
    ("blakeblackshear/frigate#3457", "OSError: [Errno 28] No space left on device", "card is full"),
    ("piwheels/packages#627", "ImportError: /lib/libc.so.6: version `GLIBC_2.38' not found", "newer system"),
    # the disk and the records
    ("aaronwmorris/indi-allsky#1534", "sqlite3.DatabaseError: database disk image is malformed", "journal was damaged"),
    ("raspberrypi/firmware#397", "OSError: [Errno 30] Read-only file system: 'journal.sqlite'", "only be read"),
    ("rfmoz/tuptime#89", "sqlite3.OperationalError: disk I/O error", "card fails"),
    ("the kernel", "mmc0: blk_update_request: I/O error, dev mmcblk0, sector 1234: I/O error", "card fails"),
    # power and memory
    ("the kernel", "hwmon hwmon1: Undervoltage detected!", "power supply"),
    ("the kernel", "Under-voltage detected! (0x00050005)", "power supply"),
    ("g++", "g++: fatal error: Killed signal terminated program cc1plus", "compiler ran out of memory"),
    ("the kernel", "Out of memory: Killed process 812 (python) total-vm:2097152kB", "memory was full"),
    ("systemd", "boardcam.service: A process of this unit has been killed by the OOM killer.", "memory was full"),
    # installing and the service
    ("pip", "Failed to establish a new connection: [Errno -3] Temporary failure in name resolution'", "network was not there"),
    (
        "apt",
        "W: Failed to fetch http://deb.debian.org/debian/InRelease  Temporary failure resolving 'deb.debian.org'",
        "network was",
    ),
    (
        "pip",
        "pip._vendor.urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='…', port=443): Read timed out.",
        "network was",
    ),
    ("apt", "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1234 (apt-get)", "installs something"),
    ("apt", "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.", "broken off"),
    ("apt", "E: Unable to fetch some archives, maybe run apt-get update or try with --fix-missing?", "list of packages is old"),
    ("systemd", "Failed to restart boardcam.service: Unit boardcam.service not found.", "not installed"),
    ("DIY-Machines/SmartChess#12", "error: externally-managed-environment", "own Python to itself"),
    ("swehner/foos#59", "boardcam.service: Main process exited, code=exited, status=216/GROUP", "groups is missing"),
    ("LarsG21/Darts_Project#6", "boardcam.service: Main process exited, code=exited, status=203/EXEC", "is not there"),
    ("LarsG21/Darts_Project#6", "boardcam.service: Watchdog timeout (limit 30s)!", "hung"),
    (
        "LarsG21/Darts_Project#6",
        "boardcam: the camera has not answered for 16 s; unless it does, boardcam is started again and goes on from its journal",
        "hung",
    ),
    (
        "LarsG21/Darts_Project#6",
        "[Errno 98] error while attempting to bind on address ('0.0.0.0', 8080): address already in use",
        "page's port",
    ),
    ("geeekpi/absminitowerkit#18", "aplay: main:831: audio open error: No such file or directory", "loudspeaker"),
]


@pytest.mark.parametrize(("where", "message", "meaning"), REPORTED, ids=[f"{where} {n}" for n, (where, *_) in enumerate(REPORTED)])
def test_what_was_reported_is_explained(where: str, message: str, meaning: str) -> None:
    trouble = explained(message)
    assert trouble is not None, message
    assert meaning in trouble.what
    assert trouble.remedy


def test_every_row_has_a_message() -> None:
    met = {explained(message) for _, message, _ in REPORTED}
    assert [row.pattern for row in TROUBLES if row not in met] == []


@pytest.mark.parametrize(
    "message",
    ["", "boardcam: watching v4l:/dev/video0", "12.4 Ann 31: 8/5 6/5", "illegal: 24/18 is blocked", "the camera is back",
     "Uvicorn running on http://0.0.0.0:8080", "ModuleNotFoundError: No module named 'requests'"],
)  # fmt: skip
def test_nothing_is_made_of_what_is_no_trouble(message: str) -> None:
    assert explained(message) is None


def test_remedies_are_one_sentence_in_plain_words() -> None:
    for row in TROUBLES:
        assert not re.search(r"\n|\.$", row.what + row.remedy)
        assert len(row.what) < 140
        assert len(row.remedy) < 230
