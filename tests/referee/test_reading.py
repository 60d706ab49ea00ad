"""How a reading is weighed: change counts, no place outweighs the rest."""

from __future__ import annotations

import numpy as np
import pytest

from boardcam.events import OFF_LIGHT
from boardcam.geometry import Seating
from boardcam.referee import infer, ruling
from boardcam.referee.infer import ANY, MARGIN, amiss, find, find_chain, is_read, rolls, slipped
from boardcam.referee.reading import UNREAD, ZERO, best, of_rows, points, reading, remembered, rows, turned
from boardcam.referee.seating import seated
from boardcam.referee.shown import shown
from boardcam.rules import mover
from boardcam.rules.plays import legal_plays, results
from boardcam.rules.position import START, Position, Side
from tests.boards import board
from tests.referee.stories import opened, table

HERE = Seating.BOTTOM_RIGHT
ROLL = (((3, 1), 0.0),)
MADE = board("white 24:2 13:5 8:2 6:4 5:2; black 24:2 13:5 8:3 6:5")


def seen(position: Position, **wrong: int) -> np.ndarray:
    """A reading of a position; `p8=2` has the 8-point read as 2."""
    counts = table(position, HERE, sharp=10.0)
    for name, count in wrong.items():
        counts[int(name[1:]) - 1] = table(Position((count,) * 24), HERE, sharp=10.0)[0]
    return counts


@pytest.mark.parametrize("seating", Seating)
def test_the_starting_position_says_who_sits_where(seating: Seating) -> None:
    assert seated(table(START, seating)) is seating
    assert np.array_equal(turned(table(START, seating), seating), table(START, HERE))
    assert seated(table(board("white 1:15; black 1:15"), seating)) is None
    assert seated(np.zeros((28, 31), np.float32)) is None


def test_rows_and_back() -> None:
    position = board("white bar:1 24:1 6:12 off:1; black bar:2 13:5 6:5")
    assert of_rows(rows(position)) == position
    assert best(table(position, HERE)) == rows(position)
    assert points([0, 24, 25, 26, 27]) == "light's 1-point, light's bar, dark's bar, light's tray, dark's tray"


def test_a_place_is_remembered_while_it_does_not_change() -> None:
    now = tuple(None if row in (0, 7) else count for row, count in enumerate(rows(MADE)))
    known = remembered(rows(START), START, now, MADE)
    assert known[0] == -2
    assert known[7] is None
    assert known[4] == 2


def test_a_checker_that_has_gone_since_is_not_learnt() -> None:
    """Light has made his 5-point; when the board is read, dark has already moved off light's ace point. A stack may flicker."""
    now = tuple({0: -1, 18: -4}.get(row, count) for row, count in enumerate(rows(MADE)))
    known = remembered(rows(START), START, now, MADE)
    assert known[0] == -2
    assert known[18] == -4


def test_the_likeliest_play_is_found() -> None:
    finding = find(START, Side.WHITE, ROLL, reading(seen(MADE), START, rows(START)))
    assert finding.best.position == MADE
    assert str(finding.best.play) == "8/5 6/5"
    assert finding.sure


@pytest.mark.parametrize("wrong", [{"p8": 3}, {"p6": 5}, {"p5": 1}, {"p5": 3}, {"p24": 3}, {"p19": -4}])
def test_one_place_misread_makes_no_illegal_play(wrong: dict[str, int]) -> None:
    finding = find(START, Side.WHITE, ROLL, reading(seen(MADE, **wrong), START, rows(START)))
    assert finding.best.position == MADE or not finding.sure


@pytest.mark.parametrize("wrong", [{"p24": 3, "p13": 4}, {"p19": -4, "p17": -4}, {"p1": -1, "p12": -6}])
def test_places_that_were_always_misread_make_no_illegal_play(wrong: dict[str, int]) -> None:
    known = best(seen(START, **wrong))
    finding = find(START, Side.WHITE, ROLL, reading(seen(MADE, **wrong), START, known))
    assert finding.best.position == MADE
    assert finding.sure
    blind = find(START, Side.WHITE, ROLL, reading(seen(MADE, **wrong), START, UNREAD))
    assert blind.best.play is None or not blind.sure  # without memory the same board looks like an illegal play


def test_something_that_looks_like_a_checker_far_behind_is_none() -> None:
    """Light bears off two; something on its 8-point looks like a checker: nobody puts one back there."""
    before = board("white 1:3 2:3 3:1 off:8; black 1:6 2:6 3:3")
    counts = seen(board("white 1:2 2:3 off:10; black 1:6 2:6 3:3"), p8=1)
    counts[OFF_LIGHT] = 0.0
    counts[7, ZERO] = counts[7].max() - 8.0
    finding = find(before, Side.WHITE, (((5, 1), 0.0),), reading(counts, before, rows(before)))
    assert str(finding.best.play) == "3/off 1/off"
    assert finding.sure


def test_a_real_illegal_play_is_seen() -> None:
    wrong = board("white 24:2 13:4 8:4 6:5; black 24:2 13:5 8:3 6:5")
    finding = find(START, Side.WHITE, ROLL, reading(seen(wrong), START, rows(START)))
    assert finding.best.play is None
    assert finding.best.position == wrong
    assert finding.sure


def test_a_die_left_unplayed_is_seen_though_a_stack_and_the_bar_are_in_doubt() -> None:
    """Of two ways to tell what is wrong, the one that people do: not a checker that went back while one stays on the bar."""
    before = board("white 13:4 8:3 6:5 24:3; black bar:1 13:5 8:3 6:6")
    left = board("white 13:4 8:3 6:5 24:3; black 22:1 13:5 8:3 6:6")
    known = tuple({18: -5, 25: 0}.get(row, count) for row, count in enumerate(rows(before)))  # the stack and the bar read short
    counts = seen(left, p19=-5)
    finding = find(before, Side.BLACK, (((6, 3), 0.0),), reading(counts, before, known))
    assert finding.best.play is None
    assert finding.best.position == left
    assert finding.sure


def test_of_a_stack_that_was_misread_the_few_that_are_left_are_read_rightly() -> None:
    """Believed to hold six, read as five: once three are read, they are three; but seven may well be read as six."""
    before = board("white 1:6 off:9; black 1:4 off:11")
    known = best(seen(before, p1=5))
    few = reading(seen(board("white 1:4 off:11; black 1:4 off:11"), p1=3), before, known)
    assert few.refutes(board("white 1:4 off:11; black 1:4 off:11"))
    more = reading(seen(before, p1=6), before, known)
    assert 0 not in more.against(board("white 1:7 off:8; black 1:4 off:11"))


def test_a_roll_taken_up_unplayed_is_seen_though_a_stack_is_misread() -> None:
    before = board("white 24:2 13:5 8:3 6:5; black 24:2 13:4 8:3 6:6")
    counts = seen(before, p19=-5)
    counts[18, -6 + 15] = counts[18].max() - 0.9  # a stack of six looks like five or six
    finding = find(before, Side.BLACK, (((6, 4), 0.0),), reading(counts, before, rows(before)))
    assert finding.best.play is None
    assert finding.best.position == before
    assert finding.sure


PILED = board("white 1:7 2:3 5:1 off:4; black 1:4 off:11")
"""Light has 51 to play: 5/4/off leaves seven on the first point, 5/off 1/off six."""
SEVEN, SIX = board("white 1:7 2:3 off:5; black 1:4 off:11"), board("white 1:6 2:3 off:6; black 1:4 off:11")


def doubtful(stack: float, tray: float) -> np.ndarray:
    """A reading that takes six on the first point for seven, and what is off for so many, by log-likelihoods."""
    counts = seen(SEVEN)
    counts[0, 6 + ZERO] = counts[0].max() - stack
    counts[OFF_LIGHT, 6 + ZERO] = counts[OFF_LIGHT].max() - tray
    return counts


@pytest.mark.parametrize(("stack", "tray", "sure"), [(1.5, 2.2, False), (4.0, 3.0, False), (8.0, 3.0, True)])
def test_a_checker_of_a_high_stack_is_told_by_one_clear_look_not_by_many(stack: float, tray: float, sure: bool) -> None:
    finding = find(PILED, Side.WHITE, (((5, 1), 0.0),), reading(doubtful(stack, tray), PILED, UNREAD))
    assert finding.best.position == SEVEN
    assert finding.sure is sure


def test_many_looks_at_few_checkers_count_as_many() -> None:
    counts = seen(SIX)
    counts[1, 2 + ZERO] = counts[1].max() - 4.5
    assert reading(counts, PILED, UNREAD).scores[1, 2 + ZERO] == pytest.approx(-4.5)


def test_a_high_stack_that_looks_the_same_after_another_turn_is_no_clearer_for_it() -> None:
    roll, after = (((5, 1), 0.0),), (((2, 1), 0.0),)
    read = reading(doubtful(4.0, 3.0), PILED, UNREAD)
    starts = find(PILED, Side.WHITE, roll, read).legal
    played = doubtful(4.0, 3.0)
    played[23] = seen(board("white 1:15; black 1:3 off:12"))[23]
    chain = find_chain(starts, [(Side.BLACK, after)], reading(played, PILED, UNREAD))
    assert chain.plays[0].position == SEVEN
    assert max(*chain.margins, chain.ends) < MARGIN


@pytest.mark.parametrize("roll", [(6, 3), (4, 4), (6, 6)])
def test_a_slip_is_never_legal(roll: tuple[int, int]) -> None:
    before = board("white bar:1 13:4 8:3 6:5 24:2; black 20:2 13:5 8:3 6:5")
    assert not set(slipped(before, Side.WHITE, roll)) & set(results(before, Side.WHITE, roll))


def test_an_illegal_play_that_is_no_slip_is_told_as_it_looks() -> None:
    back = board("white 24:1 23:1 13:5 8:5 6:3; black 24:2 13:5 8:3 6:5")  # two went from 6 to 8
    finding = find(START, Side.WHITE, (((6, 3), 0.0),), reading(seen(back), START, rows(START)))
    assert finding.best.play is None
    assert finding.best.position == back


def test_covered_places_decide_nothing() -> None:
    counts = seen(MADE)
    counts[[3, 4, 5, 6, 7]] = 0.0
    assert not find(START, Side.WHITE, ROLL, reading(counts, START, rows(START))).sure
    counts[:] = 0.0
    assert find(START, Side.WHITE, ROLL, reading(counts, START, rows(START))).margin == 0.0


def test_a_hit_checker_put_on_the_bar_late_is_still_a_hit() -> None:
    before = board("white 13:5 8:3 6:5 24:2; black 21:1 24:1 13:5 8:3 6:5")
    (after,) = (p for p, play in legal_plays(before, Side.WHITE, (4, 2)).items() if str(play) == "8/4* 6/4")
    held = of_rows([0 if row == 25 else count for row, count in enumerate(rows(after))])
    counts = table(held, HERE)
    counts[26:] = 0.0
    finding = find(before, Side.WHITE, (((4, 2), 0.0),), reading(counts, before, rows(before)))
    assert finding.best.position == after
    assert finding.sure


def test_fifteen_a_side_are_always_shown() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        position, _ = shown(reading(rng.normal(0, 4, (28, 31)).astype(np.float32)), START)
        assert all(position.checkers(side) == 15 for side in Side)
    assert shown(reading(np.zeros((28, 31), np.float32)), START)[0] == START


def test_unread_dice_follow_from_the_play() -> None:
    runs = board("white 24:1 13:6 8:3 6:5; black 24:2 13:5 8:3 6:5")
    finding = find(START, Side.WHITE, ANY, reading(seen(runs), START, rows(START)))
    assert finding.best.roll == (6, 5)
    assert finding.sure
    assert not find(START, Side.WHITE, ANY, reading(seen(MADE), START, rows(START))).sure  # 8/5 6/5 may have been 31 or 11
    wrong = board("white 24:1 13:5 8:3 7:1 6:5; black 23:2 13:5 8:3 6:5")
    assert not find(START, Side.WHITE, ANY, reading(seen(wrong), START, rows(START))).sure


def test_dice_are_weighed_together() -> None:
    dice = next(event.dice for event in opened().rolls(64).events() if len(getattr(event, "dice", ())) == 2 and event.t > 5)
    found = rolls(dice)
    assert found[0] == ((6, 4), 0.0)
    assert is_read(found)
    assert not is_read(ANY)
    assert infer.is_read(found[:1])


def test_a_reading_is_whole_if_every_point_is_seen() -> None:
    counts = table(START, Seating.BOTTOM_RIGHT)
    assert reading(counts).whole
    counts[7] = 0.0
    assert not reading(counts).whole


def test_a_dance_says_why_nothing_can_be_played() -> None:
    shut = board("white 24:2 6:1; black 24:2 23:2 22:2 21:2 20:2 19:2")
    found = infer.Explanation((6, 5), shut, None, 0.0)
    assert ruling._stuck(shut, Side.WHITE, found) == (
        "light cannot move; no checker can be played with 65: everything stays where it was"
    )


def test_a_bar_may_be_empty_when_fifteen_stand_elsewhere() -> None:
    counts = table(START, Seating.BOTTOM_RIGHT).copy()
    counts[24] = 0.0
    counts[24, :16] = -9.0  # one of light's, it seems
    assert reading(counts).against(START) == ()
    moved = counts.copy()
    moved[5, 4 + 15], moved[5, 5 + 15] = 1.0, -9.0  # and one of its points has one fewer
    assert 24 in reading(moved).against(START)


def test_who_enters_where_nothing_lets_him_plays_illegally() -> None:
    """His checker was seen on the bar, and now is not: it was not left there."""
    before = board("white bar:1 13:5 8:3 7:2 6:4; black 1:2 2:2 4:2 6:2 7:2 13:5")
    entered = board("white 22:1 13:5 8:3 7:2 6:4; black 1:2 2:2 4:2 6:2 7:2 13:5")
    finding = find(before, Side.WHITE, (((6, 4), 0.0),), reading(seen(entered), before, rows(before)))
    assert finding.best.play is None
    assert finding.best.position == entered
    assert finding.sure
    late = tuple(0 if row == 24 else count for row, count in enumerate(rows(before)))  # he had not laid it there yet
    assert not find(before, Side.WHITE, (((6, 4), 0.0),), reading(seen(entered), before, late)).sure


def played(roll: tuple[int, int], play: str) -> Position:
    """The starting position after one of light's legal plays."""
    return next(position for position, legal in legal_plays(START, Side.WHITE, roll).items() if str(legal) == play)


def test_a_checker_put_a_point_off_is_a_slip() -> None:
    one_off = played((6, 3), "24/15")
    assert mover.key(one_off) in slipped(START, Side.WHITE, (6, 4))
    assert mover.key(played((6, 4), "24/14")) not in slipped(START, Side.WHITE, (6, 4))
    seven_and_three = board("white 24:2 13:3 10:1 8:3 6:6; black 24:2 13:5 8:3 6:5")
    assert mover.key(seven_and_three) in slipped(START, Side.WHITE, (6, 3))


def test_what_is_no_play_of_the_roll_that_was_read_is_not_told_as_one_of_another() -> None:
    """The dice say 64 by so much, the board 63: either they are misread, or it is illegal."""
    now = played((6, 3), "24/15")
    read = reading(table(now, HERE))
    finding = find(START, Side.WHITE, (((6, 4), 0.0), ((6, 3), -6.0)), read)
    assert finding.best.position == now
    assert not finding.sure
    assert not find(START, Side.WHITE, (((6, 4), 0.0), ((6, 3), -4.0)), read).sure
    assert find(START, Side.WHITE, (((6, 4), 0.0), ((6, 3), -2.0)), read).sure


def test_by_how_much_another_roll_beats_an_illegal_play() -> None:
    found = (((6, 4), 0.0), ((6, 3), -2.0), ((5, 3), -8.0))
    assert [amiss(found, roll) >= infer.MARGIN for roll in ((6, 4), (6, 3), (5, 3), (1, 1))] == [True, True, False, False]


def test_a_point_of_few_checkers_refutes_and_a_stack_does_not() -> None:
    assert not reading(seen(MADE)).refutes(MADE)
    assert reading(seen(MADE, p5=1)).refutes(MADE)
    assert not reading(seen(MADE, p13=6)).refutes(MADE)


def test_a_sixteenth_checker_refutes_nothing() -> None:
    """What is seen where nothing stands, while all fifteen are seen elsewhere, is misread."""
    assert not reading(seen(MADE, p4=1)).refutes(MADE)
    assert not reading(seen(MADE, p18=-1)).refutes(MADE)
    assert reading(seen(MADE, p4=1, p8=1)).refutes(MADE)
    assert reading(seen(MADE, p4=1, p18=-1)).refutes(MADE)
    assert reading(seen(MADE, p4=2)).refutes(board("white 24:2 13:5 8:2 6:3 5:2 2:1; black 24:2 13:5 8:3 6:5"))
