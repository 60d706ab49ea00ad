"""One still picture, looked at once: what is on the board, as a value, as labels, as text.

A still knows no game: it assumes no direction of play and no legal position. Fifteen checkers a side are likely, no more; on a
board whose starting position was seen (`lesson`) they are certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from boardcam.events import BAR_DARK, BAR_LIGHT, OFF_DARK, OFF_LIGHT, Counts
from boardcam.vision import checkers, classical, cube, dice, dim, fifteen, hands, spots
from boardcam.vision.colours import Exemplars
from boardcam.vision.cube import Cube
from boardcam.vision.dice import Die
from boardcam.vision.lesson import Lesson
from boardcam.vision.locate import Found
from boardcam.vision.networks import Floats, Image, Networks
from boardcam.vision.rectify import rectify

NEEDED = ("corners", "strips")
"""Networks without which a board cannot be read."""
WELCOME = ("spots", "dice", "cube")
"""Networks without which dice, cube and hands are not looked for."""
HEAPS = 0.7
"""Checkers lie in trays in heaps and on edge: a number less sure than this is not told."""
TOP, BOTTOM = range(12, 24), range(11, -1, -1)
"""Places of both rows from left to right."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A board in a picture."""

    found: Found
    counts: Counts
    exemplars: Exemplars
    dice: tuple[Die, ...] | None
    """None = not looked for."""
    cube: Cube | None
    hand: float | None
    """Probability that a hand or an arm is over the board; None = not looked for."""
    mask: Floats | None
    """Where hands are, over the rectified picture at a quarter of its size."""


def look(image: Image, found: Found, networks: Networks, lesson: Lesson | None = None) -> Seen:
    """Read the board that was `found` in a picture, by the lesson of its starting position if there was one."""
    image = dim.stretched(image) if lesson is None else image  # as it was when the lesson was learnt
    flat = rectify(image, found.calibration)
    spotted = spots.look(flat, networks) if "spots" in networks else None
    mask = spotted.hand if spotted else None
    if lesson is None:
        counts, exemplars = checkers.read(flat, found.calibration, networks, covered=mask)
        counts = fifteen.supposed(counts)
    else:
        counts, exemplars = checkers.read(flat, found.calibration, networks, lesson.exemplars, mask, lesson.ground)
        counts = fifteen.settled(counts)
    if spotted is None:
        return Seen(found, counts, exemplars, None, None, None, None)
    rolled = dice.read_dice(image, found.calibration, spotted, networks) if "dice" in networks else None
    hand = hands.over(spotted.hand, found.calibration.board)
    return Seen(found, counts, exemplars, rolled, cube.read(image, found.calibration, spotted, networks), hand, mask)


def look_plainly(image: Image, found: Found) -> Seen:
    """The same without any network: circles and two colours; dice, cube, hands and trays are not looked for."""
    counts = classical.read(rectify(image, found.calibration), found.calibration)
    return Seen(found, counts, Exemplars(), None, None, None, None)


def labels(seen: Seen) -> dict[str, Any]:
    """The form of one entry of `images` in a file of labels. Hidden places have `count` null."""
    calibration = seen.found.calibration
    return {
        "image_size": list(calibration.size),
        "corners": [[round(x, 1), round(y, 1)] for x, y in calibration.corners],
        "board": {"bar": round(calibration.bar, 2), "depth": round(calibration.depth, 2)},
        "top_row_left_to_right": [_place(seen.counts[place]) for place in TOP],
        "bottom_row_left_to_right": [_place(seen.counts[place]) for place in BOTTOM],
        "bar": _pair(seen.counts, BAR_LIGHT, BAR_DARK),
        "off": _pair(seen.counts, OFF_LIGHT, OFF_DARK, HEAPS),
        "dice": None if seen.dice is None else [dice.as_label(die) for die in seen.dice],
        "cube": _cube(seen),
        "hand_or_arm_over_board": None if seen.hand is None else seen.hand > 0.5,
        "confidence": round(confidence(seen), 4),
    }


def confidence(seen: Seen) -> float:
    """Share of the points and bar rows read that is expected to be right: the mean of their probabilities."""
    read = [checkers.likeliest(row)[1] for row in seen.counts[:26] if row.any()]
    return float(np.mean(read)) if read else 0.0


def text(seen: Seen) -> str:
    """The board as the camera sees it, in letters: O light, X dark, ? hidden."""
    rows = [[checkers.likeliest(seen.counts[place])[0] for place in row] for row in (TOP, BOTTOM)]
    lines = ["+" + "-" * 19 + "+" + "-" * 19 + "+"]
    lines += [_line(rows[0], level) for level in range(1, 7)]
    lines += ["|" + " " * 19 + "|" + " " * 19 + "|"]
    lines += [_line(rows[1], level) for level in range(6, 0, -1)]
    return "\n".join([*lines, lines[0], *_beside(seen)])


def _line(row: list[int | None], level: int) -> str:
    """One line of letters: the `level`-th checker from the base line; the sixth line tells the number where there are more."""
    cells = [_cell(count, level) for count in row]
    return "| " + " ".join(cells[:6]) + " | " + " ".join(cells[6:]) + " |"


def _cell(count: int | None, level: int) -> str:
    if count is None:
        return " ?" if level == 1 else "  "
    if level == 6:
        return f"{abs(count):2d}" if abs(count) > 5 else "  "
    return (" O" if count > 0 else " X") if abs(count) >= level else "  "


def _beside(seen: Seen) -> list[str]:
    """Bar, trays, dice, cube and hand, a line each, where there is something to say."""
    found = labels(seen)
    lines = [f"bar: {_say(found['bar'])}   off: {_say(found['off'])}   (O light, X dark, ? hidden)"]
    if found["dice"]:
        lines.append("dice: " + " ".join(f"{die['value'] or '?'}{'' if die['flat'] else ' (not flat)'}" for die in found["dice"]))
    if found["cube"]:
        lines.append(f"cube: {found['cube']['value'] or 'no value'}, {found['cube']['location']}")
    if found["hand_or_arm_over_board"]:
        lines.append("a hand or an arm is over the board")
    if unsure := [_name(place) for place in (*TOP, *BOTTOM) if 0.0 < checkers.likeliest(seen.counts[place])[1] < checkers.SURE]:
        lines.append(f"not sure of: {', '.join(unsure)}")
    return [*lines, f"confidence {found['confidence']:.2f}"]


def _name(place: int) -> str:
    """A place as a person who looks at the picture counts it."""
    return f"top {place - 11}" if place >= 12 else f"bottom {12 - place}"


def _say(pair: dict[str, int | None]) -> str:
    return ", ".join(f"{'?' if n is None else n} {side}" for side, n in pair.items())


def _place(row: Floats) -> dict[str, Any]:
    count, sure = checkers.likeliest(row)
    color = None if not count else "light" if count > 0 else "dark"
    return {"count": None if count is None else abs(count), "color": color, "confidence": round(sure, 4)}


def _pair(counts: Counts, light: int, dark: int, least: float = 0.0) -> dict[str, int | None]:
    """Light's and dark's number in two rows; None where nothing was seen or it is less sure than `least`."""
    read = {"light": checkers.likeliest(counts[light]), "dark": checkers.likeliest(counts[dark])}
    return {side: None if n is None or sure < least else abs(n) for side, (n, sure) in read.items()}


def _cube(seen: Seen) -> dict[str, Any] | None:
    """`value` null: it shows a logo, or was not read."""
    if seen.cube is None:
        return None
    where = cube.seen(seen.cube, seen.found.calibration)
    assert where is not None
    return {
        "value": seen.cube.value, "center": [round(seen.cube.x, 1), round(seen.cube.y, 1)],
        "location": cube.location(seen.found.calibration.board, where.x, where.y),
        "digit_rotation_deg_cw": None if seen.cube.turn is None else round(seen.cube.turn),
    }  # fmt: skip
