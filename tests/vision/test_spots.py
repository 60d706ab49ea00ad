"""Peaks of heat maps, places under hands, the cube's place in words, whose dice."""

import numpy as np
import pytest

from boardcam.geometry import Board
from boardcam.vision import cube, hands, spots
from boardcam.vision.owners import Owners
from boardcam.vision.rectify import HEIGHT, WIDTH, to_rectified
from tests.vision.pretend import networks

BOARD = Board(bar=1.2, depth=11.0)


def heat(*at: tuple[float, float, float], sigma: float = 4.0) -> np.ndarray:
    """Soft peaks (x, y, height) of a picture of 576x448, at a quarter of its size."""
    v, u = np.mgrid[0 : HEIGHT // 4, 0 : WIDTH // 4] * 4 + 1.5
    out = np.zeros(v.shape, np.float32)
    for x, y, height in at:
        out = np.maximum(out, height * np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * sigma**2)).astype(np.float32))
    return out


@pytest.mark.parametrize(("x", "y"), [(100.0, 100.0), (101.5, 99.0), (303.25, 222.7), (4.0, 442.0), (570.0, 5.0)])
def test_a_peak_is_found_to_a_fraction_of_a_cell(x: float, y: float) -> None:
    (peak,) = spots.peaks(heat((x, y, 0.9)), 0.3, apart=2.0)
    assert np.hypot(peak.x - x, peak.y - y) < 1.6


def test_two_dice_that_touch_are_two_and_the_higher_comes_first() -> None:
    found = spots.peaks(heat((100, 100, 0.6), (112, 100, 0.9), sigma=2.5), 0.3, apart=2.0)
    assert [round(p.x, -1) for p in found] == [110, 100]


def test_low_peaks_and_flat_maps_are_nothing() -> None:
    assert spots.peaks(heat((100, 100, 0.2)), 0.3, apart=2.0) == ()
    assert spots.peaks(np.zeros((112, 144), np.float32), 0.3, apart=2.0) == ()


def test_a_look_gives_peaks_and_areas() -> None:
    def answer(batch: np.ndarray) -> np.ndarray:
        maps = np.stack([heat((200, 150, 0.9)), heat((50, 220, 0.8)), heat(), heat()])
        return np.log((maps + 1e-4) / (1 - maps + 1e-4))[None].astype(np.float32)

    found = spots.look(np.zeros((HEIGHT, WIDTH, 3), np.uint8), networks(spots=answer))
    assert len(found.dice) == 1
    assert round(found.cubes[0].x) == pytest.approx(50, abs=2)
    assert found.hand.max() < 0.01


def test_an_arm_is_a_hand_over_the_board_and_a_speck_or_a_hand_beside_it_is_not() -> None:
    nothing = np.zeros((HEIGHT // 4, WIDTH // 4), np.float32)
    arm, speck, beside = nothing.copy(), nothing.copy(), nothing.copy()
    arm[60:112, 60:75] = 0.95
    speck[50:52, 50:52] = 0.95
    beside[:, :6] = 0.95
    assert hands.over(arm, BOARD) > 0.9
    assert max(hands.over(mask, BOARD) for mask in (nothing, speck, beside)) < 0.1


def test_what_lies_under_an_arm_is_hidden() -> None:
    mask = np.zeros((HEIGHT // 4, WIDTH // 4), np.float32)
    x, y = (to_rectified(BOARD, [[3.0, 5.0]])[0] + 0.5) / 4
    mask[int(y) - 5 : int(y) + 6, int(x) - 5 : int(x) + 6] = 1.0
    assert hands.hidden(mask, [[3.0, 5.0], [9.0, 5.0], [-30.0, 5.0]], BOARD, 0.35).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        (-0.9, 5.5, "left tray, middle (centred)"),
        (14.0, 10.0, "right tray, bottom"),
        (14.0, -0.5, "right tray, top"),
        (6.6, 5.6, "on the bar (centred)"),
        (6.6, 0.4, "on the bar, top"),
        (3.0, 5.5, "left half, middle"),
        (9.0, 10.5, "right half, bottom"),
        (9.0, 11.5, "right half, bottom"),
    ],
)
def test_the_cube_is_placed_in_words(x: float, y: float, words: str) -> None:
    assert cube.location(BOARD, x, y) == words


def test_pairs_of_different_brightness_are_told_apart() -> None:
    owners = Owners().remember([(85.0, 0, 8), (20.0, 0, 0), (88.0, 1, 9)])
    assert owners.light((85.0, 0, 8)) == 0.0  # too few
    owners = owners.remember([(24.0, 0, 0), (80.0, 0, 8)])
    assert owners.light((82.0, 0, 8)) > 1
    assert owners.light((22.0, 0, 0)) < -1


def test_one_pair_or_pairs_alike_tell_nothing() -> None:
    blurred = Owners().remember([(88.0, -3, 18)] * 38 + [(57.0, -3, 6)] * 2)  # a die that rolls through a shadow
    assert blurred.light((88.0, -3, 18)) == 0.0
    owners = Owners().remember([(60.0 + k, 0.0, 0.0) for k in range(12)])
    assert owners.light((72.0, 0, 0)) == 0.0
