"""What was said of places that look like dice: told again while they look alike, and the same as if all were read again."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from boardcam.vision import dice, glances, motion, observe, spots
from boardcam.vision.glances import Glances
from boardcam.vision.networks import Floats, Image, Networks
from boardcam.vision.rectify import to_rectified, warp
from boardcam.vision.sight import start
from tests.vision.pretend import networks
from tests.vision.test_observe import BOARD, TABLE, Table

Place = tuple[float, float]
RECTIFIED = warp(TABLE)
PLACES = [(x, y) for x in (1.0, 2.2, 4.4, 8.0, 10.0, 12.0) for y in (1.5, 5.0, 8.5)]
STILL = np.zeros((112, 144), np.bool_)


def bright(batch: np.ndarray) -> np.ndarray:
    """A reader that takes for a die what is bright, the surer the brighter."""
    out = np.zeros((len(batch), 12), np.float32)
    out[:, 0] = 30 * batch[:, 0, 24:40, 24:40].mean((1, 2)) - 15
    out[:, 4], out[:, 7], out[:, 11] = 6.0, 4.0, np.log2(0.45)
    return out


def reader() -> Networks:
    return networks(dice=bright)


def crops(read: Networks) -> int:
    return sum(read.sessions["dice"].calls)


def spotted(places: Sequence[Place]) -> spots.Spots:
    nothing = np.zeros((112, 144), np.float32)
    peaks = tuple(spots.Peak(float(x), float(y), 0.9) for x, y in to_rectified(TABLE.board, places))
    return spots.Spots(peaks, (), nothing, nothing)


def drawn(dice_at: Sequence[Place]) -> Image:
    image = np.full((960, 1280, 3), 60, np.uint8)
    for x, y in TABLE.to_pixels(dice_at) if dice_at else ():
        cv2.rectangle(image, (int(x) - 11, int(y) - 11), (int(x) + 11, int(y) + 11), (240, 240, 240), -1)
    return image


def thumb(image: Image) -> Floats:
    return motion.thumb(RECTIFIED(image))


def look(
    known: Glances, image: Image, read: Networks, stirs: motion.Mask = STILL, t: float = 0.0, shown: Sequence[Place] = PLACES
) -> tuple[Glances, tuple[dice.Die, ...]]:
    return glances.read_dice(known, image, TABLE, spotted(shown), read, thumb(image), stirs, t)


def somewhere() -> motion.Mask:
    """Something moves in a corner, far from every place."""
    stirs = STILL.copy()
    stirs[-4:, -4:] = True
    return stirs


@pytest.mark.parametrize("seed", range(8))
def test_what_is_told_is_the_same_as_if_all_were_read_again(seed: int) -> None:
    rng, read, lying = np.random.default_rng(seed), reader(), set(PLACES[::4])
    known: Glances = ()
    before = thumb(drawn(sorted(lying)))
    for frame in range(12):
        lying ^= {PLACES[k] for k in rng.integers(len(PLACES), size=int(rng.integers(3)))}
        image = drawn(sorted(lying))
        shown = [place for place in PLACES if rng.random() < 0.9]  # the spotter's peaks come and go
        stirs = motion.changed(before, thumb(image)) | somewhere()
        known, told = look(known, image, read, stirs, frame / 10, shown)
        assert told == dice.read_dice(image, TABLE, spotted(shown), reader())
        before = thumb(image)


def test_where_nothing_changed_only_one_place_is_read_again() -> None:
    read, image = reader(), drawn(PLACES[:2])
    known, told = look((), image, read)
    assert len(told) == 2
    assert len(known) == len(PLACES)
    for frame in range(3):
        before = crops(read)
        known, again = look(known, image, read, somewhere(), 0.1 * (frame + 1))
        assert again == told
        assert crops(read) - before <= 3


def test_nothing_stands_for_good() -> None:
    read, image = reader(), drawn(PLACES[:2])
    known, _ = look((), image, read)
    for frame in range(len(PLACES)):
        known, _ = look(known, image, read, somewhere(), 1.0 + frame)
    assert min(glance.t for glance in known) == 1.0


def test_a_die_thrown_where_none_was_is_read_at_once() -> None:
    read = reader()
    known, told = look((), drawn([]), read)
    assert told == ()
    known, told = look(known, drawn(PLACES[4:5]), read, somewhere())
    assert len(told) == 1
    assert look(known, drawn([]), read, somewhere())[1] == ()


def test_dice_are_read_anew_once_all_is_still_and_what_is_none_is_not() -> None:
    read, image = reader(), drawn(PLACES[:2])
    known, told = look((), image, read, somewhere())
    before = crops(read)
    assert look(known, image, read)[1] == told
    assert crops(read) - before == 2 * 3 + 1  # two looks at each die, the second mirrored; one at the place read longest ago


def test_what_is_said_of_a_thing_that_moves_is_not_kept() -> None:
    known, told = look((), drawn(PLACES[:2]), reader(), ~STILL)
    assert len(told) == 2
    assert known == ()


def test_a_lamp_switched_on_has_all_read_again() -> None:
    read, image = reader(), drawn(PLACES[:2])
    known, told = look((), image, read)
    before = crops(read)
    assert len(look(known, np.minimum(image, 225) + np.uint8(30), read, somewhere())[1]) == len(told)
    assert crops(read) - before > len(PLACES)


def played(seed: int) -> list[Image]:
    """Dice and others of any grey lie about; something, at times white, is seen on each of them in turn; then all is at rest."""
    rng = np.random.default_rng(seed)
    table = BOARD.copy()
    for x, y in TABLE.to_pixels(SPOTS):
        cv2.circle(table, (int(x), int(y)), 14, [int(rng.integers(60, 256))] * 3, -1)
    frames = []
    for x, y in TABLE.to_pixels(SPOTS)[rng.permutation(len(SPOTS))]:
        frame = table.copy()
        cv2.circle(frame, (int(x), int(y)), 15, [int(rng.choice([40, 255]))] * 3, -1)
        frames.append(frame)
    return [*frames, table, table]


SPOTS = [(2.0, 5.0), (3.2, 6.2), (4.0, 4.0), (8.0, 5.5), (9.5, 5.0), (11.0, 6.5)]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_remembered_changes_nothing_of_what_is_seen(seed: int) -> None:
    looked: list[int] = []
    seen: list[list[object]] = []
    for forgetful in (False, True):
        table = Table()
        table.dice = SPOTS
        sight = start(networks(spots=table.spots, dice=bright, strips=table.networks.sessions["strips"].answer), TABLE)
        told: list[object] = []
        for k, frame in enumerate(played(seed)):
            sight, one = observe.observe(replace(sight, glances=()) if forgetful else sight, frame, k / 10, k)
            told.append((one.dice, one.still, one.hand))
        seen.append(told)
        looked.append(sum(sight.networks.sessions["dice"].calls))
    assert seen[0] == seen[1]
    assert looked[0] < looked[1]
