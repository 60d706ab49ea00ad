"""The Pi's own camera, through picamera2: one full-field mode, pictures at working size, everything locked once it has settled.

Exposure, gain, colours and focus settle on what lies there, then hold, so that a hand or a light beside the board changes nothing
that is seen of it; what they came to is read back from the pictures themselves. The mode is never switched: each switch costs
memory that only a restart gives back.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from boardcam.devices import light
from boardcam.devices.camera import CameraError
from boardcam.devices.feed import RATE, SIZE, Fixed, Shot
from boardcam.devices.trouble import RIBBON, here, not_opened, not_there
from boardcam.rules.sentence import Sentence, sentence

MODES: Mapping[str, tuple[int, int]] = {
    "imx219": (1640, 1232),
    "imx296": (1456, 1088),
    "imx477": (2028, 1520),
    "imx500": (2028, 1520),
    "imx708": (2304, 1296),
    "ov5647": (1296, 972),
}
"""The mode of each sensor that sees the whole field with the fewest pixels, of those with enough of them."""
BUFFERS = 4
"""More do not fit into the memory that small Pis keep for pictures."""
FRAME = 1_000_000 // RATE
"""µs from picture to picture."""
WAIT = 3.0
"""Seconds for one picture."""
FOCUSING, SETTLING = 5.0, 5.0
"""Seconds that focusing, and exposure with white balance, may take."""
ALIKE = 10
"""Pictures in a row that look alike: it has settled."""
HELD = 3
"""Pictures in a row that show what was asked for: it holds. One may do so by chance."""
SOON = 20
"""Pictures after which what was asked for must show in them."""
LOOSE: Mapping[str, float] = {"ExposureTime": 0.02, "AnalogueGain": 0.05, "ColourGains": 0.03, "LensPosition": 0.05}
"""How far, in parts, what a picture was taken with may be from what was asked for: sensors count in rows and steps."""
NAMES = {
    "ExposureTime": sentence("exposure (µs)"), "AnalogueGain": sentence("gain"), "ColourGains": sentence("colour gains"),
    "LensPosition": sentence("focus"),
}  # fmt: skip

Metadata = Mapping[str, Any]


class PiCamera:
    """A camera on the Pi's ribbon cable; see `feed.Feed`. `library` = picamera2."""

    def __init__(self, number: str, fixed: Fixed, library: Any = None, clock: Callable[[], float] = time.monotonic,
                 mains: int = 50) -> None:  # fmt: skip
        self._clock, self._mains = clock, mains
        self._library = _library() if library is None else library
        self._camera = _opened(self._library, number)
        self._warnings: list[Sentence] = []
        fixed = {name: tuple(value) if isinstance(value, list) else value for name, value in fixed.items()}  # JSON knows no tuples
        model = str(self._camera.camera_properties.get("Model", "unknown"))
        mode = next((size for name, size in MODES.items() if model.startswith(name)), None)
        try:
            self._start(working(mode or SIZE), mode, fixed)
        except TimeoutError as error:
            raise _silent() from error
        except (RuntimeError, ValueError, OSError) as error:
            raise not_opened(error) from error
        self.fixed = fixed or self._settled()
        if not fixed:
            self._camera.set_controls(self.fixed)
        metadata = self._held()
        self.mode = f"{model} {'x'.join(map(str, mode or ('own',)))} crop {','.join(map(str, metadata.get('ScalerCrop', ())))}"

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        return tuple(self._warnings)

    def pictures(self) -> Iterator[Shot | None]:
        while True:
            try:
                with self._camera.captured_request(wait=WAIT) as request:
                    taken = self._taken(request.get_metadata())
                    with self._library.MappedArray(request, "main") as main:
                        yield Shot(main.array, taken)
            except TimeoutError as error:
                raise _silent() from error

    def close(self) -> None:
        self._camera.stop()
        self._camera.close()

    def _start(self, size: tuple[int, int], mode: tuple[int, int] | None, fixed: Fixed) -> None:
        # picamera2 calls "RGB888" what lies in memory as B, G, R.
        configuration = self._camera.create_video_configuration(
            main={"size": size, "format": "RGB888"}, buffer_count=BUFFERS, queue=False,
            sensor={"output_size": mode} if mode else {}, controls={"FrameDurationLimits": (FRAME, FRAME), **fixed},
        )  # fmt: skip
        self._camera.configure(configuration)
        self._camera.start(show_preview=False)

    def _settled(self) -> dict[str, Any]:
        """Lets focus, exposure and colours settle; the controls that hold them there."""
        if "AfMode" in self._camera.camera_controls:
            self._focus()
        metadata = self._calm()
        total = metadata["ExposureTime"] * metadata["AnalogueGain"]
        exposure, gain = light.exposure(total, metadata["ExposureTime"], self._mains)
        wanted = {
            "AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain,
            "AwbEnable": False, "ColourGains": metadata.get("ColourGains"),
            "AfMode": 0, "LensPosition": metadata.get("LensPosition"),
        }  # fmt: skip
        known = self._camera.camera_controls
        return {name: value for name, value in wanted.items() if name in known and value is not None}

    def _focus(self) -> None:
        """One cycle of autofocus on what lies there."""
        try:
            if self._camera.autofocus_cycle(wait=FOCUSING):
                return
        except TimeoutError:
            self._camera.cancel_all_and_flush()
        self._warnings.append(
            sentence("autofocus found nothing sharp: focus stays where it ended; put the board under the camera, start again")
        )

    def _calm(self) -> Metadata:
        """What a picture was taken with once exposure and colours stand still, or when time is up."""
        ends, last = self._clock() + SETTLING, list[Metadata]()
        while self._clock() < ends:
            last = [*last[1 - ALIKE :], self._metadata()]
            if len(last) == ALIKE and all(_near(_brightness(one), _brightness(last[-1]), 0.03) for one in last):
                return last[-1]
        self._warnings.append(
            sentence("exposure did not settle in {n} s and is locked as it was: is the light steady?", n=round(SETTLING))
        )
        return last[-1] if last else self._metadata()

    def _held(self) -> Metadata:
        """What a picture is taken with once it shows what was asked for; warns of what does not hold."""
        asked, good = {name: self.fixed[name] for name in LOOSE if name in self.fixed}, 0
        for _ in range(SOON):
            metadata = self._metadata()
            off = [name for name in asked if not _near(metadata.get(name), asked[name], LOOSE[name])]
            good = 0 if off else good + 1
            if good == HELD:
                return metadata
        self._warnings += [
            sentence(
                "its {what} does not hold: {asked} was asked for, it is {held}",
                what=NAMES[name],
                asked=_told(asked[name]),
                held=_told(metadata.get(name)),
            )
            for name in off
        ]
        return metadata

    def _metadata(self) -> Metadata:
        try:
            with self._camera.captured_request(wait=WAIT) as request:
                return dict(request.get_metadata())
        except TimeoutError as error:
            raise _silent() from error

    def _taken(self, metadata: Metadata) -> float:
        """When the sensor took it, by the monotonic clock; its own also counts while the computer sleeps."""
        asleep = time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        stamp = metadata.get("SensorTimestamp")
        return self._clock() if stamp is None else (stamp - asleep) / 1e9


def working(mode: tuple[int, int]) -> tuple[int, int]:
    """The size of the pictures: as wide as is asked for, and as high as shows the whole field of a sensor mode."""
    return SIZE[0], round(SIZE[0] * mode[1] / mode[0] / 2) * 2


def _library() -> Any:
    try:
        return importlib.import_module("picamera2")
    except Exception as error:  # a binary that does not fit raises anything, even ValueError
        raise not_there(error, here()) from error


def _opened(library: Any, number: str) -> Any:
    try:
        found = library.Picamera2.global_camera_info()
        models = {str(info["Num"]): str(info["Model"]) for info in found}
        if number not in models:
            none, other = sentence("no camera is connected to the Pi"), sentence("there is no {source}", source=f"pi:{number}")
            raise CameraError(other if models else none, _others(models))
        return library.Picamera2(int(number))
    except (RuntimeError, ValueError, OSError, IndexError) as error:
        raise not_opened(error) from error


def _others(models: Mapping[str, str]) -> Sentence:
    if models:
        cameras = tuple(f"pi:{number} ({model})" for number, model in models.items())
        return sentence("these are here: {cameras}", cameras=cameras)
    return RIBBON.then(sentence("{command} must list it", command="rpicam-hello --list-cameras"))


def _silent() -> CameraError:
    return CameraError(sentence("no picture for {n} s", n=round(WAIT)), RIBBON)


def _brightness(metadata: Metadata) -> tuple[float, ...]:
    return (metadata["ExposureTime"] * metadata["AnalogueGain"], *metadata.get("ColourGains", ()))


def _near(one: Any, other: Any, parts: float) -> bool:
    """Whether two numbers, or two rows of them, differ by no more than so many parts; small ones by no more than that."""
    if one is None:
        return False
    pairs = zip(one, other, strict=True) if isinstance(one, tuple | list) else [(one, other)]
    return all(abs(a - b) <= parts * max(1.0, abs(b)) for a, b in pairs)


def _told(value: Any) -> str:
    return ", ".join(f"{v:g}" for v in value) if isinstance(value, tuple | list) else "unknown" if value is None else f"{value:g}"
