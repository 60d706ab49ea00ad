"""No sequence of observations or events raises, and thirty checkers stay thirty. A match is the fold of its events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from boardcam.events import (
    BoardRested,
    Button,
    CameraBack,
    CameraLost,
    Correction,
    CubeCorrected,
    CubePlace,
    CubeRested,
    CubeSeen,
    DiceLifted,
    DiceRested,
    Die,
    DieSeen,
    Event,
    GameCorrected,
    Observation,
    Pressed,
    ScoreCorrected,
    TurnCorrected,
    Undone,
)  # fmt: skip
from boardcam.geometry import Seating
from boardcam.record import codec
from boardcam.referee import correction, referee, settle
from boardcam.referee.state import Referee
from boardcam.rules.plays import legal_plays
from boardcam.rules.position import START, Position, Side, check
from boardcam.rules.profile import PRESETS, changed
from boardcam.rules.sentence import Sentence
from tests.referee.stories import CIRCLE, table
from tests.referee.test_frame_rate import game

QUICK = (Phase.explicit, Phase.generate)
"""Shrinking a game takes minutes; the seed tells enough."""
TIMES = st.integers(0, 400).map(lambda n: n / 10)
SIDES = st.sampled_from([*Side, None])
FACES = st.one_of(st.integers(1, 6).map(lambda n: tuple(0.0 if n == f else -9.0 for f in range(1, 7))), st.just((0.0,) * 6))


def positions(seed: int, plies: int) -> Position:
    """A position some plies into a random game."""
    rng, position, side = np.random.default_rng(seed), START, Side.WHITE
    for _ in range(plies):
        found = list(legal_plays(position, side, (int(rng.integers(1, 7)), int(rng.integers(1, 7)))))
        position, side = (found[int(rng.integers(len(found)))] if found else position), side.other
    return position


@st.composite
def boards(draw: st.DrawFn) -> BoardRested:
    position = draw(st.one_of(st.just(START), st.builds(positions, st.integers(0, 30), st.integers(1, 60))))
    counts = table(position, Seating.BOTTOM_RIGHT)
    for row in draw(st.lists(st.integers(0, 27), max_size=6)):
        counts[row] = draw(st.sampled_from([0.0, -3.0]))
        counts[row, draw(st.integers(0, 30))] = 0.0
    t = draw(TIMES)
    return BoardRested(t, t + draw(st.sampled_from([0.0, 0.3, 5.0])), counts, (0, 9), Seating.BOTTOM_RIGHT)


DICE = st.builds(
    Die, number=st.integers(1, 9), x=st.floats(-1, 14), y=st.floats(-1, 12), faces=FACES, flat=st.sampled_from([-3.0, 4.0]),
    on_checker=st.sampled_from([-4.0, 3.0]), light=st.sampled_from([-3.0, 0.0, 3.0]), half=SIDES, seen=TIMES,
)  # fmt: skip
DICE_RESTED = st.builds(
    DiceRested, t=TIMES, known=TIMES, dice=st.lists(DICE, max_size=4, unique_by=lambda die: die.number).map(tuple)
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    boards(),
    DICE_RESTED,
    st.builds(DiceLifted, t=TIMES, known=TIMES, dice=st.lists(st.integers(1, 9), max_size=3).map(tuple)),
    st.builds(Pressed, t=TIMES, button=st.sampled_from(get_args(Button)), side=SIDES, value=st.sampled_from([None, None, 1, 2, 3])),
    st.builds(
        CubeRested, t=TIMES, known=TIMES, place=st.sampled_from(get_args(CubePlace)), value=st.sampled_from([None, 2, 4, 64])
    ),
    st.builds(CameraLost, TIMES, TIMES),
    st.builds(CameraBack, TIMES, TIMES),
)
SEEN = st.builds(
    Observation, t=TIMES, frame=st.integers(0, 400),
    counts=st.builds(positions, st.integers(0, 5), st.integers(0, 4)).map(lambda p: table(p, Seating.TOP_LEFT)),
    dice=st.one_of(st.none(), st.lists(st.builds(DieSeen, st.floats(0, 13), st.floats(0, 11), FACES), max_size=4).map(tuple)),
    cube=st.one_of(st.none(), st.builds(CubeSeen, st.floats(-2, 15), st.floats(-1, 12))),
    hand=st.floats(0, 1), still=st.booleans(), found=st.booleans(),
)  # fmt: skip


PROFILES = PRESETS | {
    "touched": changed(CIRCLE, {"turn_end": "touch"}),
    "clock, no lift": changed(PRESETS["tournament"], {"lift": "both", "moves_policy": "responsible", "reserve": 10}),
    "shared, the loser starts": changed(
        CIRCLE, {"dice": "shared", "half": "any", "first_move": "loser", "premature_roll": "choice"}
    ),
}
NUMBERS = st.integers(1, 6)
CORRECTIONS: st.SearchStrategy[list[Correction]] = st.lists(
    st.one_of(
        st.builds(
            TurnCorrected, number=NUMBERS, t=TIMES, numbers=st.lists(st.integers(1, 9), max_size=2).map(tuple),
            dice=st.one_of(st.none(), st.tuples(NUMBERS, NUMBERS)),
            play=st.sampled_from([None, "", "8/5 6/5", "bar/20 24/14*", "6/off(4)", "?"]), side=SIDES,
            lie=st.sampled_from([None, "good", "void", "none"]),
        ),
        st.builds(CubeCorrected, NUMBERS, TIMES, st.sampled_from(["none", "take", "pass"])),
        st.builds(GameCorrected, NUMBERS, TIMES, SIDES, st.integers(0, 3), st.one_of(st.none(), TIMES)),
        st.builds(ScoreCorrected, NUMBERS, TIMES, st.tuples(st.integers(-1, 4), NUMBERS), st.sampled_from(["", "a slip"])),
        st.builds(Undone, NUMBERS, NUMBERS),
    ),
    max_size=4,
)  # fmt: skip


def fold(events: list[Event], profile: str = "circle-match", length: int = 3, said: Sequence[Correction] = ()) -> Referee:
    state = replace(referee.start(PROFILES[profile], length, ("Anna", "Ben")), corrections=correction.in_force(said))
    for event in events:
        state, verdicts = referee.advance(state, event)
        assert not check(state.position) or min(state.position.off) == 15
        assert all(isinstance(verdict.why, Sentence) and verdict.why.made.template for verdict in verdicts)
        assert referee.status(state).verdict is state.last
    return state


@settings(max_examples=40, deadline=None, phases=QUICK)
@given(st.lists(EVENTS, max_size=25), st.sampled_from(sorted(PROFILES)), st.sampled_from([0, 1, 3]), CORRECTIONS)
def test_no_order_of_events_raises(events: list[Event], profile: str, length: int, said: list[Correction]) -> None:
    fold(events, profile, length, said)


@settings(max_examples=12, deadline=None, phases=QUICK)
@given(
    st.lists(st.integers(0, 200), min_size=1, max_size=40), st.lists(EVENTS, max_size=12), st.sampled_from(sorted(PROFILES)),
    CORRECTIONS,
)  # fmt: skip
def test_no_order_of_a_games_own_events_raises(order: list[int], others: list[Event], profile: str, said: list[Correction]) -> None:
    """Events of a real game dropped, repeated and shuffled are worse than noise."""
    real = game().events(8)
    fold([*real[:20], *(real[i % len(real)] for i in order), *others, *real], profile, said=said)


@settings(max_examples=20, deadline=None, phases=QUICK)
@given(st.lists(SEEN, max_size=30))
def test_no_order_of_observations_raises(seen: list[Observation]) -> None:
    eyes, events = settle.start(CIRCLE), list[Event]()
    for observation in seen:
        eyes, more = settle.settle(eyes, observation)
        events += more
    fold(events)


def test_the_fold_of_the_journal_is_the_live_match() -> None:
    live = game().events()
    kept = [codec.decode(json.loads(json.dumps(codec.encode(event)))) for event in live]
    assert fold(kept) == fold(live)


def test_a_side_that_is_not_there_is_as_if_nothing_was_seen() -> None:
    eyes = settle.start(CIRCLE)
    blind = Observation(0.0, 0, np.zeros((28, 31), np.float32), None)
    for frame in range(60):
        eyes, events = settle.settle(eyes, replace(blind, t=frame / 12, frame=frame))
        assert fold(list(events)).last is None


@pytest.mark.parametrize(
    "event",
    [
        CubeRested(1.0, 2.0, "board", 4),
        CubeRested(1.0, 2.0, "away"),
        Pressed(1.0, "resign", Side.WHITE, 2),
        Pressed(2.0, "cup", None),
    ],
)
def test_what_is_done_with_cubes_and_offers_is_kept_as_it_was(event: Event) -> None:
    assert codec.decode(json.loads(json.dumps(codec.encode(event)))) == event
