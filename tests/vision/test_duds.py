"""What looks like a die from afar and is none: read once, as long as it looks the same."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from boardcam.vision import duds, observe
from boardcam.vision.networks import Floats, Image
from boardcam.vision.spots import Peak
from tests.vision.pretend import a_die, networks
from tests.vision.test_observe import BOARD, TABLE, Table, noisy

GREY = np.full((112, 144), 100.0, np.float32)
DOT = Peak(4 * 70 + 1.5, 4 * 40 + 1.5, 0.5)
KNOWN = duds.noticed([DOT], GREY)


def touched(x: int, y: int, by: float = 40.0) -> Floats:
    thumb = GREY.copy()
    thumb[y : y + 3, x : x + 3] += by
    return thumb


def test_a_spot_that_is_known_is_not_read_again_and_another_is() -> None:
    near, far = replace(DOT, x=DOT.x + 3), replace(DOT, x=DOT.x + 9)
    assert duds.unread(KNOWN, [DOT, near, far]) == (far,)
    assert duds.unread((), [DOT]) == (DOT,)


def test_it_is_known_until_something_around_it_looks_otherwise() -> None:
    noise = np.random.default_rng(1).normal(0, 1, GREY.shape).astype(np.float32)
    assert duds.alike(KNOWN, GREY + noise) == KNOWN
    assert duds.alike(KNOWN, touched(20, 20)) == KNOWN
    assert duds.alike(KNOWN, touched(70, 40)) == ()
    assert duds.alike(KNOWN, touched(70 + duds.REACH, 40)) == ()
    assert duds.alike(KNOWN, GREY) == KNOWN


def test_spots_at_the_rim_of_the_picture_are_known_too() -> None:
    known = duds.noticed([Peak(0.0, 0.0, 0.5), Peak(575.0, 447.0, 0.5)], GREY)
    assert duds.alike(known, GREY) == known
    assert duds.alike(known, touched(0, 0)) == known[1:]


def bright(batch: np.ndarray) -> np.ndarray:
    """A reader for which a die is what is bright in the middle: white surely, grey perhaps."""
    sure = 20.0 * batch[:, 0, 24:40, 24:40].mean((1, 2)) - 11.0
    out = a_die(3)(batch)
    out[:, 0] = sure
    return out


def played(seed: int) -> list[Image]:
    """Dice and duds of any grey lie about; something, at times white, is seen on each of them in turn; then all is at rest."""
    rng = np.random.default_rng(seed)
    table = BOARD.copy()
    for x, y in TABLE.to_pixels(PLACES):
        cv2.circle(table, (int(x), int(y)), 14, [int(rng.integers(60, 256))] * 3, -1)
    frames = []
    for x, y in TABLE.to_pixels(PLACES)[rng.permutation(len(PLACES))]:
        frame = table.copy()
        cv2.circle(frame, (int(x), int(y)), 15, [int(rng.choice([40, 255]))] * 3, -1)
        frames.append(frame)
    return [*frames, table, table]


PLACES = [(2.0, 5.0), (3.2, 6.2), (4.0, 4.0), (8.0, 5.5), (9.5, 5.0), (11.0, 6.5)]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_changes_nothing_of_what_is_seen(seed: int) -> None:
    looked: list[int] = []
    seen: list[list[object]] = []
    for forgetful in (False, True):
        table = Table()
        table.dice = PLACES
        sight = observe.start(networks(spots=table.spots, dice=bright, strips=table.networks.sessions["strips"].answer), TABLE)
        told: list[object] = []
        for k, frame in enumerate(played(seed)):
            sight, one = observe.observe(replace(sight, duds=()) if forgetful else sight, frame, k / 10, k)
            told.append((one.dice, one.still, one.hand))
        seen.append(told)
        looked.append(sum(sight.networks.sessions["dice"].calls))
    assert seen[0] == seen[1]
    assert looked[0] < looked[1]


def test_noise_makes_nothing_look_otherwise_and_a_rest_is_read_whole() -> None:
    table = Table()
    table.dice = PLACES
    sight = observe.start(
        networks(spots=table.spots, dice=a_die(3, die=-9.0), strips=table.networks.sessions["strips"].answer), TABLE
    )
    moving = played(1)
    for k, frame in enumerate([moving[0], moving[1], moving[1]]):
        sight, _ = observe.observe(sight, noisy(frame, k), k / 10, k)
    first, second, rest = sight.networks.sessions["dice"].calls
    assert (first, rest) == (6, 6)
    assert second < 6
