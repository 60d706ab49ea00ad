"""What looks like a hand and is none: when it is known, and for how long."""

import numpy as np

from boardcam.vision import shams
from boardcam.vision.networks import Floats

PLAIN = np.full((40, 60), 100.0, np.float32)


def hand(rows: slice, columns: slice) -> Floats:
    out = np.zeros(PLAIN.shape, np.float32)
    out[rows, columns] = 0.9
    return out


ISLAND = hand(slice(10, 20), slice(20, 40))
ARM = hand(slice(0, 20), slice(20, 40))


def after(seconds: float, seen: Floats) -> shams.Shams:
    """Known of this after so many seconds in which nothing stirred."""
    return shams.learnt(shams.start(PLAIN, 0.0), seen, seconds)


def left(known: shams.Shams, seen: Floats, thumb: Floats = PLAIN) -> int:
    return int((shams.without(known, seen, thumb) > 0).sum())


def test_an_island_is_known_soon_and_an_arm_late() -> None:
    assert [left(after(t, ISLAND), ISLAND) for t in (1.9, 2.0)] == [200, 0]
    assert [left(after(t, ARM), ARM) for t in (19.9, 20.0)] == [400, 0]


def test_what_stirs_at_its_rim_is_a_hand() -> None:
    stirred = PLAIN.copy()
    stirred[10:20, 38:40] = 140.0
    known = shams.learnt(shams.watched(shams.start(PLAIN, 0.0), stirred, 5.0), ISLAND, 6.0)
    assert left(known, ISLAND, stirred) == 200


def test_noise_is_no_stir() -> None:
    state, noise = shams.start(PLAIN, 0.0), np.random.default_rng(1)
    for k in range(30):
        state = shams.watched(state, (PLAIN + noise.normal(0, 1.5, PLAIN.shape)).astype(np.float32), 0.1 * k)
    assert left(shams.learnt(state, ISLAND, 3.0), ISLAND) == 0


def test_a_die_that_rolls_there_belongs_to_it_and_a_hand_does_not() -> None:
    known = after(3.0, ISLAND)
    for size, counted in ((4, 0), (9, 81)):
        thumb = PLAIN.copy()
        thumb[10 : 10 + size, 25 : 25 + size] = 200.0
        assert left(known, ISLAND, thumb) == counted


def test_what_was_not_there_before_counts() -> None:
    assert left(after(3.0, ISLAND), ARM) == 200


def test_nothing_new_is_the_same_state() -> None:
    state = after(3.0, ISLAND)
    assert shams.watched(state, PLAIN, 4.0) is state
    assert shams.learnt(state, ISLAND, 5.0) is state
