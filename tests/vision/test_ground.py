"""The board's own look: what light falls where, and which places are empty."""

import numpy as np
import pytest

from boardcam.vision import checkers, colours, ground
from boardcam.vision.calibration import Calibration
from boardcam.vision.checkers import Tally
from boardcam.vision.ground import Ground
from boardcam.vision.rectify import Image, rectify
from boardcam.vision.strips import cut
from tests.vision.drawn import START, draw

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)
PLAYED = (-2, 0, 0, 0, 1, 4, 0, 3, *START[8:])
MOVED = np.array(START) != np.array(PLAYED)


def cells(points: tuple[int, ...], lit: float = 1.0, side: slice = np.s_[:]) -> tuple[Image, np.ndarray]:
    """Strips of a drawn board with so much light on a part of the rectified picture, and where checkers are on them."""
    flat = rectify(draw(TABLE, points), TABLE).astype(np.float32)
    flat[:, side] *= lit
    cuts = cut(np.clip(flat, 0, 255).astype(np.uint8), TABLE.board)
    bare = cut(rectify(draw(TABLE, (0,) * 24), TABLE), TABLE.board).astype(int)
    clean = cut(rectify(draw(TABLE, points), TABLE), TABLE.board).astype(int)
    differs = np.abs(clean - bare).max(-1).reshape(30, 64, 4, 16, 4).max((2, 4)) > 8
    return cuts, differs.astype(np.float32)


def known(points: tuple[int, ...] = START) -> Ground:
    cuts, seen = cells(points)
    return Ground(ground.shown(cuts), ground.bare(seen))


def test_in_the_same_light_nothing_is_lit_otherwise() -> None:
    cuts, seen = cells(PLAYED)
    factor = ground.light(ground.shown(cuts), ground.bare(seen), known())
    assert factor[:24] == pytest.approx(np.ones((24, 64, 16)), abs=0.12)
    assert np.median(factor[:24]) == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("lit", [0.6, 1.25])
def test_checkers_in_sun_or_shade_look_as_before(lit: float) -> None:
    """Half of the board is lit otherwise; colours are those of the ground's light again."""
    cuts, seen = cells(PLAYED, lit, np.s_[288:])
    free = ground.bare(seen)
    there, before = (ground.shown(c) for c in (cuts, cells(PLAYED)[0]))
    even = ground.relit(there, ground.light(there, free, known()))
    right = [place for place in (0, 5, 16, 18, 23) if TABLE.board.column(place) > 7]
    for place in right:
        one, other, true = (np.median(c[place][seen[place] > 0.5], 0) for c in (even, there, before))
        assert abs(one[0] - true[0]) < 0.5 * abs(other[0] - true[0]) + 2.0


@pytest.mark.parametrize(("lit", "tells"), [(0.45, True), (0.95, False)])
def test_a_board_never_seen_empty_tells_hard_sun_by_points_that_are_painted_alike(lit: float, tells: bool) -> None:
    cuts, seen = cells(START, lit, np.s_[416:])
    free = ground.bare(seen)
    there = ground.shown(cuts)
    factor = ground.plain(ground.light(there, free, ground.usual(there, free)))
    shaded = [place for place in range(24) if TABLE.board.column(place) > 10]
    sunlit = [place for place in range(24) if TABLE.board.column(place) < 8]
    assert np.median(factor[sunlit]) == pytest.approx(1.0, abs=0.1)
    assert (np.median(factor[shaded]) < 0.8) == tells


@pytest.mark.parametrize("lit", [0.8, 1.0])
def test_places_that_look_as_when_empty_are_empty_and_others_are_not(lit: float) -> None:
    cuts, seen = cells(PLAYED, lit)
    apart = ground.otherwise(ground.shown(cuts), ground.bare(seen), known())
    empty = np.array([n == 0 for n in PLAYED])
    was = np.array([n == 0 for n in START])
    assert np.isnan(apart[:24][~was]).all()
    odds = ground.occupied(apart[:24], empty)
    assert (odds[was & empty] < -0.5).all()
    assert (odds[was & ~empty] > 1).all()
    assert (odds[~was] == 0).all()


def test_a_checker_that_the_network_misses_is_no_light() -> None:
    """It sees nothing on the place to which one was played: its colour must not pass for a shadow."""
    cuts, seen = cells(PLAYED)
    seen[4] = 0.0
    odds = ground.occupied(ground.otherwise(ground.shown(cuts), ground.bare(seen), known())[:24], np.ones(24, np.bool_))
    assert odds[4] > 2


def test_the_tally_hears_the_ground() -> None:
    counts = np.full((30, 16), np.log(0.02))
    counts[:, 0] = np.log(0.7)
    tally = Tally(counts - np.logaddexp.reduce(counts, 1)[:, None], np.zeros(30, bool), np.ones(30, bool), np.zeros((30, 64, 16)))
    apart = np.full(30, 1.0)
    apart[4], apart[5] = 40.0, np.nan
    after = np.exp(checkers.beside_ground(tally, apart).counts)
    assert after.sum(1) == pytest.approx(np.ones(30))
    assert after[4, 0] < 0.2
    assert after[5, 0] == pytest.approx(0.7)
    assert after[6, 0] > 0.9


def test_the_cells_are_what_colours_are_told_by() -> None:
    cuts, _ = cells(START)
    assert ground.shown(cuts).shape == (30, 64, 16, 3)
    assert ground.shown(cuts)[0, 0, 0] == pytest.approx(colours.lab(cuts[0, :4, :4]).mean((0, 1)), abs=3)
