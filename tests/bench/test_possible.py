"""Labels of a game, and others."""

from typing import Any

import pytest

from boardcam.bench.possible import PLACES, possible
from tests.vision.drawn import START

HOME = (5, 4, 3, 0, 0, *[0] * 13, -2, -2, -2, 0, 0, -1)


def labels(points: tuple[int, ...], bar: tuple[int, int] = (0, 0), off: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    entries = [{"count": abs(n), "color": "light" if n > 0 else "dark" if n < 0 else None} for n in (points[p] for p in PLACES)]
    pairs = {name: dict(zip(("light", "dark"), pair, strict=True)) for name, pair in (("bar", bar), ("off", off))}
    return {"top_row_left_to_right": entries[:12], "bottom_row_left_to_right": entries[12:]} | pairs


def test_a_game() -> None:
    assert possible(labels(START))
    assert possible(labels(HOME, off=(3, 8)))
    assert possible(labels(tuple(-n for n in HOME), off=(8, 3)))


@pytest.mark.parametrize(
    ("points", "bar", "off"),
    [
        (START, (1, 0), (0, 0)),
        (HOME, (0, 0), (3, 7)),
        ((*HOME[:8], 1, *HOME[9:]), (0, 0), (2, 8)),
        ((4, *HOME[1:]), (1, 0), (3, 8)),
    ],
)
def test_no_game(points: tuple[int, ...], bar: tuple[int, int], off: tuple[int, int]) -> None:
    assert not possible(labels(points, bar, off))


def test_what_is_not_told_is_no_game() -> None:
    open_place = labels(START)
    open_place["top_row_left_to_right"][3] = {"count": None, "color": None}
    assert not possible(open_place)
