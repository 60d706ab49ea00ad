"""What other programs say when they fail, what that means, and what to do about it: a table, read from the top.

Each row was met by people who ran cameras, lights and displays on a Raspberry Pi; the messages themselves are in the tests, with
public reports of them. Those of the Pi's camera are the ones that a match knows too (`devices.trouble`). The doctor speaks English
only: what it finds are words of other programs and commands to be typed, for whoever installs, and it travels with reports of bugs.
"""

from __future__ import annotations

from boardcam.devices import trouble
from boardcam.devices.trouble import PIP, Trouble

__all__ = ["TROUBLES", "Trouble", "explained"]

AGAIN = "run install.sh again"
SYSTEM = "boardcam must run in an environment that the system's own Python made: " + AGAIN + "; it makes /opt/boardcam so"

TROUBLES: tuple[Trouble, ...] = (
    # --- the Pi's camera: its libraries, and itself
    *trouble.LIBRARY,
    *trouble.OPENING,
    # --- webcams
    Trouble(
        r"/dev/(video|media)\d*\S* .*Device or resource busy|VIDIOC_\w+.*(busy|EBUSY)|Device or resource busy",
        "another program holds the device", "end it: sudo fuser -v /dev/video* /dev/media* names it",
    ),
    Trouble(
        r"Permission denied:? '?/dev/(video|media|v4l)|/dev/(video|media)\S*:? Permission denied|open VIDEO device .* Permission",
        "this user may not open the camera", "sudo usermod -aG video USER, and log in anew; for the service: " + AGAIN,
    ),
    Trouble(
        r"can't open camera by index|obsensor|VIDEOIO.*(can't be used to capture|backend is generally available)",
        "a camera was asked for by number, and numbers change",
        "name it by its lasting path: v4l:/dev/v4l/by-id/…; boardcam doctor lists them",
    ),
    # --- pins
    Trouble(
        r"Cannot determine SOC peripheral base address|Failed to add edge detection|GPIO method .* not supported",
        "the old GPIO library (RPi.GPIO) was taken, which does not work on a Pi 5",
        "sudo apt-get install -y python3-lgpio python3-rpi-lgpio, " + PIP + "RPi.GPIO gpiozero, then " + AGAIN,
    ),
    Trouble(
        r"has no attribute 'gpiochip_open'|lgpio.*0\.0\.0\.2",
        "this lgpio is the empty one of PyPI", PIP + "lgpio; sudo apt-get install -y python3-lgpio",
    ),
    Trouble(
        r"Falling back from|Unable to load any default pin factory|No module named '?(lgpio|RPi|pigpio|spidev)\b",
        "the library for the pins is missing; the warnings about other ones mean nothing",
        "sudo apt-get install -y python3-lgpio python3-spidev, and " + SYSTEM,
    ),
    Trouble(
        r"\.lgd-nfy|xCreatePipe|Can't set permissions \(\d+\) for .*lgd",
        "lgpio needs a folder that it may write to", "set LG_WD to one, as the service does (LG_WD=/run/boardcam)",
    ),
    Trouble(
        r"can ?not open gpiochip|gpiochip\d+.*(No such file|Permission denied)|No access to /dev/mem|unable to open /dev/gpiomem",
        "the pins' chip cannot be opened: its number has changed with the kernel, or this user is not in the group gpio",
        "leave chip out of table.toml, so that it is found by its name; sudo usermod -aG gpio USER; for the service: " + AGAIN,
    ),
    Trouble(
        r"GPIO busy|GPIOPinInUse|pin \S+ is already in use",
        "another program, or another part of table.toml, uses this pin",
        "end the other program (gpioinfo names it), or take another pin",
    ),
    # --- displays and strips
    Trouble(
        r"I2C device not found on address|Remote I/O error|\[Errno (121|6|5)\]|Error accessing 0x",
        "no display answers at this address of this I2C bus",
        "look with i2cdetect -y 1: if it shows another address, set that in table.toml; if none, check power, ground, SDA "
        "and SCL, then look at the other buses",
    ),
    Trouble(
        r"/dev/i2c-\d+|I2C bus not found|i2c.*not enabled", "the I2C bus is off, or this user may not use it",
        "sudo raspi-config nonint do_i2c 0; sudo usermod -aG i2c USER; for the service: " + AGAIN,
    ),
    Trouble(
        r"SPI device not found|/dev/spidev|spidev\d+\.\d+", "the SPI bus is off, or this user may not use it",
        "sudo raspi-config nonint do_spi 0; sudo usermod -aG spi USER; for the service: " + AGAIN,
    ),
    Trouble(
        r"ws2811_init failed|Can't open /dev/mem|rpi_ws281x|NeoPixel.*not supported",
        "a WS2812 strip (NeoPixel) needs root and does not work on a Pi 5",
        "use an APA102 or SK9822 strip on SPI: [strip] in table.toml",
    ),
    # --- networks
    Trouble(
        r"Illegal instruction|illegal hardware instruction|SIGILL",
        "this onnxruntime was built for another processor, as 1.21.0 was on the Pi 4",
        PIP + "onnxruntime, then " + AGAIN + "; without it OpenCV runs the networks, more slowly",
    ),
    Trouble(
        r"(No matching distribution found|Could not find a version that satisfies the requirement)[^\n]*(onnxruntime|opencv|numpy)",
        "there is no such package for this system: it is a 32-bit one, or its Python is too new",
        "write the 64-bit Raspberry Pi OS 12 or 13 to the card, and use its own Python",
    ),
    Trouble(
        r"GPU device discovery failed|device_discovery\.cc",
        "onnxruntime looks for a graphics card and finds none, which does no harm",
        "nothing is to be done",
    ),
    Trouble(
        r"Bus error|SIGBUS|insufficient shared memory", "the shared memory is full, through which pictures travel",
        "make room in /dev/shm (df -h /dev/shm), or start the Pi again",
    ),
    Trouble(
        r"GLIBC_[\d.]+' not found|is not a supported wheel on this platform",
        "a package was made for a newer system", "write Raspberry Pi OS 12 or 13 to the card, then " + AGAIN,
    ),
    # --- the disk and the records
    Trouble(
        r"No space left on device|database or disk is full|Disk quota exceeded", "the card is full",
        "make room: boardcam matches remove takes out old matches, and sudo apt-get clean helps",
    ),
    Trouble(
        r"disk I/O error|mmcblk\S*.*(I/O error|error -\d+)", "the card fails",
        "copy the matches off it at once (/var/lib/boardcam), and use a new card",
    ),
    Trouble(
        r"database disk image is malformed|file is not a database", "a journal was damaged, as by a power cut",
        "boardcam salvage JOURNAL --out DIR reads what is left; a running match goes on by itself in a new one",
    ),
    Trouble(
        r"Read-only file system", "the card can only be read: it is worn out, or its overlay is on",
        "sudo raspi-config nonint do_overlayfs 1; if that is not it, use a new card",
    ),
    # --- power and memory
    Trouble(
        r"under-?voltage", "the power supply is too weak", "use the official one (Pi 5: 5 V, 5 A), on its own cable",
    ),
    Trouble(
        r"cc1plus|fatal error: Killed signal", "the compiler ran out of memory",
        "close other programs, or start the Pi again, then " + AGAIN + "; without Open Sage hints come from boardcam's own network",
    ),
    Trouble(
        r"Out of memory: Killed|OOM killer|oom-kill|status=9/KILL.*oom", "the memory was full, and the system ended a program",
        "end other programs on the Pi (a desktop, a browser), or use one with more memory; a match goes on by itself",
    ),
    # --- installing and the service
    Trouble(
        r"Temporary failure in name resolution|Temporary failure resolving|Network is unreachable|Read timed out|ConnectTimeout|"
        r"NewConnectionError|Could not connect to",
        "the network was not there", "connect the Pi to it, then " + AGAIN + ": it goes on where it stopped",
    ),
    Trouble(
        r"Could not get lock /var/lib/(dpkg|apt)", "another program installs something just now, as a new Pi does for some minutes",
        "wait until it is done, then " + AGAIN,
    ),
    Trouble(
        r"dpkg was interrupted", "an installation was broken off", "sudo dpkg --configure -a, then " + AGAIN,
    ),
    Trouble(
        r"Unable to fetch some archives|404 +Not Found.*\.deb", "the list of packages is old",
        "sudo apt-get update, then " + AGAIN,
    ),
    Trouble(
        r"Unit boardcam\.service (not found|could not be found)|boardcam\.service: .*not found",
        "the service is not installed", "sudo ./install.sh, in the folder that boardcam was cloned into",
    ),
    Trouble(
        r"externally-managed-environment", "Debian keeps its own Python to itself", AGAIN + ": it makes an environment of its own",
    ),
    Trouble(
        r"216/GROUP|217/USER|Failed to determine (supplementary groups|user credentials)",
        "the service's user or one of its groups is missing",
        "sudo systemd-sysusers /usr/lib/sysusers.d/boardcam.conf, or " + AGAIN,
    ),
    Trouble(r"203/EXEC|226/NAMESPACE", "the program of the service is not there", AGAIN),
    Trouble(
        r"Watchdog timeout|has not answered for \d+ s",
        "a part of boardcam hung and the whole was started again; the match has gone on",
        "if it happens again, send boardcam report: the lines before it name the part",
    ),
    Trouble(
        r"address already in use|Errno 98", "another program has the page's port", "set another port under [page] in table.toml",
    ),
    Trouble(
        r"audio open error|cannot find card|ALSA lib|aplay: main", "there is no loudspeaker, or this user may not use it",
        "connect one (aplay -l lists them); sudo usermod -aG audio USER; for the service: " + AGAIN,
    ),
)  # fmt: skip


def explained(text: str) -> Trouble | None:
    """The first trouble of the table that a message speaks of; None for a message that nobody has met yet."""
    return trouble.explained(text, TROUBLES)
