"""What comes to rest, what is lifted, how the board reads, from single observations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardcam.events import BoardRested, CameraBack, CameraLost, CubeRested, DiceLifted, DiceRested, DieSeen, Event, Observation
from boardcam.geometry import Seating
from boardcam.referee import settle
from boardcam.rules.position import START, Side
from tests.referee.stories import CIRCLE, table

COUNTS = table(START, Seating.BOTTOM_RIGHT)
FIVE = tuple(0.0 if n == 5 else -5.0 for n in range(1, 7))
DIE = DieSeen(10.0, 5.0, FIVE)


def watched(*stretches: tuple[float, Observation], fps: float = 10.0) -> list[Event]:
    """Events of observations, each repeated for some seconds."""
    state, events, frame = settle.start(CIRCLE), list[Event](), 0
    for seconds, seen in stretches:
        for _ in range(round(seconds * fps)):
            state, more = settle.settle(state, replace(seen, t=frame / fps, frame=frame))
            events += more
            frame += 1
    return events


def seen(*dice: DieSeen, **how: object) -> Observation:
    return replace(Observation(0.0, 0, COUNTS, dice), **how)  # type: ignore[arg-type]


def of(kind: type, events: list[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kind)]


def test_a_die_rests_when_it_has_not_moved_for_a_while() -> None:
    (rested,) = of(DiceRested, watched((0.5, seen()), (0.6, seen(DIE))))
    assert rested.t == pytest.approx(0.5)
    assert rested.known == pytest.approx(0.8)
    (die,) = rested.dice
    assert (die.value, die.half, die.number) == (5, Side.WHITE, 1)


def test_a_rolling_die_does_not_rest() -> None:
    rolling = [(0.1, seen(replace(DIE, x=3.0 + 0.5 * i))) for i in range(6)]
    assert not of(DiceRested, watched(*rolling))


def test_how_a_die_lies_is_looked_at_until_it_is_clear() -> None:
    unclear = replace(DIE, flat=0.2)
    (rested,) = of(DiceRested, watched((2.0, seen(unclear))))
    assert rested.known == pytest.approx(0.6)


def test_however_long_a_small_die_is_looked_at_its_few_pixels_are_wrong_in_the_same_way() -> None:
    faces = (-9.0, 0.0, -9.0, -9.0, -9.0, -9.0)

    def least(pixels: float) -> float:
        (die,) = of(DiceRested, watched((1.0, seen(DieSeen(3.0, 5.0, faces, pixels=pixels)))))[0].dice
        return min(die.faces)

    assert least(14.0) == -8.0
    assert least(30.0) == least(0.0) < -30.0


def test_a_die_is_lifted_when_its_place_is_seen_without_it() -> None:
    (lifted,) = of(DiceLifted, watched((1.0, seen(DIE)), (0.5, seen(hand=0.9, dice=None)), (1.0, seen())))
    assert lifted.dice == (1,)
    assert lifted.t == pytest.approx(1.5)


def test_a_die_under_a_hand_is_not_lifted() -> None:
    covered = COUNTS.copy()
    covered[[2, 3, 4, 19, 20, 21]] = 0.0
    assert not of(DiceLifted, watched((1.0, seen(DIE)), (3.0, seen(hand=0.9, counts=covered))))
    elsewhere = COUNTS.copy()
    elsewhere[[0, 23]] = 0.0
    assert of(DiceLifted, watched((1.0, seen(DIE)), (3.0, seen(hand=0.9, counts=elsewhere))))


def test_a_die_that_is_often_missed_is_not_lifted() -> None:
    flicker = [(0.1, seen(DIE) if i % 3 else seen()) for i in range(60)]
    assert not of(DiceLifted, watched((1.0, seen(DIE)), *flicker))


def test_frames_without_it_before_a_hand_comes_over_its_place_do_not_make_it_one_that_is_often_missed() -> None:
    """At few frames a second a die that was lifted lay there for ever: each hand over its place made its absence chance."""
    away = ((0.4, seen(hand=0.9)), (0.2, seen(hand=0.9, dice=None)))
    (lifted,) = of(DiceLifted, watched((3.0, seen(DIE)), *away * 5, (0.8, seen()), fps=5.0))
    assert lifted.dice == (1,)


def test_a_new_die_waits_for_what_becomes_of_the_old_ones() -> None:
    other = replace(DIE, x=3.0)
    covered = COUNTS.copy()
    covered[[2, 3, 4, 19, 20, 21]] = 0.0
    events = watched((1.0, seen(DIE)), (0.8, seen(other, hand=0.9, counts=covered)), (1.0, seen(other)))
    kinds = [type(event) for event in events if isinstance(event, DiceRested | DiceLifted)]
    assert kinds[2:4] == [DiceLifted, DiceRested]


def test_a_board_at_rest_is_told_and_told_again_as_it_is_known_better() -> None:
    told = of(BoardRested, watched((5.0, seen())))
    assert [round(event.known, 1) for event in told] == [0.3, 0.6, 1.2, 2.4, 4.8]
    assert told[-1].frames == (38, 48)


def test_what_was_hidden_when_dice_were_lifted_is_told_as_soon_as_it_comes_to_light() -> None:
    covered = COUNTS.copy()
    covered[[0, 5, 7]] = 0.0
    events = watched(
        (2.0, seen(DIE)), (0.5, seen(hand=0.9, counts=covered, still=False)), (0.6, seen(counts=covered)), (0.5, seen())
    )
    told = [(round(event.known, 1), bool(event.counts[5].any())) for event in of(BoardRested, events) if event.known > 2.0]
    assert told[0] == (2.7, False)
    assert next(known for known, whole in told if whole) == 3.1
    stretches = {event.t for event in of(BoardRested, events) if event.known > 2.0}
    assert len(stretches) == 1  # what comes to light was not moved


def test_a_change_without_a_visible_hand_is_told() -> None:
    other = table(replace(START, points=(-1, -1, *START.points[2:])), Seating.BOTTOM_RIGHT)
    told = of(BoardRested, watched((3.0, seen()), (2.0, seen(counts=other))))
    first = next(event for event in told if event.counts[0].argmax() == 14)
    assert first.known < 4.2
    assert first.t > 3.0  # another stretch, of which nothing is from before


def test_under_a_moving_hand_nothing_is_read_under_a_resting_one_the_free_places_are() -> None:
    assert not of(BoardRested, watched((3.0, seen(hand=0.9, still=False))))
    assert of(BoardRested, watched((3.0, seen(hand=0.9))))


def test_the_camera_is_lost_after_a_while() -> None:
    events = watched((1.0, seen()), (4.0, seen(found=False)), (1.0, seen()))
    (lost,), (back,) = of(CameraLost, events), of(CameraBack, events)
    assert (round(lost.t, 1), round(back.t, 1)) == (0.9, 5.0)
    assert not of(CameraLost, watched((1.0, seen()), (1.0, seen(found=False)), (1.0, seen())))
    assert of(CameraLost, watched((5.0, seen(found=False))))


def test_a_gap_without_frames_is_a_lost_camera_that_is_back() -> None:
    state, _ = settle.settle(settle.start(CIRCLE), seen())
    _, events = settle.settle(state, replace(seen(), t=9.0))
    assert [type(event) for event in events] == [CameraLost, CameraBack]


def test_time_does_not_run_back() -> None:
    state, _ = settle.settle(settle.start(CIRCLE), seen())
    assert settle.settle(state, seen()) == (state, ())


def test_the_seating_is_read_again_with_every_starting_position() -> None:
    turned = table(START, Seating.TOP_LEFT)
    events = watched((1.0, seen()), (1.0, seen(hand=0.9, still=False)), (1.0, seen(counts=turned)))
    assert [event.seating for event in of(BoardRested, events)][-1] is Seating.TOP_LEFT


def test_taken_up_again_it_is_known_what_was_told_last() -> None:
    told = [*watched((1.0, seen(DIE))), CubeRested(1.0, 2.0, "light", 4), CubeRested(3.0, 4.0, "dark"), CameraBack(4.5, 4.5)]
    state = settle.again(CIRCLE, told, 9.0)
    assert state.cubes.told == ("dark", None)
    assert [(die.number, die.x) for die in state.tracks.resting] == [(1, DIE.x)]
    assert settle.again(CIRCLE, [*told, DiceLifted(5.0, 5.5, (1,))], 9.0).tracks.resting == ()
