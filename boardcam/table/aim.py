"""Where the camera is aimed: its newest picture and where the board is taken to lie in it, for people to look at; and what they
say of that, for the eyes.

The loop puts pictures in and takes wishes out, which costs it microseconds; all else runs in the thread of whoever asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from boardcam.rules.sentence import Sentence, marked
from boardcam.table.scene import speaking
from boardcam.vision import calibration as file
from boardcam.vision import checkers, lighting, limit, locate, opening, overlay
from boardcam.vision.calibration import BadCalibration, Calibration
from boardcam.vision.rectify import rectify

if TYPE_CHECKING:
    from boardcam.vision.networks import Image, Networks

FILE = "calibration.toml"
WIDE = 1280
"""px of the longer side of a picture for the page."""
Wish = Calibration | Literal["search"]
"""Where the board lies, as somebody has shown; or that it is to be searched anew."""


class Aim:
    """The camera of one table."""

    def __init__(self, folder: Path) -> None:
        """What a person has set is kept in `folder`, to be given to a later match by --calibration."""
        self.file = folder / FILE
        self._networks: Networks | None = None
        self._newest: tuple[Image, Calibration | None] | None = None
        self._why: Sentence | None = None
        self._wish: Wish | None = None

    # --- the loop's side -----------------------------------------------------------------------------------------------------

    def opened(self, networks: Networks) -> None:
        """A camera begins to give pictures, for eyes with these networks."""
        self._networks, self._newest, self._wish = networks, None, None

    def closed(self) -> None:
        self._networks = self._newest = self._wish = None

    def seen(self, image: Image, calibration: Calibration | None, why: Sentence | None = None) -> None:
        """The newest picture, and where the board lies in it; None = that is being searched, and was not found for a reason."""
        self._newest, self._why = (image, calibration), why

    def wish(self) -> Wish | None:
        """What somebody wants, once."""
        wish, self._wish = self._wish, None
        return wish

    # --- the page's side; LookupError = there is no picture, ValueError = what is wrong ------------------------------------------

    def told(self, code: str = "en") -> Mapping[str, Any]:
        """Where the board is taken to lie, or in the language of a code why none is found."""
        image, calibration = self._picture()
        found = None if calibration is None else _told(calibration)
        why = speaking(code, None).say(self._why) if found is None and self._why else None
        kept = str(self.file) if self.file.exists() else None
        return {"size": [image.shape[1], image.shape[0]], "board": found, "why": why, "file": kept}

    def picture(self) -> bytes:
        """The newest picture as a JPEG, with nothing drawn on it."""
        import cv2

        image, _ = self._picture()
        factor = min(1.0, WIDE / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1.0 else image
        return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])

    def tried(self, shown: Mapping[str, Any], code: str) -> Mapping[str, Any]:
        """How well a calibration fits: for each corner the distance to where the network sees it, in % of the board's width; the
        light, in the language of a code; and the points that do not read as in the starting position."""
        image, calibration = self._picture()
        placed, networks = self._read(shown, image, calibration), self._networks
        if networks is None:
            raise LookupError(marked("the camera is off: it is on while a match is watched"))
        counts, _ = checkers.read(rectify(image, placed), placed, networks)
        trial = opening.trial(counts)
        return {
            "fit": [round(float(error), 1) for error in locate.misfit(image, placed, networks)],
            "light": [speaking(code, None).say(told) for told in lighting.advice(lighting.lighting([image], placed))],
            "otherwise": [{"place": one.place, "want": one.want, "got": one.got} for one in trial.otherwise],
            "points": overlay.points(placed),
        }

    def place(self, shown: Mapping[str, Any], code: str = "en") -> Mapping[str, Any] | None:
        """The eyes go by this from the next picture on; it is kept as a file too. What lies far from where the eyes see the board
        is refused, in the language of a code, unless it is to be so `anyway`."""
        image, calibration = self._picture()
        placed = self._read(shown, image, calibration)
        if shown.get("anyway") is not True and (far := self._refusal(image, placed)):
            return {"good": False, "said": [speaking(code, None).say(far)], "far": True}
        file.save(placed, self.file)
        self._wish = placed
        return None

    def _refusal(self, image: Image, placed: Calibration) -> Sentence | None:
        """Why the eyes should not go by it; without networks nobody knows."""
        if self._networks is None or "corners" not in self._networks:
            return None
        return limit.refusal(locate.misfit(image, placed, self._networks).tolist())

    def search(self) -> None:
        """The eyes look for the board anew."""
        self._picture()
        self._wish = "search"

    def _picture(self) -> tuple[Image, Calibration | None]:
        if self._newest is None:
            raise LookupError(marked("the camera is off: it is on while a match is watched"))
        return self._newest

    def _read(self, shown: Mapping[str, Any], image: Image, calibration: Calibration | None) -> Calibration:
        """What the page shows, as a calibration. Raises ValueError."""
        size = image.shape[1], image.shape[0]
        try:
            tl, tr, br, bl = ((float(x), float(y)) for x, y in shown["corners"])
            usual = calibration or Calibration(size, (tl, tr, br, bl))
            bar, depth = float(shown.get("bar", usual.bar)), float(shown.get("depth", usual.depth))
            return replace(usual, corners=(tl, tr, br, bl), bar=bar, depth=depth)
        except BadCalibration:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(
                marked("a calibration has four corners, px from top left clockwise, and may have bar and depth")
            ) from error


def _told(calibration: Calibration) -> dict[str, Any]:
    return {
        "corners": [[round(x, 1), round(y, 1)] for x, y in calibration.corners],
        "bar": round(calibration.bar, 3), "depth": round(calibration.depth, 2),
        "points": overlay.points(calibration),
    }  # fmt: skip
