"""From a tally of strips to log-likelihoods, and a drawn board read end to end."""

from dataclasses import replace

import numpy as np
import pytest

from boardcam.events import BAR_DARK, BAR_LIGHT, OFF_LIGHT
from boardcam.geometry import Board, Seating
from boardcam.rules import position
from boardcam.vision import checkers, locate, strips
from boardcam.vision.calibration import Calibration
from boardcam.vision.checkers import Tally
from boardcam.vision.networks import NetworkMissing, Networks, load
from boardcam.vision.rectify import HEIGHT, WIDTH, rectify
from tests.vision.drawn import START, draw

TABLE = Calibration((1280, 960), ((330.0, 200.0), (950.0, 205.0), (1010.0, 730.0), (270.0, 720.0)), bar=1.1)


def tally(counts: list[int], hidden: tuple[int, ...] = ()) -> Tally:
    logs = np.full((strips.STRIPS, 16), -9.0)
    logs[range(strips.STRIPS), counts] = -0.01
    away = np.isin(np.arange(strips.STRIPS), hidden)
    return Tally(logs, away, ~away, np.zeros((strips.STRIPS, 64, 16), np.float32))


def test_signed_counts_and_rows_of_zeros() -> None:
    counts = [0] * 30
    counts[3], counts[20] = 4, 15
    share = np.column_stack([np.full(30, 6.0), np.ones(30)])
    share[20] = -6.0, 0.0
    rows = checkers.table(tally(counts, hidden=(7,)), share)
    assert checkers.likeliest(rows[3])[0] == 4
    assert checkers.likeliest(rows[20])[0] == -15
    assert checkers.likeliest(rows[0])[0] == 0
    assert checkers.likeliest(rows[7]) == (None, 0.0)
    assert not rows.flags.writeable


def test_both_colours_on_the_bar_are_told_by_their_share() -> None:
    counts = [0] * 30
    counts[strips.BAR_TOP], counts[strips.BAR_BOTTOM] = 3, 1
    share = np.column_stack([np.zeros(30), np.full(30, 0.5)])
    share[strips.BAR_TOP, 1], share[strips.BAR_BOTTOM, 1] = 0.34, 1.0
    rows = checkers.table(tally(counts), share)
    assert checkers.likeliest(rows[BAR_LIGHT])[0] == 2
    assert checkers.likeliest(rows[BAR_DARK])[0] == -2


def test_a_checker_across_the_middle_of_the_bar_counts_once_where_more_of_it_lies() -> None:
    counts = [0] * 30
    counts[strips.BAR_TOP], counts[strips.BAR_BOTTOM] = 2, 1
    before = tally(counts)
    middle = round((strips.OUT + 5.5) * 8)
    before.seen[strips.BAR_TOP, middle - 5 : middle + 3] = 1.0
    before.seen[strips.BAR_BOTTOM, middle - 3 : middle + 5] = 1.0
    after = checkers.once(before)
    assert [int(np.argmax(after.counts[s])) for s in (strips.BAR_TOP, strips.BAR_BOTTOM)] == [2, 0]
    before.seen[strips.BAR_TOP, middle - 1] = 0.0
    assert checkers.once(before) is before


def test_what_does_not_cover_the_middle_of_the_bar_does_not_lie_on_it() -> None:
    counts = [0] * 30
    counts[strips.BAR_TOP] = counts[strips.BAR_BOTTOM] = 1
    before = tally(counts)
    before.counts[24:26, 0] = -1.0
    before.seen[24:26, 20:28, 2:7] = before.seen[24:26, 20:28, 9:14] = 1.0  # on both sides of it
    before.seen[strips.BAR_BOTTOM, 30:38, 4:12] = 1.0  # and one on it
    after = checkers.astride(before)
    assert [int(np.argmax(after.counts[s])) for s in (strips.BAR_TOP, strips.BAR_BOTTOM)] == [0, 1]


def test_a_hidden_tray_leaves_what_is_off_unknown() -> None:
    rows = checkers.table(tally([0] * 30, hidden=(27,)), np.zeros((30, 2)))
    assert not rows[OFF_LIGHT].any()


def test_swapping_the_colours_mirrors_the_row() -> None:
    counts = np.log(np.random.default_rng(3).dirichlet(np.ones(16)))
    assert np.allclose(checkers.signed(counts, 1.7), checkers.signed(counts, -1.7)[::-1], atol=1e-5)


def test_probabilities_sum_to_one() -> None:
    counts = np.log(np.random.default_rng(4).dirichlet(np.ones(16)))
    assert abs(np.exp(checkers.signed(counts, 0.3)).sum() - 1) < 1e-3


def test_only_stale_strips_are_replaced() -> None:
    stale = np.isin(np.arange(strips.STRIPS), (3, 20))
    fresh = tally([7] * 30)
    part = Tally(fresh.counts[stale], fresh.covered[stale], fresh.plain[stale], fresh.seen[stale])
    after = checkers.updated(tally([1] * 30), stale, part)
    assert after.counts.argmax(1).tolist() == [7 if marked else 1 for marked in stale]


def test_a_hand_over_the_tip_of_a_plainly_empty_point_does_not_hide_it() -> None:
    shares = np.zeros(strips.STRIPS, np.float32)
    shares[[2, 3, 4]] = 0.6, 0.6, 0.9
    seen = replace(tally([0] * 30), plain=np.arange(strips.STRIPS) != 3)
    assert np.flatnonzero(checkers.under(seen, shares).covered).tolist() == [3, 4]


def test_a_place_outside_the_picture_is_unknown_and_not_empty() -> None:
    beyond = replace(TABLE, corners=tuple((x - TABLE.corners[0][0] - 30.0, y) for x, y in TABLE.corners))
    shown = checkers.in_picture(tally([0] * 30), beyond)
    assert shown.covered[12], "the leftmost point of the top row begins left of the picture"
    assert not shown.plain[12]
    assert not shown.covered[13:23].any()
    assert not checkers.in_picture(tally([0] * 30), TABLE).covered.any()


def test_a_mask_hides_the_places_under_it() -> None:
    mask = np.zeros((HEIGHT // 4, WIDTH // 4), np.float32)
    mask[:, : WIDTH // 8] = 1.0
    hidden = checkers.hidden(mask, Board())
    assert hidden[[12, 17, 11, 6, 26, 27]].all()
    assert not hidden[[18, 23, 0, 5, 28, 29]].any()


def test_each_strip_shows_its_place_with_the_base_line_up() -> None:
    board = TABLE.board
    for place, strip in ((13, 13), (4, 4)):
        counts = tuple(1 if p == place else 0 for p in range(24))
        cut = strips.cut(rectify(draw(TABLE, counts), TABLE), board)[strip]
        bright = np.argwhere(cut.min(2) > 200)
        row, column = bright.mean(0)
        assert abs(row - (strips.OUT + 0.46) * 32) < 4
        assert abs(column - strips.WIDE / 2) < 3


@pytest.fixture(scope="module")
def networks() -> Networks:
    try:
        return load(("corners", "strips"))
    except NetworkMissing as missing:
        pytest.skip(str(missing))


def test_a_drawn_board_is_found_and_read(networks: Networks) -> None:
    image = draw(TABLE)
    found = locate.find(image, networks)
    assert np.abs(np.array(found.calibration.corners) - np.array(TABLE.corners)).max() < 0.03 * 620
    counts, _ = checkers.read(rectify(image, found.calibration), found.calibration, networks)
    read = [checkers.likeliest(row)[0] for row in counts[:24]]
    assert sum(a == b for a, b in zip(read, START, strict=True)) >= 22


def test_a_board_of_which_a_row_is_cut_off_is_refused(networks: Networks) -> None:
    image = draw(TABLE)
    (_, top), _, (_, bottom), _ = TABLE.corners
    with pytest.raises(locate.NoBoard, match="the bottom"):
        locate.find(np.ascontiguousarray(image[: int(bottom - 0.09 * (bottom - top))]), networks)
    locate.find(np.ascontiguousarray(image[: int(bottom) + 2]), networks)


def test_of_two_boards_the_one_with_checkers_is_in_play(networks: Networks) -> None:
    bare, laid = draw(TABLE, (0,) * 24), draw(TABLE)
    for pair in ((bare, laid), (laid, bare)):
        found = locate.find(np.ascontiguousarray(np.hstack(pair)), networks)
        assert (found.calibration.corners[0][0] > 1280) == (pair[1] is laid)


def test_a_board_that_is_cut_beside_another_does_not_matter(networks: Networks) -> None:
    both = np.hstack([draw(TABLE), draw(TABLE)])
    assert locate.find(np.ascontiguousarray(both[:, : 1280 + 500]), networks).calibration.corners[1][0] < 1280


@pytest.mark.parametrize("seating", Seating)
def test_who_stands_where_at_the_start_tells_sides_that_look_alike(seating: Seating) -> None:
    """Counts of the starting position from any seat, and two greys that differ by little."""
    counts, paint = np.full((30, 16), -9.0), [np.zeros((0, 3))] * 30
    counts[:, 0] = 0.0
    for point, count in enumerate(position.START.points, 1):
        if count:
            place = seating.place(point)
            counts[place] = np.where(np.arange(16) == abs(count), 0.0, -9.0)
            paint[place] = np.full((6, 3), (60.0, 1.0, 0.0) if count > 0 else (57.5, 0.0, 1.5))
    none = np.zeros(30, np.bool_)
    start = Tally(counts, none, none, np.zeros((30, 64, 16), np.float32))
    sides = checkers._exemplars(start, paint, None)
    odds = checkers.by_colour(paint, sides)[:, 0]
    for point, count in enumerate(position.START.points, 1):
        assert not count or (odds[seating.place(point)] > 0) == (count > 0)


@pytest.mark.parametrize(("borne_off", "light"), [(None, True), (90.0, False), (20.0, True)])
def test_where_one_side_stands_on_points_the_trays_tell_which_it_is(borne_off: float | None, light: bool) -> None:
    counts = [0] * strips.STRIPS
    counts[3], counts[4] = 4, 2
    paint = [np.zeros((0, 3))] * strips.STRIPS
    paint[3] = paint[4] = np.tile([60.0, 20.0, 0.0], (9, 1))
    if borne_off is not None:
        counts[strips.TRAYS[2]], paint[strips.TRAYS[2]] = 15, np.tile([borne_off, 0.0, 0.0], (9, 1))
    sides = checkers._exemplars(tally(counts), paint, None)
    assert (sides.log_odds(paint[3][:1])[0] > 0) == light
