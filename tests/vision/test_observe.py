"""The eyes over time, with pretended networks on drawn frames: when they look, what they remember, what they do not claim."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

from boardcam.events import Observation, no_counts
from boardcam.vision import furniture, observe, spots
from boardcam.vision.calibration import BadCalibration, Calibration
from boardcam.vision.locate import NoBoard
from boardcam.vision.networks import Image, NetworkMissing, Networks, load
from boardcam.vision.rectify import HEIGHT, WIDTH, to_rectified
from boardcam.vision.search import Find
from boardcam.vision.sight import Sight, start
from tests.vision.drawn import START, draw
from tests.vision.pretend import a_die, empty_strips, networks, nothing_spotted

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)
BOARD = draw(TABLE)
MOVED = draw(TABLE, (-2, 0, 0, 0, 1, 4, 0, 3, *START[8:]))
DIE = (9.0, 5.0)


class Table:
    """What the pretended networks see: dice at `dice` (pitches), hands where `hand` is set."""

    def __init__(self) -> None:
        self.dice: list[tuple[float, float]] = []
        self.hand: tuple[slice, slice] | None = None
        self.networks = networks(spots=self.spots, dice=a_die(3), strips=empty_strips)

    def spots(self, batch: np.ndarray) -> np.ndarray:
        maps = nothing_spotted(batch)
        for x, y in to_rectified(TABLE.board, self.dice) if self.dice else ():
            maps[0, 0, round(y / 4), round(x / 4)] = 4.0
        if self.hand:
            maps[0, 2][self.hand] = 6.0
        return maps

    def looks(self) -> int:
        return len(self.networks.sessions["spots"].calls)


def watch(table: Table, frames: list[Image], sight: Sight | None = None, t: float = 0.0) -> tuple[Sight, list[Observation]]:
    sight = sight or start(table.networks, TABLE)
    seen = []
    for k, image in enumerate(frames):
        sight, observation = observe.observe(sight, image, t + 0.1 * k, k)
        seen.append(observation)
    return sight, seen


def noisy(image: Image, seed: int) -> Image:
    return np.clip(image + np.random.default_rng(seed).normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def test_nothing_new_is_not_read_again() -> None:
    table = Table()
    _, seen = watch(table, [noisy(BOARD, k) for k in range(6)])
    assert [o.still for o in seen] == [False, True, True, True, True, True]
    assert table.looks() == 2
    assert seen[5].counts is seen[1].counts
    assert (seen[1].counts[:24].argmax(1) == 15).all()
    assert all(o.found for o in seen)
    assert [o.frame for o in seen] == list(range(6))


def test_a_moved_checker_is_motion_then_a_new_reading() -> None:
    table = Table()
    _, seen = watch(table, [BOARD, BOARD, MOVED, MOVED, MOVED])
    assert [o.still for o in seen] == [False, True, False, True, True]
    assert not seen[2].counts[4].any()  # looks otherwise than when it was read: no evidence
    assert seen[2].counts[20].any()
    assert seen[3].counts[4].any()
    assert seen[4].counts is seen[3].counts


def test_only_places_that_look_otherwise_are_counted_anew_and_now_and_then_all() -> None:
    table = Table()
    sight, _ = watch(table, [BOARD, BOARD, MOVED, MOVED])
    first, some = table.networks.sessions["strips"].calls
    assert first == 30
    assert 0 < some < 15
    watch(table, [BOARD, BOARD], sight, t=observe.WHOLE + 1.0)
    assert table.networks.sessions["strips"].calls == [30, some, 30]


def test_memory_is_frozen_and_observing_changes_no_argument() -> None:
    table = Table()
    sight, _ = watch(table, [BOARD, BOARD])
    with pytest.raises(FrozenInstanceError):
        sight.dice = ()  # type: ignore[misc]
    before = (sight.reading, sight.last, sight.dice)
    frame = MOVED.copy()
    first = observe.observe(sight, frame, 1.0, 10)[1]
    again = observe.observe(sight, frame, 1.0, 10)[1]
    assert (sight.reading, sight.last, sight.dice) == before
    assert (frame == MOVED).all()
    assert (first.counts == again.counts).all()
    assert (first.dice, first.hand, first.still) == (again.dice, again.hand, again.still)
    with pytest.raises(ValueError, match="read-only"):
        first.counts[0, 0] = 1.0


def test_dice_are_seen_and_a_hand_over_them_makes_them_unknown_not_gone() -> None:
    table = Table()
    table.dice = [DIE]
    sight, seen = watch(table, [BOARD, BOARD])
    assert seen[1].dice is not None
    assert [die.value for die in seen[1].dice] == [3]
    x, y = (to_rectified(TABLE.board, [DIE])[0] / spots.STRIDE).astype(int)
    table.dice, table.hand = [], (slice(y - 8, y + 9), slice(x - 8, x + 9))
    sight, seen = watch(table, [MOVED, MOVED], sight, 1.0)
    assert [o.dice for o in seen] == [None, None]
    assert seen[1].hand > 0.5
    table.hand = None
    _, seen = watch(table, [BOARD, BOARD], sight, 2.0)
    assert seen[1].dice == ()


def test_dice_on_a_board_that_looks_otherwise_all_over_are_unknown() -> None:
    table = Table()
    table.dice = [DIE]
    _, seen = watch(table, [BOARD, BOARD, MOVED, np.ascontiguousarray(BOARD[::-1, ::-1])])
    assert [o.dice is None for o in seen] == [False, False, False, True]
    assert not seen[3].still
    assert not seen[3].counts.any()


def test_places_under_a_resting_hand_carry_no_evidence() -> None:
    table = Table()
    x, y = (to_rectified(TABLE.board, [[TABLE.board.column(20), 2.0]])[0] / spots.STRIDE).astype(int)
    table.hand = (slice(0, y + 24), slice(x - 5, x + 6))
    _, seen = watch(table, [BOARD, BOARD])
    assert not seen[1].counts[20].any()
    assert seen[1].counts[3].any()


def test_screws_seen_before_the_first_roll_are_no_dice_later(monkeypatch: pytest.MonkeyPatch) -> None:
    table, screw = Table(), (6.5, 2.0)
    table.dice = [screw]
    _, seen = watch(table, [BOARD, BOARD])
    assert [die.value for die in seen[1].dice or ()] == [3]  # no starting position: it may be a die
    monkeypatch.setattr(furniture, "starting", lambda counts, like=22: True)
    sight, seen = watch(table, [BOARD, BOARD])
    assert seen[1].dice == ()
    table.dice = [screw, DIE, (6.5, 8.0)]
    _, seen = watch(table, [MOVED, MOVED], sight, 1.0)
    assert [len(o.dice or ()) for o in seen] == [2, 2]  # one thrown onto the bar is a die


def searching(found: list[Any]) -> Find:
    """A search that finds these calibrations one after another; None = none."""

    def find(image: Image, networks: Networks) -> Calibration:
        one = found.pop(0)
        if one is None:
            raise NoBoard("no board")
        return one

    return find


def nudged(right: float) -> Calibration:
    tl, tr, br, bl = ((x + right, y) for x, y in TABLE.corners)
    return replace(TABLE, corners=(tl, tr, br, bl))


def test_the_board_is_taken_from_searches_that_agree() -> None:
    table = Table()
    find = searching([None, nudged(0), nudged(200), nudged(2), nudged(1)])
    sight = start(table.networks)
    seen = []
    for k in range(7):
        sight, observation = observe.observe(sight, BOARD, 0.4 * k, k, find)
        seen.append(observation)
    assert [o.found for o in seen] == [False] * 5 + [True, True]
    assert not seen[0].counts.any()
    assert seen[0].dice is None
    assert sight.calibration == nudged(1)


def test_why_a_search_was_in_vain_is_remembered_until_one_is_not() -> None:
    table, why = Table(), []
    sight = start(table.networks)
    for k in range(3):
        sight, _ = observe.observe(sight, BOARD, 2.0 * k, k, searching([None] if k < 2 else [nudged(0)]))
        why.append(sight.why)
    assert why == ["no board", "no board", None]


def test_after_a_search_in_vain_there_is_a_pause() -> None:
    table = Table()
    left: list[Any] = [None, None]
    sight = start(table.networks)
    for k in range(6):
        sight, _ = observe.observe(sight, BOARD, 0.1 * k, k, searching_from(left))
    assert len(left) == 0


def searching_from(left: list[Any]) -> Find:
    return searching(left)


def test_a_bumped_board_is_not_found_until_it_is_found_again() -> None:
    table = Table()
    sight, _ = watch(table, [BOARD, BOARD])
    bumped = np.roll(BOARD, (0, 30), (0, 1))
    find = searching([nudged(30)] * 3)
    seen = []
    for k in range(6):
        sight, observation = observe.observe(sight, bumped, 1 + 0.1 * k, k, find)
        seen.append(observation)
    assert [o.found for o in seen] == [True, False, False, False, True, True]
    assert sight.calibration == nudged(30)


def test_a_bump_before_the_first_reading_is_noticed() -> None:
    """The first picture was the only one of the board where it was found, and something moved in it."""
    table = Table()
    bumped = np.roll(BOARD, (0, 30), (0, 1))
    sight, find, seen = start(table.networks, TABLE), searching([nudged(30)] * 3), []
    for k, image in enumerate((BOARD, *[bumped] * 6)):
        sight, observation = observe.observe(sight, image, 0.1 * k, k, find)
        seen.append(observation)
    assert [o.found for o in seen] == [True, True, False, False, False, True, True]
    assert sight.calibration == nudged(30)


def test_a_board_that_is_moved_little_by_little_is_found_again() -> None:
    table = Table()
    sight, _ = watch(table, [BOARD, BOARD])
    lost = []
    for step in range(1, 6):
        moved = np.roll(BOARD, (0, 6 * step), (0, 1))  # an eighth of a pitch at a time, less than a bump
        find = searching([nudged(6 * step)] * 3)
        for k in range(6):
            sight, observation = observe.observe(sight, moved, step + 0.1 * k, k, find)
            lost += [step] if not observation.found else []
    assert lost == [2] * 3 + [4] * 3
    assert sight.calibration == nudged(24)


PLAYED = (-2, 0, 0, 0, 1, 4, 0, 3, *START[8:])


@pytest.mark.parametrize(("position", "kept"), [(PLAYED, True), (START, False)])
def test_a_board_turned_by_half_a_turn_reads_as_before(position: tuple[int, ...], kept: bool) -> None:
    """In play the corners keep their names; at the starting position they are named anew, as the referee seats anew."""
    try:
        eyes = load(observe.NETWORKS)
    except NetworkMissing as missing:
        pytest.skip(str(missing))
    board = draw(TABLE, position)
    other = board[::-1, ::-1].copy()
    br, bl, tl, tr = ((1279.0 - x, 959.0 - y) for x, y in TABLE.corners)
    found = replace(TABLE, corners=(tl, tr, br, bl))
    sight, before, after, find = start(eyes, TABLE), [], [], searching([found] * 3)
    for k, image in enumerate([board] * 2 + [other] * 9):
        sight, observation = observe.observe(sight, image, 0.1 * k, k, find)
        (before if k < 2 else after).append(observation)
    read = [[int(n) - 15 for n in o.counts[:24].argmax(1)] for o in (before[-1], after[-1])]
    assert read[0] == list(position)
    assert read[1] == list(position if kept else (*position[12:], *position[:12]))
    assert after[-1].found
    assert sum(not o.found for o in after) <= 5  # searched, and named
    assert sight.calibration == (found.half_turned() if kept else found)


def test_which_way_round_is_not_guessed_under_a_hand() -> None:
    """The board was found anew, and a hand hides most of it: nothing is claimed before enough is seen."""
    table = Table()
    rows = no_counts()
    rows[np.arange(24), 15 + np.array(PLAYED)] = 6.0
    sight = replace(start(table.networks, TABLE), before=rows, sure=False)
    table.hand = (slice(0, 112), slice(0, 110))
    sight, seen = watch(table, [BOARD] * 3, sight)
    assert not any(o.counts.any() or o.dice is not None for o in seen)
    table.hand = None
    sight, seen = watch(table, [MOVED] * 3, sight, 1.0)
    assert [bool(o.counts.any()) for o in seen] == [False, True, True]
    assert all(o.found for o in seen)
    assert sight.sure


def test_a_turned_board_is_named_as_the_search_names_it_when_a_game_begins() -> None:
    try:
        eyes = load(observe.NETWORKS)
    except NetworkMissing as missing:
        pytest.skip(str(missing))
    sight = replace(start(eyes, TABLE.half_turned()), turned=True)
    for k in range(4):
        sight, observation = observe.observe(sight, BOARD, 0.1 * k, k)
    assert sight.calibration == TABLE
    assert not sight.turned
    assert observation.found


def test_a_board_that_cannot_be_recognised_is_lost_unless_a_hand_covers_it() -> None:
    for hand in (None, (slice(0, 112), slice(0, 144))):
        table = Table()
        sight, _ = watch(table, [BOARD, BOARD])
        table.hand = hand
        dark = np.full_like(BOARD, 90)
        for k in range(3):
            sight, observation = observe.observe(sight, dark, 1 + 0.1 * k, k, searching([None] * 3))
        assert observation.found is (hand is not None)
        assert not observation.counts.any()


def test_a_board_behind_what_looks_like_a_hand_is_searched_and_placed_only_if_it_lies_elsewhere() -> None:
    """Of a board that was turned about the eyes see table and clutter, and may take that for a hand."""
    for found, placed in ((nudged(2), TABLE), (nudged(2).half_turned(), TABLE), (nudged(200), nudged(200))):
        table = Table()
        sight, _ = watch(table, [BOARD, BOARD])
        table.hand = (slice(0, 112), slice(0, 144))
        find = searching([found] * 9)
        for k in range(6):
            sight, observation = observe.observe(sight, np.full_like(BOARD, 90), 1 + 0.1 * k, k, find)
            assert not observation.counts.any()
        assert sight.calibration == placed


def test_a_frame_of_another_size_is_refused() -> None:
    with pytest.raises(BadCalibration, match="1280x960"):
        watch(Table(), [np.zeros((HEIGHT, WIDTH, 3), np.uint8)])


# --- what looks like a hand and is none ------------------------------------------------------------------------------------------

PATCH = (slice(40, 60), slice(60, 80))
"""Cells on the board alone."""
ARM = (slice(0, 60), slice(60, 80))
"""Cells that reach to the edge of the picture."""


def test_what_looks_like_a_hand_and_never_stirs_is_none() -> None:
    table = Table()
    table.hand = PATCH
    _, seen = watch(table, [noisy(BOARD, k) for k in range(60)])
    assert [o.hand > 0.5 for o in seen[1:20]] == [True] * 19
    assert [o.hand > 0.5 for o in seen[23:]] == [False] * 37
    assert table.looks() == 3


def test_an_arm_may_rest_longer() -> None:
    table = Table()
    table.hand = ARM
    sight, seen = watch(table, [BOARD] * 60)
    assert all(o.hand > 0.5 for o in seen[1:])
    _, seen = watch(table, [BOARD] * 250, sight, 6.0)
    assert [o.hand > 0.5 for o in (seen[100], seen[-1])] == [True, False]


def test_a_hand_on_what_looks_like_one_is_one() -> None:
    table = Table()
    table.hand = PATCH
    sight, seen = watch(table, [BOARD] * 60)
    assert seen[-1].hand < 0.5
    _, other = watch(table, [MOVED, MOVED], sight, 7.0)
    assert all(o.hand < 0.5 for o in other)  # a checker was moved elsewhere
    dark = np.where(np.any(BOARD != 0, 2, keepdims=True), BOARD // 3, BOARD)
    half = BOARD.copy()
    half[:, 640:] = dark[:, 640:]
    sight, over = watch(table, [half, half], sight, 7.0)
    assert all(o.hand > 0.5 for o in over)
    _, after = watch(table, [BOARD, BOARD], sight, 8.0)
    assert after[-1].hand < 0.5  # it looks as it did: nothing needs to be learnt again
