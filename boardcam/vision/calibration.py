"""Where the board lies in the picture: four corners and the bar's width, and with them the way between pixels and board units.

A plane seen through a pinhole: corners fix the homography, whatever the camera. What corners cannot tell, they do not claim:
`depth` (pitches from base line to base line) is estimated where the board was found, or measured by a person; across the board a
pitch is always exact. The file form is TOML, to be read and nudged by a person.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from boardcam.geometry import Board
from boardcam.rules.sentence import sentence

Points = npt.NDArray[np.float64]
"""(n, 2): x, y."""
Corner = tuple[float, float]

CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")


class BadCalibration(ValueError):
    """A calibration that cannot be used; the message says what is wrong with which field, and where."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """One board in one camera mode."""

    size: tuple[int, int]
    """(width, height) of the picture, px."""
    corners: tuple[Corner, Corner, Corner, Corner]
    """TL, TR, BR, BL of the playing surface (24 points and the bar), px, clockwise in the picture; the points' rows are top and
    bottom. May lie outside the picture."""
    bar: float = 1.2
    """Width of the bar in pitches; 0 = the halves touch."""
    depth: float = 11.0
    """From the base line of the top points to that of the bottom points, in pitches."""
    mode: str = ""
    """How the camera took the picture: sensor, mode and crop, where it tells them; "" = not told."""

    def __post_init__(self) -> None:
        if fault := _fault(self):
            raise BadCalibration(fault)

    @property
    def board(self) -> Board:
        """The board's proportions."""
        return Board(bar=self.bar, depth=self.depth)

    @property
    def homography(self) -> npt.NDArray[np.float64]:
        """3x3, board units → px."""
        w, d = self.board.width, self.depth
        surface = np.array([[0, 0], [w, 0], [w, d], [0, d]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(surface, np.array(self.corners, np.float32)), np.float64)

    def to_pixels(self, xy: npt.ArrayLike) -> Points:
        """Points on the surface (n, 2) in pitches → px."""
        return transform(self.homography, xy)

    def to_board(self, px: npt.ArrayLike) -> Points:
        """Points of the picture (n, 2) in px → pitches, as if they lay on the surface."""
        return transform(inverse(self.homography), px)

    def scaled(self, size: tuple[int, int]) -> Calibration:
        """The same board in the same picture at another size."""
        fx, fy = size[0] / self.size[0], size[1] / self.size[1]
        tl, tr, br, bl = (((x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5) for x, y in self.corners)
        return replace(self, size=size, corners=(tl, tr, br, bl))

    def nudged(self, corner: str, right: float, down: float) -> Calibration:
        """One corner, a name of CORNERS, moved by so many px."""
        moved = [(x + right, y + down) if name == corner else (x, y) for name, (x, y) in zip(CORNERS, self.corners, strict=True)]
        tl, tr, br, bl = moved
        return replace(self, corners=(tl, tr, br, bl))

    def half_turned(self) -> Calibration:
        """The same board, its other row of points called the top one."""
        tl, tr, br, bl = self.corners
        return replace(self, corners=(br, bl, tl, tr))

    def check(self, size: tuple[int, int], mode: str = "") -> None:
        """Refuse pictures of another camera mode, as far as both are told. Raises BadCalibration."""
        if size != self.size:
            own, other = ("x".join(map(str, one)) for one in (self.size, size))
            why = sentence("this calibration is for pictures of {own}, the camera gives {other}", own=own, other=other)
            raise BadCalibration(sentence("{why}: calibrate again in this mode, or set the camera back", why=why))
        if mode and self.mode and mode != self.mode:
            why = sentence("this calibration is for the camera mode {own}, the camera is in {other}", own=self.mode, other=mode)
            raise BadCalibration(sentence("{why}: calibrate again in this mode, or set the camera back", why=why))


def transform(matrix: npt.NDArray[np.float64], xy: npt.ArrayLike) -> Points:
    """Points (n, 2) through a 3x3 homography."""
    points = np.asarray(xy, np.float64).reshape(-1, 2)
    mapped = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def inverse(matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The way back."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def load(path: Path) -> Calibration:
    """Read a calibration file. Raises BadCalibration naming file and field."""
    try:
        return parse(path.read_text("utf-8"))
    except OSError as error:
        raise BadCalibration(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BadCalibration(f"{path}: is no TOML file ({error})") from error
    except BadCalibration as error:
        raise BadCalibration(f"{path}: {error}") from error


def parse(text: str) -> Calibration:
    """The calibration of a file's text. Raises BadCalibration naming the field."""
    try:
        return _parsed(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadCalibration(f"is no TOML file ({error})") from error


def save(calibration: Calibration, path: Path) -> None:
    """Write the file form; `load` gives the same calibration back to a hundredth of a pixel. Never half a file."""
    draft = path.with_name(f".{path.name}.partial")
    draft.write_text(text(calibration), "utf-8")
    draft.replace(path)


def text(calibration: Calibration) -> str:
    """The file form: TOML."""
    corners = (f"{name} = [{x:.2f}, {y:.2f}]" for name, (x, y) in zip(CORNERS, calibration.corners, strict=True))
    return "\n".join(
        [
            "# Where the board lies in the camera's picture. Lengths in pitches (one pitch = from point to point).",
            f"size = [{calibration.size[0]}, {calibration.size[1]}]  # width, height of the picture, px",
            f"bar = {calibration.bar:.4f}  # width of the bar; 0 = the halves touch",
            f"depth = {calibration.depth:.4f}  # from base line to base line",
            *([f"mode = {json.dumps(calibration.mode)}  # of the camera: sensor, mode and crop"] if calibration.mode else []),
            "",
            "[corners]  # of the playing surface (24 points and the bar), px; the rows of points are top and bottom",
            *corners,
            "",
        ]
    )


def _parsed(table: dict[str, Any]) -> Calibration:
    corners = table.get("corners")
    if not isinstance(corners, dict):
        raise BadCalibration("[corners] is missing: give top_left, top_right, bottom_right and bottom_left, each [x, y]")
    tl, tr, br, bl = (_pair(corners, name) for name in CORNERS)
    w, h = _pair(table, "size")
    return Calibration(
        (round(w), round(h)), (tl, tr, br, bl), _number(table, "bar", 1.2), _number(table, "depth", 11.0), _text(table, "mode")
    )


def _pair(table: dict[str, Any], name: str) -> Corner:
    value = table.get(name)
    if not (isinstance(value, list) and len(value) == 2 and all(_is_number(v) for v in value)):
        raise BadCalibration(f"{name} must be two numbers, for example {name} = [640, 480]; found {value!r}")
    return float(value[0]), float(value[1])


def _number(table: dict[str, Any], name: str, default: float) -> float:
    value = table.get(name, default)
    if not _is_number(value):
        raise BadCalibration(f"{name} must be a number; found {value!r}")
    return float(value)


def _text(table: dict[str, Any], name: str) -> str:
    value = table.get(name, "")
    if not isinstance(value, str):
        raise BadCalibration(f'{name} must be a text, for example {name} = "imx708 2304x1296"; found {value!r}')
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fault(c: Calibration) -> str | None:
    """What makes a calibration unusable, or None."""
    numbers = [*c.size, c.bar, c.depth, *(v for corner in c.corners for v in corner)]
    if not np.isfinite(numbers).all():
        return "every number must be finite"
    if min(c.size) < 1:
        return f"size must be positive; found {c.size[0]}x{c.size[1]}"
    if not 0.0 <= c.bar <= 4.0:
        return f"bar must be 0 to 4 pitches wide; found {c.bar:g}"
    if not 5.0 <= c.depth <= 25.0:
        return f"depth must be 5 to 25 pitches; found {c.depth:g}"
    if not clockwise(c.corners):
        return "corners must form a convex figure, clockwise in the picture: top left, top right, bottom right, bottom left"
    return None


def clockwise(corners: npt.ArrayLike) -> bool:
    """Do four corners (4, 2) go clockwise (y down) around a convex figure of some size?"""
    points = np.asarray(corners, np.float64)
    edges = np.roll(points, -1, 0) - points
    turns = edges[:, 0] * np.roll(edges, -1, 0)[:, 1] - edges[:, 1] * np.roll(edges, -1, 0)[:, 0]
    return bool((turns > 1.0).all())
