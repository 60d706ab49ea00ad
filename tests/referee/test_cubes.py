"""Where the cube rests, from single observations: a margin, a rest, and a hand that moved it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import CubeRested, CubeSeen, Observation
from boardcam.geometry import Board, Seating
from boardcam.referee import settle
from boardcam.referee.cubes import place
from boardcam.rules.position import START
from tests.referee.stories import CIRCLE, table

COUNTS = table(START, Seating.BOTTOM_RIGHT)
FACES = {value: tuple(0.0 if 2**n == value else -4.0 for n in range(1, 7)) for value in (2, 4, 64)}
MIDDLE, BOARD, DARK = CubeSeen(6.6, 5.5), CubeSeen(9.0, 6.5), CubeSeen(6.6, 0.5)
HAND = "hand"


def rests(*stretches: tuple[float, CubeSeen | str | None], fps: float = 10.0) -> list[tuple[str, int | None, float]]:
    """(place, value, when known) as told; each stretch for some seconds, HAND = a hand hides everything."""
    state, found, frame = settle.start(CIRCLE), list[tuple[str, int | None, float]](), 0
    for seconds, cube in stretches:
        for _ in range(round(seconds * fps)):
            seen = Observation(
                frame / fps, frame, COUNTS, (), None if isinstance(cube, str) else cube, 0.9 if cube == HAND else 0.0
            )
            state, events = settle.settle(state, seen)
            found += [(e.place, e.value, round(e.known, 1)) for e in events if isinstance(e, CubeRested)]
            frame += 1
    return found


def test_it_rests_after_a_second() -> None:
    assert rests((3.0, MIDDLE)) == [("middle", None, 1.0)]
    assert rests((0.9, MIDDLE)) == []


def test_moved_by_a_hand_it_rests_elsewhere() -> None:
    assert rests((2.0, MIDDLE), (0.5, HAND), (2.0, BOARD), (0.5, HAND), (2.0, DARK)) == [
        ("middle", None, 1.0),
        ("board", None, 3.5),
        ("dark", None, 6.0),
    ]


def test_without_a_hand_it_is_the_eyes_that_err() -> None:
    assert rests((0.5, HAND), (4.0, MIDDLE), (1.5, BOARD), (2.0, MIDDLE)) == [("middle", None, 1.5)]
    long = rests((0.5, HAND), (4.0, MIDDLE), (3.0, BOARD), (2.0, MIDDLE))
    assert [where for where, *_ in long] == ["middle", "away", "middle"]


def test_what_eyes_still_report_when_a_hand_has_moved_it_says_nothing() -> None:
    """They repeat what they saw before, under the hand and for a moment after."""
    assert rests((2.0, MIDDLE), (0.5, HAND), (0.3, MIDDLE), (1.5, BOARD)) == [("middle", None, 1.0), ("board", None, 3.8)]


def test_what_is_seen_now_and_then_is_no_cube() -> None:
    flicker = [(0.1, BOARD if i % 3 == 0 else None) for i in range(60)]
    assert rests((2.0, MIDDLE), (0.5, HAND), *flicker) == [("middle", None, 1.0), ("away", None, 4.5)]
    between = [(0.1, BOARD if i % 3 == 0 else MIDDLE) for i in range(60)]
    assert rests((2.0, MIDDLE), (0.5, HAND), *between) == [("middle", None, 1.0)]
    seldom = [(0.1, BOARD), *[(0.1, None)] * 8, (0.1, DARK)] * 4
    assert rests((2.0, MIDDLE), (0.5, HAND), *seldom) == [("middle", None, 1.0), ("away", None, 4.5)]


def test_out_of_sight_it_is_where_it_was() -> None:
    assert rests((2.0, MIDDLE), (1.5, None), (5.0, HAND), (2.0, MIDDLE)) == [("middle", None, 1.0)]


def test_not_seen_for_long_it_is_away_until_it_is_seen_again() -> None:
    assert rests((2.0, MIDDLE), (5.0, None), (0.5, HAND), (2.0, MIDDLE)) == [
        ("middle", None, 1.0),
        ("away", None, 4.0),
        ("middle", None, 7.5),
    ]


def test_under_a_hand_it_is_waited_for() -> None:
    assert rests((2.0, MIDDLE), (0.3, HAND), (0.5, BOARD), (0.5, HAND), (0.6, BOARD))[1:] == [("board", None, 3.3)]


def test_its_face_is_told_when_it_is_read_and_when_it_was_turned() -> None:
    two, four = (replace(MIDDLE, values=FACES[value]) for value in (2, 4))
    assert rests((3.0, two)) == [("middle", 2, 1.0)]
    assert rests((1.0, MIDDLE), (3.0, two)) == [("middle", None, 1.0), ("middle", 2, 1.3)]
    assert rests((3.0, two), (0.5, HAND), (1.0, four), (0.5, HAND), (1.0, MIDDLE)) == [("middle", 2, 1.0), ("middle", 4, 3.8)]


def test_a_single_misreading_says_nothing() -> None:
    two, four = (replace(MIDDLE, values=FACES[value]) for value in (2, 4))
    assert rests((3.0, two), (0.5, HAND), (0.1, four), (2.0, two)) == [("middle", 2, 1.0)]


@pytest.mark.parametrize(
    ("x", "y", "where"),
    [
        (6.6, 5.5, "middle"), (-1.0, 5.5, "middle"), (14.0, 6.0, "middle"),  # bar, trays
        (6.6, 0.5, "dark"), (6.6, 10.5, "light"), (14.0, 1.0, "dark"), (3.0, -0.6, "dark"), (3.0, 11.6, "light"),
        (6.6, 3.2, None), (14.0, 8.0, None),  # neither centred nor at an end
        (3.0, 5.5, "board"), (9.0, 9.0, "board"),
        (5.9, 5.5, None), (7.3, 5.5, None),  # half on the bar
    ],
)  # fmt: skip
def test_places(x: float, y: float, where: str | None) -> None:
    """Camera view; dark sits at the top."""
    assert place(Board(), Seating.BOTTOM_RIGHT, x, y) == where
    other = {"dark": "light", "light": "dark"}
    assert place(Board(), Seating.TOP_LEFT, x, y) == (other.get(where, where) if where else None)
